"""What a map's maker aims for, as the table of a map prints it; `bounds` says what is allowed.

The targets of the base maps hold where no module names others. "-" stands where nothing in particular is aimed for.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.iwari.maps.data import Map


class Targets(Struct, frozen=True):
    """Targets as short texts; numbers by biome are in the order of the biomes."""

    territories: str = "11 or 12"
    spaces: str = "54 or 56"
    biome_spaces: str = "G11 T12 F11 C11 D9"
    biome_territories: str = "2,3,3,2,1 or 2,3,3,2,2"
    territory_spaces: str = "9,6,6,5,5,5,5,4,3,3,3"
    roads_per_space: str = "1.05"
    networks: str = "1, or main 80%"
    outward_roads: str = "1-4, centre 7"
    dead_ends: str = "10-12"
    crossings: str = "12-16"
    degree: str = "4"
    connections: str = "16 or 17"
    kinds: str = "11 : 5 or 10 : 7"
    links: str = "2-4, mean 2.9"


OPEN = {"biome_spaces": "-", "biome_territories": "-", "territory_spaces": "-", "kinds": "-"}
"""What the shape of the base maps decides, and another shape leaves open."""

MODULES: dict[str, dict[str, str]] = {
    "connections_are_roads": {
        **OPEN,
        "territories": "11",
        "spaces": "52",
        "roads_per_space": "-",
        "networks": "5-7, none over 14",
        "outward_roads": "-",
        "dead_ends": "-",
        "crossings": "-",
        "connections": "14",
    },
    # One land of eight or nine spaces without totems; the connections of the others make up for it.
    "no_totem_biomes": {"biome_territories": "3,1,3,2,2", "links": "2-4, none without a totem space"},
    "purple_spaces": {**OPEN, "territories": "10", "spaces": "46", "connections": "12", "links": "2-4"},
    "void_centre": {
        **OPEN, "territories": "10", "spaces": "52", "territory_spaces": "6 or more in four", "connections": "15",
    },
    "purple_road": {
        "territories": "11", "spaces": "54", "biome_territories": "2,3,3,2,1", "connections": "15", "kinds": "-",
    },
    "six_biomes": {
        **OPEN,
        "territories": "12",
        "spaces": "64",
        "biome_spaces": "G10 T12 F11 C10 D10 V11",
        "biome_territories": "2,2,2,2,2,2",
        "connections": "18",
        "kinds": "12 : 6",
    },
}  # fmt: skip
"""What the modules aim for instead, where they do."""

TWINS: dict[str, str] = {
    **OPEN, "territories": "10", "spaces": "52", "biome_territories": "three of a twin's", "connections": "15",
}  # fmt: skip
"""The targets of a map on which a pair of territories is joined twice."""


def targets_of(land: Map) -> Targets:
    """The targets of a map, from its modules and its data."""
    targets = Targets()
    for module in land.modules:
        targets = replace(targets, **MODULES.get(module, {}))
    return replace(targets, **TWINS) if any(link.twin is not None for link in land.connections) else targets
