"""Random boards that keep the world's rules (T10-T13): regions laid side by side, column by column.

What is known beforehand (terrain, crops, numbers of tiles) narrows the choice, so the same search makes a new board and
finds another board that agrees with what the players have seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import NamedTuple

from rules.chance import Chance
from rules.tiwanaku.crops import Open, Puzzle, settled
from rules.tiwanaku.regions import CROP_TILES, LARGEST, TERRAIN_TILES, TERRAINS, Board, Shape

_WEIGHTS = (0, 4, 5, 7, 9, 8)
"""How often a size of region is tried first. Drawn evenly from all shapes, more than half would have five spaces."""

_FILL_NODES = 300
"""Trials for the crops of a finished terrain. Few terrains need more, and searching on is dearer than a new terrain."""


class Known(NamedTuple):
    """What a board must agree with: terrain numbers and crop levels by space; bounds of tiles per terrain."""

    terrain: Mapping[int, int]
    crops: Mapping[int, int]
    least: tuple[int, ...]
    most: tuple[int, ...]


class Layout(NamedTuple):
    """A whole board: terrain letters and crop digits, space by space."""

    terrain: str
    crops: str


class _Ground(NamedTuple):
    """A board laid in part. Per terrain: spaces laid, and spaces that touch them."""

    covered: int
    laid: tuple[int, ...]
    halos: tuple[int, ...]
    puzzle: Puzzle
    crops: Open


def nothing_known(size: str) -> Known:
    """The bounds of a new board: the tiles of the box, and enough of each terrain to matter."""
    least = 3 if size == "short" else 6
    return Known({}, {}, (least,) * len(TERRAINS), TERRAIN_TILES)


def lay(ground: Board, known: Known, chance: Chance, nodes: int, breadth: int) -> Layout | None:
    """A random board that agrees with what is known, or None when none was found by laying `nodes` regions.

    `breadth` is the number of regions tried on one space before an earlier one is taken back.
    """
    return _Search(ground, known, chance, nodes, breadth).run()


class _Search:
    def __init__(self, ground: Board, known: Known, chance: Chance, nodes: int, breadth: int) -> None:
        self.ground = ground
        self.known = known
        self.chance = chance
        self.nodes = nodes
        self.breadth = breadth
        self.fixed = [0] * len(TERRAINS)
        for cell, kind in known.terrain.items():
            self.fixed[kind] |= 1 << cell
        given = sum(self.fixed)
        self.banned = [given & ~fixed for fixed in self.fixed]

    def run(self) -> Layout | None:
        puzzle = Puzzle(self.ground)
        crops = puzzle.start(self.known.crops)
        if not puzzle.narrow(crops, 1):
            return None
        none = (0,) * len(TERRAINS)
        return self._extend(_Ground(0, none, none, puzzle, crops))

    def _extend(self, done: _Ground) -> Layout | None:
        if done.covered == self.ground.all:
            return self._finish(done)
        cell = next(cell for cell in self.ground.order if not done.covered >> cell & 1)
        buckets = self._choices(done, cell)
        for _ in range(self.breadth):
            choice = self._draw(buckets, done)
            if choice is None:
                return None
            self.nodes -= 1
            if self.nodes < 0:
                return None
            more = self._place(done, *choice)
            if more is not None:
                found = self._extend(more)
                if found is not None:
                    return found
        return None

    def _finish(self, done: _Ground) -> Layout | None:
        for index, tiles in enumerate(CROP_TILES):
            if sum(size > index for _, size in done.puzzle.regions) > tiles:
                return None
        crops = done.puzzle.fill(done.crops.copy(), self.chance, _FILL_NODES)
        if crops is None:
            return None
        terrain = "".join(
            next(TERRAINS[kind] for kind, laid in enumerate(done.laid) if laid >> cell & 1)
            for cell in range(self.ground.cells)
        )
        return Layout(terrain, crops)

    def _choices(self, done: _Ground, cell: int) -> dict[tuple[int, int], list[Shape]]:
        """The regions that may be laid over a space, by size and terrain."""
        buckets: dict[tuple[int, int], list[Shape]] = {}
        for kind in range(len(TERRAINS)):
            barred = done.covered | done.halos[kind] | self.banned[kind]
            if barred >> cell & 1:
                continue
            fixed = self.fixed[kind] & ~done.laid[kind]
            spare = self.known.most[kind] - (self.fixed[kind] | done.laid[kind]).bit_count()
            for shape in self.ground.shapes_first[cell]:
                fits = not (shape.mask & barred or shape.halo & fixed)
                if fits and (shape.mask & ~fixed).bit_count() <= spare:
                    buckets.setdefault((shape.size, kind), []).append(shape)
        return buckets

    def _draw(self, buckets: dict[tuple[int, int], list[Shape]], done: _Ground) -> tuple[Shape, int] | None:
        """Take one region out of the buckets, at random by size and by what is left of each terrain."""
        tickets = list(accumulate(self._weight(done, *key) for key in buckets))
        if not tickets:
            return None
        key = list(buckets)[bisect_right(tickets, self.chance.below(tickets[-1]))]
        shapes = buckets[key]
        shape = shapes.pop(self.chance.below(len(shapes)))
        if not shapes:
            del buckets[key]
        return shape, key[1]

    def _weight(self, done: _Ground, size: int, kind: int) -> int:
        return _WEIGHTS[size] * (1 + self.known.most[kind] - done.laid[kind].bit_count())

    def _place(self, done: _Ground, shape: Shape, kind: int) -> _Ground | None:
        """The board with one more region, or None when it can be seen that it cannot be finished."""
        covered = done.covered | shape.mask
        laid = _with(done.laid, kind, shape.mask)
        halos = _with(done.halos, kind, shape.halo)
        if not self._open(covered, laid, halos):
            return None
        puzzle = done.puzzle.plus(shape.mask)
        crops = done.crops.copy()
        for index in range(shape.size, LARGEST):
            crops[index] &= ~shape.mask
        told = settled(done.crops) & ~shape.mask
        if not puzzle.narrow(crops, 3, told):
            return None
        return _Ground(covered, laid, halos, puzzle, crops)

    def _open(self, covered: int, laid: tuple[int, ...], halos: tuple[int, ...]) -> bool:
        """Whether every space left may still take a terrain, and every terrain may still come to its bounds."""
        left = self.ground.all & ~covered
        if left & halos[0] & halos[1] & halos[2] & halos[3]:
            return False
        for kind, halo in enumerate(halos):
            fixed = self.fixed[kind] & left
            if fixed & halo:
                return False
            room = (left & ~halo & ~self.banned[kind]).bit_count()
            if laid[kind].bit_count() + room < self.known.least[kind]:
                return False
        return True


def _with(masks: tuple[int, ...], kind: int, more: int) -> tuple[int, ...]:
    return (*masks[:kind], masks[kind] | more, *masks[kind + 1 :])
