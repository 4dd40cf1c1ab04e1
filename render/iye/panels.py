"""What the two players hold and have spent, and who leads in each spirit, at the right of the board."""

from __future__ import annotations

import functools

from PIL import Image, ImageDraw

from render import canvas, outlines
from render.canvas import MARGIN, WIDTH
from render.drawing import Drawing, Shadow, Sprite
from render.frame import BAND
from render.iye import spirits
from render.iye.words import aim
from render.language import plural, say
from render.palette import SIDES, Theme, mix
from render.presenter import Audience
from render.typography import called, font, width, wrap, write
from rules.iye import COUNTS, State, cycle

LEFT, RIGHT = 1096, WIDTH - MARGIN
_TOP = BAND + 28
_HIGH = 440
_STRIP = 1012 - 2 * _HIGH
_COLUMN = (RIGHT - LEFT - 24) / 5
_STACK = 78
_FLOOR = 276
"""How far below a card's top the lowest tile of a pile lies."""


def top(seat: int) -> int:
    """Where the card of a seat begins."""
    return _TOP + seat * (_HIGH + _STRIP)


def column(spirit: int) -> float:
    """The middle of a spirit's column; the same in both cards, so that one compares downward."""
    return LEFT + 12 + _COLUMN * (spirit + 0.5)


def ground(image: Image.Image, theme: Theme) -> None:
    """The two empty cards: a place for each spirit's pile."""
    for seat in range(2):
        y = top(seat)
        canvas.panel(image, (LEFT, y, RIGHT, y + _HIGH), theme)
        for spirit in range(5):
            _absent(spirit, theme).paste(image, column(spirit), y + _FLOOR)
    middle, y = (LEFT + RIGHT) / 2, _TOP + _HIGH + 28
    write(image, (middle, y), say("Points for holding more"), 30, theme.quiet, "semibold", "mm", RIGHT - LEFT - 20)


def draw(image: Image.Image, theme: Theme, view: State, audience: Audience) -> None:
    """Both cards and the strip of majorities between them."""
    points, scored = cycle.score(view.hands)
    active = view.stack[-1].seat if view.stack else None
    for seat in range(2):
        if seat == active:
            _bright(theme, seat).paste(image, LEFT, top(seat))
        _header(image, theme, view, seat, audience, points[seat])
        for spirit in range(5):
            _pile(image, theme, view, seat, spirit)
        _spent(image, theme, view, seat)
    _received(image, theme, view)
    y = _TOP + _HIGH + _STRIP - 46
    for spirit, leader in enumerate(scored):
        _worth(theme, COUNTS[spirit], leader).paste(image, column(spirit), y)


@functools.lru_cache(maxsize=8)
def _bright(theme: Theme, seat: int) -> Sprite:
    """The edge of the card whose owner is to move."""
    pad, wide = 10, RIGHT - LEFT
    art = Drawing((-pad, -pad, wide + pad, _HIGH + pad), 1, fine=3)
    side = SIDES[seat]
    edge = mix(side.fill, (255, 255, 255), 0.3) if theme.name == "dark" else side.fill
    art.stroke(outlines.rounded(1, 1, wide - 2, _HIGH - 2, 25), 5, edge, closed=True)
    return art.sprite((0, 0))


def _header(image: Image.Image, theme: Theme, view: State, seat: int, audience: Audience, points: int) -> None:
    """Name, points as the tiles stand, a small drum for each cycle won, and what still wins the match."""
    y = top(seat)
    canvas.mark(SIDES[seat], 20).paste(image, LEFT + 42, y + 52)
    _name(image, theme, y, called(audience, seat), width(str(points), 64, "black"))
    write(image, (RIGHT - 26, y + 53), str(points), 64, theme.ink, "black", "rm")
    write(image, (RIGHT - 26, y + 106), plural(points, "point", "points"), 28, theme.quiet, "medium", "rm")
    for index in range(view.cycles):
        sprite = spirits.drum(38, theme) if view.wins(seat) > index else _unwon(theme)
        sprite.paste(image, LEFT + 42 + index * 52, y + 110)
    write(image, (LEFT + 26, y + 154), aim(view, seat), 29, theme.quiet, "medium", room=RIGHT - LEFT - 46)


def _name(image: Image.Image, theme: Theme, y: float, name: str, points: float) -> None:
    """The name in one line, or a long one in two smaller lines, left of the points."""
    room = RIGHT - LEFT - 76 - 26 - 24 - points
    if width(name, 36, "bold") <= room:
        write(image, (LEFT + 76, y + 53), name, 42, theme.ink, "bold", room=room, smallest=36)
        return
    for index, line in enumerate(wrap(name, 34, "bold", room, 2)):
        write(image, (LEFT + 76, y + 34 + index * 40), line, 34, theme.ink, "bold")


@functools.lru_cache(maxsize=8)
def _unwon(theme: Theme) -> Sprite:
    """Where the drum of a cycle still to be won will lie."""
    art = Drawing((-26, -26, 26, 26), 1)
    art.disc(0, 0, 19, theme.panel_edge)
    art.disc(0, 0, 16, mix(theme.panel, theme.panel_edge, 0.25))
    return art.sprite((0, 0))


def _step(held: int) -> float:
    """How much of each tile in a pile shows under the next; nine Sun fit too."""
    return min(13.0, 62 / max(1, held - 1))


def _pile(image: Image.Image, theme: Theme, view: State, seat: int, spirit: int) -> None:
    """The tiles of one spirit in a pile, the number under it."""
    x, floor = column(spirit), top(seat) + _FLOOR
    held = view.hands[seat][spirit]
    for index in range(held - 1):
        canvas.tile(theme, _STACK, _STACK * 0.17, 0.5).paste(image, x, floor - index * _step(held))
    if held:
        spirits.piece(spirit, _STACK, theme).paste(image, x, floor - (held - 1) * _step(held))
    ink = theme.ink if held else mix(theme.quiet, theme.panel, 0.45)
    write(image, (x, floor + 71), str(held), 46, ink, "bold", "mm")


@functools.lru_cache(maxsize=16)
def _absent(spirit: int, theme: Theme) -> Sprite:
    """Where a pile will grow: the spirit's shape pressed into the card."""
    art = Drawing((0, 0, _STACK, _STACK), 1)
    art.fill(outlines.rounded(0, 0, _STACK, _STACK, _STACK * 0.17), mix(theme.panel, theme.panel_edge, 0.3))
    sprite = art.sprite((_STACK / 2, _STACK / 2))
    colour, shape = sprite.colour, spirits.glyph(spirit, round(_STACK * 0.72))
    ink = Image.new("RGB", shape.alpha.size, mix(theme.panel, theme.panel_edge, 0.85))
    Sprite(ink, shape.alpha, shape.centre).paste(colour, *sprite.centre)
    return Sprite(colour, sprite.alpha, sprite.centre)


def _spent(image: Image.Image, theme: Theme, view: State, seat: int) -> None:
    """The tiles that left the cycle, small, in a row."""
    gone = [spirit for spirit in range(5) for _ in range(view.spent[seat][spirit])]
    y = top(seat) + _HIGH - 44
    label = write(image, (LEFT + 26, y), say("Spent") if gone else say("Nothing spent"), 28, theme.quiet, "medium")
    start = LEFT + 26 + label + 42
    pace = min(50.0, (RIGHT - 48 - start) / max(1, len(gone) - 1))
    for index, spirit in enumerate(gone):
        spirits.piece(spirit, 46, theme).paste(image, start + index * pace, y)


def _received(image: Image.Image, theme: Theme, view: State) -> None:
    """Mark the tile that the last move gave away."""
    if view.last is None:
        return
    seat, spirit = 1 - view.last.seat, view.last.given
    held = view.hands[seat][spirit]
    y = top(seat) + _FLOOR - (held - 1) * _step(held)
    plus = canvas.badge("+1", 22, theme.trail, theme.panel, theme.tile)
    plus.paste(image, column(spirit) + _STACK / 2 - 8, y - _STACK / 2 + 4)


@functools.lru_cache(maxsize=32)
def _worth(theme: Theme, points: int, leader: int | None) -> Sprite:
    """What a spirit scores, in the colour and shape of whoever has more of it; pale while nobody has."""
    pad = 56
    art = Drawing((-pad, -pad, pad, pad), 1)
    if leader is None:
        art.disc(0, 0, 33, theme.panel_edge)
        art.disc(0, 0, 30, mix(theme.panel, theme.sea, 0.5))
        ink = theme.quiet
    else:
        side = SIDES[leader]
        art.fill(canvas.mark_outline(side.mark, 37), side.deep)
        art.fill(canvas.mark_outline(side.mark, 34), side.fill)
        ink = side.ink
    sprite = art.sprite((0, 0), Shadow(3, 4, theme.shadow, theme.shade * 0.7))
    ImageDraw.Draw(sprite.colour).text(sprite.centre, str(points), font=font(38, "bold"), fill=ink, anchor="mm")
    return sprite
