"""Matches that begin in mid-cycle, and problems: to leave the guest without a move in a number of moves (ours)."""

from __future__ import annotations

import random

import msgspec
import pytest

from render import PRESENTERS, Audience
from rules.iye import IYE, MoveDrum, ProblemMove, Settings, State, puzzles
from rules.iye.events import MatchWon, OutOfMoves
from tests.refused import refused
from tests.render.positions import described

PUZZLE = puzzles.make(7, 2)
WHO = Audience(("Ada", "Ben"), None, "İye #1", {})


def settings_of(puzzle: puzzles.Puzzle, within: int | None = None) -> Settings:
    first = "guest" if len(puzzle.opening) % 2 else "host"
    wanted = puzzle.within if within is None else within
    return Settings(cycles=1, first=first, layout=puzzle.layout, opening=" ".join(puzzle.opening), within=wanted)  # type: ignore[arg-type]


def begun() -> State:
    return IYE.setup(settings_of(PUZZLE), 2, 1)


def defend(state: State) -> str:
    return IYE.choose(IYE.view(state, 1), 1, "easy", random.Random(0), lambda: False)


def test_the_opening_is_as_if_it_had_been_played() -> None:
    plain = IYE.setup(msgspec.structs.replace(settings_of(PUZZLE, 0), opening=""), 2, 1)
    for option in PUZZLE.opening:
        IYE.apply(plain, option)
    state = IYE.setup(settings_of(PUZZLE, 0), 2, 1)
    plain.turn = 0
    assert IYE.to_json(state) == IYE.to_json(plain)
    assert type(state.stack[0]) is MoveDrum


def test_settings_of_before_mean_what_they_meant() -> None:
    raw = b'{"cycles":2,"first":"random","layout":""}'
    assert IYE.settings_from(raw) == Settings()
    assert IYE.to_json(IYE.setup(IYE.settings_from(raw), 2, 5)) == IYE.to_json(IYE.setup(Settings(), 2, 5))


def test_the_key_wins_against_the_defence() -> None:
    state = begun()
    assert state.stack == [ProblemMove(0, 2)]
    IYE.apply(state, PUZZLE.key)
    while (decision := IYE.decision(state)) is not None:
        if decision.seat:
            IYE.apply(state, defend(state))
        else:
            IYE.apply(state, IYE.choose(IYE.view(state, 0), 0, "easy", random.Random(0), lambda: False))
    assert [row.winner for row in IYE.standings(state)] == [True, False]
    assert state.past[0].stuck == 1


def test_another_first_move_runs_out_of_moves_or_is_stuck() -> None:
    for option in IYE.options(begun()):
        square = option.rpartition("-")[2]
        if square == PUZZLE.key.rpartition("-")[2]:
            continue
        state = begun()
        IYE.apply(state, option)
        while (decision := IYE.decision(state)) is not None:
            IYE.apply(state, defend(state) if decision.seat else IYE.options(state)[0])
        assert [row.winner for row in IYE.standings(state)] == [False, True], option


def test_a_problem_ends_when_the_moves_are_used_up() -> None:
    for seed in range(200):
        rng, state = random.Random(seed), begun()
        while state.stack:
            events = IYE.apply(state, rng.choice(IYE.options(state)))
        if OutOfMoves(0) in events:
            break
    assert events[-2:] == [OutOfMoves(0), MatchWon(1)]
    assert (state.turn, state.wins(0), state.wins(1)) == (3, 0, 1)
    assert PRESENTERS["iye"].result(state, WHO) == "Ben could still move when the moves of Ada were used up."
    assert "Ada had no moves left, and Ben could still move." in described(PRESENTERS["iye"], state, WHO)


def test_the_words_of_a_problem() -> None:
    look, state = PRESENTERS["iye"], begun()
    view = IYE.view(state, 0)
    assert (
        look.question(view.stack[-1], view, WHO)
        == "Move the drum, and leave your opponent without a move within 2 moves."
    )
    assert "wins within 2 moves, or loses" in described(look, view, WHO)
    assert look.summary(settings_of(PUZZLE)).endswith("without a move within 2 moves.")
    assert look.tell(OutOfMoves(0), view, WHO) == "Ada had no moves left, and Ben could still move."


def test_the_defence_is_the_same_at_each_level_and_by_any_chance() -> None:
    state = begun()
    IYE.apply(state, PUZZLE.key)
    chosen = {
        IYE.choose(IYE.view(state, 1), 1, level, random.Random(seed), lambda: False)
        for level in ("easy", "normal", "hard")
        for seed in range(3)
    }
    assert len(chosen) == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"opening": "c4 z9"}, "cannot be played"),
        ({"layout": ""}, "need a layout"),
        ({"first": "random"}, "who began"),
        ({"first": "guest" if len(PUZZLE.opening) % 2 == 0 else "host"}, "host is to move"),
        ({"within": -1}, "one or more moves"),
        ({"within": 9}, "fewer moves"),
        ({"cycles": 2}, "one cycle"),
    ],
)
def test_what_makes_no_problem_is_refused_with_a_sentence(changes: dict[str, object], words: str) -> None:
    with refused(words):
        IYE.setup(msgspec.structs.replace(settings_of(PUZZLE), **changes), 2, 1)


def test_an_opening_that_ends_the_cycle_is_refused_however_it_ends() -> None:
    """Won and tied: after a tie a new cycle is dealt, for which settings that are checked have no chance."""
    ends = {}
    for seed in range(3000):
        chance = random.Random(seed)
        state = IYE.setup(Settings(layout=PUZZLE.layout, first="host"), 2, seed)
        opening: list[str] = []
        while not state.past:
            opening.append(chance.choice(IYE.options(state)))
            IYE.apply(state, opening[-1])
        ends.setdefault(state.past[0].winner is None, opening)
        if len(ends) == 2:
            break
    assert set(ends) == {True, False}
    for opening in ends.values():
        with refused("ends the cycle"):
            IYE.setup(Settings(layout=PUZZLE.layout, first="host", opening=" ".join(opening)), 2, 1)
