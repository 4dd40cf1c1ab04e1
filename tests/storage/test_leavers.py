"""Whoever leaves a match is rated as last in it, and one with a takeback is not rated against the computer."""

from __future__ import annotations

import pytest

from storage import PersonSettings, Store
from storage.extra import SeatExtra
from storage.ratings import EVERYWHERE, Rating
from tests.storage.conftest import ADA, BEN, CLEO, NOW, lobby, steps

DIA = 44


async def begun(store: Store, *people: int | str, length: int = 9) -> int:
    """A toy match; a text stands for a computer player of that level."""
    number = await lobby(store, length=length)
    async with store.matches.open(number) as match:
        for person in people:
            level = person if isinstance(person, str) else None
            match.sit(None if level else int(person), f"P{person}", level=level, now=NOW)
        match.start(7, NOW)
    return number


async def leave(store: Store, number: int, seat: int, *, to: int | None = None, at: int = NOW + 5) -> None:
    """The seat goes to somebody else, by default to the computer."""
    async with store.matches.open(number) as match:
        match.replace(seat, to, "" if to is None else f"P{to}", level=None if to else "normal", now=at)
        if to is None:
            match.change_seat_extra(seat, SeatExtra(stands_in=True))


async def end(store: Store, number: int, loser: int) -> None:
    async with store.matches.open(number) as match:
        match.resign(loser, NOW + 50)


async def rating(store: Store, user: int, guild: int = EVERYWHERE) -> Rating:
    (found,) = await store.ratings.of(user, guild)
    return found


async def test_whoever_leaves_among_three_is_rated_as_last(store: Store) -> None:
    number = await begun(store, ADA, BEN, CLEO)
    await steps(store, number, "end", "add-1", "end", "end")
    await leave(store, number, 1)
    await end(store, number, 2)  # the computer in Ben's seat has the most points
    for guild in (EVERYWHERE, 5):
        ada, ben, cleo = [await rating(store, user, guild) for user in (ADA, BEN, CLEO)]
        assert ada.mu > cleo.mu > ben.mu
        assert (ben.played, ben.won, ben.name) == (1, 0, f"P{BEN}")
    (row,) = await store.ratings.history(BEN, "toy")
    assert (row.rank, row.sides, row.won) == (3, 3, False)
    assert await store.ratings.history(BEN, "toy", 5)


async def test_nobody_is_rated_against_the_computer_that_stands_in(store: Store) -> None:
    """As if Ben had resigned and nobody had played for them."""
    options = ("add-1", "end", "add-1", "add-1", "end", "end")
    number, other = await begun(store, ADA, BEN, CLEO, length=4), await begun(store, 51, 52, 53, length=4)
    for one in (number, other):
        await steps(store, one, *options)
    await leave(store, number, 1)
    await steps(store, number, "end")
    assert [seat.rank for seat in (await store.matches.read(number)).seats] == [2, 1, 3]
    await end(store, other, 1)
    for left, resigned in ((ADA, 51), (BEN, 52), (CLEO, 53)):
        assert (await rating(store, left)).mu == pytest.approx((await rating(store, resigned)).mu)


async def test_leaving_two_is_losing(store: Store) -> None:
    number = await begun(store, ADA, BEN)
    await steps(store, number, "end", "end")
    await leave(store, number, 1)
    await end(store, number, 0)
    assert (await rating(store, ADA)).mu > 25 > (await rating(store, BEN)).mu


async def test_who_takes_the_seat_over_is_rated_by_it_and_who_left_it_as_last(store: Store) -> None:
    number = await begun(store, ADA, BEN)
    await steps(store, number, "end", "add-1", "end")
    await leave(store, number, 1, to=DIA)
    await steps(store, number, "end", "end")
    await end(store, number, 0)
    ada, ben, dia = [await rating(store, user) for user in (ADA, BEN, DIA)]
    assert dia.mu > ada.mu > ben.mu
    assert dia.won == 1


async def test_an_open_seat_was_left_too(store: Store) -> None:
    number = await begun(store, ADA, BEN, CLEO)
    await steps(store, number, "end", "end", "end")
    async with store.matches.open(number) as match:
        match.replace(1, None, "", now=NOW + 5)
    await end(store, number, 2)
    assert (await rating(store, BEN)).mu < (await rating(store, CLEO)).mu


async def test_several_who_leave_are_last_together(store: Store) -> None:
    number = await begun(store, ADA, BEN, CLEO)
    await steps(store, number, "end", "end", "end")
    await leave(store, number, 1)
    await leave(store, number, 2)
    await end(store, number, 1)
    ada, ben, cleo = [await rating(store, user) for user in (ADA, BEN, CLEO)]
    assert ada.mu > ben.mu == pytest.approx(cleo.mu)


async def test_whoever_comes_back_has_not_left(store: Store) -> None:
    number = await begun(store, ADA, BEN, CLEO)
    await steps(store, number, "end", "end", "end")
    await leave(store, number, 1)
    await leave(store, number, 1, to=BEN, at=NOW + 9)
    await end(store, number, 2)
    assert (await rating(store, BEN)).mu > (await rating(store, CLEO)).mu
    assert (await rating(store, BEN)).played == 1


async def test_who_left_before_having_played_is_not_rated_and_the_computer_is(store: Store) -> None:
    number = await begun(store, ADA, BEN, CLEO)
    await leave(store, number, 1)
    await steps(store, number, "end", "end", "end")
    await end(store, number, 2)
    assert await store.ratings.of(BEN) == []
    assert (await rating(store, ADA)).played == (await rating(store, CLEO)).played == 1


async def test_who_does_not_want_to_be_rated_is_not_when_he_leaves(store: Store) -> None:
    await store.people.put(BEN, PersonSettings(rated=False))
    number = await begun(store, ADA, BEN)
    await steps(store, number, "end", "end")
    await leave(store, number, 1)
    await end(store, number, 1)
    assert await store.ratings.best("toy") == []


async def test_a_takeback_ends_the_rating_against_the_computer(store: Store) -> None:
    number = await begun(store, ADA, "hard")
    await steps(store, number, "end", "end")
    async with store.matches.open(number) as match:
        await match.take_back(0)
    await steps(store, number, "end", "end")
    await end(store, number, 1)
    assert await store.ratings.of(ADA) == []


@pytest.mark.parametrize("again", [True, False])
async def test_what_was_lost_against_the_computer_is_rated_after_a_takeback_too(store: Store, again: bool) -> None:
    number = await begun(store, ADA, "hard")
    await steps(store, number, "end", "end")
    async with store.matches.open(number) as match:
        await match.take_back(0)
    if again:
        await steps(store, number, "end", "end")
    await end(store, number, 0)
    found = await rating(store, ADA)
    assert found.mu < 25 and (found.played, found.won) == (1, 0)


async def test_after_a_takeback_only_those_computers_count_that_stand_before(store: Store) -> None:
    number = await begun(store, ADA, "easy", "hard", length=3)
    async with store.matches.open(number) as match:
        match.step(0, "end", NOW)
        await match.take_back(0)
    await steps(store, number, "add-1", "end", "end", "add-2", "pay", "add-2", "pay", "end")
    assert [seat.rank for seat in (await store.matches.read(number)).seats] == [2, 3, 1]
    (row,) = await store.ratings.history(ADA, "toy")
    assert (row.rank, row.sides) == (2, 3) and row.mu < 25


async def test_after_a_takeback_people_are_rated_among_themselves(store: Store) -> None:
    number = await begun(store, ADA, BEN, "hard")
    await steps(store, number, "end", "end", "end")
    async with store.matches.open(number) as match:
        await match.take_back(0)
    await steps(store, number, "end", "end", "end")
    await end(store, number, 1)
    other = await begun(store, CLEO, DIA)
    await steps(store, other, "end", "end")
    await end(store, other, 1)
    assert (await rating(store, ADA)).mu == pytest.approx((await rating(store, CLEO)).mu)


# Who comes and goes several times. Whoever sits there in the end is rated by the seat, however that came; everybody
# else who has played is last, once.


async def three_begun(store: Store) -> int:
    number = await begun(store, ADA, BEN, CLEO, length=99)
    await steps(store, number, "end", "add-1", "end", "end")
    return number


async def go_round(store: Store, number: int, at: int) -> None:
    """Everybody takes a turn."""
    async with store.matches.open(number) as match:
        for seat in range(3):
            match.step(seat, "end", at)


async def ranks(store: Store, number: int) -> dict[int, int]:
    """By person, as the match has counted them."""
    found = {}
    for user in (ADA, BEN, CLEO, DIA):
        for row in await store.ratings.history(user, "toy"):
            assert row.match_id == number
            found[user] = row.rank
    return found


async def test_the_first_one_returns_after_another_has_come_and_gone(store: Store) -> None:
    number = await three_begun(store)
    await leave(store, number, 1, to=DIA, at=NOW + 5)
    await go_round(store, number, NOW + 5)
    await leave(store, number, 1, at=NOW + 6)
    await leave(store, number, 1, to=BEN, at=NOW + 7)
    await end(store, number, 2)
    assert await ranks(store, number) == {ADA: 2, BEN: 1, CLEO: 3, DIA: 4}
    assert [(await rating(store, user)).played for user in (BEN, DIA)] == [1, 1]


async def test_another_who_has_not_played_is_not_rated(store: Store) -> None:
    number = await three_begun(store)
    await leave(store, number, 1, to=DIA, at=NOW + 5)
    await leave(store, number, 1, to=BEN, at=NOW + 7)
    await end(store, number, 2)
    assert await ranks(store, number) == {ADA: 2, BEN: 1, CLEO: 3}


async def test_whoever_leaves_twice_is_last_once(store: Store) -> None:
    number = await three_begun(store)
    await leave(store, number, 1, at=NOW + 5)
    await leave(store, number, 1, to=BEN, at=NOW + 6)
    await go_round(store, number, NOW + 6)
    await leave(store, number, 1, to=DIA, at=NOW + 7)
    await go_round(store, number, NOW + 7)
    await end(store, number, 2)
    assert await ranks(store, number) == {ADA: 2, DIA: 1, CLEO: 3, BEN: 4}
    assert (await rating(store, BEN)).played == 1


async def test_both_who_had_a_seat_and_left_are_last_together(store: Store) -> None:
    number = await three_begun(store)
    await leave(store, number, 1, to=DIA, at=NOW + 5)
    await go_round(store, number, NOW + 5)
    await leave(store, number, 1, at=NOW + 6)
    await end(store, number, 2)
    found = await ranks(store, number)
    assert found[BEN] == found[DIA] > max(found[ADA], found[CLEO])


async def test_whoever_came_back_may_lose_like_anybody(store: Store) -> None:
    number = await three_begun(store)
    await leave(store, number, 1)
    await leave(store, number, 1, to=BEN, at=NOW + 9)
    await end(store, number, 1)
    assert (await ranks(store, number))[BEN] == 3


async def test_choices_that_were_taken_back_are_nobodys(store: Store) -> None:
    """Ben has played nothing that stands; what the computer plays in Ben's place is not Ben's."""
    number = await begun(store, ADA, BEN, CLEO)
    await steps(store, number, "end", "end", "end")
    await leave(store, number, 1, at=NOW)
    async with store.matches.open(number) as match:
        await match.take_back(0)
    await steps(store, number, "end", "end", "end")
    await end(store, number, 2)
    assert await store.ratings.of(BEN) == []
