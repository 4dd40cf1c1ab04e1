"""That the maps keep the limits of the components and their own targets: counted here from the files alone.

The checks of `rules.iwari.maps` are not used, so that a bound that was loosened there by mistake is noticed.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from rules.iwari import maps
from tests.iwari.raw_maps import Raw, raw_map

EVERY = pytest.mark.parametrize("raw", [raw_map(name) for name in maps.ids()], ids=maps.ids())

Dot = tuple[float, float]


def spots(raw: Raw) -> dict[str, Dot]:
    """Every tent space and where it lies."""
    return {row["id"]: tuple(row["at"]) for place in raw["territories"] for row in place["spaces"]}


def degrees(raw: Raw) -> Counter[str]:
    return Counter(end for road in raw["roads"] for end in road)


def largest(nodes: set[str], roads: list[list[str]]) -> int:
    """How many of these spaces the largest group has that hangs together."""
    group = {node: node for node in nodes}
    for one, other in roads:
        if one in nodes and other in nodes:
            old, new = group[one], group[other]
            group = {node: new if name == old else name for node, name in group.items()}
    return max(Counter(group.values()).values())


def draws(raw: Raw) -> list[list[Raw]]:
    """The connections that stay open, for each way in which all four mountains may fall."""
    pairs = [[link for link in raw["connections"] if link.get("mountain") == peaks] for peaks in range(1, 5)]
    assert [len(pair) for pair in pairs] == [2] * 4
    return [[link for link in raw["connections"] if link not in draw] for draw in product(*pairs)]


def of_biome(raw: Raw, biome: str) -> list[Raw]:
    return [place for place in raw["territories"] if place["biome"] == biome]


# What the components allow.


@EVERY
def test_d1_twelve_markers_and_one_large_space_for_totems_each(raw: Raw) -> None:
    assert len(raw["territories"]) <= 12
    assert all(len(place["totem"]) == 2 for place in raw["territories"])
    assert len(spots(raw)) <= 58, "well below the 60 tents of two players"


@EVERY
def test_d1_connections_stay_open_whatever_mountains_are_drawn(raw: Raw) -> None:
    assert 14 <= len(raw["connections"]) <= 20
    found = draws(raw)
    assert len(found) == 16
    for left in found:
        assert min(Counter(link["kind"] for link in left).values()) >= 4, "Honour and Respect can both be earned"
        assert {end for link in left for end in link["ends"]} == {place["id"] for place in raw["territories"]}


@EVERY
def test_d1_expeditions_and_worship_can_be_played(raw: Raw) -> None:
    for biome in maps.BIOMES:
        assert sum(len(place["spaces"]) for place in of_biome(raw, biome)) >= 4
    found = degrees(raw)
    assert sum(found[name] == 1 for name in spots(raw)) >= 6
    assert sum(found[name] >= 3 for name in spots(raw)) >= 8
    assert largest(set(spots(raw)), raw["roads"]) >= 10


@EVERY
def test_d1_every_choice_fits_a_menu(raw: Raw) -> None:
    """The territories and the discard; in one territory every space and the totem, each by a card or by a pair."""
    assert len(raw["territories"]) + 1 <= 25
    assert max(len(place["spaces"]) for place in raw["territories"]) * 2 + 2 <= 25
    assert all(len(place["name"]) <= 40 for place in raw["territories"])


# Targets.

ALLOWED: dict[str, tuple[float, float]] = {
    "territories": (9, 12),
    "spaces": (50, 58),
    "roads for each space": (1.0, 1.2),
    "dead ends": (6, 14),
    "crossings": (8, 18),
    "connections": (14, 18),
    "by water": (4, 7),
}


def figures(raw: Raw) -> dict[str, float]:
    found, names = degrees(raw), spots(raw)
    return {
        "territories": len(raw["territories"]),
        "spaces": len(names),
        "roads for each space": len(raw["roads"]) / len(names),
        "dead ends": sum(found[name] == 1 for name in names),
        "crossings": sum(found[name] >= 3 for name in names),
        "connections": len(raw["connections"]),
        "by water": sum(link["kind"] == "water" for link in raw["connections"]),
    }


@EVERY
def test_d3_figures_are_those_allowed(raw: Raw) -> None:
    for what, figure in figures(raw).items():
        least, most = ALLOWED[what]
        assert least <= figure <= most, what


@EVERY
def test_d3_biomes_have_spaces_as_they_have_cards(raw: Raw) -> None:
    for biome in maps.BIOMES:
        places = of_biome(raw, biome)
        assert 1 <= len(places) <= 3
        assert 8 <= sum(len(place["spaces"]) for place in places) <= 14
    assert all(3 <= len(place["spaces"]) <= 9 for place in raw["territories"])


@EVERY
def test_d3_no_biome_is_linked_with_itself_and_no_pair_is_linked_twice(raw: Raw) -> None:
    biome = {place["id"]: place["biome"] for place in raw["territories"]}
    pairs = [frozenset(link["ends"]) for link in raw["connections"]]
    assert all(len({biome[end] for end in pair}) == 2 for pair in pairs)
    assert len(set(pairs)) == len(pairs)
    links = Counter(end for pair in pairs for end in pair)
    assert all(2 <= links[name] <= 5 for name in biome)


@EVERY
def test_d3_roads_hold_each_territory_together_and_lead_out_of_it(raw: Raw) -> None:
    for place in raw["territories"]:
        own = {row["id"] for row in place["spaces"]}
        assert largest(own, raw["roads"]) == len(own), place["id"]
        assert any(len(own.intersection(road)) == 1 for road in raw["roads"]), place["id"]
    assert max(degrees(raw).values()) <= 4
    assert largest(set(spots(raw)), raw["roads"]) >= 0.8 * len(spots(raw))
    for few in (lambda roads: roads == 1, lambda roads: roads >= 3):
        spread = {name[:2] for name in spots(raw) if few(degrees(raw)[name])}
        assert len(spread) >= 6


def side(one: Dot, other: Dot, dot: Dot) -> float:
    return (other[0] - one[0]) * (dot[1] - one[1]) - (other[1] - one[1]) * (dot[0] - one[0])


@EVERY
def test_d3_the_drawing_leaves_room_and_no_roads_cross(raw: Raw) -> None:
    at = spots(raw)
    assert raw["size"] == [1000, 700]
    assert all(math.dist(one, other) >= 60 for one, other in combinations(at.values(), 2))
    for place in raw["territories"]:
        assert all(math.dist(place["totem"], dot) >= 50 for dot in at.values())
    for (a, b), (c, d) in combinations(raw["roads"], 2):
        if len({a, b, c, d}) == 4:
            apart = side(at[a], at[b], at[c]) * side(at[a], at[b], at[d]) > 0
            assert apart or side(at[c], at[d], at[a]) * side(at[c], at[d], at[b]) > 0, (a, b, c, d)


@EVERY
def test_d3_the_two_of_a_mountain_are_alike_in_worth(raw: Raw) -> None:
    """A connection may come to be worth as many totems as most tents at its ends allow: at most the spaces there."""
    spaces = {place["id"]: len(place["spaces"]) for place in raw["territories"]}
    for peaks in range(1, 5):
        pair = [link["ends"] for link in raw["connections"] if link.get("mountain") == peaks]
        one, other = (sum(spaces[end] for end in ends) for ends in pair)
        assert abs(one - other) <= 3, (peaks, one, other)


# The file.


def keys(rows: list[Raw]) -> set[str]:
    return {key for row in rows for key in row}


@EVERY
def test_d4_a_file_holds_what_the_schema_says_and_nothing_that_can_be_derived(raw: Raw) -> None:
    known = {"id", "name", "players", "size", "modules", "allows", "territories", "roads", "connections"}
    assert set(raw) == known
    assert (raw["players"], raw["modules"]) == ([2, 5], ["mountains"])
    assert raw["allows"] == {"mountains": True, "expeditions": True, "solo": True, "coop": True, "worship": [1, 3]}
    assert keys(raw["territories"]) == {"id", "name", "biome", "totem", "spaces", "outline"}
    assert keys([row for place in raw["territories"] for row in place["spaces"]]) == {"id", "at"}
    assert keys(raw["connections"]) <= {"no", "ends", "kind", "at", "mountain"}


@EVERY
def test_d4_ids_are_unique_and_all_that_is_named_is_there(raw: Raw) -> None:
    names: list[Any] = [place["id"] for place in raw["territories"]]
    names += [row["id"] for place in raw["territories"] for row in place["spaces"]]
    assert len(set(names)) == len(names)
    assert {end for road in raw["roads"] for end in road} <= set(spots(raw))
    assert len({frozenset(road) for road in raw["roads"]}) == len(raw["roads"])
    assert [link["no"] for link in raw["connections"]] == list(range(1, len(raw["connections"]) + 1))
