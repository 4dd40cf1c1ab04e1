"""No card, tent or totem is ever lost or made."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.iwari import IWARI, Settings, State
from rules.iwari.board import FREE, cap
from rules.iwari.components import TENTS, deck_for
from tests.iwari.tables import ALL_FEATS


def conserve(state: State) -> None:
    """Every card is in one place; every piece is in the supply or on the map."""
    cards = Counter(state.deck + state.display + state.discard + "".join(state.hands))
    assert cards == Counter(deck_for(state.seats))
    tents, totems = "".join(state.tents), "".join(state.totems)
    for tribe in range(state.tribes):
        assert state.tents_left[tribe] + tents.count(str(tribe)) == TENTS
        assert state.totems_left[tribe] + totems.count(str(tribe)) == 8
        assert state.tents_left[tribe] >= 0 and state.totems_left[tribe] >= 0
    assert (
        len(tents)
        == len(state.board.space_ids)
        == tents.count(FREE) + sum(tents.count(str(tribe)) for tribe in range(state.tribes))
    )
    for row, stack in zip(state.tents, state.totems, strict=True):
        assert len(stack) <= cap(row), "no stack is above its cap"
    for hand, known in zip(state.hands, state.known, strict=True):
        assert len(hand) <= 3 and not Counter(known) - Counter(hand)
    assert len(state.display) <= 4
    for feat, seats in state.claims.items():
        assert len(set(seats)) == len(seats) <= {"honour": 1, "respect": 1}.get(feat, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("map_id", ["base_a", "base_b2"])
def test_conservation_in_random_matches(seats: int, map_id: str) -> None:
    for seed in range(12):
        dice = random.Random(seed)
        state = IWARI.setup(Settings(map=map_id, draft=seed % 2 == 1, feats=ALL_FEATS), seats, seed)
        while IWARI.decision(state) is not None:
            conserve(state)
            IWARI.apply(state, dice.choice(IWARI.options(state)))
        conserve(state)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_have_equal_turns(seats: int) -> None:
    """The current round goes on until all players have played an equal number of turns (End of the Journey)."""
    for seed in range(15):
        dice = random.Random(seed)
        state = IWARI.setup(Settings(), seats, seed)
        turns: Counter[int] = Counter()
        while (decision := IWARI.decision(state)) is not None:
            turns[decision.seat] += decision.kind == "PlayCards"
            IWARI.apply(state, dice.choice(IWARI.options(state)))
        assert len(set(turns.values())) == 1 and state.journey == 2


def test_worlds_that_a_seat_cannot_tell_apart_hold_all_cards() -> None:
    dice = random.Random(3)
    state = IWARI.setup(Settings(draft=True), 3, 3)
    while (decision := IWARI.decision(state)) is not None:
        for seat in (None, 0, 1, 2):
            world = IWARI.determinize(state, seat, dice)
            conserve(world)
            assert len(world.deck) == len(state.deck)
        IWARI.apply(state, dice.choice(decision.options(state)))
