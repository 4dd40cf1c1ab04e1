"""What can be drawn: everything on the sheet, at its distance from everything else, lines that do not cross."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from rules.iwari.maps.bounds import Check, Fault, Limits, path_to
from rules.iwari.maps.data import Connection, Map, Point
from rules.iwari.maps.geometry import apart, cross, from_line, from_outline, inside
from rules.iwari.maps.lines import Path

Mark = tuple[Path, str, Point]
"""Something on the sheet: where it stands in the file, what it is called, its place."""


def check_on_sheet(land: Map, limits: Limits) -> Iterator[Fault]:
    """Nothing lies off the sheet."""
    width, height = land.size
    for path, name, (x, y) in chain(_spaces(land), _totems(land), _numbers(land), _others(land)):
        if not (0 <= x <= width and 0 <= y <= height):
            yield Fault(path, f"{name} lies off the sheet")


def _spaces(land: Map) -> list[Mark]:
    return [(path_to(land, name), name, space.at) for name, space in land.spaces.items()]


def _totems(land: Map) -> list[Mark]:
    found: list[Mark] = [
        (("territories", at), f"the totem space of {place.id}", place.totem)
        for at, place in enumerate(land.territories)
        if place.totem is not None
    ]
    if land.void_centre is not None:
        found.append((("void_centre",), "the centre", land.void_centre.at))
    return found


def _numbers(land: Map) -> list[Mark]:
    return [(("connections", at), f"the number {link.no}", link.at) for at, link in enumerate(land.connections)]


def _others(land: Map) -> Iterator[Mark]:
    for at, place in enumerate(land.territories):
        for number, dot in enumerate(place.outline):
            yield ("territories", at, "outline", number), f"the outline of {place.id}", dot
        for number, dot in enumerate(place.offroad):
            yield ("territories", at, "offroad", number), f"a place beside the roads of {place.id}", dot
    for at, token in enumerate(land.contested):
        yield ("contested", at), f"the token {token.id}", token.at


def check_distances(land: Map, limits: Limits) -> Iterator[Fault]:
    """Tent spaces, and totem spaces from tent spaces, keep their distances."""
    spaces = _spaces(land)
    for (path, one, here), (_, other, there) in combinations(spaces, 2):
        if apart(here, there) < limits.apart:
            yield Fault(path, f"{one} and {other} are less than {limits.apart} apart")
    for path, name, here in _totems(land):
        for _, space, there in spaces:
            if apart(here, there) < limits.totem_apart:
                yield Fault(path, f"{name} and {space} are less than {limits.totem_apart} apart")


def check_numbers(land: Map, limits: Limits) -> Iterator[Fault]:
    """A connection's number covers nothing else."""
    numbers = _numbers(land)
    for path, name, here in numbers:
        if any(apart(here, there) < limits.number_apart for _, _, there in _spaces(land)):
            yield Fault(path, f"{name} stands on a space, or too near to one")
        if any(apart(here, there) < limits.number_totem for _, _, there in _totems(land)):
            yield Fault(path, f"{name} stands on a totem space, or too near to one")
        for a, b in (*land.roads, *land.bridges):
            if from_line(here, land.spaces[a].at, land.spaces[b].at) < limits.number_road:
                yield Fault(path, f"{name} stands on the road {a}-{b}, or too near to it")
    for (_, one, here), (path, other, there) in combinations(numbers, 2):
        if apart(here, there) < limits.numbers_apart:
            yield Fault(path, f"{one} and {other} are less than {limits.numbers_apart} apart")


def check_shores(land: Map, limits: Limits) -> Iterator[Fault]:
    """A connection's number stands between its two territories: by land at both, by water in neither."""
    for at, link in enumerate(land.connections):
        path: Path = ("connections", at)
        for end in link.ends:
            outline = land.places[end].outline
            if len(outline) < 3:
                continue
            if from_outline(link.at, outline) > limits.number_shore[link.kind == "water"]:
                yield Fault(path, f"the number {link.no} stands far from {end}")
            elif link.kind == "water" and inside(link.at, outline):
                yield Fault(path, f"the number {link.no} stands on land, in {end}, but the connection is by water")


def check_reading_order(land: Map, limits: Limits) -> Iterator[Fault]:
    """No number lies both west and north of a lower one, so that counting them walks across the picture.

    Of two numbers of which one lies further east and the other further south, either may come first.
    """
    for one, other in combinations(land.connections, 2):
        if _before(other, one):
            path: Path = ("connections", land.connections.index(other))
            yield Fault(path, f"the number {other.no} lies west and north of {one.no}: numbers run from west and north")


def _before(one: Connection, other: Connection) -> bool:
    return one.at[0] < other.at[0] and one.at[1] < other.at[1]


def check_lines(land: Map, limits: Limits) -> Iterator[Fault]:
    """Roads do not cross, and none runs under a totem space or through a tent space."""
    at = {name: space.at for name, space in land.spaces.items()}
    rows: list[tuple[Path, tuple[str, str]]] = [(("roads", number), road) for number, road in enumerate(land.roads)]
    rows += [(("bridges", number), road) for number, road in enumerate(land.bridges)]
    for (_, (a, b)), (path, (c, d)) in combinations(rows, 2):
        if len({a, b, c, d}) == 4 and cross(at[a], at[b], at[c], at[d]):
            yield Fault(path, f"the roads {a}-{b} and {c}-{d} cross")
    for path, (a, b) in rows:
        for _, name, dot in _totems(land):
            if from_line(dot, at[a], at[b]) < limits.totem_road:
                yield Fault(path, f"the road {a}-{b} runs under {name}")
        for name, dot in at.items():
            if name not in (a, b) and from_line(dot, at[a], at[b]) < limits.apart / 2:
                yield Fault(path, f"the road {a}-{b} runs through {name}")


def check_outlines(land: Map, limits: Limits) -> Iterator[Fault]:
    """A territory's outline holds its own spaces and its totem space, and no others; the centre lies in none."""
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
        for number, dot in enumerate(place.offroad):
            if not inside(dot, place.outline):
                yield Fault(("territories", at, "offroad", number), f"a place beside the roads lies outside {place.id}")
        if land.void_centre is not None and inside(land.void_centre.at, place.outline):
            yield Fault(("void_centre",), f"the centre lies in {place.id}")


SHEET_CHECKS: tuple[Check, ...] = (
    check_on_sheet,
    check_distances,
    check_numbers,
    check_shores,
    check_reading_order,
    check_lines,
    check_outlines,
)
