"""The trails of the long board (T49, G7): one closed circuit of 90 steps."""

from __future__ import annotations

import random

from rules.tiwanaku.valley import DIRECTIONS, EAST, NORTH, SOUTH, TRAILS, WEST, valley

LONG = valley("long")


def test_G7_the_circuit_visits_each_space_exactly_twice() -> None:
    start = at = (LONG.index["a5"], NORTH)
    visited = []
    for _ in range(90):
        visited.append(at)
        at = LONG.glide(*at)
    assert at == start, "closed after 90 steps"
    assert len(set(visited)) == 90
    assert sorted(cell for cell, _ in visited) == sorted([*range(45), *range(45)])


def test_G7_backwards_it_gives_the_other_90_states() -> None:
    states = {(cell, way) for cell in range(45) for way in range(4)}
    at = (LONG.index["a5"], NORTH)
    forwards = set()
    for _ in range(90):
        forwards.add(at)
        at = LONG.glide(*at)
    at = (LONG.index["a1"], SOUTH)
    backwards = set()
    for _ in range(90):
        backwards.add(at)
        at = LONG.glide(*at)
    assert forwards | backwards == states
    assert not forwards & backwards


def test_G7_gliding_can_be_turned_round() -> None:
    back = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}
    for cell in range(45):
        for way in range(4):
            after, heading = LONG.glide(cell, way)
            assert LONG.glide(after, back[heading]) == (cell, back[way])


def test_G7_the_table_of_trails() -> None:
    def run(space: str, way: int) -> tuple[str, str]:
        cell, heading = LONG.glide(LONG.index[space], way)
        return LONG.names[cell], DIRECTIONS[heading]

    assert run("a1", NORTH) == ("b1", "south")
    assert run("h1", NORTH) == ("g1", "south")
    assert run("i1", NORTH) == ("i1", "west")
    assert run("i1", EAST) == ("i1", "south")
    assert run("i2", EAST) == ("i3", "west")
    assert run("i5", EAST) == ("i4", "west")
    assert run("b5", SOUTH) == ("c5", "north")
    assert run("i5", SOUTH) == ("h5", "north")
    assert run("a5", SOUTH) == ("a5", "east")
    assert run("a5", WEST) == ("a5", "north")
    assert run("a1", WEST) == ("a2", "east")
    assert run("a4", WEST) == ("a3", "east")
    ends = [end for pair in TRAILS for end in pair]
    assert len(set(ends)) == len(ends) == 28


def test_T49_an_empty_space_is_always_reached() -> None:
    chance = random.Random(3)
    for _ in range(300):
        empty = 1 << chance.randrange(45)
        cell = chance.randrange(45)
        tiles = LONG.full & ~empty
        if not tiles >> cell & 1:
            continue
        path = LONG.slide(cell, chance.randrange(4), tiles)
        assert 1 << path[-1] == empty
        assert len(path) <= 91
        assert all(tiles >> step & 1 for step in path[:-1])


def test_G25_lines_are_rows_or_columns() -> None:
    def away(space: str, other: str) -> tuple[int, str] | None:
        found = LONG.away(LONG.index[space], LONG.index[other])
        return found and (found[0], DIRECTIONS[found[1]])

    assert away("c3", "g3") == (4, "east")
    assert away("c3", "a3") == (2, "west")
    assert away("c3", "c1") == (2, "north")
    assert away("c3", "c5") == (2, "south")
    assert away("c3", "d4") is None
    assert away("c3", "c3") is None


def test_T17_spaces_beside() -> None:
    for ground in (valley("short"), LONG):
        for cell in range(ground.cells):
            beside = {step[cell] for step in ground.step} - {-1}
            assert ground.spread(1 << cell) == sum(1 << other for other in beside)
