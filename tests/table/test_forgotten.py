"""Whoever asks to be forgotten is not named any more by what a match still keeps, or is still to say."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs import privacy
from playground.people import Channel, Person
from storage.records import OutboxRow
from tests.table.conftest import Scene
from tests.table.test_answered import never
from tests.table.test_privacy import be_forgotten, stored
from tests.table.test_seats import leave, match_in

NAME = "Zeb*ulon_"
"""Not part of any other word, and written otherwise in messages."""


async def three(scene: Scene) -> tuple[Person, Channel]:
    """A match of three in which the person to be forgotten has had a turn, and so is named by posts."""
    zeb = scene.person(NAME)
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
        quick.house.courier.kinds[kind] = never
    await privacy.forget(quick.house, int(zeb.id))
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
    held = quick.house.courier._match

    async def read(row: OutboxRow) -> Any:
        found = await held(row)
        going.set()
        await go_on.wait()
        return found

    quick.house.courier._match = read  # type: ignore[method-assign]
    await quick.finish_turn(1, match.waits_for.user_id)
    await going.wait()
    forgetting = asyncio.create_task(privacy.forget(quick.house, int(zeb.id)))
    await asyncio.sleep(0.3)
    assert not forgetting.done()
    go_on.set()
    await forgetting
    await quick.quiet()
    assert named(quick, zeb) == []
