"""Within which bounds a map must keep. They follow from what its file says of itself: its modules, and its data.

The bounds of the base maps hold where no module says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.iwari.maps.data import Map
from rules.iwari.maps.lines import Path

SHEET = (1000, 700)
"""Width and height of every map's drawing."""


class Limits(Struct, frozen=True):
    """Bounds, each (least, most). Distances are in units of the drawing.

    `main_network` is the least share of the spaces that the largest road network has, `islet` the most spaces of it.
    The distances of a connection's number leave air between its sign and what else is drawn: `number_apart` to a
    space, `number_totem` to a totem space, `numbers_apart` to another number, which may come to be a mountain,
    `number_road` to a road; `number_shore` is how far from the land of either end it may stand, by kind.
    """

    territories: tuple[int, int] = (9, 12)
    spaces: tuple[int, int] = (50, 58)
    biome_spaces: tuple[int, int] = (8, 14)
    biome_territories: tuple[int, int] = (1, 3)
    territory_spaces: tuple[int, int] = (3, 9)
    roads_per_space: tuple[float, float] = (1.0, 1.2)
    networks: tuple[int, int] = (1, 2)
    main_network: float = 0.8
    islet: int = 99
    outward_roads: tuple[int, int] = (1, 7)
    degree: tuple[int, int] = (1, 4)
    dead_ends: tuple[int, int] = (6, 14)
    crossings: tuple[int, int] = (8, 18)
    spread: int = 6
    connections: tuple[int, int] = (14, 18)
    links: tuple[int, int] = (2, 5)
    water: tuple[int, int] = (4, 7)
    open_kind: int = 3
    worth: int = 3
    apart: int = 60
    totem_apart: int = 50
    totem_road: int = 40
    number_apart: int = 40
    number_totem: int = 52
    numbers_apart: int = 60
    number_road: int = 20
    number_shore: tuple[int, int] = (12, 120)


BASE = Limits()

MODULES: dict[str, dict[str, Any]] = {
    "mountains": {},
    # Islets of printed roads: only the connections join them.
    "connections_are_roads": {
        "networks": (5, 7),
        "main_network": 0.0,
        "islet": 14,
        "roads_per_space": (0.8, 1.1),
        "outward_roads": (0, 7),
        "dead_ends": (6, 20),
    },
    "no_totem_biomes": {},
    # A tent space on every connection: fewer connections, and fewer spaces on land.
    "purple_spaces": {"spaces": (42, 50), "connections": (10, 14)},
    "void_centre": {},
    # The road is scored with the twelfth scoring marker.
    "purple_road": {"territories": (9, 11)},
    "contested": {},
    "six_biomes": {
        "spaces": (60, 68),
        "connections": (16, 20),
        "water": (4, 8),
        "dead_ends": (6, 16),
        "crossings": (8, 20),
    },
}
"""What a map may ask of the rules beyond the base game, and which bounds that changes; the engine says which of them it
knows."""

TWINS: dict[str, Any] = {"biome_spaces": (8, 17)}
"""What a pair of territories joined twice changes: it lies in a biome of three territories, one of them large."""


def limits_of(land: Map) -> Limits:
    """The bounds of a map, from its modules and its data."""
    limits = BASE
    for module in land.modules:
        limits = replace(limits, **MODULES.get(module, {}))
    return replace(limits, **TWINS) if any(link.twin is not None for link in land.connections) else limits


class Fault(Struct, frozen=True):
    """A thing that is wrong, and where in the file it stands."""

    path: Path
    reason: str


Check = Callable[[Map, Limits], Iterator[Fault]]


def bound(path: Path, number: int, span: tuple[int, int], what: str) -> Iterator[Fault]:
    """A fault where a number of things is out of its bounds."""
    least, most = span
    if not least <= number <= most:
        yield Fault(path, f"{number} {what}; allowed are {least} to {most}")


def path_to(land: Map, name: str) -> Path:
    """Where a territory, or a space by its id, stands in the file."""
    for at, place in enumerate(land.territories):
        if place.id == name:
            return ("territories", at)
        for number, space in enumerate(place.spaces):
            if space.id == name:
                return ("territories", at, "spaces", number)
    return ("territories",)
