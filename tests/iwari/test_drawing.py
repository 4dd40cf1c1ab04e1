"""Drawing cards, the half journey and the end of the journey, each ruling by its number."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.chance import Chance
from rules.game import Events
from rules.iwari import IWARI, State
from rules.iwari.events import (
    CardSeen,
    CardTaken,
    ConnectionScored,
    DeckDrawn,
    DeckReshuffled,
    DisplayRefilled,
    FinalTotals,
    HalfJourney,
    HalfTotals,
    JourneyEnd,
    LastRound,
    SettlementScored,
    TerritoryScored,
)
from rules.iwari.playing import PlayCards
from tests.iwari.tables import kind, of, options, play, row, table

HANDS = ("GFC", "GTF", "TTD")


def names(events: Events) -> list[str]:
    return [type(event).__name__ for event in events]


def discard_and_draw(state: State, draw: str = "draw-deck") -> Events:
    """The dullest turn."""
    events = play(state, options(state, "discard")[0])
    while kind(state) == "DrawCard":
        events += play(state, draw)
    return events


def test_the_hand_is_filled_to_three_only_after_the_turn() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]))
    play(state, "tent-G1b-glaciers")
    assert kind(state) == "PlayMore" and len(state.hands[0]) == 2
    play(state, "done")
    assert kind(state) == "DrawCard"
    play(state, "draw-coast")
    assert kind(state) == "PlayCards" and len(state.hands[0]) == 3 and state.active == 1


def test_b32_cards_are_picked_one_by_one_in_any_mix_and_seen_before_the_next_pick() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), deck="DDDDD", display="GTFC")
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers")
    events = play(state, "draw-deck")
    assert of(events, DeckDrawn) == [DeckDrawn(0, 4)]
    seen = of(events, CardSeen)
    assert seen == [CardSeen(0, "desert")] and seen[0].seen_by == (0,)
    assert IWARI.view(state, 0).hands[0] == "DF", "in a fixed order, which tells nothing"
    events = play(state, "draw-tundra")
    assert of(events, CardTaken) == [CardTaken(0, "tundra")]
    state = table(hands=HANDS, active=1)
    seen = of(discard_and_draw(state), CardSeen)
    assert [event.seen_by for event in seen] == [(1,)]


def test_undo_stops_only_at_what_reveals() -> None:
    state = table(hands=HANDS, display="GTFC", tents={"G1": "1"})
    quiet = play(state, "tent-G1b-glaciers") + play(state, "draw-coast")[:1]
    assert not any(event.reveals for event in quiet)
    assert DeckDrawn.reveals and CardSeen.reveals and DisplayRefilled.reveals and DeckReshuffled.reveals


def test_b33_the_display_is_filled_only_after_the_hand_is_full() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), deck="DDDDD", display="GTFC")
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers", "draw-coast")
    assert state.display == "GTF" and "draw-coast" not in options(state)
    events = play(state, "draw-glaciers")
    assert of(events, DisplayRefilled) == [DisplayRefilled(("desert", "desert"), 3)]
    assert state.display == "TFDD"


def test_b34_the_deck_is_exhausted_when_its_last_card_goes_to_a_hand() -> None:
    state = table(hands=HANDS, deck="D", discard="TTTTTT")
    events = discard_and_draw(state)
    assert of(events, DeckReshuffled) and of(events, HalfJourney) and state.journey == 2
    (drawn,) = of(events, DeckDrawn)
    assert drawn.left == 0 and of(events, DeckReshuffled)[0].cards == 7, "told in the order in which it happened"


def test_b34_the_deck_is_exhausted_when_its_last_card_goes_to_the_display() -> None:
    state = table(hands=HANDS, deck="D", discard="TTTTTT", display="GTFC")
    events = discard_and_draw(state, "draw-coast")
    assert names(events)[-4:] == ["DeckReshuffled", "DisplayRefilled", "HalfJourney", "HalfTotals"]
    assert state.display == "GTFD"
    state = table(hands=HANDS, deck="DD", discard="TTTTTT")
    assert not of(discard_and_draw(state, "draw-coast"), DeckReshuffled), "one card is left"


def test_b34_the_deck_is_exhausted_in_the_middle_of_filling_the_display() -> None:
    """The display takes the deck's last two cards and its fourth one from the new deck."""
    state = table(hands=HANDS, deck="DC", discard="TTTTTT", display="GG")
    events = discard_and_draw(state, "draw-glaciers")
    assert names(events)[1:] == ["CardTaken", "DeckReshuffled", "DisplayRefilled", "HalfJourney", "HalfTotals"]
    assert of(events, DeckReshuffled) == [DeckReshuffled(7)]
    (filled,) = of(events, DisplayRefilled)
    assert filled.cards[:2] == ("coast", "desert") and len(filled.cards) == 3 and filled.left == 6
    assert state.display[:3] == "GCD" and len(state.display) == 4


def test_b35_first_exhaustion_shuffles_all_discards_finishes_hand_and_display_and_then_counts_tents() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), deck="D", discard="TTTTT", display="CCCC")
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers")
    first = play(state, "draw-deck")
    assert of(first, DeckReshuffled) == [DeckReshuffled(7)]
    assert not of(first, HalfJourney), "the hand is not full yet"
    assert Counter(state.deck) == Counter("TTTTTGG") and state.discard == ""
    second = play(state, "draw-coast")
    assert names(second) == ["CardTaken", "DisplayRefilled", "HalfJourney", "TerritoryScored", "HalfTotals"]
    assert of(second, TerritoryScored) == [TerritoryScored("G1", [1, 1, 0], [2, 2, 0], 1, True)]
    assert state.half == [2, 2, 0]
    assert (state.active, kind(state), len(state.display), len(state.deck)) == (1, "PlayCards", 4, 6)


def test_b35_the_new_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(8):
        state = table(hands=HANDS, deck="D", discard="GTFCD" * 4, chance=Chance(seed))
        discard_and_draw(state, "draw-coast")
        orders.add(state.deck)
    assert len(orders) == 8, "the discards are public, their new order is not"


def test_b36_the_half_journey_is_counted_at_once_whoever_brought_it() -> None:
    for active in (0, 2):
        state = table(tents={"F2": "1"}, hands=HANDS, deck="D", discard="TTTTTTT", active=active)
        events = discard_and_draw(state)
        assert of(events, HalfTotals) == [HalfTotals([0, 1, 0], {"F2": [0, 1, 0]})]
        assert state.active == (active + 1) % 3 and not state.last_round


def test_b36_the_half_journey_is_counted_only_once() -> None:
    state = table(tents={"F2": "1"}, hands=HANDS, deck="D", discard="TTTTTTT")
    assert len(of(discard_and_draw(state), HalfJourney)) == 1
    assert not of(discard_and_draw(state), HalfJourney) and state.half == [0, 1, 0]


def test_b34_the_display_takes_the_last_cards_of_the_deck_for_good() -> None:
    state = table(hands=HANDS, deck="DC", display="GGT", journey=2)
    events = discard_and_draw(state, "draw-glaciers")
    assert state.display == "GTCD" and state.deck == "" and of(events, LastRound) == [LastRound(0, "deck", 2)]


def test_b36_a_deck_used_up_twice_in_one_refill_is_counted_for_the_half_and_begins_the_last_round() -> None:
    for active, over in ((0, False), (2, True)):
        state = table(tents={"F2": "1"}, hands=HANDS, deck="D", discard="", display="GTF", active=active)
        events = discard_and_draw(state)
        told = [name for name in names(events) if name in ("DeckReshuffled", "LastRound", "HalfTotals", "JourneyEnd")]
        assert told == ["DeckReshuffled", "LastRound", "HalfTotals"] + ["JourneyEnd"] * over
        assert state.half == [0, 1, 0] and (kind(state) == "over") == over


def test_b37_second_exhaustion_in_mid_refill_leaves_the_display_to_take_from() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), deck="D", discard="TTTTT", display="CC", journey=2)
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers")
    events = play(state, "draw-deck")
    assert of(events, LastRound) == [LastRound(0, "deck", 2)] and not of(events, DeckReshuffled)
    assert options(state) == ["draw-coast"]
    events = play(state, "draw-coast")
    assert state.display == "C" and not of(events, DisplayRefilled)
    assert state.active == 1 and state.deck == "" and state.discard == "TTTTTGG"


def test_b37_with_an_empty_display_the_hand_stays_short() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), deck="D", display="", journey=2)
    play(state, "tent-G1b-glaciers", "totem-G1-glaciers", "draw-deck")
    assert len(state.hands[0]) == 2 and state.active == 1


def test_b38_the_round_goes_on_until_equal_turns_and_nobody_refills() -> None:
    state = table(hands=HANDS, deck="D", journey=2)
    discard_and_draw(state)
    assert (state.last_round, state.active) == ("deck", 1)
    play(state, options(state, "discard")[0])
    assert (kind(state), state.active, len(state.hands[1])) == ("PlayCards", 2, 2), "no card is drawn"
    events = play(state, options(state, "discard")[0])
    assert of(events, JourneyEnd) and kind(state) == "over" and state.phase == "over"


def test_b38_if_the_seat_before_the_starting_one_triggers_the_match_ends_at_once() -> None:
    state = table(hands=HANDS, deck="D", journey=2, active=2)
    events = discard_and_draw(state)
    assert of(events, LastRound) == [LastRound(2, "deck", 2)]
    assert of(events, JourneyEnd) and kind(state) == "over"


def test_b38_equal_turns_for_a_starting_player_who_is_not_the_first_seat() -> None:
    state = table(hands=HANDS, deck="D", journey=2, order=[1, 2, 0], active=1)
    state.stack = [PlayCards(1)]
    events = discard_and_draw(state)
    assert of(events, LastRound) == [LastRound(1, "deck", 0)]
    play(state, options(state, "discard")[0])
    assert state.active == 0
    play(state, options(state, "discard")[0])
    assert kind(state) == "over"


def test_b39_a_players_twentieth_tent_begins_the_last_round() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), tents_left=[1, 9, 9])
    events = play(state, "tent-G1b-glaciers")
    assert of(events, LastRound) == [LastRound(0, "tents", 2)] and state.last_round == "tents"
    assert kind(state) == "PlayMore", "a totem may still follow"
    play(state, "done")
    assert (state.active, kind(state), len(state.hands[0])) == (1, "PlayCards", 2), "no refill"


def test_b39_the_last_tent_of_the_third_tribe_ends_nothing() -> None:
    state = table(2, tents={"G1": "1"}, hands=("GFF", "TTT"), tents_left=[9, 9, 1])
    play(state, "discard-glaciers")
    events = play(state, "tent-F1a-forest")
    assert not of(events, LastRound) and not state.last_round and kind(state) == "DrawCard"


def test_b39_the_twentieth_tent_may_be_the_second_piece() -> None:
    """After a tent, after a totem, and by the seat that plays last, with which the match ends."""
    for first, tents in (("tent-G1c-glaciers", 2), ("totem-G1-glaciers", 1)):
        state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), tents_left=[tents, 9, 9])
        assert not of(play(state, first), LastRound) and not state.last_round
        events = play(state, "tent-G1b-glaciers")
        assert of(events, LastRound) == [LastRound(0, "tents", 2)] and state.last_round == "tents"
        assert (state.active, kind(state), len(state.hands[0])) == (1, "PlayCards", 1), "no refill"
    state = table(tents={"G1": "1"}, hands=("GFC", "TTT", "GGF"), active=2, tents_left=[9, 9, 1])
    events = play(state, "totem-G1-glaciers", "tent-G1b-glaciers")
    assert of(events, LastRound) == [LastRound(2, "tents", 2)] and of(events, JourneyEnd) and kind(state) == "over"


def test_b39_the_last_tent_of_the_third_tribe_ends_nothing_as_its_second_piece_either() -> None:
    state = table(2, tents={"F1": "01"}, hands=("GFF", "TTT"), tents_left=[9, 9, 1])
    events = play(state, "tent-G1a-glaciers", "totem-F1-forest", "tent-F1c-forest")
    assert state.tents_left == [8, 9, 0] and row(state, "F1") == "012.."
    assert not of(events, LastRound) and not state.last_round and kind(state) == "DrawCard"


def test_b39_a_players_last_tent_is_the_last_round_with_a_third_tribe_too() -> None:
    """The third tribe still plays in that turn (T2-3), and then the other player has one more."""
    state = table(2, tents={"G1": "1"}, hands=("GGF", "TTT"), tents_left=[1, 9, 9])
    events = play(state, "totem-G1-glaciers", "tent-G1b-glaciers")
    assert of(events, LastRound) == [LastRound(0, "tents", 1)] and kind(state) == "PlayThirdTribe"
    play(state, "tent-F1a-forest")
    assert (state.active, kind(state), state.hands[0]) == (1, "PlayCards", "")


def test_b40_without_a_half_journey_there_is_none_to_count() -> None:
    state = table(tents={"G1": "1"}, hands=("GGF", *HANDS[1:]), tents_left=[1, 9, 9], active=2)
    state.tents_left = [9, 9, 1]
    state.hands[2] = "GGF"
    events = play(state, "tent-G1b-glaciers", "done")
    assert kind(state) == "over" and state.half == [0, 0, 0]
    assert not of(events, HalfJourney) and of(events, FinalTotals)[0].half == [0, 0, 0]
    assert of(events, FinalTotals)[0].total == [0, 2, 2]


def test_b41_both_ends_make_one_end() -> None:
    state = table(tents={"G1": "1"}, hands=HANDS, deck="D", journey=2)
    discard_and_draw(state)
    state.tents_left[1] = 1
    events = play(state, "tent-G1b-glaciers")
    assert not of(events, LastRound) and state.last_round == "deck"
    while kind(state) == "PlayMore":
        play(state, "done")
    assert state.active == 2
    events = play(state, options(state, "discard")[0])
    assert len(of(events, JourneyEnd)) == 1 and kind(state) == "over"


def test_b42_a_time_out_discards_a_card_and_draws_from_the_deck() -> None:
    state = table(hands=HANDS, tents={"G1": "1"})
    default = IWARI.decision(state)
    assert default is not None and default.default(state).startswith("discard-")
    play(state, default.default(state))
    draw = IWARI.decision(state)
    assert draw is not None and draw.default(state) == "draw-deck"
    state = table(hands=("GGF", *HANDS[1:]), tents={"G1": "1"})
    play(state, "tent-G1b-glaciers")
    more = IWARI.decision(state)
    assert more is not None and more.kind == "PlayMore" and more.default(state) == "done"


def default_discards(**fields: Any) -> str:
    """What would be discarded by time-out in six turns from here on, as letters."""
    found = ""
    for turn in range(6):
        state = table(**{"hands": HANDS, "turn": turn, **fields})
        decision = IWARI.decision(state)
        assert decision is not None
        found += decision.default(state).removeprefix("discard-")[0]
    return found


def test_b42_the_card_discarded_by_time_out_is_a_random_one() -> None:
    """Whoever knows the hand and the turn cannot tell it: it depends on the seed, and each time anew."""
    rows = {default_discards(chance=Chance(seed)) for seed in range(200)}
    assert len(rows) > 150, "of 729"
    for turn in range(6):
        drawn = Counter(row[turn] for row in rows)
        assert set(drawn) == set("cfg") and min(drawn.values()) > len(rows) / 5


def test_b42_the_random_card_is_the_same_after_a_restart_and_costs_the_match_no_chance() -> None:
    for seed in range(20):
        state = table(hands=HANDS, chance=Chance(seed), turn=seed)
        before = IWARI.to_json(state)
        again = IWARI.from_json(before)
        card = state.stack[-1].default(state)
        assert card == state.stack[-1].default(state) == again.stack[-1].default(again)
        assert IWARI.to_json(state) == before, "the deck is shuffled as it would have been"
    assert default_discards(chance=Chance(7)) == default_discards(chance=Chance(7, drawn=9)), "whatever else was drawn"


def test_b42_the_random_card_comes_from_no_number_that_shuffles_cards() -> None:
    """Else the discard would tell something of the next shuffle, or the shuffle of the deal foretell it."""
    same = 0
    for seed in range(90):
        state = table(hands=HANDS, chance=Chance(seed))
        same += state.stack[-1].default(state)[8] == "cfg"[Chance(seed).below(3)]
    assert 15 < same < 45


def test_b42_a_view_knows_no_chance_and_yet_a_default() -> None:
    for hand in ("GFC", "C"):
        view = IWARI.view(table(hands=(hand, *HANDS[1:])), 0)
        assert view.chance is None and view.stack[-1].default(view) in options(view, "discard")


def test_the_end_is_told_territories_connections_settlements_totals() -> None:
    state = table(
        tents={"F2": "000", "G1": "1....0"},
        totems={"G1": "1", "F2": "12"},
        mountains=(9,),
        hands=HANDS,
        last_round="deck",
        active=2,
        journey=2,
        half=[1, 2, 3],
    )
    events = play(state, options(state, "discard")[0])
    told = names(events)
    assert told[:2] == ["CardDiscarded", "JourneyEnd"]
    assert told[2:] == (["TerritoryScored"] * 2 + ["ConnectionScored"] * 15 + ["SettlementScored"] + ["FinalTotals"])
    assert of(events, TerritoryScored) == [
        TerritoryScored("G1", [1, 1, 0], [2, 2, 0], 1, False),
        TerritoryScored("F2", [3, 0, 0], [3, 0, 0], 1, False),
    ]
    links = of(events, ConnectionScored)
    assert [link.no for link in links] == [no for no in range(1, 17) if no != 9]
    assert links[4] == ConnectionScored(5, ("G1", "F2"), ([0, 1, 0], [0, 1, 1]), [0, 3, 0], 1)
    assert of(events, SettlementScored) == [SettlementScored(0, ("G1f", "F2a", "F2b", "F2c"), 4)]
    totals = of(events, FinalTotals)[0]
    assert totals == FinalTotals([1, 2, 3], [5, 2, 0], [0, 3, 0], [4, 0, 0], [10, 7, 3], [24, 25, 27])
    assert totals.total == [
        sum(parts) for parts in zip(totals.half, totals.tents, totals.totems, totals.settlements, strict=True)
    ]
    assert totals.total == [row.score for row in IWARI.standings(state)]


def test_the_end_tells_every_settlement_with_its_tribe() -> None:
    tents = {"F2": "222", "G1": "1111.2"}
    state = table(tents=tents, hands=HANDS, last_round="deck", active=2, journey=2)
    events = play(state, options(state, "discard")[0])
    assert of(events, SettlementScored) == [
        SettlementScored(2, ("G1f", "F2a", "F2b", "F2c"), 4),
    ]


def test_b4_turns_go_in_the_order_of_play_not_of_the_seats() -> None:
    state = table(hands=HANDS, order=[0, 2, 1])
    active = []
    for _ in range(4):
        active.append(state.active)
        discard_and_draw(state)
    assert active == [0, 2, 1, 0]


def test_b4_b5_b38_who_follows_whom() -> None:
    """In the order of play; while hands are drafted against it, until its first begins; nobody after the last round."""
    state = table(hands=HANDS, order=[0, 2, 1])
    assert [IWARI.after(state, seat) for seat in (0, 2, 1)] == [2, 1, 0]
    state.last_round = "deck"
    assert [IWARI.after(state, seat) for seat in (0, 2, 1)] == [2, 1, None]
    state = table(hands=HANDS, order=[0, 2, 1], phase="draft")
    assert [IWARI.after(state, seat) for seat in (1, 2, 0)] == [2, 0, 0]


def test_the_turn_counts_hand_overs() -> None:
    state = table(hands=HANDS)
    for turn in range(1, 4):
        play(state, options(state, "tent")[0])
        while kind(state) != "PlayCards":
            assert state.turn == turn - 1
            play(state, options(state)[-1])
        assert state.turn == turn
    assert row(state, "G1") != "......"
