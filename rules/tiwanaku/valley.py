"""The board as meeples walk it: spaces and their names, reach and routes (Movement), and the trails of the Otoma.

A set of spaces is a whole number used as bits, as in `regions`. Directions are numbers in the order of `DIRECTIONS`.
"""

from __future__ import annotations

from functools import cache

DIRECTIONS = ("north", "east", "south", "west")
"""The four directions; a direction's number is its place here. North is the row of the birds."""

NORTH, EAST, SOUTH, WEST = range(4)

ROWS = 5

End = tuple[str, int]
"""Where a trail meets the board: an edge (top, right, bottom, left) and the number of the column or row, from 0."""

TRAILS: tuple[tuple[End, End], ...] = (
    (("top", 0), ("top", 1)),
    (("top", 2), ("top", 3)),
    (("top", 4), ("top", 5)),
    (("top", 6), ("top", 7)),
    (("top", 8), ("right", 0)),
    (("right", 1), ("right", 2)),
    (("right", 3), ("right", 4)),
    (("bottom", 1), ("bottom", 2)),
    (("bottom", 3), ("bottom", 4)),
    (("bottom", 5), ("bottom", 6)),
    (("bottom", 7), ("bottom", 8)),
    (("bottom", 0), ("left", 4)),
    (("left", 0), ("left", 1)),
    (("left", 2), ("left", 3)),
)
"""The dotted trails of the long board. Which ends they join is ruling G7."""

_LEAVING = {NORTH: "top", EAST: "right", SOUTH: "bottom", WEST: "left"}
_COMING = {"top": SOUTH, "right": WEST, "bottom": NORTH, "left": EAST}
_MOVE = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Valley:
    """One side of the board. Get it by `valley`, which makes each only once.

    `names[cell]` is a space's name (`c3`), `index` the way back. `step[direction][cell]` is the space beside
    it, -1 off the board; `beside[cell]` are all of these. `entry[direction]` are the spaces at which somebody who
    walks that way comes onto the board.
    """

    def __init__(self, size: str) -> None:
        self.size = size
        self.columns = columns = {"short": 5, "long": 9}[size]
        self.cells = ROWS * columns
        self.full = (1 << self.cells) - 1
        self.names = tuple("abcdefghi"[cell % columns] + str(cell // columns + 1) for cell in range(self.cells))
        self.index = {name: cell for cell, name in enumerate(self.names)}
        self.step = tuple(tuple(self._step(cell, way) for cell in range(self.cells)) for way in range(4))
        first = sum(1 << row * columns for row in range(ROWS))
        last = first << columns - 1
        top = (1 << columns) - 1
        bottom = top << columns * (ROWS - 1)
        self.entry = (bottom, first, top, last)
        self.edge = first | last | top | bottom
        self._not_first = self.full ^ first
        self._not_last = self.full ^ last
        self.beside = tuple(self.spread(1 << cell) for cell in range(self.cells))
        self._joined = {end: other for pair in TRAILS for end, other in (pair, pair[::-1])}

    def spread(self, places: int) -> int:
        """The spaces beside `places` (T17), which may hold some of `places` too."""
        return (
            (places & self._not_last) << 1
            | (places & self._not_first) >> 1
            | (places << self.columns & self.full)
            | places >> self.columns
        )

    def flood(self, start: int, passable: int) -> int:
        """`start` and all that is reached from it through passable spaces (T18)."""
        return self.reach(start, passable)[0]

    def reach(self, start: int, passable: int) -> tuple[int, int]:
        """What `flood` gives, and the spaces beside it, which may hold some of it too and bits beyond the board."""
        right, left, columns = self._not_last, self._not_first, self.columns
        found = start
        while True:
            # Written out, since random play spends much of its time here. What leaves the board is not passable.
            around = (found & right) << 1 | (found & left) >> 1 | found << columns | found >> columns
            grown = found | around & passable
            if grown == found:
                return found, around
            found = grown

    def walk(self, sources: int, target: int, passable: int) -> list[int]:
        """A shortest path from one of `sources` to `target`, both included, through passable spaces.

        Sources must be passable, or the target itself. ValueError when there is no path.
        """
        if sources >> target & 1:
            return [target]
        right, left, columns, beside = self._not_last, self._not_first, self.columns, self.beside
        unseen = passable & ~(1 << target)
        front = beside[target] & unseen
        layers = []
        while not front & sources:
            if not front:
                raise ValueError("no path")
            layers.append(front)
            unseen ^= front
            front = ((front & right) << 1 | (front & left) >> 1 | front << columns | front >> columns) & unseen
        front &= sources
        cell = (front & -front).bit_length() - 1
        path = [cell]
        while layers:
            front = beside[cell] & layers.pop()
            cell = (front & -front).bit_length() - 1
            path.append(cell)
        path.append(target)
        return path

    def glide(self, cell: int, way: int) -> tuple[int, int]:
        """The next space and direction of an Otoma meeple, by a trail off the board (T49). Long board only."""
        after = self.step[way][cell]
        if after >= 0:
            return after, way
        row, column = divmod(cell, self.columns)
        edge, number = self._joined[_LEAVING[way], column if way in (NORTH, SOUTH) else row]
        row, column = {
            "top": (0, number),
            "bottom": (ROWS - 1, number),
            "left": (number, 0),
            "right": (number, self.columns - 1),
        }[edge]
        return row * self.columns + column, _COMING[edge]

    def slide(self, cell: int, way: int, tiles: int) -> list[int]:
        """The spaces an Otoma meeple runs through, from its own to the first without a tile (T49). Long board only.

        ValueError when every space has a tile: there it would run for ever (G17).
        """
        if tiles == self.full:
            raise ValueError("no empty space")
        path = [cell]
        while tiles >> cell & 1:
            cell, way = self.glide(cell, way)
            path.append(cell)
        return path

    def away(self, cell: int, other: int) -> tuple[int, int] | None:
        """Distance and direction from one space to another in the same row or column (G25), else None."""
        row, column = divmod(cell, self.columns)
        other_row, other_column = divmod(other, self.columns)
        if row == other_row and column != other_column:
            return abs(other_column - column), EAST if other_column > column else WEST
        if column == other_column and row != other_row:
            return abs(other_row - row), SOUTH if other_row > row else NORTH
        return None

    def _step(self, cell: int, way: int) -> int:
        row, column = cell // self.columns + _MOVE[way][0], cell % self.columns + _MOVE[way][1]
        inside = 0 <= row < ROWS and 0 <= column < self.columns
        return row * self.columns + column if inside else -1


@cache
def valley(size: str) -> Valley:
    """The board of a size, "short" or "long". KeyError for another word."""
    return Valley(size)
