"""The challenge of the day: from the date alone, so that everybody in the world gets the same one.

A challenge is settings, seats and a seed, which make the same match on every machine. Each game makes its own (see
`Game.challenge`); here is what they have in common: how days are numbered, and where their chance comes from.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import msgspec
from msgspec import Struct

from rules import GAMES
from rules.chance import Chance
from rules.game import Goal

FIRST_DAY = date(2026, 1, 1)
"""The day of challenge number 1."""


class Challenge(Struct, frozen=True):
    """A day's challenge of a game: a match of these settings (JSON), seats and seed, in which a person has seat 0.

    `number` counts the days from 1. `goal` is in how many moves it is to be won; 0 where the points count.
    """

    game: str
    number: int
    version: int
    settings: str
    seats: int
    seed: int
    goal: int = 0

    @property
    def levels(self) -> list[str]:
        """The levels of the computer players on the other seats."""
        return ["hard"] * (self.seats - 1)


def games() -> list[str]:
    """The games that have a challenge each day, in the order in which games are listed."""
    return [key for key, game in GAMES.items() if game.challenges is not None]


def number_of(day: date) -> int:
    """The number of a day's challenge."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """The day of a challenge."""
    return FIRST_DAY + timedelta(days=number - 1)


def number_at(now: int) -> int:
    """The number of the challenge at a time in seconds since 1970: days change at midnight UTC."""
    return number_of(datetime.fromtimestamp(now, UTC).date())


def goal(game: str, number: int) -> Goal:
    """What a day's challenge asks for; told at once, without making it."""
    return GAMES[game].goal(day_of(number).weekday())


def challenge(game: str, number: int, version: int | None = None) -> Challenge:
    """A day's challenge. It may take some seconds, so it is to be called in a worker.

    ValueError for a game that has none, or for a version that the game does not make (any more).
    """
    rules = GAMES.get(game)
    if rules is None or rules.challenges is None or version not in (None, rules.challenge_version):
        raise ValueError(f"no challenge of {game!r} is made by version {version}")
    chance = _chance(rules.challenges, number)
    aim = goal(game, number)
    settings, seats = rules.challenge(aim, chance)
    raw = msgspec.json.encode(settings).decode()
    return Challenge(game, number, rules.challenge_version, raw, seats, chance.bits() >> 2, aim.moves)


def _chance(series: int, number: int) -> Chance:
    """Chance of the day's own for each game."""
    return Chance(Chance((number << 8) + series).bits() >> 2)
