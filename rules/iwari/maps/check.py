"""What a map must keep: references that hold, counts within bounds, lines that can be drawn.

Which bounds hold for a map follows from its file: see `bounds`. What its modules ask is in `modules`, what can be drawn
in `sheet`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.iwari.maps.bounds import SHEET, Check, Fault, Limits, bound, limits_of, path_to
from rules.iwari.maps.data import Connection, Map, components
from rules.iwari.maps.lines import Path
from rules.iwari.maps.modules import MODULE_CHECKS, PEAKS
from rules.iwari.maps.sheet import SHEET_CHECKS


def faults(land: Map) -> Iterator[Fault]:
    """Everything that is wrong with a map: references first, then counts; with one wrong, the rest is not looked at."""
    limits = limits_of(land)
    for stage in (REFERENCES, COUNTS, BOUNDS):
        found = [fault for check in stage for fault in check(land, limits)]
        if found:
            yield from found
            return


# References: what one part of the file says of another.


def check_sheet(land: Map, limits: Limits) -> Iterator[Fault]:
    """The sheet has the size that all maps have, and the map is for somebody, for six with six biomes (B-9)."""
    if land.size != SHEET:
        yield Fault(("size",), f"the sheet is {land.size[0]} x {land.size[1]}; it must be {SHEET[0]} x {SHEET[1]}")
    least, most = land.players
    if not 1 <= least <= most <= 6:
        yield Fault(("players",), f"a map is for 1 to 6 players, not for {least} to {most}")
    elif most == 6 and "six_biomes" not in land.modules:
        yield Fault(("players",), "only a map of six biomes is for 6 players")


def check_names(land: Map, limits: Limits) -> Iterator[Fault]:
    """The map and its territories have names, the territories each one of its own."""
    for key, text in (("id", land.id), ("name", land.name)):
        if not text.strip():
            yield Fault((key,), f"the map has no {key}")
    names = [place.name.strip() for place in land.territories]
    for at, name in enumerate(names):
        if not name:
            yield Fault(("territories", at, "name"), f"the territory {land.territories[at].id} has no name")
        elif name in names[:at]:
            yield Fault(("territories", at, "name"), f"two territories are called {name}")


def check_ids(land: Map, limits: Limits) -> Iterator[Fault]:
    """Ids are unique; a space is named after its territory, a territory begins with its biome's letter."""
    places: set[str] = set()
    for at, place in enumerate(land.territories):
        path: Path = ("territories", at)
        if place.id in places:
            yield Fault((*path, "id"), f"the territory {place.id} is there twice")
        places.add(place.id)
        if place.biome not in land.biomes:
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
    """Connections are numbered from 1 on and join two known territories of different biomes.

    No pair is joined twice, but by a connection that names its twin (M-8).
    """
    pairs: dict[frozenset[str], Connection] = {}
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
        before = pairs.setdefault(frozenset(link.ends), link)
        yield from _check_twin(link, None if before is link else before, path)


def _check_twin(link: Connection, before: Connection | None, path: Path) -> Iterator[Fault]:
    """`before` is the first connection between the same territories, if there is one before this."""
    if link.twin is None:
        if before is not None:
            yield Fault((*path, "ends"), f"connection {link.no} joins a pair that is joined already")
    elif before is None or link.twin != before.no:
        yield Fault((*path, "twin"), f"connection {link.no} does not join the same pair as {link.twin} before it")
    elif link.kind == before.kind:
        yield Fault((*path, "kind"), f"{before.no} and {link.no} join the same pair, both by {link.kind}")


# Bounds: what makes a map that plays well and fits the menus.


def check_counts(land: Map, limits: Limits) -> Iterator[Fault]:
    """Territories, spaces and connections in all."""
    yield from bound(("territories",), len(land.territories), limits.territories, "territories")
    yield from bound(("territories",), len(land.spaces), limits.spaces, "tent spaces")
    yield from bound(("connections",), len(land.connections), limits.connections, "connections")
    water = sum(link.kind == "water" for link in land.connections)
    yield from bound(("connections",), water, limits.water, "connections by water")


def check_biomes(land: Map, limits: Limits) -> Iterator[Fault]:
    """Spaces and territories of each biome, spaces of each territory."""
    for biome in land.biomes:
        places = sum(place.biome == biome for place in land.territories)
        yield from bound(("territories",), places, limits.biome_territories, f"territories of {biome}")
        spaces = land.biome_spaces.get(biome, 0)
        yield from bound(("territories",), spaces, limits.biome_spaces, f"tent spaces of {biome}")
    for at, place in enumerate(land.territories):
        what = f"tent spaces in {place.id}"
        yield from bound(("territories", at, "spaces"), len(place.spaces), limits.territory_spaces, what)


def check_network(land: Map, limits: Limits) -> Iterator[Fault]:
    """The road network: how many roads, in how many parts, how each territory hangs together and on the rest."""
    least, most = limits.roads_per_space
    share = len(land.roads) / len(land.spaces)
    if not least <= share <= most:
        yield Fault(("roads",), f"{share:.2f} roads for each space; allowed are {least} to {most}")
    parts = land.networks
    yield from bound(("roads",), len(parts), limits.networks, "separate road networks")
    if len(parts[0]) < limits.main_network * len(land.spaces):
        yield Fault(("roads",), f"the largest road network has only {len(parts[0])} spaces")
    if len(parts[0]) > limits.islet:
        yield Fault(("roads",), f"the largest road network has {len(parts[0])} spaces; allowed are {limits.islet}")
    for at, place in enumerate(land.territories):
        own = {space.id for space in place.spaces}
        inner = [road for road in land.roads if own.issuperset(road)]
        if len(components(own, inner)) > 1:
            yield Fault(("territories", at), f"{place.id} is not connected by its own roads")
        outer = sum(len(own.intersection(road)) == 1 for road in land.roads)
        yield from bound(("territories", at), outer, limits.outward_roads, f"roads out of {place.id}")


def check_junctions(land: Map, limits: Limits) -> Iterator[Fault]:
    """Dead ends and crossings: how many, and in how many territories."""
    for space, degree in land.degree.items():
        yield from bound(path_to(land, space), degree, limits.degree, f"roads at {space}")
    for what, found, span in (
        ("dead ends", land.dead_ends, limits.dead_ends),
        ("crossings", land.crossings, limits.crossings),
    ):
        yield from bound(("roads",), len(found), span, what)
        spread = len({land.home[space] for space in found})
        if spread < limits.spread:
            yield Fault(("roads",), f"{what} in {spread} territories only; at least {limits.spread} are needed")


def check_links_of_territories(land: Map, limits: Limits) -> Iterator[Fault]:
    """How many connections a territory has; those without a totem space have none."""
    for at, place in enumerate(land.territories):
        span = limits.links if place.totem is not None else (0, 0)
        yield from bound(("territories", at), len(land.links[place.id]), span, f"connections of {place.id}")


def check_mountains(land: Map, limits: Limits) -> Iterator[Fault]:
    """Pairs are alike in worth; whatever mountains are drawn, every territory keeps a link."""
    twins = [[link for link in land.connections if link.mountain == peaks] for peaks in PEAKS]
    twins = [pair for pair in twins if pair]
    for one, other in (pair for pair in twins if len(pair) == 2):
        if abs(worth(land, one.ends) - worth(land, other.ends)) > limits.worth:
            path = ("connections", one.no - 1)
            yield Fault(path, f"{one.no} and {other.no} share a mountain but are not alike in worth")
    for draw in product(*twins):
        left = [link for link in land.connections if link not in draw]
        for at, place in enumerate(land.territories):
            if land.links[place.id] and not any(place.id in link.ends for link in left):
                yield Fault(("territories", at), f"mountains could cut all connections of {place.id}")
                return
        for kind in ("land", "water"):
            if sum(link.kind == kind for link in left) < limits.open_kind:
                yield Fault(("connections",), f"mountains could leave too few connections by {kind}")
                return


def worth(land: Map, ends: tuple[str, str]) -> int:
    """What a connection may come to be worth: the tent spaces at its two ends, which bound the totems there."""
    return sum(len(land.places[end].spaces) for end in ends)


REFERENCES: tuple[Check, ...] = (check_sheet, check_names, check_ids, check_roads, check_links, *MODULE_CHECKS)
COUNTS: tuple[Check, ...] = (check_counts, check_biomes)
BOUNDS: tuple[Check, ...] = (check_network, check_junctions, check_links_of_territories, check_mountains, *SHEET_CHECKS)
