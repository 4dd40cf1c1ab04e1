"""Undo within the turn, redo, and taking back over turns."""

from __future__ import annotations

import pytest

from storage import CannotUndo, Store, WrongStatus
from tests.refused import refused, said
from tests.storage.conftest import NOW, TOY, running, steps


async def options(store: Store, number: int) -> list[str]:
    return [row.option for row in await (await store.matches.read(number)).steps()]


async def scores(store: Store, number: int) -> list[int]:
    return (await store.matches.read(number)).state.scores


async def test_undo_goes_back_one_choice_with_what_was_forced_after_it(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "add-1", "add-2", "pay")
    async with store.matches.open(number) as match:
        assert match.undoable(0) is None
        assert match.undo(0) == 2
        assert match.state.scores == [1, 0]
    assert await options(store, number) == ["add-1"]
    match = await store.matches.read(number)
    assert (match.revision, match.step_count) == (5, 1)
    async with store.matches.open(number) as again:
        assert again.undo(0) == 1
        assert said(again.undoable(0)) == "There is nothing to undo in this turn."
        with pytest.raises(CannotUndo):
            again.undo(0)
    assert await scores(store, number) == [0, 0]


async def test_undo_of_the_whole_turn(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "look", "add-1", "add-2", "pay", "add-1")
    async with store.matches.open(number) as match:
        assert match.undo(0, whole=True) == 4
        assert "revealed" in said(match.undoable(0))
    assert await options(store, number) == ["look"]


async def test_undo_is_not_for_others_nor_for_turns_that_have_passed(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "add-1")
    async with store.matches.open(number) as match:
        assert said(match.undoable(1)) == "Somebody else has played since."
    await steps(store, number, "end")
    async with store.matches.open(number) as match:
        assert said(match.undoable(0)) == "There is nothing to undo in this turn."
        assert said(match.undoable(1)) == "There is nothing to undo in this turn."


async def test_undo_is_not_for_matches_that_are_over(store: Store) -> None:
    number = await running(store, length=1)
    await steps(store, number, "add-1", "end")
    async with store.matches.open(number) as match:
        assert said(match.undoable(0)) == "This match is over."
        assert said(match.redoable(0)) == "This match is over."
        with pytest.raises(WrongStatus):
            await match.take_back(0)


async def test_redo_takes_the_same_steps_until_something_else_is_chosen(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "add-1", "add-2", "pay")
    before = TOY.to_json((await store.matches.read(number)).state)
    async with store.matches.open(number) as match:
        match.undo(0)
        match.undo(0)
    async with store.matches.open(number) as match:
        assert match.redoable(0) is None
        assert match.redoable(1) is not None
        assert len(match.redo(0)) == 1
        assert len(match.redo(0)) == 2
        assert said(match.redoable(0)) == "There is nothing to do again."
    match = await store.matches.read(number)
    assert TOY.to_json(match.state) == before
    assert [row.forced for row in await match.steps()] == [False, False, True]
    async with store.matches.open(number) as open_match:
        open_match.undo(0, whole=True)
        open_match.step(0, "look", NOW)
    async with store.matches.open(number) as open_match:
        with pytest.raises(CannotUndo):
            open_match.redo(0)


async def test_redo_of_the_step_that_ends_the_match(store: Store) -> None:
    number = await running(store, length=9)
    await steps(store, number, "add-1")
    async with store.matches.open(number) as match:
        match.undo(0)
        match.redo(0)
        match.step(0, "end", NOW)
    assert await options(store, number) == ["add-1", "end"]


async def test_takeback_goes_over_turns_and_leaves_no_trace(store: Store) -> None:
    number = await running(store, length=9)
    await steps(store, number, "add-1")
    states = [TOY.to_json((await store.matches.read(number)).state)]
    for option in ("end", "add-2", "pay", "end", "add-1", "end"):
        await steps(store, number, option)
        states.append(TOY.to_json((await store.matches.read(number)).state))
    for back in (6, 4, 2, 1):
        async with store.matches.open(number) as match:
            assert await match.cannot_take_back(back) is None
            taken = await match.take_back(back)
            assert [row.number for row in taken] == list(range(back + 1, back + 1 + len(taken)))
        match = await store.matches.read(number)
        assert match.step_count == back
        assert TOY.to_json(match.state) == states[back - 1]
        assert len(await match.steps()) == back
        assert match.turn == match.state.turn
        assert await match.check() is None
    await steps(store, number, "end", "add-1")
    assert await options(store, number) == ["add-1", "end", "add-1"]


async def test_takeback_does_not_go_behind_what_was_revealed(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "add-1", "look", "end", "add-1")
    async with store.matches.open(number) as match:
        assert "revealed" in said(await match.cannot_take_back(1))
        with pytest.raises(CannotUndo):
            await match.take_back(0)
        for nothing in (4, 5, -1):
            with refused("nothing to take back", CannotUndo):
                await match.take_back(nothing)
        await match.take_back(2)
    assert await options(store, number) == ["add-1", "look"]


async def test_undo_steps_and_takeback_inside_one_transaction(store: Store) -> None:
    number = await running(store, length=9)
    await steps(store, number, "add-1")
    async with store.matches.open(number) as match:
        match.step(0, "add-1", NOW)
        match.undo(0)
        match.step(0, "end", NOW)
        match.step(1, "add-1", NOW)
        match.step(1, "end", NOW)
        await match.take_back(3)
        match.step(1, "look", NOW)
        assert [row.option for row in await match.steps()] == ["add-1", "end", "add-1", "look"]
    match = await store.matches.read(number)
    assert [row.option for row in await match.steps()] == ["add-1", "end", "add-1", "look"]
    assert await match.check() is None


async def test_taking_back_to_a_turn_that_began_in_the_same_transaction(store: Store) -> None:
    number = await running(store, length=9)
    async with store.matches.open(number) as match:
        match.step(0, "end", NOW)
        match.step(1, "end", NOW)
        await match.take_back(1)
    match = await store.matches.read(number)
    assert (match.step_count, match.turn, match.turn_steps) == (1, 1, 0)
    await steps(store, number, "add-1")
    assert await options(store, number) == ["end", "add-1"]
