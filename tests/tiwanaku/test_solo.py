"""Solo mode: T45-T52 and the rulings on it. In the world of these tests row 1 is d d s g g r r d s."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.tiwanaku import TIWANAKU, Settings
from rules.tiwanaku.divine import DivineAll
from rules.tiwanaku.ending import FinalOffer
from rules.tiwanaku.events import (
    ArrowIgnored,
    CropDivined,
    CropPlanted,
    MatchEnded,
    OfferingMade,
    OtomaMoved,
    Stuck,
    TileDiscovered,
    TrackAdvanced,
)
from rules.tiwanaku.explore import Act
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import OTOMA
from rules.tiwanaku.solo import ChooseOtoma
from tests.tiwanaku.worlds import (
    HARD_SOLO,
    SOLO,
    count_tiles,
    fill,
    mask,
    names,
    only,
    options,
    play,
    tile,
    world,
)

# Where the Otoma stand: blue, green, white, purple, yellow.
OTOMA_AT = "e3 f3 g3 e4 f4"


def solo(settings: Settings = SOLO, *, crops: str = "", bare: str = "", meeples: str = "") -> Any:
    state = world(settings, 1, crops=f"{OTOMA_AT} {crops}", bare=bare, meeples=(meeples,), otoma=OTOMA_AT)
    for cell in range(state.ground.cells):
        state.arrows[cell] = tile("orange-north") if state.tiles >> cell & 1 else -1
    return state


def next_arrow(state: Any, arrow: str) -> None:
    """Put a tile with this arrow on top of every stack."""
    for pile in state.piles:
        pile[-1:] = [tile(arrow)] * len(pile[-1:])


def arrow_at(state: Any, space: str, arrow: str) -> None:
    state.arrows[state.ground.index[space]] = tile(arrow)


def test_T45_no_taking_back() -> None:
    assert not options(solo(bare="a1", meeples="a1"), "retrieve-")


def test_T46_a_discovered_tile_shows_its_arrow() -> None:
    state = solo()
    next_arrow(state, "orange-west")
    found = only(play(state, "enter-a1"), TileDiscovered)
    assert found.arrow == state.arrows[0] == tile("orange-west")
    assert [len(pile) for pile in state.piles] == state.left


def test_T46_arrows_do_not_limit_the_quechua() -> None:
    state = solo(bare="b2", crops="b1 b3 a2 c2", meeples="b2")
    assert {option[-2:] for option in options(state, "explore-")} > {"b1", "b3", "a2", "c2"}


def test_T47_another_colour_moves_that_otoma_at_once() -> None:
    state = solo()
    next_arrow(state, "blue-north")
    events = play(state, "enter-a1")
    moved = only(events, OtomaMoved)
    assert moved.otoma == 0
    assert [state.ground.names[cell] for cell in moved.path] == ["e3", "e2"]
    assert state.stack == [Act(0)]
    assert state.turn == 1


def test_T47_an_old_bare_tile_acts_as_well() -> None:
    state = solo(bare="b1", crops="a1", meeples="a1")
    arrow_at(state, "b1", "purple-south")
    moved = only(play(state, "explore-b1"), OtomaMoved)
    assert [state.ground.names[cell] for cell in moved.path] == ["e4", "e5"]


def test_T47_own_colour_at_the_easy_level_does_nothing() -> None:
    state = solo()
    next_arrow(state, "orange-north")
    events = play(state, "enter-a1")
    assert only(events, ArrowIgnored).cell == 0
    assert not [event for event in events if isinstance(event, OtomaMoved)]


def test_T47_own_colour_at_the_hard_level_moves_an_otoma_of_choice() -> None:
    state = solo(HARD_SOLO)
    next_arrow(state, "orange-east")
    play(state, "enter-a1")
    assert isinstance(state.stack[-1], ChooseOtoma)
    assert options(state) == ["otoma-blue", "otoma-green", "otoma-white", "otoma-purple", "otoma-yellow"]
    moved = only(play(state, "otoma-purple"), OtomaMoved)
    assert moved.otoma == 3
    assert [state.ground.names[cell] for cell in moved.path] == ["e4", "f4", "g4"]
    assert state.stack == [Act(0)]


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_G14_the_level_is_set_for_the_whole_match(level: str) -> None:
    state = solo(SOLO if level == "easy" else HARD_SOLO)
    for _ in range(3):
        next_arrow(state, "orange-east")
        play(state, options(state, "enter-")[0])
        assert isinstance(state.stack[-1], ChooseOtoma) == (level == "hard")
        if level == "hard":
            play(state, "otoma-blue")


def test_T48_no_reaction_on_a_crop_or_after_divining() -> None:
    state = solo(crops="a1 b1", bare="a2", meeples="a1 a2")
    arrow_at(state, "b1", "blue-north")
    arrow_at(state, "a2", "blue-north")
    assert not [event for event in play(state, "explore-a1-b1") if isinstance(event, OtomaMoved)]
    events = play(state, f"divine-a2-{'chili'}")
    assert not [event for event in events if isinstance(event, OtomaMoved)]


def test_G38_walking_from_crop_to_crop_is_free() -> None:
    state = solo(crops="a1 b1", meeples="a1")
    for _ in range(3):
        play(state, "explore-b1", "explore-a1")
    assert state.parties[OTOMA].points == solo().parties[OTOMA].points


def test_T49_straight_over_terrain_whatever_is_on_it() -> None:
    state = solo(bare="g4 h4", crops="i4", meeples="g4 h4")
    next_arrow(state, "purple-east")
    moved = only(play(state, "enter-a1"), OtomaMoved)
    # e4, over yellow on f4 and both Quechuas, off the board at i4 and back in on row 5.
    assert [state.ground.names[cell] for cell in moved.path] == ["e4", "f4", "g4", "h4", "i4", "i5"]


def test_T49_several_trails_in_one_run() -> None:
    state = solo()
    fill(state, but="a1 a5")
    state.otoma[0] = state.ground.index["b5"]
    next_arrow(state, "blue-south")
    moved = only(play(state, "enter-a1"), OtomaMoved)
    path = [state.ground.names[cell] for cell in moved.path]
    # Down from b5 by the trail to c5, up c, down d, up e, down f, up g, down h, up i, then to the right end of row 1.
    assert path[:3] == ["b5", "c5", "c4"]
    assert path[-1] == "a5"
    assert "i1" in path and path.index("i1") < len(path) - 1


def test_T50_the_otoma_discover_and_plant() -> None:
    state = solo()
    next_arrow(state, "blue-north")
    before = state.parties[OTOMA].points
    terrain, crop = state.terrain[state.ground.index["e2"]], int(state.crops[state.ground.index["e2"]])
    events = play(state, "enter-a1")
    found = [event for event in events if isinstance(event, TileDiscovered)][-1]
    assert (found.seat, found.terrain, found.arrow) == (None, "dsgr".index(terrain), -1)
    advanced = [event for event in events if isinstance(event, TrackAdvanced)][-1]
    planted = only(events, CropPlanted)
    assert (planted.crop, planted.points, planted.token) == (crop, crop, False)
    assert advanced.side == OTOMA
    assert state.parties[OTOMA].points == before + advanced.points + crop
    assert state.planted & mask(state, "e2")
    assert state.otoma[0] == state.ground.index["e2"]


def test_T50_the_arrow_of_their_tile_is_ignored() -> None:
    state = solo()
    next_arrow(state, "blue-north")
    events = play(state, "enter-a1")
    assert len([event for event in events if isinstance(event, OtomaMoved)]) == 1
    assert state.arrows[state.ground.index["e2"]] == -1


def test_G12_otoma_block_the_quechua() -> None:
    state = solo(crops="d3", meeples="d3")
    assert "explore-e3" not in options(state)
    assert {option[-2:] for option in options(state, "explore-")} == {"c3", "d2", "d4"}


def test_T51_all_own_meeples_on_bare_terrain_must_divine() -> None:
    state = solo(bare="a1 b1 c1", meeples="a1 b1 c1")
    play(state, "divine-b1-coca")
    assert state.stack == [DivineAll(0)]
    assert {option.split("-")[1] for option in options(state)} == {"a1", "c1"}
    assert "done" not in options(state)


def test_T51_errors_cost_but_do_not_stop() -> None:
    state = solo(bare="a1 b1 c1", meeples="a1 b1 c1")
    assert only(play(state, "divine-c1-potato"), CropDivined).points == -3
    assert state.stack == [DivineAll(0)]
    play(state, "divine-a1-potato", "divine-b1-potato")
    assert state.parties[0].points == 10 - 3 + 1 - 2
    assert state.planted & mask(state, "a1 b1 c1") == mask(state, "a1 b1 c1")


def test_T51_an_offering_may_follow_errors() -> None:
    state = solo(bare="a1", meeples="a1")
    state.parties[0].tokens = 0b111
    play(state, "divine-a1-quinoa")
    assert state.stack == [Offer(0)]


def test_G15_discovery_then_offering_then_reaction() -> None:
    state = solo()
    state.parties[0].tokens = 0b11
    next_arrow(state, "blue-north")
    events = play(state, "enter-a1")
    assert [type(event) for event in events][-1] is TrackAdvanced
    assert state.stack == [Offer(0)]
    kinds = [type(event) for event in play(state, "offer-coca+potato")]
    assert kinds[:2] == [OfferingMade, OtomaMoved]


def test_G15_hard_own_colour_the_offering_still_comes_first() -> None:
    state = solo(HARD_SOLO)
    state.parties[0].tokens = 0b11
    next_arrow(state, "orange-north")
    play(state, "enter-a1")
    assert state.stack == [Offer(0)]
    play(state, "done")
    assert isinstance(state.stack[-1], ChooseOtoma)


def test_T52_over_when_all_terrain_lies_without_final_divinations() -> None:
    state = solo()
    fill(state, but="a1")
    next_arrow(state, "orange-north")
    assert isinstance(play(state, "enter-a1")[-1], MatchEnded)
    assert not state.planted & 1


def test_G17_no_reaction_when_the_board_is_full() -> None:
    state = solo()
    fill(state, but="a1")
    next_arrow(state, "blue-north")
    events = play(state, "enter-a1")
    assert not [event for event in events if isinstance(event, OtomaMoved)]


def test_T52_a_reaction_may_place_the_last_tile() -> None:
    state = solo()
    fill(state, but="a1 e2")
    next_arrow(state, "blue-north")
    events = play(state, "enter-a1")
    assert state.otoma[0] == state.ground.index["e2"]
    assert isinstance(events[-1], MatchEnded)


def test_G18_one_last_offering() -> None:
    state = solo()
    state.parties[0].tokens = 0b11
    fill(state, but="a1")
    play(state, "enter-a1")
    assert state.stack == [FinalOffer(0)]
    events = play(state, "offer-coca+potato")
    assert only(events, OfferingMade).points == 1
    assert isinstance(events[-1], MatchEnded)


def test_G19_no_legal_action_ends_it_at_the_current_scores() -> None:
    state = solo()
    # Both meeples are shut in by the Otoma, and none is left to bring in.
    state.reserve[0] = 0
    state.meeples[0] = mask(state, "a1 c1")
    state.otoma = [state.ground.index[name] for name in ("b1", "a2", "d1", "c2", "f4")]
    fill(state, but="i5", bare="c1")
    state.parties[0].tokens = 0b00011
    play(state, "divine-c1-chili")
    score = state.parties[0].points
    events = play(state, "done")
    assert only(events, Stuck)
    assert isinstance(events[-1], MatchEnded)
    assert state.parties[0].points == score == 13
    assert state.phase == "over"
    assert [row.winner for row in TIWANAKU.standings(state)].count(True) == 1


def walled_in() -> Any:
    """All that can be reached is planted, and the one empty space, i5, is walled in by two Otoma."""
    state = solo()
    state.reserve[0] = 0
    state.meeples[0] = mask(state, "a1 c1")
    state.otoma = [state.ground.index[name] for name in ("i4", "h5", "d1", "c2", "f4")]
    fill(state, but="i5", bare="c1")
    return state


def test_G19_moves_from_crop_to_crop_alone_do_not_keep_a_match_going() -> None:
    state = walled_in()
    events = play(state, "divine-c1-chili")
    if state.stack and isinstance(state.stack[-1], Offer):
        events = play(state, "done")
    assert only(events, Stuck).walks
    assert isinstance(events[-1], MatchEnded)
    assert state.phase == "over"


def test_G19_a_last_offering_where_a_move_could_have_been_followed_by_one() -> None:
    state = walled_in()
    state.parties[0].tokens = 0b00011
    play(state, "divine-c1-chili")
    events = play(state, "done")
    assert only(events, Stuck).walks
    assert isinstance(state.stack[-1], FinalOffer)
    events = play(state, "offer-coca+potato")
    assert only(events, OfferingMade).points == 1
    assert isinstance(events[-1], MatchEnded)


def test_G19_an_empty_space_that_can_be_reached_keeps_it_going() -> None:
    state = walled_in()
    state.otoma[1] = state.ground.index["g4"]
    play(state, "divine-c1-chili")
    if isinstance(state.stack[-1], Offer):
        play(state, "done")
    assert isinstance(state.stack[-1], Act)


def test_G19_the_match_with_the_seed_14_ends() -> None:
    """It went on for ever: 170 moves from crop to crop, and an empty space that nobody could reach."""
    state, chance = TIWANAKU.setup(Settings(mode="solo", level="easy"), 1, 14), random.Random(14)
    for _ in range(200):
        if TIWANAKU.decision(state) is None:
            break
        option = TIWANAKU.choose(TIWANAKU.view(state, 0), 0, "normal", chance, lambda: False)
        events = TIWANAKU.apply(state, option)
    assert state.phase == "over"
    assert only(events, Stuck).walks and state.tiles != state.ground.full


@pytest.mark.parametrize(("points", "otoma", "wins"), [(50, 49, True), (50, 50, False), (50, 51, False)])
def test_T52_only_more_points_win(points: int, otoma: int, wins: bool) -> None:
    state = solo()
    fill(state, but="a1")
    state.parties[0].points, state.parties[OTOMA].points = points - 1, otoma
    play(state, "enter-a1")
    player, others = TIWANAKU.standings(state)
    assert (player.score, player.winner, player.rank) == (points, wins, 1 if wins else 2)
    assert (others.seat, others.side, others.winner) == (None, "otoma", not wins)


def test_solo_giving_up_lets_the_otoma_win() -> None:
    state = solo()
    TIWANAKU.resign(state, 0)
    assert [row.winner for row in TIWANAKU.standings(state)] == [False, True]


def test_the_meeples_stand_where_they_should() -> None:
    state = solo(bare="a1", meeples="a1")
    assert names(state, state.occupied()) == "a1 e3 f3 g3 e4 f4"
    count_tiles(state)
    assert sum(state.left) == 39
