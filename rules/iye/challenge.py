"""The challenge of the day: a puzzle, to be solved as a problem against the computer."""

from __future__ import annotations

from rules.chance import Chance
from rules.game import Goal
from rules.iye import puzzles
from rules.iye.settings import Settings

WITHIN = (2, 2, 3, 2, 3, 3, 4)
"""In how many moves the problem is to be solved, by the day of the week from Monday."""


def goal(weekday: int) -> Goal:
    """See `rules.game.Game.goal`."""
    return Goal(moves=WITHIN[weekday])


def make(goal: Goal, chance: Chance) -> tuple[Settings, int]:
    """See `rules.game.Game.challenge`."""
    puzzle = puzzles.make(chance.bits(), goal.moves)
    settings = Settings(
        cycles=1,
        first="guest" if len(puzzle.opening) % 2 else "host",
        layout=puzzle.layout,
        opening=" ".join(puzzle.opening),
        within=goal.moves,
    )
    return settings, 2
