"""The computer players of İye."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rules import GAMES
from rules.iye import Settings, State
from rules.iye.solver import Cycle, pack, solve
from rules.search import Clock, TimeUp

IYE = GAMES["iye"]


def after_random_moves(seed: int, left: int) -> State | None:
    """A position of the first cycle with `left` tiles, reached by natural moves where there are any."""
    state: State = IYE.setup(Settings(), 2, seed)
    chance = random.Random(seed)
    while state.tiles.bit_count() > left:
        natural = [option for option in IYE.options(state) if "-" not in option]
        IYE.apply(state, chance.choice(natural or IYE.options(state)))
        if state.past:
            return None
    return state


def plain_value(state: State, seat: int) -> int:
    """Outcome of the cycle for `seat` by plain minimax over all legal moves, through the rules alone."""
    outcomes = []
    mover = state.stack[-1].seat
    for option in IYE.options(state):
        after = IYE.copy(state)
        IYE.apply(after, option)
        if len(after.past) > len(state.past):
            winner = after.past[-1].winner
            outcomes.append(0 if winner is None else 1 if winner == seat else -1)
        else:
            outcomes.append(plain_value(after, seat))
    return max(outcomes) if mover == seat else min(outcomes)


def test_the_solver_agrees_with_plain_minimax() -> None:
    checked = 0
    for seed in range(25):
        state = after_random_moves(seed, 5)
        if state is None:
            continue
        seat = state.stack[-1].seat
        root = Cycle(state.layout, state.drum, state.tiles, pack(state.hands[seat]), pack(state.hands[1 - seat]))
        assert max(solve(root, Clock(lambda: False)).values()) == plain_value(state, seat)
        checked += 1
    assert checked > 10


def test_the_solver_stops_when_told() -> None:
    state = after_random_moves(1, 14)
    assert state is not None
    root = Cycle(state.layout, state.drum, state.tiles, pack(state.hands[0]), pack(state.hands[1]))
    with pytest.raises(TimeUp):
        solve(root, Clock(lambda: True))


def greedy(view: State, seat: int, rng: random.Random) -> str:
    """One ply: the best lead in points after the move."""
    best: list[str] = []
    top = -1000
    for option in IYE.options(view):
        after = IYE.copy(view)
        IYE.apply(after, option) if after.tiles.bit_count() > 2 else None
        points = [row.parts["cycles"] * 100 for row in IYE.standings(after)]
        lead = points[seat] - points[1 - seat] + _lead(after, seat)
        if lead > top:
            best, top = [], lead
        if lead == top:
            best.append(option)
    return rng.choice(best)


def _lead(state: State, seat: int) -> int:
    from rules.iye.cycle import score

    points, _ = score(state.hands)
    return points[seat] - points[1 - seat]


def cycles_won(level: str, cycles: int) -> tuple[int, int]:
    """Cycles won by a level and by greedy, starting in turn; thinking is bounded in positions, not in time."""
    won = [0, 0]
    for seed in range(cycles):
        state: State = IYE.setup(Settings(cycles=1, first="host" if seed % 2 else "guest"), 2, seed)
        chance = random.Random(seed)
        while not state.past:
            seat = state.stack[-1].seat
            if seat == 0:
                budget = iter([False] * 12)
                option = IYE.choose(state, 0, level, chance, lambda budget=budget: next(budget, True))  # type: ignore[misc]
            else:
                option = greedy(IYE.determinize(state, 1, chance), 1, chance)
            IYE.apply(state, option)
        if (winner := state.past[0].winner) is not None:
            won[winner] += 1
    return won[0], won[1]


@pytest.mark.slow
def test_hard_is_better_than_greedy_over_a_hundred_cycles() -> None:
    hard, other = cycles_won("hard", 100)
    assert hard > 2 * other


def test_levels_rise() -> None:
    results = [cycles_won(level, 24) for level in ("easy", "hard")]
    margins = [own - other for own, other in results]
    assert all(low < high for low, high in pairwise(margins))
