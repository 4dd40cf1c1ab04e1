"""That each fault of a map file is found, with its line.

Each breaker breaks one thing in a good map and says what must be found, and a text on the line it is found on.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from rules.iwari import maps
from rules.iwari.maps import Map, MapError
from rules.iwari.maps.check import faults
from rules.iwari.maps.lines import line_of
from tests.iwari.raw_maps import Breaker, Raw, link, place, raw_map, space, write

CROSSED = "D1f-T2c D1i-F3a T3b-C2d F1c-G2a G1c-T1a C1d-F2c F2b-D1d"
"""Roads of the map without which few territories have a crossing."""

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


@broken("the sheet is 1000 x 600; it must be 1000 x 700", '"size"')
def another_sheet(raw: Raw) -> None:
    """D3: the row "drawing" is required."""
    raw["size"] = [1000, 600]


@broken("the map has no name", '"name": " "')
def nameless(raw: Raw) -> None:
    raw["name"] = " "


@broken("the id is Broken, but the file is called broken", '"id": "Broken"')
def id_of_another_file(raw: Raw) -> None:
    raw["id"] = "Broken"


@broken("the territory F2 has no name", '"name": ""')
def nameless_territory(raw: Raw) -> None:
    place(raw, "F2")["name"] = ""


@broken("two territories are called Whitehorn", '"name": "Whitehorn"')
def same_name(raw: Raw) -> None:
    place(raw, "F2")["name"] = "Whitehorn"


@broken("a map is for 1 to 6 players, not for 0 to 5", '"players"')
def nobody(raw: Raw) -> None:
    raw["players"] = [0, 5]


@broken("a map is for 1 to 6 players, not for 2 to 7", '"players"')
def seven_players(raw: Raw) -> None:
    raw["players"] = [2, 7]


@broken("only a map of six biomes is for 6 players", '"players"')
def six_players(raw: Raw) -> None:
    """B-9: the sixth colour comes with the sixth biome."""
    raw["players"] = [2, 6]


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


@broken("data for the module connections_are_roads, which the map does not name")
def roads_of_links_without_module(raw: Raw) -> None:
    link(raw, 4)["road"] = ["G1d", "C1b"]


@broken("data for the module purple_spaces, which the map does not name")
def purple_without_module(raw: Raw) -> None:
    link(raw, 4)["purple"] = {"id": "P4", "icon": "coast", "roads": ["G1d", "C1b"]}


@broken("data for the module void_centre, which the map does not name")
def centre_without_module(raw: Raw) -> None:
    raw["void_centre"] = {"at": [500, 300], "totems": 5}


@broken("data for the module contested, which the map does not name")
def token_without_module(raw: Raw) -> None:
    raw["contested"] = [{"id": "K1", "between": ["F1", "G2"], "at": [1, 1]}]


@broken("data for the module contested, which the map does not name")
def offroad_without_module(raw: Raw) -> None:
    place(raw, "F1")["offroad"] = [[1, 1]]


@broken("T3 has no totem space")
def no_totem(raw: Raw) -> None:
    place(raw, "T3")["totem"] = None


@broken("leads to F9a, which is no space")
def road_to_nowhere(raw: Raw) -> None:
    raw["roads"][7] = ["F9a", "F2a"]


@broken("the road G1a-F9a leads to F9a, which is no space", '"G1a"')
def bridge_to_nowhere(raw: Raw) -> None:
    raw["bridges"] = [["G1a", "F9a"]]


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


@broken("the mountain of 4 is on 1 connections, not 2")
def one_of_a_symbol(raw: Raw) -> None:
    link(raw, 1)["mountain"] = None


@broken("there is no space called F9a")
def link_road_to_nowhere(raw: Raw) -> None:
    raw["modules"].append("connections_are_roads")
    link(raw, 4)["road"] = ["G1d", "F9a"]


@broken("there is no space called F9a")
def purple_space_to_nowhere(raw: Raw) -> None:
    raw["modules"].append("purple_spaces")
    link(raw, 4)["purple"] = {"id": "P4", "icon": "coast", "roads": ["G1d", "F9a"]}


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


@broken("1.22 roads for each space; allowed are 1.0 to 1.2", '"roads"')
def many_roads(raw: Raw) -> None:
    names = [row["id"] for part in raw["territories"] for row in part["spaces"]]
    there = {frozenset(road) for road in raw["roads"]}
    new = [[one, other] for one, other in pairwise(names[::2]) if frozenset((one, other)) not in there]
    raw["roads"] += new[: 66 - len(raw["roads"])]


@broken("the largest road network has only 42 spaces")
def two_thirds(raw: Raw) -> None:
    for road in (["F1c", "G2a"], ["D1f", "T2c"], ["D1i", "F3a"]):
        raw["roads"].remove(road)


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


@broken("crossings in 5 territories only; at least 6 are needed", '"roads"')
def crossings_in_few(raw: Raw) -> None:
    for road in CROSSED.split():
        raw["roads"].remove(road.split("-"))


@broken("dead ends in 5 territories only; at least 6 are needed")
def dead_ends_in_few(raw: Raw) -> None:
    raw["roads"] += [["T3a", "T3c"], ["T2b", "T2d"]]


@broken("1 connections of G2; allowed are 2 to 5", '"id": "G2"')
def lonely(raw: Raw) -> None:
    link(raw, 8)["ends"] = ["C1", "T2"]


@broken("share a mountain but are not alike in worth")
def unlike(raw: Raw) -> None:
    link(raw, 16)["mountain"], link(raw, 14)["mountain"] = None, 1


@broken("6 and 10 share a mountain but are not alike in worth")
def unlike_by_four(raw: Raw) -> None:
    link(raw, 1)["mountain"], link(raw, 6)["mountain"] = None, 4


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


@broken("the totem space of T2 and D1f are less than 50 apart", '"id": "T2"')
def totem_too_close_to_another_territory(raw: Raw) -> None:
    x, y = space(raw, "D1f")["at"]
    place(raw, "T2")["totem"] = [x + 45, y]


@broken("the number 4 stands on a space", '"no": 4')
def number_on_a_space(raw: Raw) -> None:
    link(raw, 4)["at"] = space(raw, "G1d")["at"]


@broken("the number 4 stands on a space", '"no": 4')
def number_beside_a_space(raw: Raw) -> None:
    x, y = space(raw, "G1d")["at"]
    link(raw, 4)["at"] = [x, y + 39]


@broken("the number 4 stands on a totem space", '"no": 4')
def number_beside_a_totem(raw: Raw) -> None:
    x, y = place(raw, "C1")["totem"]
    link(raw, 4)["at"] = [x, y + 51]


@broken("the number 15 and the number 16 are less than 60 apart", '"no": 16')
def two_numbers_on_one_spot(raw: Raw) -> None:
    link(raw, 16)["at"] = link(raw, 15)["at"]


@broken("the number 15 and the number 16 are less than 60 apart", '"no": 16')
def two_numbers_side_by_side(raw: Raw) -> None:
    x, y = link(raw, 15)["at"]
    link(raw, 16)["at"] = [x + 59, y]


@broken("the number 8 stands on the road G2e-T2b, or too near to it", '"no": 8')
def number_on_a_road(raw: Raw) -> None:
    (x, y), (u, v) = space(raw, "G2e")["at"], space(raw, "T2b")["at"]
    link(raw, 8)["at"] = [(x + u) // 2, (y + v) // 2]


@broken("the number 11 stands far from D1", '"no": 11')
def number_far_from_its_land(raw: Raw) -> None:
    x, y = link(raw, 11)["at"]
    link(raw, 11)["at"] = [x + 14, y]


@broken("the number 12 stands far from C1", '"no": 12')
def number_across_the_sea(raw: Raw) -> None:
    link(raw, 12)["at"] = [330, 690]


@broken("the number 12 stands on land, in T3, but the connection is by water", '"no": 12')
def number_of_the_water_on_land(raw: Raw) -> None:
    x, y = place(raw, "T3")["totem"]
    link(raw, 12)["at"] = [x, y - 60]


@broken("the number 10 lies west and north of 8: numbers run from west and north", '"no": 10')
def numbers_in_disorder(raw: Raw) -> None:
    link(raw, 10)["at"], link(raw, 7)["at"] = link(raw, 7)["at"], link(raw, 10)["at"]


@broken("the outline of T3 lies off the sheet", "-1")
def outline_off_the_sheet(raw: Raw) -> None:
    place(raw, "T3")["outline"][0] = [-1, 400]


@broken("cross")
def crossing_roads(raw: Raw) -> None:
    raw["roads"].append(["T2b", "T2d"])
    raw["roads"].append(["T2a", "F3b"])


@broken("runs under the totem space of D1")
def under_a_totem(raw: Raw) -> None:
    raw["roads"].append(["D1c", "D1e"])


@broken("the road T2a-T2c runs under the totem space of T2")
def beside_a_totem(raw: Raw) -> None:
    place(raw, "T2")["totem"] = [817, 335]


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
    raw["allows"]["mountains"] = False
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
    assert reported(text)[:1] in ([], [first(caught.value)]), "the error tells the first fault, with its own line"
    rows = text.splitlines()
    assert any(line in rows[number - 1] + rows[min(number, len(rows) - 1)] for number in found), found


def first(error: MapError) -> tuple[int, str]:
    """The line and the reason that an error gives."""
    _, number, said = str(error).split(":", 2)
    return int(number), said.strip()


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
