"""The terrain and crop tiles of the box, and the arrows on the backs of the terrain tiles (Contents, T1-T2).

`tiles.json` holds the table. Its counts are printed in the rulebook; the arrows are not, so these are ours
(G5): put the box's own in their place and nothing else changes. A tile is known by a number, colour * 4 +
direction.
"""

from __future__ import annotations

import json
from pathlib import Path

from rules.tiwanaku.notation import CROPS, TERRAIN_NAMES
from rules.tiwanaku.regions import CROP_TILES, TERRAIN_TILES
from rules.tiwanaku.valley import DIRECTIONS

COLOURS = ("orange", "blue", "green", "white", "purple", "yellow")
"""The colours of arrows and meeples: the four of the Quechua (orange is ours, G6), then the two of the Otoma."""

PURPLE, YELLOW = 4, 5

_FILE = Path(__file__).with_name("tiles.json")


class BadTiles(ValueError):
    """The table of tiles does not add up; the text names file and line."""


def load(file: Path = _FILE) -> list[list[int]]:
    """The tiles of each terrain, as numbers. BadTiles, with file and line, when a count or an arrow is wrong."""
    text = file.read_text(encoding="utf-8")
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadTiles(f"{file.name}, line {error.lineno}: {error.msg}") from error
    check = _Check(file.name, text)
    check.counts(table, "terrain tiles", TERRAIN_NAMES, TERRAIN_TILES)
    check.counts(table, "crop tiles", CROPS, CROP_TILES)
    box = [check.arrows(table, name, count) for name, count in zip(TERRAIN_NAMES, TERRAIN_TILES, strict=True)]
    everything = [tile for tiles in box for tile in tiles]
    for tile in range(len(COLOURS) * len(DIRECTIONS)):
        if everything.count(tile) not in (2, 3):
            check.fail(arrow_name(tile), f"{arrow_name(tile)} is on {everything.count(tile)} tiles, not on 2 or 3")
    return box


def arrow_name(tile: int) -> str:
    """A tile's arrow as the table writes it: `blue-north`."""
    return f"{COLOURS[tile // 4]}-{DIRECTIONS[tile % 4]}"


_NUMBERS = {arrow_name(tile): tile for tile in range(len(COLOURS) * len(DIRECTIONS))}


class _Check:
    """Reads parts of the table and tells the line of what is wrong."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.splitlines()

    def fail(self, word: str, problem: str) -> None:
        line = next((number for number, line in enumerate(self.lines, start=1) if f'"{word}"' in line), 1)
        raise BadTiles(f"{self.name}, line {line}: {problem}")

    def counts(self, table: dict[str, dict[str, int]], part: str, names: tuple[str, ...], box: tuple[int, ...]) -> None:
        for name, count in zip(names, box, strict=True):
            found = table.get(part, {}).get(name)
            if found != count:
                self.fail(name, f"{part}: {name} is {found}, the box has {count}")

    def arrows(self, table: dict[str, dict[str, list[str]]], terrain: str, count: int) -> list[int]:
        found = table.get("arrows", {}).get(terrain, [])
        for arrow in found:
            if arrow not in _NUMBERS:
                self.fail(arrow, f"no arrow is called {arrow!r}")
        if len(found) != count:
            self.fail("arrows", f"{terrain} has {len(found)} arrows, the box has {count} tiles")
        return [_NUMBERS[arrow] for arrow in found]


BOX = load()
"""The tiles of each terrain, in the order of the terrains' numbers."""
