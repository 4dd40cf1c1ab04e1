"""The buttons of a notice come off once there is nothing to answer any more, and it says how it ended."""

from __future__ import annotations

from typing import Any

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from table import consent, flow
from table.events import Proposal
from table.state import kept
from tests.table.conftest import Scene, newest_post
from tests.table.test_seats import DAY, leave, match_in, missed, said, three, with_button
from tests.table.test_takeback import asked, moved, offer_draw


async def question(scene: Scene, line: str = "match takeback") -> tuple[Person, Person, Channel, Message]:
    """Ada has moved and asks Bo something."""
    ada, bo, thread = await moved(scene, "c4")
    await (offer_draw(ada, thread) if line == "match draw" else ada.command(thread, line))
    await scene.quiet()
    notice = asked(thread)
    assert notice.labels == ["Agree", "Decline"]
    return ada, bo, thread, notice


def ended(notice: Message, *parts: str) -> None:
    assert not notice.labels, notice.labels
    for part in parts:
        assert part in notice.text, notice.text


@pytest.mark.parametrize(
    ("line", "press", "outcome"),
    [
        ("match takeback", "Agree", "-# Agreed: the turn was taken back."),
        ("match takeback", "Decline", "-# **Bo** declined."),
        ("match draw", "Agree", "-# Agreed: the match ends as a draw."),
        ("match draw", "Decline", "-# **Bo** declined."),
    ],
)
async def test_an_answered_question_says_its_outcome(quick: Scene, line: str, press: str, outcome: str) -> None:
    _, bo, _, notice = await question(quick, line)
    before = notice.text
    await bo.press(notice, press)
    await quick.quiet()
    ended(notice, before, outcome)
    assert kept(await quick.store.matches.read(1)).asking == {}


async def test_a_question_that_is_overtaken_by_play_says_so(quick: Scene) -> None:
    _, bo, thread, notice = await question(quick)
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    ended(notice, "The match went on")


async def put_to_all(scene: Scene, thread: Channel) -> Message:
    """The first seat asks all others something."""
    async with scene.store.matches.open(1) as match:
        proposal = Proposal(kind="takeback", by=0, target=0, agreed=[0])
        consent.announce_proposal(match, match.seats[0], proposal, match.seats[1:], scene.now)
    await scene.quiet()
    return asked(thread)


async def test_the_first_choice_of_a_turn_is_enough(quick: Scene) -> None:
    """No post follows it."""
    thread = (await three(quick))[3]
    notice = await put_to_all(quick, thread)
    match = await match_in(quick, thread)
    assert match.waits_for is not None and match.waits_for.user_id is not None
    posts = len([message for message in thread.messages if message.images])
    await quick.bot.services.table.take(match.id, match.waits_for.user_id, match.game.options(match.state)[0])
    await quick.quiet()
    assert (await match_in(quick, thread)).turn == match.turn
    assert len([message for message in thread.messages if message.images]) == posts
    ended(notice, "The match went on")


async def test_a_new_question_takes_the_place_of_the_old_one(quick: Scene) -> None:
    ada, bo, thread, first = await question(quick)
    await offer_draw(bo, thread)
    await quick.quiet()
    ended(first, "Another question took its place")
    second = asked(thread)
    await ada.press(second, "Agree")
    await quick.quiet()
    ended(second, "Agreed")
    assert (await quick.store.matches.read(1)).status == "over"


async def test_the_buttons_of_a_declined_question_do_not_answer_a_later_one(quick: Scene) -> None:
    """Both were asked at the same position."""
    ada, bo, thread, first = await question(quick)
    (agree,) = [button.custom_id for button in first.buttons if button.label == "Agree"]
    await bo.press(first, "Decline")
    await quick.quiet()
    await offer_draw(ada, thread)
    await quick.quiet()
    await bo.press(first, agree, anyway=True)
    assert "earlier position" in [message.text for message in bo.sees(thread) if message.ephemeral][-1]
    assert (await match_in(quick, thread)).status == "running"


async def test_a_question_ends_with_the_match(quick: Scene) -> None:
    _, bo, _, notice = await question(quick)
    await quick.bot.services.table.resign(1, int(bo.id))
    await quick.quiet()
    ended(notice)
    assert (await quick.store.matches.read(1)).status == "over"


async def test_a_question_ends_when_somebody_leaves(quick: Scene) -> None:
    ada, _, thread, notice = await question(quick)
    await leave(quick, ada, thread)
    ended(notice, "Somebody came or left")


async def test_a_question_ends_when_the_time_is_out(quick: Scene) -> None:
    _, _, thread, notice = await question(quick)
    async with quick.store.matches.open(1) as match:
        kept(match).deadline_days = 1
        flow.ask(match, quick.now)
    quick.now += 2 * DAY
    quick.bot.scheduler._last = quick.now - 60
    await quick.bot.scheduler.tick()
    await quick.quiet()
    ended(notice, "The match went on")
    assert (await match_in(quick, thread)).step_count > 1


async def test_a_question_ends_when_an_admin_closes_the_match(quick: Scene) -> None:
    ada, _, _, notice = await question(quick)
    sure = await ada.command(quick.games, "table close", match="1")
    await ada.press(sure, "Close Match")
    await quick.quiet()
    ended(notice, "The match is over")


@pytest.mark.parametrize("press", ["Agree", "Decline"])
async def test_a_vote_says_its_outcome(quick: Scene, press: str) -> None:
    ada, _, cem, thread = await three(quick)
    await missed(quick, await match_in(quick, thread), 1)
    await ada.command(thread, "match replace", player="Bo")
    await quick.quiet()
    notice = asked(thread)
    await cem.press(notice, press)
    await quick.quiet()
    ended(notice, "Agreed: the computer plays on" if press == "Agree" else "**Cem** declined")


async def test_an_answer_that_is_not_the_last_one_leaves_the_buttons(quick: Scene) -> None:
    _, bo, cem, thread = await three(quick)
    notice = await put_to_all(quick, thread)
    await bo.press(notice, "Agree")
    await quick.quiet()
    assert notice.labels == ["Agree", "Decline"]
    await cem.press(notice, "Decline")
    await quick.quiet()
    ended(notice, "**Cem** declined")


# Seats.


async def test_a_seat_that_was_taken_over_says_by_whom(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    await leave(quick, bo, thread)
    notice = with_button(thread, "Take Over")
    said(await cem.press(notice, "Take Over"), "The seat is yours")
    await quick.quiet()
    ended(notice, "**Bo** left", "-# **Cem** took the seat over.")


async def test_a_seat_that_was_opened_by_time_and_taken_by_command(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    async with quick.store.matches.open(1) as match:
        kept(match).deadline_days = 1
        kept(match).on_timeout = "open"
        flow.ask(match, quick.now)
    quick.now += 2 * DAY
    quick.bot.scheduler._last = quick.now - 60
    await quick.bot.scheduler.tick()
    await quick.quiet()
    notice = with_button(thread, "Take Over")
    said(await cem.command(thread, "match takeover"), "The seat is yours")
    await quick.quiet()
    ended(notice, "**Cem** took the seat over")


async def test_an_offer_ends_with_another_one_and_with_the_match(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "match leave", to=quick.person("Cem"))
    await quick.quiet()
    first = with_button(thread, "Take Over")
    await ada.command(thread, "match leave", to=quick.person("Dia"))
    await quick.quiet()
    ended(first, "offered to somebody else")
    second = with_button(thread, "Take Over")
    await quick.bot.services.table.resign(1, int(bo.id))
    await quick.quiet()
    ended(second, "The match is over")


async def test_an_offer_does_not_end_what_anybody_may_take(quick: Scene) -> None:
    ada, bo, dia = quick.person("Ada"), quick.person("Bo"), quick.person("Dia")
    thread = await quick.begin(ada, bo, first="host")
    await leave(quick, bo, thread)
    anybody = with_button(thread, "Take Over")
    await ada.command(thread, "match replace", player="2", by=dia)
    await quick.quiet()
    offered = with_button(thread, "Take Over")
    assert offered != anybody and anybody.labels == ["Take Over"]
    said(await quick.person("Cem").press(anybody, "Take Over"), "The seat is yours")
    await quick.quiet()
    ended(anybody, "**Cem** took the seat over")
    ended(offered, "**Cem** took the seat over")


# Trouble.


async def test_after_a_restart_the_buttons_still_come_off(quick: Scene) -> None:
    _, bo, thread, notice = await question(quick)
    await quick.stop()
    await quick.start()
    await bo.press(notice, "Agree")
    await quick.quiet()
    ended(notice, "Agreed")
    assert newest_post(thread)


async def test_what_was_answered_while_the_bot_stopped_is_shown_after_the_start(quick: Scene) -> None:
    _, bo, _, notice = await question(quick)
    quick.bot.dispatcher.senders["answered"] = never
    await bo.press(notice, "Decline")
    await quick.quiet()
    assert notice.labels == ["Agree", "Decline"]
    await quick.stop()
    quick.now += 60
    await quick.start()
    await quick.quiet()
    ended(notice, "**Bo** declined")


async def never(row: Any) -> None:
    raise OSError("the connection is gone")


async def test_a_notice_that_was_deleted_holds_nothing_up(quick: Scene) -> None:
    _, bo, thread, notice = await question(quick)
    quick.playground.delete_message(notice)
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    assert kept(await match_in(quick, thread)).asking == {}
    assert len(newest_post(thread).mentions) == 1


async def test_in_an_archived_thread_the_buttons_come_off_after_the_next_post(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    await leave(quick, bo, thread)
    notice = with_button(thread, "Take Over")
    quick.playground.archive(thread)
    said(await cem.command(quick.games, "match takeover", match="1"), "The seat is yours")
    await quick.quiet()
    assert not thread.archived
    ended(notice, "**Cem** took the seat over")
