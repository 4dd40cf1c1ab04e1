"""The database locked, the disk full, Discord down for an hour: nothing is lost, and all is said afterwards, once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text

from playground.people import Channel, Person
from playground.visible import Message
from storage import DiskFull, engines
from storage import database as connections
from tests.table.conftest import Scene
from tests.table.test_faults import POSTS, begun, told_once
from tests.table.test_races import match_in


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between tries, ours and discord.py's, shortened."""
    sleep = asyncio.sleep
    for place in ("discord.http.asyncio.sleep", "cogs.outbox.dispatcher.asyncio.sleep"):
        monkeypatch.setattr(place, lambda delay, *given: sleep(min(delay, 0.02), *given))


def locked(scene: Scene) -> sqlite3.Connection:
    """Another program that holds the database; `close` lets it go."""
    other = sqlite3.connect(Path(scene.url.partition("///")[2]), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


async def fill_disk(scene: Scene, pages: int = 1) -> None:
    """SQLite keeps the pages that there are and gets no more; with many there is room again."""
    await scene.store._database.write(lambda connection: connection.scalar(text(f"PRAGMA max_page_count = {pages}")))


async def leave_no_room(scene: Scene) -> None:
    """Use up the free parts of the pages that there are, and let there be no more."""
    await fill_disk(scene)
    size = 20_000
    while size:
        try:
            await scene.store.outbox.add("noise", {"x": "x" * size}, scene.now, due_at=2**40)
        except Exception:
            size //= 2


async def outlast_nonces(scene: Scene) -> None:
    """Some tries go by, and Discord forgets the nonces, by which it would leave out what is sent twice."""
    for _ in range(10):
        await asyncio.sleep(0.05)
        scene.playground.service._nonces.clear()


async def test_the_database_is_locked_while_somebody_moves(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_MS", 50)
    await quick.stop()
    await quick.start()
    ada, bo, thread = await begun(quick)
    other = locked(quick)
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message) and "locked" in answer.text and "nothing was lost" in answer.text
    assert (await match_in(quick, thread)).step_count == 0
    other.close()
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)


@pytest.mark.usefixtures("hurried")
async def test_the_database_is_locked_while_a_post_goes_out(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The post is sent and cannot be marked: it is not sent again, however long that lasts."""
    monkeypatch.setattr(engines, "BUSY_MS", 20)
    await quick.stop()
    await quick.start()
    ada, bo, thread = await begun(quick)
    held = quick.playground.faults.hold("POST", POSTS)
    await ada.command(thread, "iye move", to="c4")
    await quick.playground.wait_for(lambda: held.hits)
    other = locked(quick)
    held.release()
    await outlast_nonces(quick)
    other.close()
    await told_once(quick, thread, bo)


async def test_the_disk_is_full_while_somebody_moves(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    await leave_no_room(quick)
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message) and "disk is full" in answer.text
    assert (await match_in(quick, thread)).step_count == 0
    await fill_disk(quick, 1_000_000)
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)


@pytest.mark.usefixtures("hurried")
async def test_the_disk_is_full_while_a_post_goes_out(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every write fails from the moment at which the post is on its way."""
    ada, bo, thread = await begun(quick)
    held = quick.playground.faults.hold("POST", POSTS)
    await ada.command(thread, "iye move", to="c4")
    await quick.playground.wait_for(lambda: held.hits)
    refused = []

    def refuse(self: object, work: object) -> None:
        refused.append(work)
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(connections.Database, "_writing", refuse)
        held.release()
        await outlast_nonces(quick)
    assert len(refused) > 3
    await told_once(quick, thread, bo)


async def minutes(scene: Scene, number: int) -> None:
    """So many minutes pass; everything that becomes due is tried."""
    for _ in range(number):
        scene.now += 60
        scene.store.outbox.wake()
        await scene.quiet()


async def played(scene: Scene, thread: Channel, *people: Person) -> None:
    """Each makes a move while nobody sees a post."""
    for person in people:
        match = await match_in(scene, thread)
        perspective = await scene.bot.table.look(match.id, int(person.id))
        await scene.bot.table.take(match.id, int(person.id), perspective.options[0])


@pytest.mark.usefixtures("hurried")
async def test_discord_answers_500_for_an_hour(quick: Scene) -> None:
    """Meanwhile one match goes on by three moves, one ends, one is closed, and a restart comes."""
    ada, bo, one = await begun(quick)
    two = await quick.begin(ada, bo, first="host")
    three = await quick.begin(ada, bo, first="host")
    before = {thread.id: len(thread.messages) for thread in (one, two, three)}
    called = len(ada.notices), len(bo.notices)
    fault = quick.playground.faults.fail("POST", POSTS, 500, times=1_000_000)
    await played(quick, one, ada)
    await minutes(quick, 20)
    await played(quick, one, bo, ada)
    await quick.bot.table.resign((await match_in(quick, two)).id, int(ada.id))
    asked = await ada.command(quick.games, "table close", match=str((await match_in(quick, three)).id))
    await ada.press(asked, "Close Match")
    await minutes(quick, 20)
    await quick.stop()
    await quick.start()
    await minutes(quick, 20)
    assert {thread.id: len(thread.messages) for thread in (one, two, three)} == before
    assert fault.hits > 20
    quick.playground.faults.clear()
    fault.times = 0
    await minutes(quick, 11)
    news = {thread.id: thread.messages[before[thread.id] :] for thread in (one, two, three)}
    assert Counter({key: len(posts) for key, posts in news.items()}) == {one.id: 1, two.id: 1, three.id: 1}
    (board,) = news[one.id]
    assert board.mentions == [bo] and len([line for line in board.text.split("\n") if "moved" in line.lower()]) >= 3
    assert "resigned" in news[two.id][0].text.lower()
    assert "was closed" in news[three.id][0].text
    assert (len(ada.notices), len(bo.notices)) == (called[0], called[1] + 1)
    assert (await match_in(quick, one)).step_count >= 3
    assert await quick.store.outbox.pending(quick.now + 10_000) == []
