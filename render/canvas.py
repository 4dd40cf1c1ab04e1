"""The drawing kit that the games share: a sea, land with a coast, panels, tiles, rings, arrows, marks, badges.

Measures are pixels of a picture 1600 wide. What never changes (sea, land, panels, spaces) is drawn once per theme
and kept; a picture is then that ground, copied, with sprites and text laid on it. So a game's picture module does

    ground = canvas.ground(("iye", theme.name), lambda: _ground(theme))    # drawn once, copied each time
    sprite.paste(ground, x, y)                                             # small pictures with their shadows
    type.write(ground, (x, y), "text", 40, theme.ink)
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Hashable
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import outlines
from render.drawing import Drawing, Paint, Shadow, Sprite, sunken, vertical
from render.outlines import Outline, Point
from render.palette import LIGHT, Mark, Rgb, Side, Theme, mix
from render.typography import font

WIDTH = 1600
"""How wide every picture is, in pixels."""
MARGIN = 44
"""The calm edge around everything."""

_fresh: dict[Hashable, Image.Image] = {}
_packed: dict[Hashable, bytes] = {}
_FRESH, _PACKED = 3, 24


def ground(key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
    """A copy of the static layer called `key`, drawn when it is first asked for.

    The last few layers are kept as they are (6 MB each), more of them packed as PNG: unpacking takes 40 ms, drawing
    anew may take a second.
    """
    layer = _fresh.pop(key, None)
    if layer is None:
        packed = _packed.get(key)
        if packed is None:
            layer = draw()
            _pack(key, layer)
        else:
            layer = Image.open(BytesIO(packed))
            layer.load()
        while len(_fresh) >= _FRESH:
            _fresh.pop(next(iter(_fresh)))
    _fresh[key] = layer
    return layer.copy()


def _pack(key: Hashable, layer: Image.Image) -> None:
    out = BytesIO()
    layer.save(out, "PNG", compress_level=1)
    while len(_packed) >= _PACKED:
        _packed.pop(next(iter(_packed)))
    _packed[key] = out.getvalue()


def sea(height: int, theme: Theme) -> Image.Image:
    """The ground of a picture: a light sea that deepens downward."""
    return vertical((WIDTH, height), theme.sea, theme.sea_low)


def soft(theme: Theme, height: float = 1.0) -> Shadow:
    """The shadow of a piece that stands `height` high (1: a tile)."""
    return Shadow(5 * height, 6 * height, theme.shadow, theme.shade)


def island(image: Image.Image, outline: Outline, theme: Theme, rings: int = 2) -> None:
    """Land in the sea: pale water in `rings` around it, a soft shadow, the land itself with a lighter brim.

    Worked in single-channel masks: land is large, and a layer of four channels at twice the size takes a second.
    """
    box = _box(outline, 20 + 22 * rings, image.size)
    left, top = round(box[0]), round(box[1])
    for ring in range(rings, 0, -1):
        share = 0.75 * (1 - (ring - 1) / rings) ** 1.3
        _tint(image, (left, top), outline_mask(outline, box, 22 * ring), theme.shore, share)
    land = outline_mask(outline, box, 2.5)
    inside = outline_mask(outline, box, 0)
    fallen = Image.new("L", land.size, 0)
    fallen.paste(land, (0, 7))
    _tint(image, (left, top), fallen.filter(ImageFilter.GaussianBlur(8)), theme.shadow, theme.shade * 0.8)
    _tint(image, (left, top), land, theme.land_edge, 1)
    ys = [y - box[1] for _, y in outline]
    slope = vertical(land.size, theme.land, theme.land_low, min(ys), max(ys))
    core = outline_mask(outline, box, -2.5)
    image.paste(slope, (left, top), core)
    brim = ImageChops.subtract(core, ImageChops.offset(inside, 0, 7))
    _tint(image, (left, top), brim, mix(theme.land, (255, 255, 255), 0.45), 0.5)


def outline_mask(outline: Outline, box: tuple[float, float, float, float], grow: float) -> Image.Image:
    """Where an outline covers a box, as a mask of the box's size; grown (or shrunk, below zero) by `grow` pixels."""
    fine = 3
    size = round(box[2] - box[0]) * fine, round(box[3] - box[1]) * fine
    spots = [((x - box[0]) * fine, (y - box[1]) * fine) for x, y in outline]
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    pen.polygon(spots, fill=255)
    if grow:
        ink, radius = (255 if grow > 0 else 0), abs(grow) * fine
        pen.line([*spots, spots[0]], fill=ink, width=round(2 * radius), joint="curve")
        for x, y in spots if radius > 10 else ():  # A broad line has cracks where it turns.
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
    return mask.reduce(fine)


def _tint(image: Image.Image, spot: tuple[int, int], mask: Image.Image, colour: Rgb, share: float) -> None:
    """Stir a colour in where the mask covers."""
    cover = mask if share >= 1 else mask.point([round(value * share) for value in range(256)])
    image.paste(colour, (spot[0], spot[1], spot[0] + mask.width, spot[1] + mask.height), cover)


def _box(outline: Outline, pad: float, size: tuple[int, int] | None) -> tuple[float, float, float, float]:
    """A box in whole pixels around an outline, not reaching out of a picture of `size`."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top = math.floor(min(xs) - pad), math.floor(min(ys) - pad)
    right, bottom = math.ceil(max(xs) + pad), math.ceil(max(ys) + pad)
    if size is None:
        return left, top, right, bottom
    return max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)


def panel(image: Image.Image, box: tuple[float, float, float, float], theme: Theme, radius: float = 26) -> None:
    """A rounded card for words and pieces, (left, top, right, bottom)."""
    left, top, right, bottom = box
    pad = 24
    art = Drawing((left - pad, top - pad, right + pad, bottom + pad), 1, fine=2)
    art.fill(outlines.rounded(left, top, right - left, bottom - top, radius), theme.panel_edge)
    art.fill(outlines.rounded(left + 2, top + 2, right - left - 4, bottom - top - 4, radius - 2), theme.panel)
    flat = Shadow(5, 9, theme.shadow, theme.shade * 0.45).under(art.flat())
    image.paste(flat, (round(left - pad), round(top - pad)), flat)


@functools.lru_cache(maxsize=64)
def tile(theme: Theme, side: float, radius: float, height: float = 1.0) -> Sprite:
    """A blank ivory tile, `side` pixels square, with a bevel and its shadow."""
    pad = 26
    art = Drawing((-pad, -pad, side + pad, side + pad), 1)
    art.fill(outlines.rounded(0, 3, side, side - 3, radius), theme.tile_edge)
    art.shade(outlines.rounded(0, 0, side, side - 5, radius), theme.tile, theme.tile_low)
    art.stroke(outlines.rounded(1, 1, side - 2, side - 7, radius - 1), 2, (*theme.tile_edge, 110), closed=True)
    return art.sprite((side / 2, side / 2), soft(theme, height))


@functools.lru_cache(maxsize=32)
def hollow(theme: Theme, side: float, radius: float) -> Sprite:
    """A dip in the land where a tile lay."""
    pad = 4
    art = Drawing((-pad, -pad, side + pad, side + pad), 1)
    shape = outlines.rounded(0, 0, side, side, radius)
    art.fill(shape, theme.hollow)
    flat = art.flat()
    flat.alpha_composite(sunken(flat.size, flat.getchannel("A"), Shadow(5, 6, theme.shadow, 0.45)))
    return Sprite(flat.convert("RGB"), flat.getchannel("A"), (round(side / 2 + pad), round(side / 2 + pad)))


@functools.lru_cache(maxsize=64)
def ring(theme: Theme, side: float, radius: float, width: float, colour: Rgb, dashed: bool = False) -> Sprite:
    """A bright ring around a square place, with a fine pale line outside it so that it shows on any ground."""
    pad = 24
    art = Drawing((-pad, -pad, side + pad, side + pad), 1)
    shape = outlines.rounded(0, 0, side, side, radius)
    pale = mix(theme.tile, colour, 0.08)
    if dashed:
        for dash in dashes(shape, 30, 22):
            art.stroke(dash, width + 5, pale)
        for dash in dashes(shape, 30, 22):
            art.stroke(dash, width, colour)
    else:
        art.stroke(shape, width + 5, pale, closed=True)
        art.stroke(shape, width, colour, closed=True)
    glow = Shadow(0, 9, colour, 0.55)
    return art.sprite((side / 2, side / 2), glow)


def dashes(outline: Outline, length: float, gap: float) -> list[Outline]:
    """A closed outline cut into dashes, with the gap stretched so that they come out even."""
    points = outlines.resample(outline, 2)
    count = max(1, round(len(points) * 2 / (length + gap)))
    piece = len(points) / count
    solid = piece * length / (length + gap)
    cut = []
    for index in range(count):
        start = round(index * piece)
        cut.append([points[(start + step) % len(points)] for step in range(max(2, round(solid)))])
    return cut


def arrow(
    image: Image.Image,
    start: Point,
    end: Point,
    paint: Paint,
    width: float = 16,
    bend: float = 0.12,
    pale: Rgb | None = None,
) -> Point:
    """A curved arrow from start to end, tapering from thin to `width`, and the middle of its shaft as the answer.

    `bend` is how far it swings out, as a share of its length; `pale` a thin edge around it.
    """
    reach = round(end[0] - start[0]), round(end[1] - start[1])
    sprite, middle = _arrow(reach, paint, width, bend, pale)
    sprite.paste(image, *start)
    return start[0] + middle[0], start[1] + middle[1]


@functools.lru_cache(maxsize=10)
def _arrow(reach: tuple[int, int], paint: Paint, width: float, bend: float, pale: Rgb | None) -> tuple[Sprite, Point]:
    dx, dy = reach
    start, end = (0.0, 0.0), (float(dx), float(dy))
    spine = [start, *outlines.bezier([start, (dx / 2 - dy * bend, dy / 2 + dx * bend), end], 24)]
    outline = arrow_outline(spine, width)
    art = Drawing(_box(outline, 10, None), 1, fine=3)
    if pale is not None:
        art.stroke(outline, 6, pale, closed=True)
    art.fill(outline, paint)
    return art.sprite(start), spine[12]


def arrow_outline(spine: Outline, width: float) -> Outline:
    """The outline of an arrow along a spine of points; its head is 2.6 widths broad."""
    head = min(width * 2.6, sum(math.dist(a, b) for a, b in itertools.pairwise(spine)) * 0.6)
    neck = len(spine) - 1
    while neck > 1 and math.dist(spine[neck], spine[-1]) < head:
        neck -= 1
    left, right = [], []
    for index in range(neck + 1):
        half = width * (0.22 + 0.28 * index / neck)
        dx, dy = _normal(spine, index)
        x, y = spine[index]
        left.append((x + dx * half, y + dy * half))
        right.append((x - dx * half, y - dy * half))
    dx, dy = _normal(spine, neck)
    x, y = spine[neck]
    wing = width * 1.3
    tip = [(x + dx * wing, y + dy * wing), spine[-1], (x - dx * wing, y - dy * wing)]
    return [*left, *tip, *reversed(right)]


def _normal(spine: Outline, index: int) -> Point:
    before, after = spine[max(0, index - 1)], spine[min(len(spine) - 1, index + 1)]
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def mark_outline(mark: Mark, radius: float, x: float = 0, y: float = 0) -> Outline:
    """The outline of a side's mark around (x, y); all six are about equally large to the eye."""
    if mark == "disc":
        return outlines.ellipse(x, y, radius * 0.94)
    if mark == "cross":
        arm, half = radius * 0.4, radius * 1.05
        corners = [(-arm, -half), (arm, -half), (arm, -arm), (half, -arm), (half, arm), (arm, arm)]
        return [(x + a, y + b) for a, b in [*corners, *((-a, -b) for a, b in corners)]]
    corners_, turned, size = {
        "diamond": (4, -90.0, 1.16),
        "square": (4, -45.0, 1.2),
        "triangle": (3, -90.0, 1.24),
        "hexagon": (6, -90.0, 1.06),
    }[mark]
    drop = radius * 0.2 if mark == "triangle" else 0
    return outlines.polygon(x, y + drop, radius * size, corners_, turned)


@functools.lru_cache(maxsize=128)
def mark(side: Side, radius: float, theme: Theme = LIGHT, height: float = 0.5) -> Sprite:
    """A side's mark as a small piece: its shape in its colour with a deep edge and a shadow."""
    pad = radius * 1.4 + 14
    art = Drawing((-pad, -pad, pad, pad), 1)
    shape = mark_outline(side.mark, radius)
    edge = max(2.0, radius * 0.16)
    art.stroke(shape, edge * 2, side.deep, closed=True)
    art.fill(shape, side.deep)
    art.fill(mark_outline(side.mark, radius - edge / 2), side.fill)
    return art.sprite((0, 0), soft(theme, height))


@functools.lru_cache(maxsize=256)
def badge(text: str, radius: float, fill: Rgb, ink: Rgb, edge: Rgb) -> Sprite:
    """A small round badge with a letter or a number in it."""
    pad = radius + 10
    art = Drawing((-pad, -pad, pad, pad), 1)
    art.disc(0, 0, radius, edge)
    art.disc(0, 0, radius - 2.5, fill)
    sprite = art.sprite((0, 0), Shadow(2, 3, (0, 0, 0), 0.3))
    spot = (sprite.centre[0], sprite.centre[1])
    face = font(max(22, round(radius * 1.15)), "bold")
    ImageDraw.Draw(sprite.colour).text(spot, text, font=face, fill=ink, anchor="mm")
    return sprite


def dim(
    image: Image.Image, box: tuple[int, int, int, int], colour: Rgb, share: float, mask: Image.Image | None = None
) -> None:
    """Stir `share` of a colour into a part of the picture; `mask` (of the box's size) says where, fully where None."""
    size = (box[2] - box[0], box[3] - box[1])
    layer = Image.new("RGB", size, colour)
    level = round(255 * share)
    cover = Image.new("L", size, level) if mask is None else mask.point([v * level // 255 for v in range(256)])
    image.paste(layer, box[:2], cover)
