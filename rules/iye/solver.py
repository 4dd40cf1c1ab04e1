"""A cycle of İye as a compact position: estimates for the search, and exact play near the end.

Hands are packed four bits a spirit, so that a position is four whole numbers. Only the rest of the current cycle
is looked at: to win it is all that matters for the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.iye.movement import notation
from rules.iye.tiles import CELLS, COUNTS, NATURAL, SPENT
from rules.search import WIN, Clock

_UNIT = tuple(1 << 4 * spirit for spirit in range(5))
_HELD = tuple(15 << 4 * spirit for spirit in range(5))
_BITS = tuple(1 << cell for cell in range(CELLS))

Move = tuple[int, int]
"""Target cell, and the spirit spent or -1 for natural movement."""


def pack(hand: Sequence[int]) -> int:
    """A hand (five counts) as one number."""
    return sum(count << 4 * spirit for spirit, count in enumerate(hand))


def option(move: Move) -> str:
    """The move in notation."""
    return notation(move[0], None if move[1] < 0 else move[1])


def _lead(mine: int, theirs: int) -> int:
    lead = 0
    for worth, held in zip(COUNTS, _HELD, strict=True):
        own, other = mine & held, theirs & held
        if own > other:
            lead += worth
        elif own < other:
            lead -= worth
    return lead


class Cycle:
    """A position of the search. `mine` is the packed hand of the side to move."""

    __slots__ = ("drum", "layout", "mine", "theirs", "tiles")

    def __init__(self, layout: Sequence[int], drum: int, tiles: int, mine: int, theirs: int) -> None:
        self.layout, self.drum, self.tiles, self.mine, self.theirs = layout, drum, tiles, mine, theirs

    def moves(self) -> list[Move]:
        """Every move but spends that a natural move makes needless (they are never better).

        First those that leave the opponent the fewest natural replies.
        """
        tiles, drum, mine = self.tiles, self.drum, self.mine
        if not tiles & (tiles - 1):
            return []
        natural = tiles & NATURAL[drum]
        found = [(target, -1) for target in range(CELLS) if natural & _BITS[target]]
        rest = tiles & ~natural
        for spirit in range(5):
            if mine & _HELD[spirit] and (targets := rest & SPENT[spirit][drum]):
                found += [(target, spirit) for target in range(CELLS) if targets & _BITS[target]]
        if len(found) > 1:
            found.sort(key=lambda move: (tiles & NATURAL[move[0]]).bit_count())
        return found

    def after(self, move: Move) -> Cycle:
        """The position after a move: the tile goes to the other side, who moves next."""
        target, spirit = move
        mine = self.mine if spirit < 0 else self.mine - _UNIT[spirit]
        given = self.theirs + _UNIT[self.layout[target]]
        return Cycle(self.layout, target, self.tiles & ~_BITS[target], given, mine)

    def estimate(self) -> int:
        """A decided cycle is worth WIN; else a point of lead counts 10, a natural move 3, a tile in hand 2."""
        tiles = self.tiles
        if not tiles & (tiles - 1):
            lead = _lead(self.mine, self.theirs)
            return WIN + lead if lead > 0 else lead - WIN if lead < 0 else 0
        natural = (tiles & NATURAL[self.drum]).bit_count()
        if not natural and not self.moves():
            return -WIN
        return 10 * _lead(self.mine, self.theirs) + 3 * natural


def solve(root: Cycle, clock: Clock) -> dict[Move, int]:
    """The exact outcome of each move for the side to move: 1 won, 0 tied, -1 lost. TimeUp when the clock says so.

    Alpha-beta with a table of bounds; about 0.1 s with 11 tiles left.
    """
    table: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def value(position: Cycle, low: int, high: int) -> int:
        tiles = position.tiles
        if not tiles & (tiles - 1):
            lead = _lead(position.mine, position.theirs)
            return (lead > 0) - (lead < 0)
        key = (position.drum, tiles, position.mine, position.theirs)
        floor, ceiling = table.get(key, (-1, 1))
        if floor >= high or floor == ceiling:
            return floor
        if ceiling <= low:
            return ceiling
        clock.tick()
        best = -1
        bottom = max(low, floor)
        for move in position.moves():
            best = max(best, -value(position.after(move), -high, -max(bottom, best)))
            if best >= high or best >= ceiling:
                break
        if best >= high:
            floor = max(floor, best)
        elif best <= low:
            ceiling = min(ceiling, best)
        else:
            floor = ceiling = best
        table[key] = (floor, ceiling)
        return best

    return {move: -value(root.after(move), -1, 1) for move in root.moves()}
