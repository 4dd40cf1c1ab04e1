"""Computer players: legal, quick, blind to the solution, and each level better than the one below."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import match
from rules.game import LEVELS
from rules.tiwanaku import TIWANAKU
from rules.tiwanaku.deduction import Knowledge
from rules.tiwanaku.judgement import Judge
from rules.tiwanaku.regions import bits
from rules.tiwanaku.solo import ChooseOtoma
from tests.tiwanaku.worlds import HARD_SOLO, mask, world

MODES = [
    (2, {}),
    (3, {"size": "long"}),
    (1, {"mode": "solo", "level": "hard"}),
    (3, {"mode": "coop", "level": "normal"}),
]


@pytest.mark.parametrize(("seats", "settings"), MODES)
@pytest.mark.parametrize("level", LEVELS)
def test_matches_of_computer_players_come_to_an_end(seats: int, settings: dict[str, str], level: str) -> None:
    record = match.computer_record("tiwanaku", 3, [level] * seats, settings)
    state = match.final(record)
    assert not state.stack
    assert len(record.steps) < 400


@pytest.mark.parametrize(("better", "worse"), [("normal", "easy"), ("hard", "normal")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    wins = 0
    for seed in range(12):
        levels = [better, worse] if seed % 2 else [worse, better]
        final: Any = match.final(match.computer_record("tiwanaku", seed, levels))
        rows = TIWANAKU.standings(final)
        wins += rows[levels.index(better)].rank < rows[levels.index(worse)].rank
    assert wins >= 8, f"{better} won {wins} of 12 matches against {worse}"


@pytest.mark.parametrize("level", LEVELS)
def test_the_choice_does_not_depend_on_what_is_hidden(level: str) -> None:
    record = match.random_record("tiwanaku", 5, 2)
    state: Any = match.start(record)
    for number, step in enumerate(record.steps):
        if number % 7 == 0:
            other = TIWANAKU.determinize(state, step.seat, random.Random(number))
            views = [TIWANAKU.view(found, step.seat) for found in (state, other)]
            first, second = (TIWANAKU.choose(view, step.seat, level, random.Random(1), lambda: False) for view in views)
            assert first == second
        TIWANAKU.apply(state, step.option)


def test_hard_divines_what_follows_and_not_what_does_not() -> None:
    # A region of two, shut in: b1 holds coca since the potato is planted beside it.
    state = world(crops="a1 c1 a2 b2 c2", bare="b1", meeples=("b1", ""))
    state.terrain = "ddsgg" + "ssrgr" + state.terrain[10:]
    view = TIWANAKU.view(state, 0)
    judge = Judge(view, 0, "hard", random.Random(1))
    assert judge.guesses[0].chance == 1.0
    assert judge.divination() == "divine-b1-coca"
    alone = TIWANAKU.view(world(bare="c3", meeples=("c3", "")), 0)
    assert Judge(alone, 0, "hard", random.Random(1)).divination() == ""


def test_hard_offers_five_tokens_and_keeps_two() -> None:
    state = world()
    judge = Judge(TIWANAKU.view(state, 0), 0, "hard", random.Random(1))
    judge.party.tokens = 0b11111
    assert judge.offering() == "offer-quinoa+corn+chili+coca+potato"
    judge.party.tokens = 0b00011
    assert judge.offering() == ""


def test_knowledge_agrees_with_the_world() -> None:
    """What is called certain is true, and what is called impossible is not so, in real scenarios."""
    for seed in range(6):
        record = match.random_record("tiwanaku", seed, 2, {"size": "long" if seed % 2 else "short"})
        state: Any = match.start(record)
        for number, step in enumerate(record.steps):
            if number % 9 == 0:
                view = TIWANAKU.view(state, 0)
                for tier in (0, 1, 3, 5):
                    known = Knowledge(view, tier)
                    for cell in bits(state.tiles & ~state.planted):
                        assert known.levels(cell)[int(state.crops[cell]) - 1] > 0
                        assert abs(sum(known.levels(cell)) - 1) < 1e-9
                    for cell in bits(state.ground.full & ~state.tiles):
                        assert known.terrains(cell)["dsgr".index(state.terrain[cell])] > 0
            TIWANAKU.apply(state, step.option)


def test_the_otoma_that_wins_least_is_chosen() -> None:
    state = world(HARD_SOLO, 1, otoma="a1 i1 a5 i5 e3", crops="a1 i1 a5 i5 e3")
    state.stack = [ChooseOtoma(0, 1)]
    # From e3 east lies f3; a crop of every level but the lowest is planted beside it.
    state.planted |= mask(state, "f2 g2 g4 e2")
    state.tiles |= mask(state, "f2 g2 g4 e2")
    planted = {"f2": "5", "g2": "4", "g4": "3", "e2": "2", "e3": "3"}
    state.crops = "".join(planted.get(name, "1") for name in state.ground.names)
    assert TIWANAKU.choose(TIWANAKU.view(state, 0), 0, "hard", random.Random(1), lambda: False) == "otoma-yellow"
