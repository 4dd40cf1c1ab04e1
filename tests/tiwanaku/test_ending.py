"""The end of the competitive mode: T33-T37, G33."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import IllegalOption
from rules.tiwanaku import TIWANAKU
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.events import CropDivined, LastTilePlaced, MatchEnded, OfferingMade, Passed
from rules.tiwanaku.offer import Offer
from tests.tiwanaku.worlds import fill, final_turn, mask, only, options, play, world


def nearly_over(seats: int = 2, *, bare: str = "", meeples: tuple[str, ...] = ()) -> Any:
    """Everything lies but e5, which the first player can enter; it is their turn."""
    state = world(seats=seats, meeples=meeples)
    fill(state, but="e5", bare=bare)
    return state


def test_T33_the_last_terrain_tile_ends_it_not_the_last_crop() -> None:
    state = nearly_over()
    events = play(state, "enter-e5")
    assert only(events, LastTilePlaced).seat == 0
    assert state.planted != state.ground.full
    assert isinstance(state.stack[-1], FinalDivine)


def test_T33_the_turn_is_finished_offering_included() -> None:
    state = nearly_over()
    state.parties[0].tokens = 0b11
    assert not [event for event in play(state, "enter-e5") if isinstance(event, LastTilePlaced)]
    assert state.stack == [Offer(0)]
    events = play(state, "offer-coca+potato")
    assert only(events, LastTilePlaced)
    assert state.parties[0].offerings == 1


def test_T33_planting_the_last_crop_while_a_space_is_empty_ends_nothing() -> None:
    state = world(meeples=("a1",))
    fill(state, but="e5", bare="a1")
    play(state, "divine-a1-potato", "done")
    assert state.phase == "turns"
    assert state.stack[-1].seat == 1


def test_T34_round_the_table_from_whoever_placed_the_last_tile() -> None:
    state = nearly_over(3, bare="a1 b1 c1 d1", meeples=("a1", "b1", "c1 d1"))
    play(state, "enter-e5")
    turns = []
    for choice in ("divine-a1-potato", "divine-b1-coca", "divine-c1-chili", "pass", "divine-d1-corn"):
        turns.append(state.stack[-1].seat)
        play(state, choice)
    assert turns == [0, 1, 2, 0, 2], "seat 1 has nothing left and is passed over"


def test_T34_one_meeple_at_a_time() -> None:
    state = nearly_over(bare="a1 b1 c1", meeples=("a1 b1", "c1"))
    play(state, "enter-e5", "divine-a1-potato")
    assert state.stack == [FinalDivine(1)]


def test_T34_passing_is_final() -> None:
    state = nearly_over(bare="a1 b1 c1", meeples=("a1", "b1 c1"))
    play(state, "enter-e5")
    assert only(play(state, "pass"), Passed) == Passed(0, False)
    play(state, "divine-b1-coca")
    assert state.stack == [FinalDivine(1)]
    events = play(state, "divine-c1-chili", "offer-chili+coca")
    assert isinstance(events[-1], MatchEnded)
    assert state.planted >> state.ground.index["a1"] & 1 == 0


def test_T34_who_has_nothing_to_divine_is_out_at_once() -> None:
    state = nearly_over(bare="a1", meeples=("a1",))
    state.meeples[1] = mask(state, "b2")
    events = play(state, "enter-e5", "pass")
    assert Passed(1, True) in events
    assert state.phase == "over"


def test_T35_right_brings_points_and_token() -> None:
    state = nearly_over()
    play(state, "enter-e5")
    before = state.parties[0].points
    divined = only(play(state, "divine-e5-chili"), CropDivined)
    assert (divined.points, divined.token) == (3, True)
    assert state.parties[0].points == before + 3
    assert state.parties[0].held == ["chili"]


def test_T35_wrong_costs_the_level_and_passes() -> None:
    state = nearly_over(bare="a1", meeples=("a1",))
    play(state, "enter-e5")
    events = play(state, "divine-e5-potato")
    assert only(events, CropDivined).points == -3
    assert Passed(0, True) in events
    assert state.phase == "over", "seat 0 has a1 left but must not go on; seat 1 has nothing"


def test_T36_undivined_crops_stay_hidden_until_the_match_is_over() -> None:
    state = nearly_over(bare="a1 b1", meeples=("a1", "b1"))
    play(state, "enter-e5", "pass")
    assert TIWANAKU.view(state, 1).crops[0] == "."
    play(state, "pass")
    assert state.phase == "over"
    assert state.planted & mask(state, "a1 b1 e5") == 0


def test_T36_one_last_offering_each() -> None:
    state = nearly_over(3)
    for party in state.parties:
        party.tokens = 0b11
    play(state, "enter-e5", "done", "pass")
    turns = []
    while state.stack:
        assert isinstance(state.stack[-1], FinalOffer)
        turns.append(state.stack[-1].seat)
        assert only(play(state, "offer-coca+potato"), OfferingMade).points == 1
    assert turns == [0, 1, 2]


def test_T36_fewer_than_two_tokens_cannot_score() -> None:
    state = nearly_over()
    state.parties[1].tokens = 0b1
    events = play(state, "enter-e5", "pass")
    assert isinstance(events[-1], MatchEnded)


def test_T36_the_default_of_the_last_offering_is_all() -> None:
    state = nearly_over()
    state.parties[1].tokens = 0b111
    play(state, "enter-e5", "pass")
    assert state.stack[-1].default(state) == "offer-chili+coca+potato"


def test_G33_no_offering_between_the_final_divinations() -> None:
    state = nearly_over()
    state.parties[0].tokens = 0b11
    play(state, "enter-e5", "done")
    assert state.stack == [FinalDivine(0)]
    assert not options(state, "offer-")
    with pytest.raises(IllegalOption):
        play(state, "offer-coca+potato")


def finish(state: Any) -> list[Any]:
    final_turn(state, 0)
    play(state, "pass")
    assert not state.stack
    return TIWANAKU.standings(state)


def ended(seats: int) -> Any:
    state = world(seats=seats, meeples=("e5",))
    fill(state, bare="e5")
    return state


def test_T37_most_points_win() -> None:
    state = ended(3)
    for party, points in zip(state.parties, (20, 31, 30), strict=True):
        party.points, party.discovery = points, points - 10
    rows = finish(state)
    assert [(row.rank, row.winner) for row in rows] == [(3, False), (1, True), (2, False)]
    assert rows[1].parts == {
        "start": 10,
        "discovery": 21,
        "divination": 0,
        "mistakes": 0,
        "offerings": 0,
        "untouched": 0,
    }


def test_T37_a_tie_goes_to_more_steps_on_all_tracks() -> None:
    state = ended(2)
    state.parties[0].levels, state.parties[1].levels = [4, 0, 0, 1], [2, 2, 2, 0]
    assert [row.winner for row in finish(state)] == [False, True]


def test_T37_still_tied_is_shared() -> None:
    state = ended(2)
    state.parties[0].levels, state.parties[1].levels = [4, 0, 0, 1], [2, 2, 1, 0]
    assert [(row.rank, row.winner) for row in finish(state)] == [(1, True), (1, True)]


def test_nobody_has_won_in_mid_game_but_everybody_has_a_rank() -> None:
    state = world()
    state.parties[1].points = 11
    assert [(row.rank, row.winner) for row in TIWANAKU.standings(state)] == [(2, False), (1, False)]
