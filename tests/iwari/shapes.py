"""Small made maps with the shapes of the expansion's maps (D5): squares of land in rows of four, nothing else.

Each is sound as it stands; what is drawn by lot (which roads, which kinds, which symbols) is told by its seed.
"""

from __future__ import annotations

import random
from itertools import combinations, pairwise

from tests.iwari.raw_maps import Raw

WIDE, HIGH = 250, 233
LANDS = ["the first", "the second", "the third", "the fourth", "the fifth", "the sixth", "the seventh", "the eighth",
         "the ninth", "the tenth", "the eleventh", "the twelfth"]  # fmt: skip
EIGHT = [(40, 36), (125, 36), (210, 36), (210, 116), (210, 196), (125, 196), (40, 196), (40, 116)]
SIX = [(40, 36), (210, 36), (210, 116), (210, 196), (40, 196), (40, 116)]
NINE = [(30, 36), (93, 36), (157, 36), (220, 36), (210, 116), (210, 196), (125, 196), (40, 196), (40, 116)]

Slots = list[tuple[int, int]]
"""Where the tent spaces of a territory lie, from its corner, around its totem space."""

Cells = dict[int, tuple[str, int]]
"""Cell (0 to 11, row by row) -> biome and number of tent spaces of the territory there."""


class Grid:
    """A map of squares in the making."""

    def __init__(self, cells: Cells, seed: int, modules: tuple[str, ...] = (), slots: Slots = EIGHT) -> None:
        self.dice = random.Random(seed)
        self.slots = slots
        self.cells = cells
        self.ids: dict[int, str] = {}
        for cell, (biome, _) in cells.items():
            letter = biome[0].upper()
            self.ids[cell] = letter + str(1 + sum(name[0] == letter for name in self.ids.values()))
        self.at = {
            f"{name}{'abcdefghi'[number]}": spot
            for cell, name in self.ids.items()
            for number, spot in enumerate(self._spots(cell))
        }
        self.raw: Raw = {
            "id": "shape",
            "name": "A made map",
            "players": [2, 5],
            "size": [1000, 700],
            "modules": list(modules),
            "allows": {"mountains": "mountains" in modules, "worship": [1, 3]},
            "territories": [self._territory(cell) for cell in cells],
            "roads": [road for cell in cells for road in self._own_roads(cell)],
            "connections": [],
        }

    def _spots(self, cell: int) -> list[tuple[int, int]]:
        count = self.cells[cell][1]
        left, top = cell % 4 * WIDE, cell // 4 * HIGH
        return [(left + x, top + y) for x, y in (NINE if count == 9 else self.slots)[:count]]

    def _territory(self, cell: int) -> Raw:
        left, top, name = cell % 4 * WIDE, cell // 4 * HIGH, self.ids[cell]
        right, bottom = left + WIDE, top + HIGH
        return {
            "id": name,
            "name": LANDS[cell],
            "biome": self.cells[cell][0],
            "totem": [left + 125, top + 116],
            "spaces": [{"id": space, "at": spot} for space, spot in self.at.items() if space.startswith(name)],
            "outline": [
                [left + 6, top + 6], [right - 6, top + 6], [right - 6, bottom - 6], [left + 6, bottom - 6],
            ],
        }  # fmt: skip

    def _own_roads(self, cell: int) -> list[list[str]]:
        own = [space for space in self.at if space.startswith(self.ids[cell])]
        return [[one, other] for one, other in pairwise(own)]

    def across(self) -> list[list[str]]:
        """Every straight road from a territory into the next."""
        found = []
        for one, other in combinations(self.at, 2):
            (x, y), (u, v) = self.at[one], self.at[other]
            if one[:2] != other[:2] and ((y == v and abs(x - u) < 100) or (x == u and abs(y - v) < 100)):
                found.append([one, other])
        return found

    def pairs(self, number: int, without: int = -1) -> list[tuple[int, int]]:
        """So many pairs of cells whose biomes differ: side by side, one below the other, else aslant."""
        rows = [row for row in combinations(self.cells, 2) if without not in row]
        rows = [(one, other) for one, other in rows if self.cells[one][0] != self.cells[other][0]]
        straight = [(one, other) for one, other in rows if other - one == 4 or (other - one == 1 and other % 4)]
        aslant = {one + (other - one == 5): (one, other) for one, other in rows if self._is_aslant(one, other)}
        least = min(number, len(straight))
        return self.dice.sample(straight, least) + self.dice.sample(list(aslant.values()), number - least)

    def _is_aslant(self, one: int, other: int) -> bool:
        return (other - one == 5 and other % 4 > 0) or (other - one == 3 and one % 4 > 0)

    def join(self, number: int, without: str = "") -> None:
        """Add so many roads from territory to territory, none to the one named."""
        there = self.raw["roads"]
        found = [road for road in self.across() if road not in there and without not in (road[0][:2], road[1][:2])]
        self.raw["roads"] += self.dice.sample(found, min(number, len(found)))

    def connect(self, pairs: list[tuple[int, int]], water: int) -> None:
        """Connections between these cells, numbered in reading order; a pair named twice becomes twins."""
        spots = []
        for index, (one, other) in enumerate(pairs):
            again = (one, other) in pairs[:index]
            left, top = one % 4 * WIDE, one // 4 * HIGH
            beside = (left + WIDE, top + (156 if again else 76))
            below = (left + {4: 189, 5: WIDE, 3: 0}.get(other - one, 0), top + HIGH)
            spots.append((beside if other - one == 1 else below, one, other, again))
        spots.sort(key=lambda row: (row[0][1], row[0][0]))
        dry = [index for index, (_, one, other, _) in enumerate(spots) if not self._is_aslant(one, other)]
        wet = self.dice.sample(dry, water - (len(spots) - len(dry)))
        for index, (spot, one, other, again) in enumerate(spots):
            ends = [self.ids[one], self.ids[other]]
            before = next((row for row in self.raw["connections"] if row["ends"] == ends), None)
            kind = "water" if index in wet or self._is_aslant(one, other) else "land"
            row: Raw = {"no": index + 1, "ends": ends, "kind": kind, "at": spot}
            if again and before is not None:
                row["twin"], before["kind"], row["kind"] = before["no"], "land", "water"
            self.raw["connections"].append(row)

    def nearest(self, ends: list[str]) -> list[str]:
        """The two spaces, one at each end, that lie nearest to each other."""
        rows = [[a, b] for a in self.at for b in self.at if [a[:2], b[:2]] == ends]
        return min(
            rows, key=lambda row: sum((p - q) ** 2 for p, q in zip(self.at[row[0]], self.at[row[1]], strict=True))
        )

    def mountains(self) -> None:
        """Four pairs of symbols by lot, each on two connections of like worth."""
        size = {self.ids[cell]: count for cell, (_, count) in self.cells.items()}
        rows = self.dice.sample(self.raw["connections"], 8)
        rows.sort(key=lambda row: sum(size[end] for end in row["ends"]))
        for index, row in enumerate(rows):
            row["mountain"] = index // 2 + 1
