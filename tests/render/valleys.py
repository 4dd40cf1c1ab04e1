"""Matches of Tiwanaku for the tests of its words and pictures: quick to reach, in every mode."""

from __future__ import annotations

import random
from typing import Any

from rules.tiwanaku import TIWANAKU, Settings, State
from rules.tiwanaku.notation import CROPS

MODES: dict[str, tuple[Settings, int]] = {
    "short": (Settings(), 2),
    "crowded": (Settings(), 4),
    "long": (Settings(size="long"), 4),
    "alone": (Settings(mode="solo", level="hard"), 1),
    "easy": (Settings(mode="solo", level="easy"), 1),
    "pair": (Settings(mode="coop", level="normal"), 2),
    "pairs": (Settings(mode="coop", level="expert"), 4),
}
"""Settings and seats of each kind of match."""


def begin(kind: str, seed: int) -> State:
    """A new match."""
    settings, seats = MODES[kind]
    return TIWANAKU.setup(settings, seats, seed)


def wise(state: State, chance: random.Random) -> str:
    """An option of somebody lucky, so that every part of the game comes up: discoveries, true and false divinations."""
    options = TIWANAKU.options(state)
    true = [option for option in options if option.startswith("divine-") and _true(state, option)]
    new = [option for option in options if _discovers(state, option)]
    gifts = [option for option in options if option.startswith("offer-")]
    for wanted, odds in ((true, 0.35), (new, 0.8), (gifts, 0.15)):
        if wanted and chance.random() < odds:
            return chance.choice(wanted)
    return chance.choice(options)


def _true(state: State, option: str) -> bool:
    _, space, crop = option.split("-")
    return state.crops[state.ground.index[space]] == str(CROPS.index(crop) + 1)


def _discovers(state: State, option: str) -> bool:
    verb, _, space = option.partition("-")
    if verb not in ("explore", "enter"):
        return False
    return not state.tiles >> state.ground.index[space.rpartition("-")[2]] & 1


def played(kind: str, seed: int, steps: int) -> State:
    """A match after so many steps, or at its end."""
    state, chance = begin(kind, seed), random.Random(seed)
    for _ in range(steps):
        if not TIWANAKU.options(state):
            break
        TIWANAKU.apply(state, wise(state, chance))
    return state


def seat_of(state: State) -> int | None:
    """Whoever must choose."""
    decision: Any = TIWANAKU.decision(state)
    return None if decision is None else int(decision.seat)
