"""Looking back, and going on under newer rules."""

from __future__ import annotations

import pytest

from rules import GAMES, match
from storage import CannotUndo, MatchMoved, OtherRules, Store, WrongStatus
from storage.replay import Difference
from tests.engines import Home
from tests.refused import refused, said
from tests.storage.conftest import ADA, NOW, TOY, lobby, open_at, running, steps
from tests.storage.toy import Drawn, NewerToy

PLAYED = ("add-2", "pay", "end", "look", "add-1", "end", "add-1", "add-1")


async def test_what_happened_since_any_step(store: Store) -> None:
    number = await running(store, length=9)
    await steps(store, number, *PLAYED)
    stored = await store.matches.read(number)
    whole = await stored.events_since(0)
    assert [step.option for step in whole] == list(PLAYED)
    assert whole[3].events == [Drawn(1, stored.state.scores[1] - 1)]
    assert whole[3].seat == 1
    for since in range(len(PLAYED) + 2):
        assert await stored.events_since(since) == whole[since:]
    async with store.matches.open(number) as open_match:
        open_match.step(0, "end", NOW)
        open_match.step(1, "end", NOW)
        past = await open_match.events_since(5)
        assert [step.option for step in past] == ["end", "add-1", "add-1", "end", "end"]
        assert [step.number for step in past] == [6, 7, 8, 9, 10]


async def test_every_position_of_a_running_and_of_a_finished_match(store: Store) -> None:
    number = await running(store, length=3)
    states = [TOY.to_json((await store.matches.read(number)).state)]
    for option in (*PLAYED, "end"):
        await steps(store, number, option)
        states.append(TOY.to_json((await store.matches.read(number)).state))
        stored = await store.matches.read(number)
        assert [TOY.to_json(await stored.state_at(at)) for at in range(len(states))] == states
    assert stored.status == "over"
    assert [step.option for step in await stored.events_since(2)] == [*PLAYED[2:], "end"]
    assert all(step.events for step in await stored.events_since(0) if step.option != "end")
    with pytest.raises(ValueError, match="no step 10"):
        await stored.state_at(10)


async def test_reading_the_past_of_a_match_that_moved_is_noticed(store: Store) -> None:
    number = await running(store, length=9)
    await steps(store, number, "add-1", "end")
    stored = await store.matches.read(number)
    await steps(store, number, "end")
    with pytest.raises(MatchMoved):
        await stored.steps()


async def test_the_log_of_a_real_game_replays_as_text(store: Store) -> None:
    game = GAMES["iye"]
    number = await store.matches.create("iye", game.Settings(), ADA, "Ada", None, 6, NOW)
    with pytest.raises(WrongStatus):
        await (await store.matches.read(number)).record()
    async with store.matches.open(number) as open_match:
        open_match.sit(ADA, "Ada")
        open_match.sit(None, "Computer", level="easy")
        open_match.start(2**62 + 3, NOW)
        while (decision := open_match.decision) is not None:
            open_match.step(decision.seat, game.options(open_match.state)[-1], NOW)
    stored = await store.matches.read(number)
    text = match.to_text(await stored.record(), with_end=True)
    assert match.final(match.from_text(text)) == stored.state
    assert [problem async for problem in store.matches.check_all()] == []


async def test_a_running_match_goes_on_under_newer_rules(home: Home) -> None:
    async with await open_at(home) as store:
        number = await running(store, length=3)
        await steps(store, number, "add-2", "pay", "look")
        raw = TOY.to_json((await store.matches.read(number)).state)
    async with await open_at(home, NewerToy()) as store:
        stored = await store.matches.read(number)
        assert (stored.version, stored.game.version) == (1, 2)
        assert TOY.to_json(stored.state) == raw
        assert [step.events for step in await stored.events_since(0)] == [[], [], []]
        assert await stored.check() == Difference(match=number, game="toy", version=1)
        assert len([problem async for problem in store.matches.check_all()]) == 1
        with pytest.raises(OtherRules):
            await stored.state_at(2)
        await steps(store, number, "add-1")
        async with store.matches.open(number) as open_match:
            assert "updated" in said(open_match.undoable(0))
            with pytest.raises(CannotUndo):
                await open_match.take_back(2)
            assert [bool(step.events) for step in await open_match.events_since(0)] == [False] * 4
        await steps(store, number, "end", "add-1")
        async with store.matches.open(number) as open_match:
            assert open_match.version == 2
            assert [bool(step.events) for step in await open_match.events_since(0)] == [False] * 5 + [True]
            assert open_match.undo(1) == 1
            open_match.redo(1)
        await steps(store, number, "end", "end")
        finished = await store.matches.read(number)
        assert finished.status == "over"
        assert finished.state.scores[1] == 1
        assert (await finished.state_at(5)).scores[1] == 0


async def test_a_finished_match_is_replayed_under_newer_rules_only_if_it_comes_to_the_same_end(
    home: Home,
) -> None:
    async with await open_at(home) as store:
        with_luck, without = await running(store, length=1), await running(store, length=1, cards=0)
        await steps(store, with_luck, "look", "add-1", "end")
        await steps(store, without, "add-2", "pay", "add-1", "end")
        kept = TOY.to_json((await store.matches.read(with_luck)).state)
    async with await open_at(home, NewerToy()) as store:
        stored = await store.matches.read(without)
        assert (await stored.state_at(1)).scores == [2, 0]
        assert all(step.events for step in (await stored.events_since(0))[:3])
        stored = await store.matches.read(with_luck)
        assert TOY.to_json(stored.state) == kept
        with pytest.raises(OtherRules):
            await stored.state_at(1)
        assert [step.events for step in await stored.events_since(0)] == [[], [], []]


async def test_older_rules_do_not_touch_a_match_of_newer_ones(home: Home) -> None:
    async with await open_at(home, NewerToy()) as store:
        number = await running(store)
    async with await open_at(home) as store:
        with refused("newer version", OtherRules):
            await steps(store, number, "add-1")
        with pytest.raises(OtherRules):
            _ = (await store.matches.read(number)).state
        problems = [problem async for problem in store.matches.check_all()]
        assert len(problems) == 1
        assert problems[0].error is not None and "newer version" in said(problems[0].error)


async def test_a_lobby_survives_newer_rules(home: Home) -> None:
    async with await open_at(home) as store:
        number = await lobby(store)
    async with await open_at(home, NewerToy()) as store:
        async with store.matches.open(number) as open_match:
            open_match.sit(ADA, "Ada")
            open_match.sit(None, "Computer", level="easy")
            open_match.start(1, NOW)
        assert (await store.matches.read(number)).version == 2
