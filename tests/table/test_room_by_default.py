"""Where a server's admins have set nothing, one person can still not fill a channel with tables, nor call others for
ever."""

from __future__ import annotations

import asyncio

from playground.people import Person
from playground.visible import Message
from storage.records import GuildSettings
from table.limits import HOUR, INVITATIONS, TABLES_OF_ALL, TABLES_OF_ONE
from tests.table.conftest import Scene
from tests.table.test_seats import said, three


async def tables(scene: Scene, number: int, host: Person, **options: Person) -> list[Message]:
    """So many tables are opened at the same moment; gives what came of each."""
    answers = await asyncio.gather(*(host.command(scene.games, "iye new", **options) for _ in range(number)))
    return [answer for answer in answers if isinstance(answer, Message)]


async def test_one_person_opens_so_many_tables_and_no_more(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    answers = await tables(quick, 3 * TABLES_OF_ONE, ada)
    assert sum(not answer.ephemeral for answer in answers) == TABLES_OF_ONE
    assert len(await quick.store.matches.hosted_by(int(ada.id))) == TABLES_OF_ONE
    for answer in answers:
        if answer.ephemeral:
            assert answer.text == (
                "You have 5 tables here that have not begun; begin or close one first (`/match list`)."
            )
    assert not (await tables(quick, 1, bo))[0].ephemeral, "others have their own"
    asked = await ada.command(quick.games, "match cancel", match="1")
    await ada.press(asked, "Close Table")
    assert not (await tables(quick, 1, ada))[0].ephemeral


async def test_a_servers_own_number_holds_instead(quick: Scene) -> None:
    await quick.store.guilds.put(int(quick.playground.guild.id), GuildSettings(max_open=TABLES_OF_ONE + 2))
    answers = await tables(quick, TABLES_OF_ONE + 4, quick.person("Ada"))
    assert sum(not answer.ephemeral for answer in answers) == TABLES_OF_ONE + 2


async def test_a_channel_holds_so_many_tables(quick: Scene) -> None:
    crowd = [quick.playground.person(f"Player {number}") for number in range(TABLES_OF_ALL // TABLES_OF_ONE + 1)]
    for person in crowd:
        answers = await tables(quick, TABLES_OF_ONE, person)
    assert all("25 tables in this channel have not begun" in answer.text for answer in answers)
    talk = quick.playground.channel("table-talk")
    other = await crowd[-1].command(talk, "iye new")
    assert isinstance(other, Message) and not other.ephemeral


async def test_one_person_calls_others_so_often_in_an_hour_also_over_a_restart(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    for number in range(INVITATIONS):
        if number == INVITATIONS // 2:
            await quick.stop()
            await quick.start()
        (lobby,) = await tables(quick, 1, ada, opponent=bo)
        assert not lobby.ephemeral
        await ada.press(await ada.press(lobby, "Cancel"), "Close Table")
    (refused,) = await tables(quick, 1, ada, opponent=bo)
    said(refused, "You have called 12 people within an hour", f"<t:{quick.now + HOUR}:R>")
    assert len(bo.notices) == INVITATIONS
    assert not (await tables(quick, 1, ada))[0].ephemeral, "without calling anybody"
    quick.now += HOUR
    assert not (await tables(quick, 1, ada, opponent=bo))[0].ephemeral


async def test_offers_of_seats_count_as_well(quick: Scene) -> None:
    _, bo, _, thread = await three(quick)
    dia = quick.person("Dia")
    for _ in range(INVITATIONS):
        said(await bo.command(thread, "match leave", to=dia), "Your seat is offered")
    said(await bo.command(thread, "match leave", to=dia), "You have called 12 people")
    await quick.quiet()
    assert len(dia.notices) == INVITATIONS
