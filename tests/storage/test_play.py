"""Steps: legality, one writer, one transaction, the end of a match."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, insert, select

from rules import IllegalOption
from storage import Conflict, NotYourTurn, Store, StoreClosed, WrongStatus
from storage import schema as tables
from storage.extra import MatchExtra
from tests.refused import refused
from tests.storage.conftest import ADA, NOW, TOY, running, steps


async def count(store: Store, table: object, number: int) -> int:
    query = select(func.count()).select_from(table).where(table.c.match_id == number)
    found = await store._database.read(lambda connection: connection.scalar(query))
    return int(found or 0)


async def test_a_step_is_saved_with_all_that_belongs_to_it(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        assert match.revision_after == match.revision == 1
        events = match.step(0, "look", NOW + 9)
        assert match.revision_after == 2
        assert events[0].card == match.state.scores[0]
    match = await store.matches.read(number)
    assert (match.revision, match.step_count, match.turn, match.to_act) == (2, 1, 0, 0)
    (row,) = await match.steps()
    assert (row.number, row.seat, row.option, row.at, row.turn) == (1, 0, "look", NOW + 9, 0)
    assert row.reveals
    assert not row.forced
    assert match.moved_at == NOW + 9


async def test_whose_turn_it_is_and_what_is_legal(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        raw = TOY.to_json(match.state)
        with pytest.raises(NotYourTurn):
            match.step(1, "end", NOW)
        with pytest.raises(IllegalOption):
            match.step(0, "fly", NOW)
        assert TOY.to_json(match.state) == raw
    assert (await store.matches.read(number)).revision == 1


async def test_nothing_is_saved_when_the_block_raises(store: Store) -> None:
    number = await running(store)
    before = TOY.to_json((await store.matches.read(number)).state)
    with pytest.raises(KeyError):
        async with store.matches.open(number) as match:
            match.step(0, "end", NOW)
            match.extra.taken_back = True
            match.announce("turn", {}, NOW)
            raise KeyError
    match = await store.matches.read(number)
    assert (match.revision, match.step_count, match.extra) == (1, 0, MatchExtra())
    assert TOY.to_json(match.state) == before
    assert await store.outbox.pending(NOW) == []


async def test_a_rule_that_fails_half_way_leaves_no_trace_even_if_swallowed(store: Store) -> None:
    number = await running(store)
    with pytest.raises(RuntimeError, match="broke during a step"):
        async with store.matches.open(number) as match:
            with pytest.raises(ZeroDivisionError):
                match.step(0, "crash", NOW)
    assert (await store.matches.read(number)).state.scores == [0, 0]
    await steps(store, number, "add-1")


async def test_several_steps_in_one_transaction(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.step(0, "add-2", NOW)
        match.step(0, "pay", NOW, forced=True)
        match.step(0, "end", NOW)
        match.step(1, "end", NOW)
    match = await store.matches.read(number)
    assert (match.revision, match.step_count, match.turn, match.to_act) == (2, 4, 2, 0)
    assert await count(store, tables.snapshots, number) == 3


async def test_a_match_cannot_be_changed_after_it_was_left(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        pass
    with pytest.raises(RuntimeError, match="left already"):
        match.step(0, "end", NOW)
    with pytest.raises(RuntimeError, match="left already"):
        match.announce("turn", {}, NOW)
    assert (await store.matches.read(number)).revision == 1


async def test_racing_steps_of_one_turn_go_one_after_the_other(store: Store) -> None:
    number = await running(store)
    seen: list[int] = []

    async def press() -> None:
        async with store.matches.open(number) as match:
            seen.append(match.step_count)
            await asyncio.sleep(0)
            match.step(0, "add-1", NOW)

    await asyncio.gather(*(press() for _ in range(20)))
    assert seen == list(range(20))
    match = await store.matches.read(number)
    assert match.step_count == 20
    assert match.state.scores == [20, 0]
    assert not store.matches._locks


async def test_matches_do_not_wait_for_each_other(store: Store) -> None:
    one, two = await running(store), await running(store)
    async with store.matches.open(one) as match:
        match.step(0, "add-1", NOW)
        await asyncio.wait_for(steps(store, two, "add-1"), 5)


async def test_the_same_step_cannot_be_written_twice(store: Store) -> None:
    number = await running(store)
    row = {"match_id": number, "number": 1, "seat": 0, "option": "end", "at": 0, "turn": 0}
    query = insert(tables.steps).values(**row, version=1, reveals=False, forced=False)
    with pytest.raises(Conflict):
        async with store.matches.open(number) as match:
            match.step(0, "add-1", NOW)
            await store._database.write(lambda connection: connection.execute(query).close())
    assert [step.option for step in await (await store.matches.read(number)).steps()] == ["end"]


async def test_a_match_changed_by_somebody_else_is_a_conflict(store: Store) -> None:
    number = await running(store)
    query = tables.matches.update().where(tables.matches.c.id == number).values(revision=9)
    with refused("somebody else", Conflict):
        async with store.matches.open(number) as match:
            match.step(0, "add-1", NOW)
            await store._database.write(lambda connection: connection.execute(query).close())
    assert await count(store, tables.steps, number) == 0


async def test_a_save_goes_to_its_end_when_its_task_is_cancelled(store: Store) -> None:
    number = await running(store)
    leaving = asyncio.Event()

    async def press() -> None:
        async with store.matches.open(number) as match:
            match.step(0, "add-1", NOW)
            leaving.set()

    task = asyncio.create_task(press())
    await leaving.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await store.matches.read(number)).step_count == 1
    await steps(store, number, "add-1")


async def test_the_end_gives_results_and_drops_the_snapshots(store: Store) -> None:
    number = await running(store, length=3)
    await steps(store, number, "add-2", "pay", "add-1", "end", "add-1", "end")
    assert await count(store, tables.snapshots, number) == 3
    async with store.matches.open(number) as match:
        match.due_at = NOW + 5
        match.step(0, "end", NOW + 3)
    match = await store.matches.read(number)
    assert (match.status, match.ended_at, match.due_at, match.to_act) == ("over", NOW + 3, None, None)
    assert [(seat.score, seat.rank, seat.winner) for seat in match.seats] == [(2, 1, True), (1, 2, False)]
    assert await count(store, tables.snapshots, number) == 1
    assert match.state.scores == [2, 1]
    async with store.matches.open(number) as open_match:
        with refused("is over", WrongStatus):
            open_match.step(1, "end", NOW)
        with pytest.raises(WrongStatus):
            open_match.close(NOW)


async def test_a_log_that_leads_elsewhere_keeps_its_snapshots(store: Store) -> None:
    number = await running(store, length=2)
    await steps(store, number, "add-1", "end")
    change = tables.steps.update().where(tables.steps.c.number == 1).values(option="add-2")
    await store._database.write(lambda connection: connection.execute(change).close())
    await steps(store, number, "end")
    assert (await store.matches.read(number)).status == "over"
    assert await count(store, tables.snapshots, number) == 3


@pytest.mark.parametrize(("option", "winner"), [("resign", [False, True]), ("draw", [False, False])])
async def test_resigning_and_agreeing_are_steps(store: Store, option: str, winner: list[bool]) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.resign(0, NOW) if option == "resign" else match.agree_draw(0, NOW)
    match = await store.matches.read(number)
    assert match.status == "over"
    assert [seat.winner for seat in match.seats] == winner
    assert [step.option for step in await match.steps()] == [option]
    assert await match.check() is None


@pytest.mark.parametrize("word", ["resign", "draw"])
async def test_a_word_of_the_log_is_no_option(store: Store, word: str) -> None:
    number = await running(store)
    with pytest.raises(IllegalOption):
        async with store.matches.open(number) as match:
            match.step(0, word, NOW)
    assert (await store.matches.read(number)).status == "running"


async def test_resigning_is_possible_when_it_is_not_ones_turn(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.resign(1, NOW)
    assert [seat.rank for seat in (await store.matches.read(number)).seats] == [1, 2]


async def test_closing_waits_for_open_matches_and_lets_nobody_in(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        closing = asyncio.create_task(store.matches.finish())
        await asyncio.sleep(0)
        with pytest.raises(StoreClosed):
            async with store.matches.open(number):
                pass
        with pytest.raises(StoreClosed):
            await store.matches.create("toy", "{}", ADA, "Ada", None, 1, NOW)
        assert not closing.done()
        match.step(0, "add-1", NOW)
    await closing
    assert (await store.matches.read(number)).step_count == 1
