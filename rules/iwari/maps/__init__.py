"""Maps as data: one JSON file per map beside this one, its types, and what is derived from them.

The rulebook prints no map data, so every map here is ours. The rules read only these files: they know no map by its
name, only its data and its modules. `python -m rules.iwari.maps base_a` prints the table of a map and draws it.
"""

from rules.iwari.maps.data import (
    BIOMES,
    Allows,
    Connection,
    Contested,
    Map,
    Point,
    Purple,
    Space,
    Territory,
    VoidCentre,
)
from rules.iwari.maps.loader import MapError, UnknownMap, default, ids, load, read

__all__ = [
    "BIOMES",
    "Allows",
    "Connection",
    "Contested",
    "Map",
    "MapError",
    "Point",
    "Purple",
    "Space",
    "Territory",
    "UnknownMap",
    "VoidCentre",
    "default",
    "ids",
    "load",
    "read",
]
