"""Whoever asks to be forgotten is not named any more by what a match still keeps, or is still to say."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.commands import privacy
from playground.people import Channel, Person
from storage.records import OutboxRow
from table.perspective import bold
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
    assert any("ulon" in str(post) for post in (await match_in(quick, thread)).extra["posts"])
    await be_forgotten(quick, zeb, quick.games)
    assert named(quick, zeb) == []
    match = await match_in(quick, thread)
    assert match.status == "running" and match.extra["posts"]
    assert any("a former player" in post["head"] + post["standing"] for post in match.extra["posts"])


async def test_what_is_still_to_be_said_names_nobody_who_is_forgotten(quick: Scene) -> None:
    zeb, thread = await three(quick)
    for kind in ("notice", "turn", "think"):
        quick.bot.dispatcher.senders[kind] = never
    await privacy.forget(quick.bot.services, int(zeb.id))
    waiting = [row for row in await quick.store.outbox.pending(quick.now + 9999) if row.match_id is not None]
    assert any("**a former player** resigned" in row.payload.get("text", "") for row in waiting)
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


# Long names, of which a part may be left, and names that look like other words.

LONG_NAME = "Zebulon Q. of the Great Plains"


async def with_name(scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch, most: int) -> tuple[Person, Channel]:
    """A match of three in which this person has had a turn, with posts whose standing is cut short."""
    monkeypatch.setattr("cogs.ui.post.STANDING", most)
    return await three(scene, name)


@pytest.mark.parametrize("most", [20, 26, 33])
async def test_no_part_of_a_name_that_was_cut_stays(quick: Scene, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    zeb, thread = await with_name(quick, LONG_NAME, monkeypatch, most)
    before = (await match_in(quick, thread)).extra["posts"]
    assert any("Zeb" in post["alt"] and LONG_NAME not in post["alt"] for post in before)
    await be_forgotten(quick, zeb, quick.games)
    after = (await match_in(quick, thread)).extra["posts"]
    assert not [row for row in stored(quick).split("\n") if "Zeb" in row or zeb.id in row]
    kept = [post["alt"] for post in after if post["steps"] <= (await match_in(quick, thread)).step_count]
    assert kept and all("Computer" in alt and "Ada" in alt for alt in kept)


async def test_a_name_that_is_a_common_word_takes_no_other_word_along(quick: Scene) -> None:
    the, thread = await three(quick, "the")
    before = (await match_in(quick, thread)).extra["posts"]
    assert any(" the " in post["head"].replace("**the**", "") for post in before)
    await be_forgotten(quick, the, quick.games)
    after = (await match_in(quick, thread)).extra["posts"]
    same = {post["id"]: post for post in after}
    for post in before:
        if (now := same.get(post["id"])) is not None:
            for key in ("head", "standing"):
                assert now[key] == post[key].replace("**the**", "**a former player**")
    assert all("a former player" not in post["alt"] for post in after)


async def test_the_log_names_nobody(quick: Scene, caplog: pytest.LogCaptureFixture) -> None:
    zeb = quick.person(NAME)
    lobby = await zeb.command(quick.games, "iye new")
    with caplog.at_level("DEBUG", "longhouse"):
        await quick.person("Ada").press(lobby, "Cancel")
        await quick.person("Ada").command(quick.games, "match board", match=NAME)
    refused = [record for record in caplog.records if "refused" in record.getMessage()]
    assert len(refused) == 2 and "ulon" not in caplog.text


async def test_what_waits_behind_a_post_that_is_just_being_sent_is_reworded(quick: Scene) -> None:
    zeb, thread = await three(quick)
    match = await match_in(quick, thread)
    held = quick.playground.faults.hold("POST", POSTS, times=1)
    async with quick.store.matches.open(match.id) as opened:
        opened.announce("notice", {"text": "First."}, quick.now)
        opened.announce("notice", {"text": f"{bold(NAME)} is second."}, quick.now)
    await quick.playground.wait_for(lambda: held.hits)
    forgetting = asyncio.create_task(privacy.forget(quick.bot.services, int(zeb.id)))
    await quick.playground.wait_for(lambda: "a former player** is second" in stored(quick))
    held.release()
    await forgetting
    await quick.quiet()
    assert [text for text in thread_texts(thread) if "second" in text] == ["**a former player** is second."]


def thread_texts(thread: Channel) -> list[str]:
    return [message.text for message in thread.messages]
