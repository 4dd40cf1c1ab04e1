"""Feats, each ruling by its number."""

from __future__ import annotations

from rules.iwari import IWARI, State
from rules.iwari.components import components
from rules.iwari.events import ConnectionScored, FeatDeclined, FeatPlaced, TerritoryScored
from rules.iwari.feats import offer
from rules.iwari.position import Feat
from rules.iwari.scoring import link_counts, parts, score_end, score_half, territory_counts
from tests.iwari.tables import ALL_FEATS, kind, of, options, play, table


def discovery(feats: tuple[str, ...] = ("discovery",), **fields: object) -> State:
    """Seat 0 fills Forest 2."""
    before = {"tents": {"F2": "12"}, "hands": ("FCG", "TTT", "DDD"), **fields}
    state = table(3, feats=feats, **before)  # type: ignore[arg-type]
    play(state, "tent-F2c-forest")
    return state


def union(**fields: object) -> State:
    """Seat 0 joins Glaciers 1 and Forest 2 to a settlement of four."""
    before = {"tents": {"F2": "00", "G1": "....0"}, "hands": ("GTC", "TTT", "DDD"), **fields}
    state = table(3, feats=("union",), **before)  # type: ignore[arg-type]
    play(state, "tent-G1f-glaciers")
    return state


def honour(**fields: object) -> State:
    """Seat 0 takes the majority of totems on connections 1 and 5 (land) and 4 (water) by a totem on Glaciers 1."""
    before = {
        "tents": {"G1": "11"},
        "totems": {"T1": "0", "F2": "0", "C1": "0"},
        "hands": ("GTC", "TTT", "DDD"),
        "feats": ("honour",),
        **fields,
    }
    state = table(3, **before)  # type: ignore[arg-type]
    play(state, "totem-G1-glaciers")
    return state


def test_without_feats_nothing_is_earned() -> None:
    assert kind(discovery(feats=())) == "DrawCard"


def test_f1_two_unions_two_discoveries_one_honour_one_respect() -> None:
    assert components().ours.feats == {"union": 2, "discovery": 2, "honour": 1, "respect": 1}
    assert kind(discovery(claims={"discovery": [1]})) == "ChooseFeat"
    assert kind(discovery(claims={"discovery": [1, 2]})) == "DrawCard", "both are gone"
    assert kind(honour(claims={"honour": [1]})) == "DrawCard"


def test_f2_a_declined_feat_is_gone() -> None:
    state = discovery()
    events = play(state, "decline")
    assert of(events, FeatDeclined) == [FeatDeclined(0, "discovery")]
    assert state.claims == {"discovery": [0]} and state.feats == []


def test_f2_declining_is_the_default() -> None:
    state = discovery()
    decision = IWARI.decision(state)
    assert decision is not None and decision.default(state) == "decline"


def test_f3_it_is_placed_right_after_the_placement_and_before_anything_else() -> None:
    state = table(3, tents={"G1": "11.111"}, hands=("GGG", "TTT", "DDD"), feats=("discovery",))
    play(state, "tent-G1c-glaciers")
    assert kind(state) == "ChooseFeat"
    play(state, "discovery-D1")
    assert kind(state) == "PlayMore", "then the turn goes on"
    state = discovery()
    play(state, "decline")
    assert kind(state) == "DrawCard"


def test_f3_the_second_piece_of_a_turn_earns_one_too() -> None:
    state = table(3, tents={"G1": "11.1.1"}, hands=("GGC", "TTT", "DDD"), feats=("discovery",))
    play(state, "tent-G1c-glaciers")
    assert kind(state) == "PlayMore"
    play(state, "tent-G1e-glaciers")
    assert kind(state) == "ChooseFeat"
    play(state, "decline")
    assert kind(state) == "DrawCard"


def test_f3_a_feat_of_the_last_turn_is_placed_before_the_count() -> None:
    state = discovery(last_round="deck", active=0, order=[1, 2, 0])
    assert kind(state) == "ChooseFeat"
    events = play(state, "discovery-G1")
    assert kind(state) == "over" and of(events, FeatPlaced)


def test_f4_one_of_each_kind_a_player() -> None:
    assert kind(discovery(claims={"discovery": [0]})) == "DrawCard"
    assert kind(union(claims={"union": [0]})) == "DrawCard"


def test_f5_the_first_time_a_group_reaches_four_also_by_joining_two() -> None:
    assert kind(union()) == "ChooseFeat"
    state = table(3, tents={"F2": "00"}, hands=("GFC", "TTT", "DDD"), feats=("union",))
    play(state, "tent-G1f-glaciers")
    assert kind(state) == "DrawCard", "three"


def test_f5_joining_two_groups_to_more_than_four_earns_it_too() -> None:
    state = union(tents={"F2": "000", "G1": "...00."})
    assert options(state) == ["union-G1", "union-F2", "decline"]
    play(state, "union-G1")
    assert state.claims == {"union": [0]}


def test_f5_a_second_settlement_after_a_missed_first_one_earns_nothing_new() -> None:
    assert kind(union(claims={"union": [1, 2]})) == "DrawCard"


def test_f6_union_goes_to_a_territory_of_that_settlement() -> None:
    state = union(tents={"F2": "00", "G1": "....0", "D1": "0"})
    assert options(state) == ["union-G1", "union-F2", "decline"]
    events = play(state, "union-F2")
    assert of(events, FeatPlaced) == [FeatPlaced(0, "union", "F2")]
    assert state.feats == [Feat("union", 0, "F2")]


def test_f7_discovery_goes_to_any_other_territory_explored_or_not() -> None:
    state = discovery()
    others = [name for name in state.board.ids if name != "F2"]
    assert options(state) == [f"discovery-{name}" for name in others] + ["decline"]


def test_f7_a_tent_that_leaves_a_space_free_earns_no_discovery() -> None:
    state = table(3, tents={"F2": "1"}, hands=("FFG", "TTT", "DDD"), feats=("discovery",))
    play(state, "tent-F2c-forest")
    assert kind(state) == "PlayMore"
    play(state, "tent-F2b-forest")
    assert kind(state) == "ChooseFeat", "the last space need not be the last letter"


def test_f8_every_territory_has_more_than_one_space() -> None:
    from rules.iwari import maps

    assert all(len(place.spaces) >= 3 for name in maps.ids() for place in maps.load(name).territories)


def test_f8_the_only_space_of_a_territory_earns_no_discovery() -> None:
    """It was unexplored when it was filled. No map has such a territory yet, so the row is shortened by hand."""
    for row, asked in (("0", "PlayCards"), ("10", "ChooseFeat")):
        state = table(3, hands=("FCG", "TTT", "DDD"), feats=("discovery",))
        place = state.board.index["F2"]
        state.tents[place] = row
        offer(state, 0, ("tent", place, len(row) - 1, "F"))
        assert kind(state) == asked


def test_f9_honour_needs_a_shared_majority_at_both_ends_of_a_land_connection() -> None:
    state = honour()
    assert options(state) == ["honour-1", "honour-5", "decline"]
    assert options(honour(totems={"T1": "01"})) == ["honour-1", "decline"], "a shared majority"
    assert kind(honour(totems={"T1": "011"})) == "DrawCard"
    assert kind(honour(totems={})) == "DrawCard", "no totem at the other end"


def test_f9_a_shared_majority_is_enough_at_either_end_and_at_both() -> None:
    """Glaciers 1 is the first end of connections 1, 4 and 5, and the second end of none."""
    assert options(honour(totems={"G1": "1", "T1": "0", "F2": "0"})) == ["honour-1", "honour-5", "decline"]
    assert options(honour(totems={"G1": "1", "T1": "20", "F2": "001"})) == ["honour-1", "honour-5", "decline"]
    assert options(honour(totems={"G1": "1", "C1": "10"}, feats=("respect",))) == ["respect-4", "decline"]
    behind = honour(tents={"G1": "111"}, totems={"G1": "11", "T1": "0", "F2": "0"})
    assert kind(behind) == "DrawCard", "two to one is no majority"


def test_f9_either_end_of_the_connection_may_come_last() -> None:
    """Connections 1 and 2 name Tundra 1 second and first."""
    state = table(3, tents={"T1": "11"}, totems={"G1": "0", "F1": "0"}, hands=("TGC", "TTT", "DDD"), feats=("honour",))
    play(state, "totem-T1-tundra")
    assert options(state) == ["honour-1", "honour-2", "decline"]


def test_f9_respect_likewise_on_water() -> None:
    state = honour(feats=("respect",))
    assert options(state) == ["respect-4", "decline"]
    play(state, "respect-4")
    assert state.feats == [Feat("respect", 0, "4")]


def test_b3_a_covered_connection_earns_no_feat() -> None:
    assert options(honour(mountains=(1,))) == ["honour-5", "decline"]
    assert kind(honour(mountains=(1, 5))) == "DrawCard"


def test_f10_of_several_connections_the_player_picks_one() -> None:
    state = honour()
    play(state, "honour-5")
    assert state.feats == [Feat("honour", 0, "5")] and state.claims["honour"] == [0]


def test_f11_several_feats_of_one_turn_in_the_players_own_order() -> None:
    state = honour(feats=ALL_FEATS)
    assert options(state) == ["honour-1", "honour-5", "respect-4", "decline-honour", "decline-respect"]
    play(state, "respect-4")
    assert options(state) == ["honour-1", "honour-5", "decline"]
    play(state, "decline")
    assert state.claims["honour"] == [0] and kind(state) == "DrawCard"

    state = table(3, tents={"F2": "00", "G1": "1111.0"}, hands=("GTC", "TTT", "DDD"), feats=ALL_FEATS)
    play(state, "tent-G1e-glaciers")
    found = options(state)
    assert {option.split("-")[0] for option in found} == {"union", "discovery", "decline"}
    play(state, "decline-union")
    assert {option.split("-")[0] for option in options(state)} == {"discovery", "decline"}


def test_f12_one_feat_doubles_two_treble_for_all_who_score_there() -> None:
    state = table(3, tents={"F2": "001"}, totems={"G1": "01", "T1": "01"}, feats=ALL_FEATS)
    for number, points in ((0, [3, 2, 0]), (1, [6, 4, 0]), (2, [9, 6, 0]), (3, [12, 8, 0]), (4, [15, 10, 0])):
        state.feats = [Feat("union" if one % 2 else "discovery", 0, "F2") for one in range(number)]
        assert territory_counts(state)[0].points == points
    state.feats = [Feat("honour", 0, "1")]
    assert link_counts(state)[0].points == [8, 8, 0] and link_counts(state)[0].times == 2


def test_f12_is_told_as_times() -> None:
    state = table(3, tents={"F2": "001"}, totems={"G1": "01", "T1": "01"}, feats=ALL_FEATS)
    state.feats = [Feat("honour", 0, "1"), Feat("union", 0, "F2"), Feat("discovery", 1, "F2")]
    events = score_end(state)
    assert of(events, TerritoryScored)[0].times == 3
    assert [event.times for event in of(events, ConnectionScored)] == [2] + [1] * 15


def test_f13_feats_do_not_count_at_the_half_journey() -> None:
    state = table(3, tents={"F2": "001"}, feats=ALL_FEATS)
    state.feats = [Feat("union", 0, "F2")]
    events = score_half(state)
    assert state.half == [3, 2, 0] and of(events, TerritoryScored)[0].times == 1


def test_f14_settlements_are_never_multiplied() -> None:
    state = table(3, tents={"F2": "000", "G1": ".....0"}, feats=ALL_FEATS)
    state.feats = [Feat("union", 0, "F2")]
    assert parts(state).settlements == [4, 0, 0]


def test_f15_honour_and_respect_do_not_touch_the_tents_of_a_territory() -> None:
    state = table(3, tents={"G1": "001", "T1": "0"}, feats=ALL_FEATS)
    state.feats = [Feat("honour", 0, "1"), Feat("respect", 0, "4")]
    assert parts(state).tents == [4, 2, 0]
