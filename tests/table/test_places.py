"""Where matches are played: permissions that are missing, threads that are archived or gone, closed messages."""

from __future__ import annotations

import pytest

from playground.model import NEWS, STAGE, VOICE
from playground.people import Channel, Person
from playground.visible import Message
from table.state import kept
from tests.table.conftest import Scene, newest_post
from tests.table.test_notices import DAY, later
from tests.table.test_races import match_in

SHOWN = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}


def boards(place: Channel) -> list[Message]:
    return [message for message in place.messages if message.images]


async def direct_to(person: Person) -> list[str]:
    return [message.text for message in (await person.dm()).messages]


async def settle(scene: Scene) -> None:
    await scene.quiet()
    scene.now += 700
    await scene.quiet()


async def begun(scene: Scene) -> tuple[Person, Person, Channel]:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    return ada, bo, await scene.begin(ada, bo, first="host")


@pytest.mark.parametrize("permission", sorted(SHOWN))
async def test_a_missing_permission_is_named_with_how_to_grant_it(quick: Scene, permission: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    quick.playground.deny(quick.games, permission)
    answer = await ada.command(quick.games, "iye new")
    assert isinstance(answer, Message) and answer.ephemeral
    assert f"**{SHOWN[permission]}**" in answer.text
    assert "grant it under Edit Channel, Permissions" in answer.text
    assert await quick.store.matches.of_user(int(ada.id), ("lobby", "running")) == []
    quick.playground.allow(quick.games, permission)
    thread = await quick.begin(ada, bo)
    assert len(boards(thread)) == 1


async def test_a_permission_lost_before_the_start_is_named(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new")
    await bo.press(lobby, "Join")
    quick.playground.deny(quick.games, "create_public_threads")
    answer = await ada.press(lobby, "Start")
    assert isinstance(answer, Message)
    assert "Create Public Threads" in "".join(message.text for message in ada.sees(quick.games) if message.ephemeral)
    quick.playground.allow(quick.games, "create_public_threads")
    await ada.press(lobby, "Start")
    await quick.quiet()
    assert len(boards(quick.games.threads[-1])) == 1


async def test_a_permission_lost_in_the_match_is_told_to_the_host_once(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    quick.playground.deny(quick.games, "send_messages_in_threads")
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message) and "turn" in answer.text
    await settle(quick)
    await bo.command(thread, "iye move", to="c2")
    await settle(quick)
    (text,) = await direct_to(ada)
    assert text.startswith("The place where İye #1 is played is closed to Longhouse")
    assert "/match here" in text and "Send Messages in Threads" in text and "Nothing of the match is lost" in text
    assert await direct_to(bo) == []
    refused = await ada.command(thread, "match here")
    assert isinstance(refused, Message) and "Send Messages in Threads" in refused.text
    quick.playground.allow(quick.games, "send_messages_in_threads")
    await ada.command(thread, "match here")
    await settle(quick)
    assert len(boards(thread)) == 2 and newest_post(thread).mentions == [ada]


async def test_an_archived_thread_opens_again(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    quick.playground.archive(thread)
    await ada.command(quick.games, "iye move", to="c4")
    await settle(quick)
    assert not thread.archived
    assert newest_post(thread).mentions == [bo] and await direct_to(ada) == []


async def test_a_locked_thread_is_told_once_and_left(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    quick.playground.archive(thread, locked=True)
    await ada.command(quick.games, "iye move", to="c4")
    await settle(quick)
    (text,) = await direct_to(ada)
    assert "/match here" in text
    await ada.command(quick.games, "match here")
    await settle(quick)
    new = quick.games.threads[-1]
    assert new != thread and newest_post(new).mentions == [bo]
    await bo.command(new, "iye move", to="c2")
    await settle(quick)
    assert newest_post(new).mentions == [ada] and len(boards(new)) == 2


@pytest.mark.parametrize("gone", ["thread", "channel"])
async def test_a_place_that_was_deleted_is_moved(quick: Scene, gone: str) -> None:
    ada, bo, thread = await begun(quick)
    match = await match_in(quick, thread)
    quick.playground.delete_channel(thread)
    if gone == "channel":
        quick.playground.delete_channel(quick.games)
    talk = quick.playground.channel("table-talk")
    await ada.command(talk, "iye move", to="c4", match=str(match.id))
    await settle(quick)
    await bo.command(talk, "iye move", to="c2")
    await settle(quick)
    (text,) = await direct_to(ada)
    assert f"/match here` with match {match.id}" in text and "is gone" in text
    answer = await bo.command(talk, "match here", match=str(match.id))
    assert isinstance(answer, Message) and "goes on here" in answer.text
    await settle(quick)
    (new,) = talk.threads
    assert newest_post(new).mentions == [ada] and len(boards(new)) == 1
    choices = await ada.autocomplete(new, "iye play", focused="option")
    await ada.command(new, "iye play", option=choices[0]["value"])
    await settle(quick)
    assert len(boards(new)) == 2


async def test_only_who_plays_moves_a_match_and_only_within_the_server(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    match = str((await match_in(quick, thread)).id)
    answer = await quick.person("Cem").command(quick.games, "match here", match=match)
    assert isinstance(answer, Message) and "Only those who play" in answer.text
    answer = await ada.command(await ada.dm(), "match here", match=match)
    assert isinstance(answer, Message) and "within the server" in answer.text
    other = quick.playground.add_channel("elsewhere", quick.playground.add_guild("Elsewhere", ada))
    answer = await ada.command(other, "match here", match=match)
    assert isinstance(answer, Message) and "within the server" in answer.text
    assert (await match_in(quick, thread)).place.thread_id == int(thread.id)


async def test_a_host_who_takes_no_messages_does_not_stop_the_bot(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    ada.close_dms()
    quick.playground.delete_channel(thread)
    await ada.command(quick.games, "iye move", to="c4")
    await settle(quick)
    assert await direct_to(ada) == []
    await bo.command(quick.games, "match here")
    await settle(quick)
    assert newest_post(quick.games.threads[-1]).mentions == [bo]


async def test_solo_with_closed_messages_is_refused_in_a_sentence(quick: Scene) -> None:
    ada = quick.person("Ada")
    ada.close_dms()
    answer = await ada.command(quick.games, "iye solo", level="easy")
    assert isinstance(answer, Message) and answer.ephemeral
    assert "cannot send you direct messages" in answer.text and "Privacy Settings" in answer.text
    assert await quick.store.matches.of_user(int(ada.id)) == []
    ada.open_dms()
    await ada.command(quick.games, "iye solo", level="easy")
    await quick.quiet()
    assert newest_post(await ada.dm()).mentions == [ada]


async def test_messages_closed_in_a_solo_match_and_opened_again(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    ada.close_dms()
    choices = await ada.autocomplete(place, "iye play", focused="option")
    await ada.command(place, "iye play", option=choices[0]["value"])
    await settle(quick)
    ada.open_dms()
    before = len(boards(place))
    await ada.command(place, "match here")
    await settle(quick)
    assert len(boards(place)) == before + 1 and newest_post(place).mentions == [ada]


async def test_a_user_install_in_a_server_without_the_bot(quick: Scene) -> None:
    ada = quick.person("Ada")
    away = quick.playground.add_channel("away", quick.playground.add_guild("Away", ada, with_bot=False))
    answer = await ada.command(away, "iye new")
    assert isinstance(answer, Message) and answer.ephemeral
    assert "not a member of this server" in answer.text and "solo" in answer.text
    await ada.command(away, "iye solo", level="easy")
    await quick.quiet()
    place = await ada.dm()
    assert newest_post(place).mentions == [ada]
    choices = await ada.autocomplete(away, "iye play", focused="option")
    panel = await ada.command(away, "iye play", option=choices[0]["value"])
    assert isinstance(panel, Message) and panel.ephemeral
    await quick.quiet()
    assert len(boards(place)) >= 2


async def test_tables_are_not_opened_in_messages_or_threads(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    answer = await ada.command(await ada.dm(), "iye new")
    assert isinstance(answer, Message) and "opened in a server" in answer.text
    answer = await ada.command(thread, "iye new")
    assert isinstance(answer, Message) and "Open the table in a channel" in answer.text


async def test_a_bot_that_is_thrown_out_keeps_the_match(quick: Scene) -> None:
    *_, thread = await begun(quick)
    match = await match_in(quick, thread)
    async with quick.store.matches.open(match.id) as opened:
        quick.bot.services.table.play(opened, 0, "c4")
    quick.playground.remove_bot()
    quick.store.outbox.wake()
    await settle(quick)
    assert len(boards(thread)) == 1
    assert (await quick.store.matches.read(match.id)).status == "running"


async def test_a_table_whose_message_was_deleted_begins_all_the_same(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", first="host")
    await bo.press(lobby, "Join")
    held = quick.playground.faults.hold("POST", r"/threads$")
    await ada.press(lobby, "Start")
    await quick.playground.wait_for(lambda: held.hits)
    assert isinstance(lobby, Message)
    quick.playground.delete_message(lobby)
    held.release()
    await settle(quick)
    assert newest_post(quick.games.threads[-1]).mentions == [ada]


async def test_a_channel_that_is_deleted_before_its_thread_is_made(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", first="host")
    await bo.press(lobby, "Join")
    held = quick.playground.faults.hold("POST", r"/threads$")
    await ada.press(lobby, "Start")
    await quick.playground.wait_for(lambda: held.hits)
    quick.playground.delete_channel(quick.games)
    held.release()
    await settle(quick)
    (text,) = await direct_to(ada)
    assert "is gone" in text and "/match here" in text
    talk = quick.playground.channel("table-talk")
    await ada.command(talk, "match here")
    await settle(quick)
    assert newest_post(talk.threads[-1]).mentions == [ada]


# Places without threads.


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_no_table_is_opened_in_a_channel_without_threads(quick: Scene, kind: int) -> None:
    ada, lounge = quick.person("Ada"), quick.playground.add_channel("lounge", kind=kind)
    answer = await ada.command(lounge, "iye new")
    assert isinstance(answer, Message) and answer.ephemeral and "none in this kind of channel" in answer.text
    assert await quick.store.matches.of_user(int(ada.id), ("lobby", "running")) == []


async def test_no_match_is_moved_to_a_channel_without_threads(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    lounge = quick.playground.add_channel("lounge", kind=VOICE)
    answer = await ada.command(lounge, "match here", match="1")
    assert isinstance(answer, Message) and "none in this kind of channel" in answer.text
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]


async def test_a_match_begins_in_an_announcement_channel_though_its_table_is_gone(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    news = quick.playground.add_channel("news", kind=NEWS)
    lobby = await ada.command(news, "iye new")
    assert isinstance(lobby, Message)
    await bo.press(lobby, "Join")
    gone = quick.playground.faults.fail("POST", r"/messages/\d+/threads$", 404, code=10008)
    await ada.press(lobby, "Start")
    await quick.quiet()
    assert gone.hits and len(boards(news.threads[-1])) == 1


async def without_threads(scene: Scene) -> tuple[Person, Person]:
    """A match whose thread cannot be made, since the server has all that it may have."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    scene.playground.world.most_threads = 0
    lobby = await ada.command(scene.games, "iye new")
    assert isinstance(lobby, Message)
    await bo.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await scene.quiet()
    return ada, bo


async def test_a_match_whose_thread_cannot_be_made_is_told_to_its_host_and_tried_again(quick: Scene) -> None:
    ada, bo = await without_threads(quick)
    (text,) = await direct_to(ada)
    assert "as many open threads as Discord allows" in text and "every day" in text and "/match here" in text
    assert await direct_to(bo) == []
    assert await quick.store.outbox.pending(quick.now + 10_000) == []
    answer = await ada.command(quick.games, "match here", match="1")
    assert isinstance(answer, Message) and "as many open threads as Discord allows" in answer.text
    await later(quick, DAY)
    assert not quick.games.threads and len(await direct_to(ada)) == 1
    quick.playground.world.most_threads = 1000
    await later(quick, DAY)
    assert len(boards(quick.games.threads[-1])) == 1 and not kept(await match_in(quick, quick.games.threads[-1])).lost


async def test_match_here_makes_the_thread_before_it_answers(quick: Scene) -> None:
    ada, _ = await without_threads(quick)
    quick.playground.world.most_threads = 1000
    answer = await ada.command(quick.games, "match here", match="1")
    assert isinstance(answer, Message) and "goes on here" in answer.text
    assert len(boards(quick.games.threads[-1])) == 1


async def test_match_here_stays_where_it_was_when_nothing_can_be_posted(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    fault = quick.playground.faults.fail("POST", r"^/channels/\d+/messages$", 400, code=20028)
    answer = await ada.command(quick.games, "match here", match="1")
    assert fault.hits and isinstance(answer, Message) and "20028" in answer.text
    await ada.command(thread, "iye move", to="c4")
    await settle(quick)
    assert newest_post(thread).mentions == [bo] and not kept(await match_in(quick, thread)).lost


async def test_any_lasting_refusal_is_told_to_the_host(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    quick.playground.faults.fail("POST", r"^/channels/\d+/messages$", 400, code=30099)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    (text,) = await direct_to(ada)
    assert "30099" in text and "Nothing of the match is lost" in text
    await later(quick, DAY)
    assert newest_post(thread).mentions == [bo]


async def test_a_board_that_discord_never_takes_is_told_to_the_host_in_the_end(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    fault = quick.playground.faults.fail("POST", rf"^/channels/{thread.id}/messages$", 400, code=50035, times=1000)
    await ada.command(thread, "iye move", to="c4")
    for _ in range(25):
        await settle(quick)
    await quick.quiet()
    (text,) = await direct_to(ada)
    assert "50035" in text
    quick.playground.faults.clear()
    fault.times = 0
    await later(quick, DAY)
    assert newest_post(thread).mentions == [bo]
