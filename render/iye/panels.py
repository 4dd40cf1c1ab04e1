"""What the two players hold and have spent, and who leads in each spirit, at the right of the board."""

from __future__ import annotations

import functools

from PIL import Image

from render import canvas
from render.art import Sprite
from render.canvas import MARGIN, WIDTH
from render.frame import BAND
from render.iye import spirits
from render.look import Who
from render.palette import TRIBES, Theme, mix
from render.type import plain, width, write
from rules.iye import COUNTS, Match, cycle

LEFT, RIGHT = 1096, WIDTH - MARGIN
_TOP = BAND + 28
_HIGH = 446
_STRIP = 1012 - 2 * _HIGH
_COLUMN = (RIGHT - LEFT - 24) / 5
_STACK = 72
_STEP = 13


def top(seat: int) -> int:
    """Where the card of a seat begins."""
    return _TOP + seat * (_HIGH + _STRIP)


def column(spirit: int) -> float:
    """The middle of a spirit's column; the same in both cards, so that one compares downward."""
    return LEFT + 12 + _COLUMN * (spirit + 0.5)


def ground(image: Image.Image, theme: Theme) -> None:
    """The two empty cards."""
    for seat in range(2):
        canvas.panel(image, (LEFT, top(seat), RIGHT, top(seat) + _HIGH), theme)


def draw(image: Image.Image, theme: Theme, view: Match, who: Who) -> None:
    """Both cards and the strip of majorities between them."""
    points, scored = cycle.score(view.hands)
    for seat in range(2):
        _card(image, theme, view, seat, who)
        _score(image, theme, view, seat, points[seat])
    y = _TOP + _HIGH + _STRIP / 2
    for spirit, leader in enumerate(scored):
        _worth(theme, COUNTS[spirit], leader).paste(image, column(spirit), y)


def _card(image: Image.Image, theme: Theme, view: Match, seat: int, who: Who) -> None:
    y = top(seat)
    canvas.mark(TRIBES[seat], 20).paste(image, LEFT + 42, y + 50)
    write(
        image, (LEFT + 76, y + 51), plain(who.name(seat)), 42, theme.ink, "bold", room=RIGHT - LEFT - 240, smallest=32
    )
    for spirit in range(5):
        _stack(image, theme, view, seat, spirit)
    _spent(image, theme, view, seat)


def _score(image: Image.Image, theme: Theme, view: Match, seat: int, points: int) -> None:
    """Points as the tiles stand, and a small drum for each cycle won."""
    y = top(seat)
    gone = width(str(points), 62, "black")
    write(image, (RIGHT - 28, y + 51), str(points), 62, theme.ink, "black", "rm")
    for index in range(view.cycles):
        x = RIGHT - 28 - gone - 36 - index * 46
        won = view.wins(seat) > index
        sprite = spirits.drum(36, theme)
        (sprite if won else sprite.faded(0.18)).paste(image, x, y + 48)


def _stack(image: Image.Image, theme: Theme, view: Match, seat: int, spirit: int) -> None:
    """The tiles of one spirit in a pile, the number under it."""
    x, floor = column(spirit), top(seat) + 272
    held = view.hands[seat][spirit]
    if not held:
        _absent(spirit, theme).paste(image, x, floor)
    for index in range(held):
        spirits.piece(spirit, _STACK, theme).paste(image, x, floor - index * _STEP)
    ink = theme.ink if held else mix(theme.quiet, theme.panel, 0.45)
    write(image, (x, floor + 66), str(held), 44, ink, "bold", "mm")


@functools.lru_cache(maxsize=16)
def _absent(spirit: int, theme: Theme) -> Sprite:
    return spirits.piece(spirit, _STACK, theme).faded(0.22)


def _spent(image: Image.Image, theme: Theme, view: Match, seat: int) -> None:
    """The tiles that left the cycle, small, in a row."""
    gone = [spirit for spirit in range(5) for _ in range(view.spent[seat][spirit])]
    y = top(seat) + _HIGH - 46
    label = write(image, (LEFT + 26, y), "Spent" if gone else "Nothing spent", 28, theme.quiet, "medium")
    start = LEFT + 26 + label + 42
    pace = min(48.0, (RIGHT - 46 - start) / max(1, len(gone) - 1))
    for index, spirit in enumerate(gone):
        spirits.piece(spirit, 44, theme).paste(image, start + index * pace, y)


@functools.lru_cache(maxsize=32)
def _worth(theme: Theme, points: int, leader: int | None) -> Sprite:
    """What a spirit scores, in the colour and shape of whoever has more of it; pale while nobody has."""
    from PIL import ImageDraw

    from render.art import Art, Shadow
    from render.type import font

    pad = 60
    art = Art((-pad, -pad, pad, pad), 1)
    if leader is None:
        art.disc(0, 0, 34, theme.panel_edge)
        art.disc(0, 0, 31, mix(theme.panel, theme.sea, 0.5))
        ink = theme.quiet
    else:
        tribe = TRIBES[leader]
        art.fill(canvas.mark_outline(tribe.mark, 40), tribe.deep)
        art.fill(canvas.mark_outline(tribe.mark, 37), tribe.fill)
        ink = tribe.ink
    sprite = art.sprite((0, 0), Shadow(3, 4, theme.shadow, theme.shade * 0.7))
    ImageDraw.Draw(sprite.colour).text(sprite.centre, str(points), font=font(40, "bold"), fill=ink, anchor="mm")
    return sprite
