"""What is done in the worker processes: a picture drawn, a computer player's option found. Plain data in and out."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from render import PRESENTERS
from render.presenter import Audience
from rules import GAMES

if TYPE_CHECKING:
    from render.encode import Picture
    from render.palette import ThemeName
    from render.rating_history import RatingHistory
    from render.replay import Replay


class Job(Struct, frozen=True):
    """A picture to be drawn: the game, a *view* as JSON, whether its decision's places are marked, theme, people.

    With a `chapter` (see `Presenter.chapters`) the picture of that one instead of the board; with a `sheet` (see
    `Presenter.sheets`) that sheet instead of the first one.
    """

    game: str
    view: bytes
    ask: bool = False
    theme: Literal["light", "dark"] = "light"
    audience: Audience = Audience(())
    chapter: str = ""
    sheet: str = ""


def draw(job: Job) -> Picture:
    """Draw and encode a picture."""
    from render.encode import encode  # Pillow is loaded only by workers that draw.

    presenter = PRESENTERS[job.game]
    view = presenter.game.from_json(job.view)
    if job.chapter:
        return encode(presenter.draw_chapter(view, job.chapter, job.theme, job.audience))
    ask = presenter.game.decision(view) if job.ask else None
    if job.sheet:
        return encode(presenter.draw_sheet(view, job.sheet, ask, job.theme, job.audience))
    return encode(presenter.draw(view, ask, job.theme, job.audience))


def film(replay: Replay) -> Picture:
    """Draw a whole match as an animated picture; see `render.animation`."""
    from render import animation  # Pillow is loaded only by workers that draw.

    return animation.film(replay)


def chart(rating_history: RatingHistory) -> Picture:
    """Draw and encode the course of a rating."""
    from render import chart  # with it comes Pillow

    return chart.chart(rating_history)


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
        audience = Audience(tuple("ABCDEF"[:seats]))
        presenter = PRESENTERS[key]
        for theme in themes:
            for sheet in presenter.sheets(view):
                encode(presenter.draw_sheet(view, sheet.key, None, theme, audience))
