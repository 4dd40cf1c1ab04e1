"""What a post tells of many things that happened, and what it must not tell."""

from __future__ import annotations

import pytest

from cogs.ui import post
from rules import GAMES
from rules.iwari.events import CardDiscarded, DeckReshuffled, HalfTotals
from rules.iye.events import CycleEnded
from storage.records import PastStep, StepRow
from table import narration
from tests.table.test_limits import perspective


def iwari_seen_by(seat: int | None, seats: int = 3) -> post.Perspective:
    game = GAMES["iwari"]
    return perspective("iwari", game.view(game.setup(game.Settings(), seats, 1), seat), seat, seats)


def forced(seat: int, *events: object) -> PastStep:
    return PastStep(StepRow(1, seat, "discard-coast", 0, 0, 1, forced=True), list(events))


def test_B31_nobody_else_is_told_that_a_hand_left_no_choice() -> None:
    """That only one card could be discarded tells that the hidden ones are of the same kind."""
    step = forced(1, CardDiscarded(1, 1, "coast"))
    told = {seat: narration.happened(iwari_seen_by(seat), [step])[0] for seat in (None, 0, 1, 2)}
    assert told[1].endswith("(the only choice)")
    assert all("only choice" not in told[seat] for seat in (None, 0, 2))


def test_where_all_is_open_a_forced_choice_is_told_to_everybody() -> None:
    game = GAMES["iye"]
    state = game.setup(game.settings_from(b'{"first": "host"}'), 2, 1)
    events = game.apply(state, game.options(state)[0])
    step = PastStep(StepRow(1, 0, "x", 0, 0, 1, forced=True), events, open_options=True)
    assert "(the only choice)" in narration.happened(perspective("iye", game.view(state, None), None, 2), [step])[0]


@pytest.mark.parametrize("later", [25, 60])
def test_some_lines_are_told_however_much_comes_after_them(later: int) -> None:
    """The half journey of a match with four computers, whose turns fill a post."""
    shown = iwari_seen_by(None, 5)
    totals = HalfTotals([9, 8, 7, 6, 5], {"G1": [9, 8, 7, 6, 5]})
    past = [
        forced(0, CardDiscarded(0, 0, "coast")),
        forced(0, DeckReshuffled(30), totals),
        *(forced(number % 5, CardDiscarded(number % 5, number % 5, "forest")) for number in range(later)),
    ]
    lines = narration.happened(shown, past)
    text = post.latest(lines)
    assert "became the new deck" in text and "After the half journey: " in text
    assert text.startswith("-# and ") and len(text.splitlines()) == post.LINES + 1
    left = len(lines) - post.LINES
    assert text.startswith(f"-# and {left} things more before that\n")
    assert text.splitlines()[-1] == lines[-1]


def test_lines_make_room_for_one_that_is_always_told_with_long_names() -> None:
    """What is cut for want of room are the oldest lines, never the newest, and never one that is always told."""
    shown = iwari_seen_by(None, 5)
    points = {f"G{number}": [9, 8, 7, 6, 5] for number in range(11)}
    past = [forced(0, HalfTotals([99, 88, 77, 66, 55], points))]
    past += [forced(0, CardDiscarded(0, 0, "coast")) for _ in range(40)]
    lines = narration.happened(shown, past)
    text = post.heading(shown, lines, room=1500)
    assert len(text) <= 1500 and lines[0] in text and text.endswith(lines[-1])
    assert len(post.heading(shown, lines[:1], room=10)) > 10, "such a line is left to whoever shortens the whole"


def test_the_end_of_a_cycle_is_always_told() -> None:
    assert CycleEnded.always_told and HalfTotals.always_told and not CardDiscarded.always_told
