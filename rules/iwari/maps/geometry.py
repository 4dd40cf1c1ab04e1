"""Plane geometry for checking maps: distances, crossing lines, what lies in an outline. Points are (x, y)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

Dot = tuple[float, float]


def apart(one: Dot, other: Dot) -> float:
    """The distance of two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def from_line(dot: Dot, start: Dot, end: Dot) -> float:
    """The distance of a point from the straight line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return apart(dot, start)
    share = ((dot[0] - start[0]) * dx + (dot[1] - start[1]) * dy) / length
    share = min(1.0, max(0.0, share))
    return apart(dot, (start[0] + share * dx, start[1] + share * dy))


def cross(a: Dot, b: Dot, c: Dot, d: Dot) -> bool:
    """Whether the lines a-b and c-d cross between their ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def inside(dot: Dot, outline: Sequence[Dot]) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    x, y = dot
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def from_outline(dot: Dot, outline: Sequence[Dot]) -> float:
    """The distance of a point from the edge of a polygon."""
    return min(from_line(dot, *side) for side in zip(outline, [*outline[1:], outline[0]], strict=True))


def _turn(a: Dot, b: Dot, c: Dot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
