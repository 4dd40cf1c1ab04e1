"""The computer players of İye. They see a view, as anyone does; within a cycle nothing is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from rules.iye import puzzles
from rules.iye.cycle import ChooseStarter
from rules.iye.problem import HOST, ProblemMove
from rules.iye.solver import Cycle, Move, option, pack, solve
from rules.search import Clock, TimeUp, best_move

if TYPE_CHECKING:
    from rules.iye.position import Position

EXACT = {"easy": 0, "normal": 7, "hard": 11}
"""With how many tiles left a level begins to play without error."""

DEPTH = {"easy": 1, "normal": 2, "hard": 30}
CARELESS = {"easy": 0.35, "normal": 0.0, "hard": 0.0}
"""How often a level moves without a thought."""


def choose(view: Position, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
    """An option for the decision that waits for `seat`; see `rules.game.Game.choose`."""
    decision = view.stack[-1]
    if isinstance(decision, ChooseStarter):
        return "go-first"  # the first player has the better chances (about 52 : 39)
    root = Cycle(view.layout, view.drum, view.tiles, pack(view.hands[seat]), pack(view.hands[1 - seat]))
    moves = root.moves()
    if isinstance(decision, ProblemMove):
        return option(_in_problem(root, seat, decision.left))
    if len(moves) == 1 or rng.random() < CARELESS[level]:
        return option(rng.choice(moves))
    if view.tiles.bit_count() <= EXACT[level] and (found := _exact(root, rng, hurry)):
        return option(found)
    return option(best_move([root], DEPTH[level], rng, hurry) or moves[0])


def _exact(root: Cycle, rng: random.Random, hurry: Callable[[], bool]) -> Move | None:
    """The best of the moves with the best outcome: won ones first, and among equals the most promising."""
    try:
        outcomes = solve(root, Clock(hurry))
    except TimeUp:
        return None
    best = max(outcomes.values())
    equal = [move for move, outcome in outcomes.items() if outcome == best]
    promise = {move: -root.after(move).estimate() for move in equal}
    return rng.choice([move for move in equal if promise[move] == max(promise.values())])


def _in_problem(root: Cycle, seat: int, left: int) -> Move:
    """At every level alike, and without chance, so that everybody who tries a problem meets the same defence."""
    if seat == HOST:
        return (puzzles.keys(root, left) or root.moves())[0]
    return puzzles.longest(root, left)[0]
