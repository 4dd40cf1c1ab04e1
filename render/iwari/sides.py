"""Who plays which tribe: colours and names of the seats, and of the third tribe that nobody owns."""

from __future__ import annotations

from render.language import say
from render.palette import SIDES, Side
from render.presenter import Audience
from rules.iwari import State

THIRD_COLOURS = SIDES[4]
"""The third tribe is white, a colour that no seat of two players has."""


def colours(view: State, tribe: int) -> Side:
    """The colours and the mark of a tribe."""
    return THIRD_COLOURS if tribe == view.third else SIDES[tribe]


def gainers(points: list[int]) -> list[int]:
    """The tribes that got some points, most first."""
    return [tribe for tribe in by_points(points) if points[tribe]]


def by_points(points: list[int]) -> list[int]:
    """All tribes, those with most points first."""
    return sorted(range(len(points)), key=lambda tribe: -points[tribe])


def name_of(view: State, tribe: int, audience: Audience) -> str:
    """Whose tribe it is, within a sentence."""
    return say("the third tribe") if tribe == view.third else audience.name(tribe)


def name_first(view: State, tribe: int, audience: Audience) -> str:
    """The same at the beginning of a line."""
    return third_tribe() if tribe == view.third else audience.name(tribe)


def third_tribe() -> str:
    """The tribe that nobody owns, at the beginning of a line."""
    return say("The third tribe")
