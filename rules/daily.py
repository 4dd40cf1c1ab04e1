"""The challenge of the day: from the date alone, so that everybody in the world gets the same one.

A challenge is settings, seats and a seed, which make the same match on every machine. How challenges are made has a
version that rises when a day's challenge would come out differently; a try that has begun keeps its own settings.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import msgspec
from msgspec import Struct

from rules.chance import Chance
from rules.iye import Settings as IyeSettings
from rules.iye import puzzles
from rules.tiwanaku import Settings as TiwanakuSettings
from rules.tiwanaku import code

VERSION = 1
FIRST_DAY = date(2026, 1, 1)
"""The day of challenge number 1."""

GAMES = ("iye", "tiwanaku")
"""The games that have a challenge each day. Iwari has none, since it is not played alone."""

WITHIN = (2, 2, 3, 2, 3, 3, 4)
"""In how many moves İye's problem is to be solved, by the day of the week from Monday."""

LEVELS = ("easy", "easy", "hard", "easy", "hard", "easy", "hard")
"""How hard Tiwanaku is played, by the day of the week from Monday."""


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


def number_of(day: date) -> int:
    """The number of a day's challenge."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """The day of a challenge."""
    return FIRST_DAY + timedelta(days=number - 1)


def number_at(now: int) -> int:
    """The number of the challenge at a time in seconds since 1970: days change at midnight UTC."""
    return number_of(datetime.fromtimestamp(now, UTC).date())


def challenge(game: str, number: int, version: int = VERSION) -> Challenge:
    """A day's challenge. It may take some seconds, so it is to be called in a worker.

    ValueError for a game or a version that makes none.
    """
    make = _MAKERS.get((game, version))
    if make is None:
        raise ValueError(f"no challenge of {game!r} is made by version {version}")
    chance = _chance(game, number)
    return make(number, chance)


def _chance(game: str, number: int) -> Chance:
    """Chance of the day's own for each game."""
    return Chance(Chance((number << 8) + GAMES.index(game)).bits() >> 2)


def _iye(number: int, chance: Chance) -> Challenge:
    within = WITHIN[day_of(number).weekday()]
    puzzle = puzzles.make(chance.bits(), within)
    settings = IyeSettings(
        cycles=1,
        first="guest" if len(puzzle.opening) % 2 else "host",
        layout=puzzle.layout,
        opening=" ".join(puzzle.opening),
        within=within,
    )
    return Challenge("iye", number, 1, _json(settings), 2, _seed(chance), within)


def _tiwanaku(number: int, chance: Chance) -> Challenge:
    level = LEVELS[day_of(number).weekday()]
    disc = code.write("long", chance.below(code.SEEDS))
    settings = TiwanakuSettings(mode="solo", level="hard" if level == "hard" else "easy", disc=disc)
    return Challenge("tiwanaku", number, 1, _json(settings), 1, _seed(chance))


def _seed(chance: Chance) -> int:
    return chance.bits() >> 2


def _json(settings: Struct) -> str:
    return msgspec.json.encode(settings).decode()


_MAKERS: dict[tuple[str, int], Callable[[int, Chance], Challenge]] = {("iye", 1): _iye, ("tiwanaku", 1): _tiwanaku}
"""How a version makes the challenge of a game. Old versions stay, so that old days can be looked up."""
