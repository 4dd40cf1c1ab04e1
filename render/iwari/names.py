"""How the things of Iwari are called, by the names that the rules give them."""

from __future__ import annotations

from collections.abc import Iterable

from render.language import say, translatable
from rules.iwari import State
from rules.iwari.board import named

_BIOMES = {
    "glaciers": translatable("Glaciers"),
    "tundra": translatable("Tundra"),
    "forest": translatable("Forest"),
    "coast": translatable("Coast"),
    "desert": translatable("Desert"),
}

_FEATS = {
    "union": translatable("Union"),
    "discovery": translatable("Discovery"),
    "honour": translatable("Honour"),
    "respect": translatable("Respect"),
}

_PARTS = {
    "half": translatable("Half journey"),
    "tents": translatable("Tents"),
    "totems": translatable("Totems"),
    "settlements": translatable("Settlements"),
}

_CONNECTIONS = {"land": translatable("land"), "water": translatable("water")}

FEATS = tuple(_FEATS)
"""The kinds of feats, in the order in which they are told."""

PARTS = tuple(_PARTS)
"""The parts of the score, in the order in which they are counted."""


def biome(name: str) -> str:
    """A biome, and the card of it."""
    return say(_BIOMES[name])


def biomes(names: Iterable[str]) -> list[str]:
    """Several of them."""
    return [biome(name) for name in names]


def cards(letters: str) -> list[str]:
    """Cards by their letters in the state."""
    return biomes(named(letters))


def feat(kind: str) -> str:
    """A feat by its kind."""
    return say(_FEATS[kind])


def part(name: str) -> str:
    """A part of the score."""
    return say(_PARTS[name])


def connection_kind(kind: str) -> str:
    """Whether a connection is by land or by water."""
    return say(_CONNECTIONS[kind])


def price(paid: tuple[str, ...]) -> str:
    """What was paid: one card, or two of a kind as a wild one."""
    if len(paid) == 1:
        return biome(paid[0])
    return say("a pair of {biome}", biome=biome(paid[0]))


def territory(name: str, view: State) -> str:
    """A territory by its id and its name."""
    return f"{name} {view.board.map.territory(name).name}"


def ends_of(ends: tuple[str, str]) -> str:
    """The two territories of a connection: "G1–T2"."""
    return "–".join(ends)


def connection(number: str, view: State) -> tuple[str, str]:
    """A connection by its number: the number, and its ends."""
    return number, ends_of(next(link.ends for link in view.board.map.connections if str(link.no) == number))
