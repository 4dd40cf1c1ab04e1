"""The dotted trails at the edges of the long board, and the lines of the last turn: routes of meeples and Otoma."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

from PIL import Image, ImageDraw

from render import outlines
from render.drawing import Drawing, Sprite
from render.outlines import Outline, Point
from render.palette import Rgb, Theme, mix
from render.tiwanaku import runs
from render.tiwanaku.plan import Plan
from rules.tiwanaku.valley import TRAILS, End, Valley

_OUT = 24
"""How far outside the spaces a trail runs."""
_BEND = 16
_WAY = {0: "top", 1: "right", 2: "bottom", 3: "left"}


def draw(image: Image.Image, plan: Plan, theme: Theme) -> None:
    """All trails, as part of the ground."""
    for number in range(len(TRAILS)):
        line = outline(plan, number)
        _dots(tuple(_from(line)), theme.land_ink, 4, 14).paste(image, *line[0])


def _end(plan: Plan, end: End, out: float) -> Point:
    """A trail's end, `out` pixels outside the edge."""
    left, top, right, bottom = plan.field
    edge, number = end
    along = (number + 0.5) * plan.side
    return {
        "top": (left + along, top - out),
        "bottom": (left + along, bottom + out),
        "left": (left - out, top + along),
        "right": (right + out, top + along),
    }[edge]


def outline(plan: Plan, number: int) -> Outline:
    """A trail as a line with round bends."""
    one, other = TRAILS[number]
    first, last = _end(plan, one, _OUT), _end(plan, other, _OUT)
    corners = [_end(plan, one, 3), first]
    if one[0] != other[0]:
        # Round a corner of the board: out along the one edge, in along the other.
        upright = one[0] in ("top", "bottom")
        corners.append((last[0], first[1]) if upright else (first[0], last[1]))
    corners += [last, _end(plan, other, 3)]
    line: Outline = [corners[0]]
    for before, at, after in zip(corners, corners[1:], corners[2:], strict=False):
        line += outlines.bezier([_toward(at, before), at, _toward(at, after)], 8)
    return [*line, corners[-1]]


def _toward(at: Point, other: Point) -> Point:
    dx, dy = other[0] - at[0], other[1] - at[1]
    far = max(1.0, (dx * dx + dy * dy) ** 0.5)
    step = min(_BEND, far)
    return at[0] + dx / far * step, at[1] + dy / far * step


def _from(outline: Outline) -> Iterable[Point]:
    """The outline as seen from its first point, in whole pixels so that alike ones share a sprite."""
    x0, y0 = outline[0]
    return ((round(x - x0, 1), round(y - y0, 1)) for x, y in outline)


@functools.lru_cache(maxsize=64)
def _dots(line: tuple[Point, ...], colour: Rgb, radius: float, pace: float, edge: Rgb | None = None) -> Sprite:
    """A dotted line."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    art = Drawing((min(xs) - 12, min(ys) - 12, max(xs) + 12, max(ys) + 12), 1, fine=3)
    for x, y in _steps(line, pace):
        if edge is not None:
            art.disc(x, y, radius + 2.5, edge)
    for x, y in _steps(line, pace):
        art.disc(x, y, radius, colour)
    return art.sprite((0, 0))


def _steps(line: tuple[Point, ...], pace: float) -> Outline:
    """Points along an open line, `pace` apart."""
    found, left = [line[0]], pace
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        at = left
        while at <= length:
            found.append((x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length))
            at += pace
        left = at - length
    return found


# The lines of the last turn.


def route(image: Image.Image, plan: Plan, cells: list[int], theme: Theme) -> None:
    """The way of a meeple: a plain line from space to space, from a footprint where it began."""
    spots = [plan.place(cell) for cell in cells]
    pen = ImageDraw.Draw(image)
    for width, colour in ((16, theme.tile), (9, theme.trail)):
        for one, other in itertools.pairwise(spots):
            pen.rectangle(_bar(one, other, width / 2), fill=colour)
    _footprint(theme).paste(image, *spots[0])


def _bar(one: Point, other: Point, half: float) -> tuple[int, int, int, int]:
    """A straight line along a row or column as a rectangle."""
    (x0, y0), (x1, y1) = min(one, other), max(one, other)
    return round(min(x0, x1) - half), round(min(y0, y1) - half), round(max(x0, x1) + half), round(max(y0, y1) + half)


@functools.lru_cache(maxsize=4)
def _footprint(theme: Theme) -> Sprite:
    art = Drawing((-30, -30, 30, 30), 1)
    art.disc(0, 0, 22, theme.tile)
    art.disc(0, 0, 18, theme.trail)
    art.disc(0, 0, 9, theme.tile)
    return art.sprite((0, 0))


def run(image: Image.Image, plan: Plan, ground: Valley, cells: list[int], colour: Rgb, theme: Theme) -> None:
    """The run of an Otoma: dots in its colour, trails included."""
    edge = mix(theme.tile, colour, 0.05)
    for cell, after, way in zip(cells, cells[1:], runs.ways(ground, cells), strict=False):
        if ground.step[way][cell] >= 0:
            _dotted(image, plan.place(cell), plan.place(after), colour, edge)
            continue
        number, turned = _trail(plan, cell, way)
        line = outline(plan, number)
        _dotted(image, plan.place(cell), line[-1 if turned else 0], colour, edge)
        _dots(tuple(_from(line)), colour, 5, 15, edge).paste(image, *line[0])
        _dotted(image, line[0 if turned else -1], plan.place(after), colour, edge)


def _dotted(image: Image.Image, one: Point, other: Point, colour: Rgb, edge: Rgb) -> None:
    reach = (round(other[0] - one[0]), round(other[1] - one[1]))
    _dots(((0, 0), reach), colour, 5, 15, edge).paste(image, *one)


def _trail(plan: Plan, cell: int, way: int) -> tuple[int, bool]:
    """The trail that leaves the board from a space, and whether it is walked from its second end."""
    row, column = divmod(cell, plan.columns)
    end = (_WAY[way], column if way in (0, 2) else row)
    for number, (one, other) in enumerate(TRAILS):
        if end in (one, other):
            return number, end == other
    raise ValueError("no trail leaves there")
