"""Where everything is: the places of both boards and of what stands beside them, in pixels of the picture."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from render.canvas import MARGIN, WIDTH
from render.frame import BAND
from render.outlines import Point

ROWS = 5
TOP = BAND + 24
"""Where the land begins."""
_GAP = 28
_BELOW = 548
"""How high tracks and cards are below the long board."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Plan(NamedTuple):
    """A board's layout: columns, the side of a space, the land, the top left corner of a1, and the parts beside."""

    size: str
    columns: int
    side: int
    land: Box
    first: Point
    height: int
    tracks: Box
    cards: Box
    wide: bool

    def place(self, cell: int) -> Point:
        """The middle of a space."""
        row, column = divmod(cell, self.columns)
        return self.first[0] + (column + 0.5) * self.side, self.first[1] + (row + 0.5) * self.side

    @property
    def field(self) -> Box:
        """All spaces together."""
        left, top = self.first
        return left, top, left + self.columns * self.side, top + ROWS * self.side


@cache
def plan(size: str) -> Plan:
    """The layout of a board, "short" or "long"."""
    return _short() if size == "short" else _long()


def _short() -> Plan:
    """The board at the left, tracks and cards in a column beside it, two fifths of the picture with its margins."""
    side, before, after, beneath = 154, 88, 26, 42
    land = (MARGIN, TOP, MARGIN + before + 5 * side + after, TOP + before + 14 + 5 * side + beneath)
    left = land[2] + 24
    split = TOP + 418
    return Plan(
        size="short",
        columns=5,
        side=side,
        land=land,
        first=(MARGIN + before, TOP + before + 14),
        height=round(land[3] + MARGIN),
        tracks=(left, TOP, WIDTH - MARGIN, split),
        cards=(left, split + 16, WIDTH - MARGIN, land[3]),
        wide=False,
    )


def _long() -> Plan:
    """The board across the whole picture with room for the trails, tracks and cards below it."""
    side, before, after = 150, 112, 50
    land = (MARGIN, TOP, MARGIN + before + 9 * side + after, TOP + before + 5 * side + after)
    top = land[3] + _GAP
    return Plan(
        size="long",
        columns=9,
        side=side,
        land=land,
        first=(MARGIN + before, TOP + before),
        height=round(top + _BELOW + MARGIN),
        tracks=(MARGIN, top, MARGIN + 838, top + _BELOW),
        cards=(MARGIN + 838 + 24, top, WIDTH - MARGIN, top + _BELOW),
        wide=True,
    )


assert _long().land[2] == WIDTH - MARGIN
