"""2 Player Additional Rules, each ruling by its number."""

from __future__ import annotations

from rules.iwari import IWARI
from rules.iwari.events import CardDiscarded, FeatPlaced, TentPlaced, TotemPlaced
from tests.iwari.tables import ALL_FEATS, full_rows, kind, of, options, play, row, stack, table


def test_the_third_tribe_plays_after_the_own_action_and_before_drawing() -> None:
    state = table(2, hands=("GFC", "TTT"))
    play(state, "tent-G1a-glaciers")
    assert kind(state) == "PlayThirdTribe" and state.stack[-1].seat == 0
    events = play(state, "tent-F1a-forest")
    assert of(events, TentPlaced) == [TentPlaced(0, 2, "F1", "F1a", ("forest",), True)]
    assert row(state, "F1") == "2...." and state.tents_left == [19, 20, 19]
    assert kind(state) == "DrawCard"
    play(state, "draw-deck", "draw-deck")
    assert kind(state) == "PlayCards" and state.active == 1 and len(state.hands[0]) == 3
    play(state, "tent-T1a-tundra")
    assert kind(state) == "PlayThirdTribe" and state.stack[-1].seat == 1, "in the other player's turn too"


def test_with_no_cards_left_the_third_tribe_does_not_play() -> None:
    state = table(2, tents={"G1": "1"}, hands=("GTT", "TTT"))
    play(state, "tent-G1b-glaciers", "totem-G1-tundra+tundra")
    assert kind(state) == "DrawCard"


def test_three_players_have_no_third_tribe() -> None:
    state = table(3, hands=("GFC", "TTT", "FFF"))
    play(state, "tent-G1a-glaciers")
    assert kind(state) == "DrawCard"


def test_t2_1_its_turn_follows_all_rules_of_placing_with_at_most_two_cards() -> None:
    state = table(2, tents={"F1": "01"}, hands=("GFF", "TTT"))
    play(state, "tent-G1a-glaciers")
    assert {option.split("-")[1][:2] for option in options(state)} == {
        "G1", "T1", "F1", "G2", "C1", "F2", "D1", "T2", "T3", "C2", "F3"
    }  # fmt: skip
    assert "tent-D1a-forest+forest" in options(state), "a pair that is left is a wild card"
    play(state, "totem-F1-forest")
    assert kind(state) == "PlayThirdTribeMore" and "totem-F1-forest" not in options(state), "the cap is one"
    play(state, "tent-F1e-forest")
    assert (stack(state, "F1"), row(state, "F1")) == ("2", "01..2") and kind(state) == "DrawCard"
    assert state.hands[0] == ""


def test_t2_1_a_single_card_that_is_left_is_played() -> None:
    state = table(2, hands=("GGF", "TTT"))
    play(state, "tent-D1a-glaciers+glaciers")
    assert kind(state) == "PlayThirdTribe"
    play(state, "tent-F1a-forest")
    assert state.hands[0] == "" and row(state, "F1") == "2...." and kind(state) == "DrawCard"


def test_t2_1_it_opens_a_territory_with_a_single_tent() -> None:
    state = table(2, hands=("GFF", "TTT"))
    play(state, "tent-G1a-glaciers", "tent-F1a-forest")
    assert kind(state) == "DrawCard"


def test_t2_2_no_discard_while_a_placement_is_legal() -> None:
    state = table(2, hands=("GFC", "TTT"))
    play(state, "tent-G1a-glaciers")
    assert not options(state, "discard")


def test_t2_2_without_a_legal_placement_one_card_is_discarded() -> None:
    state = table(2, hands=("GFC", "TTT"))
    full_rows(state, 1, but=("G1",))
    state.totems_left[2] = 0
    play(state, "tent-G1a-glaciers")
    assert kind(state) == "PlayThirdTribe" and options(state) == ["discard-forest", "discard-coast"]
    events = play(state, "discard-coast")
    assert of(events, CardDiscarded) == [CardDiscarded(0, 2, "coast")]
    assert kind(state) == "DrawCard" and state.hands[0] == "F"


def test_t2_3_after_a_discard_the_third_tribe_acts_with_the_other_two_cards() -> None:
    state = table(2, hands=("GFC", "TTT"))
    play(state, "discard-glaciers")
    assert kind(state) == "PlayThirdTribe" and state.hands[0] == "CF"
    play(state, "tent-C1a-coast")
    assert len(state.hands[0]) == 1 and kind(state) == "DrawCard"
    play(state, "draw-deck", "draw-deck")
    assert len(state.hands[0]) == 3


def test_t2_4_one_card_is_enough() -> None:
    state = table(2, tents={"F1": "01"}, hands=("GFF", "TTT"))
    play(state, "tent-G1a-glaciers", "tent-F1c-forest")
    assert kind(state) == "PlayThirdTribeMore" and options(state)[-1] == "done"
    assert state.stack[-1].default(state) == "done", "and a time-out plays no second one (B-42)"
    play(state, "done")
    assert kind(state) == "DrawCard" and state.hands[0] == "F"


def test_t2_1_its_second_piece_comes_from_its_own_supply_and_goes_to_the_same_territory() -> None:
    state = table(2, tents={"F1": "01", "F2": "0"}, hands=("GFF", "TTT"), tents_left=[1, 9, 9], totems_left=[0, 8, 8])
    play(state, "tent-G1a-glaciers")
    play(state, "tent-F1c-forest")
    assert options(state) == ["tent-F1d-forest", "tent-F1e-forest", "totem-F1-forest", "done"]
    events = play(state, "totem-F1-forest")
    assert of(events, TotemPlaced) == [TotemPlaced(0, 2, "F1", 1, ("forest",))]
    assert state.totems_left == [0, 8, 7] and state.tents_left == [0, 9, 8]

    state = table(2, tents={"F1": "01"}, hands=("GFF", "TTT"), tents_left=[9, 9, 1], totems_left=[8, 8, 0])
    play(state, "tent-G1a-glaciers", "tent-F1c-forest")
    assert kind(state) == "DrawCard", "the third tribe has no piece left, whatever the player has"


def test_t2_5_it_may_play_where_the_player_just_did_and_finds_it_explored() -> None:
    state = table(2, hands=("GGG", "TTT"))
    play(state, "tent-G1a-glaciers")
    assert "tent-G1b-glaciers" in options(state) and "totem-G1-glaciers" in options(state)
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers")
    assert (row(state, "G1"), stack(state, "G1")) == ("02....", "2")


def test_t2_6_it_never_earns_a_feat_but_blocks_majorities_and_is_multiplied() -> None:
    state = table(2, tents={"G1": "22222"}, totems={"T1": "2"}, hands=("CGG", "TTT"), feats=ALL_FEATS)
    events = play(state, "discard-coast", "tent-G1f-glaciers", "totem-G1-glaciers")
    assert kind(state) == "DrawCard" and not of(events, FeatPlaced)
    assert state.claims == {"union": [], "discovery": [], "honour": [], "respect": []}

    state = table(2, tents={"G1": "1222"}, totems={"G1": "22", "T1": "0"}, hands=("GTF", "TTT"), feats=ALL_FEATS)
    play(state, "totem-G1-glaciers")
    assert kind(state) == "PlayThirdTribe", "the third tribe keeps the majority, so no Honour is earned"

    from rules.iwari.position import Feat
    from rules.iwari.scoring import territory_counts

    state = table(2, tents={"F2": "022"}, feats=ALL_FEATS)
    state.feats = [Feat("union", 0, "F2")]
    assert territory_counts(state)[0].points == [4, 0, 6]


def test_b8_it_scores_tents_connections_and_settlements_like_any_other() -> None:
    state = table(2, tents={"F2": "222", "G1": ".....2"}, totems={"F2": "2", "G1": "2"}, half=[0, 0, 5])
    rows = IWARI.standings(state)
    assert rows[2].parts == {"half": 5, "tents": 4, "totems": 2, "settlements": 4} and rows[2].rank == 1


def test_t2_7_both_lose_only_if_the_third_tribe_wins_alone() -> None:
    state = table(2, tents={"F2": "22"}, phase="over", stack=[])
    rows = IWARI.standings(state)
    assert [row.winner for row in rows] == [False, False, True] and rows[2].side == "third tribe"


def test_t2_7_a_tie_goes_by_unused_pieces_and_stays_a_win() -> None:
    state = table(2, tents={"F2": "2", "F3": "0"}, totems={"G1": "2"}, phase="over", stack=[])
    assert [row.winner for row in IWARI.standings(state)] == [True, False, False]
    state = table(2, tents={"F2": "2", "F3": "0"}, phase="over", stack=[])
    assert IWARI.standings(state)[0].winner
    state = table(2, tents={"F2": "2", "F3": "0"}, totems={"G1": "0"}, phase="over", stack=[])
    assert [row.winner for row in IWARI.standings(state)] == [False, False, True]


def test_t2_8_a_settlement_or_last_space_of_the_third_tribe_gives_nobody_a_feat() -> None:
    state = table(2, tents={"F2": "22.", "G1": ".....2"}, hands=("CFG", "TTT"), feats=ALL_FEATS)
    events = play(state, "discard-coast", "tent-F2c-forest")
    assert not of(events, FeatPlaced) and kind(state) == "DrawCard"
    assert state.claims["union"] == [] and state.claims["discovery"] == []


def nothing_earned(tents: dict[str, str], totems: dict[str, str], *steps: str) -> None:
    """After a discard and these two pieces of the third tribe the player goes on to draw, without any feat."""
    state = table(2, tents=tents, totems=totems, hands=("CGG", "TTT"), feats=ALL_FEATS)
    events = play(state, "discard-coast", steps[0])
    assert kind(state) == "PlayThirdTribeMore"
    events += play(state, steps[1])
    assert kind(state) == "DrawCard" and not of(events, FeatPlaced) and state.feats == []
    assert state.claims == {"union": [], "discovery": [], "honour": [], "respect": []}


def test_t2_8_its_second_tent_that_makes_a_settlement_or_fills_a_territory_gives_nobody_a_feat() -> None:
    nothing_earned({"G1": "1111..", "F2": "22"}, {}, "tent-G1e-glaciers", "tent-G1f-glaciers")
    nothing_earned({"G1": "11111."}, {}, "totem-G1-glaciers", "tent-G1f-glaciers")
    nothing_earned({"G1": "000.0."}, {}, "tent-G1d-glaciers", "tent-G1f-glaciers")


def test_t2_6_its_second_piece_earns_the_player_no_majority_of_totems() -> None:
    """The player has the majority on both sides of connections 1 and 4, and shares it once the third tribe is there."""
    totems = {"G1": "0", "T1": "0", "C1": "0"}
    nothing_earned({"G1": "11...."}, totems, "tent-G1d-glaciers", "totem-G1-glaciers")
    nothing_earned({"G1": "11...."}, totems, "totem-G1-glaciers", "tent-G1d-glaciers")


def test_in_the_last_round_it_still_plays_but_nobody_draws() -> None:
    state = table(2, hands=("GFC", "TTT"), last_round="deck", journey=2)
    play(state, "tent-G1a-glaciers")
    assert kind(state) == "PlayThirdTribe"
    play(state, "tent-F1a-forest")
    assert kind(state) == "PlayCards" and state.active == 1


def test_who_gives_up_loses_to_the_other_player_not_to_the_third_tribe() -> None:
    state = table(2, tents={"D1": "222222"})
    IWARI.resign(state, 0)
    assert [row.winner for row in IWARI.standings(state)] == [False, True, False]
