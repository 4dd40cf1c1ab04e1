"""The challenge of the day: a disc of the day, played alone against the Otoma."""

from __future__ import annotations

from rules.chance import Chance
from rules.game import Goal
from rules.tiwanaku import code
from rules.tiwanaku.settings import Settings

LEVELS = ("easy", "easy", "hard", "easy", "hard", "easy", "hard")
"""How hard it is played, by the day of the week from Monday."""


def goal(weekday: int) -> Goal:
    """See `rules.game.Game.goal`."""
    return Goal(level=LEVELS[weekday])


def make(goal: Goal, chance: Chance) -> tuple[Settings, int]:
    """See `rules.game.Game.challenge`."""
    disc = code.write("long", chance.below(code.SEEDS))
    return Settings(mode="solo", level="hard" if goal.level == "hard" else "easy", disc=disc), 1
