"""Taking back, draws, resigning, playing again: what the table must agree on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in


async def moved(scene: Scene, *squares: str) -> tuple[Person, Person, Channel]:
    """A match in which these moves were made, Ada first."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    for number, square in enumerate(squares):
        await (ada, bo)[number % 2].command(thread, "iye move", to=square)
        await scene.quiet()
    return ada, bo, thread


def asked(thread: Channel) -> Message:
    """The newest message that can be agreed to."""
    return [message for message in thread.messages if "Agree" in message.labels][-1]


async def offer_draw(person: Person, place: Channel) -> Message:
    """The offer is confirmed; gives what is said of it."""
    asked = await person.command(place, "match draw")
    assert "the match " in text_of(asked) and "cannot be taken back" in text_of(asked)
    answer = await person.press(asked, "Offer Draw")
    assert isinstance(answer, Message)
    return answer


def id_of(message: Message, label: str) -> str:
    """The id of a button: whoever has not heard that it is gone can still press it."""
    (found,) = [button.custom_id for button in message.buttons if button.label == label]
    return found


def text_of(answer: Any) -> str:
    assert isinstance(answer, Message) and answer.ephemeral
    return answer.text


async def test_a_takeback_that_is_agreed_to(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4")
    taken = newest_post(thread)
    assert text_of(await ada.command(thread, "match takeback")) == "The others at the table have been asked."
    await quick.quiet()
    question = asked(thread)
    agree = id_of(question, "Agree")
    assert question.notified == [bo] and "asks to take back" in question.text
    assert "must answer" in text_of(await ada.press(question, "Agree"))
    assert "do not play" in text_of(await quick.person("Cem").press(question, "Agree"))
    assert text_of(await bo.press(question, "Agree")) == "You agreed."
    await quick.quiet()
    match = await match_in(quick, thread)
    assert (match.step_count, match.to_act) == (0, 0)
    post = newest_post(thread)
    assert post.mentions == [ada] and "**Ada** took back the last turn" in post.text
    assert "This turn was taken back" in taken.text and not taken.labels
    assert "nothing to answer" in text_of(await bo.press(question, agree, anyway=True))
    await ada.command(thread, "iye move", to="c2")
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]


async def test_a_takeback_after_the_answer_takes_both_moves_back(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4", "c2")
    await ada.press(newest_post(thread), "Take Back")
    await quick.quiet()
    await bo.press(asked(thread), "Agree")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert (match.step_count, match.to_act) == (0, 0)
    undone = [message for message in thread.messages if "This turn was taken back" in message.text]
    assert len(undone) == 2


async def test_a_takeback_that_is_declined(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4")
    await ada.command(thread, "match takeback")
    await quick.quiet()
    question = asked(thread)
    agree = id_of(question, "Agree")
    assert text_of(await bo.press(question, "Decline")) == "You declined."
    await quick.quiet()
    assert "**Bo** would rather play on" in thread.last.text
    assert (await match_in(quick, thread)).step_count == 1
    assert "nothing to answer" in text_of(await bo.press(question, agree, anyway=True))


async def test_a_question_lapses_when_play_goes_on(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4")
    await ada.command(thread, "match takeback")
    await quick.quiet()
    question = asked(thread)
    agree = id_of(question, "Agree")
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    assert "nothing to answer" in text_of(await bo.press(question, agree, anyway=True))
    assert (await match_in(quick, thread)).step_count == 2


async def test_nothing_to_take_back_yet(quick: Scene) -> None:
    _, bo, thread = await moved(quick, "c4")
    assert "have not played yet" in text_of(await bo.command(thread, "match takeback"))
    assert "do not play" in text_of(await quick.person("Cem").command(thread, "match takeback"))


async def test_a_takeback_behind_a_new_deal_is_refused(quick: Scene) -> None:
    ada, bo, thread = await moved(quick)
    match = await match_in(quick, thread)
    people = (int(ada.id), int(bo.id))
    chance = random.Random(4)
    chooser = None
    while chooser is None:
        decision = match.decision
        assert decision is not None, "the first cycle of two never ends the match"
        options = match.game.options(match.state)
        if options[0].startswith("go-"):
            chooser = decision.seat
        await quick.bot.services.table.take(match.id, people[decision.seat], chance.choice(options))
        match = await quick.store.matches.read(match.id)
    await quick.quiet()
    before = match.step_count
    for person in (ada, bo):
        assert "Something was revealed" in text_of(await person.command(thread, "match takeback"))
    assert (await match_in(quick, thread)).step_count == before
    assert not [message for message in thread.messages if "Agree" in message.labels]


async def test_alone_against_the_computer_nobody_need_agree(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    choices = await ada.autocomplete(place, "iye play", focused="option")
    (summary,) = await quick.store.matches.of_user(int(ada.id))
    await ada.command(place, "iye play", option=choices[0]["value"])
    await quick.quiet()
    asked = await ada.command(place, "match takeback")
    assert "a win against the computer is not rated any more, and a defeat is" in text_of(asked)
    assert (await quick.store.matches.read(summary.id)).step_count > summary.step_count
    answer = await ada.press(asked, "Take Back")
    assert isinstance(answer, Message) and answer.text == "Done."
    await quick.quiet()
    after = await quick.store.matches.read(summary.id)
    assert (after.step_count, after.to_act) == (summary.step_count, 0)
    assert newest_post(place).mentions == [ada]
    answer = await ada.command(place, "iye play", option=choices[-1]["value"])
    await quick.quiet()
    assert (await quick.store.matches.read(summary.id)).step_count >= summary.step_count + 2


async def test_a_draw_that_is_agreed_to(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4")
    await offer_draw(bo, thread)
    await quick.quiet()
    await ada.press(asked(thread), "Decline")
    await quick.quiet()
    assert (await match_in(quick, thread)).status == "running"
    await offer_draw(bo, thread)
    await quick.quiet()
    question = asked(thread)
    await ada.press(question, "Agree")
    await quick.quiet()
    match = await quick.store.matches.read(1)
    assert match.status == "over" and not any(seat.winner for seat in match.seats)
    post = newest_post(thread)
    assert "draw" in post.text and post.labels == ["Rematch", "Describe"] and not post.mentions
    for line, options in (("iye move", {"to": "c2"}), ("match draw", {}), ("match takeback", {}), ("match resign", {})):
        assert "is over" in text_of(await bo.command(thread, line, match="1", **options)), line


async def test_a_game_without_draws_says_so(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2)
    assert "cannot end as a draw" in text_of(await ada.command(thread, "match draw"))


async def test_resigning_with_two_ends_the_match(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4")
    ask = await ada.command(thread, "match resign")
    assert "really" in text_of(ask)
    board = await ada.press(ask, "Play On")
    assert isinstance(board, Message) and (await match_in(quick, thread)).status == "running"
    ask = await ada.command(thread, "match resign")
    await ada.press(ask, "Resign")
    assert "You resigned" in text_of(ask)
    await quick.quiet()
    match = await quick.store.matches.read(1)
    assert match.status == "over" and [seat.winner for seat in match.seats] == [False, True]
    post = newest_post(thread)
    assert "**Ada** resigned" in post.text and post.labels == ["Rematch", "Describe"]
    panel = await bo.command(thread, "match board")
    again = await bo.press(panel, f"lh:resign:1:{match.revision}", anyway=True)
    assert isinstance(again, Message)
    assert "is over" in [message.text for message in bo.sees(thread) if message.ephemeral][-1]


@pytest.mark.parametrize("who", ["the one to move", "another"])
async def test_resigning_with_more_hands_the_seat_to_the_computer(quick: Scene, who: str) -> None:
    people = [quick.person(name) for name in ("Ada", "Bo", "Cem")]
    thread = await quick.begin(*people, line="iwari new", players=3)
    mover = quick.to_move(newest_post(thread))
    leaver = mover if who == "the one to move" else next(one for one in people if one != mover)
    ask = await leaver.command(thread, "match resign")
    await leaver.press(ask, "Resign")
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.status == "running"
    assert sum(seat.computer for seat in match.seats) == 1 and match.seat_of(int(leaver.id)) is None
    said = "\n".join(message.text for message in thread.messages)
    assert f"**{leaver.name}** resigned; the computer plays on" in said
    assert newest_post(thread).mentions[0] != leaver
    assert "do not play" in text_of(await leaver.command(thread, "iwari discard", card="forest"))


async def test_rematch(quick: Scene) -> None:
    ada, bo, thread = await moved(quick, "c4")
    await ada.press(await ada.command(thread, "match resign"), "Resign")
    await quick.quiet()
    post = newest_post(thread)
    stranger = await quick.person("Cem").press(post, "Rematch")
    assert "do not play" in text_of(stranger)
    answer = await bo.press(post, "Rematch")
    assert "/channels/" in text_of(answer)
    lobby = quick.games.last
    assert "Join" in lobby.labels and lobby.notified == [ada]
    await ada.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    new = quick.games.threads[-1]
    assert new != thread and len(newest_post(new).mentions) == 1
    match = await match_in(quick, new)
    assert sorted(seat.name for seat in match.seats) == ["Ada", "Bo"]


async def test_undo_is_refused_once_the_turn_has_passed(quick: Scene) -> None:
    ada, _, thread = await moved(quick, "c4")
    for line in ("match undo", "match redo"):
        said = text_of(await ada.command(thread, line))
        assert said and "wrong on our side" not in said
    assert (await match_in(quick, thread)).step_count == 1
