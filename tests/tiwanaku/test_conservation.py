"""Nothing is lost and nothing is made: tiles, meeples, tokens and points through whole random matches of every mode."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.tiwanaku import TIWANAKU, Settings, tiles
from rules.tiwanaku.position import LAST_LEVEL
from rules.tiwanaku.regions import CROP_TILES, TERRAIN_TILES
from tests.tiwanaku.worlds import COOP, HARD_SOLO, SOLO

TABLES = [
    (Settings(), 2),
    (Settings(), 4),
    (Settings(size="long"), 3),
    (SOLO, 1),
    (HARD_SOLO, 1),
    (COOP, 3),
    (Settings(mode="coop", level="expert"), 4),
    (Settings(mode="coop", level="easy"), 2),
]


def conserve(state: Any, meeples: int) -> None:
    """All that must hold in any position."""
    assert not state.planted & ~state.tiles
    for number, letter in enumerate("dsgr"):
        placed = sum(state.tiles >> cell & 1 and state.terrain[cell] == letter for cell in range(state.ground.cells))
        assert placed + state.left[number] == state.terrain.count(letter) <= TERRAIN_TILES[number]
    for level, count in enumerate(CROP_TILES, start=1):
        assert sum(state.planted >> cell & 1 and digit == str(level) for cell, digit in enumerate(state.crops)) <= count
    for places, reserve in zip(state.meeples, state.reserve, strict=True):
        assert reserve >= 0
        assert places.bit_count() + reserve == meeples
        assert not places & ~state.tiles, "meeples stand on terrain once they have stopped"
    assert state.occupied().bit_count() == sum(map(int.bit_count, state.meeples)) + len(state.otoma)
    assert all(state.planted >> cell & 1 for cell in state.otoma)
    for party in state.parties:
        assert party.points == sum(party.parts().values()) >= 0
        assert max(party.levels) <= LAST_LEVEL
        assert 0 <= party.tokens < 32
    if state.settings.mode == "solo":
        assert [len(pile) for pile in state.piles] == state.left
        assert state.parties[1].tokens == state.parties[1].offerings == 0
    if state.settings.mode == "coop":
        for number, box in enumerate(tiles.BOX):
            stacks = [hands[number] for hands in state.hands] + [state.spent[number]]
            assert sum(map(len, stacks)) == state.left[number]
            laid = [state.arrows[cell] for cell in range(45) if state.arrows[cell] >= 0]
            letters = [state.terrain[cell] for cell in range(45) if state.arrows[cell] >= 0]
            laid = [arrow for arrow, letter in zip(laid, letters, strict=True) if letter == "dsgr"[number]]
            assert not Counter(sum(stacks, laid)) - Counter(box)


@pytest.mark.parametrize(("settings", "seats"), TABLES)
def test_pieces_and_points_are_conserved(settings: Settings, seats: int) -> None:
    for seed in range(2):
        state = TIWANAKU.setup(settings, seats, seed)
        meeples = state.reserve[0]
        chance = random.Random(seed)
        while state.stack:
            waiting = state.stack[-1].kind == "SupplyTile"
            if not waiting:
                conserve(state, meeples)
            TIWANAKU.apply(state, chance.choice(TIWANAKU.options(state)))
        conserve(state, meeples)


@pytest.mark.parametrize(("settings", "seats"), TABLES)
def test_the_solution_never_changes(settings: Settings, seats: int) -> None:
    state = TIWANAKU.setup(settings, seats, 5)
    before = (state.terrain, state.crops, state.starts, state.code)
    chance = random.Random(5)
    while state.stack:
        TIWANAKU.apply(state, chance.choice(TIWANAKU.options(state)))
    assert (state.terrain, state.crops, state.starts, state.code) == before
