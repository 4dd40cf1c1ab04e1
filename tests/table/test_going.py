"""What is said when somebody wants to go, goes, and when a seat passes on, is true in each case."""

from __future__ import annotations

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from table.state import kept
from tests.table.conftest import Scene, newest_post
from tests.table.test_seats import leave, match_in, said, three, with_button

DAY = 86_400


def shown(answer: object) -> str:
    assert isinstance(answer, Message)
    return answer.text


async def opened_seat(scene: Scene) -> tuple[Person, Person, Channel]:
    """A match of two in which Ada's time was out, so that her seat is open."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    match = await match_in(scene, thread)
    async with scene.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        kept(opened).on_timeout = "open"
        opened.due_at = scene.now + DAY
    scene.now += DAY + 1
    scene.bot.scheduler._last = scene.now - 60
    await scene.bot.scheduler.tick()
    await scene.quiet()
    return ada, bo, thread


# Resigning.


async def test_resigning_among_two_is_said_to_end_the_match(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo)
    text = shown(await ada.command(thread, "match resign"))
    assert "The match ends by it, and that cannot be taken back." in text
    assert "computer" not in text and "ratings" not in text


async def test_resigning_among_three_is_said_to_hand_the_seat_to_the_computer(quick: Scene) -> None:
    _, bo, _, thread = await three(quick)
    asked = await bo.command(thread, "match resign")
    text = shown(asked)
    assert "The match goes on, and the computer plays in your place" in text
    assert "cannot be taken back" not in text and "`/match takeover`" in text
    assert "comes last in it for the ratings, unless back by then" in text
    await bo.press(asked, "Resign")
    assert "You resigned **Iwari #1**; the computer plays on." in shown(asked)


async def test_resigning_against_computers_alone_is_said_to_end_the_match(quick: Scene) -> None:
    _, bo, cem, thread = await three(quick)
    await leave(quick, bo, thread)
    await leave(quick, cem, thread)
    text = shown(await quick.person("Ada").command(thread, "match resign"))
    assert "The match ends by it" in text and "takeover" not in text


async def test_resigning_is_asked_anew_where_it_means_something_else_by_now(quick: Scene) -> None:
    ada, bo, cem, thread = await three(quick)
    asked = await ada.command(thread, "match resign")
    assert "The match goes on" in shown(asked)
    await leave(quick, bo, thread)
    await leave(quick, cem, thread)
    await ada.press(asked, "Resign")
    assert (await match_in(quick, thread)).status == "running"
    assert "The match ends by it" in shown(asked)
    await ada.press(asked, "Resign")
    await quick.quiet()
    assert (await quick.store.matches.read(1)).status == "over"


async def test_leaving_as_the_last_person_is_said_to_close_the_match(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    assert "come back by `/match takeover`" in shown(await ada.command(thread, "match leave"))
    await leave(quick, bo, thread)
    text = shown(await ada.command(thread, "match leave"))
    assert "the match is closed" in text and "takeover" not in text


# Whose seat it was.


async def test_an_open_seat_is_named_after_who_had_it(quick: Scene) -> None:
    _, _, thread = await opened_seat(quick)
    zoe = quick.person("Zoe")
    assert [choice["name"] for choice in await zoe.autocomplete(thread, "match takeover", focused="seat")] == ["1: Ada"]
    await zoe.press(with_button(thread, "Take Over"), "Take Over")
    await quick.quiet()
    post = newest_post(thread)
    assert "**Zoe** takes over from **Ada**." in post.text and post.mentions == [zoe]


async def test_an_open_seat_is_offered_as_the_seat_of_who_had_it(quick: Scene) -> None:
    _, bo, thread = await opened_seat(quick)
    said(await bo.command(thread, "match replace", player="1", by=quick.person("Zoe")), "offered")
    await quick.quiet()
    assert "offers you the seat of **Ada**" in with_button(thread, "Take Over").text


@pytest.mark.parametrize("way", ["time", "leave"])
async def test_whoever_comes_back_takes_over_from_nobody(quick: Scene, way: str) -> None:
    if way == "time":
        ada, _, thread = await opened_seat(quick)
    else:
        ada, _, _, thread = await three(quick)
        await leave(quick, ada, thread)
    await ada.command(thread, "match takeover")
    await quick.quiet()
    told = "\n".join(message.text for message in thread.messages)
    assert "**Ada** is back and plays on." in told and "takes over from" not in told


# Where there is nothing to be played alone.


@pytest.mark.parametrize(("key", "alone"), [("iwari", False), ("tiwanaku", True), ("iye", True)])
async def test_a_table_in_a_direct_message_is_refused_with_what_fits_the_game(
    quick: Scene, key: str, alone: bool
) -> None:
    ada = quick.person("Ada")
    text = shown(await ada.command(await ada.dm(), f"{key} new"))
    assert "in a server" in text
    assert (f"`/{key} solo`" in text) == alone
    assert ("Iwari is not played alone" in text) == (not alone)
