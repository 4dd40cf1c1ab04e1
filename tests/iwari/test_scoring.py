"""Scoring: the rulebook's examples first, then each ruling by its number."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.iwari import IWARI, State
from rules.iwari.board import board, build
from rules.iwari.events import ConnectionScored
from rules.iwari.position import Feat
from rules.iwari.scoring import (
    groups,
    link_counts,
    majority,
    parts,
    score_end,
    settlements,
    tent_points,
    territory_counts,
)
from tests.iwari.tables import table


def points_of_link(state: State, no: int) -> list[int]:
    links = state.board.links
    return next(count.points for count in link_counts(state) if links[count.link].no == no)


def test_tent_scoring_example() -> None:
    """Red three, blue two, green and yellow one each: 7, 3, 2, 2."""
    state = table(4, tents={"D1": "0001123"})
    (count,) = territory_counts(state)
    assert count.tents == [3, 2, 1, 1]
    assert count.points == [7, 3, 2, 2]


def test_tent_scoring_of_five_ranks() -> None:
    state = table(5, tents={"D1": "000112234"})
    assert territory_counts(state)[0].points == [9, 3, 3, 2, 2]
    assert tent_points("000000111112222333445")[:6] == (21, 6, 5, 4, 3, 2)


def test_totem_scoring_example() -> None:
    """Blue and yellow tie at one end, yellow leads at the other, five totems in all: yellow scores five, blue none."""
    state = table(4, totems={"G1": "02", "T1": "221"})
    assert points_of_link(state, 1) == [0, 0, 5, 0]


def test_totem_scoring_counts_a_tie_as_a_majority() -> None:
    state = table(3, totems={"G1": "01", "T1": "10"})
    assert points_of_link(state, 1) == [4, 4, 0]


def test_settlement_scoring_needs_four_tents_in_a_row() -> None:
    state = table(3, tents={"F2": "000"})
    assert not settlements(state)
    state = table(3, tents={"F2": "000", "G1": ".....0"})
    (found,) = settlements(state)
    assert [state.board.space_ids[space] for space in found.spaces] == ["G1f", "F2a", "F2b", "F2c"]
    assert parts(state).settlements == [4, 0, 0]


def test_feats_example_two_unions_make_three_times() -> None:
    """Five tents, three to two, and two Union feats: fifteen and nine."""
    state = table(4, tents={"F1": "00033"}, feats=("union",))
    state.feats = [Feat("union", 0, "F1"), Feat("union", 3, "F1")]
    assert territory_counts(state)[0].points == [15, 0, 0, 9]


def test_b2_a_mountain_cuts_no_road() -> None:
    tents = {"G1": "..0", "T1": "00.0"}
    assert parts(table(3, tents=tents, mountains=(1,))).settlements == [4, 0, 0]


def test_b43_tied_ranks_skip_no_position_and_no_tents_score_nothing() -> None:
    assert tent_points("0011223...")[:5] == (7, 7, 7, 2, 0)
    assert tent_points("000112")[:4] == (6, 3, 2, 0)
    assert tent_points("...")[:3] == (0, 0, 0)


def test_b43_six_tribes() -> None:
    assert tent_points("000001111222334")[:6] == (15, 5, 4, 3, 2, 0)
    assert tent_points("000001111222334555")[:6] == (18, 5, 4, 3, 2, 4)


def test_b44_branches_and_loops_count_each_tent_once() -> None:
    # F1: d is joined to a and e; e and d lead to the desert's b and c, which are neighbours: a loop of four.
    state = table(3, tents={"F1": "...00", "D1": ".00"})
    assert parts(state).settlements == [4, 0, 0]
    state = table(3, tents={"C2": "00.00."})
    assert parts(state).settlements == [4, 0, 0], "a branch at a and one at b"


def test_b44_every_settlement_scores() -> None:
    state = table(3, tents={"G1": "00..00", "D1": "0000"})
    assert sorted(len(found.spaces) for found in settlements(state)) == [4, 4]
    assert parts(state).settlements == [8, 0, 0]


def test_b44_a_strange_tent_interrupts() -> None:
    state = table(3, tents={"F2": "010", "G1": "0...00"})
    assert parts(state).settlements == [0, 0, 0]
    flat = "".join(state.tents)
    assert sorted(len(group) for group in groups(state.board, flat)["0"]) == [1, 1, 3]


def test_b45_no_settlements_or_totems_at_the_half_journey() -> None:
    from rules.iwari.scoring import score_half

    state = table(3, tents={"F2": "000", "G1": ".....0"}, totems={"G1": "0", "F2": "0"})
    score_half(state)
    assert state.half == [4, 0, 0]


def test_b46_nobody_has_a_majority_of_no_totems() -> None:
    assert majority("") == ""
    state = table(3, totems={"G1": "0"})
    assert points_of_link(state, 1) == [0, 0, 0]


def test_b47_tied_tribes_score_a_connection_in_full() -> None:
    state = table(4, totems={"G1": "0123", "T1": "013"})
    assert points_of_link(state, 1) == [7, 7, 0, 7]


def test_b48_every_connection_of_a_territory_scores() -> None:
    state = table(3, totems={"G1": "0", "T1": "0", "F2": "0"})
    assert parts(state).totems == [6, 0, 0], "1, 5 and 6"


def doubled(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> State:
    """A match on a land where connection 4 leads by water where 1 leads by land. No map has such a pair yet."""
    land = board("base_a").map
    links = tuple(replace(link, ends=("G1", "T1")) if link.no == 4 else link for link in land.connections)
    other = build(replace(land, connections=links))
    monkeypatch.setattr("rules.iwari.position.board", lambda _: other)
    state = table(3, **fields)
    assert state.board is other and [link.kind for link in other.links if link.no in (1, 4)] == ["land", "water"]
    return state


def test_b48_two_connections_between_the_same_two_territories_both_score(monkeypatch: pytest.MonkeyPatch) -> None:
    state = doubled(monkeypatch, totems={"G1": "00", "T1": "01"})
    assert points_of_link(state, 1) == points_of_link(state, 4) == [4, 0, 0]
    assert parts(state).totems == [8, 0, 0]
    told = [event for event in score_end(state) if isinstance(event, ConnectionScored) and event.points[0]]
    assert [(event.no, event.ends, event.points[0]) for event in told] == [(1, ("G1", "T1"), 4), (4, ("G1", "T1"), 4)]


def test_b48_mountains_and_feats_are_those_of_one_of_the_two(monkeypatch: pytest.MonkeyPatch) -> None:
    state = doubled(monkeypatch, totems={"G1": "0", "T1": "0"}, mountains=(1,), feats=("respect",))
    assert parts(state).totems == [2, 0, 0]
    state = doubled(monkeypatch, totems={"G1": "0", "T1": "0"}, feats=("respect",))
    state.feats = [Feat("respect", 0, "4")]
    assert (points_of_link(state, 1), points_of_link(state, 4)) == ([2, 0, 0], [4, 0, 0])


def test_b49_connections_are_counted_in_ascending_order() -> None:
    state = table(3, mountains=(3, 11))
    numbers = [state.board.links[count.link].no for count in link_counts(state)]
    assert numbers == [no for no in range(1, 17) if no not in (3, 11)]


def test_a_covered_connection_scores_nothing() -> None:
    state = table(3, totems={"G1": "0", "T1": "0"}, mountains=(1,))
    assert parts(state).totems == [0, 0, 0]


def test_b50_a_tie_goes_to_the_most_unused_pieces() -> None:
    state = table(3, tents={"F2": "0", "F3": "1"}, totems={"G1": "1"}, phase="over", stack=[])
    rows = IWARI.standings(state)
    assert [row.score for row in rows] == [1, 1, 0]
    assert [row.rank for row in rows] == [1, 2, 3] and [row.winner for row in rows] == [True, False, False]


def test_b50_unused_pieces_are_tents_and_totems_together() -> None:
    """Seat 1 has a tent less in its supply; a totem that seat 0 has placed outweighs that."""
    before = {"tents": {"F3": "1"}, "half": [1, 0, 0], "phase": "over", "stack": []}
    state = table(3, **before)  # type: ignore[arg-type]
    assert [row.score for row in IWARI.standings(state)] == [1, 1, 0]
    assert [row.winner for row in IWARI.standings(state)] == [True, False, False]
    state = table(3, totems={"G1": "0"}, **before)  # type: ignore[arg-type]
    assert [row.winner for row in IWARI.standings(state)] == [True, True, False]


def test_b50_still_tied_the_win_is_shared() -> None:
    state = table(3, tents={"F2": "0", "F3": "1"}, phase="over", stack=[])
    assert [row.winner for row in IWARI.standings(state)] == [True, True, False]


def test_b51_the_running_score_is_what_an_end_now_would_bring() -> None:
    state = table(3, tents={"F2": "001"}, totems={"G1": "1", "F2": "1"}, half=[5, 6, 7])
    rows = IWARI.standings(state)
    assert rows[0].parts == {"half": 5, "tents": 3, "totems": 0, "settlements": 0}
    assert rows[1].parts == {"half": 6, "tents": 2, "totems": 2, "settlements": 0}
    assert [row.score for row in rows] == [8, 10, 7] and not any(row.winner for row in rows)
    assert IWARI.standings(IWARI.view(state, None)) == rows
