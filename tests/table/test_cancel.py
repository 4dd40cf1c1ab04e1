"""A table whose message is gone: it is shown, it can be closed or left, and it does not count for ever."""

from __future__ import annotations

import asyncio

from playground.people import Person
from playground.visible import Message
from storage.records import GuildSettings
from tests.table.conftest import Scene
from tests.table.test_seats import said


async def lost_table(scene: Scene, *guests: Person) -> Message:
    """Ada has opened a table, others sit at it, and somebody deleted its message."""
    lobby = await scene.person("Ada").command(scene.games, "iye new" if len(guests) < 2 else "iwari new")
    assert isinstance(lobby, Message)
    for guest in guests:
        await guest.press(lobby, "Join")
    scene.playground.delete_message(lobby)
    return lobby


async def test_a_table_whose_message_is_gone_is_listed_and_cancelled(quick: Scene) -> None:
    ada = quick.person("Ada")
    await quick.store.guilds.put(int(quick.playground.guild.id), GuildSettings(max_open=1))
    await lost_table(quick)
    said(await ada.command(quick.games, "iye new"), "1 open match", "/match list")
    said(await ada.command(quick.games, "match list"), "gathering players", "`/match cancel` closes it")
    asked = await ada.command(quick.games, "match cancel")
    said(asked, "Do you want to close")
    said(await ada.press(asked, "Close Table"), "is closed")
    assert (await quick.store.matches.read(1)).status == "closed"
    said(await ada.command(quick.games, "match list"), "You are in no match")
    assert not (await open_table(ada, quick)).ephemeral


async def open_table(person: Person, scene: Scene) -> Message:
    answer = await person.command(scene.games, "iye new")
    assert isinstance(answer, Message)
    return answer


async def test_whoever_sits_at_such_a_table_can_leave_it(quick: Scene) -> None:
    bo = quick.person("Bo")
    await lost_table(quick, bo)
    said(await bo.command(quick.games, "match list"), "`/match cancel` leaves it")
    said(await bo.command(quick.games, "match cancel"), "You left")
    match = await quick.store.matches.read(1)
    assert match.status == "lobby" and [seat.name for seat in match.seats] == ["Ada"]
    said(await bo.command(quick.games, "match cancel"), "no table that has not begun")
    said(await bo.command(quick.games, "match cancel", match="1"), "do not sit")


async def test_a_table_whose_message_is_there_shows_that_it_was_closed(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = await open_table(ada, quick)
    asked = await ada.command(quick.games, "match cancel")
    said(asked, "Do you want to close")
    said(await ada.press(asked, "Close Table"), "is closed")
    await quick.playground.wait_for(lambda: not lobby.labels)
    assert "**Ada** closed this table" in lobby.text


async def test_which_of_several_tables(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    await open_table(ada, quick)
    await open_table(ada, quick)
    thread = await quick.begin(ada, bo)
    said(await ada.command(quick.games, "match cancel"), "more than one table")
    choices = await ada.autocomplete(quick.games, "match cancel", focused="match")
    assert {choice["value"] for choice in choices} == {"1", "2"}
    asked = await ada.command(quick.games, "match cancel", match="İye #2")
    said(asked, "İye #2")
    await ada.press(asked, "Close Table")
    assert [(await quick.store.matches.read(number)).status for number in (1, 2, 3)] == ["lobby", "closed", "running"]
    said(await ada.command(thread, "match cancel", match="3"), "has begun")


async def test_a_table_goes_with_its_channel(quick: Scene) -> None:
    ada = quick.person("Ada")
    talk = quick.playground.channel("table-talk")
    assert isinstance(await ada.command(talk, "iye new"), Message)
    await open_table(ada, quick)
    quick.playground.delete_channel(talk)

    for _ in range(200):
        if (await quick.store.matches.read(1)).status == "closed":
            break
        await asyncio.sleep(0.02)
    assert (await quick.store.matches.read(1)).status == "closed"
    assert (await quick.store.matches.read(2)).status == "lobby"


async def test_leaving_says_how_a_table_is_left(quick: Scene) -> None:
    ada = quick.person("Ada")
    await open_table(ada, quick)
    said(await ada.command(quick.games, "match leave", match="1"), "has not begun", "`/match cancel`")
