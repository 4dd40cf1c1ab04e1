"""What is hidden stays hidden: T9, T64, G39; and determinized worlds agree with what is known."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.tiwanaku import TIWANAKU, Settings, hidden, tiles
from rules.tiwanaku.regions import bits
from tests.tiwanaku.worlds import COOP, HARD_SOLO, SOLO

TABLES = [
    (Settings(), 2),
    (Settings(size="long"), 3),
    (Settings(disc="Salt Wind"), 2),
    (SOLO, 1),
    (HARD_SOLO, 1),
    (COOP, 2),
    (Settings(mode="coop", level="expert"), 4),
]


def positions(settings: Settings, seats: int, share: float, seed: int = 1) -> Any:
    state = TIWANAKU.setup(settings, seats, seed)
    chance = random.Random(seed)
    while state.stack:
        if chance.random() < share:
            yield state
        TIWANAKU.apply(state, chance.choice(TIWANAKU.options(state)))


@pytest.mark.parametrize(("settings", "seats"), TABLES)
def test_T9_G39_no_view_shows_the_solution(settings: Settings, seats: int) -> None:
    for state in positions(settings, seats, 0.1):
        for seat in (None, *range(seats)):
            view = TIWANAKU.view(state, seat)
            shown = sum(1 << cell for cell, letter in enumerate(view.terrain) if letter != ".")
            waiting = getattr(state.stack[-1], "cell", None)
            assert shown == state.tiles | (0 if waiting is None else 1 << waiting)
            assert sum(1 << cell for cell, digit in enumerate(view.crops) if digit != ".") == state.planted
            assert view.chance is None
            assert view.code == ("" if not settings.disc else state.code)
            assert all(tile == -1 for pile in view.piles for tile in pile)


def test_G39_solutions_that_differ_give_the_same_options() -> None:
    """No option, kind of decision or event before a discovery depends on what is not found."""
    for settings, seats in TABLES:
        for state in positions(settings, seats, 0.05):
            other = TIWANAKU.determinize(state, state.stack[-1].seat, random.Random(4))
            assert TIWANAKU.options(other) == TIWANAKU.options(state)
            assert other.stack[-1].default(other) == state.stack[-1].default(state)


def test_the_whole_world_is_shown_when_the_match_is_over() -> None:
    state = TIWANAKU.setup(Settings(), 2, 1)
    chance = random.Random(1)
    while state.stack:
        TIWANAKU.apply(state, chance.choice(TIWANAKU.options(state)))
    view = TIWANAKU.view(state, None)
    assert (view.terrain, view.crops, view.code) == (state.terrain, state.crops, state.code)
    assert "." not in view.terrain + view.crops


@pytest.mark.parametrize(("settings", "seats"), TABLES)
def test_determinized_worlds_agree_with_all_that_is_known(settings: Settings, seats: int) -> None:
    for state in positions(settings, seats, 0.04):
        seat = state.stack[-1].seat
        world = TIWANAKU.determinize(state, seat, random.Random(2))
        assert all(world.terrain[cell] == state.terrain[cell] for cell in bits(state.tiles))
        assert all(world.crops[cell] == state.crops[cell] for cell in bits(state.planted))
        assert Counter(world.terrain) == Counter(state.terrain), "the public counts"
        assert "." not in world.terrain + world.crops
        if seats > 1 and settings.mode == "coop":
            assert [stack[-1:] for stack in world.hands[seat]] == [stack[-1:] for stack in state.hands[seat]]
        for terrain, box in enumerate(tiles.BOX):
            everything = [stacks[terrain] for stacks in (*world.hands, world.piles, world.spent) if stacks]
            assert not Counter(tile for stack in everything for tile in stack) - Counter(box)


def test_a_world_without_a_fit_keeps_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "complete", lambda *_: None)
    state = TIWANAKU.setup(Settings(), 2, 3)
    world = TIWANAKU.determinize(state, 0, random.Random(1))
    assert Counter(world.terrain) == Counter(state.terrain)
    assert TIWANAKU.to_json(TIWANAKU.view(world, 0)) == TIWANAKU.to_json(TIWANAKU.view(state, 0))


def test_other_worlds_are_really_other_worlds() -> None:
    state = TIWANAKU.setup(Settings(), 2, 1)
    worlds = {TIWANAKU.determinize(state, 0, random.Random(seed)).terrain for seed in range(5)}
    assert len(worlds) == 5
    assert state.terrain not in worlds
