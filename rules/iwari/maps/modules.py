"""What a map must hold for the modules that it names, and must not hold without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from rules.iwari.maps.bounds import MODULES, Check, Fault, Limits
from rules.iwari.maps.data import BIOMES, Connection, Map
from rules.iwari.maps.lines import Path

PEAKS = (1, 2, 3, 4)
"""The four mountain symbols, by their peaks; each stands on two connections (Set-up 4)."""

WORSHIP = (1, 2, 3)
"""The variants of the feat Worship."""


def check_modules(land: Map, limits: Limits) -> Iterator[Fault]:
    """Modules are known and named once; each has its data, and there is no data without its module."""
    for at, module in enumerate(land.modules):
        if module not in MODULES:
            yield Fault(("modules", at), f"there is no module called {module}")
        elif module in land.modules[:at]:
            yield Fault(("modules", at), f"the module {module} is named twice")
    for module, paths in _data(land).items():
        if paths and module not in land.modules:
            yield Fault(paths[0], f"there is data for the module {module}, which the map does not name")
        if not paths and module in land.modules:
            yield Fault(("modules", land.modules.index(module)), f"the module {module} has no data here")


def _data(land: Map) -> dict[str, list[Path]]:
    """Where the data of each module stands. A missing totem space is looked at on its own."""
    links = list(enumerate(land.connections))
    places = list(enumerate(land.territories))
    named = "no_totem_biomes" in land.modules
    return {
        "mountains": [("connections", at, "mountain") for at, link in links if link.mountain is not None],
        "connections_are_roads": [("connections", at, "road") for at, link in links if link.road],
        "no_totem_biomes": [("territories", at, "totem") for at, place in places if named and place.totem is None]
        or [("bridges", at) for at, _ in enumerate(land.bridges) if not named],
        "purple_spaces": [("connections", at, "purple") for at, link in links if link.purple],
        "void_centre": [("void_centre",)] if land.void_centre else [],
        "purple_road": [("purple_road",)] if land.purple_road else [],
        "contested": [("contested", at) for at, _ in enumerate(land.contested)]
        or [("territories", at, "offroad") for at, place in places if place.offroad],
        "six_biomes": [("territories", at, "biome") for at, place in places if place.biome not in BIOMES],
    }


def check_allows(land: Map, limits: Limits) -> Iterator[Fault]:
    """What a map may be combined with is in keeping with its modules (A-8 to A-12, M-43)."""
    allows, mountains = land.allows, "mountains" in land.modules
    if allows.mountains and not mountains:
        yield Fault(("allows", "mountains"), "mountains are allowed, but the map does not name the module mountains")
    if mountains and not allows.mountains:
        yield Fault(("allows", "mountains"), "mountains are not allowed, but the map names the module mountains")
    for key in ("expeditions", "solo", "coop") if "six_biomes" in land.modules else ():
        if getattr(allows, key):
            yield Fault(("allows", key), f"the module six_biomes does not go with {key}")
    for at, variant in enumerate(allows.worship):
        path: Path = ("allows", "worship", at)
        if variant not in WORSHIP:
            yield Fault(path, f"there is no variant {variant} of Worship; there are 1 to 3")
        elif variant in allows.worship[:at]:
            yield Fault(path, f"the variant {variant} of Worship is named twice")
        elif variant == 2 and "contested" not in land.modules:
            yield Fault(path, "the variant 2 of Worship needs contested tokens")


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


def check_totems(land: Map, limits: Limits) -> Iterator[Fault]:
    """Where a biome takes no totems, none of its territories does; bridges lead there, connections do not (M-1)."""
    bare = {place.id for place in land.territories if place.totem is None}
    if "no_totem_biomes" not in land.modules:
        for at, place in enumerate(land.territories):
            if place.totem is None:
                yield Fault(("territories", at, "totem"), f"{place.id} has no totem space")
        return
    biomes = {place.biome for place in land.territories if place.totem is None}
    reached = {land.home[space] for bridge in land.bridges for space in bridge if space in land.home}
    for at, place in enumerate(land.territories):
        path: Path = ("territories", at, "totem")
        if place.totem is not None and place.biome in biomes:
            yield Fault(path, f"{place.id} has a totem space, another territory of {place.biome} has none")
        if place.totem is None and place.id not in reached:
            yield Fault(path, f"{place.id} has no totem space, and no bridge leads there")
    for at, link in enumerate(land.connections):
        for end in sorted(bare.intersection(link.ends)):
            yield Fault(("connections", at, "ends"), f"connection {link.no} leads to {end}, which has no totem space")
    for at, bridge in enumerate(land.bridges):
        ends = {land.home.get(space, "") for space in bridge}
        if not ends & bare or len(ends) != 2:
            yield Fault(("bridges", at), f"the bridge {'-'.join(bridge)} does not lead out of a land without totems")


def check_roads_of_connections(land: Map, limits: Limits) -> Iterator[Fault]:
    """Where connections are roads, each joins a space at one end with a space at the other (M-2)."""
    for at, link in enumerate(land.connections):
        path: Path = ("connections", at, "road")
        if link.road is not None:
            yield from _joins(land, link, link.road, path)
        elif "connections_are_roads" in land.modules:
            yield Fault(path, f"connection {link.no} has no road, but connections are roads here")


def check_purple(land: Map, limits: Limits) -> Iterator[Fault]:
    """Each connection has one purple space, named once, for the cards of one of its ends (M-9, M-10)."""
    names = {*land.spaces, *land.places}
    for at, link in enumerate(land.connections):
        path: Path = ("connections", at, "purple")
        if link.purple is None:
            if "purple_spaces" in land.modules:
                yield Fault(path, f"connection {link.no} has no purple space")
            continue
        yield from _joins(land, link, link.purple.roads, (*path, "roads"))
        icon, biomes = link.purple.icon, [land.places[end].biome for end in link.ends if end in land.places]
        if icon not in land.biomes:
            yield Fault((*path, "icon"), f"there is no biome called {icon}")
        elif icon not in biomes:
            yield Fault((*path, "icon"), f"connection {link.no} does not lead to {icon}")
        if not link.purple.id or link.purple.id in names:
            yield Fault((*path, "id"), f"the purple space {link.purple.id} has no name of its own")
        names.add(link.purple.id)


def _joins(land: Map, link: Connection, spaces: tuple[str, str], path: Path) -> Iterator[Fault]:
    unknown = [name for name in spaces if name not in land.spaces]
    if unknown:
        yield Fault(path, f"there is no space called {unknown[0]}")
    elif {land.home[name] for name in spaces} != set(link.ends):
        one, other = link.ends
        yield Fault(path, f"the road {'-'.join(spaces)} of connection {link.no} does not join {one} and {other}")


def check_purple_road(land: Map, limits: Limits) -> Iterator[Fault]:
    """The purple road is one path of 9 or 10 spaces, through six territories and all biomes, two in each at most."""
    road = land.purple_road
    for at, name in enumerate(road):
        if name not in land.spaces:
            yield Fault(("purple_road", at), f"there is no space called {name}")
        elif name in road[:at]:
            yield Fault(("purple_road", at), f"the purple road runs through {name} twice")
    if not road or any(name not in land.spaces for name in road):
        return
    pairs = {frozenset(pair) for pair in land.roads}
    for at, (one, other) in enumerate(pairwise(road)):
        if frozenset((one, other)) not in pairs:
            yield Fault(("purple_road", at + 1), f"no road leads from {one} to {other}")
    homes = Counter(land.home[name] for name in road)
    missing = [biome for biome in land.biomes if biome not in {land.places[home].biome for home in homes}]
    if not 9 <= len(road) <= 10:
        yield Fault(("purple_road",), f"the purple road has {len(road)} spaces; allowed are 9 to 10")
    if len(homes) < 6:
        yield Fault(("purple_road",), f"the purple road runs through {len(homes)} territories; at least 6 are needed")
    if missing:
        yield Fault(("purple_road",), f"the purple road does not run through {missing[0]}")
    if max(homes.values()) > 2:
        yield Fault(("purple_road",), f"the purple road has more than 2 spaces in {max(homes, key=lambda h: homes[h])}")


def check_contested(land: Map, limits: Limits) -> Iterator[Fault]:
    """Contested tokens lie between two biomes; a territory has a place for each token that it may win, two at most."""
    claims: Counter[str] = Counter()
    ids = [token.id for token in land.contested]
    for at, token in enumerate(land.contested):
        path: Path = ("contested", at)
        claims.update(token.between)
        if not token.id:
            yield Fault((*path, "id"), "a contested token has no id")
        elif ids.index(token.id) < at:
            yield Fault((*path, "id"), f"the token {token.id} is there twice")
        unknown = [name for name in token.between if name not in land.places]
        if unknown:
            yield Fault((*path, "between"), f"there is no territory called {unknown[0]}")
        elif len({land.places[name].biome for name in token.between}) < 2:
            yield Fault((*path, "between"), f"the token {token.id} does not lie between two biomes")
    for at, place in enumerate(land.territories):
        if claims[place.id] > 2:
            yield Fault(("territories", at), f"{claims[place.id]} contested tokens at {place.id}; allowed are 2")
        if len(place.offroad) != claims[place.id]:
            reason = f"{place.id} has {len(place.offroad)} places beside the roads for {claims[place.id]} tokens"
            yield Fault(("territories", at, "offroad"), reason)


def check_centre(land: Map, limits: Limits) -> Iterator[Fault]:
    """At least one totem starts in the centre, and no more than a tribe has."""
    if land.void_centre is not None and not 1 <= land.void_centre.totems <= 8:
        yield Fault(("void_centre", "totems"), f"{land.void_centre.totems} totems in the centre; allowed are 1 to 8")


MODULE_CHECKS: tuple[Check, ...] = (
    check_modules,
    check_allows,
    check_symbols,
    check_totems,
    check_roads_of_connections,
    check_purple,
    check_purple_road,
    check_contested,
    check_centre,
)
