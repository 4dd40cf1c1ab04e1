"""What a chart is made of: plain data, so that the bot can order one without loading Pillow."""

from __future__ import annotations

from msgspec import Struct

FEWEST = 2
"""With fewer matches a picture says no more than words."""


class RatingHistory(Struct, frozen=True):
    """What is drawn: the rating after each match, oldest first, and whether that match was won.

    `name` is the person, `title` the game, `theme` "light" or "dark".
    """

    name: str
    title: str
    ratings: list[int]
    won: list[bool]
    theme: str = "light"
