"""How the things of Tiwanaku are called, and who is who."""

from __future__ import annotations

from render.presenter import Audience
from rules.tiwanaku import State
from rules.tiwanaku.notation import crops_in
from rules.tiwanaku.position import OTOMA
from rules.tiwanaku.regions import bits
from rules.tiwanaku.tiles import COLOURS
from rules.tiwanaku.valley import DIRECTIONS

TERRAIN = ("Dirt", "Sand", "Grass", "Rock")
"""The terrains by their numbers."""

CROP = ("Sweet Potato", "Coca Leaf", "Chili", "Corn", "Quinoa")
"""The crops by rising level."""

ANIMALS = ("bird", "lizard", "llama", "snake", "turtle")
"""The rows from top to bottom."""

ELEMENTS = ("water", "plant", "mountain", "fire", "sun", "rainbow", "cloud", "moon", "star")
"""The columns from left to right."""


def crop(level: int) -> str:
    """A crop with its level: "Corn (4)"."""
    return f"{CROP[level - 1]} ({level})"


def tokens(mask: int) -> list[str]:
    """The crops of a set of offering tokens, the highest first."""
    return [CROP[level - 1] for level in crops_in(mask)]


def arrow(tile: int) -> str:
    """A tile's arrow in words: "blue north"."""
    return f"{COLOURS[tile // 4]} {DIRECTIONS[tile % 4]}"


def places(view: State, mask: int) -> list[str]:
    """The names of a set of spaces, in reading order."""
    return [view.ground.names[cell] for cell in bits(mask)]


OTOMA_NAME = "The Otoma"
"""The side that nobody plays, at the beginning of a line."""


def side(view: State, number: int, audience: Audience) -> str:
    """Who scores: a player, the group (by its names where it is told apart), or the Otoma."""
    if view.competitive or (number != OTOMA and view.settings.mode == "solo"):
        return audience.name(number)
    return OTOMA_NAME if number == OTOMA else "The group"


def otoma(view: State, number: int) -> str:
    """An Otoma meeple: by its colour alone, all alike together."""
    return f"the {COLOURS[view.otoma_colour(number)]} Otoma" if view.settings.mode == "solo" else "an Otoma"
