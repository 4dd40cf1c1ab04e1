"""Outlines: a small reader of SVG path data, curves turned into points, and a few ready shapes.

An outline is a list of (x, y) in the units of whoever draws it; art is written in a box of 100 by 100.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Outline = list[Point]

_TOKENS = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_COUNTS = {"M": 2, "L": 2, "C": 6, "S": 4, "Q": 4, "T": 2, "H": 1, "V": 1}


def path(data: str, steps: int = 14) -> list[Outline]:
    """The outlines of SVG path data (M L H V C S Q T Z, either case), each curve in `steps` pieces.

    ValueError when the data holds a command that is not known here (arcs).
    """
    outlines: list[Outline] = []
    pen: Outline = []
    control: Point | None = None
    for command, numbers in _commands(data):
        if command in "Zz":
            if pen:
                outlines.append(pen)
                pen = [pen[0]]
            control = None
            continue
        here = pen[-1] if pen else (0.0, 0.0)
        spots = _spots(command, numbers, here)
        kind = command.upper()
        if kind == "M":
            if len(pen) > 1:
                outlines.append(pen)
            pen = [spots[0]]
            control = None
            continue
        if kind in "ST":
            mirror = here if control is None else (2 * here[0] - control[0], 2 * here[1] - control[1])
            spots = [mirror, *spots]
        pen += bezier([here, *spots], steps) if len(spots) > 1 else spots
        control = spots[-2] if len(spots) > 1 else None
    if len(pen) > 1:
        outlines.append(pen)
    return outlines


def _commands(data: str) -> Iterable[tuple[str, list[float]]]:
    tokens = _TOKENS.findall(data)
    at = 0
    command = ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
            if command in "Zz":
                yield command, []
                continue
        count = _COUNTS.get(command.upper())
        if count is None:
            raise ValueError(f"path command {command!r} is not known")
        yield command, [float(number) for number in tokens[at : at + count]]
        at += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _spots(command: str, numbers: list[float], here: Point) -> list[Point]:
    dx, dy = here if command.islower() else (0.0, 0.0)
    if command in "Hh":
        return [(numbers[0] + dx, here[1])]
    if command in "Vv":
        return [(here[0], numbers[0] + dy)]
    return [(numbers[i] + dx, numbers[i + 1] + dy) for i in range(0, len(numbers), 2)]


def bezier(controls: Sequence[Point], steps: int) -> Outline:
    """Points on a quadratic or cubic curve, without its start."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        spots = list(controls)
        while len(spots) > 1:
            spots = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in itertools.pairwise(spots)]
        points.append(spots[0])
    return points


def ellipse(x: float, y: float, rx: float, ry: float | None = None, steps: int = 48) -> Outline:
    """An ellipse around (x, y); a circle when `ry` is not given."""
    ry = rx if ry is None else ry
    turn = math.tau / steps
    return [(x + rx * math.cos(i * turn), y + ry * math.sin(i * turn)) for i in range(steps)]


def polygon(x: float, y: float, radius: float, corners: int, turned: float = -90) -> Outline:
    """A regular polygon; its first corner stands at `turned` degrees (-90: up)."""
    start = math.radians(turned)
    turn = math.tau / corners
    return [(x + radius * math.cos(start + i * turn), y + radius * math.sin(start + i * turn)) for i in range(corners)]


def rounded(x: float, y: float, width: float, height: float, radius: float, steps: int = 10) -> Outline:
    """A rectangle with round corners; (x, y) is its top left."""
    radius = min(radius, width / 2, height / 2)
    corners = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
    )
    points = []
    for cx, cy, start in corners:
        for step in range(steps + 1):
            angle = math.radians(start + 90 * step / steps)
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return points


def coast(outline: Outline, sway: float, seed: int, pace: float = 46.0) -> Outline:
    """An outline as the sea would leave it: resampled every `pace` units, swayed by up to `sway`, and smoothed."""
    rng = random.Random(seed)
    points = resample(outline, pace)
    swayed = []
    count = len(points)
    for index, (x, y) in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % count]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        shift = rng.uniform(-sway, sway)
        swayed.append((x + dy / length * shift, y - dx / length * shift))
    return smooth(swayed)


def resample(outline: Outline, pace: float) -> Outline:
    """Points at even distances of about `pace` along a closed outline."""
    closed = [*outline, outline[0]]
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(closed)]
    total = sum(lengths)
    count = max(3, round(total / pace))
    points: Outline = []
    index, gone = 0, 0.0
    for step in range(count):
        goal = total * step / count
        while gone + lengths[index] < goal:
            gone += lengths[index]
            index += 1
        share = (goal - gone) / (lengths[index] or 1.0)
        a, b = closed[index], closed[index + 1]
        points.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return points


def smooth(points: Outline, steps: int = 6) -> Outline:
    """A closed Catmull-Rom curve through the points."""
    count = len(points)
    result: Outline = []
    for index in range(count):
        p0, p1, p2, p3 = (points[(index + shift) % count] for shift in (-1, 0, 1, 2))
        first = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        second = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        result += bezier([p1, first, second, p2], steps)
    return result


def moved(
    outline: Outline, dx: float = 0, dy: float = 0, scale: float = 1, turn: float = 0, flip: bool = False
) -> Outline:
    """The outline flipped left to right about x = 0, scaled, turned by `turn` degrees, then shifted."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    side = -scale if flip else scale
    return [(dx + x * side * cos - y * scale * sin, dy + x * side * sin + y * scale * cos) for x, y in outline]
