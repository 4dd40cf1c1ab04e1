"""The five crops, drawn by us in a box of 100 by 100: told by shape, colour and number, larger with their level."""

from __future__ import annotations

import functools
import math

from PIL import ImageDraw

from render import outlines
from render.drawing import Drawing, Shadow, Sprite
from render.outlines import Outline
from render.palette import Rgb, Theme, mix, rgb
from render.typography import font

COLOURS: tuple[Rgb, ...] = (rgb("6A3E1D"), rgb("2E9A55"), rgb("D43A27"), rgb("E8A212"), rgb("7A3B94"))
"""The colour of each crop, from Sweet Potato to Quinoa."""

DEEP: tuple[Rgb, ...] = tuple(mix(colour, (20, 8, 0), 0.38) for colour in COLOURS)

_SHARE = (0.60, 0.68, 0.76, 0.85, 0.94)
"""How large a crop is by its level, as a share of the largest."""

_CREAM = rgb("FFF8E7")


def _potato(art: Drawing) -> None:
    skin, deep, pale = rgb("85552E"), DEEP[0], rgb("BC8550")
    art.stroke("M66 22 C72 12 84 12 92 4 M82 11 C84 6 82 3 80 0", 4, rgb("6F8A3A"))
    body = outlines.path("M70 17 C86 22 92 40 82 58 C72 77 52 92 32 88 C14 85 8 70 16 58 C24 46 34 46 42 34 "
                      "C48 24 56 13 70 17 Z", 20)[0]  # fmt: skip
    art.fill(body, deep)
    inner = Drawing((art.left, art.top, art.left + art.size[0] / art.scale, art.top + art.size[1] / art.scale),
                art.scale, art.fine)  # fmt: skip
    inner.fill([(x - 4, y - 5) for x, y in body], skin)
    inner.stroke("M30 56 C38 48 46 46 52 36", 7, (*pale, 190))
    for x, y, turn in ((63, 40, -30), (46, 62, 10), (68, 58, -50), (32, 74, 20), (55, 78, -15)):
        eye = outlines.path("M-6 0 Q0 5 6 0")[0]
        inner.stroke(outlines.moved(eye, x, y, turn=turn), 3, deep)
    art.within(body, inner)


def _coca(art: Drawing) -> None:
    leaf, deep, pale = COLOURS[1], DEEP[1], rgb("A9D98F")
    art.stroke("M50 98 C50 84 50 70 50 56", 5, rgb("7A5A2C"))
    for turn, x, y, scale in ((-58, 46, 74, 0.74), (58, 54, 74, 0.74), (0, 50, 62, 1.0)):
        blade = outlines.path("M0 0 C-20 -10 -24 -34 0 -60 C24 -34 20 -10 0 0 Z", 18)[0]
        art.fill(outlines.moved(blade, x, y, scale, turn), deep)
        art.fill(outlines.moved(outlines.moved(blade, 0, -2, 0.9), x, y, scale, turn), leaf)
        art.stroke(outlines.moved([(0, -3), (0, -50)], x, y, scale, turn), 3, pale)
        for rise in (14, 26, 38):
            for side in (-1, 1):
                vein: Outline = [(0, -rise), (side * (13 - rise * 0.12), -rise - 9)]
                art.stroke(outlines.moved(vein, x, y, scale, turn), 1.8, pale)
    for x, y in ((37, 88), (62, 90), (56, 82)):
        art.disc(x, y, 5, rgb("B3261E"))
        art.disc(x - 1.4, y - 1.6, 1.6, rgb("F2A38F"))


def _chili(art: Drawing) -> None:
    red, deep, pale = COLOURS[2], DEEP[2], rgb("F58A6E")
    art.stroke("M72 22 C74 12 82 10 84 2", 7, rgb("2E6B2B"))
    pod = outlines.path("M60 24 C68 16 84 18 88 28 C94 48 84 70 62 82 C44 92 22 94 6 84 C24 82 38 76 46 62 "
                     "C54 48 48 34 60 24 Z", 20)[0]  # fmt: skip
    art.fill(pod, deep)
    inner = Drawing((art.left, art.top, art.left + art.size[0] / art.scale, art.top + art.size[1] / art.scale),
                art.scale, art.fine)  # fmt: skip
    inner.fill([(x - 2, y - 5) for x, y in pod], red)
    inner.stroke("M66 32 C66 50 60 64 46 76", 6, pale)
    art.within(pod, inner)
    art.fill("M54 28 C56 16 68 12 76 15 C86 13 94 22 92 33 C86 28 82 28 78 33 C74 26 70 26 66 32 C62 26 58 26 54 28 Z",
             rgb("3F8A37"))  # fmt: skip


def _corn(art: Drawing) -> None:
    gold, deep = COLOURS[3], rgb("A86A05")
    cob = outlines.path("M50 0 C66 8 72 34 70 58 C69 78 62 92 50 94 C38 92 31 78 30 58 C28 34 34 8 50 0 Z", 22)[0]
    art.fill(cob, deep)
    inner = Drawing((art.left, art.top, art.left + art.size[0] / art.scale, art.top + art.size[1] / art.scale),
                art.scale, art.fine)  # fmt: skip
    for row in range(9):
        y = 5 + row * 10.6
        for column in range(-3, 4):
            x = 50 + column * 11.4 + (5.7 if row % 2 else 0)
            inner.fill(outlines.rounded(x - 5, y - 4.7, 10, 9.4, 4), gold if (x < 56) else mix(gold, deep, 0.3))
    art.within(cob, inner)
    husk, dark = rgb("6FA548"), rgb("3F6E25")
    for flip in (False, True):
        leaf = outlines.path("M0 50 C-14 44 -26 26 -28 -2 C-40 10 -40 42 -22 50 C-14 54 -4 54 0 50 Z", 16)[0]
        art.fill(outlines.moved(leaf, 50, 47, flip=flip), dark)
        art.fill(outlines.moved(outlines.moved(leaf, -1, 3, 0.88), 50, 47, flip=flip), husk)
        art.stroke(
            outlines.moved(outlines.path("M-4 46 C-20 42 -28 26 -30 12")[0], 50, 47, flip=flip), 2.4, rgb("B5D98C")
        )
    art.stroke("M50 92 L50 100", 7, dark)


def _quinoa(art: Drawing) -> None:
    plum, deep, pale = COLOURS[4], DEEP[4], rgb("D59BE6")
    art.stroke("M50 100 C50 76 50 46 50 18", 5, rgb("4E7A34"))
    for side in (-1, 1):
        leaf = outlines.path("M0 0 C8 -16 26 -18 38 -14 C34 0 18 10 0 0 Z", 14)[0]
        art.fill(outlines.moved(leaf, 50, 93, flip=side < 0), rgb("5C8F3E"))
    for level, (y, half) in enumerate(((78, 24), (64, 31), (50, 33), (36, 28), (22, 20), (9, 10))):
        count = 3 + half // 8
        for index in range(count):
            place = (index - (count - 1) / 2) / max(1, (count - 1) / 2)
            x, drop = 50 + place * half, abs(place) ** 1.5 * 8
            radius = 9 - 2.5 * abs(place) - level * 0.35
            art.disc(x, y + drop + 2, radius, deep)
            art.disc(x - 0.8, y + drop, radius * 0.84, plum if (index + level) % 2 else mix(plum, pale, 0.32))


_ARTISTS = (_potato, _coca, _chili, _corn, _quinoa)


@functools.lru_cache(maxsize=64)
def glyph(level: int, size: int) -> Sprite:
    """The crop alone, `size` pixels high, no shadow."""
    art = Drawing((-6, -6, 106, 106), size / 100, fine=max(2, round(400 / max(size, 60))))
    _ARTISTS[level - 1](art)
    return art.sprite((50, 50))


def share(level: int) -> float:
    """How large a crop is by its level, 1 for the largest."""
    return _SHARE[level - 1]


@functools.lru_cache(maxsize=64)
def planted(level: int, side: int, theme: Theme) -> Sprite:
    """A crop in the field, as it lies on a space `side` pixels square: a pale bed, the crop, its number."""
    bed = side * (0.56 + 0.16 * share(level))
    pad = side / 2 + 8
    art = Drawing((-pad, -pad, pad, pad), 1)
    half = bed / 2
    art.fill(outlines.rounded(-half, -half + 3, bed, bed, bed * 0.34), mix(COLOURS[level - 1], (30, 14, 4), 0.3))
    art.fill(outlines.rounded(-half, -half, bed, bed, bed * 0.34), COLOURS[level - 1])
    art.fill(outlines.rounded(-half + 4, -half + 4, bed - 8, bed - 8, bed * 0.31), theme.tile)
    sprite = art.sprite((0, 0), Shadow(4, 4, theme.shadow, theme.shade))
    plant = glyph(level, round(side * 0.68 * share(level)))
    plant.paste(sprite.colour, sprite.centre[0] - side * 0.02, sprite.centre[1] - side * 0.03)
    corner = half - side * 0.06
    number(level, round(side * 0.155), theme).paste(sprite.colour, sprite.centre[0] + corner, sprite.centre[1] + corner)
    return _covered(sprite, level, side, corner, theme)


def _covered(sprite: Sprite, level: int, side: int, corner: float, theme: Theme) -> Sprite:
    """The sprite's opacity with that of the number, which hangs over the bed's corner."""
    badge = number(level, round(side * 0.155), theme)
    spot = round(sprite.centre[0] + corner) - badge.centre[0], round(sprite.centre[1] + corner) - badge.centre[1]
    sprite.alpha.paste(255, (*spot, spot[0] + badge.alpha.width, spot[1] + badge.alpha.height), badge.alpha)
    return sprite


@functools.lru_cache(maxsize=64)
def number(level: int, radius: int, theme: Theme) -> Sprite:
    """A crop's level on a round badge in its colour."""
    pad = radius + 6
    art = Drawing((-pad, -pad, pad, pad), 1)
    art.disc(0, 0, radius, theme.tile)
    art.disc(0, 0, radius - 2.5, DEEP[level - 1])
    sprite = art.sprite((0, 0))
    face = font(max(22, round(radius * 1.42)), "black")
    ImageDraw.Draw(sprite.colour).text(sprite.centre, str(level), font=face, fill=_CREAM, anchor="mm")
    return sprite


@functools.lru_cache(maxsize=64)
def token(level: int, radius: int, theme: Theme) -> Sprite:
    """An offering token: a round coin with the crop, six notches in its rim."""
    pad = radius + 12
    art = Drawing((-pad, -pad, pad, pad), 1)
    art.disc(0, 2, radius, mix(COLOURS[level - 1], (20, 8, 0), 0.45))
    art.disc(0, 0, radius, COLOURS[level - 1])
    for index in range(8):
        angle = math.tau * (index + 0.5) / 8
        art.disc(radius * 0.93 * math.cos(angle), radius * 0.93 * math.sin(angle), radius * 0.07, theme.tile)
    art.disc(0, 0, radius * 0.82, theme.tile)
    sprite = art.sprite((0, 0), Shadow(3, 4, theme.shadow, theme.shade))
    glyph(level, round(radius * (1.12 + 0.24 * share(level)))).paste(sprite.colour, *sprite.centre)
    return sprite


@functools.lru_cache(maxsize=32)
def no_token(level: int, radius: int, theme: Theme) -> Sprite:
    """Where a token is not: the crop's shape, pale."""
    pad = radius + 4
    art = Drawing((-pad, -pad, pad, pad), 1)
    art.disc(0, 0, radius, mix(theme.panel, theme.panel_edge, 0.75))
    art.disc(0, 0, radius - 2.5, mix(theme.panel, theme.panel_edge, 0.22))
    sprite = art.sprite((0, 0))
    shape = glyph(level, round(radius * (1.12 + 0.24 * share(level))))
    ink = shape.colour.copy()
    ink.paste(mix(theme.panel, theme.panel_edge, 0.8), (0, 0, *ink.size))
    Sprite(ink, shape.alpha, shape.centre).paste(sprite.colour, *sprite.centre)
    return sprite
