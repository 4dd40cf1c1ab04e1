"""The five biomes for the eye: a colour, an emblem, and a pattern for each, so that none is told by colour alone."""

from __future__ import annotations

import functools
from typing import NamedTuple

from render import canvas, outlines
from render.drawing import Drawing, Paint, Shadow, Sprite
from render.outlines import Outline
from render.palette import Rgb, Theme, mix, rgb
from render.typography import write


class Biome(NamedTuple):
    """A biome's colours: its land in the light and in the dark theme, and the face of its cards with its ink."""

    name: str
    letter: str
    light: Rgb
    dark: Rgb
    face: Rgb
    deep: Rgb
    ink: Rgb

    def land(self, theme: Theme) -> Rgb:
        """The colour of its land."""
        return self.dark if theme.name == "dark" else self.light

    def low(self, theme: Theme) -> Rgb:
        """The same further down, where the land lies lower."""
        return mix(self.land(theme), self.deep, 0.14)

    def line(self, theme: Theme) -> Rgb:
        """The ink of its pattern."""
        if theme.name == "dark":
            return mix(self.land(theme), (255, 255, 255), 0.24)
        return mix(self.land(theme), self.deep, 0.42)


BIOMES: dict[str, Biome] = {
    biome.name: biome
    for biome in (
        Biome("glaciers", "G", rgb("B9D3E6"), rgb("43627A"), rgb("6FA6CF"), rgb("2E5F86"), rgb("F7FCFF")),
        Biome("tundra", "T", rgb("DFAE9F"), rgb("7A4B40"), rgb("B9583F"), rgb("74301F"), rgb("FFF3EC")),
        Biome("forest", "F", rgb("B3C78F"), rgb("4D6136"), rgb("5F8A3C"), rgb("31531B"), rgb("F6FBEA")),
        Biome("coast", "C", rgb("F0E1A2"), rgb("85773F"), rgb("E5C04B"), rgb("8C6A0E"), rgb("4A3703")),
        Biome("desert", "D", rgb("E8B97C"), rgb("8E6233"), rgb("DC8A33"), rgb("8A4E0D"), rgb("FFF6E6")),
    )
}
"""The biomes by their names in the rules."""

BY_LETTER: dict[str, Biome] = {biome.letter: biome for biome in BIOMES.values()}
"""The biomes by the letter of their cards."""


def emblem(art: Drawing, name: str, x: float, y: float, side: float, paint: Paint, ground: Paint) -> None:
    """Draw a biome's emblem, `side` units square, around (x, y); `ground` shows in its inner lines."""
    _EMBLEMS[name](_Pen(art, x, y, side / 100), paint, ground)


class _Pen:
    """Draws in a box of 100 by 100, laid anywhere on an art."""

    def __init__(self, art: Drawing, x: float, y: float, scale: float) -> None:
        self.art, self.x, self.y, self.scale = art, x, y, scale

    def _laid(self, data: str) -> list[Outline]:
        shift = (self.x - 50 * self.scale, self.y - 50 * self.scale)
        return [outlines.moved(outline, *shift, scale=self.scale) for outline in outlines.path(data)]

    def fill(self, data: str, paint: Paint) -> None:
        for outline in self._laid(data):
            self.art.fill(outline, paint)

    def stroke(self, data: str, width: float, paint: Paint) -> None:
        for outline in self._laid(data):
            self.art.stroke(outline, width * self.scale, paint)

    def disc(self, x: float, y: float, radius: float, paint: Paint) -> None:
        left, top = self.x - 50 * self.scale, self.y - 50 * self.scale
        self.art.disc(left + x * self.scale, top + y * self.scale, radius * self.scale, paint)


def _glaciers(pen: _Pen, paint: Paint, ground: Paint) -> None:
    """An iceberg with its facets."""
    pen.fill("M8 84 L30 40 L42 52 L62 12 L94 84 Z", paint)
    pen.stroke("M62 14 L54 46 L66 62 L58 84 M30 42 L34 66 L26 84 M54 46 L42 54", 6, ground)


def _tundra(pen: _Pen, paint: Paint, ground: Paint) -> None:
    """The antlers of a reindeer."""
    for side in (1, -1):
        for branch in (
            (0, 88, 6, 66, 26, 60, 32, 38),
            (32, 38, 34, 28, 30, 20, 24, 12),
            (31, 42, 40, 36, 42, 28, 41, 20),
            (22, 60, 20, 48, 16, 44, 10, 38),
            (12, 66, 6, 60, 5, 56, 5, 52),
        ):
            x0, y0, *rest = branch
            curve = " ".join(f"{50 + side * rest[i]} {rest[i + 1]}" for i in (0, 2, 4))
            pen.stroke(f"M{50 + side * x0} {y0} C{curve}", 8.5, paint)
    pen.disc(50, 86, 8, paint)


def _forest(pen: _Pen, paint: Paint, ground: Paint) -> None:
    """A spruce."""
    pen.fill("M44 76 L56 76 L56 94 L44 94 Z", paint)
    pen.fill("M50 6 L70 34 L30 34 Z M50 22 L78 58 L22 58 Z M50 42 L86 82 L14 82 Z", paint)
    pen.stroke("M34 36 L66 36 M26 60 L74 60", 4.5, ground)


def _coast(pen: _Pen, paint: Paint, ground: Paint) -> None:
    """A scallop shell."""
    pen.fill("M40 84 C10 70 2 44 14 30 C22 14 38 10 50 10 C62 10 78 14 86 30 C98 44 90 70 60 84 Z", paint)
    pen.fill("M32 78 L68 78 L64 93 L36 93 Z", paint)
    pen.stroke("M50 18 L50 78 M30 24 L45 78 M70 24 L55 78 M15 42 L40 77 M85 42 L60 77", 5, ground)


def _desert(pen: _Pen, paint: Paint, ground: Paint) -> None:
    """The sun over dunes."""
    pen.disc(64, 30, 18, paint)
    pen.fill("M4 66 C24 66 30 42 46 42 C54 50 66 60 96 62 L96 70 C60 74 34 70 4 76 Z", ground)
    pen.fill("M4 70 C24 70 30 48 44 48 C50 58 66 66 96 66 L96 76 C70 80 34 76 4 80 Z", paint)
    pen.fill("M4 92 C30 90 46 76 62 76 C72 84 84 86 96 88 L96 94 L4 94 Z", paint)
    pen.stroke("M6 85 C30 84 46 72 64 72", 4, ground)


_EMBLEMS = {"glaciers": _glaciers, "tundra": _tundra, "forest": _forest, "coast": _coast, "desert": _desert}

# The patterns: what is strewn over the land of a biome, as strokes or filled shapes around (0, 0), in pixels.
STROKES: dict[str, tuple[str, ...]] = {
    "glaciers": ("M-17 9 L-4 -11 L2 -3 L7 -8 L18 9", "M-4 -11 L-1 0"),
    "tundra": ("M-11 8 C-12 2 -14 -1 -17 -4", "M-6 8 C-6 0 -6 -5 -8 -10", "M-1 8 C0 0 2 -4 6 -7", "M4 8 C6 4 9 2 13 1"),
    "forest": ("M0 -15 L10 1 L-10 1 Z", "M0 -5 L13 12 L-13 12 Z", "M0 12 L0 18"),
    "coast": ("M-19 -3 C-13 -11 -6 -11 0 -3 C6 5 13 5 19 -3", "M-11 8 C-6 2 -1 2 4 8 C8 12 12 12 16 8"),
    "desert": ("M-24 7 C-14 6 -8 -9 0 -9 C8 -9 14 6 24 7", "M0 -9 C2 -2 7 3 12 6"),
}


@functools.lru_cache(maxsize=32)
def card(name: str, wide: int, theme: Theme) -> Sprite:
    """A card of a biome: its colour, its emblem, its letter. "hidden" is the back of any card."""
    high = round(wide * 1.3)
    pad = 14
    art = Drawing((-pad, -pad, wide + pad, high + pad), 1)
    radius = wide * 0.13
    if name == "hidden":
        return _back(art, wide, high, radius, theme)
    biome = BIOMES[name]
    art.fill(outlines.rounded(0, 0, wide, high, radius), theme.tile)
    inset = max(2.5, wide * 0.045)
    inner = outlines.rounded(inset, inset, wide - 2 * inset, high - 2 * inset, radius - inset / 2)
    art.shade(inner, biome.face, mix(biome.face, biome.deep, 0.3))
    lettered = wide >= 70
    emblem(art, name, wide / 2, high * (0.58 if lettered else 0.5), wide * (0.66 if lettered else 0.78), biome.ink,
           mix(biome.face, biome.deep, 0.18))  # fmt: skip
    sprite = art.sprite((wide / 2, high / 2), canvas.soft(theme, 0.55))
    if lettered:
        write(
            sprite.colour, (pad + wide * 0.13, pad + high * 0.15), biome.letter, round(wide * 0.29), biome.ink, "black"
        )
    return sprite


def _back(art: Drawing, wide: int, high: int, radius: float, theme: Theme) -> Sprite:
    art.fill(outlines.rounded(0, 0, wide, high, radius), theme.tile)
    inset = max(2.5, wide * 0.045)
    base = rgb("5B4A3A") if theme.name == "light" else rgb("7A644C")
    inner = outlines.rounded(inset, inset, wide - 2 * inset, high - 2 * inset, radius - inset / 2)
    art.shade(inner, mix(base, (255, 255, 255), 0.12), base)
    line = mix(base, theme.tile, 0.45)
    x, y, size = wide / 2, high / 2, wide * 0.3
    for share in (1.0, 0.55):
        art.stroke(outlines.polygon(x, y, size * share, 4), wide * 0.04, line, closed=True)
    return art.sprite((wide / 2, high / 2), canvas.soft(theme, 0.55))


@functools.lru_cache(maxsize=64)
def plate(name: str, text: str, theme: Theme) -> Sprite:
    """The plate of a territory: its biome's emblem and its id."""
    biome = BIOMES[name]
    wide, high, pad = 92, 36, 12
    art = Drawing((-pad, -pad, wide + pad, high + pad), 1)
    art.fill(outlines.rounded(0, 0, wide, high, 11), biome.deep)
    art.fill(outlines.rounded(2.5, 2.5, wide - 5, high - 5, 9), mix(biome.face, biome.deep, 0.22))
    emblem(art, name, 24, high / 2, 28, biome.ink, mix(biome.face, biome.deep, 0.4))
    sprite = art.sprite((wide / 2, high / 2), Shadow(2, 3, theme.shadow, theme.shade))
    write(sprite.colour, (pad + 63, pad + high / 2), text, 27, biome.ink, "black", "mm")
    return sprite
