"""Scenarios are fair: a checker of its own, written plainly and without the generator's code, looks at many of them.

The plain run takes a few of each size; with LONGHOUSE_MANY=1 in the environment it is 1,000 of each.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter

import msgspec
import pytest

from rules.tiwanaku.scenario import Scenario, generate

MANY = os.environ.get("LONGHOUSE_MANY") == "1"
NUMBERS = {"short": 1000 if MANY else 150, "long": 1000 if MANY else 40}
COLUMNS = {"short": 5, "long": 9}
BOX = {"d": 15, "s": 17, "g": 15, "r": 15}
CROPS_IN_BOX = {"1": 13, "2": 12, "3": 12, "4": 10, "5": 10}

# A thousand of each take minutes.
pytestmark = pytest.mark.timeout(3600 if MANY else 120)


class World:
    """Spaces as (row, column); the regions found by walking."""

    def __init__(self, columns: int, terrain: str) -> None:
        self.columns = columns
        self.terrain = {divmod(at, columns): letter for at, letter in enumerate(terrain)}
        self.region: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}
        for space in self.terrain:
            if space not in self.region:
                walked = self._walk(space)
                self.region.update(dict.fromkeys(walked, walked))

    def around(self, space: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = space
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        return [other for other in near if other in self.terrain]

    def _walk(self, start: tuple[int, int]) -> frozenset[tuple[int, int]]:
        seen, todo = {start}, [start]
        while todo:
            row, column = todo.pop()
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if other not in seen and self.terrain.get(other) == self.terrain[start]:
                    seen.add(other)
                    todo.append(other)
        return frozenset(seen)


def world_of(scenario: Scenario) -> World:
    return World(COLUMNS[scenario.size], scenario.terrain)


def crops_of(scenario: Scenario) -> dict[tuple[int, int], int]:
    return {divmod(at, COLUMNS[scenario.size]): int(digit) for at, digit in enumerate(scenario.crops)}


def faults(terrain: str, crops: str, columns: int) -> list[str]:
    """What breaks the world's rules, in words; empty when all is well."""
    world = World(columns, terrain)
    level = {divmod(at, columns): digit for at, digit in enumerate(crops)}
    found = []
    for region in set(world.region.values()):
        if len(region) > 5:
            found.append(f"T10 {sorted(region)}")
        if sorted(level[space] for space in region) != [str(n) for n in range(1, len(region) + 1)]:
            found.append(f"T12 {sorted(region)}")
    for space in world.terrain:
        for other in world.around(space):
            if world.terrain[other] == world.terrain[space] and world.region[other] != world.region[space]:
                found.append(f"T11 {space} {other}")
            if level[other] == level[space]:
                found.append(f"T13 {space} {other}")
    return found


def count_solutions(world: World, given: dict[tuple[int, int], int]) -> int:
    """How many layouts of crops agree with the given ones, counted to 2; the space with fewest choices comes next."""
    peers = {space: {*world.around(space), *world.region[space]} - {space} for space in world.terrain}
    placed = dict(given)

    def allowed(space: tuple[int, int]) -> set[int]:
        return set(range(1, len(world.region[space]) + 1)) - {placed.get(other) for other in peers[space]}

    def count() -> int:
        left = [space for space in peers if space not in placed]
        if not left:
            return int(all(placed[space] in allowed(space) for space in peers))
        space = min(left, key=lambda space: len(allowed(space)))
        total = 0
        for crop in allowed(space):
            placed[space] = crop
            total += count()
            del placed[space]
            if total > 1:
                break
        return total

    return count()


def thinks_through(world: World, given: dict[tuple[int, int], int], tier: int) -> dict[tuple[int, int], set[int]]:
    """What a person still finds open who knows the techniques up to tier 3, one application after another."""
    left = {space: set(range(1, len(world.region[space]) + 1)) for space in world.terrain}
    left |= {space: {crop} for space, crop in given.items()}
    regions = set(world.region.values())

    def once() -> bool:
        for space, crops in left.items():
            if len(crops) == 1:
                for other in {*world.around(space), *world.region[space]} - {space}:
                    if crops & left[other]:
                        left[other] -= crops
                        return True
        for region in regions if tier >= 2 else ():
            for crop in range(1, len(region) + 1):
                places = [space for space in region if crop in left[space]]
                if len(places) == 1 and left[places[0]] != {crop}:
                    left[places[0]] = {crop}
                    return True
                bad = set(left).intersection(*(world.around(place) for place in places)) if tier >= 3 else set()
                for space in bad:
                    if crop in left[space]:
                        left[space] = left[space] - {crop}
                        return True
        return False

    while once():
        pass
    return left


@pytest.fixture(scope="module", params=["short", "long"])
def scenarios(request: pytest.FixtureRequest) -> list[Scenario]:
    return [generate(request.param, seed) for seed in range(NUMBERS[request.param])]


def test_T10_T13_every_world_keeps_the_rules(scenarios: list[Scenario]) -> None:
    for seed, scenario in enumerate(scenarios):
        assert len(scenario.terrain) == len(scenario.crops) == 5 * COLUMNS[scenario.size]
        assert faults(scenario.terrain, scenario.crops, COLUMNS[scenario.size]) == [], seed


def test_T10_T13_the_checker_sees_each_fault() -> None:
    world = generate("short", 3)
    assert not faults(world.terrain, world.crops, 5)
    seen = set()
    for at in range(25):
        for letter in "dsgr":
            changed = world.terrain[:at] + letter + world.terrain[at + 1 :]
            seen |= {fault[:3] for fault in faults(changed, world.crops, 5)}
        for digit in "12345":
            changed = world.crops[:at] + digit + world.crops[at + 1 :]
            seen |= {fault[:3] for fault in faults(world.terrain, changed, 5)}
    assert seen == {"T10", "T11", "T12", "T13"}


def test_T1_T2_the_box_has_the_tiles(scenarios: list[Scenario]) -> None:
    for seed, scenario in enumerate(scenarios):
        terrain, crops = Counter(scenario.terrain), Counter(scenario.crops)
        assert set(terrain) == set(BOX) and set(crops) <= set(CROPS_IN_BOX), seed
        assert all(terrain[letter] <= tiles for letter, tiles in BOX.items()), seed
        assert all(crops[digit] <= tiles for digit, tiles in CROPS_IN_BOX.items()), seed
        assert min(terrain.values()) >= (3 if scenario.size == "short" else 6), seed
        assert scenario.counts == dict(terrain)


def test_T14_G1_the_starting_crops_leave_one_solution(scenarios: list[Scenario]) -> None:
    for seed, scenario in enumerate(scenarios):
        world, crops = world_of(scenario), crops_of(scenario)
        given = {divmod(at, COLUMNS[scenario.size]): int(scenario.crops[at]) for at in scenario.starts}
        assert count_solutions(world, given) == 1, seed
        assert all(crops[space] == crop for space, crop in given.items())


def test_T14_the_checker_counts_more_solutions_without_them() -> None:
    assert count_solutions(world_of(generate("short", 1)), {}) == 2


def test_G2_thought_alone_settles_every_space(scenarios: list[Scenario]) -> None:
    for seed, scenario in enumerate(scenarios):
        given = {divmod(at, COLUMNS[scenario.size]): int(scenario.crops[at]) for at in scenario.starts}
        left = thinks_through(world_of(scenario), given, 2 if scenario.size == "short" else 3)
        assert left == {space: {crop} for space, crop in crops_of(scenario).items()}, seed


def test_G3_number_of_starting_tiles(scenarios: list[Scenario]) -> None:
    for seed, scenario in enumerate(scenarios):
        low, high = (3, 6) if scenario.size == "short" else (5, 9)
        assert low <= len(scenario.starts) <= high, seed
        assert list(scenario.starts) == sorted(set(scenario.starts)), seed


def test_G8_the_otoma_start_on_all_terrains_and_one_twice(scenarios: list[Scenario]) -> None:
    for seed, scenario in enumerate(scenarios):
        if scenario.size == "short":
            assert scenario.otoma == ()
            continue
        cells = [start.cell for start in scenario.otoma]
        assert cells == sorted(cells) and set(cells) <= set(scenario.starts), seed
        assert {start.role for start in scenario.otoma} == {"first", "second", "third", "purple", "yellow"}, seed
        terrains = Counter(scenario.terrain[cell] for cell in cells)
        assert sorted(terrains.values()) == [1, 1, 1, 2], seed
        purple = next(start.cell for start in scenario.otoma if start.role == "purple")
        assert terrains[scenario.terrain[purple]] == 2, seed


def test_G8_roles_fall_everywhere() -> None:
    places = Counter()
    for seed in range(30):
        for at, start in enumerate(generate("long", seed).otoma):
            places[start.role, at] += 1
    assert len(places) > 20


def test_worlds_differ_and_do_not_lean(scenarios: list[Scenario]) -> None:
    assert len({scenario.terrain for scenario in scenarios}) == len(scenarios)
    sizes = Counter(len(region) for scenario in scenarios for region in set(world_of(scenario).region.values()))
    assert set(sizes) == {1, 2, 3, 4, 5}
    assert sizes[5] < sum(sizes.values()) / 2
    tiles = Counter(letter for scenario in scenarios for letter in scenario.terrain)
    assert max(tiles.values()) < 1.3 * min(tiles.values())


GOLDEN = {
    "short": "69dfab6f29ec25cb70162b7ae0aed9f805f3c75dd8386a0fa92da1061b2eab31",
    "long": "5da77470f2bcc8e59f93d362fa86c148206eb6920159455141c7522ae46dd6d8",
}


@pytest.mark.parametrize("size", ["short", "long"])
def test_the_same_seed_is_the_same_bytes(size: str) -> None:
    """A change here changes every disc and code that people have shared: raise the game's version."""
    seeds = [*range(8), -5, 2**62 + 1]
    raw = b"\n".join(msgspec.json.encode(generate(size, seed)) for seed in seeds)
    assert raw == b"\n".join(msgspec.json.encode(generate(size, seed)) for seed in seeds)
    assert hashlib.sha256(raw).hexdigest() == GOLDEN[size]


def test_seeds_far_apart_and_sizes_do_not_share_chance() -> None:
    # Counters of one stream a step apart would give the same numbers shifted by one.
    step = 0x9E3779B97F4A7C15
    assert generate("short", 1).terrain != generate("short", 1 + step).terrain
    assert generate("long", 1).terrain[:5] != generate("short", 1).terrain[:5]


def test_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="tiny"):
        generate("tiny", 1)
