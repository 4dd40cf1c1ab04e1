"""A whole world that agrees with what has been seen of the real one: for views, and for players who think ahead."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.chance import Chance
from rules.tiwanaku.layout import Known, Layout, lay
from rules.tiwanaku.regions import TERRAINS, board

EFFORT = 3000
"""Regions laid before `complete` gives up, unless another number is asked for."""

_NODES, _BREADTH = 400, 10


def complete(
    size: str,
    known_terrain: Mapping[int, str],
    known_crops: Mapping[int, str],
    counts: Mapping[str, int],
    rng: random.Random,
    effort: int = EFFORT,
) -> Layout | None:
    """Terrain and crops of a random world that agrees with everything revealed, or None when none was found.

    `known_terrain` and `known_crops` give a letter and a digit by space, `counts` the tiles of each terrain on the
    whole board. `effort` bounds the search: the number of regions laid, some forty microseconds each.
    """
    numbers = {cell: TERRAINS.index(letter) for cell, letter in known_terrain.items()}
    crops = {cell: int(digit) for cell, digit in known_crops.items()}
    exactly = tuple(counts[letter] for letter in TERRAINS)
    known = Known(numbers, crops, exactly, exactly)
    chance = Chance(rng.getrandbits(62))
    while effort > 0:
        # Many short searches: one that went wrong in its first columns seldom finds out in time.
        layout = lay(board(size), known, chance, min(effort, _NODES), _BREADTH)
        if layout is not None:
            return layout
        effort -= _NODES
    return None
