"""Each button does its work on the messages that carry it; elsewhere it changes nothing that others see."""

from __future__ import annotations

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in

PRIVATE = {
    "panel": "",
    "group": ":Move",
    "option": ":c4",
    "confirm": ":c4",
    "undo": "",
    "redo": "",
    "rules": ":iye",
    "level": ":easy",
    "form": ":0",
    "picks": ":0",
    "confirmpicks": ":0",
    "page": ":0",
    "turnsheet": ":board",
    "leavematch": "",
    "resign": ":ends",
    "offerdraw": ":ends",
    "takeback": ":unrated",
    "closematch": "",
    "closetable": "",
    "keepmatch": "",
    "forgetme": "",
    "paper": "",
    "help": "",
    "history": ":0",
    "at": ":0",
}
"""What is pressed in messages that one person sees, with an argument that it could have."""

TABLE = {"join", "leave", "start", "options", "openseats", "cancel"}
POSTED = {"play": "", "computer": "", "describe": "", "sheet": ":board", "askback": "", "agree": ":1", "decline": ":1"}
POSTED |= {"takeover": ":1", "rematch": "", "today": ""}


def text_and_buttons(message: Message) -> tuple[str, list[str]]:
    return message.text, message.labels


def answered(person: Person, place: Channel) -> str:
    return [message for message in person.sees(place) if message.ephemeral][-1].text


async def test_every_button_is_known_here(quick: Scene) -> None:
    assert set(quick.bot.services.presses.handlers) == {*PRIVATE, *TABLE, *POSTED}
    assert quick.bot.services.presses.private == set(PRIVATE)


async def test_what_belongs_in_a_panel_is_refused_on_a_post(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    post, match = newest_post(thread), await match_in(quick, thread)
    before = text_and_buttons(post)
    for action, argument in PRIVATE.items():
        for menu in ("", "m"):
            press = f"{menu}lh:{action}:{match.id}:{match.revision}{argument}"
            answer = await ada.press(post, press, anyway=True)
            assert "works in your own panel only" in answered(ada, thread), press
            assert isinstance(answer, Message)
            assert text_and_buttons(post) == before, press
    after = await match_in(quick, thread)
    assert (after.revision, after.status, after.step_count) == (match.revision, "running", 0)


@pytest.mark.parametrize("action", sorted(POSTED))
async def test_what_stands_under_posts_answers_beside_them(quick: Scene, action: str) -> None:
    """On a message of another kind too."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iwari new")
    assert isinstance(lobby, Message)
    before = text_and_buttons(lobby)
    thread = await quick.begin(ada, bo, first="host")
    match = await match_in(quick, thread)
    await ada.press(lobby, f"lh:{action}:{match.id}:{match.revision}{POSTED[action]}", anyway=True)
    await quick.quiet()
    assert answered(ada, quick.games)
    assert text_and_buttons(lobby) == before


@pytest.mark.parametrize("action", sorted(TABLE))
async def test_a_tables_buttons_work_on_its_own_message_only(quick: Scene, action: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    lobby = await ada.command(quick.games, "iye new", first="host")
    assert isinstance(lobby, Message)
    await bo.press(lobby, "Join")
    table = (await quick.store.matches.of_user(int(ada.id), ("lobby",)))[0]
    post = newest_post(thread)
    before = text_and_buttons(post), text_and_buttons(lobby)
    cem = quick.person("Cem") if action == "join" else ada
    await cem.press(post, f"lh:{action}:{table.id}:1", anyway=True)
    await quick.quiet()
    assert "not on this table's own message" in answered(cem, thread)
    assert (text_and_buttons(post), text_and_buttons(lobby)) == before
    assert (await quick.store.matches.read(table.id)).status == "lobby"
