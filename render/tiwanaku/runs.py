"""How the Otoma ran: which way at each space, and where by a trail. A view keeps only the spaces."""

from __future__ import annotations

from rules.tiwanaku.valley import Valley


def ways(ground: Valley, path: list[int]) -> list[int]:
    """The direction in which each space but the last was left; empty when no run goes like that.

    >>> from rules.tiwanaku.valley import valley
    >>> ways(valley("long"), [10, 1, 0, 9])
    [0, 0, 2]
    """
    for first in range(4):
        found, cell, way = [], path[0], first
        for _ in path[1:]:
            found.append(way)
            cell, way = ground.glide(cell, way)
            if cell != path[len(found)]:
                break
        else:
            return found
    return []


def trails(ground: Valley, path: list[int]) -> int:
    """How many trails a run used."""
    return sum(ground.step[way][cell] < 0 for cell, way in zip(path, ways(ground, path), strict=False))
