"""What follows from a world that is known in part: which crops and terrains every space may still have.

Every region that a known space may belong to is thought of. What all of them share is certain; what none of them holds
is ruled out. Nothing true is ever ruled out, and with the whole terrain known it comes to what `crops.Puzzle` finds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.tiwanaku.crops import Open, Puzzle, bar, fix, settled
from rules.tiwanaku.regions import LARGEST, TERRAIN_TILES, TERRAINS, Board, Shape, bits, board


class Candidates(NamedTuple):
    """Per space: the crops left as bits (bit 0 is level 1), and the terrains left as bits, ordered as `TERRAINS`."""

    crops: list[int]
    terrain: list[int]


def candidates(
    size: str,
    known_terrain: Mapping[int, str],
    known_crops: Mapping[int, str],
    counts: Mapping[str, int] | None = None,
    tier: int = 3,
) -> Candidates:
    """What every space may still hold, by the techniques up to a tier (`crops.TIERS`).

    `known_terrain` gives a letter of "dsgr" by space, `known_crops` a digit, `counts` the tiles of each terrain on the
    whole board when they are to be used. ValueError when no world agrees with what is given.
    """
    return _Thought(board(size), known_terrain, known_crops, counts, tier).run()


class _Part(NamedTuple):
    """A region seen in part: the shapes it may have, the spaces all of them hold, and those that any of them holds."""

    shapes: list[Shape]
    sure: int
    possible: int


class _Thought:
    def __init__(
        self,
        ground: Board,
        terrain: Mapping[int, str],
        crops: Mapping[int, str],
        counts: Mapping[str, int] | None,
        tier: int,
    ) -> None:
        self.ground = ground
        self.tier = tier
        self.most = [counts[letter] for letter in TERRAINS] if counts else list(TERRAIN_TILES)
        self.fixed = [sum(1 << cell for cell in terrain if terrain[cell] == letter) for letter in TERRAINS]
        self.shapes = [ground.shapes] * len(TERRAINS)
        self.open: Open = Puzzle(ground).start({cell: int(digit) for cell, digit in crops.items()})

    def run(self) -> Candidates:
        """Think again for as long as something new was found."""
        before: object = None
        while before != (now := (self.fixed.copy(), self.open.copy(), [len(shapes) for shapes in self.shapes])):
            before = now
            self._round()
        possible = [_union(shapes) for shapes in self.shapes]
        cells = range(self.ground.cells)
        return Candidates(_by_space(self.open, cells), _by_space(possible, cells))

    def _round(self) -> None:
        self.shapes = [self._fitting(kind) for kind in range(len(TERRAINS))]
        parts = []
        for kind, fixed in enumerate(self.fixed):
            left = fixed
            while left:
                part = self._part(kind, left & -left)
                parts.append(part)
                left &= ~part.sure
                self.fixed[kind] |= part.sure
        self._settle_terrain()
        self._bar_by_size()
        self._narrow(parts)

    def _fitting(self, kind: int) -> list[Shape]:
        """The shapes that a region of a terrain may have, wherever on the board."""
        fixed = self.fixed[kind]
        given = self.fixed[0] | self.fixed[1] | self.fixed[2] | self.fixed[3]
        other = given & ~fixed
        spare = self.most[kind] - fixed.bit_count()
        single = settled(self.open)
        return [
            shape
            for shape in self.shapes[kind]
            if not shape.mask & other
            and not shape.halo & fixed
            and (shape.mask & ~given).bit_count() <= spare
            and self._grows(shape, single)
        ]

    def _grows(self, shape: Shape, single: int) -> bool:
        """Whether crops 1 to n may stand in a shape of n spaces (T12): a place for each, and none settled twice."""
        mask = shape.mask
        for index, places in enumerate(self.open):
            here = places & mask
            if index < shape.size:
                if not here or (here & single).bit_count() > 1:
                    return False
            elif here & single:
                return False
        return True

    def _part(self, kind: int, low: int) -> _Part:
        shapes = [shape for shape in self.shapes[kind] if shape.mask & low]
        if not shapes:
            raise ValueError("no region fits what is known")
        sure = self.ground.all
        for shape in shapes:
            sure &= shape.mask
        return _Part(shapes, sure, _union(shapes))

    def _settle_terrain(self) -> None:
        """A space that only one terrain can reach is of that terrain."""
        possible = [_union(shapes) for shapes in self.shapes]
        single = settled(possible)
        for kind, places in enumerate(possible):
            self.fixed[kind] |= single & places

    def _bar_by_size(self) -> None:
        """No space holds a higher level than the largest region it may be in."""
        for index in range(LARGEST):
            self.open[index] &= _union([shape for shapes in self.shapes for shape in shapes if shape.size > index])

    def _narrow(self, parts: list[_Part]) -> None:
        puzzle = Puzzle(self.ground, [part.sure for part in parts if len(part.shapes) == 1])
        for part in parts:
            # Spaces that are surely of one region differ, even while its other spaces are unknown.
            for cell in bits(part.sure):
                puzzle.peers[cell] |= part.sure & ~(1 << cell)
            self._place(part)
        if not puzzle.narrow(self.open, self.tier):
            raise ValueError("no crops fit what is known")

    def _place(self, part: _Part) -> None:
        """The levels that every possible shape has stand somewhere in them (tiers 2 and 3)."""
        bar(self.open, part.sure, max(shape.size for shape in part.shapes))
        for index in range(min(shape.size for shape in part.shapes)):
            places = self.open[index] & part.possible
            if self.tier >= 2 and places.bit_count() == 1:
                fix(self.open, places.bit_length() - 1, index + 1)
            if self.tier >= 3 and places:
                self.open[index] &= ~self.ground.shared(places)


def _union(shapes: list[Shape]) -> int:
    found = 0
    for shape in shapes:
        found |= shape.mask
    return found


def _by_space(sets: list[int], cells: range) -> list[int]:
    return [sum((places >> cell & 1) << number for number, places in enumerate(sets)) for cell in cells]
