"""The twenty named discs: five short scenarios and fifteen long ones, as many as a box has (Contents).

The names and the worlds are ours; the printed discs are not copied. They stand in `discs.json`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from rules.tiwanaku.regions import SIZES

_FILE = Path(__file__).with_name("discs.json")
_NUMBERS = {"short": 5, "long": 15}


class Disc(Struct, frozen=True, forbid_unknown_fields=True):
    """A named scenario: `generate(size, seed)` is its world."""

    name: str
    size: str
    seed: int


def load(raw: str, source: str) -> tuple[Disc, ...]:
    """The discs in a JSON text, one a line. ValueError with the source and the line when something is wrong."""
    discs: list[Disc] = []
    for number, line in enumerate(raw.splitlines(), start=1):
        text = line.strip().removesuffix(",")
        if text in ("[", "]", ""):
            continue
        try:
            disc = msgspec.json.decode(text, type=Disc)
        except msgspec.MsgspecError as error:
            raise ValueError(f"{source}:{number}: {error}") from error
        if disc.size not in SIZES:
            raise ValueError(f"{source}:{number}: the size is {disc.size}, not short or long")
        if any(other.name == disc.name or (other.size, other.seed) == (disc.size, disc.seed) for other in discs):
            raise ValueError(f"{source}:{number}: {disc.name} is there twice")
        discs.append(disc)
    for size, wanted in _NUMBERS.items():
        count = sum(disc.size == size for disc in discs)
        if count != wanted:
            raise ValueError(f"{source}: {count} {size} discs, not {wanted}")
    return tuple(discs)


DISCS = load(_FILE.read_text("utf-8"), _FILE.name)
"""Every disc, the short ones first."""
