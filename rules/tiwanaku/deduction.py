"""What a player can work out about the hidden world from what lies open (Comprehending Pachamama).

Everything here reads only what a view shows: terrain of spaces with tiles, crops that are planted, tiles still
to come.
"""

from __future__ import annotations

from rules.tiwanaku.candidates import Candidates, candidates
from rules.tiwanaku.crops import Open, Puzzle
from rules.tiwanaku.position import TERRAIN_NUMBER, Position
from rules.tiwanaku.regions import LARGEST, TERRAINS, Board, bits, board

SIZE_ODDS = (0.0, 0.13, 0.08, 0.13, 0.23, 0.43)
"""How often a region has so many spaces, counted over many scenarios."""

GROWS = 0.35
"""The chance that an empty space beside a group that may belong to its region does, roughly."""

Odds = tuple[float, ...]
"""Chances of the levels 1 to 5, or of the four terrains, that sum up to 1."""


class Group:
    """Known spaces of one terrain that hang together: a whole region when `closed`, else a part of one.

    `room` is the most spaces its region can have; `exits` are the empty spaces beside it that may belong to it.
    """

    __slots__ = ("closed", "exits", "mask", "room", "size", "terrain")

    def __init__(self, mask: int, terrain: int) -> None:
        self.mask = mask
        self.terrain = terrain
        self.size = mask.bit_count()
        self.exits = 0
        self.room = self.size
        self.closed = False


class Knowledge:
    """The open world of a view, thought through up to a tier of `crops.TIERS`; 0 looks only at neighbours.

    `shapes` thinks of every region that each space may belong to (`candidates`): it sees more, and takes longer.
    """

    def __init__(self, view: Position, tier: int = 3, *, shapes: bool = False) -> None:
        self.ground: Board = board(view.size)
        self.tiles = view.tiles
        self.planted = view.planted
        self.left = view.left
        self.empty = self.ground.all & ~view.tiles
        self.crops = {cell: int(view.crops[cell]) for cell in bits(view.planted)}
        self.known = [0, 0, 0, 0]
        for cell in bits(view.tiles):
            self.known[TERRAIN_NUMBER[view.terrain[cell]]] |= 1 << cell
        self.groups = self._groups()
        self.possible = [self._possible(terrain) for terrain in range(4)]
        left = self._candidates(view, tier) if shapes else None
        if left is not None:
            self.possible = [places & self.empty for places in _by_number(left.terrain, 4)]
        self.group_at: dict[int, Group] = {}
        self._levels: dict[int, Odds] = {}
        for group in self.groups:
            self._look_around(group)
            for cell in bits(group.mask):
                self.group_at[cell] = group
        self.open = self._think(tier) if left is None else _by_number(left.crops, LARGEST)

    def _candidates(self, view: Position, tier: int) -> Candidates | None:
        terrain = {cell: view.terrain[cell] for cell in bits(view.tiles)}
        crops = {cell: view.crops[cell] for cell in bits(view.planted)}
        tiles = {
            letter: known.bit_count() + left
            for letter, known, left in zip(TERRAINS, self.known, self.left, strict=True)
        }
        try:
            return candidates(view.size, terrain, crops, tiles, tier)
        except ValueError:
            # No world fits. That is so only in worlds that tests or guesses made up.
            return None

    def levels(self, cell: int) -> Odds:
        """The chances of each crop level in a space with terrain but no crop."""
        found = self._levels.get(cell)
        if found is None:
            found = self._levels[cell] = self._weigh_levels(cell)
        return found

    def _weigh_levels(self, cell: int) -> Odds:
        group = self.group_at[cell]
        used = {self.crops[other] for other in bits(group.mask & self.planted)}
        weights = [0.0] * LARGEST
        for size, odds in self._sizes(group):
            for level in range(1, size + 1):
                if level not in used and self.open[level - 1] >> cell & 1:
                    weights[level - 1] += odds
        total = sum(weights)
        if not total:
            # The thinking above allows no level that fits: take what the crops beside it allow.
            weights = [float(self.open[level] >> cell & 1) for level in range(LARGEST)]
            total = sum(weights) or 1.0
        return tuple(weight / total for weight in weights)

    def terrains(self, cell: int) -> Odds:
        """The chances of each terrain under an empty space."""
        weights = [0.0] * 4
        for terrain in range(4):
            if self.possible[terrain] >> cell & 1:
                beside = (self.ground.beside[cell] & self.known[terrain]).bit_count()
                weights[terrain] = self.left[terrain] * (1.0 + 1.5 * beside)
        total = sum(weights)
        if not total:
            return tuple(left / max(1, sum(self.left)) for left in self.left)
        return tuple(weight / total for weight in weights)

    def _groups(self) -> list[Group]:
        found = []
        for terrain, places in enumerate(self.known):
            while places:
                mask = self._grow(places & -places, places)
                found.append(Group(mask, terrain))
                places &= ~mask
        return found

    def _grow(self, mask: int, within: int) -> int:
        while True:
            grown = mask
            for cell in bits(mask):
                grown |= self.ground.beside[cell] & within
            if grown == mask:
                return mask
            mask = grown

    def _possible(self, terrain: int) -> int:
        """Empty spaces that may be of a terrain: what touches there would be one region of five at most (T10, T11)."""
        if not self.left[terrain]:
            return 0
        found = 0
        for cell in bits(self.empty):
            touched = self.ground.touch[cell] & self.known[terrain]
            size = 1 + sum(group.size for group in self.groups if group.terrain == terrain and group.mask & touched)
            if size <= LARGEST:
                found |= 1 << cell
        return found

    def _look_around(self, group: Group) -> None:
        possible = self.possible[group.terrain]
        beside = 0
        for cell in bits(group.mask):
            beside |= self.ground.beside[cell]
        group.exits = beside & possible if group.size < LARGEST else 0
        group.closed = not group.exits
        if not group.closed:
            area = self._grow(group.mask, group.mask | possible | self.known[group.terrain])
            tiles = self.known[group.terrain].bit_count() + self.left[group.terrain]
            group.room = min(LARGEST, area.bit_count(), tiles)

    def _sizes(self, group: Group) -> list[tuple[int, float]]:
        """The sizes that the region of a group may have, with their chances (not summed to 1)."""
        if group.closed:
            return [(group.size, 1.0)]
        stays = (1 - GROWS) ** group.exits.bit_count()
        larger = range(group.size + 1, group.room + 1)
        total = sum(SIZE_ODDS[size] for size in larger) or 1.0
        return [(group.size, stays), *((size, (1 - stays) * SIZE_ODDS[size] / total) for size in larger)]

    def _think(self, tier: int) -> Open:
        puzzle = Puzzle(self.ground, [group.mask for group in self.groups if group.closed])
        for group in self.groups:
            if not group.closed:
                for cell in bits(group.mask):
                    puzzle.peers[cell] |= group.mask & ~(1 << cell)
        found = puzzle.start(self.crops)
        for group in self.groups:
            if not group.closed:
                for level in range(group.room, LARGEST):
                    found[level] &= ~group.mask
        before = found.copy()
        return found if puzzle.narrow(found, tier or 1) else before


def _by_number(spaces: list[int], count: int) -> list[int]:
    """Bits by space turned into sets of spaces by number."""
    return [sum((left >> number & 1) << cell for cell, left in enumerate(spaces)) for number in range(count)]
