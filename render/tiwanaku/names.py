"""How the things of Tiwanaku are called, and who is who."""

from __future__ import annotations

from render.language import say, translatable
from render.presenter import Audience
from rules.tiwanaku import State
from rules.tiwanaku.notation import crops_in
from rules.tiwanaku.position import OTOMA
from rules.tiwanaku.regions import bits

_TERRAINS = (translatable("Dirt"), translatable("Sand"), translatable("Grass"), translatable("Rock"))

_CROPS = (
    translatable("Sweet Potato"),
    translatable("Coca Leaf"),
    translatable("Chili"),
    translatable("Corn"),
    translatable("Quinoa"),
)

_ANIMALS = (
    translatable("bird"),
    translatable("lizard"),
    translatable("llama"),
    translatable("snake"),
    translatable("turtle"),
)

_ELEMENTS = (
    translatable("water"),
    translatable("plant"),
    translatable("mountain"),
    translatable("fire"),
    translatable("sun"),
    translatable("rainbow"),
    translatable("cloud"),
    translatable("moon"),
    translatable("star"),
)

_COLOURS = (
    translatable("orange"),
    translatable("blue"),
    translatable("green"),
    translatable("white"),
    translatable("purple"),
    translatable("yellow"),
)

_COLOURS_ON_BUTTONS = (
    translatable("Orange"),
    translatable("Blue"),
    translatable("Green"),
    translatable("White"),
    translatable("Purple"),
    translatable("Yellow"),
)

_DIRECTIONS = (translatable("north"), translatable("east"), translatable("south"), translatable("west"))
_DIRECTIONS_ON_BUTTONS = (
    translatable("North"),
    translatable("East"),
    translatable("South"),
    translatable("West"),
)

_OTOMA = (
    translatable("The orange Otoma"),
    translatable("The blue Otoma"),
    translatable("The green Otoma"),
    translatable("The white Otoma"),
    translatable("The purple Otoma"),
    translatable("The yellow Otoma"),
)
"""A single Otoma at the beginning of a sentence, by its colour."""


def terrain(number: int) -> str:
    """A terrain by its number."""
    return say(_TERRAINS[number])


def terrains() -> list[str]:
    """All four, in the order of their numbers."""
    return [say(name) for name in _TERRAINS]


def crop(level: int) -> str:
    """A crop by its level, 1 to 5."""
    return say(_CROPS[level - 1])


def crops() -> list[str]:
    """All five, by rising level."""
    return [say(name) for name in _CROPS]


def crop_with_level(level: int) -> str:
    """A crop with its level: "Corn (4)"."""
    return f"{crop(level)} ({level})"


def animal(row: int) -> str:
    """The sign of a row, from top to bottom."""
    return say(_ANIMALS[row])


def element(column: int) -> str:
    """The sign of a column, from left to right."""
    return say(_ELEMENTS[column])


def colour(number: int, *, on_button: bool = False) -> str:
    """The colour of a meeple or an arrow."""
    return say(_COLOURS_ON_BUTTONS[number] if on_button else _COLOURS[number])


def direction(number: int, *, on_button: bool = False) -> str:
    """Where an arrow points."""
    return say(_DIRECTIONS_ON_BUTTONS[number] if on_button else _DIRECTIONS[number])


def arrow(tile: int, *, on_button: bool = False) -> str:
    """A tile's arrow in words: "blue north"."""
    shown, way = colour(tile // 4, on_button=on_button), direction(tile % 4, on_button=on_button)
    return say("{colour} {direction}", colour=shown, direction=way)


def tokens(mask: int) -> list[str]:
    """The crops of a set of offering tokens, the highest first."""
    return [crop(level) for level in crops_in(mask)]


def places(view: State, mask: int) -> list[str]:
    """The names of a set of spaces, in reading order."""
    return [view.ground.names[cell] for cell in bits(mask)]


def otoma_side() -> str:
    """The side that nobody plays, at the beginning of a line."""
    return say("The Otoma")


def side(view: State, number: int, audience: Audience) -> str:
    """Who scores: a player, the group, or the Otoma."""
    if view.competitive or (number != OTOMA and view.settings.mode == "solo"):
        return audience.name(number)
    return otoma_side() if number == OTOMA else say("The group")


def otoma(view: State, number: int) -> str:
    """An Otoma meeple at the beginning of a sentence: by its colour alone, all alike together."""
    return say(_OTOMA[view.otoma_colour(number)]) if view.settings.mode == "solo" else say("An Otoma")
