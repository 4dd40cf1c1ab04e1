"""Maps as data: what is derived, what is targeted, and that each fault is found, with its line."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.iwari import maps
from rules.iwari.maps import Map, MapError, data, lines
from rules.iwari.maps.check import faults
from rules.iwari.maps.geometry import cross, from_line, inside
from rules.iwari.maps.lines import line_of
from rules.iwari.maps.loader import FOLDER
from rules.iwari.maps.show import svg, table

Raw = dict[str, Any]
EVERY = pytest.mark.parametrize("map_id", maps.ids())


def raw_map(map_id: str = "base_a") -> Raw:
    raw: Raw = json.loads((FOLDER / f"{map_id}.json").read_text(encoding="utf-8"))
    return raw


def place(raw: Raw, name: str) -> Raw:
    return next(row for row in raw["territories"] if row["id"] == name)


def link(raw: Raw, number: int) -> Raw:
    return next(row for row in raw["connections"] if row["no"] == number)


def space(raw: Raw, name: str) -> Raw:
    return next(row for row in place(raw, name[:2])["spaces"] if row["id"] == name)


def write(folder: Path, raw: Raw) -> Path:
    path = folder / "broken.json"
    path.write_text(json.dumps(raw, indent=1), encoding="utf-8")
    return path


# What is derived.


def test_D6_base_map_a_is_the_worked_example() -> None:
    land = maps.load("base_a")
    assert len(land.territories) == 11
    assert len(land.space_ids) == 54
    assert len(land.roads) == 59
    assert len(land.networks) == 1
    assert (len(land.dead_ends), len(land.crossings)) == (9, 17)
    assert land.biome_spaces == {"glaciers": 11, "tundra": 12, "forest": 11, "coast": 11, "desert": 9}
    assert [link.kind for link in land.connections].count("water") == 5
    assert land.neighbours["D1d"] == ("F2b", "D1a", "D1e", "D1g")
    assert [link.no for link in land.links["F2"]] == [5, 6, 9, 10]
    assert land.home["T2c"] == "T2"


def test_D5_base_map_b_keeps_its_targets() -> None:
    land = maps.load("base_b")
    kinds = [link.kind for link in land.connections]
    assert (len(land.territories), len(land.space_ids)) == (12, 56)
    assert (kinds.count("land"), kinds.count("water")) == (10, 7)
    biomes = [row.biome for row in land.territories]
    assert [biomes.count(biome) for biome in maps.BIOMES] == [2, 3, 3, 2, 2]
    assert [len(part) for part in land.networks] == [45, 11]
    assert 10 <= len(land.dead_ends) <= 12
    assert 12 <= len(land.crossings) <= 16


@EVERY
def test_derived_tables_agree_with_the_file(map_id: str) -> None:
    land, raw = maps.load(map_id), raw_map(map_id)
    assert list(land.space_ids) == [row["id"] for part in raw["territories"] for row in part["spaces"]]
    assert [land.space_index[name] for name in land.space_ids] == list(range(len(land.space_ids)))
    assert sum(land.degree.values()) == 2 * len(raw["roads"])
    for one, near in land.neighbours.items():
        assert all(one in land.neighbours[other] for other in near)
    assert sum(len(found) for found in land.links.values()) == 2 * len(raw["connections"])
    assert sum(land.biome_spaces.values()) == len(land.space_ids)
    assert {name for name, roads in land.degree.items() if roads == 1} == set(land.dead_ends)
    assert sum(len(part) for part in land.networks) == len(land.space_ids)


@EVERY
def test_numbers_run_from_west_north_to_east_south(map_id: str) -> None:
    """D3: the scoring list walks across the picture."""
    land = maps.load(map_id)
    third = land.size[1] // 3
    bands = [link.at[1] // third for link in land.connections]
    assert sum(later < earlier for earlier, later in pairwise(bands)) <= len(bands) // 3
    assert land.connections[0].at[0] < land.size[0] / 2
    assert land.connections[-1].at[1] > land.size[1] / 2


@EVERY
def test_a_map_is_known_by_its_file(map_id: str) -> None:
    land = maps.load(map_id)
    assert land.id == map_id
    assert len({row.name for row in land.territories}) == len(land.territories)
    assert maps.load(map_id) is land


@EVERY
def test_outlines_do_not_lie_over_each_other(map_id: str) -> None:
    """No corner of one territory's land lies well inside another's."""
    land = maps.load(map_id)
    for one in land.territories:
        for other in land.territories:
            if one is not other:
                deep = [dot for dot in one.outline if inside(dot, other.outline) and rim(dot, other.outline) > 3]
                assert not deep, (one.id, other.id, deep)


def rim(dot: tuple[int, int], outline: tuple[tuple[int, int], ...]) -> float:
    sides = zip(outline, [*outline[1:], outline[0]], strict=True)
    return min(from_line(dot, start, end) for start, end in sides)


@EVERY
def test_connections_by_land_meet_and_those_by_water_do_not(map_id: str) -> None:
    """A connection's number stands on the border of its two territories, or on the water between them."""
    land = maps.load(map_id)
    for row in land.connections:
        one, other = (land.territory(end).outline for end in row.ends)
        near = min(rim(dot, other) for dot in one)
        if row.kind == "land":
            assert near < 3, row
            assert rim(row.at, one) < 12, row
            assert rim(row.at, other) < 12, row
        else:
            assert near > 6, row
            assert not inside(row.at, one), row
            assert not inside(row.at, other), row


def test_an_unknown_map_names_those_there_are() -> None:
    with pytest.raises(MapError, match=r"no map called atlantis; there are base_a, base_b"):
        maps.load("atlantis")


def test_a_sound_copy_is_read(tmp_path: Path) -> None:
    assert maps.read(write(tmp_path, raw_map())).space_ids == maps.load("base_a").space_ids


# Faults. Each breaks one thing in a good map and says what must be found, and a text on the line it is found on.

Breaker = Callable[[Raw], None]
FAULTS: list[tuple[str, str, str, Breaker]] = []


def broken(reason: str, line: str = "") -> Callable[[Breaker], Breaker]:
    def note(breaker: Breaker) -> Breaker:
        FAULTS.append((breaker.__name__, reason, line, breaker))
        return breaker

    return note


@broken("Object missing required field `name`", '"id": "F2"')
def no_name(raw: Raw) -> None:
    del place(raw, "F2")["name"]


@broken("Object contains unknown field `colour`", "{")
def unknown_field(raw: Raw) -> None:
    raw["colour"] = "red"


@broken("Expected `int`, got `str`", '"one"')
def wrong_type(raw: Raw) -> None:
    link(raw, 4)["no"] = "one"


@broken("Invalid enum value 'air'", '"air"')
def wrong_kind(raw: Raw) -> None:
    link(raw, 4)["kind"] = "air"


@broken("the sheet has no size", '"size"')
def no_size(raw: Raw) -> None:
    raw["size"] = [0, 700]


@broken("a map is for 1 to 6 players, not for 5 to 2", '"players"')
def no_players(raw: Raw) -> None:
    raw["players"] = [5, 2]


@broken("the territory T2 is there twice", '"id": "T2"')
def same_territory(raw: Raw) -> None:
    place(raw, "T3")["id"] = "T2"


@broken("there is no biome called swamp", '"swamp"')
def no_such_biome(raw: Raw) -> None:
    place(raw, "C2")["biome"] = "swamp"


@broken("C2 does not begin with the letter of desert", '"id": "C2"')
def wrong_letter(raw: Raw) -> None:
    place(raw, "C2")["biome"] = "desert"


@broken("the space F2a is there twice", "")
def same_space(raw: Raw) -> None:
    space(raw, "F2b")["id"] = "F2a"


@broken("the spaces of F2 are F2a F2b F2c")
def wrong_space_name(raw: Raw) -> None:
    space(raw, "F2b")["id"] = "F2x"


@broken("there is no module called volcano", '"volcano"')
def no_such_module(raw: Raw) -> None:
    raw["modules"].append("volcano")


@broken("data for the module purple_road, which the map does not name")
def data_without_module(raw: Raw) -> None:
    raw["purple_road"] = ["F2a"]


@broken("data for the module mountains, which the map does not name")
def symbols_without_module(raw: Raw) -> None:
    raw["modules"] = []


@broken("T3 has no totem space")
def no_totem(raw: Raw) -> None:
    place(raw, "T3")["totem"] = None


@broken("leads to F9a, which is no space")
def road_to_nowhere(raw: Raw) -> None:
    raw["roads"][7] = ["F9a", "F2a"]


@broken("the road F2a-F2a leads nowhere")
def road_in_place(raw: Raw) -> None:
    raw["roads"][7] = ["F2a", "F2a"]


@broken("is there twice")
def same_road(raw: Raw) -> None:
    raw["roads"].append(raw["roads"][3][::-1])


@broken("connection 9 stands where 4 should")
def wrong_number(raw: Raw) -> None:
    link(raw, 4)["no"] = 9


@broken("connection 4 leads to C7, which is no territory")
def link_to_nowhere(raw: Raw) -> None:
    link(raw, 4)["ends"] = ["G1", "C7"]


@broken("connection 4 has the same territory at both ends")
def link_in_place(raw: Raw) -> None:
    link(raw, 4)["ends"] = ["G1", "G1"]


@broken("connection 4 joins two territories of glaciers")
def link_in_a_biome(raw: Raw) -> None:
    link(raw, 4)["ends"] = ["G1", "G2"]


@broken("connection 5 joins a pair that is joined already")
def same_link(raw: Raw) -> None:
    link(raw, 5)["ends"] = ["C1", "G1"]


@broken("there is no mountain of 5 peaks")
def too_high(raw: Raw) -> None:
    link(raw, 7)["mountain"] = 5


@broken("the mountain of 1 is on 3 connections, not 2")
def three_of_a_symbol(raw: Raw) -> None:
    link(raw, 7)["mountain"] = 1


@broken("there is no space called F9a")
def purple_road_to_nowhere(raw: Raw) -> None:
    raw["modules"].append("purple_road")
    raw["purple_road"] = ["F9a"]


@broken("there is no territory called X1")
def contested_nowhere(raw: Raw) -> None:
    raw["modules"].append("contested")
    raw["contested"] = [{"id": "K1", "between": ["F1", "X1"], "at": [1, 1]}]


@broken("8 territories; allowed are 9 to 12", '"territories"')
def few_territories(raw: Raw) -> None:
    for name in ("T3", "C2", "F3"):
        drop(raw, name)


@broken("47 tent spaces; allowed are 50 to 58")
def few_spaces(raw: Raw) -> None:
    for name in ("D1i", "D1h", "T2b", "F3c", "G2e", "G2d", "F1e"):
        drop_space(raw, name)


@broken("13 connections; allowed are 14 to 18", '"connections"')
def few_links(raw: Raw) -> None:
    keep = [row for row in raw["connections"] if row["no"] not in (6, 7, 11)]
    for number, row in enumerate(keep):
        row["no"] = number + 1
    raw["connections"] = keep


@broken("3 connections by water; allowed are 4 to 7")
def little_water(raw: Raw) -> None:
    link(raw, 4)["kind"] = link(raw, 8)["kind"] = "land"


@broken("7 tent spaces of desert; allowed are 8 to 14")
def little_desert(raw: Raw) -> None:
    for name in ("D1i", "D1h"):
        drop_space(raw, name)


@broken("2 tent spaces in F3; allowed are 3 to 9", '"spaces"')
def small_territory(raw: Raw) -> None:
    drop_space(raw, "F3c")


@broken("0 territories of desert; allowed are 1 to 3")
def no_desert(raw: Raw) -> None:
    drop(raw, "D1")


@broken("0.94 roads for each space; allowed are 1.0 to 1.2", '"roads"')
def few_roads(raw: Raw) -> None:
    out = "F1e-D1c F1d-D1b D1i-F3a C1d-F2c F2b-D1d C1a-C1b G2e-T2b T3b-C2d"
    for road in out.split():
        raw["roads"].remove(road.split("-"))


@broken("3 separate road networks; allowed are 1 to 2")
def cut_off(raw: Raw) -> None:
    raw["roads"].remove(["T3a", "T3b"])
    raw["roads"].remove(["F3a", "F3c"])


@broken("the largest road network has only")
def halves(raw: Raw) -> None:
    for road in (["T1c", "F1a"], ["T1e", "D1a"], ["F2b", "D1d"], ["T3b", "C2d"]):
        raw["roads"].remove(road)
    raw["roads"] += [["G1c", "G1f"], ["T1b", "T1d"], ["C1b", "C1d"]]


@broken("F2 is not connected by its own roads", '"id": "F2"')
def torn(raw: Raw) -> None:
    raw["roads"].remove(["F2b", "F2c"])


@broken("0 roads out of T3; allowed are 1 to 7")
def shut_in(raw: Raw) -> None:
    raw["roads"].remove(["T3c", "F2c"])
    raw["roads"].remove(["T3b", "C2d"])


@broken("5 roads at D1d; allowed are 1 to 4", '"id": "D1d"')
def star(raw: Raw) -> None:
    raw["roads"].append(["D1d", "D1b"])


@broken("3 dead ends; allowed are 6 to 14")
def few_dead_ends(raw: Raw) -> None:
    raw["roads"] += [["G1a", "G1d"], ["G2d", "G2e"], ["C1b", "C1e"], ["C2c", "C2d"]]


@broken("21 crossings; allowed are 8 to 18")
def many_crossings(raw: Raw) -> None:
    raw["roads"] += [["G1c", "G1f"], ["F1c", "F1e"]]


@broken("dead ends in 5 territories only; at least 6 are needed")
def dead_ends_in_few(raw: Raw) -> None:
    raw["roads"] += [["T3a", "T3c"], ["T2b", "T2d"]]


@broken("1 connections of G2; allowed are 2 to 5", '"id": "G2"')
def lonely(raw: Raw) -> None:
    link(raw, 8)["ends"] = ["C1", "T2"]


@broken("share a mountain but are not alike in worth")
def unlike(raw: Raw) -> None:
    link(raw, 16)["mountain"], link(raw, 14)["mountain"] = None, 1


@broken("mountains could cut all connections of T3", '"id": "T3"')
def cut_by_mountains(raw: Raw) -> None:
    link(raw, 2)["mountain"], link(raw, 12)["mountain"] = None, 3


@broken("mountains could leave too few connections by water")
def wet_mountains(raw: Raw) -> None:
    link(raw, 9)["mountain"], link(raw, 15)["mountain"] = None, 1
    link(raw, 2)["mountain"], link(raw, 4)["mountain"] = None, 3


@broken("F3c lies off the sheet", '"id": "F3c"')
def off_the_sheet(raw: Raw) -> None:
    space(raw, "F3c")["at"] = [755, 701]


@broken("the number 4 lies off the sheet", '"no": 4')
def number_off_the_sheet(raw: Raw) -> None:
    link(raw, 4)["at"] = [-1, 300]


@broken("T2a and T2b are less than 60 apart", '"id": "T2a"')
def too_close(raw: Raw) -> None:
    x, y = space(raw, "T2a")["at"]
    space(raw, "T2b")["at"] = [x + 59, y]


@broken("the totem space of T2 and T2a are less than 50 apart", '"id": "T2"')
def totem_too_close(raw: Raw) -> None:
    x, y = space(raw, "T2a")["at"]
    place(raw, "T2")["totem"] = [x + 34, y + 34]


@broken("the number 4 stands on a space", '"no": 4')
def number_on_a_space(raw: Raw) -> None:
    link(raw, 4)["at"] = space(raw, "G1d")["at"]


@broken("cross")
def crossing_roads(raw: Raw) -> None:
    raw["roads"].append(["T2b", "T2d"])
    raw["roads"].append(["T2a", "F3b"])


@broken("runs under the totem space of D1")
def under_a_totem(raw: Raw) -> None:
    raw["roads"].append(["D1c", "D1e"])


@broken("the road G1a-G1c runs through G1b")
def through_a_space(raw: Raw) -> None:
    raw["roads"].remove(["G1b", "G1c"])
    raw["roads"].append(["G1a", "G1c"])


@broken("the outline of T3 is no area", '"outline"')
def no_area(raw: Raw) -> None:
    place(raw, "T3")["outline"] = [[1, 1], [2, 2]]


@broken("lies outside its outline")
def elsewhere(raw: Raw) -> None:
    place(raw, "T3")["outline"] = [[0, 0], [20, 0], [0, 20]]


@broken("lies in C2, another's outline")
def greedy_outline(raw: Raw) -> None:
    place(raw, "C2")["outline"] = [[0, 0], [1000, 0], [1000, 700], [0, 700]]


@broken("the totem space of T2 lies outside its outline")
def totem_elsewhere(raw: Raw) -> None:
    place(raw, "T2")["totem"] = [500, 690]


def drop(raw: Raw, name: str) -> None:
    """Take a territory out, with its roads and connections, and number the connections anew."""
    raw["territories"].remove(place(raw, name))
    raw["roads"] = [road for road in raw["roads"] if name not in (road[0][:2], road[1][:2])]
    raw["connections"] = [row for row in raw["connections"] if name not in row["ends"]]
    raw["modules"] = []
    for number, row in enumerate(raw["connections"]):
        row["no"], row["mountain"] = number + 1, None


def drop_space(raw: Raw, name: str) -> None:
    """Take the last space of a territory out, with its roads."""
    spaces = place(raw, name[:2])["spaces"]
    spaces.remove(space(raw, name))
    raw["roads"] = [road for road in raw["roads"] if name not in road]
    for number, row in enumerate(spaces):
        old, new = row["id"], name[:2] + "abcdefghi"[number]
        raw["roads"] = [[new if end == old else end for end in road] for road in raw["roads"]]
        row["id"] = new


@pytest.mark.parametrize(("reason", "line", "breaker"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_fault_is_found_with_its_line(tmp_path: Path, reason: str, line: str, breaker: Breaker) -> None:
    raw = raw_map()
    breaker(raw)
    path = write(tmp_path, raw)
    with pytest.raises(MapError, match=r"^broken\.json:\d+: .") as caught:
        maps.read(path)
    text = path.read_text(encoding="utf-8")
    found = [number for number, said in [first(caught.value), *reported(text)] if reason in said]
    assert found, (str(caught.value), reported(text))
    rows = text.splitlines()
    assert any(line in rows[number - 1] + rows[min(number, len(rows) - 1)] for number in found), found


def first(error: MapError) -> tuple[int, str]:
    """The line and the reason that an error gives."""
    _, number, said = str(error).split(":", 2)
    return int(number), said


def reported(text: str) -> list[tuple[int, str]]:
    """The line and the reason of every fault in a file that can be decoded; breaking one thing may break others."""
    try:
        land = msgspec.json.decode(text, type=Map)
    except msgspec.ValidationError:
        return []
    return [(line_of(text, fault.path), fault.reason) for fault in faults(land)]


def test_a_text_that_is_no_json_gives_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"id": "x",\n "name": "y",\n "players": [2,}\n', encoding="utf-8")
    with pytest.raises(MapError, match=r"^broken\.json:3: "):
        maps.read(path)


# Helpers and the command.


def test_lines_of_nested_values() -> None:
    text = '{"a": "x\\"y",\n "b": [1,\n {"c": [true,\n null]}], "d":\n -2.5e3}'
    assert json.loads(text) == {"a": 'x"y', "b": [1, {"c": [True, None]}], "d": -2500.0}
    paths: list[tuple[str | int, ...]] = [("a",), ("b", 0), ("b", 1), ("b", 1, "c", 1), ("d",), ("b", 7), ()]
    assert [line_of(text, path) for path in paths] == [1, 2, 3, 4, 5, 2, 1]


def test_the_examples_in_the_docstrings() -> None:
    for module in (data, lines):
        failed, tried = doctest.testmod(module)
        assert tried and not failed


def test_geometry() -> None:
    assert cross((0, 0), (2, 2), (0, 2), (2, 0))
    assert not cross((0, 0), (2, 2), (2, 0), (3, -1))
    assert from_line((1, 3), (0, 0), (2, 0)) == 3
    assert from_line((5, 4), (0, 0), (2, 0)) == 5
    assert from_line((3, 4), (0, 0), (0, 0)) == 5
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    assert inside((1, 1), square)
    assert not inside((5, 1), square)


@EVERY
def test_the_table_and_the_drawing_name_everything(map_id: str) -> None:
    land = maps.load(map_id)
    text, drawing = table(land), svg(land)
    for row in land.territories:
        assert row.id in text and row.name in text
        assert f">{row.name}<" in drawing
    assert f"{len(land.space_ids)}" in text
    assert drawing.count("<polygon") == len(land.territories)
    assert all(f">{name}<" in drawing for name in land.space_ids)


def test_the_command_prints_a_table_and_draws(tmp_path: Path) -> None:
    drawing = tmp_path / "map.svg"
    command = [sys.executable, "-m", "rules.iwari.maps", "base_a", "--svg", str(drawing)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("base_a: The First Country")
    assert done.stderr == ""
    assert drawing.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_says_what_is_wrong() -> None:
    command = [sys.executable, "-m", "rules.iwari.maps", "atlantis"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "no map called atlantis" in done.stderr
