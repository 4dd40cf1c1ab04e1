"""Whatever is done in whatever order: the stored match is the replay of its log, and equals a simple model of it."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from rules.match import play
from storage import CannotUndo, Store
from tests.storage.conftest import NOW, TOY, open_at, running
from tests.storage.toy import ToySettings


def replay(log: list[tuple[int, str]], length: int) -> bytes:
    state = TOY.setup(ToySettings(length=length), 2, 7)
    for seat, option in log:
        play(TOY, state, seat, option)
    return TOY.to_json(state)


async def act(store: Store, number: int, log: list[tuple[int, str]], chance: random.Random) -> None:
    """One thing at random, on the store and on the model."""
    async with store.matches.open(number) as match:
        for _ in range(chance.choice((1, 1, 1, 3))):
            seat = match.to_act
            if seat is None:
                return
            what = chance.choice(("step", "step", "step", "undo", "redo", "back", "fail"))
            if what == "step":
                options = [option for option in TOY.options(match.state) if option != "crash"]
                option = chance.choice(options)
                match.step(seat, option, NOW, forced=len(options) == 1)
                log.append((seat, option))
            elif what == "undo" and match.undoable(seat) is None:
                del log[len(log) - match.undo(seat, whole=chance.random() < 0.3) :]
            elif what == "redo" and match.redoable(seat) is None:
                before = match.step_count
                match.redo(seat)
                log += [(row.seat, row.option) for row in await match.steps(before)]
            elif what == "back":
                target = chance.randrange(match.step_count + 1)
                if await match.cannot_take_back(target) is None:
                    del log[len(log) - len(await match.take_back(target)) :]
                else:
                    with pytest.raises(CannotUndo):
                        await match.take_back(target)


@pytest.mark.parametrize("seed", range(6))
async def test_random_lives_of_a_match(path: Path, template: Path, seed: int) -> None:
    chance = random.Random(seed)
    shutil.copy(template, path)
    length = 12
    log: list[tuple[int, str]] = []
    store = await open_at(path)
    number = await running(store, length=length)
    for _ in range(60):
        await act(store, number, log, chance)
        if chance.random() < 0.05:
            await store.close()
            store = await open_at(path)
        match = await store.matches.read(number)
        assert [(row.seat, row.option) for row in await match.steps()] == log
        assert TOY.to_json(match.state) == replay(log, length)
        assert match.turn == match.state.turn
        if match.step_count:
            at = chance.randrange(match.step_count)
            assert TOY.to_json(await match.state_at(at)) == replay(log[:at], length)
    assert log
    await store.close()
