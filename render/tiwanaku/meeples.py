"""Meeples, pawns and arrows: each side told by its mark as well as its colour."""

from __future__ import annotations

import functools

from render import outlines
from render.canvas import mark, mark_outline
from render.drawing import Drawing, Shadow, Sprite
from render.palette import SIDES, Side, Theme, mix
from rules.tiwanaku import State
from rules.tiwanaku.position import OTOMA

_BY_COLOUR = (0, 1, 3, 4, 5, 2)
"""The side of the palette for each colour of the rules: orange, blue, green, white, purple, yellow."""


def side_of_colour(colour: int) -> Side:
    """The look of a colour of the rules."""
    return SIDES[_BY_COLOUR[colour]]


def side_of_seat(view: State, seat: int) -> Side:
    """The look of a seat's meeples."""
    return side_of_colour(view.colour(seat))


def side_of_otoma(view: State, number: int) -> Side:
    """The look of an Otoma meeple."""
    return side_of_colour(view.otoma_colour(number))


def side_of_party(view: State, party: int) -> Side:
    """The look of a party's pawns: a player's own; purple for the Otoma alone; yellow for a group."""
    if view.competitive:
        return side_of_colour(party)
    if view.settings.mode == "solo":
        return side_of_colour(4 if party == OTOMA else 0)
    return side_of_colour(view.otoma_colour(0) if party == OTOMA else 5)


_QUECHUA = (
    "M50 4 C61 4 68 12 68 22 C68 28 66 32 63 36 C80 38 92 46 95 56 C97 63 91 67 84 65 L74 62 C76 72 80 82 84 91 "
    "C86 96 83 99 78 99 L22 99 C17 99 14 96 16 91 C20 82 24 72 26 62 L16 65 C9 67 3 63 5 56 C8 46 20 38 37 36 "
    "C34 32 32 28 32 22 C32 12 39 4 50 4 Z"
)
"""Somebody in a poncho, arms out."""

_OTOMA = (
    "M50 -2 C56 8 72 16 72 28 C72 33 70 36 67 40 C76 46 82 58 84 74 L90 96 C91 99 89 100 86 100 L14 100 "
    "C11 100 9 99 10 96 L16 74 C18 58 24 46 33 40 C30 36 28 33 28 28 C28 16 44 8 50 -2 Z"
)
"""Somebody in a long hooded cloak."""


@functools.lru_cache(maxsize=96)
def meeple(owner: Side, size: int, theme: Theme, cloaked: bool = False) -> Sprite:
    """A meeple `size` pixels high with its mark on the breast; `cloaked` are the Otoma. Its centre is its middle."""
    scale = size / 100
    pad = 14 / scale + 4
    art = Drawing((-pad, -pad - 4, 100 + pad, 100 + pad), scale, fine=4)
    body = outlines.path(_OTOMA if cloaked else _QUECHUA, 16)[0]
    art.stroke(body, 9, theme.tile, closed=True)
    art.stroke(body, 5, owner.deep, closed=True)
    art.fill(body, owner.deep)
    inner = Drawing((-pad, -pad - 4, 100 + pad, 100 + pad), scale, fine=4)
    inner.fill([(x - 2.5, y - 2.5) for x, y in body], owner.fill)
    inner.stroke([(x + 3, y + 4) for x, y in body], 3, (*mix(owner.fill, (255, 255, 255), 0.5), 150), closed=True)
    art.within(body, inner)
    if cloaked:
        art.fill(outlines.ellipse(50, 31, 12.5, 13.5), owner.deep)
        art.disc(45, 31, 2.6, theme.tile)
        art.disc(55, 31, 2.6, theme.tile)
    art.fill(mark_outline(owner.mark, 19, 50, 71 if cloaked else 66), owner.deep)
    art.fill(mark_outline(owner.mark, 15.5, 50, 71 if cloaked else 66), owner.ink)
    return art.sprite((50, 50), Shadow(4, 4, theme.shadow, min(1, theme.shade * 1.5)))


@functools.lru_cache(maxsize=64)
def pawn(owner: Side, radius: int, theme: Theme) -> Sprite:
    """A diversity pawn."""
    return mark(owner, radius, theme, 0.5)


@functools.lru_cache(maxsize=64)
def arrow(colour: int, way: int, radius: int, theme: Theme) -> Sprite:
    """The arrow of a tile on a pale round: it points the way, and its mark tells whom it sets running."""
    owner = side_of_colour(colour)
    pad = radius + 8
    art = Drawing((-pad, -pad, pad, pad), 1)
    art.disc(0, 0, radius, owner.deep)
    art.disc(0, 0, radius - 2.5, mix(theme.tile, (255, 255, 255), 0.3))
    unit = radius / 30
    shape = [(-5, 16), (-5, -2), (-16, -2), (0, -25), (16, -2), (5, -2), (5, 16)]
    turned = outlines.moved([(x * unit, y * unit) for x, y in shape], turn=90 * way)
    art.stroke(turned, 3.4, owner.deep, closed=True)
    art.fill(turned, owner.fill)
    x, y = outlines.moved([(0, 11 * unit)], turn=90 * way)[0]
    art.fill(mark_outline(owner.mark, 13.5 * unit, x, y), owner.deep)
    art.fill(mark_outline(owner.mark, 10.5 * unit, x, y), owner.fill)
    return art.sprite((0, 0), Shadow(2, 3, theme.shadow, theme.shade))


@functools.lru_cache(maxsize=32)
def plain_arrow(way: int, radius: int, theme: Theme) -> Sprite:
    """The arrow of a tile where only its direction counts (together)."""
    pad = radius + 8
    art = Drawing((-pad, -pad, pad, pad), 1)
    art.disc(0, 0, radius, theme.land_ink)
    art.disc(0, 0, radius - 2.5, mix(theme.tile, (255, 255, 255), 0.3))
    unit = radius / 30
    shape = [(-6, 20), (-6, -1), (-17, -1), (0, -23), (17, -1), (6, -1), (6, 20)]
    art.fill(outlines.moved([(x * unit, y * unit) for x, y in shape], turn=90 * way), (64, 42, 16))
    return art.sprite((0, 0), Shadow(2, 3, theme.shadow, theme.shade))
