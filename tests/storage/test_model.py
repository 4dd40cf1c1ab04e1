"""Whatever is done in whatever order: the stored match is the replay of its log, and equals a simple model of it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rules.match import play
from storage import CannotUndo, OpenMatch, Store
from tests.engines import Home
from tests.storage.conftest import NOW, TOY, open_at, running
from tests.storage.toy import ToySettings

LENGTH = 12

T = TypeVar("T")


def replay(log: list[tuple[int, str]]) -> bytes:
    state = TOY.setup(ToySettings(length=LENGTH), 2, 7)
    for seat, option in log:
        play(TOY, state, seat, option)
    return TOY.to_json(state)


class Lives(RuleBasedStateMachine):
    """A match, and the list of the steps that should stand. Rules done together are saved together."""

    runner: asyncio.Runner
    home: Home
    store: Store

    @classmethod
    def run(cls, work: Coroutine[Any, Any, T]) -> T:
        return cls.runner.run(work)

    @initialize()
    def begin(self) -> None:
        self.number = self.run(running(self.store, length=LENGTH))
        self.log: list[tuple[int, str]] = []
        self.over = False

    @rule(deeds=st.lists(st.tuples(st.sampled_from(("step", "undo", "redo", "back")), st.integers(0, 99)), max_size=4))
    def act(self, deeds: list[tuple[str, int]]) -> None:
        """Some things in one transaction."""
        self.run(self._act(deeds))

    async def _act(self, deeds: list[tuple[str, int]]) -> None:
        async with self.store.matches.open(self.number, recent=len(deeds)) as match:
            for deed, pick in deeds:
                if match.to_act is None:
                    break
                await getattr(self, f"_{deed}")(match, match.to_act, pick)
            self.over = match.to_act is None

    async def _step(self, match: OpenMatch, seat: int, pick: int) -> None:
        options = [option for option in TOY.options(match.state) if option != "crash"]
        option = options[pick % len(options)]
        match.step(seat, option, NOW, forced=len(options) == 1)
        self.log.append((seat, option))

    async def _undo(self, match: OpenMatch, seat: int, pick: int) -> None:
        if match.undoable(seat) is None:
            del self.log[len(self.log) - match.undo(seat, whole=bool(pick % 2)) :]

    async def _redo(self, match: OpenMatch, seat: int, pick: int) -> None:
        if match.redoable(seat) is None:
            before = match.step_count
            match.redo(seat)
            self.log += [(row.seat, row.option) for row in await match.steps(before)]

    async def _back(self, match: OpenMatch, seat: int, pick: int) -> None:
        target = pick % (match.step_count + 1)
        if await match.cannot_take_back(target) is None:
            del self.log[len(self.log) - len(await match.take_back(target)) :]
        else:
            with pytest.raises(CannotUndo):
                await match.take_back(target)

    @precondition(lambda self: not self.over)
    @rule()
    def restart(self) -> None:
        async def again() -> None:
            await self.store.close()
            type(self).store = await open_at(self.home)

        self.run(again())

    @rule(recent=st.integers(0, 20), at=st.integers(0, 99))
    def look_back(self, recent: int, at: int) -> None:
        async def looked() -> None:
            match = await self.store.matches.read(self.number, recent=recent)
            then = at % (match.step_count + 1)
            assert TOY.to_json(await match.state_at(then)) == replay(self.log[:then])
            told = [(step.seat, step.option) for step in await match.events_since(then)]
            assert told == self.log[then:]

        self.run(looked())

    @invariant()
    def the_log_is_the_match(self) -> None:
        async def compared() -> None:
            match = await self.store.matches.read(self.number)
            assert [(row.seat, row.option) for row in await match.steps()] == self.log
            assert TOY.to_json(match.state) == replay(self.log)
            assert match.turn == match.state.turn

        if hasattr(self, "number"):
            self.run(compared())


@pytest.mark.timeout(900)  # where it fails, to find the shortest form takes minutes
@pytest.mark.parametrize("home", ["sqlite", "postgresql"], indirect=True)
def test_lives_of_a_match(home: Home) -> None:
    """Whatever order fails is told in its shortest form."""
    with asyncio.Runner() as runner:
        Lives.runner, Lives.home = runner, home
        Lives.store = runner.run(open_at(home))
        checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
        most = settings(max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=checks)
        try:
            run_state_machine_as_test(Lives, settings=most)  # type: ignore[no-untyped-call]
        finally:
            runner.run(Lives.store.close())
