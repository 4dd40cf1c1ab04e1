"""A picture of how a person's rating went, match by match: a line over the land, with the best and the last marked."""

from __future__ import annotations

from PIL import Image

from render import canvas
from render import path as paths
from render.art import Art
from render.canvas import MARGIN, WIDTH
from render.course import FEWEST, Course
from render.encode import Picture, encode
from render.frame import BAND, Turn, head
from render.palette import THEMES, Theme, mix
from render.path import Point
from render.type import write

HEIGHT = 900
_LEFT, _TOP, _RIGHT, _BOTTOM = MARGIN + 150, BAND + 110, WIDTH - MARGIN - 150, HEIGHT - 130
_LINES = 4


def chart(course: Course) -> Picture:
    """The picture as a file; to be called in a worker. ValueError with fewer than FEWEST matches."""
    return encode(draw(course))


def draw(course: Course) -> Image.Image:
    """The picture, 1600 pixels wide. ValueError with fewer than FEWEST matches."""
    if len(course.ratings) < FEWEST or len(course.won) != len(course.ratings):
        raise ValueError("a chart needs two matches or more, each won or not")
    theme = THEMES[course.theme]
    image = canvas.sea(HEIGHT, theme)
    head(image, theme, course.name, course.title, Turn(None, f"Rating {course.ratings[-1]}"))
    canvas.panel(image, (MARGIN, BAND + 20, WIDTH - MARGIN, HEIGHT - MARGIN), theme)
    low, high, pace = _scale(course.ratings)
    for level in range(low, high + 1, pace):
        _level(image, theme, level, _height(level, low, high))
    spots = [
        (_LEFT + (_RIGHT - _LEFT) * index / (len(course.ratings) - 1), _height(rating, low, high))
        for index, rating in enumerate(course.ratings)
    ]
    _line(image, theme, spots)
    _points(image, theme, spots, course.won)
    _names(image, theme, course, spots)
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
    art = Art((_LEFT - 40, _TOP - 40, _RIGHT + 40, _BOTTOM + 40), 1, fine=2)
    art.fill([*spots, (spots[-1][0], _BOTTOM), (spots[0][0], _BOTTOM)], mix(theme.panel, theme.land, 0.45))
    art.stroke(spots, 9, theme.accent)
    flat = art.flat()
    image.paste(flat, (_LEFT - 40, _TOP - 40), flat)


def _points(image: Image.Image, theme: Theme, spots: list[Point], won: list[bool]) -> None:
    """A full point for a match won, a hollow one for another; left out where they would run together."""
    room = (spots[-1][0] - spots[0][0]) / (len(spots) - 1)
    radius = 13 if room > 40 else 9 if room > 20 else 0
    art = Art((_LEFT - 40, _TOP - 40, _RIGHT + 40, _BOTTOM + 40), 1, fine=3)
    for number, (x, y) in enumerate(spots):
        size = 17 if number == len(spots) - 1 else radius
        if size:
            art.fill(paths.ellipse(x, y, size), theme.accent)
            art.fill(paths.ellipse(x, y, size * 0.62), theme.accent if won[number] else theme.panel)
    flat = art.flat()
    image.paste(flat, (_LEFT - 40, _TOP - 40), flat)


def _names(image: Image.Image, theme: Theme, course: Course, spots: list[Point]) -> None:
    best = max(range(len(spots)), key=lambda index: course.ratings[index])
    if course.ratings[best] > course.ratings[-1]:
        x, y = spots[best]
        write(image, (max(x, _LEFT + 60), y - 42), f"Best {course.ratings[best]}", 32, theme.ink, "semibold", "mm")
    x, y = spots[-1]
    write(image, (x + 34, y), str(course.ratings[-1]), 36, theme.ink, "bold", "lm")
    count, wins = len(spots), sum(course.won)
    words = f"{count} matches, {wins} won" + ("" if count < 20 else "; the newest on the right")
    write(image, (_LEFT - 30, HEIGHT - 86), words, 30, theme.quiet, "medium", "lm")
    legend = "full point: won     hollow point: not won"
    write(image, (_RIGHT + 30, HEIGHT - 86), legend, 30, theme.quiet, "medium", "rm")
