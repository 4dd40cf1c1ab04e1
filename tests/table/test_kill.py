"""`kill -9` at each point of the order of effects: nothing is lost, nothing happens twice, each post appears once."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import pytest

from playground.people import Channel
from playground.visible import Message
from tests.table.conftest import Scene, newest_post
from tests.table.program import bot_on
from tests.table.test_races import match_in


def boards(thread: Channel) -> list[Message]:
    return [message for message in thread.messages if message.images]


async def killed_at(scene: Scene, folder: Path, point: str, action: object) -> None:
    """Let the program run instead of the scene's bot, do something, and have it killed at the point."""
    scene.playground.settle = 60
    scene.now = int(time.time())  # the program has no other clock
    async with bot_on(scene.playground, folder, point) as process:
        doing = asyncio.ensure_future(action())  # type: ignore[operator]
        async with asyncio.timeout(60):
            assert await process.wait() == -9
        doing.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await doing
    await scene.playground.wait_for(lambda: not scene.playground.gateway.connected)
    await scene.start()
    scene.now = int(time.time()) + 60
    await scene.quiet()


@pytest.mark.parametrize(
    ("point", "saved"),
    [
        ("before-commit", False),
        ("inside-commit", False),
        ("after-commit", True),
        ("before-send", True),
        ("before-commit:2", True),  # sent, and about to note what was told
        ("after-commit:2", True),
        ("after-send", True),
        ("before-mark", True),
        ("after-mark", True),
    ],
)
async def test_killed_in_a_move(quick: Scene, tmp_path: Path, point: str, saved: bool) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    quick.now = int(time.time())
    thread = await quick.begin(ada, bo, first="host")
    await quick.stop()
    await killed_at(quick, tmp_path, point, lambda: ada.command(thread, "iye move", to="c4"))
    match = await match_in(quick, thread)
    assert match.step_count == int(saved)
    assert len(bo.notices) == int(saved)
    if not saved:
        await ada.command(thread, "iye move", to="c4")
        await quick.quiet()
    assert [step.option for step in await (await match_in(quick, thread)).steps()] == ["c4"]
    assert len(boards(thread)) == 2 and newest_post(thread).mentions == [bo]
    assert len(bo.notices) == 1
    assert boards(thread)[0].labels == [], "the old post has lost its buttons"
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    assert len(boards(thread)) == 3 and newest_post(thread).mentions == [ada]


@pytest.mark.parametrize("point", ["after-commit", "before-commit:2", "after-commit:2", "before-send", "after-send"])
async def test_killed_while_a_match_begins(quick: Scene, tmp_path: Path, point: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    quick.now = int(time.time())
    lobby = await ada.command(quick.games, "iye new", first="host")
    await bo.press(lobby, "Join")
    await quick.stop()
    await killed_at(quick, tmp_path, point, lambda: ada.press(lobby, "Start"))
    (thread,) = quick.games.threads
    assert len(boards(thread)) == 1 and newest_post(thread).mentions == [ada]
    assert len(ada.notices) == 1
    assert isinstance(lobby, Message) and not lobby.labels and thread.mention in lobby.text


async def test_killed_while_a_table_is_opened(quick: Scene, tmp_path: Path) -> None:
    """The table's message was never seen; the table is not lost for its host, nor in their way."""
    ada = quick.person("Ada")
    await quick.stop()
    await killed_at(quick, tmp_path, "after-commit", lambda: ada.command(quick.games, "iye new"))
    answer = await ada.command(quick.games, "iye new")
    assert isinstance(answer, Message) and "Join" in answer.labels


async def test_killed_in_a_computers_move(quick: Scene, tmp_path: Path) -> None:
    ada = quick.person("Ada")
    quick.now = int(time.time())
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    choices = await ada.autocomplete(place, "iye play", focused="option")
    before = len(boards(place))
    await quick.stop()
    move = choices[0]["value"]
    await killed_at(quick, tmp_path, "after-commit:2", lambda: ada.command(place, "iye play", option=move))
    assert len(boards(place)) == before + 1 and newest_post(place).mentions == [ada]
