"""The pieces of Iwari: spaces, tents, stacks of totems, numbers of connections, mountains, feats."""

from __future__ import annotations

import functools
import math

from PIL import Image, ImageDraw

from render import canvas, outlines
from render.drawing import Drawing, Shadow, Sprite
from render.iwari.biomes import BIOMES
from render.outlines import Point
from render.palette import Rgb, Side, Theme, mix, rgb
from render.typography import write

SPACE = 26
"""The radius of a tent space, in pixels."""
TOTEM = 47
"""The radius of a totem space, in pixels."""
TENT = 30
"""How far a tent reaches from the middle of its space, whatever its mark."""
RING = 6.5
"""How far a ring reaches out of its middle line."""
PATH = 15
"""How thick a road in a tribe's colour is."""
LIFT = 12
"""How far above the rim of a totem space the tag with its numbers stands."""
NUMBER = 24
"""The radius of a connection's number, in pixels."""

BADGE = 30
"""The radius of a settlement's points, in pixels."""
PLAQUE = 84
"""How wide and high the plaque is on which they lie."""
FEAT = 31
"""How far the sign of feats reaches from its middle, in pixels."""
TRAY = (-62, -64, 62, 35)
"""Left, top, right, bottom of a territory's tray of points around the middle of its totem space."""

_GOLD, _GOLD_DEEP = rgb("E9B93C"), rgb("8A5E07")


@functools.lru_cache(maxsize=128)
def space(letter: str, biome: str, theme: Theme) -> Sprite:
    """An empty tent space with its letter."""
    paint = BIOMES[biome]
    pad = SPACE + 8
    art = Drawing((-pad, -pad, pad, pad), 1)
    edge = mix(paint.deep, (50, 35, 15), 0.3)
    art.disc(0, 0, SPACE, edge)
    fill = mix(theme.tile, paint.land(theme), 0.22 if theme.name == "light" else 0.5)
    art.disc(0, 0, SPACE - 3.5, mix(fill, paint.deep, 0.3))
    art.disc(0, 2, SPACE - 5, fill)
    sprite = art.sprite((0, 0))
    write(
        sprite.colour,
        (sprite.centre[0], sprite.centre[1] - 2),
        letter,
        40,
        mix(paint.deep, (20, 12, 0), 0.35),
        "bold",
        "mm",
    )
    return sprite


@functools.lru_cache(maxsize=16)
def totem_space(biome: str, theme: Theme) -> Sprite:
    """An empty totem space: a broad carved ring."""
    paint = BIOMES[biome]
    pad = TOTEM + 8
    art = Drawing((-pad, -pad, pad, pad), 1)
    edge = mix(paint.deep, (50, 35, 15), 0.3)
    fill = mix(theme.tile, paint.land(theme), 0.3 if theme.name == "light" else 0.55)
    art.disc(0, 0, TOTEM, edge)
    art.disc(0, 0, TOTEM - 3.5, mix(paint.face, paint.deep, 0.1))
    for step in range(24):
        angle = math.tau * step / 24
        x, y = math.cos(angle), math.sin(angle)
        art.stroke([(x * (TOTEM - 9), y * (TOTEM - 9)), (x * (TOTEM - 4), y * (TOTEM - 4))], 2.5, edge)
    art.disc(0, 0, TOTEM - 10, edge)
    art.disc(0, 0, TOTEM - 12, mix(fill, paint.deep, 0.3))
    art.disc(0, 2, TOTEM - 14, fill)
    return art.sprite((0, 0))


@functools.lru_cache(maxsize=16)
def tent(tribe: Side, theme: Theme, radius: float = 25) -> Sprite:
    """A tent: the tribe's mark in its colour, with a tipi on it."""
    pad = radius * 1.4 + 12
    art = Drawing((-pad, -pad, pad, pad), 1)
    edge = _edge(tribe, theme)
    art.stroke(canvas.mark_outline(tribe.mark, radius), 4, edge, closed=True)
    art.fill(canvas.mark_outline(tribe.mark, radius), edge)
    art.fill(canvas.mark_outline(tribe.mark, radius - 2), tribe.fill)
    low = radius * (0.28 if tribe.mark == "triangle" else 0.0)
    _tipi(art, 0, low, radius * (0.84 if tribe.mark in ("triangle", "diamond") else 1.12), tribe.ink, tribe.fill)
    return art.sprite((0, 0), canvas.soft(theme, 0.6))


def _edge(tribe: Side, theme: Theme) -> Rgb:
    """The rim of a piece: deep on light land; on dark land pale, or blue and purple would sink in."""
    return mix(tribe.fill, (255, 255, 255), 0.62) if theme.name == "dark" else tribe.deep


@functools.lru_cache(maxsize=128)
def path_of(tribe: Side, reach: tuple[int, int], theme: Theme) -> Sprite:
    """A road in a tribe's colour, from a tent of its to the next, `reach` pixels away: so its chains are seen."""
    pad = 10
    dx, dy = reach
    box = (min(0, dx) - pad, min(0, dy) - pad, max(0, dx) + pad, max(0, dy) + pad)
    art = Drawing(box, 1, fine=2)
    art.stroke([(0, 0), (dx, dy)], PATH, _edge(tribe, theme))
    art.stroke([(0, 0), (dx, dy)], 10, tribe.fill)
    return art.sprite((0, 0))


def draw_way(image: Image.Image, tribe: Side, start: Point, end: Point, theme: Theme) -> None:
    """The same for ways of any length, drawn at once: they are long, seldom come again, and would fill the memory."""
    fine, pad = 2, PATH
    left, top = math.floor(min(start[0], end[0])) - pad, math.floor(min(start[1], end[1])) - pad
    size = (math.ceil(abs(start[0] - end[0])) + 2 * pad + 1, math.ceil(abs(start[1] - end[1])) + 2 * pad + 1)
    line = [((x - left) * fine, (y - top) * fine) for x, y in (start, end)]
    for thick, paint in ((PATH, _edge(tribe, theme)), (PATH - 5, tribe.fill)):
        mask = Image.new("L", (size[0] * fine, size[1] * fine), 0)
        ImageDraw.Draw(mask).line(line, fill=255, width=thick * fine)
        image.paste(paint, (left, top), mask.reduce(fine))


def _tipi(art: Drawing, x: float, y: float, side: float, ink: Rgb, ground: Rgb) -> None:
    """A tent of poles and hides, `side` wide."""
    unit = side / 100
    art.fill(outlines.moved([(0, -46), (46, 46), (-46, 46)], x, y, unit), ink)
    art.fill(outlines.moved([(0, 0), (15, 48), (-15, 48)], x, y, unit), ground)
    for lean in (-1, 1):
        art.stroke(outlines.moved([(-lean * 12, -62), (lean * 4, -34)], x, y, unit), 8 * unit, ink)


@functools.lru_cache(maxsize=16)
def tent_sign(ink: Rgb, ground: Rgb, side: int) -> Sprite:
    """A small tent for the tribes' cards."""
    pad = side
    art = Drawing((-pad, -pad, pad, pad), 1)
    _tipi(art, 0, side * 0.06, side, ink, ground)
    return art.sprite((0, 0))


@functools.lru_cache(maxsize=16)
def totem_sign(ink: Rgb, ground: Rgb, side: int) -> Sprite:
    """A small totem pole for the tribes' cards: wings, and two faces one above the other."""
    unit = side / 100
    art = Drawing((-side, -side, side, side), 1)
    art.fill(outlines.moved(outlines.rounded(-22, -56, 44, 110, 12), scale=unit), ink)
    art.fill(outlines.moved([(-58, -40), (58, -40), (22, -8), (-22, -8)], scale=unit), ink)
    for y in (-36, 16):
        for x in (-9, 9):
            art.disc(x * unit, y * unit, 6 * unit, ground)
        art.stroke(outlines.moved([(-10, y + 17), (10, y + 17)], scale=unit), 7 * unit, ground)
    return art.sprite((0, 0))


@functools.lru_cache(maxsize=128)
def totem(tribe: Side, count: int, radius: float, theme: Theme) -> Sprite:
    """So many totems of a tribe, one upon the other, with their number on top."""
    lift, edge = 3.5, _edge(tribe, theme)
    rise = lift * (count - 1)
    pad = radius * 1.4 + 14
    art = Drawing((-pad, -pad - rise, pad, pad), 1)
    for step in range(count):
        y = rise / 2 - lift * step
        art.stroke(canvas.mark_outline(tribe.mark, radius, 0, y), 3.5, edge, closed=True)
        art.fill(canvas.mark_outline(tribe.mark, radius, 0, y), edge)
        art.fill(canvas.mark_outline(tribe.mark, radius - 1.5, 0, y), tribe.fill)
    sprite = art.sprite((0, 0), canvas.soft(theme, 0.7))
    top = -rise / 2 + (radius * 0.24 if tribe.mark == "triangle" else 0)
    at = (sprite.centre[0], sprite.centre[1] + top)
    write(sprite.colour, at, str(count), max(24, round(radius * 1.16)), tribe.ink, "black", "mm")
    return sprite


def totem_layout(tribes: int) -> tuple[float, list[Point]]:
    """The radius of each pile, and where the piles of so many tribes stand around the middle of a totem space."""
    if tribes == 1:
        return 31, [(0, -4)]
    if tribes == 2:
        return 25, [(-25, -4), (25, -4)]
    if tribes == 3:
        return 20, [(0, -23), (-24, 11), (24, 11)]
    if tribes == 4:
        return 18, [(-21, -23), (21, -23), (-21, 11), (21, 11)]
    upper = (tribes + 1) // 2
    rows = (upper, -23), (tribes - upper, 11)
    return 17, [((column - (count - 1) / 2) * 36, y) for count, y in rows for column in range(count)]


def kind_ink(kind: str, theme: Theme) -> Rgb:
    """The colour of connections by land or by water."""
    if theme.name == "dark":
        return rgb("7CC0EA") if kind == "water" else rgb("E0B98A")
    return rgb("1D5F8F") if kind == "water" else rgb("6B4423")


@functools.lru_cache(maxsize=64)
def number(no: int, kind: str, theme: Theme, times: int = 1) -> Sprite:
    """The number of a connection: a stone on a path by land, a buoy with a wave by water."""
    pad = NUMBER + 14
    art = Drawing((-pad, -pad, pad, pad), 1)
    ink = rgb("1D5F8F") if kind == "water" else rgb("6B4423")
    if kind == "water":
        art.disc(0, 0, NUMBER, theme.tile)
        art.disc(0, 0, NUMBER - 3, ink)
        art.stroke("M-15 12 C-10 6 -5 6 0 12 C5 18 10 18 15 12", 3, mix(ink, (255, 255, 255), 0.55))
        figure = theme.tile
    else:
        art.fill(outlines.rounded(-NUMBER, -NUMBER, 2 * NUMBER, 2 * NUMBER, 13), ink)
        art.fill(outlines.rounded(3 - NUMBER, 3 - NUMBER, 2 * NUMBER - 6, 2 * NUMBER - 6, 10.5), theme.tile)
        figure = ink
    sprite = art.sprite((0, 0), Shadow(3, 4, theme.shadow, theme.shade))
    lift = 5 if kind == "water" else 0
    at = (sprite.centre[0], sprite.centre[1] - lift)
    write(sprite.colour, at, str(no), 28 if kind == "land" else 26, figure, "black", "mm")
    return sprite


@functools.lru_cache(maxsize=8)
def dot(ink: Rgb, theme: Theme) -> Sprite:
    """A dot of the way that a connection takes."""
    art = Drawing((-8, -8, 8, 8), 1)
    art.disc(0, 0, 4.6, theme.tile)
    art.disc(0, 0, 3.4, ink)
    return art.sprite((0, 0))


@functools.lru_cache(maxsize=64)
def mountain(no: int, theme: Theme) -> Sprite:
    """A mountain that covers a connection, with the number that lies under it."""
    rock, snow, edge = rgb("8A8178"), rgb("FBF8F2"), rgb("4A423B")
    art = Drawing((-62, -62, 62, 50), 1)
    art.fill("M-50 32 L-21 -34 L-10 -25 L10 -44 L50 32 Z", edge)
    art.fill("M-44 28 L-21 -26 L-10 -17 L10 -36 L44 28 Z", rock)
    art.fill("M10 -36 L44 28 L18 28 L14 -6 Z", mix(rock, edge, 0.45))
    art.fill("M10 -36 L-1 -13 L6 -17 L12 -9 L16 -16 L22 -13 Z", snow)
    art.fill("M-21 -26 L-30 -6 L-23 -10 L-17 -4 L-11 -17 Z", snow)
    sprite = art.sprite((0, 0), canvas.soft(theme, 0.8))
    write(sprite.colour, (sprite.centre[0], sprite.centre[1] + 17), str(no), 24, snow, "bold", "mm")
    return sprite


@functools.lru_cache(maxsize=16)
def feat(times: int, theme: Theme) -> Sprite:
    """The feats on a place: a golden rosette that says by how much its points are multiplied."""
    art = Drawing((-46, -46, 46, 46), 1)
    for radius, paint in ((FEAT - 3, _GOLD_DEEP), (FEAT - 6, _GOLD)):
        petals = [
            (math.cos(math.tau * i / 72) * (radius + 3.0 * math.cos(12 * math.tau * i / 72)),
             math.sin(math.tau * i / 72) * (radius + 3.0 * math.cos(12 * math.tau * i / 72)))
            for i in range(72)
        ]  # fmt: skip
        art.fill(petals, paint)
    art.disc(0, 0, 20, mix(_GOLD, (255, 255, 255), 0.45))
    sprite = art.sprite((0, 0), canvas.soft(theme, 0.6))
    write(sprite.colour, sprite.centre, f"×{times}", 25, rgb("4A3000"), "black", "mm")
    return sprite


@functools.lru_cache(maxsize=256)
def gain(tribe: Side, points: int, theme: Theme, radius: float = 19) -> Sprite:
    """Points that a tribe got, in its mark."""
    radius += 5 if tribe.mark == "triangle" else 0  # its digits stand low, where it is broad
    pad = radius * 1.4 + 12
    art = Drawing((-pad, -pad, pad, pad), 1)
    edge = _edge(tribe, theme)
    art.stroke(canvas.mark_outline(tribe.mark, radius), 3.5, edge, closed=True)
    art.fill(canvas.mark_outline(tribe.mark, radius), edge)
    art.fill(canvas.mark_outline(tribe.mark, radius - 1.5), tribe.fill)
    sprite = art.sprite((0, 0), canvas.soft(theme, 0.5))
    at = (sprite.centre[0], sprite.centre[1] + (radius * 0.22 if tribe.mark == "triangle" else 0))
    size = max(23, round(radius * (0.9 if tribe.mark == "triangle" else 1.05)))
    write(sprite.colour, at, str(points), size, tribe.ink, "black", "mm")
    return sprite


@functools.lru_cache(maxsize=4)
def tray(theme: Theme) -> Sprite:
    """The tray on which the points of a territory lie, over its totem space."""
    left, top, right, bottom = TRAY
    art = Drawing((left - 12, top - 12, right + 12, bottom + 14), 1)
    wide, high = right - left, bottom - top
    art.fill(outlines.rounded(left, top, wide, high, 24), theme.panel_edge)
    art.fill(outlines.rounded(left + 2.5, top + 2.5, wide - 5, high - 5, 21.5), theme.panel)
    return art.sprite((0, 0), Shadow(3, 4, theme.shadow, theme.shade))


def tray_layout(tribes: int) -> tuple[float, list[Point]]:
    """The radius of each mark on a tray, and where they lie: row by row, three and two for five tribes."""
    if tribes == 1:
        return 29, [(0, -16)]
    if tribes == 2:
        return 24, [(-28, -16), (28, -16)]
    upper, pace, radius = (2, 50, 19.0) if tribes < 5 else (3, 36, 17.0)
    rows = (upper, -36), (tribes - upper, 5)
    return radius, [((column - (count - 1) / 2) * pace, y) for count, y in rows for column in range(count)]


def strip_width(count: int) -> int:
    """How wide the strip is on which so many gains stand side by side."""
    return 42 * count + 10


@functools.lru_cache(maxsize=16)
def strip(count: int, theme: Theme) -> Sprite:
    """The strip on which so many gains stand side by side."""
    return _board(strip_width(count), 50, 14, theme)


@functools.lru_cache(maxsize=4)
def plaque(theme: Theme) -> Sprite:
    """The plaque on which the points of a settlement lie."""
    return _board(PLAQUE, PLAQUE, 20, theme)


def _board(wide: float, high: float, radius: float, theme: Theme) -> Sprite:
    """A small board around its middle, for points to lie on."""
    art = Drawing((-wide / 2 - 8, -high / 2 - 9, wide / 2 + 8, high / 2 + 9), 1)
    art.fill(outlines.rounded(-wide / 2, -high / 2, wide, high, radius), theme.panel_edge)
    art.fill(outlines.rounded(2 - wide / 2, 2 - high / 2, wide - 4, high - 4, radius - 2), theme.panel)
    return art.sprite((0, 0), Shadow(2, 4, theme.shadow, theme.shade))


@functools.lru_cache(maxsize=16)
def room(text: str, full: bool, theme: Theme) -> Sprite:
    """How many totems stand in a territory and how many may: a small tag beside its plate."""
    art = Drawing((-40, -28, 40, 28), 1)
    art.fill(outlines.rounded(-31, -16, 62, 32, 10), mix(theme.land_edge, (60, 40, 20), 0.5))
    art.fill(
        outlines.rounded(-28.5, -13.5, 57, 27, 8), theme.tile if not full else mix(theme.tile, theme.land_edge, 0.4)
    )
    sprite = art.sprite((0, 0), Shadow(2, 3, theme.shadow, theme.shade))
    write(sprite.colour, sprite.centre, text, 23, rgb("3A2A12"), "bold", "mm")
    return sprite
