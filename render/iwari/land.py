"""The map that never changes: sea, the land of each biome with its coast, roads and bridges, spaces, connections.

It is drawn once for each map and theme. The names of the territories are written on each picture (see `write_name`),
since not every picture has room for all of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import cast

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import outlines
from render.canvas import WIDTH
from render.drawing import vertical
from render.frame import BAND
from render.iwari import biomes, pieces, places
from render.iwari.layout import COARSE, FINE, LETTER, Ground, Name, lying, names
from render.iwari.places import Shape
from render.outlines import Outline, Point
from render.palette import Theme, mix
from render.typography import write
from rules.iwari.maps import Connection, Map, Territory

ROAD = 9
"""How thick a road is, in pixels."""
BERTH = 22
"""How far the patterns of the land keep from all that lies on it."""


def draw(image: Image.Image, land: Map, theme: Theme) -> None:
    """Draw the whole map on the sea."""
    grounds = [Ground(place) for place in land.territories]
    everything = Image.new("L", image.size, 0)
    for ground in grounds:
        everything.paste(255, ground.box[:2], ground.cover)
    everything = everything.filter(ImageFilter.GaussianBlur(1)).point([min(255, v * 3) for v in range(256)])
    taken = lying(land, BERTH)
    _shallows(image, everything, theme)
    _waves(image, everything, land, theme)
    _bridges(image, land, theme)
    _shadow(image, everything, theme)
    for ground in grounds:
        _territory(image, ground, taken, names(land.id).get(ground.place.id), theme)
    for ground in grounds:
        _border(image, ground.outline, theme)
    _roads(image, land, everything, theme)
    outlines = {ground.place.id: ground.outline for ground in grounds}
    for link in land.connections:
        _route(image, link, land, outlines, theme)
        pieces.number(link.no, link.kind, theme).paste(image, *places.spot(link.at))
    for place in land.territories:
        _spaces(image, place, theme)


# The sea.


def _shallows(image: Image.Image, everything: Image.Image, theme: Theme) -> None:
    """Pale water along the coasts, in two bands."""
    for reach, share in ((26, 0.42), (13, 0.85)):
        band = everything.filter(ImageFilter.GaussianBlur(reach))
        steep = [max(0, min(255, (value - 22) * 14)) for value in range(256)]
        band = band.point([round(value * share) for value in steep])
        image.paste(theme.shore, (0, 0), band)


def _waves(image: Image.Image, everything: Image.Image, land: Map, theme: Theme) -> None:
    """A few strokes of the pen on the open sea."""
    rng = random.Random(land.id)
    ink = mix(theme.sea_low, theme.panel_edge, 0.85)
    taken = everything.filter(ImageFilter.GaussianBlur(30))
    numbers = [places.spot(link.at) for link in land.connections]
    layer = _Pen(image.size)
    for x, y in _strewn(rng, (40, BAND + 10, WIDTH - 40, places.bottom(land) - 20), 74):
        near = min(math.dist((x, y), number) for number in numbers)
        if near > 60 and _level(taken, (round(x), round(y))) < 6:
            layer.draw(["M-18 0 C-12 -8 -6 -8 0 0 C6 -8 12 -8 18 0"], x, y, 2.5)
    image.paste(ink, (0, 0), layer.mask())


def _shadow(image: Image.Image, everything: Image.Image, theme: Theme) -> None:
    fallen = ImageChops.offset(everything, 0, 7).filter(ImageFilter.GaussianBlur(7))
    share = theme.shade * 0.8
    image.paste(theme.shadow, (0, 0), fallen.point([round(value * share) for value in range(256)]))


# The land.


class _Pen:
    """A stencil for fine strokes, drawn large."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.image = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
        self.pen = ImageDraw.Draw(self.image)

    def draw(self, shapes: Sequence[str], x: float, y: float, width: float, scale: float = 1) -> None:
        """SVG path data around (x, y); closed shapes are filled."""
        for data in shapes:
            for outline in outlines.path(data, 8):
                spots = [((x + a * scale) * FINE, (y + b * scale) * FINE) for a, b in outline]
                if data.endswith("Z"):
                    self.pen.polygon(spots, fill=255)
                else:
                    self.pen.line(spots, fill=255, width=round(width * FINE), joint="curve")

    def mask(self) -> Image.Image:
        """The stencil at its final size."""
        return self.image.reduce(FINE)


def _territory(image: Image.Image, land: Ground, taken: Image.Image, name: Name | None, theme: Theme) -> None:
    """Its colour, a darker rim along its border, its pattern."""
    biome = biomes.BIOMES[land.place.biome]
    ground = vertical(land.size, biome.land(theme), biome.low(theme))
    inner = land.cover.filter(ImageFilter.GaussianBlur(11))
    rim = inner.point([max(0, min(120, round((225 - value) * 1.1))) for value in range(256)])
    ground.paste(mix(biome.land(theme), biome.deep, 0.5), (0, 0), rim)
    ground.paste(biome.line(theme), (0, 0), _pattern(land, taken, name))
    image.paste(ground, land.box[:2], land.cover)


def write_name(image: Image.Image, place: Territory, found: Name, theme: Theme, veil: float = 0) -> None:
    """Write the name of a territory; `veil` says how far it sinks back into the sea."""
    biome = biomes.BIOMES[place.biome]
    ink = mix(biome.deep, (0, 0, 0), 0.3) if theme.name == "light" else mix(biome.light, (255, 255, 255), 0.35)
    for index, line in enumerate(found.lines):
        lower = (index - (len(found.lines) - 1) / 2) * LETTER * 1.1
        write(image, (found.x, found.y + lower), line, LETTER, mix(ink, theme.sea, veil), "semibold", "mm")


def _pattern(land: Ground, taken: Image.Image, name: Name | None) -> Image.Image:
    """The biome's signs strewn over the free land."""
    rng = random.Random(land.place.id + land.place.name)
    layer = _Pen(land.size)
    inside = land.cover.filter(ImageFilter.GaussianBlur(9))
    left, top = land.box[:2]
    for x, y in _strewn(rng, land.box, 46):
        at = (min(land.size[0] - 1, max(0, round(x - left))), min(land.size[1] - 1, max(0, round(y - top))))
        free = not _level(taken, (min(taken.width - 1, round(x / COARSE)), min(taken.height - 1, round(y / COARSE))))
        if free and (name is None or name.shape().gap(Shape(x, y)) > 20) and _level(inside, at) > 238:
            layer.draw(biomes.STROKES[land.place.biome], x - left, y - top, 3, rng.uniform(0.8, 1.05))
    return ImageChops.multiply(layer.mask(), land.cover)


def _level(image: Image.Image, at: tuple[int, int]) -> int:
    """A pixel of a stencil."""
    return cast(int, image.getpixel(at))


def _strewn(rng: random.Random, box: tuple[int, int, int, int], pace: int) -> Iterator[Point]:
    """Points strewn over a box, about `pace` apart."""
    for row, y in enumerate(range(box[1] + pace // 2, box[3], round(pace * 0.86))):
        for x in range(box[0] + (pace // 2 if row % 2 else 0), box[2], pace):
            yield x + rng.uniform(-0.22, 0.22) * pace, y + rng.uniform(-0.22, 0.22) * pace


def _border(image: Image.Image, outline: Outline, theme: Theme) -> None:
    """A pen line along a coast or border."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top = math.floor(min(xs)) - 4, math.floor(min(ys)) - 4
    size = (math.ceil(max(xs)) + 4 - left, math.ceil(max(ys)) + 4 - top)
    layer = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    spots = [((x - left) * FINE, (y - top) * FINE) for x, y in [*outline, outline[0]]]
    ImageDraw.Draw(layer).line(spots, fill=255, width=3 * FINE, joint="curve")
    ink = mix(theme.land_edge, (60, 40, 20), 0.45) if theme.name == "light" else mix(theme.land_edge, (0, 0, 0), 0.5)
    image.paste(ink, (left, top), layer.reduce(FINE))


# What lies on the land.


def _lines(image: Image.Image, rows: Sequence[tuple[Point, Point]], thick: float) -> Image.Image:
    """A stencil of straight lines."""
    layer = Image.new("L", (image.width * FINE, image.height * FINE), 0)
    pen = ImageDraw.Draw(layer)
    for start, end in rows:
        pen.line([(x * FINE, y * FINE) for x, y in (start, end)], fill=255, width=round(thick * FINE))
    return layer.reduce(FINE)


def _bridges(image: Image.Image, land: Map, theme: Theme) -> None:
    """Planks for every road; only where it crosses water do they stay to be seen."""
    wood = mix(theme.land_edge, (70, 45, 20), 0.45)
    plank = mix(theme.tile, theme.land_edge, 0.35)
    planks = []
    for (x0, y0), (x1, y1) in places.roads(land):
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        for step in range(4, int(length), 11):
            x, y = x0 + dx * step, y0 + dy * step
            planks.append(((x - dy * 9, y + dx * 9), (x + dy * 9, y - dx * 9)))
    image.paste(wood, (0, 0), _lines(image, places.roads(land), 22))
    image.paste(plank, (0, 0), _lines(image, planks, 7))


def _roads(image: Image.Image, land: Map, everything: Image.Image, theme: Theme) -> None:
    rows = places.roads(land)
    edge = mix(theme.land_edge, (60, 40, 20), 0.35)
    fill = theme.tile if theme.name == "light" else mix(theme.tile, theme.land_edge, 0.35)
    for thick, ink in ((ROAD + 6, edge), (ROAD, fill)):
        image.paste(ink, (0, 0), ImageChops.multiply(_lines(image, rows, thick), everything))


def _route(image: Image.Image, link: Connection, land: Map, outlines: dict[str, Outline], theme: Theme) -> None:
    """Dots from a connection's number to its two lands: a way over the border, or a way of boats over the water."""
    ink = pieces.kind_ink(link.kind, theme)
    for end in link.ends:
        at, (dx, dy) = places.way(link, end, land)
        last = 62 if link.kind == "land" else _landfall(at, (dx, dy), outlines[end]) + 16
        for step in range(40, round(last) + 1, 14):
            pieces.dot(ink, theme).paste(image, at[0] + dx * step, at[1] + dy * step)


def _landfall(at: Point, way: Point, outline: Outline) -> float:
    """How far it is from a point to a land, in a direction."""
    for step in range(20, 200, 4):
        if places.inside((at[0] + way[0] * step, at[1] + way[1] * step), outline):
            return step
    return 60


def _spaces(image: Image.Image, place: Territory, theme: Theme) -> None:
    """The tent spaces with their letters, the totem space with the plate of its territory."""
    for space in place.spaces:
        pieces.space(space.id[-1], place.biome, theme).paste(image, *places.spot(space.at))
    if place.totem is not None:
        x, y = places.spot(place.totem)
        pieces.totem_space(place.biome, theme).paste(image, x, y)
        biomes.plate(place.biome, place.id, theme).paste(image, x, y + pieces.TOTEM)
