"""What a seat may know, and worlds that agree with it (T9, T64, G39)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.tiwanaku.complete import complete
from rules.tiwanaku.coop import SupplyTile
from rules.tiwanaku.position import HIDDEN, UNKNOWN, Position
from rules.tiwanaku.regions import CROP_TILES, TERRAINS, bits
from rules.tiwanaku.tiles import BOX


def blank(view: Position, seat: int | None) -> None:
    """Hide the world that is not found, the scenario's code, and all tiles with arrows that nobody or another sees.

    When the match is over everything lies open.
    """
    if not view.stack:
        return
    decision = view.stack[-1]
    # A terrain may be known while its tile is still asked for.
    found = 1 << decision.cell if isinstance(decision, SupplyTile) else 0
    view.terrain = _masked(view.terrain, view.tiles | found)
    view.crops = _masked(view.crops, view.planted)
    if not view.settings.disc:
        view.code = ""
    view.piles = [[UNKNOWN] * len(pile) for pile in view.piles]
    for owner, stacks in enumerate(view.hands):
        for stack in stacks:
            top = stack[-1:] if owner == seat else []
            stack[:] = [UNKNOWN] * (len(stack) - len(top)) + top


def guess(view: Position, rng: random.Random) -> None:
    """Fill the hidden parts of a view, in place: a world found by a bounded search, and any tiles not in sight.

    Where the search finds no world that keeps all rules, terrain and crops are at least as many as the public
    counts say.
    """
    if HIDDEN in view.terrain or HIDDEN in view.crops:
        _guess_world(view, rng)
    if view.arrows:
        _guess_tiles(view, rng)


def _masked(secret: str, known: int) -> str:
    return "".join(letter if known >> cell & 1 else HIDDEN for cell, letter in enumerate(secret))


def _guess_world(view: Position, rng: random.Random) -> None:
    known = {cell: letter for cell, letter in enumerate(view.terrain) if letter != HIDDEN}
    crops = {cell: view.crops[cell] for cell in bits(view.planted)}
    placed = "".join(view.terrain[cell] for cell in bits(view.tiles))
    counts = {letter: placed.count(letter) + left for letter, left in zip(TERRAINS, view.left, strict=True)}
    found = complete(view.size, known, crops, counts, rng)
    if found is None:
        view.terrain = _filled(view.terrain, counts, rng)
        view.crops = _filled(view.crops, dict(zip("12345", CROP_TILES, strict=True)), rng)
    else:
        view.terrain, view.crops = found


def _filled(known: str, counts: Mapping[str, int], rng: random.Random) -> str:
    """Hidden places filled at random so that no letter comes more often than `counts` says."""
    spare = [letter for letter, count in counts.items() for _ in range(count - known.count(letter))]
    rng.shuffle(spare)
    return "".join(spare.pop() if letter == HIDDEN else letter for letter in known)


def _guess_tiles(view: Position, rng: random.Random) -> None:
    """Deal the tiles not in sight at random to where unknown ones lie; the rest is in the box."""
    for terrain, box in enumerate(BOX):
        stacks = [stacks[terrain] for stacks in view.hands]
        if view.piles:
            stacks.append(view.piles[terrain])
        unseen = box.copy()
        for tile in _in_sight(view, terrain):
            unseen.remove(tile)
        rng.shuffle(unseen)
        for stack in stacks:
            stack[:] = [unseen.pop() if tile == UNKNOWN else tile for tile in stack]


def _in_sight(view: Position, terrain: int) -> list[int]:
    letter = TERRAINS[terrain]
    seen = [tile for cell, tile in enumerate(view.arrows) if tile != UNKNOWN and view.terrain[cell] == letter]
    for stack in [*view.spent[terrain : terrain + 1], *(stacks[terrain] for stacks in view.hands)]:
        seen += [tile for tile in stack if tile != UNKNOWN]
    return seen
