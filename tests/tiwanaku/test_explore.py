"""Explore: T15-T27, the trails' board names, and the notation of moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.errors import IllegalOption
from rules.tiwanaku import TIWANAKU, Settings
from rules.tiwanaku.events import MeepleMoved, MeepleRetrieved, TileDiscovered, TrackAdvanced
from rules.tiwanaku.explore import Act
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import LAST_LEVEL
from tests.tiwanaku.worlds import count_tiles, fill, mask, names, only, options, play, world


def targets(state: Any, verb: str) -> set[str]:
    return {option.rsplit("-", 1)[1] for option in options(state, verb)}


def test_T15_explore_or_divine_and_no_passing() -> None:
    state = world(bare="c3", meeples=("c3", ""))
    assert {option.split("-")[0] for option in options(state)} == {"explore", "enter", "retrieve", "divine"}
    with pytest.raises(IllegalOption):
        play(state, "pass")


def test_T15_turns_go_clockwise() -> None:
    state = world(seats=3)
    seats = []
    for _ in range(4):
        seats.append(state.stack[-1].seat)
        play(state, options(state, "enter-")[0])
    assert seats == [0, 1, 2, 0]
    assert state.turn == 4


def test_T16_a_meeple_on_the_board_or_from_the_supply_or_taken_back() -> None:
    state = world(crops="a1", meeples=("a1",))
    assert targets(state, "explore-") == {"b1", "a2"}
    assert "c5" in targets(state, "enter-")
    assert options(state, "retrieve-") == ["retrieve-a1"]


def test_T17_movement_is_orthogonal() -> None:
    state = world(crops="c3", meeples=("c3",))
    assert targets(state, "explore-") == {"c2", "c4", "b3", "d3"}


def test_T17_no_limit_of_distance() -> None:
    row = " ".join(f"{column}3" for column in "abcdefghi")
    state = world(Settings(size="long"), crops=row, meeples=("a3",))
    assert {"i3", "i2", "i4", "e1"} - targets(state, "explore-") == {"e1"}


def test_T18_turning_freely_over_crops() -> None:
    state = world(crops="a1 b1 b2 c2", meeples=("a1",))
    assert targets(state, "explore-") == {"b1", "b2", "c2", "a2", "c1", "d2", "b3", "c3"}
    moved = only(play(state, "explore-d2"), MeepleMoved)
    assert [state.ground.names[cell] for cell in moved.path] == ["a1", "b1", "b2", "c2", "d2"]


def test_T18_own_meeples_are_passed_but_not_stood_on() -> None:
    state = world(crops="a1", bare="b1", meeples=("a1 b1",))
    assert "explore-a1-c1" in options(state), "a1 goes through its own meeple on bare terrain"
    assert "b1" not in targets(state, "explore-")
    play(state, "explore-a1-c1")
    assert names(state, state.meeples[0]) == "b1 c1"


def test_T19_empty_spaces_and_bare_terrain_stop() -> None:
    state = world(crops="a1", bare="b1", meeples=("a1",))
    assert targets(state, "explore-") == {"b1", "a2"}


def test_T20_opponents_block() -> None:
    state = world(crops="a1 b1 c1 a2", meeples=("a1", "b1"))
    assert targets(state, "explore-") == {"a2", "a3", "b2"}
    assert {"b1", "a1"}.isdisjoint(targets(state, "enter-"))


def test_T21_never_back_to_the_start() -> None:
    state = world(crops="a1 b1 a2 b2", meeples=("a1",))
    assert "a1" not in targets(state, "explore-")


def test_T21_one_meeple_a_space() -> None:
    state = world(crops="a1 b1 c1", meeples=("a1 c1", ""))
    assert targets(state, "explore-") == {"b1", "a2", "b2", "c2", "d1"}


def test_T22_entering_at_any_edge_space() -> None:
    state = world()
    edge = {name for name in state.ground.names if name[0] in "ae" or name[1] in "15"}
    assert targets(state, "enter-") == edge


def test_T22_entering_goes_on_over_crops_and_own_meeples() -> None:
    state = world(crops="c1", bare="a3", meeples=("a3", ""))
    assert "c2" in targets(state, "enter-")
    assert "b3" in targets(state, "enter-")
    assert "a3" not in targets(state, "enter-")
    moved = only(play(state, "enter-c2"), MeepleMoved)
    assert moved.entered
    assert [state.ground.names[cell] for cell in moved.path] == ["c1", "c2"]
    assert state.reserve[0] == 3


def test_T22_not_where_somebody_else_stands_and_not_without_a_meeple() -> None:
    state = world(crops="c1", meeples=("a1 a2 a3 a4 a5", "c1"))
    assert not options(state, "enter-")
    assert "c2" not in targets(world(crops="c1", meeples=("", "c1")), "enter-")


def test_T23_stopping_on_a_crop_finds_nothing() -> None:
    state = world(crops="a1 b1", meeples=("a1",))
    events = play(state, "explore-b1")
    assert [type(event) for event in events] == [MeepleMoved]
    assert state.tiles == mask(state, "a1 b1")


def test_T24_taking_a_meeple_back_from_anywhere() -> None:
    state = world(bare="c3", crops="a1", meeples=("c3 a1", "e5"))
    assert options(state, "retrieve-") == ["retrieve-a1", "retrieve-c3"]
    events = play(state, "retrieve-c3")
    assert [type(event) for event in events] == [MeepleRetrieved]
    assert state.reserve[0] == 4
    assert names(state, state.meeples[0]) == "a1"
    assert state.stack == [Act(1)], "it is the whole Explore"


def test_T25_discovery_on_an_empty_space_only() -> None:
    state = world(crops="a1", bare="b1", meeples=("a1", ""))
    assert not [event for event in play(state, "explore-b1") if isinstance(event, TileDiscovered)]
    state = world(crops="a1", meeples=("a1", ""))
    found = only(play(state, "explore-b1"), TileDiscovered)
    assert (found.seat, found.terrain, found.reveals) == (0, "dsgr".index(state.terrain[1]), True)
    assert state.tiles == mask(state, "a1 b1")
    assert state.planted == mask(state, "a1")
    assert sum(state.left) == 23


@pytest.mark.parametrize(
    ("levels", "terrain", "points"),
    [([0, 0, 0, 0], 0, 1), ([0, 1, 0, 0], 0, 2), ([0, 1, 1, 1], 0, 4), ([1, 2, 2, 0], 0, 3), ([2, 1, 1, 1], 0, 1)],
)
def test_T26_a_point_for_each_pawn_on_the_same_level(levels: list[int], terrain: int, points: int) -> None:
    state = world(crops="a2", meeples=("a2", ""))
    state.parties[0].levels = levels.copy()
    advanced = only(play(state, "explore-a1"), TrackAdvanced)
    assert state.terrain[0] == "dsgr"[terrain]
    assert (advanced.level, advanced.points, advanced.stuck) == (levels[terrain] + 1, points, False)
    assert state.parties[0].points == 10 + points
    assert state.parties[0].discovery == points


def test_T27_one_point_at_the_last_level() -> None:
    state = world(crops="a2", meeples=("a2", ""))
    state.parties[0].levels = [LAST_LEVEL] * 4
    advanced = only(play(state, "explore-a1"), TrackAdvanced)
    assert (advanced.level, advanced.points, advanced.stuck) == (LAST_LEVEL, 1, True)
    assert state.parties[0].levels == [LAST_LEVEL] * 4


def test_G4_the_pawn_reaches_the_last_level_and_scores_as_on_any() -> None:
    state = world(crops="a2", meeples=("a2", ""))
    state.parties[0].levels = [LAST_LEVEL - 1, LAST_LEVEL, LAST_LEVEL, 0]
    assert only(play(state, "explore-a1"), TrackAdvanced).points == 3


def test_G36_taking_back_and_then_offering() -> None:
    state = world(bare="c3", meeples=("c3",))
    state.parties[0].tokens = 0b11
    play(state, "retrieve-c3")
    assert state.stack == [Offer(0)]


def test_the_short_form_where_one_meeple_alone_can_get_there() -> None:
    state = world(crops="a1 e5", meeples=("a1 e5",))
    assert options(state, "explore-") == ["explore-b1", "explore-a2", "explore-e4", "explore-d5"]


def test_the_long_form_where_several_can() -> None:
    state = world(crops="a1 c1", meeples=("a1 c1",))
    assert options(state, "explore-") == [
        "explore-a2",
        "explore-a1-b1",
        "explore-d1",
        "explore-c2",
        "explore-c1-b1",
    ]
    play(state, "explore-c1-b1")
    assert names(state, state.meeples[0]) == "a1 b1"


def test_the_way_is_a_shortest_one() -> None:
    state = world(meeples=("a1",))
    fill(state, but="e5")
    moved = only(play(state, "explore-e5"), MeepleMoved)
    assert len(moved.path) == 9
    steps = zip(moved.path, moved.path[1:], strict=False)
    assert all(abs(after - before) in (1, state.ground.columns) for before, after in steps)


def test_every_move_offered_can_be_walked() -> None:
    """Each option of random positions, against a search that follows T17-T22 space by space."""
    for seed in range(30):
        chance = random.Random(seed)
        state = world(Settings(size="long" if seed % 3 == 0 else "short"), seats=3)
        cells = range(state.ground.cells)
        state.tiles = sum(1 << cell for cell in cells if chance.random() < 0.6)
        state.planted = state.tiles & sum(1 << cell for cell in cells if chance.random() < 0.7)
        stood = [cell for cell in cells if state.tiles >> cell & 1]
        chance.shuffle(stood)
        for colour in range(3):
            state.meeples[colour] = sum(1 << cell for cell in stood[colour * 3 : colour * 3 + 3])
            state.reserve[colour] = 4 - state.meeples[colour].bit_count()
        count_tiles(state)
        found = set()
        for option in options(state):
            verb, *words = option.split("-")
            if verb in ("explore", "enter"):
                after = TIWANAKU.copy(state)
                moved = only(play(after, option), MeepleMoved)
                assert moved.path[-1] == state.ground.index[words[-1]]
                found.add((moved.path[0] if verb == "explore" else -1, moved.path[-1]))
        assert found == _naive_moves(state)


def _naive_moves(state: Any) -> set[tuple[int, int]]:
    ground = state.ground
    own = {cell for cell in range(ground.cells) if state.meeples[0] >> cell & 1}
    others = {cell for cell in range(ground.cells) if (state.meeples[1] | state.meeples[2]) >> cell & 1}
    moves = set()
    edge = {cell for cell in range(ground.cells) if any(step[cell] < 0 for step in ground.step)}
    for origin in [*own, -1] if state.reserve[0] else own:
        first = edge if origin < 0 else {step[origin] for step in ground.step} - {-1}
        mine = own - {origin}
        todo = [(cell, frozenset({origin})) for cell in first]
        seen = set()
        while todo:
            cell, start = todo.pop()
            if cell in others or cell in seen or cell == origin:
                continue
            seen.add(cell)
            if cell not in mine:
                moves.add((origin, cell))
            if cell in mine or state.planted >> cell & 1:
                todo += [(step[cell], start) for step in ground.step if step[cell] >= 0]
    return moves


def test_the_default_finds_something_new() -> None:
    state = world(crops="a1", bare="b1", meeples=("a1 b1",))
    choice = state.stack[-1].default(state)
    assert only(play(state, choice), TileDiscovered)
    state = world(bare="a2", meeples=("a2", ""))
    fill(state, but="c3", bare="a2 b3 d3 c2 c4")
    assert state.stack[-1].default(state) == "divine-a2-chili", "potato and coca stand beside it"
