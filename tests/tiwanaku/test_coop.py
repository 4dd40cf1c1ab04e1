"""Cooperative mode: T62, T64-T74 and the rulings on it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tiwanaku import TIWANAKU, Settings
from rules.tiwanaku.coop import GroupAct, OrderOtoma, SpendTile, SupplyTile
from rules.tiwanaku.divine import DivineMore
from rules.tiwanaku.ending import FinalOffer
from rules.tiwanaku.events import (
    ActionLapsed,
    CropDivined,
    CropPlanted,
    MatchEnded,
    MeepleMoved,
    OfferingMade,
    OtomaMoved,
    TerrainFound,
    TileDiscovered,
    TileSeen,
    TileSpent,
    TileSupplied,
    TurnSkipped,
    UntouchedScored,
)
from rules.tiwanaku.notation import CROPS
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import OTOMA
from tests.tiwanaku.worlds import (
    COOP,
    act_turn,
    fill,
    hold,
    mask,
    names,
    only,
    options,
    play,
    spend_turn,
    tile,
    world,
)

# Out of the way of the moves in columns a to d and rows 1 to 2, unless a test says otherwise.
OTOMA_AT = "h4 i4 h5 i5 g5"


def group(
    *,
    seats: int = 2,
    crops: str = "",
    bare: str = "",
    meeples: tuple[str, ...] = (),
    otoma: str = OTOMA_AT,
    settings: Settings = COOP,
) -> Any:
    """A co-operative match: tiles lie on the Diversity board, and each seat holds one of each terrain, arrow north."""
    state = world(settings, seats, crops=f"{otoma} {crops}", bare=bare, meeples=meeples, otoma=otoma)
    for seat in range(seats):
        hold(state, seat, *(f"{terrain}:orange-north" for terrain in ("dirt", "sand", "grass", "rock")))
    return state


def ends(state: Any, verb: str = "explore-") -> set[str]:
    return {option.rsplit("-", 1)[1] for option in options(state, verb)}


def path(state: Any, events: list[Any]) -> list[str]:
    return [state.ground.names[cell] for cell in only(events, MeepleMoved).path]


def test_T62_G35_a_pair_shares_meeples_but_not_tiles() -> None:
    state = group(seats=4, bare="a1", meeples=("a1", ""))
    for seat, shared in ((0, True), (1, False), (2, True), (3, False)):
        act_turn(state, seat, "east")
        assert bool(options(state, "divine-a1")) == shared
    assert len(state.hands) == 4


def test_T62_all_win_or_lose_together() -> None:
    state = group(seats=4)
    state.parties[0].points, state.parties[OTOMA].points = 60, 50
    state.stack = []
    rows = TIWANAKU.standings(state)
    assert [row.winner for row in rows] == [True, True, True, True, False]
    assert [row.rank for row in rows] == [1, 1, 1, 1, 5]
    state.parties[OTOMA].points = 61
    assert [row.winner for row in TIWANAKU.standings(state)] == [False, False, False, False, True]


def test_T62_one_who_gives_up_gives_up_for_all() -> None:
    state = group(seats=3)
    state.parties[0].points = 99
    TIWANAKU.resign(state, 1)
    assert [row.winner for row in TIWANAKU.standings(state)] == [False, False, False, True]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_T60_everybody_scores_for_the_group(seat: int) -> None:
    state = group(seats=3, bare="a1", meeples=("", "", ""), otoma="h4 i4 h3 i3 g4")
    state.meeples[seat] = mask(state, "a1")
    people, otoma = ((list(party.levels), party.points, party.tokens) for party in state.parties)
    act_turn(state, seat, "north")
    play(state, "enter-a5")
    assert sum(state.parties[0].levels) == sum(people[0]) + 1
    act_turn(state, seat, "north")
    before = state.parties[0].points
    divined = only(play(state, "divine-a1-potato"), CropDivined)
    assert (divined.points, state.parties[0].points, state.parties[0].held) == (1, before + 1, ["potato"])
    made = only(play(state, "offer-potato"), OfferingMade)
    assert (made.seat, made.side) == (seat, 0)
    assert [list(state.parties[1].levels), state.parties[1].points, state.parties[1].tokens] == list(otoma)


def test_T64_only_the_owner_sees_the_tops_of_the_own_stacks() -> None:
    state = group()
    hold(state, 0, "dirt:blue-east green-south")
    spend_turn(state, 0)
    own, other, spectator = (TIWANAKU.view(state, seat) for seat in (0, 1, None))
    assert own.hands[0][0] == [-1, -1, tile("green-south")]
    assert other.hands[0][0] == spectator.hands[0][0] == [-1, -1, -1]
    assert own.hands[1] == [[-1]] * 4


def test_T65_nothing_is_traded() -> None:
    state = group()
    spend_turn(state, 0)
    assert options(state) == ["spend-dirt", "spend-sand", "spend-grass", "spend-rock"]
    play(state, "spend-dirt")
    assert {option.split("-")[0] for option in options(state)} == {"enter"}


def test_T66_first_a_tile_then_the_action() -> None:
    state = group()
    hold(state, 0, "dirt:blue-east")
    spend_turn(state, 0)
    before = len(state.spent[0])
    events = play(state, "spend-dirt")
    assert only(events, TileSpent) == TileSpent(0, 0, tile("blue-east"))
    assert state.spent[0][-1] == tile("blue-east")
    assert len(state.spent[0]) == before + 1
    seen = only(events, TileSeen)
    assert (seen.seen_by, seen.arrow, seen.reveals) == ((0,), tile("orange-north"), True)
    assert state.stack == [GroupAct(0, 1)]


def test_T66_the_arrow_does_not_matter_for_divining() -> None:
    for way in ("north", "east", "south", "west"):
        state = group(bare="b2", meeples=("b2", ""))
        act_turn(state, 0, way)
        assert len(options(state, "divine-b2")) == 5


@pytest.mark.parametrize(("way", "end"), [("north", "b1"), ("east", "c2"), ("south", "b3"), ("west", "a2")])
def test_T67_the_first_step_follows_the_arrow(way: str, end: str) -> None:
    state = group(crops="b2", meeples=("b2", ""))
    act_turn(state, 0, way)
    assert ends(state) == {end}


def test_T67_then_it_may_go_on_as_usual() -> None:
    state = group(crops="b2 c2 d2", meeples=("b2", ""))
    act_turn(state, 0, "east")
    assert ends(state) == {"c1", "c3", "d1", "d3", "e2"}
    assert path(state, play(state, "explore-e2")) == ["b2", "c2", "d2", "e2"]


def test_T67_no_first_step_off_the_board_or_onto_somebody() -> None:
    state = group(crops="b1 c1", meeples=("b1", "c1"))
    act_turn(state, 0, "north")
    assert not ends(state)
    act_turn(state, 0, "east")
    assert not ends(state)


def test_T68_no_space_twice() -> None:
    # From b1 west to a1, and the only way on leads back through b1.
    state = group(crops="a1 b1 c1", bare="a2", meeples=("b1", "a2"))
    act_turn(state, 0, "west")
    assert not ends(state)


def test_G22_the_start_counts_as_visited() -> None:
    state = group(crops="a1 b1 c1", meeples=("b1", ""))
    act_turn(state, 0, "west")
    assert ends(state) == {"a2"}, "not c2, d1 or b2, which only b1 leads to"


def test_T68_no_stop_on_a_crop_and_no_taking_back() -> None:
    state = group(crops="b2 c2", meeples=("b2", ""))
    act_turn(state, 0, "east")
    assert "c2" not in ends(state)
    assert not options(state, "retrieve-")


def test_T68_bare_terrain_may_be_stopped_on() -> None:
    state = group(crops="b2", bare="c2", meeples=("b2", ""))
    act_turn(state, 0, "east")
    assert ends(state) == {"c2"}
    assert not [event for event in play(state, "explore-c2") if isinstance(event, TileDiscovered)]


def test_T69_the_tile_comes_from_the_diversity_board() -> None:
    state = group()
    act_turn(state, 0, "east")
    before = [len(column) for column in state.spent]
    events = play(state, "enter-a1")
    found = only(events, TileDiscovered)
    assert len(state.spent[found.terrain]) == before[found.terrain] - 1
    assert state.parties[0].levels[found.terrain] == 1
    assert state.parties[0].points == 11


def empty_board(state: Any, *, keep: tuple[str, ...]) -> None:
    """Nothing on the Diversity board; these seats hold the rest, "seat:terrain" (the others one of each, as before)."""
    for terrain, column in enumerate(state.spent):
        holders = [int(entry.split(":")[0]) for entry in keep if int(entry.split(":")[1]) == terrain]
        for seat, hands in enumerate(state.hands):
            if seat not in holders:
                column.extend(hands[terrain])
                hands[terrain] = []
        for number, loose in enumerate(column):
            if holders:
                state.hands[holders[number % len(holders)]][terrain].append(loose)
        if holders:
            column.clear()


def test_T69_G26_the_active_player_chooses_who_supplies() -> None:
    state = group(seats=3)
    empty_board(state, keep=("1:0", "2:0"))
    act_turn(state, 0, "east")
    events = play(state, "enter-a1")
    assert only(events, TerrainFound) == TerrainFound(0, 0, 0)
    assert isinstance(state.stack[-1], SupplyTile)
    assert state.stack[-1].seat == 0
    assert options(state) == ["player-2", "player-3"]
    assert TIWANAKU.view(state, 2).terrain[0] == "d", "the terrain is known while its tile is asked for"
    held = len(state.hands[2][0])
    events = play(state, "player-3")
    assert only(events, TileSupplied).seat == 2
    assert only(events, TileSeen).seen_by == (2,)
    assert only(events, TileDiscovered).seat == 0
    assert len(state.hands[2][0]) == held - 1
    assert state.arrows[0] == tile("orange-north")


def test_G26_a_single_holder_supplies_without_a_question() -> None:
    state = group(seats=3)
    empty_board(state, keep=("2:0",))
    act_turn(state, 0, "east")
    events = play(state, "enter-a1")
    assert only(events, TileSupplied).seat == 2
    assert isinstance(state.stack[-1], SpendTile)


def test_T69_the_same_for_a_tile_that_the_otoma_need() -> None:
    state = group(seats=3, otoma="a4 i4 h5 i5 g5")
    empty_board(state, keep=("1:3", "2:3"))
    act_turn(state, 0, "east")
    # a1 is dirt; the Otoma of a4 runs down column a to a5, which is grass; so it is asked for rock nowhere.
    play(state, "enter-a1")
    assert not isinstance(state.stack[-1], SupplyTile)
    state = group(seats=3, otoma="a2 i4 h5 i5 g5")
    empty_board(state, keep=("1:3", "2:3"))
    act_turn(state, 0, "east")
    events = play(state, "enter-a1")
    assert only(events, TerrainFound) == TerrainFound(None, state.ground.index["a3"], 3)
    assert state.stack[-1].otoma == 0
    events = play(state, "player-2")
    assert only(events, TileDiscovered).seat is None
    assert isinstance(events[-1], CropPlanted)


def test_T70_the_otoma_of_row_and_column_run_away_nearest_first() -> None:
    state = group(otoma="c1 a3 h5 i5 g5")
    act_turn(state, 0, "east")
    events = play(state, "enter-a1")
    assert isinstance(state.stack[-1], OrderOtoma)
    events += play(state, "otoma-a3")
    runs = [[state.ground.names[cell] for cell in event.path] for event in events if isinstance(event, OtomaMoved)]
    assert runs == [["a3", "a4"], ["c1", "d1"]]
    state = group(otoma="d1 a3 h5 i5 g5")
    act_turn(state, 0, "east")
    moved = [event.otoma for event in play(state, "enter-a1") if isinstance(event, OtomaMoved)]
    assert moved == [1, 0], "a3 is two away, d1 three"


def test_T70_equally_near_ones_in_the_order_that_the_player_chooses() -> None:
    state = group(otoma="c1 a3 h5 i5 g5")
    act_turn(state, 0, "east")
    play(state, "enter-a1")
    assert options(state) == ["otoma-c1", "otoma-a3"]
    assert state.stack[-1].seat == 0
    events = play(state, "otoma-c1")
    assert [event.otoma for event in events if isinstance(event, OtomaMoved)] == [0, 1]


def test_T70_after_exploring_bare_terrain_too_but_never_after_divining() -> None:
    state = group(crops="a1", bare="b1", meeples=("a1", ""), otoma="e1 i4 h5 i5 g5")
    act_turn(state, 0, "east")
    events = play(state, "explore-b1")
    assert only(events, OtomaMoved).otoma == 0
    state = group(bare="b1", meeples=("b1", ""), otoma="e1 i4 h5 i5 g5")
    act_turn(state, 0, "east")
    assert not [event for event in play(state, "divine-b1-coca") if isinstance(event, OtomaMoved)]


def test_T70_movement_over_everything_and_by_the_trails() -> None:
    state = group(crops="g1", bare="f1", meeples=("", "f1"), otoma="e1 a4 h5 i5 g5")
    fill(state, but="c1 i3 b4 c4")
    act_turn(state, 0, "south")
    events = play(state, "enter-c1")
    moved = only(events, OtomaMoved)
    route = [state.ground.names[cell] for cell in moved.path]
    assert route[:6] == ["e1", "f1", "g1", "h1", "i1", "i1"]
    assert route[-1] == "i3"


def test_G24_who_arrives_in_the_line_does_not_react() -> None:
    # The Otoma of c1 runs east and by the trails comes to a stop in the line of a1, where it stays.
    state = group(otoma="c1 h4 h5 i5 g5")
    fill(state, but="a1 a5 b3")
    act_turn(state, 0, "east")
    events = play(state, "enter-a1")
    moved = only(events, OtomaMoved)
    assert moved.otoma == 0
    assert names(state, 1 << moved.path[-1]) in ("a5", "b3")


def test_G25_column_or_row() -> None:
    state = group(otoma="a3 c2 h5 i5 g5")
    act_turn(state, 0, "east")
    assert [event.otoma for event in play(state, "enter-a1") if isinstance(event, OtomaMoved)] == [0]


def test_T71_an_otoma_that_discovers_takes_the_token_it_lacks() -> None:
    state = group(otoma="a2 i4 h5 i5 g5")
    act_turn(state, 0, "east")
    planted = only(play(state, "enter-a1"), CropPlanted)
    assert planted.token
    assert state.parties[OTOMA].tokens == 1 << planted.crop - 1
    state = group(otoma="a2 i4 h5 i5 g5")
    state.parties[OTOMA].tokens = 0b11111
    act_turn(state, 0, "east")
    assert not only(play(state, "enter-a1"), CropPlanted).token


def test_T72_divining_as_in_the_competitive_mode_with_shared_tokens() -> None:
    state = group(bare="a1 b1", meeples=("a1 b1", ""))
    act_turn(state, 0, "north")
    play(state, "divine-a1-potato")
    assert state.stack == [DivineMore(0)]
    play(state, "divine-b1-coca")
    assert state.stack == [Offer(0)]
    play(state, "done")
    state.meeples[1] = mask(state, "c1")
    state.tiles |= mask(state, "c1")
    act_turn(state, 1, "north")
    play(state, "divine-c1-chili")
    assert state.parties[0].held == ["potato", "coca", "chili"]


def test_G27_no_offering_after_a_wrong_divination() -> None:
    state = group(bare="a1 b1", meeples=("a1 b1", ""))
    state.parties[0].tokens = 0b111
    act_turn(state, 0, "north")
    assert only(play(state, "divine-b1-quinoa"), CropDivined).points == -2
    assert state.stack == [SpendTile(1)]


def test_T73_each_time_the_group_offers_so_do_the_otoma() -> None:
    state = group()
    state.parties[0].tokens, state.parties[OTOMA].tokens = 0b111, 0b1111
    act_turn(state, 0, "east")
    play(state, "enter-a1")
    assert state.stack == [Offer(0)]
    events = play(state, "offer-coca+potato")
    offerings = [event for event in events if isinstance(event, OfferingMade)]
    assert [(made.seat, made.points) for made in offerings] == [(0, 1), (None, 6)]
    assert state.parties[OTOMA].tokens == 0
    assert state.parties[0].tokens == 0b100


def test_T73_the_reaction_comes_before_the_offering() -> None:
    state = group(otoma="a2 i4 h5 i5 g5")
    state.parties[0].tokens = 0b11
    act_turn(state, 0, "east")
    assert only(play(state, "enter-a1"), OtomaMoved)
    assert state.stack == [Offer(0)]


def test_T73_no_offering_no_offering_of_the_otoma() -> None:
    state = group()
    state.parties[0].tokens, state.parties[OTOMA].tokens = 0b1, 0b11
    act_turn(state, 0, "east")
    assert not [event for event in play(state, "enter-a1", "done") if isinstance(event, OfferingMade)]
    assert state.parties[OTOMA].tokens == 0b11


def test_G30_the_otoma_spend_a_single_token_for_nothing() -> None:
    state = group()
    state.parties[0].tokens, state.parties[OTOMA].tokens = 0b11, 0b1
    act_turn(state, 0, "east")
    events = play(state, "enter-a1", "offer-coca+potato")
    assert [event for event in events if isinstance(event, OfferingMade)][-1].points == 0
    assert state.parties[OTOMA].tokens == 0


def last_turn() -> Any:
    """Seat 0 holds the only tile that is left behind a screen."""
    state = group(bare="a1", meeples=("a1", ""))
    for hands in state.hands:
        for terrain, stack in enumerate(hands):
            state.spent[terrain] += stack
            stack.clear()
    hold(state, 0, "dirt:orange-north")
    spend_turn(state, 0)
    return state


def test_T74_over_when_nobody_has_a_tile_at_the_end_of_a_turn() -> None:
    state = last_turn()
    play(state, "spend-dirt")
    events = play(state, "divine-a1-potato")
    assert isinstance(events[-1], MatchEnded)
    spaces = only(events, UntouchedScored).spaces
    assert spaces == 45 - 6
    assert state.parties[OTOMA].untouched == spaces


def test_T74_a_last_offering_for_each_side() -> None:
    state = last_turn()
    state.parties[0].tokens, state.parties[OTOMA].tokens = 0b10, 0b111
    play(state, "spend-dirt", "divine-a1-potato")
    assert state.stack == [FinalOffer(0)]
    events = play(state, "offer-coca+potato")
    assert [event.points for event in events if isinstance(event, OfferingMade)] == [1, 3]
    assert isinstance(events[-1], MatchEnded)


def test_T74_the_last_offering_comes_even_after_an_error() -> None:
    state = last_turn()
    state.parties[0].tokens, state.parties[OTOMA].tokens = 0b11, 0b11
    play(state, "spend-dirt", "divine-a1-quinoa")
    assert state.stack == [FinalOffer(0)]
    events = play(state, "done")
    assert [event.seat for event in events if isinstance(event, OfferingMade)] == [None]


@pytest.mark.parametrize(("points", "wins"), [(99, False), (100, True)])
def test_T74_only_more_points_win(points: int, wins: bool) -> None:
    state = last_turn()
    state.parties[0].points, state.parties[OTOMA].points = points - 1, 99 - 39
    play(state, "spend-dirt", "divine-a1-potato")
    rows = TIWANAKU.standings(state)
    assert [row.score for row in rows] == [points, points, 99]
    assert [row.winner for row in rows] == [wins, wins, not wins]


def test_G13_teammates_of_another_colour_block() -> None:
    state = group(crops="b2 c2 d2", meeples=("b2", "c2"))
    act_turn(state, 0, "east")
    assert not ends(state)


def test_G12_otoma_block_the_group_as_well() -> None:
    state = group(crops="b2", meeples=("b2", ""), otoma="c2 i4 h5 i5 g5")
    act_turn(state, 0, "east")
    assert not ends(state)


def test_G19_tiles_that_allow_no_action_are_not_offered() -> None:
    state = group(crops="a1 b1 a2", meeples=("a1", ""), otoma="b1 i4 h5 i5 g5")
    state.reserve[0] = 0
    spend_turn(state, 0)
    state.hands[0] = [[tile("blue-north")], [tile("blue-east")], [tile("blue-south")], [tile("blue-west")]]
    assert options(state) == ["spend-grass"], "only south of a1 there is a way on"


def test_G19_the_action_lapses_when_no_tile_allows_one() -> None:
    state = group(crops="a1", meeples=("a1", ""), otoma="b1 a2 h5 i5 g5")
    state.reserve[0] = 0
    spend_turn(state, 0)
    assert len(options(state)) == 4
    events = play(state, "spend-rock")
    assert only(events, ActionLapsed).seat == 0
    assert state.stack == [SpendTile(1)]


def test_G19_T72_any_tile_may_be_spent_where_there_is_something_to_divine() -> None:
    state = group(bare="a1", meeples=("a1", ""), otoma="b1 a2 h5 i5 g5")
    state.reserve[0] = 0
    spend_turn(state, 0)
    assert len(options(state)) == 4
    events = play(state, "spend-rock")
    assert not [event for event in events if isinstance(event, ActionLapsed)]
    assert options(state) == [f"divine-a1-{crop}" for crop in CROPS]


def test_G17_no_otoma_runs_when_the_board_is_full() -> None:
    state = group(meeples=("", ""))
    fill(state, but="i1")
    state.hands = [[[] for _ in range(4)] for _ in range(2)]
    act_turn(state, 0, "west")
    events = play(state, "enter-i1")
    assert only(events, TileDiscovered).cell == state.ground.index["i1"]
    assert not [event for event in events if isinstance(event, OtomaMoved)], "though i4 and i5 are in its column"
    assert isinstance(events[-1], MatchEnded)


def test_G20_who_has_no_tiles_is_passed_over() -> None:
    state = group(seats=3)
    for terrain, stack in enumerate(state.hands[1]):
        state.spent[terrain] += stack
        stack.clear()
    act_turn(state, 0, "east")
    events = play(state, "enter-a1")
    assert only(events, TurnSkipped).seat == 1
    assert state.stack == [SpendTile(2)]


@pytest.mark.parametrize(
    ("way", "gate"),
    [
        ("east", {"a1", "a2", "a3", "a4", "a5"}),
        ("west", {"i1", "i2", "i3"}),
        ("south", {f"{column}1" for column in "abcdefghi"}),
        ("north", {f"{column}5" for column in "abcdef"}),
    ],
)
def test_G21_coming_in_is_the_first_step(way: str, gate: set[str]) -> None:
    state = group()
    act_turn(state, 0, way)
    assert ends(state, "enter-") == gate


def test_G21_going_on_from_the_gate() -> None:
    state = group(crops="a1")
    act_turn(state, 0, "east")
    assert ends(state, "enter-") == {"a2", "a3", "a4", "a5", "b1"}
    events = play(state, "enter-b1")
    assert path(state, events) == ["a1", "b1"]
    assert only(events, MeepleMoved).entered


def test_G23_the_first_step_may_be_a_crop_or_an_own_meeple() -> None:
    state = group(crops="b2", bare="c2", meeples=("b2 c2", ""))
    act_turn(state, 0, "east")
    assert "explore-b2-d2" in options(state)
    assert "explore-c2-d2" in options(state)
    assert path(state, play(state, "explore-b2-d2")) == ["b2", "c2", "d2"]
    state = group(crops="a1 b1 a2", bare="c1", meeples=("a1 b1", "c1"), otoma="b2 i4 h5 i5 g5")
    act_turn(state, 0, "east")
    assert not ends(state), "onto b1, and nowhere to end from there"


def test_the_default_never_names_a_crop_that_stands_beside() -> None:
    state = group(crops="a1 b1", bare="a2", meeples=("a2", ""))
    state.reserve[0] = 0
    state.meeples[1] = mask(state, "a3 b2")
    state.tiles |= mask(state, "a3 b2")
    act_turn(state, 0, "south")
    assert options(state)[0] == "divine-a2-potato"
    assert state.stack[-1].default(state) == "divine-a2-chili"
