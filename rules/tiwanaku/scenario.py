"""The scenario: the secret world of a match, and what the back of its disc tells everybody (Setup, T8-T14).

The box has 20 discs; here a scenario is made from a size and a seed. Every one keeps the world's rules, stays
within the tiles of the box, and can be solved from the whole terrain and the starting crops by thought alone
(rulings G1-G3).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.chance import Chance
from rules.tiwanaku.crops import Puzzle, settled
from rules.tiwanaku.layout import Layout, lay, nothing_known
from rules.tiwanaku.regions import SIZES, TERRAINS, Board, bits, board, regions_of

ROLES = ("first", "second", "third", "purple", "yellow")
"""The five Otoma of the solo mode: the three Quechua colours that nobody plays, and the two of their own (T41)."""

TIER = {"short": 2, "long": 3}
"""The hardest technique of thought a scenario may ask for (G2)."""

STARTS = {"short": range(3, 7), "long": range(5, 10)}
"""How many starting tiles there may be (G3)."""

_NODES, _BREADTH = 100, 4
_ATTEMPTS = 4


class OtomaStart(Struct, frozen=True):
    """A starting tile on which an Otoma stands in the solo and co-operative modes. `role` is one of `ROLES`."""

    cell: int
    role: str


class Scenario(Struct, frozen=True):
    """A world, row by row: `terrain` in letters of "dsgr" (Dirt, Sand, Grass, Rock), `crops` in digits 1 to 5.

    `starts` are the starting spaces, lowest first; a space is row * columns + column. `otoma` are five of them in
    reading order, empty in a short scenario, which the solo and co-operative modes cannot use (T4). Terrain and
    crops of the other spaces are secret until they are found (T9); `starts`, `otoma` and `counts` are printed on
    the disc's back.
    """

    size: str
    terrain: str
    crops: str
    starts: tuple[int, ...]
    otoma: tuple[OtomaStart, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Terrain tiles by letter, starting tiles included: the public supply (T8)."""
        return {letter: self.terrain.count(letter) for letter in TERRAINS}


def generate(size: str, seed: int) -> Scenario:
    """The scenario of a size ("short" or "long") and a seed: the same on every machine. ValueError for another size.

    Takes some milliseconds when short, and up to a few tenths of a second when long: to be called in a worker.
    """
    if size not in SIZES:
        raise ValueError(f"no such size of scenario: {size}")
    ground = board(size)
    chance = _chance(size, seed)
    while True:
        layout = lay(ground, nothing_known(size), chance, _NODES, _BREADTH)
        starts = layout and _choose_starts(ground, layout, chance)
        if layout and starts:
            otoma = _place_otoma(layout, starts, chance) if size == "long" else ()
            return Scenario(size, layout.terrain, layout.crops, starts, otoma)


def _chance(size: str, seed: int) -> Chance:
    """Chance of the scenario's own, so that nothing else drawn from the same seed runs beside it."""
    return Chance(Chance(seed).bits() ^ (0x71_3A_9C_55 << SIZES.index(size)))


def _choose_starts(ground: Board, layout: Layout, chance: Chance) -> tuple[int, ...] | None:
    """Starting spaces whose crops are enough for the tier and not more than needed; None when too many would be."""
    chooser = _Starts(ground, layout, chance)
    for _ in range(_ATTEMPTS):
        starts = chooser.choose()
        if len(starts) in STARTS[ground.size]:
            return tuple(sorted(starts))
    return None


class _Starts:
    """Chooses starting spaces for a layout. Those on the edge are preferred: there the meeples come in."""

    def __init__(self, ground: Board, layout: Layout, chance: Chance) -> None:
        self.ground = ground
        self.layout = layout
        self.chance = chance
        self.puzzle = Puzzle(ground, [region for region, _ in regions_of(ground, layout.terrain)])
        self.tier = TIER[ground.size]
        # The Otoma of the long scenarios start on all four terrains (G8).
        self.cover = TERRAINS if ground.size == "long" else ""

    def choose(self) -> list[int]:
        """Take spaces until the crops are settled, then give back those that are not needed."""
        starts = [self._pick(self._ground_of(letter)) for letter in self.cover]
        while unsettled := self._unsettled(starts):
            starts.append(self._pick(unsettled))
        self._prune(starts)
        while len(starts) < STARTS[self.ground.size].start:
            starts.append(self._pick(self.ground.all & ~sum(1 << cell for cell in starts)))
        return starts

    def _prune(self, starts: list[int]) -> None:
        order = starts.copy()
        self.chance.shuffle(order)
        for cell in order:
            rest = [other for other in starts if other != cell]
            if self._covers(rest) and not self._unsettled(rest):
                starts.remove(cell)

    def _covers(self, starts: Iterable[int]) -> bool:
        return {self.layout.terrain[cell] for cell in starts}.issuperset(self.cover)

    def _unsettled(self, starts: Iterable[int]) -> int:
        """The spaces whose crops cannot be told from the crops of some spaces by the techniques allowed."""
        found = self.puzzle.start({cell: int(self.layout.crops[cell]) for cell in starts})
        self.puzzle.narrow(found, self.tier)
        return self.ground.all & ~settled(found)

    def _ground_of(self, letter: str) -> int:
        return sum(1 << cell for cell in range(self.ground.cells) if self.layout.terrain[cell] == letter)

    def _pick(self, places: int) -> int:
        edge = places & self.ground.edge
        cells = list(bits(edge if edge and self.chance.below(4) else places))
        return cells[self.chance.below(len(cells))]


def _place_otoma(layout: Layout, starts: tuple[int, ...], chance: Chance) -> tuple[OtomaStart, ...]:
    """Five starting tiles: each terrain once and one of them twice; the purple Otoma on one of that pair (G8)."""
    groups = [[cell for cell in starts if layout.terrain[cell] == letter] for letter in TERRAINS]
    for group in groups:
        chance.shuffle(group)
    able = [number for number, group in enumerate(groups) if len(group) > 1]
    twice = able[chance.below(len(able))]
    purple = groups[twice][0]
    cells = [purple, groups[twice][1]] + [group[0] for number, group in enumerate(groups) if number != twice]
    others = [role for role in ROLES if role != "purple"]
    chance.shuffle(others)
    roles = dict(zip(cells, ["purple", *others], strict=True))
    return tuple(OtomaStart(cell, roles[cell]) for cell in sorted(roles))
