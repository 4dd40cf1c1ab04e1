"""What a film is made of: plain data, so that the bot can order one without loading Pillow."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from render.presenter import Audience

FRAMES = 120
"""At most this many boards are shown; of a longer match evenly chosen ones."""
LIMIT = 8 * 1024 * 1024
"""The bytes that a film may take when nothing else is said: Discord takes 10 MiB from everybody."""


class Replay(Struct, frozen=True):
    """A film to be made: the game, *views* of one person as JSON in order of time, theme, people, size in bytes."""

    game: str
    views: tuple[bytes, ...]
    theme: Literal["light", "dark"] = "light"
    audience: Audience = Audience(())
    limit: int = LIMIT


def chosen(count: int, wanted: int) -> list[int]:
    """`wanted` of the numbers below `count`, evenly, first and last among them."""
    if wanted >= count:
        return list(range(count))
    if wanted < 2:
        return [count - 1]
    return [round(index * (count - 1) / (wanted - 1)) for index in range(wanted)]
