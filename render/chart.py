"""A picture of how a person's rating went, match by match: a line over the land, with the best and the last marked."""

from __future__ import annotations

from PIL import Image

from render import canvas, outlines
from render.canvas import MARGIN, WIDTH
from render.drawing import Drawing
from render.encode import Picture, encode
from render.frame import BAND, Turn, head
from render.language import plural, say
from render.outlines import Point
from render.palette import THEMES, Theme, mix
from render.rating_history import FEWEST, RatingHistory
from render.typography import write

HEIGHT = 900
_LEFT, _TOP, _RIGHT, _BOTTOM = MARGIN + 150, BAND + 110, WIDTH - MARGIN - 150, HEIGHT - 130
_LINES = 4


def chart(rating_history: RatingHistory) -> Picture:
    """The picture as a file; to be called in a worker. ValueError with fewer than FEWEST matches."""
    return encode(draw(rating_history))


def draw(rating_history: RatingHistory) -> Image.Image:
    """The picture, 1600 pixels wide. ValueError with fewer than FEWEST matches."""
    if len(rating_history.ratings) < FEWEST or len(rating_history.won) != len(rating_history.ratings):
        raise ValueError("a chart needs two matches or more, each won or not")
    theme = THEMES[rating_history.theme]
    image = canvas.sea(HEIGHT, theme)
    head(
        image,
        theme,
        rating_history.name,
        rating_history.title,
        Turn(None, say("Rating {rating}", rating=rating_history.ratings[-1])),
    )
    canvas.panel(image, (MARGIN, BAND + 20, WIDTH - MARGIN, HEIGHT - MARGIN), theme)
    low, high, pace = _scale(rating_history.ratings)
    for level in range(low, high + 1, pace):
        _level(image, theme, level, _height(level, low, high))
    spots = [
        (_LEFT + (_RIGHT - _LEFT) * index / (len(rating_history.ratings) - 1), _height(rating, low, high))
        for index, rating in enumerate(rating_history.ratings)
    ]
    _line(image, theme, spots)
    _points(image, theme, spots, rating_history.won)
    _names(image, theme, rating_history, spots)
    return image


def _scale(ratings: list[int]) -> tuple[int, int, int]:
    """The lowest and the highest level drawn, and how far apart levels are."""
    span = max(ratings) - min(ratings)
    pace = next(pace for pace in (20, 50, 100, 200, 500, 1000, 2000) if span <= pace * (_LINES - 1) or pace == 2000)
    low = min(ratings) // pace * pace
    high = -(-max(ratings) // pace) * pace
    return low, max(high, low + pace), pace


def _height(rating: int, low: int, high: int) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (rating - low) / (high - low)


def _level(image: Image.Image, theme: Theme, level: int, y: float) -> None:
    image.paste(theme.panel_edge, (_LEFT - 30, round(y) - 1, _RIGHT + 30, round(y) + 1))
    write(image, (_LEFT - 48, y), str(level), 30, theme.quiet, "medium", "rm")


def _line(image: Image.Image, theme: Theme, spots: list[Point]) -> None:
    art = Drawing((_LEFT - 40, _TOP - 40, _RIGHT + 40, _BOTTOM + 40), 1, fine=2)
    art.fill([*spots, (spots[-1][0], _BOTTOM), (spots[0][0], _BOTTOM)], mix(theme.panel, theme.land, 0.45))
    art.stroke(spots, 9, theme.accent)
    flat = art.flat()
    image.paste(flat, (_LEFT - 40, _TOP - 40), flat)


def _points(image: Image.Image, theme: Theme, spots: list[Point], won: list[bool]) -> None:
    """A full point for a match won, a hollow one for another; left out where they would run together."""
    room = (spots[-1][0] - spots[0][0]) / (len(spots) - 1)
    radius = 13 if room > 40 else 9 if room > 20 else 0
    art = Drawing((_LEFT - 40, _TOP - 40, _RIGHT + 40, _BOTTOM + 40), 1, fine=3)
    for number, (x, y) in enumerate(spots):
        size = 17 if number == len(spots) - 1 else radius
        if size:
            art.fill(outlines.ellipse(x, y, size), theme.accent)
            art.fill(outlines.ellipse(x, y, size * 0.62), theme.accent if won[number] else theme.panel)
    flat = art.flat()
    image.paste(flat, (_LEFT - 40, _TOP - 40), flat)


def _names(image: Image.Image, theme: Theme, rating_history: RatingHistory, spots: list[Point]) -> None:
    best = max(range(len(spots)), key=lambda index: rating_history.ratings[index])
    if rating_history.ratings[best] > rating_history.ratings[-1]:
        x, y = spots[best]
        words = say("Best {rating}", rating=rating_history.ratings[best])
        write(image, (max(x, _LEFT + 60), y - 42), words, 32, theme.ink, "semibold", "mm")
    x, y = spots[-1]
    write(image, (x + 34, y), str(rating_history.ratings[-1]), 36, theme.ink, "bold", "lm")
    count, wins = len(spots), sum(rating_history.won)
    matches = plural(count, "{count} match", "{count} matches")
    if count < 20:
        words = say("{matches}, {won} won", matches=matches, won=wins)
    else:
        words = say("{matches}, {won} won; the newest on the right", matches=matches, won=wins)
    write(image, (_LEFT - 30, HEIGHT - 86), words, 30, theme.quiet, "medium", "lm")
    legend = say("full point: won     hollow point: not won")
    write(image, (_RIGHT + 30, HEIGHT - 86), legend, 30, theme.quiet, "medium", "rm")
