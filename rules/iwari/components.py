"""Components: the cards, tents, totems, mountains and feats in the box, read from `components.json`.

`printed` holds what the rulebook states (Components, Set-up); `ours` what it leaves open: how the six feats are split
(F-1), and what expeditions are worth (E-1, D8), where a table that owns the cards can put in what they print.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

FILE = Path(__file__).with_name("components.json")

LETTERS = {"glaciers": "G", "tundra": "T", "forest": "F", "coast": "C", "desert": "D"}
"""A card is one letter in the state: the letter of its biome."""

NAMES = {letter: name for name, letter in LETTERS.items()} | {"?": "hidden"}
"""The biome of a card's letter; `?` is a card that the viewer may not see."""

TENTS = 20
"""Tents that a tribe can place: one of its 21 marks the score (B-7, B-8)."""

EXPEDITIONS = 16
"""How many expedition cards there are (Expedition Cards)."""


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook prints. `removed` (cards per biome) and `mountains` are by number of players."""

    cards: dict[str, int]
    deck: int
    hand: int
    display: int
    tents: int
    totems: int
    feats: int
    removed: dict[int, int]
    mountains: dict[int, int]


class Ours(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook leaves open.

    `expeditions` are the points of each card, by its number, for the first and for the second who achieves it. The
    base game has no expeditions: nothing reads them yet.
    """

    feats: dict[str, int]
    expeditions: dict[int, tuple[int, int]]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The box."""

    printed: Printed
    ours: Ours


class ComponentError(ValueError):
    """The component file does not add up; the text gives file, line and reason."""


def read(path: Path) -> Components:
    """The components in a file. ComponentError, with file and line, when a count is wrong."""
    raw = path.read_bytes()
    try:
        box = msgspec.json.decode(raw, type=Components, strict=False)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ComponentError(f"{path.name}:1: {error}") from error
    for field, wrong in _faults(box):
        if wrong:
            raise ComponentError(f"{path.name}:{_line(raw, field)}: {wrong}")
    return box


@cache
def components() -> Components:
    """The game's own components, read once."""
    return read(FILE)


def deck_for(players: int) -> str:
    """The cards in a match of so many players, unshuffled, one letter each (Set-up 6)."""
    box = components().printed
    out = box.removed[players]
    return "".join(LETTERS[name] * (number - out) for name, number in box.cards.items())


def _faults(box: Components) -> list[tuple[str, str]]:
    printed, ours = box.printed, box.ours
    total = sum(printed.cards.values())
    players = set(range(2, 6))
    return [
        ("cards", "" if set(printed.cards) == set(LETTERS) else "the cards are not of the five biomes"),
        ("deck", "" if total == printed.deck else f"the cards add up to {total}, not {printed.deck}"),
        ("tents", "" if printed.tents == TENTS + 1 else f"{printed.tents} tents leave no {TENTS} to place"),
        ("removed", "" if set(printed.removed) == players else "removed cards are needed for 2 to 5 players"),
        ("mountains", "" if set(printed.mountains) == players else "mountains are needed for 2 to 5 players"),
        ("feats", "" if sum(ours.feats.values()) == printed.feats else "the feats do not add up"),
        ("expeditions", _wrong_expeditions(ours.expeditions)),
    ]


def _wrong_expeditions(expeditions: dict[int, tuple[int, int]]) -> str:
    if set(expeditions) != set(range(1, EXPEDITIONS + 1)):
        return f"the expeditions are not the cards 1 to {EXPEDITIONS}"
    falling = all(first >= second > 0 for first, second in expeditions.values())
    return "" if falling else "an expedition is worth more to the second than to the first, or nothing"


def _line(raw: bytes, field: str) -> int:
    return raw[: raw.find(b'"%s"' % field.encode())].count(b"\n") + 1
