"""The rules of İye, each line of its checklist (Y) and each ruling (H) by its name."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from rules import GAMES, IllegalOption, match
from rules.iye import COUNTS, LETTERS, SPIRITS, Settings, State
from rules.iye.cycle import ChooseStarter, score
from rules.iye.events import CycleEnded, Dealt, DrumMoved, MatchWon, StarterChosen
from rules.iye.movement import MoveDrum
from rules.iye.tiles import BOX, CELL, CENTRE, FULL, HORSE, OWL, SQUARES, SUN, TREE, WATER
from tests.refused import refused

IYE = GAMES["iye"]
LAYOUT = "SHSTHSHWTSHOSTHSWHSTSWHTS"


def begin(**settings: object) -> State:
    state: State = IYE.setup(Settings(**{"layout": LAYOUT, "first": "host", **settings}), 2, 1)  # type: ignore[arg-type]
    return state


def position(
    drum: str,
    tiles: Iterable[str],
    hand: dict[int, int] | None = None,
    other: dict[int, int] | None = None,
    seat: int = 0,
    layout: str = LAYOUT,
) -> State:
    """A position with the drum and tiles where they are said to be, `seat` to move with `hand`."""
    state = begin(layout=layout)
    state.drum = CELL[drum]
    state.tiles = sum(1 << CELL[name] for name in tiles)
    state.stack = [MoveDrum(seat)]
    for spirit, count in (hand or {}).items():
        state.hands[seat][spirit] = count
    for spirit, count in (other or {}).items():
        state.hands[1 - seat][spirit] = count
    return state


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for option in IYE.options(state):
        after = IYE.copy(state)
        IYE.apply(after, option)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(("depth", "count"), [(1, 8), (2, 116), (3, 1195), (4, 14357)])
def test_number_of_move_sequences(depth: int, count: int) -> None:
    assert perft(begin(), depth) == count


@pytest.mark.slow
def test_number_of_move_sequences_five_deep() -> None:
    assert perft(begin(), 5) == 156639


def test_y1_the_box() -> None:
    assert dict(zip(SPIRITS, COUNTS, strict=True)) == {"owl": 1, "water": 3, "tree": 5, "horse": 7, "sun": 9}
    assert len(BOX) == 25
    assert IYE.seats == range(2, 3)


def test_y2_all_dealt_and_the_drum_on_the_centre() -> None:
    deals = set()
    for seed in range(20):
        state = IYE.setup(Settings(), 2, seed)
        assert sorted(LETTERS[spirit] for spirit in state.layout) == sorted(BOX)
        assert state.tiles == FULL
        assert SQUARES[state.drum] == "c3"
        deals.add(tuple(state.layout))
    assert len(deals) == 20


def test_y3_two_cycles_win_the_game() -> None:
    state = begin()
    wins = [0, 0]
    chance = random.Random(3)
    while IYE.decision(state) is not None:
        for event in IYE.apply(state, chance.choice(IYE.options(state))):
            if isinstance(event, CycleEnded) and event.winner is not None:
                wins[event.winner] += 1
            if isinstance(event, MatchWon):
                assert wins[event.seat] == 2
    assert sorted(wins)[1] == 2
    assert [row.winner for row in IYE.standings(state)] == [count == 2 for count in wins]


def test_h12_one_cycle_can_be_enough() -> None:
    state = begin(cycles=1)
    chance = random.Random(3)
    ended = 0
    while IYE.decision(state) is not None:
        events = IYE.apply(state, chance.choice(IYE.options(state)))
        ended += sum(isinstance(event, CycleEnded) and event.winner is not None for event in events)
    assert ended == 1


def test_y4_no_passing_and_one_move_a_turn() -> None:
    state = begin()
    assert all(option in ("a3", "b3", "d3", "e3", "c1", "c2", "c4", "c5") for option in IYE.options(state))
    IYE.apply(state, "c4")
    decision = IYE.decision(state)
    assert decision is not None and decision.seat == 1


@pytest.mark.parametrize("option", ["c4", "horse-d5"])
def test_y5_the_tile_goes_to_the_opponent(option: str) -> None:
    state = begin()
    state.hands[0][HORSE] = 1
    spirit = state.layout[CELL[option[-2:]]]
    IYE.apply(state, option)
    assert state.hands[1][spirit] == 1
    assert sum(state.hands[0]) == (0 if "-" in option else 1)
    assert state.stack[-1].seat == 1


def test_y6_natural_movement_is_one_or_two_straight() -> None:
    every = list(SQUARES)
    assert set(IYE.options(position("b2", every))) == {"b1", "a2", "c2", "d2", "b3", "b4"}
    assert set(IYE.options(position("a1", every))) == {"b1", "c1", "a2", "a3"}


def test_y6_gaps_are_crossed_and_counted() -> None:
    assert IYE.options(position("a1", ["c1", "d1"])) == ["c1"]


def test_h3_natural_movement_crosses_a_tile() -> None:
    assert IYE.options(position("a1", ["b1", "c1"])) == ["b1", "c1"]


def test_y7_a_spent_tile_leaves_the_game_in_the_open() -> None:
    state = position("c3", ["c2", "d5", "e1"], {HORSE: 1})
    IYE.apply(state, "horse-d5")
    assert state.hands[0][HORSE] == 0
    assert state.spent[0][HORSE] == 1
    assert IYE.view(state, 1).spent[0][HORSE] == 1


def test_y8_sun_to_a_corner_that_holds_a_tile() -> None:
    state = position("c3", ["a1", "e5", "b2", "c2"], {SUN: 1})
    assert [option for option in IYE.options(state) if option.startswith("sun")] == ["sun-a1", "sun-e5"]
    assert not [option for option in IYE.options(position("c3", ["c2", "b2"], {SUN: 2})) if option.startswith("sun")]


def test_y9_horses_jump_like_a_knight() -> None:
    state = position("c3", SQUARES, {HORSE: 1})
    jumps = {option[-2:] for option in IYE.options(state) if option.startswith("horse")}
    assert jumps == {"b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5"}


def test_y10_tree_one_diagonal() -> None:
    state = position("c3", SQUARES, {TREE: 1})
    assert {option[-2:] for option in IYE.options(state) if option.startswith("tree")} == {"b2", "d2", "b4", "d4"}


def test_y11_water_any_distance_in_eight_directions() -> None:
    state = position("a1", SQUARES, {WATER: 1})
    landings = {option[-2:] for option in IYE.options(state) if option.startswith("water")}
    assert landings == {"b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5", "b2", "c3", "d4", "e5"}


def test_h2_nothing_blocks_water() -> None:
    assert "water-e5" in IYE.options(position("a1", ["b2", "c3", "d4", "e5"], {WATER: 1}))


def test_y12_owls_to_any_tile() -> None:
    state = position("c3", ["a1", "d4", "e1"], {OWL: 1})
    assert [option for option in IYE.options(state) if option.startswith("owl")] == ["owl-a1", "owl-e1", "owl-d4"]


def test_y13_spending_is_allowed_beside_natural_moves_and_compulsory_without() -> None:
    free = IYE.options(position("c3", ["c2", "a1"], {SUN: 1}))
    assert free == ["c2", "sun-a1"]
    forced = IYE.options(position("c3", ["a1", "e1"], {SUN: 1}))
    assert forced == ["sun-a1", "sun-e1"]


def test_y14_a_received_tile_serves_from_the_next_turn_on() -> None:
    state = begin()
    IYE.apply(state, "c4")  # gives the other a tile of Horses
    assert state.hands[1][HORSE] == 1
    assert any(option.startswith("horse") for option in IYE.options(state))


def test_y14_all_is_open_after_the_deal() -> None:
    state = begin()
    IYE.apply(state, "c4")
    view = IYE.view(state, None)
    view.chance = state.chance
    assert view == state


def test_y15_one_tile_left_brings_scoring() -> None:
    state = position("a1", ["b1", "c1"], other={SUN: 2})
    events = IYE.apply(state, "b1")
    ended = next(event for event in events if isinstance(event, CycleEnded))
    assert ended.stuck is None
    assert ended.winner == 1


def test_y16_no_legal_move_loses_the_cycle() -> None:
    state = position("a1", ["b1", "e5", "d5"], {SUN: 5})
    events = IYE.apply(state, "b1")
    ended = next(event for event in events if isinstance(event, CycleEnded))
    assert (ended.winner, ended.stuck, ended.points) == (0, 1, (0, 0))


def test_h5_one_tile_left_is_scored_even_if_the_mover_is_stuck() -> None:
    state = position("a1", ["b1", "e5"], {SUN: 1})
    ended = next(event for event in IYE.apply(state, "b1") if isinstance(event, CycleEnded))
    assert ended.stuck is None
    assert ended.winner == 0


def test_y17_strictly_more_takes_the_worth_and_equal_nobody() -> None:
    assert score([[0] * 5, [0] * 5])[0] == (0, 0)
    assert score([[1, 3, 5, 7, 9], [0] * 5])[0] == (25, 0)
    assert score([[0, 1, 0, 2, 0], [0, 1, 1, 1, 0]]) == ((7, 5), (None, None, 1, 0, None))


def test_y22_the_scoring_example_of_the_rulebook() -> None:
    points, scored = score([[1, 2, 2, 3, 3], [0, 1, 2, 2, 4]])
    assert points == (11, 9)
    assert scored == (0, 0, None, 0, 1)


def test_y18_more_points_win_the_cycle() -> None:
    state = position("a1", ["b1", "c1"], {HORSE: 1}, layout=LAYOUT)
    ended = next(event for event in IYE.apply(state, "b1") if isinstance(event, CycleEnded))
    # b1 holds Horses, so both have one: nobody has more, the cycle is tied.
    assert ended.winner is None
    assert ended.points == (0, 0)


def test_y18_more_points_win_although_both_score() -> None:
    # The rulebook's example, one move before its end: b1 gives the other the Horses that are lacking.
    state = position(
        "a1",
        ["b1", "c1"],
        {OWL: 1, WATER: 2, TREE: 2, HORSE: 3, SUN: 3},
        {WATER: 1, TREE: 2, HORSE: 1, SUN: 4},
    )
    ended = next(event for event in IYE.apply(state, "b1") if isinstance(event, CycleEnded))
    assert (ended.winner, ended.points, ended.stuck) == (0, (11, 9), None)
    assert ended.scored == (0, 0, None, 0, 1)


def test_y19_the_loser_chooses_who_begins() -> None:
    for option, starter in (("go-first", 1), ("go-second", 0)):
        state = position("a1", ["b1", "e5", "d5"], {SUN: 5})
        IYE.apply(state, "b1")
        decision = IYE.decision(state)
        assert isinstance(decision, ChooseStarter) and decision.seat == 1
        events = IYE.apply(state, option)
        assert StarterChosen(1, starter) in events
        assert state.starter == state.stack[-1].seat == starter


def test_h8_after_a_tie_the_second_player_begins() -> None:
    state = position("a1", ["b1", "c1"], {HORSE: 1})
    events = IYE.apply(state, "b1")
    assert Dealt(2, 1) in events
    assert state.starter == state.stack[-1].seat == 1
    assert state.past[0].winner is None


def test_h9_ties_go_on_without_end_and_the_players_may_agree_a_draw() -> None:
    state = position("a1", ["b1", "c1"], {HORSE: 1})
    IYE.apply(state, "b1")
    match.play(IYE, state, 0, match.DRAW)
    assert IYE.decision(state) is None
    assert [(row.rank, row.winner) for row in IYE.standings(state)] == [(1, False), (1, False)]


def test_y20_a_new_deal_with_empty_hands() -> None:
    state = position("a1", ["b1", "e5", "d5"], {SUN: 5})
    IYE.apply(state, "b1")
    IYE.apply(state, "go-first")
    assert state.hands == state.spent == [[0] * 5, [0] * 5]
    assert state.tiles == FULL and state.drum == CENTRE and state.last is None


def test_y21_twenty_four_moves_and_first_holdings() -> None:
    state = begin()
    IYE.apply(state, "c2")
    assert [sum(hand) for hand in state.hands] == [0, 1]
    IYE.apply(state, "c4")
    assert [sum(hand) for hand in state.hands] == [1, 1]
    chance = random.Random(1)
    full = 0
    for seed in range(30):
        state = IYE.setup(Settings(cycles=1), 2, seed)
        moves = [0, 0]
        while IYE.decision(state) is not None:
            natural = [option for option in IYE.options(state) if "-" not in option]
            option = chance.choice(natural or IYE.options(state))
            moves[state.stack[-1].seat] += 1
            ended = [event for event in IYE.apply(state, option) if isinstance(event, CycleEnded)]
            if ended:
                if ended[0].stuck is None:
                    assert moves == [12, 12]
                    full += 1
                break
    assert full > 5


def test_h1_the_centre_tile_stays_under_the_drum_and_can_be_landed_on_later() -> None:
    state = begin()
    assert state.tiles >> CENTRE & 1
    assert not any(option.endswith("c3") for option in IYE.options(state))
    IYE.apply(state, "c4")
    assert "c3" in IYE.options(state)


def test_h4_an_empty_space_is_never_landed_on() -> None:
    everything = dict.fromkeys(range(5), 1)
    options = IYE.options(position("c3", ["c2", "a5"], everything))
    assert {option[-2:] for option in options} == {"c2", "a5"}


def test_h6_spending_where_natural_movement_reaches_is_legal() -> None:
    assert "water-c2" in IYE.options(position("c3", ["c2", "a1"], {WATER: 1}))


def test_h7_the_first_player_by_lot_or_by_choice() -> None:
    starters = {IYE.setup(Settings(), 2, seed).starter for seed in range(20)}
    assert starters == {0, 1}
    assert {IYE.setup(Settings(first="guest"), 2, seed).starter for seed in range(5)} == {1}


def test_h10_whoever_does_not_choose_begins() -> None:
    state = position("a1", ["b1", "e5", "d5"], {SUN: 5})
    IYE.apply(state, "b1")
    assert state.stack[-1].default(state) == "go-first"


def test_h11_resigning_loses_the_match_not_the_cycle() -> None:
    state = begin()
    match.play(IYE, state, 0, match.RESIGN)
    assert [row.winner for row in IYE.standings(state)] == [False, True]


def test_conservation_of_tiles() -> None:
    for seed in range(10):
        record = match.random_record("iye", seed)
        for _, state, _ in match.replay(record):
            assert isinstance(state, State)
            held = sum(map(sum, state.hands)) + sum(map(sum, state.spent))
            assert held + state.tiles.bit_count() == 25
            for spirit, count in enumerate(COUNTS):
                left = sum(state.layout[cell] == spirit for cell in range(25) if state.tiles >> cell & 1)
                assert left + sum(hands[spirit] for hands in (*state.hands, *state.spent)) == count


def test_events_tell_the_move() -> None:
    state = begin()
    state.hands[0][HORSE] = 1
    events = IYE.apply(state, "horse-d5")
    assert events == [DrumMoved(0, CENTRE, CELL["d5"], HORSE, state.layout[CELL["d5"]])]
    assert state.last == events[0]


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ("S" * 24, "25 letters"),
        ("S" * 25, "has 1 O"),
        (LAYOUT[:-1] + "X", "not with X"),
        (LAYOUT.replace("O", "S"), "has 1 O"),
    ],
)
def test_a_wrong_layout_is_refused_with_the_reason(layout: str, reason: str) -> None:
    with refused(reason):
        IYE.setup(Settings(layout=layout), 2, 1)


def test_a_layout_serves_the_first_cycle_only() -> None:
    state = position("a1", ["b1", "c1"], {HORSE: 1})
    IYE.apply(state, "b1")
    assert "".join(LETTERS[spirit] for spirit in state.layout) != LAYOUT


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_only_two_can_play(seats: int) -> None:
    with refused("2 players"):
        IYE.setup(Settings(), seats, 1)


def test_unknown_settings_are_refused() -> None:
    with refused():
        IYE.settings_from(b'{"cycles": 3}')
    with refused():
        IYE.settings_from(b'{"color": "red"}')


def test_an_unknown_move_is_no_move() -> None:
    state = begin()
    for option in ("c3", "horse-d5", "z9", "sun-", "-c4"):
        with pytest.raises(IllegalOption):
            IYE.apply(state, option)
