"""What a map must keep: references that hold, counts within bounds, lines that can be drawn.

The bounds are those of our base maps. A map of the expansion that needs others brings its own `Limits`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product

from msgspec import Struct

from rules.iwari.maps.data import BIOMES, Map, components
from rules.iwari.maps.geometry import apart, cross, from_line, inside
from rules.iwari.maps.lines import Path

MODULES = (
    "mountains",
    "connections_are_roads",
    "no_totem_biomes",
    "purple_spaces",
    "void_centre",
    "purple_road",
    "contested",
    "six_biomes",
)
"""What a map may ask of the rules beyond the base game; the engine says which of them it knows."""

PEAKS = (1, 2, 3, 4)
"""The four mountain symbols, by their peaks; each stands on two connections (Set-up 4)."""


class Limits(Struct, frozen=True):
    """Bounds, each (least, most). Distances are in units of the drawing."""

    territories: tuple[int, int] = (9, 12)
    spaces: tuple[int, int] = (50, 58)
    biome_spaces: tuple[int, int] = (8, 14)
    biome_territories: tuple[int, int] = (1, 3)
    territory_spaces: tuple[int, int] = (3, 9)
    roads_per_space: tuple[float, float] = (1.0, 1.2)
    networks: tuple[int, int] = (1, 2)
    main_network: float = 0.8
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
    number_apart: int = 34


BASE = Limits()


class Fault(Struct, frozen=True):
    """A thing that is wrong, and where in the file it stands."""

    path: Path
    reason: str


Check = Callable[[Map, Limits], Iterator[Fault]]


def faults(land: Map, limits: Limits = BASE) -> Iterator[Fault]:
    """Everything that is wrong with a map: references first, then counts; with one wrong, the rest is not looked at."""
    for stage in (REFERENCES, COUNTS, BOUNDS):
        found = [fault for check in stage for fault in check(land, limits)]
        if found:
            yield from found
            return


# References: what one part of the file says of another.


def check_sheet(land: Map, limits: Limits) -> Iterator[Fault]:
    """The sheet has a size, and the map is for somebody."""
    if min(land.size) <= 0:
        yield Fault(("size",), "the sheet has no size")
    least, most = land.players
    if not 1 <= least <= most <= 6:
        yield Fault(("players",), f"a map is for 1 to 6 players, not for {least} to {most}")


def check_ids(land: Map, limits: Limits) -> Iterator[Fault]:
    """Ids are unique; a space is named after its territory, a territory begins with its biome's letter."""
    places: set[str] = set()
    for at, place in enumerate(land.territories):
        path: Path = ("territories", at)
        if place.id in places:
            yield Fault((*path, "id"), f"the territory {place.id} is there twice")
        places.add(place.id)
        if place.biome not in BIOMES:
            yield Fault((*path, "biome"), f"there is no biome called {place.biome}")
        elif not place.id.startswith(place.biome[0].upper()):
            yield Fault((*path, "id"), f"{place.id} does not begin with the letter of {place.biome}")
        names = [space.id for space in place.spaces]
        wanted = [place.id + letter for letter in "abcdefghi"[: len(names)]]
        for number, name in enumerate(names):
            if names.count(name) > 1:
                yield Fault((*path, "spaces", number), f"the space {name} is there twice")
            elif name not in wanted:
                yield Fault((*path, "spaces", number), f"the spaces of {place.id} are {' '.join(wanted)}")


def check_modules(land: Map, limits: Limits) -> Iterator[Fault]:
    """Modules are known, and data that only a module uses is there with that module alone."""
    for at, module in enumerate(land.modules):
        if module not in MODULES:
            yield Fault(("modules", at), f"there is no module called {module}")
    links = land.connections
    used = {
        "connections_are_roads": any(link.road for link in links),
        "purple_spaces": any(link.purple for link in links),
        "void_centre": land.void_centre is not None,
        "purple_road": bool(land.purple_road),
        "contested": bool(land.contested) or any(place.offroad for place in land.territories),
        "mountains": any(link.mountain is not None for link in links),
    }
    for module, there in used.items():
        if there and module not in land.modules:
            yield Fault((), f"there is data for the module {module}, which the map does not name")
    if "no_totem_biomes" not in land.modules:
        for at, place in enumerate(land.territories):
            if place.totem is None:
                yield Fault(("territories", at, "totem"), f"{place.id} has no totem space")


def check_roads(land: Map, limits: Limits) -> Iterator[Fault]:
    """Roads and bridges join two known spaces, each pair once."""
    seen: set[frozenset[str]] = set()
    rows = [(("roads", at), road) for at, road in enumerate(land.roads)]
    rows += [(("bridges", at), road) for at, road in enumerate(land.bridges)]
    for path, (one, other) in rows:
        for space in (one, other):
            if space not in land.spaces:
                yield Fault(path, f"the road {one}-{other} leads to {space}, which is no space")
        if one == other:
            yield Fault(path, f"the road {one}-{other} leads nowhere")
        if frozenset((one, other)) in seen:
            yield Fault(path, f"the road {one}-{other} is there twice")
        seen.add(frozenset((one, other)))


def check_links(land: Map, limits: Limits) -> Iterator[Fault]:
    """Connections are numbered from 1 on and join two known territories of different biomes, no pair twice."""
    seen: set[frozenset[str]] = set()
    for at, link in enumerate(land.connections):
        path: Path = ("connections", at)
        if link.no != at + 1:
            yield Fault((*path, "no"), f"connection {link.no} stands where {at + 1} should")
        unknown = [end for end in link.ends if end not in land.places]
        if unknown:
            yield Fault((*path, "ends"), f"connection {link.no} leads to {unknown[0]}, which is no territory")
            continue
        one, other = (land.places[end] for end in link.ends)
        if one.id == other.id:
            yield Fault((*path, "ends"), f"connection {link.no} has the same territory at both ends")
        elif one.biome == other.biome:
            yield Fault((*path, "ends"), f"connection {link.no} joins two territories of {one.biome}")
        if frozenset(link.ends) in seen:
            yield Fault((*path, "ends"), f"connection {link.no} joins a pair that is joined already")
        seen.add(frozenset(link.ends))


def check_symbols(land: Map, limits: Limits) -> Iterator[Fault]:
    """Each of the four mountain symbols stands on two connections."""
    for at, link in enumerate(land.connections):
        if link.mountain is not None and link.mountain not in PEAKS:
            yield Fault(("connections", at, "mountain"), f"there is no mountain of {link.mountain} peaks")
    if "mountains" in land.modules:
        count = Counter(link.mountain for link in land.connections)
        for peaks in PEAKS:
            if count[peaks] != 2:
                yield Fault(("connections",), f"the mountain of {peaks} is on {count[peaks]} connections, not 2")


def check_extras(land: Map, limits: Limits) -> Iterator[Fault]:
    """What the modules add names spaces and territories that there are."""
    rows: list[tuple[Path, tuple[str, ...]]] = []
    for at, link in enumerate(land.connections):
        rows.append((("connections", at, "road"), link.road or ()))
        rows.append((("connections", at, "purple"), link.purple.roads if link.purple else ()))
    rows += [(("purple_road", at), (space,)) for at, space in enumerate(land.purple_road)]
    for path, names in rows:
        for name in names:
            if name not in land.spaces:
                yield Fault(path, f"there is no space called {name}")
    for at, token in enumerate(land.contested):
        for name in token.between:
            if name not in land.places:
                yield Fault(("contested", at, "between"), f"there is no territory called {name}")


# Bounds: what makes a map that plays well and fits the menus.


def check_counts(land: Map, limits: Limits) -> Iterator[Fault]:
    """Territories, spaces and connections in all."""
    yield from _bound(("territories",), len(land.territories), limits.territories, "territories")
    yield from _bound(("territories",), len(land.spaces), limits.spaces, "tent spaces")
    yield from _bound(("connections",), len(land.connections), limits.connections, "connections")
    water = sum(link.kind == "water" for link in land.connections)
    yield from _bound(("connections",), water, limits.water, "connections by water")


def check_biomes(land: Map, limits: Limits) -> Iterator[Fault]:
    """Spaces and territories of each biome, spaces of each territory."""
    for biome in BIOMES:
        places = sum(place.biome == biome for place in land.territories)
        yield from _bound(("territories",), places, limits.biome_territories, f"territories of {biome}")
        spaces = land.biome_spaces.get(biome, 0)
        yield from _bound(("territories",), spaces, limits.biome_spaces, f"tent spaces of {biome}")
    for at, place in enumerate(land.territories):
        what = f"tent spaces in {place.id}"
        yield from _bound(("territories", at, "spaces"), len(place.spaces), limits.territory_spaces, what)


def check_network(land: Map, limits: Limits) -> Iterator[Fault]:
    """The road network: how many roads, in how many parts, how each territory hangs together and on the rest."""
    least, most = limits.roads_per_space
    share = len(land.roads) / len(land.spaces)
    if not least <= share <= most:
        yield Fault(("roads",), f"{share:.2f} roads for each space; allowed are {least} to {most}")
    parts = land.networks
    yield from _bound(("roads",), len(parts), limits.networks, "separate road networks")
    if len(parts[0]) < limits.main_network * len(land.spaces):
        yield Fault(("roads",), f"the largest road network has only {len(parts[0])} spaces")
    for at, place in enumerate(land.territories):
        own = {space.id for space in place.spaces}
        inner = [road for road in land.roads if own.issuperset(road)]
        if len(components(own, inner)) > 1:
            yield Fault(("territories", at), f"{place.id} is not connected by its own roads")
        outer = sum(len(own.intersection(road)) == 1 for road in land.roads)
        yield from _bound(("territories", at), outer, limits.outward_roads, f"roads out of {place.id}")


def check_junctions(land: Map, limits: Limits) -> Iterator[Fault]:
    """Dead ends and crossings: how many, and in how many territories."""
    for space, degree in land.degree.items():
        yield from _bound(_path_to(land, space), degree, limits.degree, f"roads at {space}")
    for what, found, bound in (
        ("dead ends", land.dead_ends, limits.dead_ends),
        ("crossings", land.crossings, limits.crossings),
    ):
        yield from _bound(("roads",), len(found), bound, what)
        spread = len({land.home[space] for space in found})
        if spread < limits.spread:
            yield Fault(("roads",), f"{what} in {spread} territories only; at least {limits.spread} are needed")


def check_mountains(land: Map, limits: Limits) -> Iterator[Fault]:
    """Links of each territory; pairs alike in worth; whatever mountains are drawn, every territory keeps a link."""
    for at, place in enumerate(land.territories):
        what = f"connections of {place.id}"
        yield from _bound(("territories", at), len(land.links[place.id]), limits.links, what)
    twins = [[link for link in land.connections if link.mountain == peaks] for peaks in PEAKS]
    twins = [pair for pair in twins if pair]
    for one, other in (pair for pair in twins if len(pair) == 2):
        if abs(worth(land, one.ends) - worth(land, other.ends)) > limits.worth:
            path = ("connections", one.no - 1)
            yield Fault(path, f"{one.no} and {other.no} share a mountain but are not alike in worth")
    for draw in product(*twins):
        left = [link for link in land.connections if link not in draw]
        for at, place in enumerate(land.territories):
            if not any(place.id in link.ends for link in left):
                yield Fault(("territories", at), f"mountains could cut all connections of {place.id}")
                return
        for kind in ("land", "water"):
            if sum(link.kind == kind for link in left) < limits.open_kind:
                yield Fault(("connections",), f"mountains could leave too few connections by {kind}")
                return


def worth(land: Map, ends: tuple[str, str]) -> int:
    """What a connection may come to be worth: the tent spaces at its two ends, which bound the totems there."""
    return sum(len(land.places[end].spaces) for end in ends)


# The drawing.


def check_points(land: Map, limits: Limits) -> Iterator[Fault]:
    """Everything lies on the sheet; spaces, totem spaces and numbers keep their distances."""
    width, height = land.size
    totems = {place.id: place.totem for place in land.territories if place.totem is not None}
    dots = [(_path_to(land, name), name, space.at) for name, space in land.spaces.items()]
    dots += [(_path_to(land, name), f"the totem space of {name}", at) for name, at in totems.items()]
    numbers = [(("connections", link.no - 1), f"the number {link.no}", link.at) for link in land.connections]
    for path, name, (x, y) in [*dots, *numbers]:
        if not (0 <= x <= width and 0 <= y <= height):
            yield Fault(path, f"{name} lies off the sheet")
    for one, other in combinations(land.spaces.values(), 2):
        if apart(one.at, other.at) < limits.apart:
            yield Fault(_path_to(land, one.id), f"{one.id} and {other.id} are less than {limits.apart} apart")
    for place, totem in totems.items():
        for space in land.spaces.values():
            if apart(totem, space.at) < limits.totem_apart:
                reason = f"the totem space of {place} and {space.id} are less than {limits.totem_apart} apart"
                yield Fault(_path_to(land, place), reason)
    for path, name, at in numbers:
        if any(apart(at, dot) < limits.number_apart for _, _, dot in dots):
            yield Fault(path, f"{name} stands on a space")


def check_lines(land: Map, limits: Limits) -> Iterator[Fault]:
    """Roads do not cross, and none runs under a totem space or through a tent space."""
    at = {name: space.at for name, space in land.spaces.items()}
    rows = [(("roads", number), road) for number, road in enumerate(land.roads)]
    rows += [(("bridges", number), road) for number, road in enumerate(land.bridges)]
    for (_, (a, b)), (path, (c, d)) in combinations(rows, 2):
        if len({a, b, c, d}) == 4 and cross(at[a], at[b], at[c], at[d]):
            yield Fault(path, f"the roads {a}-{b} and {c}-{d} cross")
    for path, (a, b) in rows:
        for place in land.territories:
            if place.totem is not None and from_line(place.totem, at[a], at[b]) < limits.totem_road:
                yield Fault(path, f"the road {a}-{b} runs under the totem space of {place.id}")
        for name, dot in at.items():
            if name not in (a, b) and from_line(dot, at[a], at[b]) < limits.apart / 2:
                yield Fault(path, f"the road {a}-{b} runs through {name}")


def check_outlines(land: Map, limits: Limits) -> Iterator[Fault]:
    """A territory's outline holds its own spaces and its totem space, and no others."""
    for at, place in enumerate(land.territories):
        path: Path = ("territories", at, "outline")
        if len(place.outline) < 3:
            yield Fault(path, f"the outline of {place.id} is no area")
            continue
        for name, space in land.spaces.items():
            if inside(space.at, place.outline) != (land.home[name] == place.id):
                where = "outside its" if land.home[name] == place.id else f"in {place.id}, another's"
                yield Fault(path, f"the space {name} lies {where} outline")
        if place.totem is not None and not inside(place.totem, place.outline):
            yield Fault(path, f"the totem space of {place.id} lies outside its outline")


def _bound(path: Path, number: int, bound: tuple[int, int], what: str) -> Iterator[Fault]:
    least, most = bound
    if not least <= number <= most:
        yield Fault(path, f"{number} {what}; allowed are {least} to {most}")


def _path_to(land: Map, name: str) -> Path:
    """Where a territory, or a space by its id, stands in the file."""
    for at, place in enumerate(land.territories):
        if place.id == name:
            return ("territories", at)
        for number, space in enumerate(place.spaces):
            if space.id == name:
                return ("territories", at, "spaces", number)
    return ("territories",)


REFERENCES: tuple[Check, ...] = (
    check_sheet,
    check_ids,
    check_modules,
    check_roads,
    check_links,
    check_symbols,
    check_extras,
)
COUNTS: tuple[Check, ...] = (check_counts, check_biomes)
BOUNDS: tuple[Check, ...] = (
    check_network,
    check_junctions,
    check_mountains,
    check_points,
    check_lines,
    check_outlines,
)
