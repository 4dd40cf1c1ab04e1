"""`/daily` over the loopback Discord: one try each, nothing taken back, results, boards and streaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from playground.people import Person
from playground.visible import Message
from render.worker_pool import WorkerError
from rules import GAMES, daily
from rules.daily import Challenge
from rules.iye import puzzles
from rules.iye.solver import Cycle, option, pack
from table.errors import Refusal
from tests.refused import refused
from tests.table.conftest import Scene
from tests.table.quick import QuickPool

DAY = 86_400


class Maker(QuickPool):
    """Makes challenges here, and counts them; `broken` fails as often as it says."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[tuple[str, int]] = []
        self.broken = 0

    async def run(self, function: Any, *arguments: Any, seconds: float = 60.0) -> Any:
        if function is daily.challenge:
            self.made.append(arguments)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        if self.broken:
            self.broken -= 1
            raise WorkerError("a worker died")
        return function(*arguments)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    scene = Scene(tmp_path, Maker())
    await scene.open()
    yield scene
    await scene.close()


def text(message: object) -> str:
    assert isinstance(message, Message)
    return message.text


async def match_of(scene: Scene, person: Person, game: str = "iye") -> int:
    number = daily.number_at(scene.now)
    tried = await scene.store.attempts.get(game, number, int(person.id))
    assert tried is not None
    assert tried.match_id is not None
    return tried.match_id


async def solve(scene: Scene, person: Person) -> None:
    """The person plays the moves that the search names, the computer answers."""
    number = await match_of(scene, person)
    while True:
        await scene.quiet()
        match = await scene.store.matches.read(number)
        if match.decision is None:
            return
        state = match.state
        root = Cycle(state.layout, state.drum, state.tiles, pack(state.hands[0]), pack(state.hands[1]))
        (move, *_) = puzzles.keys(root, state.stack[-1].left)
        await person.command(await person.dm(), "iye play", option=option(move))


async def test_a_try_is_solved_shared_and_on_the_board(scene: Scene) -> None:
    ada = scene.person("Ada")
    begun = await ada.command(scene.games, "daily play", game="iye")
    number = daily.number_at(scene.now)
    assert f"İye Daily #{number}" in text(begun)
    assert "/daily share" in text(begun)
    await solve(scene, ada)
    tried = await scene.store.attempts.get("iye", number, int(ada.id))
    assert tried is not None
    goal = daily.goal("iye", number).moves
    assert (tried.won, tried.moves, tried.over) == (True, goal, True)
    shared = text(await ada.command(scene.games, "daily share", game="iye"))
    assert f"Solved in {goal} moves" in shared
    assert not any(square in shared for square in ("a1", "b2", "c3", "d4", "e5"))
    board = text(await ada.command(scene.games, "daily board", game="iye"))
    assert "1. ◆ **Ada**" in board
    assert await scene.store.ratings.of(int(ada.id)) == []


async def test_there_is_one_try_and_no_takeback(scene: Scene) -> None:
    ada = scene.person("Ada")
    await ada.command(await ada.dm(), "daily play", game="iye")
    await scene.quiet()
    assert "under way" in text(await ada.command(await ada.dm(), "daily play", game="iye"))
    match_id = await match_of(scene, ada)
    (first, *_) = (await scene.bot.services.table.look(match_id, int(ada.id))).options
    await ada.command(await ada.dm(), "iye play", option=first)
    await scene.quiet()
    if (await scene.store.matches.read(match_id)).status == "running":
        assert "nothing is taken back" in text(await ada.command(await ada.dm(), "match takeback"))
        await scene.bot.services.table.resign(match_id, int(ada.id))
    await scene.quiet()
    newest = [message for message in (await ada.dm()).messages if message.images][-1]
    assert "Rematch" not in newest.labels
    await ada.press(newest, f"lh:rematch:{match_id}:1", anyway=True)
    assert "tried once" in [message.text for message in ada.sees(await ada.dm()) if message.ephemeral][-1]
    assert "had your try" in text(await ada.command(await ada.dm(), "daily play", game="iye"))
    assert "Not solved" in text(await ada.command(await ada.dm(), "daily today"))
    assert len(await scene.store.matches.of_user(int(ada.id), ("over",))) == 1


async def test_two_presses_at_once_begin_one_try(scene: Scene) -> None:
    ada = scene.person("Ada")
    direct = await ada.dm()
    answers = await asyncio.gather(*(ada.command(direct, "daily play", game="iye") for _ in range(3)))
    await scene.quiet()
    assert sum("begins" in text(answer) for answer in answers) == 1
    assert len(await scene.store.matches.of_user(int(ada.id))) == 1


async def test_everybody_gets_the_same_made_once(scene: Scene) -> None:
    ada, ben = scene.person("Ada"), scene.person("Ben")
    for person in (ada, ben):
        await person.command(await person.dm(), "daily play", game="tiwanaku")
    await scene.quiet()
    first, second = [await scene.store.matches.read(await match_of(scene, who, "tiwanaku")) for who in (ada, ben)]
    game = GAMES["tiwanaku"]
    assert game.to_json(first.state) == game.to_json(second.state)
    assert isinstance(scene.pool, Maker)
    assert len(scene.pool.made) == 1


async def test_a_try_goes_on_after_a_restart(scene: Scene) -> None:
    ada = scene.person("Ada")
    await ada.command(await ada.dm(), "daily play", game="iye")
    await scene.stop()
    await scene.start()
    await solve(scene, ada)
    assert "Solved in" in text(await ada.command(await ada.dm(), "daily today"))


async def test_days_in_a_row_are_counted_and_a_new_day_brings_a_new_try(scene: Scene) -> None:
    ada = scene.person("Ada")
    for _ in range(3):
        await ada.command(await ada.dm(), "daily play", game="tiwanaku")
        await scene.quiet()
        await scene.bot.services.table.resign(await match_of(scene, ada, "tiwanaku"), int(ada.id))
        await scene.quiet()
        scene.now += DAY
    said = text(await ada.command(await ada.dm(), "daily today"))
    assert "Tiwanaku Daily" in said
    assert "`/daily play` begins it" in said
    assert "Iwari has no daily challenge yet" in said
    shared = text(await ada.command(scene.games, "daily share", game="tiwanaku", yesterday=True))
    assert "3 days in a row" in shared
    assert "Lost to the Otoma" in shared


async def test_sentences_where_there_is_nothing(scene: Scene) -> None:
    ada = scene.person("Ada")
    assert "have not finished" in text(await ada.command(scene.games, "daily share", game="iye"))
    assert "Nobody here has finished" in text(await ada.command(scene.games, "daily board", game="iye"))
    assert "A board is a server's" in text(await ada.command(await ada.dm(), "daily board", game="iye"))


async def test_a_worker_that_dies_is_told_and_the_next_try_makes_it_anew(scene: Scene) -> None:
    assert isinstance(scene.pool, Maker)
    scene.pool.broken = 1
    found = scene.bot.services.challenges
    with refused("could not be prepared", Refusal):
        await found.get("tiwanaku", 400)
    made = await found.get("tiwanaku", 400)
    assert isinstance(made, Challenge)
    assert len(scene.pool.made) == 2
