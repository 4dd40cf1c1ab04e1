"""Iwari: tribes journey over a land of five biomes, leave tents and totems, and are remembered for majorities."""

from __future__ import annotations

import random
from collections.abc import Callable

from rules.chance import Chance
from rules.game import Events, Game, Standing
from rules.iwari import computer, ending, hidden, scoring, setup
from rules.iwari.settings import Settings
from rules.iwari.state import State


class Iwari(Game[State, Settings]):
    """The base game for two to five players."""

    key = "iwari"
    title = "Iwari"
    seats = range(2, 6)
    version = 1

    def seat_range(self, settings: Settings) -> range:
        """As many as the map is made for."""
        fewest, most = setup.find_board(settings.map).map.players
        return range(fewest, most + 1)

    def check(self, settings: Settings, seats: int) -> None:
        setup.check(settings, seats)

    def start(self, settings: Settings, seats: int, chance: Chance) -> State:
        return setup.start(settings, seats, chance)

    def advance(self, state: State) -> Events:
        return ending.advance(state)

    def after(self, state: State, seat: int) -> int | None:
        return ending.after(state, seat)

    def scores(self, state: State) -> list[Standing]:
        return scoring.standings(state)

    def blank(self, view: State, seat: int | None) -> None:
        hidden.blank(view, seat)

    def guess(self, view: State, seat: int | None, rng: random.Random) -> None:
        hidden.guess(view, rng)

    def choose(self, view: State, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
        return computer.choose(view, seat, level, rng, hurry)


IWARI = Iwari()
"""The game, as `rules.GAMES` lists it."""

__all__ = ["IWARI", "Settings", "State"]
