"""Divine and Offer: T28-T32 and the rulings on them."""

from __future__ import annotations

import pytest

from rules.errors import IllegalOption
from rules.tiwanaku import Settings
from rules.tiwanaku.divine import DivineMore
from rules.tiwanaku.events import CropDivined, OfferingMade
from rules.tiwanaku.explore import Act
from rules.tiwanaku.notation import CROPS
from rules.tiwanaku.offer import OFFER_POINTS, Offer
from tests.tiwanaku.worlds import mask, only, options, play, world

# In the short world the crops of a1, b1, c1, d1, e1 are potato, coca, chili, corn, quinoa.


def test_T28_an_own_meeple_on_bare_terrain_is_needed() -> None:
    assert not options(world(crops="a1", bare="b1", meeples=("a1", "b1")), "divine-")
    assert options(world(bare="b1", meeples=("b1",)), "divine-")


def test_T28_number_and_order_are_free() -> None:
    state = world(bare="b1 d1", meeples=("b1 d1",))
    assert {option.split("-")[1] for option in options(state, "divine-")} == {"b1", "d1"}
    play(state, "divine-d1-corn")
    assert {option.split("-")[1] for option in options(state, "divine-")} == {"b1"}
    play(state, "done")
    assert state.stack == [Act(1)]


def test_G32_any_crop_may_be_named() -> None:
    state = world(bare="b1", crops="a1 c1", meeples=("b1",))
    assert options(state, "divine-") == [f"divine-b1-{crop}" for crop in CROPS]


@pytest.mark.parametrize("named", CROPS)
def test_T29_the_true_crop_is_planted_in_every_case(named: str) -> None:
    state = world(bare="c1", meeples=("c1",))
    divined = only(play(state, f"divine-c1-{named}"), CropDivined)
    assert (divined.crop, divined.named) == (3, CROPS.index(named) + 1)
    assert divined.reveals
    assert state.planted == mask(state, "c1")


@pytest.mark.parametrize(("space", "crop", "level"), [("a1", "potato", 1), ("c1", "chili", 3), ("e1", "quinoa", 5)])
def test_T30_right_brings_the_level_and_the_token(space: str, crop: str, level: int) -> None:
    state = world(bare=space, meeples=(space,))
    divined = only(play(state, f"divine-{space}-{crop}"), CropDivined)
    assert (divined.points, divined.token) == (level, True)
    assert state.parties[0].points == 10 + level
    assert state.parties[0].held == [crop]


def test_T30_one_token_of_a_type_at_most() -> None:
    state = world(bare="c1", meeples=("c1",))
    state.parties[0].tokens = 1 << 2
    divined = only(play(state, "divine-c1-chili"), CropDivined)
    assert (divined.points, divined.token) == (3, False)
    assert state.parties[0].tokens == 1 << 2


def test_T30_going_on_with_another_meeple() -> None:
    state = world(bare="a1 e1", meeples=("a1 e1",))
    play(state, "divine-a1-potato")
    assert state.stack == [DivineMore(0)]
    play(state, "divine-e1-quinoa")
    assert state.parties[0].points == 16
    assert state.stack == [Offer(0)], "no meeple is left to divine with"


def test_T31_wrong_costs_the_level_of_the_true_crop_and_ends_the_turn() -> None:
    state = world(bare="a1 d1", meeples=("a1 d1",))
    state.parties[0].tokens = 0b11111
    divined = only(play(state, "divine-d1-potato"), CropDivined)
    assert (divined.points, divined.token) == (-4, False)
    assert state.parties[0].points == 6
    assert state.parties[0].mistakes == -4
    assert state.stack == [Act(1)], "neither another divination nor an offering"


def test_T31_never_below_zero() -> None:
    state = world(bare="e1", meeples=("e1",))
    state.parties[0].points, state.parties[0].discovery = 2, -8
    assert only(play(state, "divine-e1-potato"), CropDivined).points == -2
    assert state.parties[0].points == 0
    assert sum(state.parties[0].parts().values()) == 0


def test_T32_what_offerings_bring() -> None:
    assert OFFER_POINTS[1:] == (0, 1, 3, 6, 10)


@pytest.mark.parametrize(
    ("option", "points", "kept"),
    [
        ("offer-quinoa+corn+chili+coca+potato", 10, 0),
        ("offer-corn+chili+coca+potato", 6, 0b10000),
        ("offer-quinoa+corn+potato", 3, 0b00110),
        ("offer-corn+chili", 1, 0b10011),
        ("offer-quinoa", 0, 0b01111),
        ("done", 0, 0b11111),
    ],
)
def test_T32_an_offering_after_an_explore(option: str, points: int, kept: int) -> None:
    state = world()
    state.parties[0].tokens = 0b11111
    before = play(state, "enter-a1")
    assert state.stack == [Offer(0)]
    gained = state.parties[0].points
    play(state, option)
    assert state.parties[0].points == gained + points
    assert state.parties[0].offerings == points
    assert state.parties[0].tokens == kept
    assert state.stack == [Act(1)]
    assert before


def test_T32_only_tokens_that_are_held() -> None:
    state = world()
    state.parties[0].tokens = 0b10100
    play(state, "enter-a1")
    assert options(state) == ["offer-quinoa+chili", "offer-quinoa", "offer-chili", "done"]


def test_T32_once_a_turn_also_after_divining() -> None:
    state = world(bare="a1 c1", meeples=("a1 c1",))
    play(state, "divine-a1-potato")
    assert options(state, "offer-") == ["offer-potato"]
    made = only(play(state, "offer-potato"), OfferingMade)
    assert (made.seat, made.crops, made.points) == (0, (1,), 0)
    assert state.stack == [Act(1)], "the offering ends the Divine"


def test_T32_no_tokens_no_question() -> None:
    state = world()
    play(state, "enter-a1")
    assert state.stack == [Act(1)]


def test_G31_a_single_token_may_be_offered_for_nothing() -> None:
    state = world()
    state.parties[0].tokens = 1
    play(state, "enter-a1")
    with pytest.raises(IllegalOption):
        play(state, "offer-coca")
    assert only(play(state, "offer-potato"), OfferingMade).points == 0
    assert state.parties[0].tokens == 0


def test_the_long_board_divines_like_the_short_one() -> None:
    state = world(Settings(size="long"), bare="i5", meeples=("i5", ""))
    assert only(play(state, "divine-i5-chili"), CropDivined).crop == int(state.crops[-1])
