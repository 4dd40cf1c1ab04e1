"""Gameplay, playing cards and pieces: rulebook lines first, then each ruling by its number."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rules.game import Events
from rules.iwari import IWARI, State
from rules.iwari.board import Rows, board, build, cap, payments
from rules.iwari.events import CardDiscarded, TentPlaced, TotemPlaced
from tests.iwari.tables import kind, of, options, play, row, stack, table


def targets(found: list[str]) -> set[str]:
    """The territories that placements go to."""
    return {option.split("-")[1][:2] for option in found if option.startswith(("tent", "totem"))}


def test_one_piece_for_each_card_in_the_biome_of_the_card() -> None:
    state = table(hands=("GFC",))
    assert targets(options(state)) == {"G1", "G2", "F1", "F2", "F3", "C1", "C2"}
    play(state, "tent-G1a-glaciers")
    assert row(state, "G1") == "0....." and state.hands[0] == "CF" and state.discard == "G"


def test_unexplored_takes_a_single_tent() -> None:
    state = table(hands=("GGG",))
    assert not options(state, "totem")
    play(state, "tent-G1a-glaciers")
    assert kind(state) == "DrawCard", "no second piece"


def test_explored_takes_two_pieces_of_either_kind() -> None:
    state = table(tents={"G1": "1"}, hands=("GGG",))
    play(state, "tent-G1b-glaciers")
    assert kind(state) == "PlayMore"
    assert set(options(state)) == {f"tent-G1{space}-glaciers" for space in "cdef"} | {"totem-G1-glaciers", "done"}
    play(state, "totem-G1-glaciers")
    assert kind(state) == "DrawCard", "at most two pieces though a card is left"
    assert (row(state, "G1"), stack(state, "G1")) == ("10....", "0")


def test_a_pair_is_a_wild_card() -> None:
    state = table(hands=("GGF",))
    assert "tent-D1a-glaciers+glaciers" in options(state)
    events = play(state, "tent-D1a-glaciers+glaciers")
    assert of(events, TentPlaced) == [TentPlaced(0, 0, "D1", "D1a", ("glaciers", "glaciers"), True)]
    assert state.hands[0] == "F" and state.discard == "GG"


def test_fundamental_rule_example_a_majority_of_three_holds_three_totems_a_fourth_tent_raises_it() -> None:
    state = table(tents={"G1": "000"}, totems={"G1": "012"}, hands=("GGF",))
    assert not options(state, "totem-G1")
    play(state, "tent-G1d-glaciers")
    assert "totem-G1-glaciers" in options(state)
    play(state, "totem-G1-glaciers")
    assert stack(state, "G1") == "0120"


def test_each_tent_space_takes_one_tent_and_a_full_territory_none_but_totems() -> None:
    state = table(tents={"F2": "012", "F1": "0"}, hands=("FFF",))
    assert not options(state, "tent-F2") and "totem-F2-forest" in options(state)
    assert "tent-F1a-forest" not in options(state)


def test_b11_a_turn_is_a_placement_or_one_discard() -> None:
    state = table(hands=("GFC",))
    found = options(state)
    assert "done" not in found and "pass" not in found
    assert [option for option in found if not option.startswith("tent")] == [
        "discard-glaciers",
        "discard-forest",
        "discard-coast",
    ]
    events = play(state, "discard-forest")
    assert of(events, CardDiscarded) == [CardDiscarded(0, 0, "forest")]
    assert kind(state) == "DrawCard" and state.hands[0] == "CG"
    play(state, "draw-deck")
    assert len(state.hands[0]) == 3 and state.active == 1


def test_b12_discarding_is_allowed_though_pieces_could_be_placed() -> None:
    state = table(tents={"G1": "1"}, hands=("GGG",))
    assert options(state, "tent") and options(state, "discard") == ["discard-glaciers"]


def test_b13_the_replacement_comes_from_display_or_deck() -> None:
    state = table(hands=("GFC",))
    play(state, "discard-forest")
    assert options(state) == ["draw-glaciers", "draw-tundra", "draw-forest", "draw-coast", "draw-deck"]


def test_b14_every_card_pays_for_a_piece() -> None:
    for option in options(table(tents={"G1": "1"}, hands=("GGF",))):
        assert len(option.split("-")[-1].split("+")) <= 2
    state = table(tents={"G1": "1"}, hands=("GGG",))
    assert {option.split("-")[-1] for option in options(state, "tent-G1")} == {"glaciers"}


def test_b15_a_pair_does_not_pay_for_its_own_biome() -> None:
    assert payments("CCC") == {"G": ("CC",), "T": ("CC",), "F": ("CC",), "C": ("C",), "D": ("CC",)}
    state = table(hands=("CCC",))
    assert not [option for option in options(state, "tent-C") if "coast+coast" in option]


def test_b16_no_turn_has_two_wild_pairs() -> None:
    for hand in ("CCC", "CCD", "CDD"):
        state = table(tents={"G1": "1"}, hands=(hand,))
        pair = next(option for option in options(state, "tent-G1") if "+" in option)
        play(state, pair)
        assert kind(state) == "DrawCard", "one card is left, and it is no glaciers card"


def test_b17_a_pair_and_a_matching_single_go_to_the_same_territory() -> None:
    state = table(tents={"G1": "1", "G2": "1"}, hands=("CCG",))
    play(state, "tent-G1b-coast+coast")
    assert targets(options(state)) == {"G1"}
    assert {option.split("-")[-1] for option in options(state)} == {"glaciers", "done"}
    state = table(tents={"G1": "1", "G2": "1"}, hands=("CCG",))
    play(state, "totem-G1-glaciers")
    assert {option.split("-")[-1] for option in options(state)} == {"coast+coast", "done"}


def test_b17_either_piece_can_be_paid_for_by_the_single_or_by_the_pair() -> None:
    state = table(tents={"G1": "1"}, hands=("CCG",))
    assert options(state, "totem-G1") == ["totem-G1-glaciers", "totem-G1-coast+coast"]
    assert options(state, "tent-G1b") == ["tent-G1b-glaciers", "tent-G1b-coast+coast"]


def test_b31_cards_that_the_viewer_does_not_see_pay_for_nothing() -> None:
    assert payments("??C") == {"G": (), "T": (), "F": (), "C": ("C",), "D": ()}
    assert not options(IWARI.view(table(tents={"G1": "1"}, hands=("CCG",)), None))


def test_b18_any_territory_of_the_biome() -> None:
    assert targets(options(table(hands=("TTT",)), "tent-T")) == {"T1", "T2", "T3"}


def test_b19_the_order_of_two_pieces_is_free_each_checked_after_the_one_before() -> None:
    before = {"tents": {"G1": "00"}, "totems": {"G1": "12"}, "hands": ("GGG",)}
    state = table(**before)
    assert not options(state, "totem")
    play(state, "tent-G1c-glaciers", "totem-G1-glaciers")
    before["totems"] = {"G1": "1"}
    state = table(**before)
    play(state, "totem-G1-glaciers")
    assert "totem-G1-glaciers" not in options(state), "the stack is as high as the majority now"
    play(state, "tent-G1c-glaciers")
    assert (row(state, "G1"), stack(state, "G1")) == ("000...", "10")


def test_b20_explored_means_a_tent_of_anyone() -> None:
    state = table(totems={"G1": "1"}, hands=("GGG",))
    play(state, "tent-G1a-glaciers")
    assert kind(state) == "DrawCard", "a totem without a tent makes no explored territory"
    state = table(tents={"G1": "2"}, hands=("GGG",))
    play(state, "tent-G1b-glaciers")
    assert kind(state) == "PlayMore"


def test_b21_no_second_piece_right_after_opening_a_territory() -> None:
    state = table(hands=("GGG",))
    events = play(state, "tent-G1a-glaciers")
    assert of(events, TentPlaced)[0].opened
    assert kind(state) == "DrawCard"


def test_b22_tied_tents_cap_the_totems_at_the_tied_number() -> None:
    assert cap("0011..") == 2 and cap("......") == 0
    state = table(tents={"G1": "0011"}, totems={"G1": "0"}, hands=("GGF",))
    play(state, "totem-G1-glaciers")
    assert not options(state, "totem")


def test_b23_the_cap_counts_totems_of_all_tribes() -> None:
    state = table(2, tents={"G1": "00"}, totems={"G1": "12"}, hands=("GGF",))
    assert not options(state, "totem-G1")


def test_b24_a_totem_needs_no_own_tent() -> None:
    state = table(tents={"G1": "1"}, hands=("GFC",))
    assert options(state, "totem-G1") == ["totem-G1-glaciers"]


def test_b25_tents_of_the_third_tribe_set_the_cap() -> None:
    state = table(2, tents={"G1": "222"}, totems={"G1": "01"}, hands=("GFC", "TTT"))
    assert "totem-G1-glaciers" in options(state)


def test_b26_totems_above_the_cap_stay_and_no_more_come() -> None:
    state = table(tents={"G1": "0"}, totems={"G1": "012"}, hands=("GGF",))
    assert not options(state, "totem-G1")
    play(state, "tent-G1b-glaciers")
    assert stack(state, "G1") == "012" and not options(state, "totem-G1")


def test_b27_the_tent_space_is_the_players_choice() -> None:
    state = table(tents={"F1": ".1.1."}, hands=("FDC",))
    assert options(state, "tent-F1") == ["tent-F1a-forest", "tent-F1c-forest", "tent-F1e-forest"]


def test_b28_without_totems_or_tents_none_is_placed() -> None:
    state = table(tents={"G1": "11"}, hands=("GGG",), totems_left=[0, 8, 8])
    assert not options(state, "totem") and options(state, "tent")
    play(state, "tent-G1c-glaciers")
    assert not options(state, "totem") and options(state, "tent")
    state = table(tents={"G1": "11"}, hands=("GGG",), tents_left=[0, 20, 20])
    assert options(state, "totem") and not options(state, "tent")


def test_b28_the_last_piece_is_placed_and_none_after_it() -> None:
    def last_pieces() -> State:
        return table(tents={"G1": "11"}, hands=("GGG",), tents_left=[1, 18, 20], totems_left=[1, 8, 8])

    state = last_pieces()
    assert options(state, "tent") and options(state, "totem")
    play(state, "tent-G1c-glaciers")
    assert options(state) == ["totem-G1-glaciers", "done"], "no tent is left, one totem is"
    state = last_pieces()
    play(state, "totem-G1-glaciers")
    assert options(state, "tent") and not options(state, "totem"), "no totem is left, one tent is"


def test_b29_the_stack_keeps_the_order_of_its_totems() -> None:
    state = table(tents={"G1": "1111"}, totems={"G1": "21"}, hands=("GGG",))
    events = play(state, "totem-G1-glaciers", "totem-G1-glaciers")
    assert stack(state, "G1") == "2100"
    assert [event.height for event in of(events, TotemPlaced)] == [3, 4]


def test_b30_the_discards_are_public() -> None:
    state = table(hands=("GFC",))
    play(state, "tent-F2a-forest")
    assert IWARI.view(state, None).discard == "F"


def test_b31_hands_and_blind_draws_are_private_cards_from_the_display_public() -> None:
    state = table(hands=("GFC",), deck="DDDDDDDDT")
    play(state, "discard-coast", "draw-deck")
    assert IWARI.view(state, 1).hands[0] == "???"
    assert IWARI.view(state, 0).hands[0] == "FGT"
    assert IWARI.view(state, None).hands == ["???"] * 3
    state = table(hands=("GFC",))
    play(state, "discard-coast", "draw-tundra")
    assert IWARI.view(state, 1).hands[0] == "T??"


def test_b31_of_the_deck_only_the_number_of_cards_is_to_be_seen() -> None:
    state = table(hands=("GFC",), deck="DDTTF")
    assert {IWARI.view(state, seat).deck for seat in (None, 0, 1, 2)} == {"?????"}


def test_b31_hidden_cards_are_guessed_anew_each_time() -> None:
    state = table(hands=("GFC", "TTF", "CDD"), known=["", "T", ""])
    worlds = [IWARI.determinize(state, 0, random.Random(seed)) for seed in range(20)]
    assert {world.hands[0] for world in worlds} == {"CFG"} and all("T" in world.hands[1] for world in worlds)
    assert len({world.hands[1] for world in worlds}) > 5 and len({world.hands[2] for world in worlds}) > 5
    assert len({world.deck for world in worlds}) == 20
    assert not any(world.deck == "".join(sorted(world.deck)) for world in worlds)
    assert all(hand == "".join(sorted(hand)) for world in worlds for hand in world.hands), "as real hands lie"


def test_b31_of_two_equal_cards_the_known_one_is_played() -> None:
    state = table(hands=("FFT",), known=["F", "", ""])
    play(state, "discard-forest")
    assert state.known[0] == "" and state.hands[0] == "FT"
    state = table(hands=("FFT",), known=["F", "", ""])
    play(state, "discard-tundra")
    assert state.known[0] == "F"


def test_deciding_options_list_territories_in_the_order_of_the_map() -> None:
    names = [option.split("-")[1][:2] for option in options(table(hands=("GFC",)), "tent")]
    assert names == sorted(names, key=board("base_a").ids.index)


def test_touched_spaces_are_kept_for_the_picture() -> None:
    state = table(tents={"G1": "1"}, hands=("GGG", "TTT"))
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers")
    assert state.touched == ["G1b", "G1"] and state.last == []
    finish: Events = play(state, "draw-deck", "draw-deck")
    assert finish and state.last == ["G1b", "G1"] and state.touched == []
    play(state, "tent-T1a-tundra", "draw-deck")
    assert state.last == ["T1a"], "of the last turn alone"


def test_a_territory_without_a_totem_space_takes_tents_only() -> None:
    """No map has one yet; the map files may."""
    land = board("base_a").map
    bare = tuple(replace(place, totem=None) if place.id == "G1" else place for place in land.territories)
    other = build(replace(land, territories=bare))
    _, settling, stacking = other.reach["CCG"][other.index["G1"]]
    assert settling[0b111110][0] == "tent-G1b-glaciers" and stacking == ()
    assert not [option for option in other.moves if option.startswith("totem-G1-")]
    assert other.reach["CCG"][other.index["G2"]][2] == ("totem-G2-glaciers", "totem-G2-coast+coast")


def test_the_rows_that_are_kept_are_let_go_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rows, "LIMIT", 2)
    rows = Rows()
    answers = [rows[row] for row in ("0..", "00.", "00.", "001", "0..")]
    assert answers == [(0b110, 1), (0b100, 2), (0b100, 2), (0, 2), (0b110, 1)]
    assert len(rows) <= 2
