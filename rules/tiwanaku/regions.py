"""The two boards of Tiwanaku, and the shapes that a region may have on them (Comprehending Pachamama, T10-T11).

A set of spaces is a whole number used as bits: bit `row * columns + column` stands for a space.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

SIZES = ("short", "long")
"""The two lengths of a scenario: 25 and 45 spaces."""

TERRAINS = "dsgr"
"""Dirt, Sand, Grass, Rock: the letters of the terrains; their place here is a terrain's number."""

TERRAIN_TILES = (15, 17, 15, 15)
"""Terrain tiles in the box, per terrain in the order of `TERRAINS` (Contents)."""

CROP_TILES = (13, 12, 12, 10, 10)
"""Crop tiles in the box, per level from 1 to 5 (Contents)."""

LARGEST = 5
"""The most spaces a region may have, and the highest level of a crop."""

_DIMENSIONS = {"short": (5, 5), "long": (5, 9)}


class Shape(NamedTuple):
    """A place for a region: its spaces, the spaces that touch it (diagonally too), and how many spaces it has."""

    mask: int
    halo: int
    size: int


class Board:
    """The geometry of one side of the board. Get it by `board`, which makes each only once.

    `touch[cell]` and `beside[cell]` are the spaces next to a space, with and without diagonals. `order` walks
    the spaces column by column. `shapes` are all shapes a region may have; `shapes_first[cell]` those whose first
    space in that order is `cell`, `shapes_at[cell]` those that hold it.
    """

    def __init__(self, size: str) -> None:
        self.size = size
        self.rows, self.columns = _DIMENSIONS[size]
        self.cells = self.rows * self.columns
        self.all = (1 << self.cells) - 1
        self.order = tuple(row * self.columns + column for column in range(self.columns) for row in range(self.rows))
        self.touch = tuple(self._around(cell, diagonal=True) for cell in range(self.cells))
        self.beside = tuple(self._around(cell, diagonal=False) for cell in range(self.cells))
        self.edge = self._edge()
        self._shared: dict[int, int] = {0: 0}
        self.shapes = self._shapes()
        self.shapes_at = tuple(tuple(s for s in self.shapes if s.mask >> cell & 1) for cell in range(self.cells))
        self.shapes_first = tuple(
            tuple(s for s in self.shapes_at[cell] if not s.mask & self._before(cell)) for cell in range(self.cells)
        )

    def shared(self, places: int) -> int:
        """The spaces that touch every one of `places`."""
        found = self._shared.get(places)
        if found is None:
            found = self.all
            for cell in bits(places):
                found &= self.touch[cell]
            self._shared[places] = found
        return found

    def spread(self, places: int) -> int:
        """The spaces that touch one of `places`, without `places` themselves."""
        found = 0
        for cell in bits(places):
            found |= self.touch[cell]
        return found & ~places

    def _around(self, cell: int, *, diagonal: bool) -> int:
        row, column = divmod(cell, self.columns)
        found = 0
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                inside = 0 <= row + down < self.rows and 0 <= column + right < self.columns
                if inside and (down or right) and (diagonal or not (down and right)):
                    found |= 1 << ((row + down) * self.columns + column + right)
        return found

    def _edge(self) -> int:
        return sum(
            1 << cell
            for cell in range(self.cells)
            if cell // self.columns in (0, self.rows - 1) or cell % self.columns in (0, self.columns - 1)
        )

    def _before(self, cell: int) -> int:
        return sum(1 << earlier for earlier in self.order[: self.order.index(cell)])

    def _shapes(self) -> list[Shape]:
        """Every connected set of 1 to 5 spaces, except those that no crops can fill, in a fixed order."""
        level = {1 << cell for cell in range(self.cells)}
        shapes: list[Shape] = []
        for size in range(1, LARGEST + 1):
            shapes += [Shape(mask, self.spread(mask), size) for mask in sorted(level) if self._fits(mask, size)]
            level = {
                mask | 1 << cell for mask in level for inner in bits(mask) for cell in bits(self.beside[inner] & ~mask)
            }
        return shapes

    def _fits(self, mask: int, size: int) -> bool:
        """False for the U and V shapes of five: one space beside them touches all five crops, and no sixth exists."""
        return size < LARGEST or not self.shared(mask)


@cache
def board(size: str) -> Board:
    """The board of a size, "short" or "long". KeyError for another word."""
    return Board(size)


def bits(mask: int) -> Iterator[int]:
    """The spaces of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def regions_of(ground: Board, terrain: str) -> list[tuple[int, int]]:
    """The regions of a whole terrain (T10): spaces and terrain number, in reading order of the first space."""
    kinds = [sum(1 << cell for cell in range(ground.cells) if terrain[cell] == kind) for kind in TERRAINS]
    regions = []
    left = ground.all
    while left:
        low = left & -left
        number = next(number for number, mask in enumerate(kinds) if mask & low)
        region = low
        while (grown := region | _steps(ground, region) & kinds[number]) != region:
            region = grown
        regions.append((region, number))
        left &= ~region
    return regions


def _steps(ground: Board, region: int) -> int:
    found = 0
    for cell in bits(region):
        found |= ground.beside[cell]
    return found
