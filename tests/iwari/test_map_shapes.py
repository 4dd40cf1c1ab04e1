"""That maps with the shapes of the expansion's (D5) can be read, and that faults in what is theirs are found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from rules.iwari import maps
from rules.iwari.maps import Map, MapError
from rules.iwari.maps.check import faults
from rules.iwari.maps.lines import line_of
from rules.iwari.maps.show import svg, table
from tests.iwari.raw_maps import Breaker, Raw, link, place, write
from tests.iwari.shapes import SIX, Cells, Grid

Build = Callable[[int], Raw]
SHAPES: dict[str, tuple[Build, int]] = {}
FAULTS: list[tuple[str, str, str, Breaker]] = []


def shape(seed: int) -> Callable[[Build], Build]:
    """Note a shape, with a seed that makes a sound map of it."""

    def note(build: Build) -> Build:
        SHAPES[build.__name__] = build, seed
        return build

    return note


def broken(name: str, reason: str, line: str = "") -> Callable[[Breaker], Breaker]:
    """Note what breaks a shape, the reason that must be given, and a text on the line that must be named."""

    def note(breaker: Breaker) -> Breaker:
        FAULTS.append((name, reason, line, breaker))
        return breaker

    return note


def made(name: str) -> Raw:
    build, seed = SHAPES[name]
    return build(seed)


def cells(rows: str) -> Cells:
    """`G9 T5 -- F5`: the biomes by their letters and the numbers of spaces, cell by cell."""
    names = {name[0].upper(): name for name in (*maps.BIOMES, "void")}
    return {cell: (names[text[0]], int(text[1])) for cell, text in enumerate(rows.split()) if text != "--"}


@shape(22)
def glacial_mass(seed: int) -> Raw:
    """10 territories, 52 spaces, three of glaciers, one of them with 9; 15 connections, two of them the same pair."""
    grid = Grid(cells("G3 T5 F5 G3 C6 G9 T5 F5 -- D8 C3 --"), seed, ("mountains",))
    grid.join(13)
    pairs = [pair for pair in grid.pairs(14) if pair != (5, 6)]
    grid.connect([*pairs[:13], (5, 6), (5, 6)], 5)
    grid.mountains()
    return grid.raw


@shape(1)
def forgotten_island(seed: int) -> Raw:
    """10 territories, 46 spaces, 12 connections with a purple space each, no symbols."""
    grid = Grid(cells("G5 T5 F4 D5 C5 F5 T4 G4 -- C4 D5 --"), seed, ("purple_spaces",))
    grid.join(13)
    grid.connect(grid.pairs(12), 5)
    biome = {row["id"]: row["biome"] for row in grid.raw["territories"]}
    for row in grid.raw["connections"]:
        icon = biome[row["ends"][0]]
        row["purple"] = {"id": f"P{row['no']}", "icon": icon, "roads": grid.nearest(row["ends"])}
    return grid.raw


@shape(15)
def floating_lands(seed: int) -> Raw:
    """11 territories, 52 spaces, islets of roads; one tundra of 9 spaces without totems, which three bridges reach."""
    modules = ("mountains", "connections_are_roads", "no_totem_biomes")
    grid = Grid(cells("G5 F4 C4 G5 D4 T9 F4 D4 -- C5 G4 F4"), seed, modules)
    rows = [row["id"] for row in grid.raw["territories"] if row["id"] != "T1"]
    grid.raw["roads"] += [[row + "b", row + "d"] for row in rows]
    grid.join(5, without="T1")
    place(grid.raw, "T1")["totem"] = None
    grid.raw["bridges"] = [grid.nearest(ends) for ends in (["F1", "T1"], ["D1", "T1"], ["T1", "C2"])]
    grid.connect(grid.pairs(14, without=5), 6)
    for row in grid.raw["connections"]:
        row["road"] = grid.nearest(row["ends"])
    grid.mountains()
    return grid.raw


@shape(0)
def uncharted_paths(seed: int) -> Raw:
    """10 territories around a centre with 5 totems, 52 spaces, 15 connections, no symbols."""
    grid = Grid(cells("G6 T5 F5 C5 D5 -- T6 G5 F6 C5 D4 --"), seed, ("void_centre",))
    grid.join(13)
    grid.raw["void_centre"] = {"at": [375, 350], "totems": 5}
    grid.connect(grid.pairs(15), 6)
    return grid.raw


@shape(0)
def long_road(seed: int) -> Raw:
    """11 territories, 54 spaces, 15 connections; a purple road of 10 spaces through six territories and all biomes."""
    grid = Grid(cells("G5 T5 F5 C5 D5 C5 G5 T4 T5 F5 D5 --"), seed, ("mountains", "purple_road"), SIX)
    grid.raw["purple_road"] = ["D1a", "G1e", "G1d", "T1e", "T1d", "F1e", "F1d", "C1e", "T2a", "T2b"]
    grid.raw["roads"] += [["G1e", "D1a"], ["G1d", "T1e"], ["T1d", "F1e"], ["F1d", "C1e"], ["C1e", "T2a"]]
    grid.join(9)
    grid.connect(grid.pairs(15), 6)
    grid.mountains()
    return grid.raw


@shape(0)
def the_void(seed: int) -> Raw:
    """12 territories of six biomes, 64 spaces, 18 connections, 6 contested tokens, for up to six players."""
    grid = Grid(cells("G5 T6 F6 C5 D5 V5 G5 T6 F5 C5 D5 V6"), seed, ("contested", "six_biomes"))
    grid.raw["players"] = [2, 6]
    grid.raw["allows"] |= {"expeditions": False, "solo": False, "coop": False, "worship": [2]}
    grid.join(16)
    grid.connect(grid.pairs(18), 6)
    for number, row in enumerate(grid.raw["connections"][:12:2]):
        tokens = grid.raw.setdefault("contested", [])
        tokens.append({"id": f"K{number}", "between": row["ends"], "at": row["at"]})
        for end in row["ends"]:
            left, top = place(grid.raw, end)["totem"]
            beside = place(grid.raw, end).setdefault("offroad", [])
            beside.append([left, top + 30 + 10 * len(beside)])
    return grid.raw


@pytest.mark.parametrize("name", SHAPES)
def test_a_map_of_the_expansion_can_be_read(tmp_path: Path, name: str) -> None:
    raw = made(name)
    path = tmp_path / "shape.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    land = maps.read(path)
    rows, spaces, links = D5[name]
    assert (len(land.territories), len(land.spaces), len(land.connections)) == (rows, spaces, links)
    assert land.id in table(land)
    assert svg(land).count("<polygon") == rows


@pytest.mark.parametrize("name", SHAPES)
def test_D5_the_table_prints_the_targets_of_the_map_itself(name: str) -> None:
    cells = printed(msgspec.convert(made(name), Map))
    wanted = [cells[row][1] for row in ("territories", "tent spaces", "connections")]
    assert wanted == [str(number) for number in D5[name]]


def test_D3_the_table_of_a_base_map_prints_the_base_targets() -> None:
    for map_id in maps.ids():
        cells = printed(maps.load(map_id))
        assert [cells[row][1] for row in ("territories", "tent spaces", "connections")] == [
            "11 or 12", "54 or 56", "16 or 17",
        ]  # fmt: skip
        assert cells["road networks"][2] == "1-2, main >= 80%"


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_aimed_for_is_allowed(name: str) -> None:
    """No map could keep a target that lies outside of its own bounds."""
    looked = 0
    for row, (_, target, allowed) in printed(msgspec.convert(made(name), Map)).items():
        span = re.match(r"([\d.]+)-([\d.]+)", allowed)
        if span and re.fullmatch(r"[\d.]+(-[\d.]+| or [\d.]+|(,\d+)+)?", target):
            numbers = [float(number) for number in re.findall(r"[\d.]+", target)]
            assert all(float(span[1]) <= number <= float(span[2]) for number in numbers), row
            looked += 1
    assert looked >= 3


def printed(land: Map) -> dict[str, list[str]]:
    """The rows of a map's table: quantity -> what is here, the target, what is allowed."""
    rows = [re.split(r"  +", line) for line in table(land).split("\n\n")[1].splitlines()]
    assert all(len(row) == 4 for row in rows)
    return {row[0]: row[1:] for row in rows}


D5 = {
    "glacial_mass": (10, 52, 15),
    "forgotten_island": (10, 46, 12),
    "floating_lands": (11, 52, 14),
    "uncharted_paths": (10, 52, 15),
    "long_road": (11, 54, 15),
    "the_void": (12, 64, 18),
}


# Bounds that a module moves, and that hold without it.


@broken("the_void", "there is no biome called void", '"void"')
def a_sixth_biome_without_its_module(raw: Raw) -> None:
    raw["modules"].remove("six_biomes")


@broken("forgotten_island", "46 tent spaces; allowed are 50 to 58")
def few_spaces_without_purple_ones(raw: Raw) -> None:
    raw["modules"] = []
    for row in raw["connections"]:
        row["purple"] = None


@broken("floating_lands", "the largest road network has 26 spaces; allowed are 14")
def a_large_islet(raw: Raw) -> None:
    ends = [row["id"] for row in raw["territories"] if row["id"] not in ("T1", "C2")][:3]
    raw["roads"] += [[ends[0] + "a", ends[1] + "a"], [ends[1] + "a", ends[2] + "a"]]


@broken("glacial_mass", "15 tent spaces of glaciers; allowed are 8 to 14")
def large_biome_without_twins(raw: Raw) -> None:
    twin = next(row for row in raw["connections"] if row.get("twin"))
    twin["twin"], twin["ends"] = None, ["T1", "C1"]


# Twins.


@broken("glacial_mass", "joins a pair that is joined already", '"ends"')
def same_pair_unsaid(raw: Raw) -> None:
    for row in raw["connections"]:
        row["twin"] = None


@broken("glacial_mass", "connection 1 does not join the same pair as 2 before it", '"twin": 2')
def twin_of_nothing(raw: Raw) -> None:
    link(raw, 1)["twin"] = 2


@broken("glacial_mass", "join the same pair, both by land", '"kind": "land"')
def twins_alike(raw: Raw) -> None:
    next(row for row in raw["connections"] if row.get("twin"))["kind"] = "land"


# Modules and their data.


@broken("long_road", "the module mountains is named twice", '"mountains"')
def module_twice(raw: Raw) -> None:
    raw["modules"].append("mountains")


@broken("uncharted_paths", "the module contested has no data here", '"contested"')
def module_without_data(raw: Raw) -> None:
    raw["modules"].append("contested")


@broken("long_road", "the module purple_road has no data here", '"purple_road"')
def no_purple_road(raw: Raw) -> None:
    del raw["purple_road"]


@broken("uncharted_paths", "there is data for the module no_totem_biomes, which the map does not name", '"G1a"')
def bridges_without_module(raw: Raw) -> None:
    raw["bridges"] = [["G1a", "F1a"]]


@broken("uncharted_paths", "mountains are allowed, but the map does not name the module mountains", '"mountains": true')
def allows_mountains_without_any(raw: Raw) -> None:
    raw["allows"]["mountains"] = True


@broken("long_road", "mountains are not allowed, but the map names the module mountains", '"mountains": false')
def forbids_its_mountains(raw: Raw) -> None:
    raw["allows"]["mountains"] = False


@broken("the_void", "the module six_biomes does not go with solo", '"solo": true')
def solo_against_a_biome(raw: Raw) -> None:
    raw["allows"]["solo"] = True


@broken("long_road", "there is no variant 4 of Worship; there are 1 to 3", "4")
def no_such_worship(raw: Raw) -> None:
    raw["allows"]["worship"] = [1, 4]


@broken("long_road", "the variant 1 of Worship is named twice", "1")
def worship_twice(raw: Raw) -> None:
    raw["allows"]["worship"] = [1, 1]


@broken("long_road", "the variant 2 of Worship needs contested tokens", "2")
def worship_of_no_tokens(raw: Raw) -> None:
    raw["allows"]["worship"] = [2]


@broken("floating_lands", "connection 3 has no road, but connections are roads here", '"road": null')
def connection_without_road(raw: Raw) -> None:
    link(raw, 3)["road"] = None


@broken("floating_lands", "the road C2a-F3a of connection 1 does not join", '"C2a"')
def road_elsewhere(raw: Raw) -> None:
    link(raw, 1)["road"] = ["C2a", "F3a"]


@broken("floating_lands", "T1 has no totem space, and no bridge leads there", '"totem": null')
def no_bridges(raw: Raw) -> None:
    raw["bridges"] = []


@broken("floating_lands", "leads to T1, which has no totem space", '"ends"')
def connection_to_no_totems(raw: Raw) -> None:
    link(raw, 1)["ends"] = ["G1", "T1"]


@broken("floating_lands", "the bridge G1a-F1a does not lead out of a land without totems", '"G1a"')
def bridge_elsewhere(raw: Raw) -> None:
    raw["bridges"].append(["G1a", "F1a"])


@broken("floating_lands", "the roads G1d-G1e and T1d-G1a cross", '"T1d"')
def a_bridge_that_crosses(raw: Raw) -> None:
    raw["bridges"].append(["T1d", "G1a"])


@broken("floating_lands", "F1 has no totem space, and no bridge leads there", '"totem": null')
def half_a_biome_without_totems(raw: Raw) -> None:
    place(raw, "F1")["totem"] = None
    raw["bridges"] = raw["bridges"][1:]


@broken("floating_lands", "F2 has a totem space, another territory of forest has none", '"totem"')
def other_half_with_totems(raw: Raw) -> None:
    place(raw, "F1")["totem"] = None


@broken("forgotten_island", "there is no biome called purple", '"icon": "purple"')
def no_such_icon(raw: Raw) -> None:
    link(raw, 2)["purple"]["icon"] = "purple"


@broken("forgotten_island", "connection 2 does not lead to", '"icon"')
def icon_of_elsewhere(raw: Raw) -> None:
    ends = [place(raw, end)["biome"] for end in link(raw, 2)["ends"]]
    link(raw, 2)["purple"]["icon"] = next(biome for biome in maps.BIOMES if biome not in ends)


@broken("forgotten_island", "connection 2 has no purple space", '"purple": null')
def no_circle(raw: Raw) -> None:
    link(raw, 2)["purple"] = None


@broken("forgotten_island", "the purple space P1 has no name of its own", '"id": "P1"')
def circle_twice(raw: Raw) -> None:
    link(raw, 2)["purple"]["id"] = "P1"


@broken("uncharted_paths", "9 totems in the centre; allowed are 1 to 8", '"totems": 9')
def crowded_centre(raw: Raw) -> None:
    raw["void_centre"]["totems"] = 9


@broken("uncharted_paths", "the centre lies off the sheet", '"void_centre"')
def centre_off_the_sheet(raw: Raw) -> None:
    raw["void_centre"]["at"] = [375, 701]


@broken("uncharted_paths", "the centre lies in G1", '"void_centre"')
def centre_on_land(raw: Raw) -> None:
    raw["void_centre"]["at"] = [125, 116]


@broken("long_road", "the purple road runs through G1e twice", '"G1e"')
def purple_road_twice(raw: Raw) -> None:
    raw["purple_road"][2] = "G1e"


@broken("long_road", "no road leads from D1a to G1a", '"G1a"')
def purple_road_through_the_air(raw: Raw) -> None:
    raw["purple_road"][1] = "G1a"


@broken("long_road", "the purple road has 8 spaces; allowed are 9 to 10", '"purple_road"')
def short_purple_road(raw: Raw) -> None:
    raw["purple_road"] = raw["purple_road"][:8]


@broken("long_road", "the purple road runs through 5 territories; at least 6 are needed", '"purple_road"')
def purple_road_through_few(raw: Raw) -> None:
    raw["purple_road"] = raw["purple_road"][:8]


@broken("long_road", "the purple road does not run through desert", '"purple_road"')
def purple_road_past_a_biome(raw: Raw) -> None:
    raw["purple_road"] = raw["purple_road"][1:]


@broken("long_road", "the purple road has more than 2 spaces in T2", '"purple_road"')
def purple_road_lingers(raw: Raw) -> None:
    raw["purple_road"] = [*raw["purple_road"][1:], "T2c"]


@broken("the_void", "a contested token has no id", '"id": ""')
def token_without_id(raw: Raw) -> None:
    raw["contested"][1]["id"] = ""


@broken("the_void", "the token K0 is there twice", '"id": "K0"')
def token_twice(raw: Raw) -> None:
    raw["contested"][1]["id"] = "K0"


@broken("the_void", "the token K0 does not lie between two biomes", '"between"')
def token_in_a_biome(raw: Raw) -> None:
    raw["contested"][0]["between"] = ["G1", "G2"]


@broken("the_void", "3 contested tokens at", '"id"')
def token_too_many(raw: Raw) -> None:
    one, other = raw["contested"][0]["between"]
    raw["contested"] += [{"id": name, "between": [one, other], "at": [1, 1]} for name in ("K8", "K9")]


@broken("the_void", "has 0 places beside the roads for 1 tokens")
def token_without_place(raw: Raw) -> None:
    next(row for row in raw["territories"] if len(row.get("offroad", [])) == 1)["offroad"] = []


@broken("the_void", "the token K0 lies off the sheet", '"id": "K0"')
def token_off_the_sheet(raw: Raw) -> None:
    raw["contested"][0]["at"] = [1001, 1]


@broken("the_void", "a place beside the roads lies outside")
def place_beside_the_land(raw: Raw) -> None:
    next(row for row in raw["territories"] if row.get("offroad"))["offroad"][0] = [500, 2]


@pytest.mark.parametrize(
    ("name", "reason", "line", "breaker"), FAULTS, ids=[f"{row[0]}-{row[3].__name__}" for row in FAULTS]
)
def test_a_fault_of_a_shape_is_found_with_its_line(
    tmp_path: Path, name: str, reason: str, line: str, breaker: Breaker
) -> None:
    raw = made(name)
    breaker(raw)
    raw["id"] = "broken"
    path = write(tmp_path, raw)
    with pytest.raises(MapError, match=r"^broken\.json:\d+: ."):
        maps.read(path)
    text = path.read_text(encoding="utf-8")
    said = [(line_of(text, fault.path), fault.reason) for fault in faults(msgspec.json.decode(text, type=Map))]
    found = [number for number, why in said if reason in why]
    assert found, said
    rows = text.splitlines()
    assert any(line in " ".join(rows[number - 1 : number + 3]) for number in found), found
