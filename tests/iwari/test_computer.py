"""Computer players: what they reckon with is right, they answer in time, and each level beats the one below."""

from __future__ import annotations

import random

import pytest

from rules.game import LEVELS
from rules.iwari import IWARI
from rules.iwari.outlook import Outlook, expected_points, expected_stack
from rules.iwari.scoring import parts
from rules.iwari.state import IwariState, Settings
from rules.iwari.survey import count, play, table
from tests.iwari.tables import ALL_FEATS
from tests.iwari.tables import table as position


def middle(seats: int, seed: int, steps: int = 80) -> IwariState:
    """A position after some random steps."""
    state = IWARI.setup(Settings(feats=ALL_FEATS), seats, seed)
    dice = random.Random(seed)
    for _ in range(steps):
        IWARI.apply(state, dice.choice(IWARI.options(state)))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_points_of_the_moment_are_the_score(seats: int) -> None:
    for seed in range(20):
        state = middle(seats, seed)
        outlook = Outlook(state, 0, future=False)
        assert outlook.expected_scores(state.half) == parts(state).total


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_change_of_a_placement_is_the_change_of_the_score(seats: int) -> None:
    tried = 0
    for seed in range(20):
        state = middle(seats, seed, 60 + seed)
        decision = IWARI.decision(state)
        if decision is None:
            continue
        outlook = Outlook(state, decision.seat, future=False)
        tribe = 2 if "Third" in decision.kind else decision.seat
        before = parts(state).total
        for option in IWARI.options(state):
            move = state.board.moves.get(option)
            if move is None:
                continue
            after = IWARI.copy(state)
            IWARI.apply(after, option)
            if after.journey != state.journey or after.phase == "over":
                continue
            gain = [new - old for new, old in zip(parts(after).total, before, strict=True)]
            value = sum(weight * more for weight, more in zip(outlook.weights, gain, strict=True))
            assert outlook.delta(tribe, move) == pytest.approx(value)
            tried += 1
        assert outlook.tents == state.tents and outlook.totems == state.totems
    assert tried > 50


def test_expectations_lie_between_what_can_happen() -> None:
    assert expected_points((3, 2, 1), 0, 0.9) == (6, 3, 2)
    ahead, behind, none = expected_points((2, 1, 0), 3, 0.5)
    assert ahead > behind > none > 0 and 3 < ahead < 6
    assert expected_points((1, 1, 0), 2, 0.5)[0] == expected_points((1, 1, 0), 2, 0.5)[1]
    chances, height = expected_stack((2, 0), 2, 0.5)
    assert 0.9 < chances[0] <= 1 and 0 < chances[1] < 0.5 and 2 < height < 4


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_is_an_option_and_leaves_the_view_alone(level: str) -> None:
    for seats in (2, 4):
        for seed in range(6):
            state = middle(seats, seed, 20 * seed)
            decision = IWARI.decision(state)
            if decision is None:
                continue
            view = IWARI.view(state, decision.seat)
            before = IWARI.to_json(view)
            for hurry in (False, True):
                answer = IWARI.choose(view, decision.seat, level, random.Random(1), lambda hurry=hurry: hurry)
                assert answer in decision.options(state)
            assert IWARI.to_json(view) == before


def test_hidden_cards_make_no_difference() -> None:
    for seed in range(8):
        state = middle(3, seed, 40)
        decision = IWARI.decision(state)
        assert decision is not None
        other = IWARI.determinize(state, decision.seat, random.Random(seed))
        answers = {
            IWARI.choose(IWARI.view(world, decision.seat), decision.seat, "hard", random.Random(1), lambda: False)
            for world in (state, other)
        }
        assert len(answers) == 1


def test_the_hard_player_takes_a_plain_gift() -> None:
    """At the very end a totem that wins two connections is better than any tent."""
    state = position(
        3,
        tents={"G1": "11", "F2": "111"},
        totems={"T1": "00", "F2": "00"},
        hands=("GTT", "TTT", "FFF"),
        last_round="deck",
        journey=2,
        deck="",
    )
    view = IWARI.view(state, 0)
    first = IWARI.choose(view, 0, "hard", random.Random(1), lambda: False)
    assert first == "totem-G1-glaciers"


def wins(strong: str, weak: str, seats: int, matches: int) -> float:
    won = 0.0
    for seed in range(matches):
        levels = [weak if (seat + seed) % 2 else strong for seat in range(seats)]
        state, _ = play(levels, "base_a", seed)
        winners = [row for row in IWARI.standings(state) if row.winner]
        won += sum(row.seat is not None and levels[row.seat] == strong for row in winners) / len(winners)
    return won / matches


def test_normal_beats_easy() -> None:
    assert wins("normal", "easy", 2, 20) >= 0.7


@pytest.mark.slow
def test_hard_beats_normal() -> None:
    assert wins("hard", "normal", 2, 8) >= 0.6


def test_the_survey_counts_and_prints() -> None:
    text = table("base_a", [2, 3], 2, "easy")
    rows = {line[:22].strip(): line[22:].split() for line in text.splitlines()}
    assert rows["players"] == ["2", "3"] and rows["matches"] == ["2", "2"]
    assert float(rows["tents placed"][1]) > 20 and float(rows["scoring connections"][0]) >= 0
    from rules.iwari.survey import Tally

    tally = Tally()
    state, _ = play(["easy"] * 3, "base_a", 1)
    count(tally, state)
    assert tally.matches == 1 and sum(tally.open_links.values()) == 13
