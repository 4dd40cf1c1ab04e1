"""What leaving and taking back do to ratings, and that people are told so."""

from __future__ import annotations

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from tests.table.conftest import Scene, newest_post
from tests.table.test_seats import match_in, said, three


def shown(answer: object) -> str:
    assert isinstance(answer, Message)
    return answer.text


async def played(scene: Scene, thread: Channel) -> int:
    """Everybody has had a turn."""
    number = (await match_in(scene, thread)).id
    acted: set[int] = set()
    while len(acted) < len((match := await scene.store.matches.read(number)).seats):
        seat = match.waits_for
        assert seat is not None and seat.user_id is not None
        acted.add(seat.index)
        await scene.finish_turn(number, seat.user_id)
    await scene.quiet()
    return number


async def give_up(scene: Scene, person: Person, thread: Channel, line: str) -> str:
    asked = await person.command(thread, line)
    told = shown(asked)
    await person.press(asked, "Leave" if line == "match leave" else "Resign")
    await scene.quiet()
    return told


@pytest.mark.parametrize("line", ["match leave", "match resign"])
async def test_leaving_a_match_of_three_costs_rating(quick: Scene, line: str) -> None:
    _, bo, _, thread = await three(quick)
    number = await played(quick, thread)
    asked = await bo.command(thread, line)
    assert "whoever has left it comes last in it for the ratings" in shown(asked)
    await bo.press(asked, "Leave" if line == "match leave" else "Resign")
    await quick.quiet()
    while (match := await quick.store.matches.read(number)).status == "running":
        seat = match.waits_for
        assert seat is not None
        if seat.user_id is not None:
            await quick.finish_turn(number, seat.user_id)
        await quick.quiet()
    best = [row.name for row in await quick.store.ratings.best("iwari", int(quick.playground.guild.id))]
    assert len(best) == 3 and best[-1] == "Bo"
    assert "comes last in it" in shown(await bo.command(thread, "stats me"))


async def test_alone_nothing_is_said_of_ratings_that_do_not_count(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "tiwanaku solo", level="easy")
    await quick.quiet()
    assert "ratings" not in shown(await ada.command(place, "match resign"))
    assert "ratings" not in shown(await ada.command(place, "match leave"))


async def test_a_takeback_against_the_computer_needs_no_vote_and_ends_the_rating(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    option = (await ada.autocomplete(place, "iye play", focused="option"))[0]["value"]
    await ada.command(place, "iye play", option=option)
    await quick.quiet()
    said(await ada.press(await ada.press(newest_post(place), "Take Back"), "Take Back"), "Done.")
    await quick.quiet()
    assert not any("Agree" in message.labels for message in place.messages)
    assert "A win against the computer is not rated any more, a defeat is." in newest_post(place).text
    await ada.command(place, "iye play", option=option)
    await quick.quiet()
    assert "you have lost it for the ratings" in await give_up(quick, ada, place, "match resign")
    assert (await quick.store.matches.read(1)).status == "over"
    (found,) = await quick.store.ratings.of(int(ada.id))
    assert (found.played, found.won) == (1, 0) and found.mu < 25


@pytest.mark.parametrize("played", [True, False])
async def test_who_leaves_the_computer_alone_has_lost_once_both_have_played(quick: Scene, played: bool) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    if played:
        option = (await ada.autocomplete(place, "iye play", focused="option"))[0]["value"]
        await ada.command(place, "iye play", option=option)
        await quick.quiet()
    asked = await give_up(quick, ada, place, "match leave")
    assert ("you have lost it for the ratings" if played else "closed without a result") in asked
    match = await quick.store.matches.read(1)
    assert match.status == ("over" if played else "closed")
    assert [(row.played, row.won) for row in await quick.store.ratings.of(int(ada.id))] == ([(1, 0)] if played else [])


async def test_what_leaving_means_is_asked_anew_when_it_has_changed(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    asked = await ada.command(place, "match leave")
    option = (await ada.autocomplete(place, "iye play", focused="option"))[0]["value"]
    await ada.command(place, "iye play", option=option)
    await quick.quiet()
    said(await ada.press(asked, "Leave"), "you have lost it")
    assert (await quick.store.matches.read(1)).status == "running"
    said(await ada.press(asked, "Leave"), "You left")
    assert (await quick.store.matches.read(1)).status == "over"


@pytest.mark.parametrize("ahead", [True, False])
async def test_the_computer_judges_a_draw_by_the_position(
    quick: Scene, monkeypatch: pytest.MonkeyPatch, ahead: bool
) -> None:
    """It agrees unless it stands before whoever offers; a match that is being lost is not got out of."""
    monkeypatch.setattr("cogs.ui.lobby.new_seed", lambda: 12)
    ada, number = int(quick.person("Ada").id), 1
    place = await quick.person("Ada").dm()
    await quick.person("Ada").command(place, "iye solo", level="easy")
    await quick.quiet()
    for _ in range(30):
        match = await quick.store.matches.read(number)
        rank = {standing.seat: standing.rank for standing in match.game.standings(match.state)}
        mine = match.seat_of(ada)
        assert mine is not None
        if match.step_count and (rank[1 - mine.index] < rank[mine.index]) is ahead:
            break
        await quick.finish_turn(number, ada)
        await quick.quiet()
    asked = await quick.person("Ada").command(place, "match draw")
    said(asked, "A computer player agrees unless it stands before you", "cannot be taken back")
    answer = await quick.person("Ada").press(asked, "Offer Draw")
    said(answer, "The computer stands before you and plays on." if ahead else "The computer agrees")
    assert (await quick.store.matches.read(number)).status == ("running" if ahead else "over")
    assert await quick.store.ratings.of(ada) == []


async def test_a_takeback_among_people_says_nothing_of_computers(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    await ada.command(thread, "match takeback")
    await quick.quiet()
    question = [message for message in thread.messages if "Agree" in message.labels][-1]
    await bo.press(question, "Agree")
    await quick.quiet()
    post = newest_post(thread)
    assert "took back the last turn" in post.text and "rated" not in post.text
