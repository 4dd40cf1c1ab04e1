"""How many open matches a person may have: at every way to a seat."""

from __future__ import annotations

from playground.people import Channel, Person
from playground.visible import Message
from storage.records import GuildSettings
from tests.table.conftest import Scene
from tests.table.test_seats import leave, match_in, said, with_button


async def free_seat(scene: Scene) -> tuple[Person, Channel]:
    """A match whose second seat the computer plays for Bo, in a server in which a person may have one open match; and
    Cem, who has opened a table there."""
    ada, bo, cem = scene.person("Ada"), scene.person("Bo"), scene.person("Cem")
    thread = await scene.begin(ada, bo, first="host")
    await leave(scene, bo, thread)
    await scene.store.guilds.put(int(scene.playground.guild.id), GuildSettings(max_open=1))
    await cem.command(scene.games, "iye new")
    return cem, thread


async def test_a_seat_is_not_taken_over_beyond_the_limit(quick: Scene) -> None:
    cem, thread = await free_seat(quick)
    said(await cem.command(thread, "match takeover"), "1 open match", "/match list")
    said(await cem.press(with_button(thread, "Take Over"), "Take Over"), "1 open match")
    assert (await match_in(quick, thread)).seats[1].computer
    lobby = quick.games.last
    assert isinstance(lobby, Message)
    await cem.press(await cem.press(lobby, "Cancel"), "Close Table")
    said(await cem.command(thread, "match takeover"), "The seat is yours")
    assert (await match_in(quick, thread)).seats[1].user_id == int(cem.id)


async def test_an_offered_seat_is_not_taken_beyond_the_limit(quick: Scene) -> None:
    cem, thread = await free_seat(quick)
    said(await quick.person("Ada").command(thread, "match leave", to=cem), "offered")
    await quick.quiet()
    said(await cem.press(with_button(thread, "Take Over"), "Take Over"), "1 open match")
    assert (await match_in(quick, thread)).seats[0].name == "Ada"
