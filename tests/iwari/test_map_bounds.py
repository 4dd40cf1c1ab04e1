"""That the bounds of a map's road network are themselves allowed, and that a twin is named by its number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.iwari import maps
from rules.iwari.maps import Map, MapError
from rules.iwari.maps.bounds import BASE
from rules.iwari.maps.check import check_links, check_network
from tests.iwari.raw_maps import link, raw_map, write

LAND = maps.load("base_a")
SHARE = len(LAND.roads) / len(LAND.spaces)
"""Roads for each space. All spaces of this map are one network."""


@pytest.mark.parametrize(
    ("at_the_bound", "beyond", "reason"),
    [
        ({"roads_per_space": (SHARE, 2)}, {"roads_per_space": (SHARE + 0.01, 2)}, "roads for each space"),
        ({"roads_per_space": (0, SHARE)}, {"roads_per_space": (0, SHARE - 0.01)}, "roads for each space"),
        ({"main_network": 1.0}, {"main_network": 1.01}, "the largest road network has only 54 spaces"),
        ({"islet": 54}, {"islet": 53}, "the largest road network has 54 spaces; allowed are 53"),
    ],
)
def test_d3_a_network_may_be_at_its_bound_and_not_beyond(
    at_the_bound: dict[str, Any], beyond: dict[str, Any], reason: str
) -> None:
    assert not list(check_network(LAND, replace(BASE, **at_the_bound)))
    (fault,) = check_network(LAND, replace(BASE, **beyond))
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("twin", "reasons"),
    [(1, []), (2, ["connection 4 does not join the same pair as 2 before it"])],
)
def test_m8_a_twin_is_the_connection_of_the_same_pair(twin: int, reasons: list[str]) -> None:
    raw = raw_map()
    link(raw, 4).update(ends=link(raw, 1)["ends"], kind="water", twin=twin)
    assert [fault.reason for fault in check_links(msgspec.convert(raw, Map), BASE)] == reasons


def test_d3_two_of_a_mountain_that_are_unlike_are_named_at_the_first_of_them(tmp_path: Path) -> None:
    raw = raw_map()
    link(raw, 1)["mountain"], link(raw, 6)["mountain"] = None, 4
    file = write(tmp_path, raw)
    with pytest.raises(MapError, match="6 and 10 share a mountain but are not alike in worth") as error:
        maps.read(file)
    line = int(str(error.value).split(":")[1])
    lines = file.read_text().splitlines()
    assert next(text for text in lines[line - 1 :] if '"no"' in text).strip() == '"no": 6,'
