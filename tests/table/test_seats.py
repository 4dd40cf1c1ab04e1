"""People come and go: leaving, taking over, replacing an absent player, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from storage.extra import SeatExtra
from storage.open_match import OpenMatch
from storage.stored_match import StoredMatch
from table import flow
from table.state import kept
from tests.table.conftest import Scene, newest_post

DAY = 86_400


async def match_in(scene: Scene, thread: Channel) -> StoredMatch:
    found = await scene.store.matches.in_thread(int(thread.id))
    assert found is not None
    return await scene.store.matches.read(found.id)


async def three(scene: Scene) -> tuple[Person, Person, Person, Channel]:
    ada, bo, cem = scene.person("Ada"), scene.person("Bo"), scene.person("Cem")
    thread = await scene.begin(ada, bo, cem, line="iwari new", players=3)
    return ada, bo, cem, thread


def said(answer: Any, *parts: str) -> None:
    assert isinstance(answer, Message) and answer.ephemeral
    for part in parts:
        assert part in answer.text, answer.text


def with_button(thread: Channel, label: str) -> Message:
    return [message for message in thread.messages if label in message.labels][-1]


def startable(lobby: Any) -> bool:
    start = lobby.button("Start")
    return start is not None and not start.disabled


async def missed(scene: Scene, match: StoredMatch, seat: int) -> None:
    """As after a deadline that this seat did not keep."""
    async with scene.store.matches.open(match.id) as opened:
        opened.change_seat_extra(seat, SeatExtra(missed=1))


async def leave(scene: Scene, person: Person, thread: Channel) -> None:
    asked = await person.command(thread, "match leave")
    assert isinstance(asked, Message)
    said(await person.press(asked, "Leave"), "You left")
    await scene.quiet()


async def test_leaving_needs_a_confirmation_and_the_computer_plays_on(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    asked = await ada.command(thread, "match leave")
    assert isinstance(asked, Message)
    assert asked.labels == ["Leave", "Play On"]
    assert (await match_in(quick, thread)).seats[0].user_id == int(ada.id)
    said(await ada.press(asked, "Leave"), "You left")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.seats[0].computer
    assert match.step_count == 1, "it was Ada's turn, so the computer has moved"
    assert newest_post(thread).mentions == [bo]
    assert match.host_id == int(bo.id), "the host's rights pass on"
    assert any("host of this match is now **Bo**" in message.text for message in thread.messages)
    said(await ada.command(thread, "iye move", to="c4"), "You do not play")


async def test_a_match_with_only_computers_left_is_closed(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await leave(quick, bo, thread)
    await leave(quick, ada, thread)
    match = await match_in(quick, thread)
    assert match.status == "closed"
    assert "closed" in thread.last.text
    assert all("Play" not in message.labels for message in thread.messages), "nothing is left to press"
    said(await ada.command(thread, "match leave"), "over")


async def test_a_seat_passes_to_the_person_named_with_its_hand_but_not_its_notes(quick: Scene) -> None:
    ada, bo, _, thread = await three(quick)
    dia = quick.person("Dia")
    match = await match_in(quick, thread)
    seat = match.seat_of(int(bo.id))
    assert seat is not None
    await quick.store.notes.put(match.id, seat.index, {"a1": "x"})
    said(await bo.command(thread, "match leave", to=dia), "stays yours until")
    await quick.quiet()
    notice = with_button(thread, "Take Over")
    (take,) = [button.custom_id for button in notice.buttons]
    assert notice.mentions == [dia]
    said(await ada.press(notice, "Take Over"), "You play in this match already")
    said(await quick.person("Eva").press(notice, "Take Over"), "sits there")
    said(await dia.press(notice, "Take Over"), "The seat is yours")
    await quick.quiet()
    after = await match_in(quick, thread)
    assert after.seats[seat.index].user_id == int(dia.id)
    hand = after.state.hands[seat.index]  # type: ignore[attr-defined]
    assert hand == match.state.hands[seat.index]  # type: ignore[attr-defined]
    perspective = await quick.bot.services.table.look(match.id, int(dia.id))
    assert perspective.view.hands[seat.index] == hand
    assert await quick.store.notes.get(match.id, seat.index) == {}
    spectator = await quick.bot.services.table.look(match.id, int(bo.id))
    assert spectator.seat is None
    assert spectator.view.hands[seat.index] != hand, "whoever has left sees the public view only"
    assert spectator.options == []
    said(await bo.press(notice, take, anyway=True), "sits there")


async def test_whoever_takes_the_seat_to_act_is_called(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    cem = quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "match leave", to=cem)
    await quick.quiet()
    await cem.press(with_button(thread, "Take Over"), "Take Over")
    await quick.quiet()
    post = newest_post(thread)
    assert post.mentions == [cem]
    assert "**Cem** takes over from **Ada**" in post.text
    said(await cem.command(thread, "iye move", to="c4"), "")
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]


async def test_somebody_takes_over_from_the_computer_that_stands_in(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    cem = quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    await leave(quick, bo, thread)
    assert [choice["value"] for choice in await cem.autocomplete(thread, "match takeover", focused="seat")] == ["2"]
    said(await ada.command(thread, "match takeover"), "You play in this match already")
    said(await cem.command(thread, "match takeover"), "The seat is yours")
    await quick.quiet()
    assert (await match_in(quick, thread)).seats[1].user_id == int(cem.id)
    said(await quick.person("Dia").command(thread, "match takeover"), "No seat of this match is free")


async def test_an_open_seat_can_be_taken_from_its_notice(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    cem = quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    match = await match_in(quick, thread)
    async with quick.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        kept(opened).on_timeout = "open"
        flow.ask(opened, quick.now)
    await quick.bot.scheduler.tick()
    quick.now += 2 * DAY
    quick.bot.scheduler._last = quick.now - 60
    await quick.bot.scheduler.tick()
    await quick.quiet()
    assert (await match_in(quick, thread)).seats[0].open
    await cem.press(with_button(thread, "Take Over"), "Take Over")
    await quick.quiet()
    assert newest_post(thread).mentions == [cem]


async def test_a_computer_of_the_table_is_the_hosts_to_give(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    lobby = await ada.command(quick.games, "iwari new", players=3)
    await bo.press(lobby, "Join")
    levels = await ada.press(lobby, "Add Computer")
    await ada.press(levels, "Easy")
    await quick.playground.wait_for(lambda: startable(lobby))
    await ada.press(lobby, "Start")
    await quick.quiet()
    thread = quick.games.threads[-1]
    match = await match_in(quick, thread)
    said(await cem.command(thread, "match takeover", seat="3"), "from the start")
    said(await bo.command(thread, "match replace", player="3", by=cem), "Only the host")
    said(await ada.command(thread, "match replace", player="3"), "Choose with `by`")
    said(await ada.command(thread, "match replace", player="3", by=cem), "offered")
    await quick.quiet()
    said(await cem.press(with_button(thread, "Take Over"), "Take Over"), "yours")
    after = await match_in(quick, thread)
    assert after.seats[2].user_id == int(cem.id)
    assert after.state.hands[2] == match.state.hands[2] or after.step_count > match.step_count  # type: ignore[attr-defined]


async def test_nobody_is_voted_out_at_will(quick: Scene) -> None:
    ada, bo, _, thread = await three(quick)
    said(await ada.command(thread, "match replace", player="2"), "only after a deadline was missed")
    match = await match_in(quick, thread)
    await missed(quick, match, 1)
    settings = await quick.store.people.get(int(bo.id))
    settings = type(settings)(away_until=quick.now + DAY)
    await quick.store.people.put(int(bo.id), settings)
    said(await ada.command(thread, "match replace", player="2"), "days off")
    said(await ada.command(thread, "match replace", player="1"), "your own seat")
    said(await ada.command(thread, "match replace", player="9"), "no such seat")
    said(await quick.person("Dia").command(thread, "match replace", player="2"), "You do not play")


async def test_a_week_of_silence_counts_where_there_is_no_deadline(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    quick.now += 6 * DAY
    said(await bo.command(thread, "match replace", player="1"), "only after")
    quick.now += DAY
    said(await bo.command(thread, "match replace", player="1"), "The computer plays on")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.seats[0].computer and match.host_id == int(bo.id)
    assert newest_post(thread).mentions == [bo]


async def test_more_than_half_vote_an_absent_player_out(quick: Scene) -> None:
    ada, _, cem, thread = await three(quick)
    dia = quick.person("Dia")
    await missed(quick, await match_in(quick, thread), 1)
    said(await ada.command(thread, "match replace", player="Bo", by=dia), "have been asked")
    await quick.quiet()
    notice = with_button(thread, "Agree")
    assert notice.mentions == [cem]
    assert not (await match_in(quick, thread)).seats[1].computer
    said(await cem.press(notice, "Agree"), "You agreed")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.seats[1].computer
    assert with_button(thread, "Take Over").mentions == [dia]
    await dia.press(with_button(thread, "Take Over"), "Take Over")
    await quick.quiet()
    assert (await match_in(quick, thread)).seats[1].user_id == int(dia.id)


@pytest.mark.parametrize("who", ["Bo", "Cem"])
async def test_a_vote_is_lost_by_one_of_two_or_by_the_return_of_the_absent(quick: Scene, who: str) -> None:
    ada, bo, _, thread = await three(quick)
    await missed(quick, await match_in(quick, thread), 1)
    await ada.command(thread, "match replace", player="2")
    await quick.quiet()
    said(await quick.person(who).press(with_button(thread, "Agree"), "Decline"), "You declined")
    await quick.quiet()
    assert "stays in the match" in thread.last.text
    match = await match_in(quick, thread)
    assert match.seats[1].user_id == int(bo.id)
    assert not kept(match).proposal


async def test_the_absent_player_plays_and_the_vote_is_void(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    cem = quick.person("Cem")
    thread = await quick.begin(ada, bo, cem, line="iwari new", players=3)
    match = await match_in(quick, thread)
    actor = match.waits_for
    assert actor is not None
    people = {int(person.id): person for person in (ada, bo, cem)}
    assert actor.user_id is not None
    voter = next(person for number, person in people.items() if number != actor.user_id)
    await missed(quick, match, actor.index)
    await voter.command(thread, "match replace", player=str(actor.index + 1))
    await quick.quiet()
    notice = with_button(thread, "Agree")
    agree = notice.buttons[0].custom_id
    await quick.finish_turn(match.id, actor.user_id)
    await quick.quiet()
    third = next(p for number, p in people.items() if number != actor.user_id and p is not voter)
    said(await third.press(notice, agree, anyway=True), "earlier position")
    assert (await match_in(quick, thread)).seats[actor.index].user_id == actor.user_id


async def test_resigning_with_three_hands_the_seat_to_the_computer(quick: Scene) -> None:
    _, bo, _, thread = await three(quick)
    asked = await bo.command(thread, "match resign")
    await bo.press(asked, "Resign")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.status == "running" and match.seats[1].computer


async def test_a_match_in_direct_messages_is_ones_own(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    said(await ada.command(place, "match leave", to=bo), "yours alone")
    asked = await ada.command(place, "match leave")
    await ada.press(asked, "Leave")
    await quick.quiet()
    (mine,) = await quick.store.matches.running_in(None, ("closed",))
    assert mine.host_id == int(ada.id)


async def test_a_seat_changes_hands_while_the_bot_restarts(quick: Scene) -> None:
    _, bo, _, thread = await three(quick)
    dia = quick.person("Dia")
    await bo.command(thread, "match leave", to=dia)
    await quick.quiet()
    await quick.stop()
    await quick.start()
    said(await dia.press(with_button(thread, "Take Over"), "Take Over"), "yours")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.seats[1].user_id == int(dia.id)
    assert isinstance(match, StoredMatch) and not isinstance(match, OpenMatch)


@pytest.mark.parametrize("key", ["iye", "iwari", "tiwanaku"])
async def test_every_game_goes_on_to_its_end_after_changes(quick: Scene, key: str) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    options = {"cycles": 1} if key == "iye" else {}
    thread = await quick.begin(ada, bo, line=f"{key} new", **options)
    await leave(quick, bo, thread)
    await cem.command(thread, "match takeover")
    await quick.quiet()
    await leave(quick, ada, thread)
    for _ in range(3000):
        match = await match_in(quick, thread)
        if match.status != "running":
            break
        await quick.finish_turn(match.id, int(cem.id))
        await quick.quiet()
    assert match.status == "over"
    assert match.host_id == int(cem.id)
    assert await match.check() is None
