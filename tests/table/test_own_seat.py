"""Whoever has had a seat in a match can come back to that one only: nobody looks into two hands."""

from __future__ import annotations

import pytest

from playground.people import Channel, Person
from storage.stored_match import StoredMatch
from table.state import kept
from tests.table.conftest import Scene
from tests.table.test_leavers import played
from tests.table.test_seats import leave, match_in, missed, said, three, with_button

ONLY_OWN = "only that one can be yours again"


async def resign(scene: Scene, person: Person, thread: Channel) -> None:
    await person.press(await person.command(thread, "match resign"), "Resign")
    await scene.quiet()


async def played_out(scene: Scene, number: int) -> StoredMatch:
    """The match after everybody has played it to its end."""
    while (match := await scene.store.matches.read(number)).status == "running":
        seat = match.waits_for
        assert seat is not None and seat.user_id is not None
        await scene.finish_turn(number, seat.user_id)
        await scene.quiet()
    return match


@pytest.mark.parametrize("line", ["match resign", "match leave"])
async def test_nobody_looks_into_the_hand_of_somebody_who_has_gone(quick: Scene, line: str) -> None:
    ada, bo, _, thread = await three(quick)
    await (resign if line == "match resign" else leave)(quick, bo, thread)
    await leave(quick, ada, thread)
    said(await ada.command(thread, "match takeover", seat="2"), ONLY_OWN, "Computer 1")
    said(await ada.press(with_button(thread, "Take Over"), "lh:takeover:1:1:1", anyway=True), ONLY_OWN)
    match = await match_in(quick, thread)
    assert (await quick.bot.services.table.look(match.id, int(ada.id))).seat is None
    assert [choice["value"] for choice in await ada.autocomplete(thread, "match takeover", focused="seat")] == ["1"]
    said(await ada.command(thread, "match takeover"), "The seat is yours")
    assert (await match_in(quick, thread)).seats[0].user_id == int(ada.id)
    said(await bo.command(thread, "match takeover", seat="2"), "The seat is yours")


async def test_the_host_cannot_put_somebody_on_a_second_seat(quick: Scene) -> None:
    ada, bo, _, thread = await three(quick)
    await leave(quick, bo, thread)
    await missed(quick, await match_in(quick, thread), 2)
    said(
        await ada.command(thread, "match replace", player="3", by=bo),
        "**Bo** had another seat",
        "only that one can be offered",
    )
    said(await ada.command(thread, "match leave", to=bo), "**Bo** had another seat", "only that one can be offered")
    said(await ada.command(thread, "match replace", player="2", by=bo), "The seat is offered")
    await quick.quiet()
    said(await bo.press(with_button(thread, "Take Over"), "Take Over"), "The seat is yours")


async def test_an_offer_from_before_does_not_open_a_second_hand(quick: Scene) -> None:
    """Eva is offered one seat, and sits on another for a while before she takes the offer up."""
    ada, bo, _, thread = await three(quick)
    eva = quick.person("Eva")
    said(await ada.command(thread, "match leave", to=eva), "stays yours until")
    await leave(quick, bo, thread)
    said(await eva.command(thread, "match takeover", seat="2"), "The seat is yours")
    await quick.quiet()
    await leave(quick, eva, thread)
    said(await eva.command(thread, "match takeover", seat="1"), ONLY_OWN)
    assert (await match_in(quick, thread)).seats[0].user_id == int(ada.id)


async def test_a_seat_that_is_held_is_refused_as_before(quick: Scene) -> None:
    ada, _, _, thread = await three(quick)
    said(await ada.command(thread, "match takeover", seat="2"), "You play in this match already")
    await leave(quick, ada, thread)
    said(await ada.command(thread, "match takeover", seat="2"), "**Bo** sits there")


@pytest.mark.parametrize("line", ["match resign", "match leave"])
async def test_whoever_comes_back_to_the_seat_is_rated_by_it(quick: Scene, line: str) -> None:
    _, bo, _, thread = await three(quick)
    number = await played(quick, thread)
    await (resign if line == "match resign" else leave)(quick, bo, thread)
    said(await bo.command(thread, "match takeover"), "The seat is yours")
    await quick.quiet()
    match = await played_out(quick, number)
    for seat in match.seats:
        assert seat.user_id is not None
        (row,) = await quick.store.ratings.history(seat.user_id, "iwari")
        assert (row.rank, row.sides) == (seat.rank, 3)


async def test_the_first_one_returns_after_another_has_come_and_gone(quick: Scene) -> None:
    """Bo leaves, Dia takes over, plays and leaves, Bo returns and finishes: Bo is rated by the seat, Dia is last."""
    _, bo, _, thread = await three(quick)
    dia = quick.person("Dia")
    number = await played(quick, thread)
    await leave(quick, bo, thread)
    quick.now += 60
    said(await dia.command(thread, "match takeover", seat="2"), "The seat is yours")
    said(await bo.command(thread, "match takeover", seat="2"), "**Dia** sits there")
    await quick.quiet()
    quick.now += 60
    await played(quick, thread)
    await leave(quick, dia, thread)
    said(await bo.command(thread, "match takeover", seat="2"), "The seat is yours")
    said(await dia.command(thread, "match takeover", seat="2"), "**Bo** sits there")
    await quick.quiet()
    match = await played_out(quick, number)
    (hers,) = await quick.store.ratings.history(int(dia.id), "iwari")
    (rated,) = await quick.store.ratings.history(int(bo.id), "iwari")
    assert (hers.rank, hers.sides, hers.won) == (4, 4, False)
    assert (rated.rank, rated.sides) == (match.seats[1].rank, 4)


async def test_a_seat_is_named_by_its_number_before_it_is_by_a_name(quick: Scene) -> None:
    """Somebody on the first seat is called "2"."""
    two, bo, cem = quick.person("2"), quick.person("Bo"), quick.person("Cem")
    thread = await quick.begin(two, bo, cem, line="iwari new", players=3)
    await missed(quick, await match_in(quick, thread), 1)
    said(await cem.command(thread, "match replace", player="2"), "have been asked")
    proposal = kept(await match_in(quick, thread)).proposal
    assert proposal.target == 1
