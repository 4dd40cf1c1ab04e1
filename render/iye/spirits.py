"""The five spirits and the drum, drawn by us in a box of 100 by 100. Each is told by its outline alone."""

from __future__ import annotations

import functools
import math

from render import outlines
from render.canvas import soft, tile
from render.drawing import Drawing, Shadow, Sprite
from render.palette import Rgb, Theme, mix, rgb
from rules.iye.tiles import HORSE, OWL, SUN, TREE, WATER

WHITE: Rgb = (255, 255, 255)
CREAM = rgb("FFF4DA")

COLOURS: tuple[Rgb, ...] = (rgb("5B3E8C"), rgb("2A9AE0"), rgb("23774B"), rgb("7A2E14"), rgb("E39A12"))
"""The colour of each spirit, from Owls to Sun."""


def _owl(art: Drawing) -> None:
    plum, night, pale = COLOURS[OWL], rgb("38235E"), rgb("E9DDF7")
    art.fill(
        "M20 6 C30 14 40 16 50 16 C60 16 70 14 80 6 C85 20 86 32 85 46 C84 74 70 94 50 94 "
        "C30 94 16 74 15 46 C14 32 15 20 20 6 Z",
        plum,
    )
    for flip in (False, True):
        wing = outlines.path("M-35 -8 C-38 20 -26 38 -12 44 C-22 30 -26 14 -25 -2 Z")[0]
        art.fill(outlines.moved(wing, 50, 50, flip=flip), night)
        tuft = outlines.path("M-30 -44 C-22 -36 -12 -33 -2 -33 C-12 -26 -24 -26 -32 -26 Z")[0]
        art.fill(outlines.moved(tuft, 50, 50, flip=flip), night)
    for row, (y, count) in enumerate(((66, 3), (76, 2), (85, 1))):
        for index in range(count):
            x = 50 + (index - (count - 1) / 2) * 13
            art.stroke(f"M{x - 5} {y} Q{x} {y + 8 - row} {x + 5} {y}", 2.6, pale)
    for side in (-1, 1):
        art.disc(50 + side * 15.5, 41, 16.5, pale)
        art.disc(50 + side * 15.5, 41, 13.2, CREAM)
        art.disc(50 + side * 14, 41, 8.2, night)
        art.disc(50 + side * 14 + 3, 38, 2.7, WHITE)
    art.fill("M50 45 L57.5 53 Q55 60 50 65 Q45 60 42.5 53 Z", rgb("F2A81D"))
    art.fill("M50 45 L57.5 53 Q55 60 50 65 Z", rgb("D88607"))


def _water(art: Drawing) -> None:
    blue, deep, pale = COLOURS[WATER], rgb("0E5A94"), rgb("D4EEFB")
    drop = outlines.path("M50 3 C56 20 84 40 84 63 C84 83 69 96 50 96 C31 96 16 83 16 63 C16 40 44 20 50 3 Z", 22)[0]
    art.fill(drop, blue)
    inner = Drawing((art.left, art.top, art.left + 100, art.top + 100), art.scale, art.fine)
    inner.fill("M0 66 C10 58 20 58 28 65 S46 74 56 65 S76 57 100 68 L100 100 L0 100 Z", deep)
    inner.stroke("M6 64 C14 56 22 56 30 63 S46 72 56 63 S78 55 96 66", 5.2, CREAM)
    inner.stroke("M8 79 C16 72 24 72 32 78 S48 86 58 78 S78 71 94 80", 4.2, pale)
    art.within(drop, inner)
    art.stroke("M47 21 C40 33 30 41 27 52", 4.6, pale)
    art.disc(26.4, 58.2, 2.5, pale)


def _bough(top: float, low: float, half: float) -> str:
    """One storey of the fir: sides swing in, the hem hangs in scallops."""
    hem = low + 6
    return (
        f"M50 {top} C{50 + half * 0.25} {top + (low - top) * 0.5} {50 + half * 0.6} {low - 6} {50 + half} {low} "
        f"Q{50 + half * 0.72} {hem + 3} {50 + half * 0.5} {hem - 1} Q{50 + half * 0.25} {hem + 5} 50 {hem} "
        f"Q{50 - half * 0.25} {hem + 5} {50 - half * 0.5} {hem - 1} Q{50 - half * 0.72} {hem + 3} {50 - half} {low} "
        f"C{50 - half * 0.6} {low - 6} {50 - half * 0.25} {top + (low - top) * 0.5} 50 {top} Z"
    )


def _tree(art: Drawing) -> None:
    green, deep, bark, pale = COLOURS[TREE], rgb("14532F"), rgb("6A4320"), rgb("BFE0B4")
    art.fill(
        "M44 70 L56 70 C56 82 60 88 70 95 C62 95 57 93 54 91 L50 97 L46 91 C43 93 38 95 30 95 C40 88 44 82 44 70 Z",
        bark,
    )
    for top, low, half in ((38, 75, 36), (20, 53, 29), (2, 31, 21)):
        shape = outlines.path(_bough(top, low, half))[0]
        art.fill([(x, y + 3.2) for x, y in shape], deep)
        art.fill(shape, green)
        dark = Drawing((art.left, art.top, art.left + 100, art.top + 100), art.scale, art.fine)
        dark.fill(f"M50 0 L100 0 L100 100 L50 100 C55 {low - 6} 55 {top + 14} 50 {top} Z", (*deep, 120))
        art.within(shape, dark)
        art.stroke(
            f"M{50 - half * 0.58} {low - 3} Q{50 - half * 0.26} {low - 8} {50 - half * 0.14} {low - 15}", 2.6, pale
        )


def _horse(art: Drawing) -> None:
    bay, mane, pale = COLOURS[HORSE], rgb("3B140A"), rgb("F3D9BC")
    art.fill(
        "M50 16 C66 10 84 26 91 50 C95 66 95 82 93 95 L62 95 C70 78 66 56 58 40 Z",
        mane,
    )
    for x, y, tx, ty in ((86, 30, 97, 33), (92, 49, 101, 55), (94, 70, 101, 78)):
        art.fill(f"M{x - 12} {y - 14} Q{x} {y - 10} {tx} {ty} Q{x} {y + 3} {x - 10} {y + 8} Z", mane)
    art.fill(
        "M44 4 C50 8 54 13 56 19 C70 24 80 40 82 60 C83 74 81 86 79 95 L27 95 C28 80 38 74 44 65 "
        "C46 62 46 59 45 57 C39 60 34 61 30 65 C27 71 21 74 15 71 C9 69 6 63 9 57 C14 49 21 42 25 33 "
        "C28 26 33 20 40 17 C40 12 41 8 44 4 Z",
        bay,
    )
    art.fill(
        "M56 19 C66 30 70 48 67 66 C65 78 60 88 57 95 L79 95 C81 86 83 74 82 60 C80 40 70 24 56 19 Z",
        mix(bay, mane, 0.55),
    )
    for y in (32, 46, 60):
        art.stroke(f"M{60 + y / 12} {y - 6} Q{70 + y / 14} {y + 2} {70 + y / 16} {y + 14}", 2.6, mix(bay, pale, 0.35))
    art.disc(37, 32, 4.6, pale)
    art.disc(36.4, 32.4, 2.9, rgb("2A0F06"))
    art.stroke("M14 61 Q17 60 18 57", 2.8, mane)
    art.stroke("M19 69 Q24 66 26 62", 2.6, mane)
    art.stroke("M27 53 C32 51 35 55 36 59", 3.0, rgb("F2B33D"))
    art.stroke("M27 53 C33 47 42 40 50 25", 3.0, rgb("F2B33D"))
    art.disc(29, 54, 3.2, rgb("F2B33D"))


def _sun(art: Drawing) -> None:
    gold, amber, pale = COLOURS[SUN], rgb("C96F05"), rgb("FFE6A3")
    for index in range(16):
        long = index % 2 == 0
        ray = outlines.path(
            "M-6.4 -28 C-7 -36 -1 -40 2 -49 C5 -40 8 -36 6.4 -28 Z"
            if long
            else "M-4.6 -28 C-4 -34 -2 -36 0 -40 C2 -36 4 -34 4.6 -28 Z"
        )[0]
        art.fill(outlines.moved(ray, 50, 50, 1.0, index * 22.5), gold if long else amber)
    art.disc(50, 50, 30.5, amber)
    art.disc(50, 50, 27.5, gold)
    art.disc(50, 50, 23.5, pale)
    art.disc(50, 50, 22, rgb("FFC941"))
    ink = rgb("7A3B02")
    for side in (-1, 1):
        art.stroke(f"M{50 + side * 14} 47 Q{50 + side * 9} 52 {50 + side * 4.4} 47", 2.7, ink)
        art.disc(50 + side * 13, 56, 3.4, (*rgb("EE7B2B"), 150))
    art.stroke("M43.5 57.5 Q50 64.5 56.5 57.5", 2.9, ink)
    art.disc(50, 39, 2.4, rgb("E0560F"))


_ARTISTS = (_owl, _water, _tree, _horse, _sun)


def _glyph(spirit: int, size: float) -> Drawing:
    art = Drawing((-6, -6, 106, 106), size / 100, fine=max(2, round(480 / max(size, 60))))
    _ARTISTS[spirit](art)
    return art


@functools.lru_cache(maxsize=64)
def glyph(spirit: int, size: int) -> Sprite:
    """The spirit alone, `size` pixels high, no shadow."""
    return _glyph(spirit, size).sprite((50, 50))


@functools.lru_cache(maxsize=64)
def piece(spirit: int, side: int, theme: Theme) -> Sprite:
    """A tile with its spirit, `side` pixels square."""
    blank = tile(theme, side, side * 0.17, max(0.5, side / 164))
    art = glyph(spirit, round(side * 0.76))
    colour, alpha = blank.colour.copy(), blank.alpha.copy()
    art.paste(colour, blank.centre[0], blank.centre[1] - side * 0.015)
    return Sprite(colour, alpha, blank.centre)


@functools.lru_cache(maxsize=64)
def means(spirit: int | None, radius: int, theme: Theme) -> Sprite:
    """A round badge for a way to move: the spirit to be spent, or a step (None) for natural movement."""
    pad = radius + 12
    art = Drawing((-pad, -pad, pad, pad), 1)
    edge = theme.accent if spirit is None else COLOURS[spirit]
    art.disc(0, 0, radius, edge)
    art.disc(0, 0, radius - 3.5, mix(theme.tile, WHITE, 0.5))
    sprite = art.sprite((0, 0), Shadow(2, 3, theme.shadow, 0.4))
    if spirit is not None:
        glyph(spirit, round(radius * 1.46)).paste(sprite.colour, *sprite.centre)
    return sprite


@functools.lru_cache(maxsize=16)
def drum(size: int, theme: Theme) -> Sprite:
    """The shaman's drum seen from above, `size` pixels across, its beater leaning on it."""
    pad = 46
    art = Drawing((-pad, -pad, 100 + pad, 100 + pad), size / 100, fine=4)
    _beater(art)
    red, deep, hide = rgb("9E2A1C"), rgb("5F150C"), rgb("F6E3BE")
    for index in range(3):
        x, y = 50 + (index - 1) * 11, 97
        art.stroke(
            f"M{x} {y - 6} Q{x - 3 + index * 3} {y + 8} {x - 2 + index * 2} {y + 19}",
            5,
            (rgb("1673B4"), rgb("E39A12"), rgb("23774B"))[index],
        )
    art.disc(50, 50, 50, deep)
    art.disc(50, 50, 47.6, red)
    for index in range(24):
        angle = math.tau * index / 24
        art.disc(50 + 44.6 * math.cos(angle), 50 + 44.6 * math.sin(angle), 1.7, rgb("F2C36A"))
    art.disc(50, 50, 41.4, deep)
    art.disc(50, 50, 40, hide)
    art.disc(50, 52, 36, rgb("FBEED2"))
    _painting(art)
    return art.sprite((50, 50), soft(theme, 1.7 * size / 132))


def _beater(art: Drawing) -> None:
    art.stroke("M92 18 L118 -10", 6.5, rgb("6A4320"))
    art.stroke("M93 16 L117 -10", 2, rgb("A87843"))
    art.disc(119, -11, 9, rgb("5F150C"))
    art.disc(118, -12, 7, rgb("F0DDB8"))


def _painting(art: Drawing) -> None:
    """What is painted on the hide: the three worlds, parted by a belt, with the tree between sun and moon."""
    ochre, dark = rgb("B03A22"), rgb("5B2413")
    art.stroke("M13 50 Q50 43 87 50", 3.4, ochre)
    art.stroke("M12.5 57 Q50 50 87.5 57", 3.4, ochre)
    for index in range(9):
        x = 18 + index * 8
        y = 53.5 - 6.6 * (1 - ((x - 50) / 38) ** 2)
        art.stroke([(x, y - 2.2), (x + 3, y + 2.6)], 1.6, dark)
    art.stroke("M50 17 L50 82", 3.2, dark)
    for y, reach in ((26, 9), (34, 12), (66, 12), (74, 9)):
        art.stroke(
            f"M{50 - reach} {y - 6} Q{50 - reach / 2} {y + 1} 50 {y + 2} "
            f"Q{50 + reach / 2} {y + 1} {50 + reach} {y - 6}",
            2.6,
            dark,
        )
    art.disc(29, 31, 6.4, ochre)
    art.disc(29, 31, 3.0, rgb("FBEED2"))
    art.fill("M76 23 C66 24 64 36 73 40 C69 34 70 28 76 23 Z", ochre)
    for x in (26, 68):
        art.fill(f"M{x} 72 l2 -6 l8 0 l3 -3 l1 3 l-2 2 l0 8 l-1.6 0 l0 -5 l-7 0 l0 5 l-1.8 0 Z", ochre)
