"""For how many a table is: the host can change it under Options, as long as all who sit there fit in."""

from __future__ import annotations

import pytest

from playground.people import Person
from playground.visible import Message, Modal
from table.state import kept
from tests.table.conftest import Scene
from tests.table.test_seats import match_in, startable


async def change(host: Person, lobby: object, **fields: object) -> Message | None:
    """Fill in the options; gives what was answered where that is not the table itself."""
    assert isinstance(lobby, Message)
    form = await host.press(lobby, "Options")
    assert isinstance(form, Modal)
    answer = await host.fill(form, **fields)  # type: ignore[arg-type]
    return answer if isinstance(answer, Message) and answer.ephemeral else None


@pytest.mark.parametrize("line", ["iwari new", "tiwanaku new", "tiwanaku coop"])
async def test_two_begin_when_the_third_stays_away(quick: Scene, line: str) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    level = {"level": "easy"} if "coop" in line else {}
    lobby = await ada.command(quick.games, line, players=3, **level)
    await bo.press(lobby, "Join")
    assert not startable(lobby)
    assert await change(ada, lobby, players="=2") is None
    assert startable(lobby) and isinstance(lobby, Message) and "*free*" not in lobby.text
    assert lobby.button("Join").disabled  # type: ignore[union-attr]
    quick.games.catch_up()
    await ada.press(lobby, "Start")
    await quick.quiet()
    match = await match_in(quick, quick.games.threads[-1])
    assert [seat.user_id for seat in match.seats] == [int(ada.id), int(bo.id)]
    assert match.seat_of(int(cem.id)) is None


async def test_more_may_come_than_was_said(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    lobby = await ada.command(quick.games, "iwari new", players=2)
    await bo.press(lobby, "Join")
    assert isinstance(lobby, Message) and lobby.button("Join").disabled  # type: ignore[union-attr]
    assert await change(ada, lobby, players="=0") is None
    await cem.press(lobby, "Join")
    assert "3. **Cem**" in lobby.text and "5. *free*" in lobby.text and startable(lobby)


async def test_nobody_who_sits_is_sent_away(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    lobby = await ada.command(quick.games, "iwari new")
    for guest in (bo, cem):
        await guest.press(lobby, "Join")
    assert isinstance(lobby, Message)
    before = lobby.text
    answer = await change(ada, lobby, players="=2", feats=["=union"])
    assert answer is not None and "3 players sit at this table already, so it cannot be for 2" in answer.text
    assert lobby.text == before, "nothing else was changed either"
    assert await change(ada, lobby, players="=3") is None


async def test_the_form_shows_what_was_chosen_and_keeps_it(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = await ada.command(quick.games, "iwari new", players=4, feats="union", draft=True)
    assert isinstance(lobby, Message)
    before = lobby.text
    assert await change(ada, lobby) is None
    assert lobby.text == before and "drafted" in before and "Union" in before and "4. *free*" in before
    assert await change(ada, lobby, feats=["=honour"]) is None
    assert "dealt" in lobby.text and "Honour" in lobby.text and "Union" not in lobby.text
    assert await change(ada, lobby, feats=["=draft"]) is None
    assert "drafted" in lobby.text and "Honour" not in lobby.text


async def test_nobody_is_called_to_a_rematch_that_has_no_room_any_more(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    lobby = await ada.command(quick.games, "iwari new", players=3)
    assert isinstance(lobby, Message)
    number = (await quick.store.matches.of_user(int(ada.id), ("lobby",)))[0].id
    async with quick.store.matches.open(number) as match:
        kept(match).invited = [int(bo.id), int(cem.id)]
    await bo.press(lobby, "Join")
    assert cem.mention in lobby.text
    assert await change(ada, lobby, players="=2") is None
    assert "invites you" not in lobby.text and startable(lobby)


async def test_a_game_for_two_has_no_such_choice(quick: Scene) -> None:
    ada = quick.person("Ada")
    form = await ada.press(await ada.command(quick.games, "iye new"), "Options")
    assert isinstance(form, Modal)
    with pytest.raises(Exception, match="players"):
        await ada.fill(form, players="=2")
