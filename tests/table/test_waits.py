"""Nothing waits for ever: a clock set back, tables that nobody can see, seats kept, people who left the server."""

from __future__ import annotations

from typing import Any

import pytest

from playground.people import Person
from playground.visible import Message
from rules.iye import Settings
from storage.records import Place
from tests.table.conftest import Scene, newest_post
from tests.table.test_notices import DAY, later
from tests.table.test_places import direct_to
from tests.table.test_races import match_in


async def test_a_clock_that_steps_back_after_a_failed_post_holds_nothing_up(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    sending = quick.bot.dispatcher.senders["turn"]

    async def failing(row: object) -> int | None:
        raise OSError("no network")

    quick.bot.dispatcher.senders["turn"] = failing
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    quick.bot.dispatcher.senders["turn"] = sending
    quick.now -= 2 * DAY
    await quick.bot.dispatcher.round()
    quick.now += 10
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]


async def test_what_a_clock_that_was_ahead_has_written_goes_out_now(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    async with quick.store.matches.open(1) as match:
        match.announce("notice", {"text": "From the future."}, quick.now + 2 * DAY)
    quick.now -= 60
    await quick.bot.dispatcher.round()
    await quick.quiet()
    assert any("From the future." in message.text for message in thread.messages)


# Tables.


async def open_table(scene: Scene, person: Person, **options: str) -> Message:
    lobby = await person.command(scene.games, "iye new", **options)
    assert isinstance(lobby, Message)
    await scene.bot.services.work.finished()
    return lobby


async def statuses(scene: Scene, person: Person) -> list[str]:
    found = await scene.store.matches.of_user(int(person.id), ("lobby", "closed", "running"))
    return [match.status for match in found]


@pytest.mark.parametrize("shown", [False, True])
async def test_a_table_whose_opening_was_interrupted_is_posted_at_the_next_start(quick: Scene, shown: bool) -> None:
    """Killed between the table's entry and its message (not shown), or before the message was noted (shown)."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await open_table(quick, ada)
    async with quick.store.matches.open(1) as match:
        match.place = Place(match.place.guild_id, match.place.channel_id)
    if not shown:
        quick.playground.world.find_message(lobby.id).gone = True  # type: ignore[union-attr]
    await quick.stop()
    await quick.start()
    again = (await quick.playground.wait_for(lambda: [m for m in quick.games.messages if m.id != lobby.id]))[0]
    await quick.bot.services.work.finished()
    if shown:
        await bo.press(lobby, "Join")
        assert "not on this table's own message" in [m.text for m in bo.sees(quick.games) if m.ephemeral][-1]
    await bo.press(again, "Join")
    await ada.press(again, "Start")
    await quick.quiet()
    assert len(newest_post(quick.games.threads[-1]).mentions) == 1


async def test_a_press_finds_a_table_whose_message_was_not_noted(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await open_table(quick, ada)
    async with quick.store.matches.open(1) as match:
        match.place = Place(match.place.guild_id, match.place.channel_id)
    await bo.press(lobby, "Join")
    match = await quick.store.matches.read(1)
    assert match.place.messages == {"lobby": int(lobby.id)} and len(match.seats) == 2


async def test_a_table_at_which_nobody_sits_is_removed_at_the_next_start(quick: Scene) -> None:
    number = await quick.store.matches.create(
        "iye", Settings(), 7, "Gus", int(quick.playground.guild.id), int(quick.games.id), quick.now
    )
    await quick.stop()
    await quick.start()
    await quick.bot.tables.finish(await quick.bot.tables.find())
    assert (await quick.store.matches.read(number)).status == "closed"


async def test_a_table_whose_place_takes_nothing_is_removed_at_the_next_start(quick: Scene) -> None:
    ada = quick.person("Ada")
    await open_table(quick, ada)
    async with quick.store.matches.open(1) as match:
        match.place = Place(match.place.guild_id, match.place.channel_id)
    quick.playground.deny(quick.games, "send_messages")
    await quick.stop()
    await quick.start()
    await quick.bot.tables.finish(await quick.bot.tables.find())
    assert await statuses(quick, ada) == ["closed"]


# Seats that are kept.


async def invited(scene: Scene) -> tuple[Person, Person, Person, Message]:
    """Ada has a table for two, with a seat kept for Bo; Cem would like to play."""
    ada, bo, cem = (scene.person(name) for name in ("Ada", "Bo", "Cem"))
    lobby = await open_table(scene, ada, opponent=bo.id)
    await cem.press(lobby, "Join")
    assert "is kept for" in [message.text for message in cem.sees(scene.games) if message.ephemeral][-1]
    return ada, bo, cem, lobby


async def test_the_host_opens_a_seat_that_is_kept(quick: Scene) -> None:
    ada, _, cem, lobby = await invited(quick)
    await cem.press(lobby, "Open Kept Seats")
    assert "host" in [message.text for message in cem.sees(quick.games) if message.ephemeral][-1]
    await ada.press(lobby, "Open Kept Seats")
    assert "anybody may join" in lobby.text and "Open Kept Seats" not in lobby.labels
    await cem.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    assert (await match_in(quick, quick.games.threads[-1])).seat_of(int(cem.id)) is not None


async def test_a_seat_that_is_kept_opens_by_itself_after_a_day_and_the_host_is_told(quick: Scene) -> None:
    ada, bo, cem, lobby = await invited(quick)
    await later(quick, DAY - 60)
    assert "Open Kept Seats" in lobby.labels and not await direct_to(ada)
    await later(quick, 60)
    assert "anybody may join" in lobby.text
    (text,) = await direct_to(ada)
    assert "nothing is kept for" in text and bo.mention in text
    await cem.press(lobby, "Join")
    assert (await quick.store.matches.read(1)).seat_of(int(cem.id)) is not None


async def test_nothing_opens_where_the_guest_has_come(quick: Scene) -> None:
    ada, bo, _, lobby = await invited(quick)
    await bo.press(lobby, "Join")
    await later(quick, DAY)
    assert "anybody may join" not in lobby.text and not await direct_to(ada)


# People who left the server.


async def test_somebody_who_left_the_server_is_not_called_and_can_be_replaced(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    quick.playground.remove_person(bo)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert not newest_post(thread).mentions
    assert [m.text for m in thread.messages if "not in this server any more" in m.text]
    for _ in range(5):
        await later(quick, DAY)
    assert not bo.notices and sum("not in this server any more" in m.text for m in thread.messages) == 1
    answer = await ada.command(thread, "match replace", player="Bo")
    assert isinstance(answer, Message)
    await quick.quiet()
    assert (await quick.store.matches.read(1)).seat_of(int(bo.id)) is None


async def test_somebody_who_leaves_after_the_call_is_not_reminded(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert len(bo.notices) == 1
    quick.playground.remove_person(bo)
    calls: Any = quick.bot.dispatcher.senders["call"]
    calls.__self__.members._known.clear()  # as after an hour
    for _ in range(5):
        await later(quick, DAY)
    assert sum("not in this server any more" in m.text for m in thread.messages) == 1
    assert not any("Reminder" in m.text for m in thread.messages)


async def test_whoever_cannot_be_looked_up_is_called(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    quick.playground.faults.fail("GET", r"/members/", 403, code=50001, times=3)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]


async def test_the_same_person_is_not_looked_up_for_every_call(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    for person, move in ((ada, "c4"), (bo, "c2"), (ada, "a2")):
        await person.command(thread, "iye play", option=move)
        await quick.quiet()
    looked = [exchange for exchange in quick.playground.record.exchanges if "/members/" in exchange.path]
    assert len(looked) <= 2
