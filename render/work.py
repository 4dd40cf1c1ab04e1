"""What is done in the worker processes: a picture drawn, a computer player's option found. Plain data in and out."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from render import LOOKS
from render.look import Who
from rules import GAMES

if TYPE_CHECKING:
    from render.course import Course
    from render.encode import Picture
    from render.palette import ThemeName
    from render.reel import Reel


class Job(Struct, frozen=True):
    """A picture to be drawn: the game, a *view* as JSON, whether its decision's places are marked, theme, people.

    With a `chapter` (see `Look.chapters`) the picture of that one instead of the board.
    """

    game: str
    view: bytes
    ask: bool = False
    theme: Literal["light", "dark"] = "light"
    who: Who = Who(())
    chapter: str = ""


def draw(job: Job) -> Picture:
    """Draw and encode a picture."""
    from render.encode import encode  # Pillow is loaded only by workers that draw.

    look = LOOKS[job.game]
    view = look.game.from_json(job.view)
    if job.chapter:
        return encode(look.draw_chapter(view, job.chapter, job.theme, job.who))
    ask = look.game.decision(view) if job.ask else None
    return encode(look.draw(view, ask, job.theme, job.who))


def film(reel: Reel) -> Picture:
    """Draw a whole match as an animated picture; see `render.film`."""
    from render import film as cinema

    return cinema.film(reel)


def chart(course: Course) -> Picture:
    """Draw and encode the course of a rating."""
    from render import chart  # with it comes Pillow

    return chart.chart(course)


def think(game: str, view: bytes, seat: int, level: str, seed: int, seconds: float) -> str:
    """A computer player's option for the decision that waits in this *view* of `seat`, after `seconds` at most."""
    rules = GAMES[game]
    until = time.monotonic() + seconds
    position = rules.from_json(view)
    return rules.choose(position, seat, level, random.Random(seed), lambda: time.monotonic() >= until)


def set_up(game: str, settings: bytes, seats: int, seed: int) -> bytes:
    """A match's first state, settings and state as JSON; for games whose `slow_setup` says so. BadSettings."""
    rules = GAMES[game]
    return rules.to_json(rules.setup(rules.settings_from(settings), seats, seed))


def warm(games: list[str], themes: list[ThemeName]) -> None:
    """Draw the first board of each game in each theme, so that the layers that never change are ready."""
    from render.encode import encode

    for key in games:
        rules = GAMES[key]
        settings = rules.Settings()
        seats = rules.seat_range(settings).start
        view = rules.view(rules.setup(settings, seats, 1), None)
        who = Who(tuple("ABCDEF"[:seats]))
        for theme in themes:
            encode(LOOKS[key].draw(view, None, theme, who))
