"""Maps as data: what is derived, what is targeted, and what is no fault."""

from __future__ import annotations

import ast
import doctest
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from rules.iwari import Settings, maps
from rules.iwari.maps import Map, MapError, data, lines
from rules.iwari.maps.bounds import BASE
from rules.iwari.maps.check import check_mountains, faults
from rules.iwari.maps.geometry import cross, from_line, inside
from rules.iwari.maps.lines import line_of
from rules.iwari.maps.show import svg, table
from rules.iwari.survey import survey
from tests.iwari.raw_maps import Breaker, Raw, link, place, raw_map, space, write

EVERY = pytest.mark.parametrize("map_id", maps.ids())


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
    land = maps.load("base_b2")
    kinds = [link.kind for link in land.connections]
    assert (len(land.territories), len(land.space_ids)) == (12, 56)
    assert (kinds.count("land"), kinds.count("water")) == (10, 7)
    biomes = [row.biome for row in land.territories]
    assert [biomes.count(biome) for biome in maps.BIOMES] == [2, 3, 3, 2, 2]
    assert [len(part) for part in land.networks] == [56]
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
    with pytest.raises(MapError, match=r"no map called atlantis; there are base_a, base_b2"):
        maps.load("atlantis")


def test_a_sound_copy_is_read(tmp_path: Path) -> None:
    assert maps.read(write(tmp_path, raw_map())).space_ids == maps.load("base_a").space_ids


# What stands at a bound, or differs from the base maps within the rules, is no fault.

SOUND: list[Breaker] = []


def sound(change: Breaker) -> Breaker:
    SOUND.append(change)
    return change


@sound
def for_one(raw: Raw) -> None:
    raw["players"] = [1, 1]


@sound
def for_five(raw: Raw) -> None:
    raw["players"] = [5, 5]


@sound
def spaces_in_another_order(raw: Raw) -> None:
    place(raw, "F2")["spaces"].reverse()


@sound
def worth_three_apart(raw: Raw) -> None:
    link(raw, 1)["mountain"], link(raw, 14)["mountain"] = None, 4


@sound
def three_links_by_water_left(raw: Raw) -> None:
    link(raw, 16)["mountain"], link(raw, 15)["mountain"] = None, 1


@sound
def a_map_without_mountains(raw: Raw) -> None:
    raw["modules"] = []
    raw["allows"]["mountains"] = False
    for row in raw["connections"]:
        row["mountain"] = None


@sound
def spaces_sixty_apart(raw: Raw) -> None:
    x, y = space(raw, "G1a")["at"]
    space(raw, "G1b")["at"] = [x + 60, y]


@sound
def a_totem_fifty_from_a_space(raw: Raw) -> None:
    x, y = space(raw, "G1a")["at"]
    place(raw, "G1")["totem"] = [x + 30, y + 40]


@sound
def number_forty_from_a_space(raw: Raw) -> None:
    x, y = space(raw, "C2a")["at"]
    link(raw, 13)["at"] = [x - 40, y]


@pytest.mark.parametrize("change", SOUND, ids=[row.__name__ for row in SOUND])
def test_what_keeps_within_the_bounds_is_sound(change: Breaker) -> None:
    raw = raw_map()
    change(raw)
    assert not list(faults(msgspec.convert(raw, Map)))


def test_mountains_must_leave_connections_by_land_too() -> None:
    """Out of reach on a base map, whose connections are by land for the most part."""
    raw = raw_map()
    for row in raw["connections"]:
        row["kind"] = "land" if row["no"] in (1, 10, 2, 5, 9) else "water"
    found = [fault.reason for fault in check_mountains(msgspec.convert(raw, Map), BASE)]
    assert found == ["mountains could leave too few connections by land"]


@EVERY
def test_D7_no_corner_of_a_map_is_dead(map_id: str) -> None:
    """Three good players, who open the fewest, leave no territory shut in most of their matches."""
    tally = survey(map_id, 3, 12, "hard")
    assert max(tally.unopened.values()) <= 8, tally.unopened


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
    assert from_line((-3, 4), (0, 0), (2, 0)) == 5
    assert from_line((3, 4), (0, 0), (0, 0)) == 5
    assert not cross((0, 0), (1, 1), (0, 4), (4, 0)), "it ends before the other"
    assert not cross((0, 0), (2, 2), (2, 2), (4, 0)), "ends that meet do not cross"
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    assert inside((1, 1), square)
    assert not inside((5, 1), square)
    assert not inside((-1, 1), square)
    assert not inside((1, 5), square)


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


@pytest.mark.parametrize(("name", "said"), [
    ("missing.json", "There is no file called missing.json."),
    ("folder.json", "The file folder.json cannot be read: Is a directory."),
    ("bytes.json", "The file bytes.json is no text in UTF-8."),
])  # fmt: skip
def test_the_command_says_what_is_wrong_with_a_file(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe{")
    command = [sys.executable, "-m", "rules.iwari.maps", name]
    there = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, cwd=tmp_path, env=there, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr.strip()) == (1, said)


def test_the_default_map_is_told_in_one_place() -> None:
    """The engine knows no map by name: the first of the maps is played where none is named."""
    assert maps.default() == maps.ids()[0]
    assert Settings().map == maps.default()
    root = Path(__file__).parents[2]
    code = [*(root / "rules" / "iwari").glob("*.py"), *(root / "rules" / "iwari" / "maps").glob("*.py")]
    named = [path.name for path in [*code, root / "cogs" / "commands" / "iwari.py"] if named_in(path)]
    assert not named


def named_in(path: Path) -> bool:
    """Whether a file names a map outside of its docstrings."""
    parsed = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(row, ast.Constant) and row.value in maps.ids() for row in ast.walk(parsed))
