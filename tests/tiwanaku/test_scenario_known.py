"""What a part of a world tells of the rest: `candidates` never errs, `complete` agrees with all that was seen."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from rules.tiwanaku.candidates import candidates
from rules.tiwanaku.complete import complete
from rules.tiwanaku.crops import TIERS, Puzzle
from rules.tiwanaku.regions import TERRAINS, board, regions_of
from rules.tiwanaku.scenario import Scenario, generate

from .test_scenario import COLUMNS, faults

SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def seen(scenario: Scenario, share: float, rng: random.Random) -> tuple[dict[int, str], dict[int, str]]:
    """A part of the terrain and of its crops, the starting tiles always."""
    cells = [cell for cell in range(len(scenario.terrain)) if cell in scenario.starts or rng.random() < share]
    crops = {cell: scenario.crops[cell] for cell in cells if cell in scenario.starts or rng.random() < 0.3}
    return {cell: scenario.terrain[cell] for cell in cells}, crops


@pytest.mark.parametrize("size", ["short", "long"])
@pytest.mark.parametrize("tier", TIERS)
def test_candidates_never_rule_out_what_is_true(size: str, tier: int) -> None:
    for seed in range(3):
        scenario = generate(size, seed)
        for share in SHARES[seed % 2 :: 2]:
            terrain, crops = seen(scenario, share, random.Random(seed))
            for counts in (scenario.counts, None):
                left = candidates(size, terrain, crops, counts, tier)
                for cell, digit in enumerate(scenario.crops):
                    assert left.crops[cell] >> int(digit) - 1 & 1, (seed, share, cell)
                    assert left.terrain[cell] >> TERRAINS.index(scenario.terrain[cell]) & 1, (seed, share, cell)


@pytest.mark.parametrize("size", ["short", "long"])
def test_candidates_settle_the_whole_crops_from_the_whole_terrain(size: str) -> None:
    for seed in range(10):
        scenario = generate(size, seed)
        starts = {cell: scenario.crops[cell] for cell in scenario.starts}
        left = candidates(size, dict(enumerate(scenario.terrain)), starts)
        assert left.crops == [1 << int(digit) - 1 for digit in scenario.crops]


def test_candidates_see_that_a_region_is_shut_in() -> None:
    """One Dirt among other terrains is a region of one space; two that touch at a corner need a third (T10, T11)."""
    alone = candidates("short", {6: "d", 1: "s", 5: "g", 7: "r", 11: "s"}, {})
    assert alone.crops[6] == 0b00001
    joined = candidates("short", {0: "d", 6: "d", 1: "s"}, {})
    assert joined.terrain[5] == 1 << TERRAINS.index("d")
    assert joined.crops[0] & joined.crops[5] == 0b11111


def test_candidates_use_the_public_counts() -> None:
    """With no tile of a terrain left, the empty spaces are of another."""
    scenario = generate("short", 1)
    terrain = {cell: letter for cell, letter in enumerate(scenario.terrain) if letter == "s"}
    left = candidates("short", terrain, {}, scenario.counts)
    sand = 1 << TERRAINS.index("s")
    assert all(bool(left.terrain[cell] & sand) == (cell in terrain) for cell in range(25))


def test_candidates_refuse_what_no_world_holds() -> None:
    with pytest.raises(ValueError, match="fit"):
        candidates("short", {0: "d", 2: "d", 1: "s", 5: "s", 6: "s", 7: "s"}, {0: "1", 2: "1", 1: "1"})


@pytest.mark.parametrize(("size", "wanted"), [("short", 20), ("long", 12)])
def test_complete_agrees_with_all_that_was_seen(size: str, wanted: int) -> None:
    found = 0
    for seed in range(6):
        scenario = generate(size, seed)
        for share in SHARES:
            rng = random.Random(seed)
            terrain, crops = seen(scenario, share, rng)
            world = complete(size, terrain, crops, scenario.counts, rng, effort=600)
            if world is not None:
                found += 1
                assert faults(*world, COLUMNS[size]) == []
                assert agrees(world.terrain, terrain) and agrees(world.crops, crops)
                assert {letter: world.terrain.count(letter) for letter in TERRAINS} == scenario.counts
    assert found >= wanted


def agrees(world: str, known: Mapping[int, str]) -> bool:
    return all(world[cell] == sign for cell, sign in known.items())


def test_complete_finds_worlds_other_than_the_real_one() -> None:
    scenario = generate("short", 4)
    terrain, crops = seen(scenario, 0.2, random.Random(4))
    worlds = {complete("short", terrain, crops, scenario.counts, random.Random(seed)) for seed in range(12)}
    assert len(worlds - {None, (scenario.terrain, scenario.crops)}) > 3


def test_complete_is_the_same_for_the_same_chance() -> None:
    scenario = generate("long", 2)
    terrain, crops = seen(scenario, 0.7, random.Random(1))
    one, two = (complete("long", terrain, crops, scenario.counts, random.Random(5)) for _ in range(2))
    assert one is not None and one == two


def test_complete_gives_up_when_there_is_no_world() -> None:
    scenario = generate("short", 1)
    crops = {0: "3", 1: "3"}
    assert complete("short", {}, crops, scenario.counts, random.Random(1)) is None
    assert complete("short", {}, {}, scenario.counts, random.Random(1), effort=3) is None


def test_tiers_rise() -> None:
    """Whatever an easier tier settles, a harder one settles too; and fewer starting crops ask for harder thought."""
    grades = []
    for seed in range(12):
        scenario = generate("long", seed)
        ground = board("long")
        puzzle = Puzzle(ground, [region for region, _ in regions_of(ground, scenario.terrain)])
        crops = {cell: int(scenario.crops[cell]) for cell in scenario.starts}
        solved = [puzzle.solves(crops, tier) for tier in TIERS]
        assert solved == sorted(solved) and solved[2]
        assert puzzle.grade(crops) == 1 + solved.index(True)
        less = puzzle.grade(dict(list(crops.items())[1:]))
        assert less is None or less >= (puzzle.grade(crops) or 0)
        grades.append(less)
    assert {4, 5} & set(grades) or None in grades


def test_T10_U_and_V_are_no_regions() -> None:
    """One space beside a U or a V touches all five crops, so nothing could grow there."""
    shapes = {shape.mask for shape in board("short").shapes if shape.size == 5}
    u = sum(1 << cell for cell in (0, 2, 5, 6, 7))
    v = sum(1 << cell for cell in (0, 5, 10, 11, 12))
    line = sum(1 << cell for cell in (0, 1, 2, 3, 4))
    assert u not in shapes and v not in shapes and line in shapes


@pytest.mark.parametrize(("size", "number"), [("short", 874), ("long", 1970)])
def test_number_of_shapes(size: str, number: int) -> None:
    assert len(board(size).shapes) == number
