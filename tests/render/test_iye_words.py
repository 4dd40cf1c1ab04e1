"""The words of İye: each event, each option, and a position that can be played without seeing it."""

from __future__ import annotations

import random
from typing import Any

from render import PRESENTERS, Audience
from rules.iye import IYE, Settings
from rules.iye.events import CycleEnded, Dealt, DrumMoved, MatchWon, StarterChosen
from rules.iye.position import CycleResult
from rules.iye.tiles import CELL, HORSE, SUN
from tests.render.positions import described, moments

LOOK = PRESENTERS["iye"]
WHO = Audience(("Ada", "Bo"), 0, "İye #42")
LAYOUT = "SHSTHSHWTSHOSTHSWHSTSWHTS"


def begun(*options: str) -> Any:
    state = IYE.setup(Settings(first="host", layout=LAYOUT), 2, 1)
    for option in options:
        IYE.apply(state, option)
    return IYE.view(state, None)


def test_moves_are_told_with_what_they_cost_and_give() -> None:
    natural = DrumMoved(0, CELL["c3"], CELL["c4"], None, HORSE)
    spent = DrumMoved(1, CELL["c4"], CELL["a1"], SUN, SUN)
    assert LOOK.tell(natural, begun(), WHO) == "Ada moved the drum to c4; Bo received Horses."
    assert LOOK.tell(spent, begun(), WHO) == "Bo spent Sun to reach a1; Ada received Sun."


def test_the_ends_of_a_cycle_are_told() -> None:
    nobody = (None,) * 5
    assert LOOK.tell(CycleEnded(1, 0, None, (11, 9), (0, 0, None, 0, 1)), begun(), WHO) == (
        "Ada won cycle 1 with 11 points to 9."
    )
    assert LOOK.tell(CycleEnded(2, 1, 0, (0, 0), nobody), begun(), WHO) == "Ada could not move, so Bo won cycle 2."
    assert LOOK.tell(CycleEnded(3, None, None, (8, 8), nobody), begun(), WHO) == (
        "Cycle 3 was tied 8 to 8. Nobody won it."
    )
    assert LOOK.tell(Dealt(2, 1), begun(), WHO) == "Cycle 2 was dealt. Bo begins."
    assert LOOK.tell(StarterChosen(0, 0), begun(), WHO) == "Ada chose to begin."
    assert LOOK.tell(StarterChosen(0, 1), begun(), WHO) == "Ada let Bo begin."
    assert LOOK.tell(MatchWon(1), begun(), WHO) == "Bo won the match."


def test_an_option_names_square_gift_and_price() -> None:
    view = begun("c1")
    ask = view.stack[-1]
    assert LOOK.label("c4", ask, begun()) == "c4 · Gives Horses"
    assert LOOK.label("sun-a1", ask, view) == "a1 · Gives Sun · Spend Sun"
    assert LOOK.group("sun-a1", ask, view) == "Give Sun"
    assert LOOK.question(ask, view, WHO) == "Move the drum."


def test_H6_a_needless_spend_is_warned_of() -> None:
    view = begun("c1")
    ask = view.stack[-1]
    assert {"sun-a1", "a1", "sun-a5"} <= set(ask.options(view)) and "a5" not in ask.options(view)
    assert LOOK.warn("sun-a1", ask, view) == "You can reach a1 without spending a tile."
    assert LOOK.warn("sun-a5", ask, view) == ""
    assert LOOK.warn("a1", ask, view) == ""


def test_when_only_tiles_move_the_question_says_so() -> None:
    for _, view, ask, _, _ in moments("iye", 1):
        if ask is not None and all("-" in option for option in ask.options(view)) and ask.kind == "MoveDrum":
            assert LOOK.question(ask, view, WHO) == "Spend a tile to move the drum."
            return
    raise AssertionError("no such moment in this match")


def test_the_description_holds_the_whole_position() -> None:
    view = begun("c1", "sun-e5")
    text = described(LOOK, view, WHO)
    for row in range(5):
        assert f"Row {row + 1}, a to e: " in text
    assert "The drum is on e5." in text
    assert "Bo has won 0 cycles and holds" in text and "Spent: 1 Sun." in text
    assert "Last move: Bo spent Sun to reach e5" in text
    for option in IYE.options(view):
        if "-" not in option:
            assert f"{option} " in text.split("Natural moves:")[1]


def test_the_start_says_that_the_drum_stands_on_a_tile() -> None:
    assert "The drum is on c3, which still holds its tile (Sun)." in described(LOOK, begun(), WHO)


def test_the_last_post_tells_what_each_spirit_brought() -> None:
    state = IYE.setup(Settings(first="host", layout=LAYOUT, cycles=1), 2, 1)
    assert LOOK.scoring(IYE.view(state, None), WHO) == "Points now: Ada 0, Bo 0."
    state.stack, state.tiles = [], 1
    state.hands = [[1, 2, 2, 3, 3], [0, 1, 2, 2, 4]]
    state.past = [CycleResult(0, None, (11, 9))]
    assert LOOK.scoring(IYE.view(state, None), WHO).split("\n") == [
        "Owls (1 point): Ada, 1 to 0.",
        "Water (3 points): Ada, 2 to 1.",
        "Tree (5 points): nobody, 2 to 2.",
        "Horses (7 points): Ada, 3 to 2.",
        "Sun (9 points): Bo, 4 to 3.",
        "In all: Ada 11, Bo 9.",
    ]


def test_a_cycle_that_was_not_scored_is_not_told_as_scored() -> None:
    state = IYE.setup(Settings(first="host", layout=LAYOUT), 2, 1)
    state.stack = []
    state.past = [CycleResult(0, None, (11, 9)), CycleResult(0, 1, (0, 0))]
    assert LOOK.scoring(IYE.view(state, None), WHO).split("\n") == [
        "Ada won cycle 1 with 11 points to 9.",
        "Points now: Ada 0, Bo 0. Cycles won: 2 to 0.",
    ]
    state.past, state.resigned = state.past[:1], [0]
    assert LOOK.scoring(IYE.view(state, None), WHO).startswith("Ada won cycle 1 with 11 points to 9.\n")


def test_alt_text_names_turn_drum_and_score() -> None:
    assert LOOK.alt(begun("c4"), WHO) == (
        "Cycle 1. Bo is to move. Drum on c4, 24 tiles left. Points now: Ada 0, Bo 7. Cycles won: 0 to 0. "
        "Last move: c3 to c4."
    )


def test_the_last_words_say_by_what() -> None:
    seen = set()
    for seed in range(40):
        state = IYE.setup(Settings(cycles=1), 2, seed)
        chance = random.Random(seed)
        while options := IYE.options(state):
            IYE.apply(state, chance.choice(options))
        view = IYE.view(state, None)
        words = LOOK.result(view, WHO)
        assert words.startswith(("Ada won", "Bo won")) == any(row.winner for row in IYE.standings(state))
        seen.add("could not move" in words)
    assert seen == {True, False}, "both ways to win a cycle must have come up"
