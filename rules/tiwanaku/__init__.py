"""Tiwanaku: explore a valley that nobody knows and divine what may grow there, as rivals, alone or together."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from rules.chance import Chance
from rules.game import Events, Game, Goal, Standing, ranked
from rules.tiwanaku import challenge, competitive, computer, coop, ending, hidden, setup, solo
from rules.tiwanaku.position import Position
from rules.tiwanaku.settings import Settings
from rules.tiwanaku.state import State


class Tiwanaku(Game[State, Settings]):
    """The game object of Tiwanaku."""

    key: ClassVar[str] = "tiwanaku"
    title: ClassVar[str] = "Tiwanaku"
    seats: ClassVar[range] = range(1, 5)
    version: ClassVar[int] = 2
    slow_setup: ClassVar[bool] = True
    challenges: ClassVar[int] = 1

    def seat_range(self, settings: Settings) -> range:
        """One alone; two to four against each other or together."""
        return setup.SEATS[settings.mode]

    def check(self, settings: Settings, seats: int) -> None:
        """Mode, level, size and disc must go together."""
        setup.check(settings)

    def start(self, settings: Settings, seats: int, chance: Chance) -> State:
        """See rules.tiwanaku.setup."""
        return setup.start(settings, seats, chance)

    def advance(self, state: State) -> Events:
        """The course of the mode, until somebody must choose or the match is over."""
        course = _COURSES[state.settings.mode]
        events = course(state)
        while not state.stack and state.phase != "over":
            events += course(state)
        return events

    def scores(self, state: State) -> list[Standing]:
        """The players, then the Otoma where they play."""
        return ranked(ending.rows(state), not state.stack)

    def standings(self, state: State) -> list[Standing]:
        """As for every game; but together all win or lose, so one who gives up gives up for all (T62)."""
        if state.settings.mode == "coop" and state.resigned:
            return ranked(ending.given_up(state), True)
        return super().standings(state)

    def blank(self, view: State, seat: int | None) -> None:
        """See rules.tiwanaku.hidden."""
        hidden.blank(view, seat)

    def guess(self, view: State, seat: int | None, rng: random.Random) -> None:
        """See rules.tiwanaku.hidden."""
        hidden.guess(view, rng)

    def choose(self, view: State, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
        """See rules.tiwanaku.computer."""
        return computer.choose(view, seat, level, rng, hurry)

    def rated(self, settings: Settings, seats: int) -> bool:
        """Alone and together people play against the Otoma."""
        return settings.mode == "competitive"

    def goal(self, weekday: int) -> Goal:
        """See rules.tiwanaku.challenge."""
        return challenge.goal(weekday)

    def challenge(self, goal: Goal, chance: Chance) -> tuple[Settings, int]:
        """See rules.tiwanaku.challenge."""
        return challenge.make(goal, chance)


_COURSES: dict[str, Callable[[Position], Events]] = {
    "competitive": competitive.advance,
    "solo": solo.advance,
    "coop": coop.advance,
}

TIWANAKU = Tiwanaku()

__all__ = ["TIWANAKU", "Settings", "State"]
