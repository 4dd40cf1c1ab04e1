"""Between two lines: a match is moved, closed, taken back or locked while something is on its way."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from cogs.outbox.assembly import dispatcher_for
from playground.people import Channel, Person
from playground.visible import Message
from render.worker_pool import WorkerError
from storage.records import PersonSettings
from table import consent, flow
from table.events import Proposal
from table.hours import DAY
from table.state import kept
from tests.patience import PATIENCE
from tests.table.conftest import Scene, newest_post
from tests.table.test_answered import ended, never, put_to_all
from tests.table.test_faults import POSTS, begun
from tests.table.test_kill import killed_at
from tests.table.test_notices import later
from tests.table.test_places import boards, direct_to
from tests.table.test_races import match_in
from tests.table.test_seats import said, three
from tests.table.test_takeback import asked


async def held_back(scene: Scene, *kinds: str) -> None:
    """Let nothing of these kinds be sent, as on a bad connection."""
    for kind in kinds:
        scene.bot.dispatcher.senders[kind] = never


async def let_go(scene: Scene, *kinds: str) -> None:
    for kind in kinds:
        scene.bot.dispatcher.senders[kind] = dispatcher_for(scene.bot.services).senders[kind]
    scene.now += 700
    async with asyncio.timeout(PATIENCE):
        await scene.quiet()


# Moved.


async def test_a_match_that_moves_while_its_thread_is_made(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    talk = quick.playground.channel("table-talk")
    lobby = await ada.command(quick.games, "iye new", first="host")
    await bo.press(lobby, "Join")
    held = quick.playground.faults.hold("POST", r"/threads$", times=1)
    await ada.press(lobby, "Start")
    await quick.playground.wait_for(lambda: held.hits)
    await ada.command(talk, "match here", match="1")
    held.release()
    await quick.quiet()
    (thread,) = talk.threads
    assert newest_post(thread).mentions == [ada] and len(boards(thread)) == 1
    assert not [board for old in quick.games.threads for board in boards(old)]
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_match_that_moves_while_a_post_is_sent(quick: Scene, deleted: bool) -> None:
    ada, bo, thread = await begun(quick)
    talk = quick.playground.channel("table-talk")
    held = quick.playground.faults.hold("POST", POSTS, times=1)
    await ada.command(thread, "iye move", to="c4")
    await quick.playground.wait_for(lambda: held.hits)
    if deleted:
        quick.playground.delete_channel(thread)
    await ada.command(talk, "match here", match="1")
    held.release()
    await quick.quiet()
    (new,) = talk.threads
    match = await match_in(quick, new)
    assert newest_post(new).mentions == [bo] and "moved" in newest_post(new).text
    assert [str(post.id) for post in kept(match).posts] == [newest_post(new).id]
    assert not kept(match).lost and await direct_to(ada) == []


# Said beside the board.


async def timed_out(scene: Scene, place: Channel) -> None:
    """The time of whoever is to act runs out."""
    async with scene.store.matches.open(1) as match:
        kept(match).deadline_days = 1
        flow.ask(match, scene.now)
    await later(scene, DAY)


async def test_what_a_post_would_have_said_is_said_by_the_next(quick: Scene) -> None:
    _, bo, thread = await begun(quick)
    await held_back(quick, "turn")
    await timed_out(quick, thread)
    await quick.finish_turn(1, int(bo.id))
    await let_go(quick, "turn")
    assert len(boards(thread)) == 2
    assert "The time of **Ada** was out" in newest_post(thread).text
    assert not kept(await match_in(quick, thread)).unsaid


async def test_a_takeback_is_told_though_play_went_on_before_its_post(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    first = newest_post(thread)
    await ada.command(thread, "match takeback")
    await quick.quiet()
    await held_back(quick, "turn")
    await bo.press(asked(thread), "Agree")
    await quick.bot.services.table.take(1, int(ada.id), "a3")
    await let_go(quick, "turn")
    post = newest_post(thread)
    assert "took back the last turn" in post.text and "moved the drum to a3" in post.text
    assert post.mentions == [bo] and "This turn was taken back" in first.text


async def test_that_a_time_was_out_is_told_though_a_computer_moves_next(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    await timed_out(quick, place)
    assert "The time of **Ada** was out" in newest_post(place).text


# Refused.


async def test_a_post_that_discord_never_takes_does_not_hold_up_the_match_for_ever(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    here = rf"^/channels/{thread.id}/messages$"
    fault = quick.playground.faults.fail("POST", here, 400, code=50035, times=1_000_000)
    await ada.command(thread, "iye move", to="c4")
    for _ in range(25):
        await quick.quiet()
        quick.now += 700
        quick.store.outbox.wake()
    await quick.quiet()
    assert fault.hits == 21 and await quick.store.outbox.pending(quick.now + 10_000) == []
    quick.playground.faults.clear()
    fault.times = 0
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    assert newest_post(thread).mentions == [ada] and len(boards(thread)) == 2


async def test_a_lobby_that_cannot_be_edited_does_not_hold_up_the_start(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    fault = quick.playground.faults.fail("PATCH", r"^/channels/\d+/messages/", 400, code=30046, times=9)
    thread = await quick.begin(ada, bo, first="host")
    assert fault.hits and newest_post(thread).mentions == [ada]
    assert await quick.store.outbox.pending(quick.now + 10_000) == []


async def test_questions_in_an_archived_thread_are_not_tried_for_ever(quick: Scene) -> None:
    """Two were overtaken by play while nothing could be sent, and no post follows."""
    thread = (await three(quick))[3]
    notice = await put_to_all(quick, thread)
    sending = dict(quick.bot.dispatcher.senders)
    await held_back(quick, "answered", "notice")
    match = await match_in(quick, thread)
    seat = match.waits_for
    assert seat is not None and seat.user_id is not None
    await quick.bot.services.table.take(1, seat.user_id, match.game.options(match.state)[0])
    async with quick.store.matches.open(1) as opened:
        proposal = Proposal(kind="takeback", by=0, target=0, agreed=[0])
        consent.announce_proposal(opened, opened.seats[0], proposal, opened.seats[1:], quick.now)
    await quick.bot.services.table.undo(1, seat.user_id)
    await quick.quiet()
    quick.playground.archive(thread)
    quick.bot.dispatcher.senders.update(sending)
    quick.now += 700
    async with asyncio.timeout(PATIENCE):
        await quick.quiet()
    assert await quick.store.outbox.pending(quick.now + 10_000) == []
    assert thread.archived and kept(await match_in(quick, thread)).asking == {}
    assert notice.labels, "nothing can be edited there"


async def test_a_thread_that_could_not_be_made_is_made_for_the_next_post(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", first="host")
    assert isinstance(lobby, Message)
    await bo.press(lobby, "Join")
    quick.playground.faults.fail("POST", r"/threads$", 403, code=50013)
    await ada.press(lobby, "Start")
    await quick.quiet()
    assert not quick.games.threads and len(await direct_to(ada)) == 1
    await ada.command(quick.games, "iye move", to="c4", match="1")
    await quick.quiet()
    (thread,) = quick.games.threads
    assert newest_post(thread).mentions == [bo] and not boards(quick.games)
    assert thread.mention in lobby.text


@pytest.mark.parametrize("trouble", [WorkerError("The worker is broken."), KeyError("a fault of a picture")])
async def test_a_board_that_cannot_be_drawn_is_told_in_words(
    quick: Scene, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    ada, bo, thread = await begun(quick)

    async def broken(job: object) -> None:
        raise trouble

    monkeypatch.setattr(quick.pool, "draw", broken)
    panel = await ada.command(thread, "iye move", to="c4")
    assert isinstance(panel, Message) and "It is **Bo**'s turn" in panel.text
    for _ in range(4):
        await quick.quiet()
        quick.now += 60
        quick.store.outbox.wake()
    await quick.quiet()
    assert thread.last.mentions == [bo] and "moved the drum to c4" in thread.last.text
    assert not thread.last.images and "Play" in thread.last.labels
    monkeypatch.undo()
    first = thread.last
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    assert newest_post(thread).mentions == [ada] and not first.labels


# Closed.


async def test_a_match_that_is_closed_before_its_post_shows_no_result(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    await held_back(quick, "turn")
    await quick.bot.services.table.take(1, int(ada.id), "c4")
    sure = await ada.command(quick.games, "table close", match="1")
    await ada.press(sure, "Close Match")
    await let_go(quick, "turn")
    assert len(boards(thread)) == 1 and newest_post(thread).labels == []
    assert "was closed" in thread.last.text and "Rematch" not in thread.last.labels


async def test_a_rematch_that_was_never_shown_does_not_stand_in_the_way(
    quick: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, thread = await begun(quick)
    await quick.bot.services.table.resign(1, int(ada.id))
    await quick.quiet()

    async def killed(*given: Any) -> str:
        raise RuntimeError("the program was ended here")

    with monkeypatch.context() as patched:
        patched.setattr("cogs.ui.rematch._show", killed)
        said(await ada.press(newest_post(thread), "Rematch"), "was done and is saved")
    said(await ada.press(newest_post(thread), "Rematch"), "opened already")
    quick.now += 120
    said(await ada.press(newest_post(thread), "Rematch"), "The rematch is open")
    assert [(await quick.store.matches.read(number)).status for number in (2, 3)] == ["closed", "lobby"]


# A place that is open again.


async def lost(scene: Scene) -> tuple[Person, Person, Channel]:
    """Ada's move could not be posted."""
    ada, bo, thread = await begun(scene)
    scene.playground.deny(thread, "send_messages_in_threads")
    await scene.bot.services.table.take(1, int(ada.id), "c4")
    await scene.quiet()
    assert kept(await match_in(scene, thread)).lost and not bo.notices
    return ada, bo, thread


async def test_a_place_that_is_open_again_gets_the_board(quick: Scene) -> None:
    ada, bo, thread = await lost(quick)
    await later(quick, DAY)
    assert len(boards(thread)) == 1 and len(await direct_to(ada)) == 1
    quick.playground.allow(thread, "send_messages_in_threads")
    await later(quick, DAY)
    assert newest_post(thread).mentions == [bo] and len(bo.notices) == 1
    assert len(await direct_to(ada)) == 1
    await later(quick, 60)
    assert len(bo.notices) == 1, "Bo is called, and not reminded at once"


async def test_a_place_is_tried_again_also_after_the_last_reminder(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    await quick.store.people.put(int(ada.id), PersonSettings(remind_hours=None))
    async with quick.store.matches.open(1) as match:
        match.remind_at = None
    quick.playground.deny(thread, "send_messages_in_threads")
    async with quick.store.matches.open(1) as match:
        match.announce("notice", {"text": "Anything."}, quick.now)
    await quick.quiet()
    quick.playground.allow(thread, "send_messages_in_threads")
    await later(quick, DAY)
    assert len(boards(thread)) == 2 and newest_post(thread).mentions == [ada] and not bo.notices
    assert not kept(await match_in(quick, thread)).lost


async def test_a_bot_that_comes_back_to_a_server_goes_on(quick: Scene) -> None:
    _, bo, thread = await lost(quick)
    quick.playground.remove_bot()
    quick.playground.allow(thread, "send_messages_in_threads")
    quick.playground.add_bot()
    await quick.playground.wait_for(lambda: bo.notices)
    await quick.quiet()
    assert newest_post(thread).mentions == [bo] and not kept(await match_in(quick, thread)).lost


# Killed.


@pytest.mark.parametrize("point", ["after-send", "before-commit:2", "before-mark"])
async def test_killed_while_a_question_is_asked(quick: Scene, tmp_path: Path, point: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    quick.now = int(time.time())
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    await quick.stop()
    await killed_at(quick, tmp_path, point, lambda: ada.command(thread, "match takeback"))
    (question,) = [message for message in thread.messages if "Agree" in message.labels]
    assert isinstance(question, Message)
    await bo.press(question, "Agree")
    await quick.quiet()
    ended(question, "Agreed")
    assert newest_post(thread).mentions == [ada]


# Read while it was being sent.


async def test_what_is_read_while_it_is_being_sent_is_not_sent_again(
    quick: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, thread = await begun(quick)
    outbox, lanes = quick.store.outbox, quick.bot.services.lanes
    pending = outbox.pending
    read = asyncio.Event()

    async def slowly(now: int, limit: int = 100, **given: Any) -> Any:
        rows = await pending(now, limit, **given)
        read.set()
        await lanes.idle()
        return rows

    held = quick.playground.faults.hold("POST", POSTS, times=1)
    before = len(quick.playground.record.of("POST", "/channels/{channel_id}/messages"))
    await ada.command(thread, "iye move", to="c4")
    await quick.playground.wait_for(lambda: held.hits)
    with monkeypatch.context() as patched:
        patched.setattr(outbox, "pending", slowly)
        going = asyncio.create_task(quick.bot.dispatcher.round())
        await read.wait()
        held.release()
        await going
    await quick.quiet()
    assert len(quick.playground.record.of("POST", "/channels/{channel_id}/messages")) == before + 1
    assert newest_post(thread).mentions == [bo]
