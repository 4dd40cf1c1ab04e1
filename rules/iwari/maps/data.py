"""What a map file holds, and what is derived from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from msgspec import Struct

Point = tuple[int, int]
"""A place on the drawing: x to the right, y down, in the units of the map's `size`."""

BIOMES = ("glaciers", "tundra", "forest", "coast", "desert")
"""The five biomes of the base game (The Board), in the order in which they are listed."""

SIXTH = "void"
"""The biome that the module `six_biomes` adds (M-34)."""


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """A tent space (small circle). `id` is its territory's id and a letter."""

    id: str
    at: Point


class Territory(Struct, frozen=True, forbid_unknown_fields=True):
    """A territory: tent spaces, one totem space (large circle) or none, and the outline of its land.

    `offroad` are the places of contested tokens beside the roads (only on maps with the module `contested`).
    """

    id: str
    name: str
    biome: str
    totem: Point | None
    spaces: tuple[Space, ...]
    outline: tuple[Point, ...]
    offroad: tuple[Point, ...] = ()


class Purple(Struct, frozen=True, forbid_unknown_fields=True):
    """A tent space on a connection that unlocks it, for cards of the biome `icon` (module `purple_spaces`)."""

    id: str
    icon: str
    roads: tuple[str, str]


class Connection(Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered connection between two territories. `at` is where its number stands.

    `mountain` is the number of peaks of its symbol, if it has one. `road` names the two spaces that it joins where
    connections are roads. `twin` is the number of an earlier connection that joins the same two territories: without
    it, that is taken for a slip (M-8).
    """

    no: int
    ends: tuple[str, str]
    kind: Literal["land", "water"]
    at: Point
    mountain: int | None = None
    road: tuple[str, str] | None = None
    purple: Purple | None = None
    twin: int | None = None


class VoidCentre(Struct, frozen=True, forbid_unknown_fields=True):
    """A totem space that belongs to no territory, and the totems that start there (module `void_centre`)."""

    at: Point
    totems: int


class Contested(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that two territories contest (module `contested`)."""

    id: str
    between: tuple[str, str]
    at: Point


class Allows(Struct, frozen=True, forbid_unknown_fields=True):
    """Which parts of the game the map can be combined with; `worship` lists the variants of that feat."""

    mountains: bool = True
    expeditions: bool = True
    solo: bool = True
    coop: bool = True
    worship: tuple[int, ...] = (1, 3)


class Map(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A map as its file gives it; the properties are derived, once. `players` are the fewest and the most.

    >>> from rules.iwari import maps
    >>> land = maps.load("base_a")
    >>> len(land.territories), len(land.space_ids), land.territory("F2").name
    (11, 54, 'Fern Hollow')
    """

    id: str
    name: str
    players: tuple[int, int]
    size: tuple[int, int]
    modules: tuple[str, ...]
    allows: Allows
    territories: tuple[Territory, ...]
    roads: tuple[tuple[str, str], ...]
    connections: tuple[Connection, ...]
    bridges: tuple[tuple[str, str], ...] = ()
    purple_road: tuple[str, ...] = ()
    void_centre: VoidCentre | None = None
    contested: tuple[Contested, ...] = ()

    @cached_property
    def biomes(self) -> tuple[str, ...]:
        """The biomes that the map may have."""
        return (*BIOMES, SIXTH) if "six_biomes" in self.modules else BIOMES

    @cached_property
    def spaces(self) -> dict[str, Space]:
        """Every tent space by its id, territory by territory."""
        return {space.id: space for place in self.territories for space in place.spaces}

    @cached_property
    def space_ids(self) -> tuple[str, ...]:
        """The ids of the tent spaces in order: a space's index is its place here."""
        return tuple(self.spaces)

    @cached_property
    def space_index(self) -> dict[str, int]:
        """The index of each tent space."""
        return {space: index for index, space in enumerate(self.space_ids)}

    @cached_property
    def home(self) -> dict[str, str]:
        """The territory of each tent space."""
        return {space.id: place.id for place in self.territories for space in place.spaces}

    @cached_property
    def places(self) -> dict[str, Territory]:
        """Every territory by its id."""
        return {place.id: place for place in self.territories}

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """The spaces at the other ends of the roads of each space, in the order of the spaces."""
        found: dict[str, set[str]] = {space: set() for space in self.space_ids}
        for one, other in self.roads:
            found[one].add(other)
            found[other].add(one)
        index = self.space_index
        return {space: tuple(sorted(near, key=index.__getitem__)) for space, near in found.items()}

    @cached_property
    def degree(self) -> dict[str, int]:
        """How many printed roads meet in each space (M-3)."""
        return {space: len(near) for space, near in self.neighbours.items()}

    @cached_property
    def dead_ends(self) -> tuple[str, ...]:
        """The spaces with exactly one road (A-8)."""
        return tuple(space for space, roads in self.degree.items() if roads == 1)

    @cached_property
    def crossings(self) -> tuple[str, ...]:
        """The spaces where three roads or more meet (E-9)."""
        return tuple(space for space, roads in self.degree.items() if roads >= 3)

    @cached_property
    def biome_spaces(self) -> dict[str, int]:
        """How many tent spaces each biome has."""
        counts: dict[str, int] = {}
        for place in self.territories:
            counts[place.biome] = counts.get(place.biome, 0) + len(place.spaces)
        return counts

    @cached_property
    def links(self) -> dict[str, tuple[Connection, ...]]:
        """The connections of each territory, by rising number."""
        ordered = sorted(self.connections, key=lambda link: link.no)
        return {place.id: tuple(link for link in ordered if place.id in link.ends) for place in self.territories}

    @cached_property
    def networks(self) -> tuple[frozenset[str], ...]:
        """The parts of the road network that hang together, the largest first."""
        return components(self.space_ids, self.roads)

    def territory(self, name: str) -> Territory:
        """The territory with this id. KeyError when there is none."""
        return self.places[name]


def components(nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> tuple[frozenset[str], ...]:
    """The connected parts of a graph, the largest first; of equal size, in the order of the nodes."""
    near: dict[str, set[str]] = {node: set() for node in nodes}
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    parts, seen = [], set[str]()
    for start in near:
        if start in seen:
            continue
        part, edge = {start}, [start]
        while edge:
            fresh = near[edge.pop()] - part
            part |= fresh
            edge += fresh
        seen |= part
        parts.append(frozenset(part))
    return tuple(sorted(parts, key=len, reverse=True))
