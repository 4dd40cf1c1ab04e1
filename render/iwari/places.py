"""Where the places of a map lie in its picture, and the shapes of all that may come to lie there.

Points of a map file become pixels by `spot`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render import outlines
from render.canvas import WIDTH
from render.frame import BAND
from render.iwari import pieces
from render.outlines import Outline, Point
from rules.iwari.maps import Connection, Map, Territory

SCALE = 1.55
"""Pixels for a unit of a map file."""
LEFT, TOP = (WIDTH - 1000 * SCALE) / 2, BAND - 4


def spot(point: Sequence[float]) -> Point:
    """A point of a map file, in pixels of the picture."""
    return LEFT + point[0] * SCALE, TOP + point[1] * SCALE


def bottom(world: Map) -> int:
    """Where the map ends, in pixels from the top of the picture."""
    return round(TOP + world.size[1] * SCALE)


def outline(place: Territory) -> Outline:
    """A territory's outline in pixels, rounded; neighbours share their points, so their curves meet."""
    return outlines.smooth([spot(point) for point in place.outline], 3)


def inside(dot: Point, line: Outline) -> bool:
    """Whether a point lies within a closed outline."""
    x, y = dot
    odd = False
    for (x1, y1), (x2, y2) in itertools.pairwise([*line, line[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def middle(world: Map, name: str) -> Point:
    """Where a space, a territory's totem space (its first space, if it has none) or a connection lies, in pixels."""
    if name in world.spaces:
        return spot(world.spaces[name].at)
    if name in world.places:
        place = world.places[name]
        return spot(place.totem or place.spaces[0].at)
    return spot(next(link.at for link in world.connections if str(link.no) == name))


def rim(world: Map, name: str) -> float:
    """The radius at which a ring around a place is drawn."""
    if name in world.spaces:
        return pieces.SPACE + 7
    return pieces.TOTEM + 5 if name in world.places else pieces.NUMBER + 9


class Shape(NamedTuple):
    """A box with round corners, in pixels: its middle, half of what is straight to each side, the radius around that.

    A disc is one of which nothing is straight.
    """

    x: float
    y: float
    across: float = 0
    down: float = 0
    round: float = 0

    def gap(self, other: Shape) -> float:
        """How many pixels lie between the two; below zero: how deep they lie in each other."""
        aside = abs(self.x - other.x) - self.across - other.across
        lower = abs(self.y - other.y) - self.down - other.down
        inside = min(0.0, max(aside, lower))
        return math.hypot(max(0.0, aside), max(0.0, lower)) + inside - self.round - other.round

    def box(self, pad: float = 0) -> tuple[float, float, float, float]:
        """Left, top, right, bottom, `pad` further out."""
        wide, high = self.across + self.round + pad, self.down + self.round + pad
        return self.x - wide, self.y - high, self.x + wide, self.y + high


def ring(world: Map, name: str) -> Shape:
    """What a ring around a place covers, its pale edge included."""
    return Shape(*middle(world, name), round=rim(world, name) + pieces.RING)


def tent(world: Map, space: str) -> Shape:
    """What a tent covers, whatever its mark."""
    return Shape(*middle(world, space), round=pieces.TENT)


def totems(world: Map, territory: str) -> Shape:
    """What the totem space and the piles on it cover."""
    return Shape(*middle(world, territory), round=pieces.TOTEM)


def plate(world: Map, territory: str) -> Shape:
    """What the plate of a territory covers."""
    x, y = middle(world, territory)
    return Shape(x, y + pieces.TOTEM, 35, 7, 11)


def tray(world: Map, territory: str) -> Shape:
    """What a territory's points cover when its tents are counted."""
    x, y = middle(world, territory)
    left, top, right, low = pieces.TRAY
    return Shape(x + (left + right) / 2, y + (top + low) / 2, (right - left) / 2 - 20, (low - top) / 2 - 20, 20)


def number(world: Map, no: str) -> Shape:
    """What a connection's number covers."""
    return Shape(*middle(world, no), 11, 11, pieces.NUMBER - 11)


def mountain(world: Map, no: str) -> list[Shape]:
    """What a mountain on a connection covers: its foot and its peak."""
    x, y = middle(world, no)
    return [Shape(x, y + 16, 44, 14), Shape(x + 6, y - 20, 14, 22)]


def along(start: Point, end: Point, thick: float, pace: float = 8) -> Iterator[Shape]:
    """Discs along a straight way, `thick` pixels wide."""
    count = max(1, round(math.dist(start, end) / pace))
    for step in range(count + 1):
        share = step / count
        yield Shape(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share, round=thick / 2)


def way(link: Connection, end: str, world: Map) -> tuple[Point, Point]:
    """From a connection's number towards one of its territories: the start, and a step of one pixel."""
    at, goal = spot(link.at), middle(world, end)
    reach = math.dist(at, goal)
    return at, ((goal[0] - at[0]) / reach, (goal[1] - at[1]) / reach)


def road(world: Map, ends: tuple[str, str]) -> tuple[Point, Point]:
    """Both ends of the road between two spaces."""
    return middle(world, ends[0]), middle(world, ends[1])


def roads(world: Map) -> list[tuple[Point, Point]]:
    """Both ends of each road, of those over bridges too."""
    return [road(world, ends) for ends in [*world.roads, *world.bridges]]


def beside(shape: Shape, line: tuple[Point, Point]) -> float:
    """How many pixels lie between a disc and the middle of a straight road."""
    (x, y), (x1, y1) = line
    dx, dy = x1 - x, y1 - y
    share = ((shape.x - x) * dx + (shape.y - y) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return math.dist((shape.x, shape.y), (x + share * dx, y + share * dy)) - shape.round


def crosses(line: tuple[Point, Point], box: tuple[float, float, float, float]) -> bool:
    """Whether a straight line enters a box (left, top, right, bottom)."""
    (x, y), (x1, y1) = line
    first, last = 0.0, 1.0
    for start, reach, low, high in ((x, x1 - x, box[0], box[2]), (y, y1 - y, box[1], box[3])):
        if not reach:
            if not low <= start <= high:
                return False
            continue
        one, other = sorted(((low - start) / reach, (high - start) / reach))
        first, last = max(first, one), min(last, other)
    return first <= last
