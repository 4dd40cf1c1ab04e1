"""What is stored about a person: shown, given, removed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

from cogs.commands import privacy
from playground.people import Channel, Person
from playground.visible import Message
from storage.records import PersonSettings
from table.state import kept
from tests.table.conftest import Scene
from tests.table.test_races import match_in


async def everything(person: Person, channel: Channel) -> dict[str, Any]:
    answer = await person.command(channel, "privacy export")
    assert isinstance(answer, Message) and answer.ephemeral
    ((name, raw),) = answer.files.items()
    assert name.endswith(".json")
    told: dict[str, Any] = json.loads(raw)
    return told


async def be_forgotten(scene: Scene, person: Person, channel: Channel) -> Message:
    asked = await person.command(channel, "privacy delete")
    assert isinstance(asked, Message) and asked.ephemeral
    answer = await person.press(asked, "Remove Everything")
    assert isinstance(answer, Message)
    await scene.quiet()
    return answer


def stored(scene: Scene) -> str:
    """All that the database holds, as text; states are left out, which know seats only."""
    connection = sqlite3.connect(Path(scene.url.partition("///")[2]))
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return "\n".join(str(row) for name in tables for row in connection.execute(f'SELECT * FROM "{name}"'))


async def test_the_texts_are_shown_as_paragraphs(quick: Scene) -> None:
    answer = await quick.person("Bo").command(quick.games, "privacy show")
    assert isinstance(answer, Message) and answer.ephemeral
    assert "What Longhouse stores, so that matches can be played over days:\n\n- for each match" in answer.text
    assert "/privacy export" in answer.text and len(answer.text) < 4000
    assert not [line for line in answer.text.split("\n") if line.startswith("  ")]
    terms = await quick.person("Bo").press(answer, "Terms")
    assert isinstance(terms, Message) and "without any warranty" in terms.text


async def test_a_person_gets_what_is_his_and_nothing_of_others(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    match = await match_in(quick, thread)
    await quick.store.notes.put(match.id, 0, {"plan": "to the left"})
    await quick.store.notes.put(match.id, 1, {"plan": "to the right"})
    await quick.store.people.put(int(ada.id), PersonSettings(zone="Europe/Istanbul"))
    told = await everything(ada, quick.games)
    assert told["account"] == int(ada.id) and told["settings"]["zone"] == "Europe/Istanbul"
    (mine,) = told["matches"]
    assert (mine["game"], mine["name"], mine["notes"]) == ("iye", "Ada", {"plan": "to the left"})
    assert [choice["option"] for choice in mine["choices"]] == ["c4"]
    assert mine["choices"][0]["at"] == "2027-01-15T08:00:00Z"
    assert told["hosted"] == [match.id]
    theirs = await everything(bo, quick.games)
    assert theirs["matches"][0]["choices"] == [] and theirs["settings"] is None
    assert "to the left" not in json.dumps(theirs) and str(match.seed) not in json.dumps(theirs)


async def test_somebody_of_whom_nothing_is_stored(quick: Scene) -> None:
    told = await everything(quick.person("Cem"), quick.games)
    assert told.pop("account") == int(quick.person("Cem").id)
    assert not any(told.values())
    assert "It is done" in (await be_forgotten(quick, quick.person("Cem"), quick.games)).text


async def test_to_be_forgotten_ends_what_runs_and_leaves_no_trace(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    three = await quick.begin(ada, bo, cem, line="iwari new", players=3)
    lobby = await ada.command(quick.games, "iye new", opponent=bo)
    await quick.store.people.put(int(ada.id), PersonSettings(theme="dark"))
    asked = await ada.command(quick.games, "privacy delete")
    assert isinstance(asked, Message)
    assert "you resign 2 matches" in asked.text and "you leave 1 table" in asked.text
    await ada.press(asked, "Keep It")
    assert len(await quick.store.matches.of_user(int(ada.id))) == 3
    assert "It is done" in (await be_forgotten(quick, ada, quick.games)).text
    assert isinstance(lobby, Message) and "closed" in lobby.text
    duel, tribes = await match_in(quick, thread), await match_in(quick, three)
    assert duel.status == "over" and [seat.winner for seat in duel.seats] == [False, True]
    assert [seat.name for seat in duel.seats] == ["a former player", "Bo"]
    assert tribes.status == "running" and sum(seat.computer for seat in tribes.seats) == 1
    assert tribes.host_id in (int(bo.id), int(cem.id))
    assert await quick.store.people.get(int(ada.id)) == PersonSettings()
    assert ada.id not in stored(quick)
    assert not any((await everything(ada, quick.games))["matches"])
    assert "a former player" not in json.dumps((await everything(bo, quick.games))["announcements"])


async def test_nobody_writes_the_old_name_back(quick: Scene) -> None:
    """A match that somebody else holds open is waited for: what was loaded before is not saved afterwards."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    match = await match_in(quick, await quick.begin(ada, bo))
    await quick.bot.services.table.resign(match.id, int(bo.id))
    await quick.quiet()
    async with quick.store.matches.open(match.id) as held:
        going = asyncio.create_task(privacy.forget(quick.bot.services, int(ada.id)))
        await asyncio.sleep(0.2)
        assert not going.done()
        kept(held).told = 0
    await going
    found = await quick.store.matches.read(match.id)
    assert (found.host_name, found.seats[0].name, kept(found).told) == ("a former player", "a former player", 0)


async def test_others_see_a_former_player_where_they_look_back(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo)
    await be_forgotten(quick, ada, quick.games)
    match = await match_in(quick, thread)
    assert match.host_name == "a former player" and match.host_id == 0
    answer = await bo.command(quick.games, "match board", match=str(match.id))
    assert isinstance(answer, Message) and "Ada" not in answer.text


async def test_a_seat_that_was_kept_for_somebody_is_free_again(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    await ada.command(quick.games, "iye new", opponent=bo)
    await be_forgotten(quick, bo, quick.games)
    assert kept(await quick.store.matches.read(1)).invited == []
    assert bo.id not in stored(quick)


async def test_a_match_that_cannot_go_on_is_closed(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo)
    number = (await match_in(quick, thread)).id
    await quick.stop()
    with sqlite3.connect(Path(quick.url.partition("///")[2])) as connection:
        connection.execute("UPDATE snapshots SET version = 99")
    await quick.start()
    await be_forgotten(quick, ada, quick.games)
    assert (await quick.store.matches.read(number)).status == "closed"
    assert ada.id not in stored(quick)
