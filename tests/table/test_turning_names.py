"""Characters in a name that turn the rest of a line around stand in nothing that is shown."""

from __future__ import annotations

import json
import re

import pytest

from cogs.commands.server_export import _match
from playground.people import Channel, Person
from playground.visible import Message
from storage.records import SeatRow
from table import past
from table.perspective import bold, plain, seat_name
from tests.table.conftest import Scene
from tests.table.quick import QuickPool
from tests.table.test_seats import leave, match_in

TURNING = [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\u200e", "\u200f", "\u061c"]


def turned(text: str) -> list[str]:
    return re.findall("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.parametrize("mark", TURNING)
def test_a_name_is_shown_without_them(mark: str) -> None:
    name = f"{mark}A{mark}da*{mark}"
    assert plain(name) == "Ada*"
    assert bold(name) == "**Ada\\***"
    assert seat_name(SeatRow(index=1, user_id=7, name=name)) == "Ada*"


def test_a_name_of_nothing_else_is_still_a_name() -> None:
    assert seat_name(SeatRow(index=1, user_id=7, name="\u202e\u2066")) == "Player 2"
    assert bold("\u202e") == "**?**"


@pytest.mark.parametrize("name", ["عدا", "עדה", "👩\u200d🚀 Ada", "Ada Lovelace"])
def test_names_that_need_no_help_stay_as_they_are(name: str) -> None:
    assert plain(name) == name


async def begun(scene: Scene) -> tuple[Person, Person, Channel]:
    ada, bo = scene.person("\u202eAda\u2066"), scene.person("B\u200fo\u202d")
    return ada, bo, await scene.begin(ada, bo, first="host")


async def test_nothing_that_is_shown_holds_them(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    assert thread.name == "İye #1: Ada, Bo"
    await ada.command(thread, "iye move", to="c4")
    await leave(quick, ada, thread)
    await ada.command(thread, "match takeover")
    await bo.command(thread, "match takeback")
    await quick.quiet()
    shown = [message.text for message in (*thread.messages, *quick.games.messages)]
    assert any("**Ada**" in text for text in shown) and any("**Bo**" in text for text in shown)
    assert not turned("".join(shown))
    assert not turned(str([message.images for message in thread.messages]))
    answer = await bo.command(thread, "match list")
    assert isinstance(answer, Message) and "with **Ada**" in answer.text
    assert isinstance(quick.pool, QuickPool)
    assert not any(turned("".join(job.audience.names)) for job in quick.pool.drawn)


async def test_suggestions_and_files_do_not_hold_them(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    (choice,) = await bo.autocomplete(quick.games, "match history", focused="match")
    assert "with Ada" in choice["name"]
    (choice,) = await bo.autocomplete(quick.games, "match board", focused="match")
    assert "with Ada" in choice["name"]
    (choice,) = await bo.autocomplete(thread, "match replace", focused="player")
    assert choice["name"] == "1: Ada"
    match = await match_in(quick, thread)
    assert "# seat 0: Ada\n# seat 1: Bo\n" in await past.log(match, None)
    (summary,) = await quick.store.matches.of_user(int(ada.id))
    assert not turned(json.dumps(_match(summary), ensure_ascii=False))
    await ada.command(quick.games, "iye new")
    (choice,) = await ada.autocomplete(quick.games, "match cancel", focused="match")
    assert choice["name"] == "İye #2: a table by Ada"
