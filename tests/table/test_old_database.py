"""A database of version 0.1.0, with matches under way, goes on: its buttons can be pressed, and what it was still to
announce is sent, in the words that were stored then.

`old/` holds it as SQL, with the channels and messages that its bot had made. In match 1 Bo is asked for a takeback; in
match 2 a seat can be had; in match 3 a takeback was agreed to, whose board and outcome wait to be posted; table 4
gathers players.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Playground
from playground.people import Channel
from playground.visible import Message
from table.state import Question, kept
from tests.table.conftest import Scene, newest_post
from tests.table.quick import POINT, QuickPool
from tests.table.test_seats import with_button

OLD = Path(__file__).with_name("old")


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    world = tmp_path / "world"
    shutil.copytree(OLD, world)
    for number in json.loads((world / "world.json").read_text(encoding="utf-8"))["files"]:
        (world / number).write_bytes(POINT)
    scene = Scene(tmp_path, QuickPool())
    with sqlite3.connect(tmp_path / "longhouse.db") as database:
        database.executescript((world / "database.sql").read_text(encoding="utf-8"))
    scene.playground = Playground(keep=world)
    await scene.open()
    yield scene
    await scene.close()


def thread_of(scene: Scene, match: int) -> Channel:
    return next(thread for thread in scene.games.threads if f"#{match}:" in thread.name)


async def test_what_the_table_kept_is_understood(scene: Scene) -> None:
    first, second = [kept(await scene.store.matches.read(number)) for number in (1, 2)]
    assert isinstance(first.asked, Question) and first.proposal is not None
    assert (first.proposal.kind, first.proposal.by, first.proposal.target) == ("takeback", 0, 0)
    assert (second.deadline_days, second.on_timeout) == (3, "computer")
    (offer,) = second.asking.values()
    assert offer.seat == 2 and offer.id is not None and "left" in offer.text


async def test_a_question_with_buttons_is_answered(scene: Scene) -> None:
    thread = thread_of(scene, 1)
    question = with_button(thread, "Agree")
    before = question.text
    await scene.person("Bo").press(question, "Agree")
    await scene.quiet()
    assert question.labels == [] and question.text == f"{before}\n-# Agreed: the turn was taken back."
    assert "**Ada** took back the last turn." in newest_post(thread).text
    assert newest_post(thread).mentions == [scene.person("Ada")]


async def test_the_game_goes_on_from_an_old_post_and_old_posts_keep_their_words(scene: Scene) -> None:
    thread = thread_of(scene, 1)
    old = with_button(thread, "Play")
    words = [line for line in old.text.splitlines() if "Bo" in line and "ove the drum" not in line]
    panel = await scene.person("Bo").press(old, "Play")
    assert isinstance(panel, Message) and "Move the drum" in panel.text
    await scene.person("Bo").command(thread, "iye move", to="c2")
    await scene.quiet()
    assert newest_post(thread).mentions == [scene.person("Ada")]
    assert old.labels == [] and all(line in old.text for line in words)


async def test_a_seat_that_could_be_had_is_taken(scene: Scene) -> None:
    thread = thread_of(scene, 2)
    notice = with_button(thread, "Take Over")
    await scene.person("Cem").press(notice, "Take Over")
    await scene.quiet()
    assert notice.labels == [] and notice.text.endswith("-# **Cem** took the seat over.")
    match = await scene.store.matches.read(2)
    assert match.seats[2].user_id == int(scene.person("Cem").id)


async def test_what_waited_is_announced(scene: Scene) -> None:
    scene.now += 60
    scene.store.outbox.wake()
    await scene.quiet()
    thread = thread_of(scene, 3)
    assert "**Ada** took back the last turn." in newest_post(thread).text
    assert not any("Agree" in message.labels for message in thread.messages)
    assert await scene.store.outbox.pending(scene.now + 10_000) == []


async def test_a_table_that_gathers_players_begins(scene: Scene) -> None:
    lobby = with_button(scene.games, "Join")
    await scene.person("Bo").press(lobby, "Join")
    await scene.person("Ada").press(lobby, "Start")
    await scene.quiet()
    assert newest_post(thread_of(scene, 4)).mentions
    assert (await scene.store.matches.read(4)).status == "running"
