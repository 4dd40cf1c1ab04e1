"""A seat's hidden side is known to whoever has had it, so that person can have no other seat of the same match."""

from __future__ import annotations

import pytest

from storage import Store
from storage.errors import HadAnotherSeat
from tests.storage.conftest import ADA, BEN, CLEO, NOW
from tests.storage.test_leavers import begun, leave


async def test_who_has_had_a_seat_gets_no_other_one(store: Store) -> None:
    number = await begun(store, ADA, BEN, CLEO)
    await leave(store, number, 0)
    await leave(store, number, 1)
    with pytest.raises(HadAnotherSeat):
        await leave(store, number, 1, to=ADA)
    match = await store.matches.read(number)
    assert match.seats[1].computer
    assert (match.seats_had(ADA), match.seats_had(BEN), match.seats_had(CLEO)) == ({0}, {1}, {2})
    await leave(store, number, 0, to=ADA)
    assert (await store.matches.read(number)).seats[0].user_id == ADA


async def test_at_a_table_that_gathers_anybody_may_sit_anywhere(store: Store) -> None:
    number = await begun(store, ADA, BEN)
    async with store.matches.open(number) as match:
        match.close(NOW)
    assert match.seats_had(44) == set()
