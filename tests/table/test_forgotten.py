"""Whoever asks to be forgotten is not named any more by what a match still keeps, or is still to say."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.commands import privacy
from playground.people import Channel, Person
from storage.records import OutboxRow
from table.announcements import NoticePayload
from table.events import HostChanged, Whom
from table.perspective import bold
from table.state import kept
from tests.table.conftest import Scene
from tests.table.test_answered import never
from tests.table.test_faults import POSTS
from tests.table.test_privacy import be_forgotten, stored
from tests.table.test_seats import leave, match_in

NAME = "Zeb*ulon_"
"""Not part of any other word, and written otherwise in messages."""


async def three(scene: Scene, name: str = NAME) -> tuple[Person, Channel]:
    """A match of three in which the person to be forgotten has had a turn, and so is named by posts."""
    zeb = scene.person(name)
    thread = await scene.begin(zeb, scene.person("Ada"), scene.person("Bo"), line="iwari new", players=3)
    while (match := await match_in(scene, thread)).turn < 3:
        assert match.waits_for is not None and match.waits_for.user_id is not None
        await scene.finish_turn(match.id, match.waits_for.user_id)
        await scene.quiet()
    return zeb, thread


def named(scene: Scene, person: Person) -> list[str]:
    rows = stored(scene).split("\n")
    return [row for row in rows if "ulon" in row or person.id in row]


async def test_the_posts_of_a_match_that_goes_on_name_nobody_who_is_forgotten(quick: Scene) -> None:
    zeb, thread = await three(quick)
    posts = kept(await match_in(quick, thread)).posts
    assert posts and "ulon" not in str(posts), "what is kept of a post names nobody"
    await be_forgotten(quick, zeb, quick.games)
    assert named(quick, zeb) == []
    match = await match_in(quick, thread)
    assert match.status == "running" and kept(match).posts
    bo = quick.person("Bo")
    await quick.finish_turn(match.id, match.waits_for.user_id if match.waits_for else int(bo.id))
    await quick.quiet()
    retired = [message.text for message in thread.messages if message.images][-2]
    assert "ulon" not in retired and "Computer 1" in retired


async def test_what_is_still_to_be_said_names_nobody_who_is_forgotten(quick: Scene) -> None:
    zeb, thread = await three(quick)
    for kind in ("notice", "turn", "think"):
        quick.bot.dispatcher.senders[kind] = never
    await privacy.forget(quick.bot.services, int(zeb.id))
    waiting = [row for row in await quick.store.outbox.pending(quick.now + 9999) if row.match_id is not None]
    told = [row.payload["event"] for row in waiting if row.kind == "notice"]
    assert {"type": "SeatLeft", "who": {"seat": 0, "user": None}, "how": "resigned"} in told
    assert named(quick, zeb) == []
    await quick.stop()
    await quick.start()
    quick.now += 9999
    await quick.quiet()
    assert any("a former player** resigned" in message.text for message in thread.messages)


async def test_somebody_who_left_earlier_is_forgotten_too(quick: Scene) -> None:
    zeb, thread = await three(quick)
    await leave(quick, zeb, thread)
    assert named(quick, zeb)
    await be_forgotten(quick, zeb, quick.games)
    assert named(quick, zeb) == []


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_post_that_is_just_being_sent_is_not_noted_with_the_name(quick: Scene, seats: int) -> None:
    zeb = quick.person(NAME)
    others = [quick.person("Ada"), quick.person("Bo")][: seats - 1]
    await quick.begin(zeb, *others, line="iwari new", players=seats)
    going, go_on = asyncio.Event(), asyncio.Event()
    match = await quick.store.matches.read(1)
    assert match.waits_for is not None and match.waits_for.user_id is not None
    posts: Any = quick.bot.dispatcher.senders["turn"].__self__  # type: ignore[attr-defined]
    held = posts._match

    async def read(row: OutboxRow) -> Any:
        found = await held(row)
        going.set()
        await go_on.wait()
        return found

    posts._match = read
    await quick.finish_turn(1, match.waits_for.user_id)
    await going.wait()
    forgetting = asyncio.create_task(privacy.forget(quick.bot.services, int(zeb.id)))
    await asyncio.sleep(0.3)
    assert not forgetting.done()
    go_on.set()
    await forgetting
    await quick.quiet()
    assert named(quick, zeb) == []


async def test_the_log_names_nobody(quick: Scene, caplog: pytest.LogCaptureFixture) -> None:
    zeb = quick.person(NAME)
    lobby = await zeb.command(quick.games, "iye new")
    with caplog.at_level("DEBUG", "longhouse"):
        await quick.person("Ada").press(lobby, "Cancel")
        await quick.person("Ada").command(quick.games, "match board", match=NAME)
    refused = [record for record in caplog.records if "refused" in record.getMessage()]
    assert len(refused) == 2 and "ulon" not in caplog.text


async def test_what_waits_behind_a_post_that_is_just_being_sent_names_nobody(quick: Scene) -> None:
    zeb, thread = await three(quick)
    match = await match_in(quick, thread)
    held = quick.playground.faults.hold("POST", POSTS, times=1)
    async with quick.store.matches.open(match.id) as opened:
        for _ in range(2):
            opened.announce("notice", NoticePayload(event=HostChanged(Whom(0, int(zeb.id)))), quick.now)
    await quick.playground.wait_for(lambda: held.hits)
    forgetting = asyncio.create_task(privacy.forget(quick.bot.services, int(zeb.id)))
    await quick.playground.wait_for(lambda: '"user":null' in stored(quick))
    held.release()
    await forgetting
    await quick.quiet()
    hosts = [text for text in thread_texts(thread) if "The host of this match is now" in text]
    assert hosts[0].endswith(f"{bold(NAME)}.") and hosts[1].endswith("**a former player**.")


def thread_texts(thread: Channel) -> list[str]:
    return [message.text for message in thread.messages]
