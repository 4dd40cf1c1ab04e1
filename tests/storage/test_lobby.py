"""Gathering, seats, and finding matches."""

from __future__ import annotations

import pytest

from storage import (
    AlreadySeated,
    LobbyFull,
    MatchNotFound,
    NotSeated,
    OtherRules,
    Place,
    Store,
    WrongStatus,
)
from storage.extra import MatchExtra, SeatExtra
from tests.refused import refused
from tests.storage.conftest import ADA, BEN, CLEO, NOW, lobby, running, steps
from tests.storage.toy import ToySettings


async def test_a_new_match_is_a_lobby_with_nobody_seated(store: Store) -> None:
    match = await store.matches.read(await lobby(store, length=9))
    assert (match.status, match.seats, match.revision, match.step_count) == ("lobby", [], 0, 0)
    assert match.settings == ToySettings(length=9)
    assert (match.host_id, match.host_name, match.place) == (ADA, "Ada", Place(5, 6, None, {}))
    assert match.decision is None
    with pytest.raises(WrongStatus):
        _ = match.state


async def test_numbers_are_never_given_twice(store: Store) -> None:
    assert await lobby(store) < await lobby(store) < await lobby(store)


async def test_settings_may_be_json_and_bad_ones_are_refused(store: Store) -> None:
    number = await store.matches.create("toy", '{"length": 3}', ADA, "Ada", None, 6, NOW)
    assert (await store.matches.read(number)).settings.length == 3
    for bad in ("{", "[]", '{"length": "long"}'):
        with refused():
            await store.matches.create("toy", bad, ADA, "Ada", None, 6, NOW)
    with pytest.raises(OtherRules):
        await store.matches.create("chess", "{}", ADA, "Ada", None, 6, NOW)
    async with store.matches.open(number) as match:
        with refused():
            match.change_settings('{"cards": null}')
        match.change_settings(ToySettings(length=8))
    assert (await store.matches.read(number)).settings.length == 8


async def test_people_sit_leave_and_are_arranged(store: Store) -> None:
    number = await lobby(store)
    async with store.matches.open(number) as match:
        assert match.sit(ADA, "Ada", now=NOW) == 0
        assert match.sit(None, "Computer", level="hard", now=NOW) == 1
        assert match.sit(CLEO, "Cleo", now=NOW) == 2
        with pytest.raises(LobbyFull):
            match.sit(BEN, "Ben")
        assert match.leave(1).computer
        with pytest.raises(AlreadySeated):
            match.sit(CLEO, "Cleo again")
        with pytest.raises(NotSeated):
            match.leave(2)
        match.arrange([1, 0])
        with pytest.raises(ValueError, match="each seat once"):
            match.arrange([0, 0])
    match = await store.matches.read(number)
    assert [(seat.index, seat.user_id) for seat in match.seats] == [(0, CLEO), (1, ADA)]
    assert match.revision == 1


async def test_too_few_cannot_start_and_nothing_is_saved(store: Store) -> None:
    number = await lobby(store)
    with refused("Toy is for 2 to 3"):
        async with store.matches.open(number) as match:
            match.sit(ADA, "Ada")
            match.start(1, NOW)
    assert (await store.matches.read(number)).seats == []


async def test_a_started_match_takes_no_more_people(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        for change in (
            lambda: match.sit(CLEO, "Cleo"),
            lambda: match.leave(0),
            lambda: match.start(1, NOW),
            lambda: match.change_settings(ToySettings()),
        ):
            with refused("begun already", WrongStatus):
                change()


async def test_a_seat_passes_to_a_replacement_and_its_notes_do_not(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "look")
    await store.notes.put(number, 0, {"guess": "c4"})
    await store.notes.put(number, 1, {"guess": "a1"})
    async with store.matches.open(number) as match:
        with pytest.raises(AlreadySeated):
            match.replace(0, BEN, "Ben")
        gone = match.replace(0, CLEO, "Cleo", now=NOW + 5)
        assert gone.user_id == ADA
    match = await store.matches.read(number)
    assert [seat.user_id for seat in match.seats] == [CLEO, BEN]
    assert match.waits_for is not None
    assert match.waits_for.user_id == CLEO
    assert await store.notes.get(number, 0) == {}
    assert await store.notes.get(number, 1) == {"guess": "a1"}
    async with store.matches.open(number) as open_match:
        open_match.replace(0, None, "Computer", level="easy")
        open_match.replace(1, None, "", level=None)
    match = await store.matches.read(number)
    assert match.seats[0].computer
    assert match.seats[1].open


async def test_small_notes_of_the_table_do_not_raise_the_revision(store: Store) -> None:
    number = await running(store)
    before = (await store.matches.read(number)).revision
    async with store.matches.open(number) as match:
        match.due_at, match.remind_at, match.warned = NOW + 60, NOW + 30, 2
        match.place = Place(5, 6, 7, {"post": 8})
        match.extra.taken_back = True
        match.mute(1, True)
        match.change_seat_extra(0, SeatExtra(missed=2))
    match = await store.matches.read(number)
    assert match.revision == before
    assert (match.due_at, match.remind_at, match.warned) == (NOW + 60, NOW + 30, 2)
    assert match.place == Place(5, 6, 7, {"post": 8})
    assert match.extra == MatchExtra(taken_back=True)
    assert [seat.muted for seat in match.seats] == [False, True]
    assert match.seats[0].extra == SeatExtra(missed=2)


async def test_closing_ends_a_match_without_a_result(store: Store) -> None:
    for number in (await lobby(store), await running(store)):
        async with store.matches.open(number) as match:
            match.due_at = NOW + 1
            match.close(NOW + 2)
        match = await store.matches.read(number)
        assert (match.status, match.ended_at, match.due_at, match.to_act) == ("closed", NOW + 2, None, None)
        async with store.matches.open(number) as match:
            with refused("was closed", WrongStatus):
                match.close(NOW)


async def test_there_is_no_such_match(store: Store) -> None:
    with refused("no match 99", MatchNotFound):
        await store.matches.read(99)
    with pytest.raises(MatchNotFound):
        async with store.matches.open(99):
            pass


async def test_lists(store: Store) -> None:
    gathering = await lobby(store)
    async with store.matches.open(gathering) as match:
        match.sit(BEN, "Ben")
    first, second = await running(store), await running(store)
    await steps(store, second, "end")
    closed = await running(store)
    async with store.matches.open(closed) as match:
        match.close(NOW)
        match.place = Place(5, 6, 77)

    async def numbers(of: object) -> list[int]:
        return [match.id for match in await of]

    assert await numbers(store.matches.of_user(BEN)) == [second, gathering, first]
    assert await numbers(store.matches.waiting_for(BEN)) == [second]
    assert await numbers(store.matches.waiting_for(ADA)) == [first]
    assert await numbers(store.matches.of_user(ADA, ("closed",))) == [closed]
    assert await numbers(store.matches.hosted_by(ADA)) == [gathering, first, second]
    assert await numbers(store.matches.running_in(5, ("running",))) == [first, second]
    assert await numbers(store.matches.running_in(None)) == []
    found = await store.matches.in_thread(77)
    assert found is not None
    assert found.id == closed
    assert await store.matches.in_thread(78) is None
    assert await store.matches.count() == {"lobby": 1, "running": 2, "closed": 1}
    (waiting,) = await store.matches.waiting_for(BEN)
    assert waiting.game_key == "toy"
    assert waiting.seat_of(BEN) == waiting.seats[1]
    assert waiting.seat_of(CLEO) is None


async def test_deadlines_come_in_order_and_not_too_early(store: Store) -> None:
    one, two, three = await running(store), await running(store), await running(store)
    for number, due in ((one, 30), (two, 10), (three, 31)):
        async with store.matches.open(number) as match:
            match.due_at, match.remind_at = NOW + due, NOW + due - 5
    assert [match.id for match in await store.matches.due(NOW + 30)] == [two, one]
    assert [match.id for match in await store.matches.due(NOW + 30, limit=1)] == [two]
    assert [match.id for match in await store.matches.to_remind(NOW + 26)] == [two, one, three]
    assert await store.matches.due(NOW + 9) == []
