"""The animals of the rows and the elements of the columns, drawn by us in a box of 100 by 100."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

from render import outlines
from render.canvas import soft
from render.drawing import Drawing, Paint, Sprite
from render.palette import Rgb, Theme, mix, rgb

_RED, _CREAM, _INK = rgb("A63A26"), rgb("FFF3DC"), rgb("4A2C14")


def _water(art: Drawing, ink: Paint, ground: Rgb) -> None:
    for y in (28, 50, 72):
        art.stroke(f"M10 {y + 4} C22 {y - 16} 34 {y - 16} 44 {y} S70 {y + 16} 90 {y - 6}", 11, ink)


def _plant(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.stroke("M50 94 L50 44", 9, ink)
    for flip in (False, True):
        for x, y, scale in ((0, 78, 1.0), (0, 52, 0.86)):
            leaf = outlines.path("M0 0 C4 -26 24 -36 42 -36 C42 -16 26 2 0 0 Z", 14)[0]
            art.fill(outlines.moved(leaf, 50 + x, y, scale, flip=flip), ink)
    art.fill("M50 2 C60 14 60 28 50 36 C40 28 40 14 50 2 Z", ink)


def _mountain(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.fill("M2 88 L36 22 Q40 14 44 22 L58 48 L66 36 Q70 30 74 36 L98 88 Z", ink)
    art.fill("M40 24 L54 50 L46 46 L40 54 L34 46 L27 50 Z", ground)


def _fire(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.fill("M52 2 C56 22 84 36 84 64 C84 84 68 96 50 96 C32 96 16 84 16 64 C16 48 26 40 28 26 C36 30 40 38 40 46 "
             "C50 36 54 20 52 2 Z", ink)  # fmt: skip
    art.fill("M51 50 C54 60 66 66 66 78 C66 87 59 92 50 92 C41 92 34 86 34 78 C34 70 40 68 42 62 C46 64 48 66 48 70 "
             "C52 64 53 58 51 50 Z", ground)  # fmt: skip


def _sun(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.disc(50, 50, 23, ink)
    for index in range(8):
        ray = outlines.path("M-7 -29 L0 -48 L7 -29 Z")[0]
        art.fill(outlines.moved(ray, 50, 50, turn=index * 45), ink)


def _rainbow(art: Drawing, ink: Paint, ground: Rgb) -> None:
    for radius in (42, 27, 12):
        arc = [(50 + radius * math.cos(math.radians(angle)), 76 - radius * math.sin(math.radians(angle)))
               for angle in range(0, 181, 6)]  # fmt: skip
        art.stroke(arc, 9.5, ink)


def _cloud(art: Drawing, ink: Paint, ground: Rgb) -> None:
    for x, y, radius in ((30, 60, 20), (52, 46, 25), (73, 61, 18)):
        art.disc(x, y, radius, ink)
    art.fill(outlines.rounded(10, 58, 81, 24, 12), ink)


def _moon(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.disc(50, 50, 42, ink)
    art.disc(66, 40, 35, ground)


def _star(art: Drawing, ink: Paint, ground: Rgb) -> None:
    points = []
    for index in range(10):
        angle, far = math.radians(index * 36 - 90), (48 if index % 2 == 0 else 20)
        points.append((50 + far * math.cos(angle), 54 + far * math.sin(angle)))
    art.fill(points, ink)


def _bird(art: Drawing, ink: Paint, ground: Rgb) -> None:
    """A condor with spread wings, its fingers out."""
    for flip in (False, True):
        wing = outlines.path("M0 -6 C-12 -26 -34 -30 -50 -20 L-44 -14 L-52 -8 L-42 -4 L-48 6 L-36 6 L-38 16 "
                          "C-24 16 -10 12 0 14 Z", 12)[0]  # fmt: skip
        art.fill(outlines.moved(wing, 50, 46, flip=flip), ink)
    art.fill("M42 40 C42 24 58 24 58 40 C60 58 58 70 62 86 L54 80 L50 90 L46 80 L38 86 C42 70 40 58 42 40 Z", ink)
    art.disc(50, 24, 10, ink)
    art.fill("M56 16 L74 24 L58 30 Z", ink)
    art.stroke("M43 35 Q50 40 57 35", 4, ground)
    art.disc(52, 22, 2.6, ground)


def _lizard(art: Drawing, ink: Paint, ground: Rgb) -> None:
    """Seen from above, its tail in a curl."""
    art.stroke("M50 60 C50 84 68 92 80 84 C90 76 84 62 74 66 C68 70 72 78 77 76", 8, ink)
    for side in (-1, 1):
        for y, down in ((32, -12), (58, 14)):
            art.stroke(f"M50 {y} L{50 + side * 24} {y + down * 0.3} L{50 + side * 30} {y + down}", 7, ink)
            for spread in (-7, 0, 7):
                x, foot = 50 + side * 30, y + down
                art.stroke(f"M{x} {foot} l{side * 6} {spread + down * 0.3}", 4, ink)
    art.fill("M50 22 C66 26 64 58 54 70 L46 70 C36 58 34 26 50 22 Z", ink)
    art.fill("M50 2 C62 8 62 22 57 30 L43 30 C38 22 38 8 50 2 Z", ink)
    for side in (-1, 1):
        art.disc(50 + side * 5.6, 15, 2.8, ground)
    art.stroke("M50 34 L50 60", 3.4, ground)


def _llama(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.fill("M22 20 L24 4 L31 14 L36 5 L38 18 C44 20 44 28 42 34 C46 44 46 46 50 48 L80 48 C90 50 94 58 92 70 L90 70 "
             "L88 62 L86 96 L76 96 L75 76 C66 80 58 80 50 77 L49 96 L39 96 L37 74 C28 68 26 54 26 38 L12 36 "
             "C8 32 10 25 16 23 Z", ink)  # fmt: skip
    art.disc(27, 25, 2.8, ground)
    art.stroke("M52 54 L58 66 L64 54 L70 66 L76 54", 4, ground)


def _snake(art: Drawing, ink: Paint, ground: Rgb) -> None:
    art.stroke("M20 22 C44 6 86 14 82 34 C78 52 22 44 20 62 C18 82 62 88 90 76", 13, ink)
    art.fill("M6 28 C6 14 24 8 36 14 L34 32 C24 40 8 38 6 28 Z", ink)
    art.stroke("M8 30 L0 38 M8 30 L-2 31", 3, ink)
    art.disc(19, 22, 3, ground)
    for x, y in ((62, 18), (72, 39), (46, 46), (30, 68), (58, 79)):
        art.disc(x, y, 3.2, ground)


def _turtle(art: Drawing, ink: Paint, ground: Rgb) -> None:
    for x, y, turn in ((20, 34, -40), (80, 34, 40), (22, 78, -140), (78, 78, 140)):
        leg = outlines.ellipse(0, 0, 9, 15)
        art.fill(outlines.moved(leg, x, y, turn=turn), ink)
    art.disc(50, 14, 13, ink)
    art.fill("M46 88 L50 102 L54 88 Z", ink)
    art.fill(outlines.ellipse(50, 56, 34, 36), ink)
    art.stroke(outlines.polygon(50, 56, 15, 6), 4.5, ground, closed=True)
    for index in range(6):
        angle = math.radians(60 * index - 90)
        start = (50 + 15 * math.cos(angle), 56 + 15 * math.sin(angle))
        art.stroke([start, (50 + 31 * math.cos(angle), 56 + 33 * math.sin(angle))], 4, ground)
    for side in (-1, 1):
        art.disc(50 + side * 5, 11, 2.4, ground)


_Artist = Callable[[Drawing, Paint, Rgb], None]
_ELEMENTS: tuple[_Artist, ...] = (_water, _plant, _mountain, _fire, _sun, _rainbow, _cloud, _moon, _star)
_ANIMALS: tuple[_Artist, ...] = (_bird, _lizard, _llama, _snake, _turtle)


@functools.lru_cache(maxsize=64)
def element(column: int, side: int, theme: Theme) -> Sprite:
    """A column's element: pale on a red plate."""
    return _plate(_ELEMENTS[column], side, _CREAM, _red(theme), mix(_RED, (40, 8, 0), 0.4), theme)


@functools.lru_cache(maxsize=32)
def animal(row: int, side: int, theme: Theme) -> Sprite:
    """A row's animal: dark on a pale plate."""
    return _plate(_ANIMALS[row], side, _INK, theme.tile, theme.tile_edge, theme)


def _red(theme: Theme) -> Rgb:
    return _RED if theme.name == "light" else mix(_RED, (0, 0, 0), 0.12)


def _plate(artist: _Artist, side: int, ink: Rgb, ground: Rgb, edge: Rgb, theme: Theme) -> Sprite:
    pad = 14
    art = Drawing((-pad, -pad, side + pad, side + pad), 1)
    art.fill(outlines.rounded(0, 2, side, side, side * 0.3), edge)
    art.fill(outlines.rounded(0, 0, side, side, side * 0.3), mix(ground, edge, 0.18))
    art.fill(outlines.rounded(2.5, 2.5, side - 5, side - 5, side * 0.26), ground)
    sprite = art.sprite((side / 2, side / 2), soft(theme, 0.5))
    inner = Drawing((-6, -6, 106, 106), side * 0.72 / 100, fine=6)
    artist(inner, ink, ground)
    inner.sprite((50, 50)).paste(sprite.colour, *sprite.centre)
    return sprite
