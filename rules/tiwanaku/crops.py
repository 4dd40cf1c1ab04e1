"""Which crop may still stand where: the techniques a person uses, in five tiers, and a search for what they leave open.

With the regions known, the crops are a puzzle of the Suguru kind (rules of Diversity and Separation, T12-T13).
The open crops are five sets of spaces: `open[level - 1]` holds the spaces where that level may still stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from rules.chance import Chance
from rules.tiwanaku.regions import LARGEST, Board, bits

Open = list[int]
"""Per level, the spaces where it may still stand."""

TIERS = (1, 2, 3, 4, 5)
"""1: a space with one crop left bars that crop around it. 2: a crop with one space left in its region. 3: a space that
touches every place left for a crop in a region cannot hold it. 4: crops that share as few spaces as they are in number.
5: one trial that ends in a contradiction."""


class Puzzle:
    """The regions of a board, known in part or whole: whatever is needed to narrow the open crops.

    `regions` are sets of spaces; spaces in none of them have unknown regions and may hold any level.
    """

    def __init__(self, ground: Board, regions: Sequence[int] = ()) -> None:
        self.ground = ground
        self.regions: list[tuple[int, int]] = []
        self.peers = list(ground.touch)
        for region in regions:
            self._add(region)

    def plus(self, region: int) -> Puzzle:
        """The same puzzle with one more region."""
        more = Puzzle.__new__(Puzzle)
        more.ground = self.ground
        more.regions = self.regions.copy()
        more.peers = self.peers.copy()
        more._add(region)
        return more

    def _add(self, region: int) -> None:
        self.regions.append((region, region.bit_count()))
        for cell in bits(region):
            self.peers[cell] |= region & ~(1 << cell)

    def start(self, crops: Mapping[int, int]) -> Open:
        """The open crops before any thought: levels up to a region's size, and the known ones (space: level)."""
        found = [self.ground.all] * LARGEST
        for region, size in self.regions:
            bar(found, region, size)
        for cell, level in crops.items():
            fix(found, cell, level)
        return found

    def narrow(self, found: Open, tier: int, told: int = 0) -> bool:
        """Apply the techniques up to a tier until nothing changes, in place. False: no crops fit.

        `told` are settled spaces whose crops were already barred from all their peers.
        """
        if tier <= 3:
            return self._basic(found, tier, told)
        while self._basic(found, 3):
            before = found.copy()
            if not self._subsets(found):
                return False
            if tier >= 5 and found == before and not self._trials(found):
                return False
            if found == before:
                return True
        return False

    def _basic(self, found: Open, tier: int, told: int = 0) -> bool:
        while True:
            # A person looks for the next technique only when the easier one is stuck.
            if not self._singles(found, told):
                return False
            told = settled(found)
            before = found.copy()
            if tier >= 2 and not self._places(found, tier):
                return False
            if found == before:
                return True

    def _singles(self, found: Open, told: int) -> bool:
        """Tier 1: a space with one open crop bars it from the spaces that touch it and from its region."""
        peers = self.peers
        while fresh := settled(found) & ~told:
            told |= fresh
            for index in range(LARGEST):
                places = fresh & found[index]
                while places:
                    low = places & -places
                    found[index] &= ~peers[low.bit_length() - 1]
                    places ^= low
        return found[0] | found[1] | found[2] | found[3] | found[4] == self.ground.all

    def _places(self, found: Open, tier: int) -> bool:
        """Tiers 2 and 3: where in each region each of its levels may stand."""
        shared = self.ground.shared
        single = settled(found)
        for region, size in self.regions:
            if not region & ~single:
                continue
            for index in range(size):
                places = found[index] & region
                if not places:
                    return False
                if not places & (places - 1):
                    for other in range(size):
                        if other != index:
                            found[other] &= ~places
                if tier >= 3:
                    found[index] &= ~shared(places)
        return True

    def _subsets(self, found: Open) -> bool:
        """Tier 4: two or three levels of a region that have only as many spaces leave nothing else there."""
        for region, size in self.regions:
            for count in range(2, size - 1):
                for group in combinations(range(size), count):
                    places = 0
                    for index in group:
                        places |= found[index] & region
                    if places.bit_count() < count:
                        return False
                    if places.bit_count() == count:
                        for index in range(size):
                            if index not in group:
                                found[index] &= ~places
        return True

    def _trials(self, found: Open) -> bool:
        """Tier 5: a crop that, tried in its space, leads the easier techniques to a contradiction is barred."""
        single = settled(found)
        for index in range(LARGEST):
            for cell in bits(found[index] & ~single):
                trial = found.copy()
                fix(trial, cell, index + 1)
                if not self._basic(trial, 3):
                    found[index] &= ~(1 << cell)
                    return self._basic(found, 3)
        return True

    def solves(self, crops: Mapping[int, int], tier: int) -> bool:
        """Whether the techniques up to a tier settle every space from these crops. True proves the layout unique."""
        found = self.start(crops)
        return self.narrow(found, tier) and settled(found) == self.ground.all

    def grade(self, crops: Mapping[int, int]) -> int | None:
        """The lowest tier that settles every space from these crops, or None when none does."""
        return next((tier for tier in TIERS if self.solves(crops, tier)), None)

    def fill(self, found: Open, chance: Chance, nodes: int) -> str | None:
        """Some layout of crops (levels as digits) within the open ones, at random; None when none was found in time."""
        budget = [nodes]
        filled = self._fill(found, chance, budget)
        return None if filled is None else digits(self.ground, filled)

    def _fill(self, found: Open, chance: Chance, budget: list[int]) -> Open | None:
        if not self._basic(found, 3):
            return None
        left = self.ground.all & ~settled(found)
        if not left:
            return found
        cell = min(bits(left), key=lambda cell: len(levels(found, cell)))
        choices = levels(found, cell)
        chance.shuffle(choices)
        for level in choices:
            budget[0] -= 1
            if budget[0] < 0:
                return None
            trial = found.copy()
            fix(trial, cell, level)
            filled = self._fill(trial, chance, budget)
            if filled is not None:
                return filled
        return None


def settled(found: Open) -> int:
    """The spaces with exactly one open crop."""
    once = twice = 0
    for places in found:
        twice |= once & places
        once |= places
    return once & ~twice


def levels(found: Open, cell: int) -> list[int]:
    """The levels open in a space, lowest first."""
    return [index + 1 for index in range(LARGEST) if found[index] >> cell & 1]


def fix(found: Open, cell: int, level: int) -> None:
    """Leave only one level in a space, in place (nothing, when it was barred there)."""
    for index in range(LARGEST):
        if index != level - 1:
            found[index] &= ~(1 << cell)


def bar(found: Open, places: int, highest: int) -> None:
    """Bar the levels above `highest` from some spaces, in place."""
    for index in range(highest, LARGEST):
        found[index] &= ~places


def digits(ground: Board, found: Open) -> str:
    """Settled crops as digits, space by space."""
    return "".join(str(levels(found, cell)[0]) for cell in range(ground.cells))
