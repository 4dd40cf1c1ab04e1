"""The map that never changes: sea, the land of each biome with its coast, roads and bridges, spaces, connections.

It is drawn once for each map and theme. Points of a map file become pixels by `spot`.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import path as paths
from render.art import vertical
from render.canvas import WIDTH
from render.frame import BAND
from render.iwari import biomes, pieces
from render.palette import Theme, mix
from render.path import Outline, Point
from render.type import width, write
from rules.iwari.maps import Connection, Map, Territory

SCALE = 1.55
"""Pixels for a unit of a map file."""
LEFT, TOP = (WIDTH - 1000 * SCALE) / 2, BAND - 4
FINE = 2
"""How many times larger the land is drawn than it ends."""
COARSE = 4
"""How many pixels a cell of the coarse stencils is wide."""
ROAD = 9
AIR = 6
"""How many cells of free land around a name are enough."""
LETTER = 23
"""The size of the territories' names."""


def spot(point: Sequence[float]) -> Point:
    """A point of a map file, in pixels of the picture."""
    return LEFT + point[0] * SCALE, TOP + point[1] * SCALE


def bottom(land: Map) -> int:
    """Where the map ends, in pixels from the top of the picture."""
    return round(TOP + land.size[1] * SCALE)


def site(land: Map, name: str) -> tuple[int, int]:
    """Where a space, a territory's totem space (its first space, if it has none) or a connection lies, by its name."""
    if name in land.spaces:
        return land.spaces[name].at
    if name in land.places:
        place = land.places[name]
        return place.totem or place.spaces[0].at
    return next(link.at for link in land.connections if str(link.no) == name)


def feat_side(land: Map, name: str) -> Point:
    """On which side of a totem space or a number the sign of its feats finds most room, as a step from its middle."""
    others = [spot(space.at) for space in land.spaces.values()]
    others += [spot(link.at) for link in land.connections if str(link.no) != name]
    for place in land.territories:
        x, y = spot(site(land, place.id))
        tag, plate = y - pieces.TOTEM - pieces.LIFT, y + pieces.TOTEM
        others += [(x + side, height) for side in (-36, 0, 36) for height in (tag, plate)]
    x, y = spot(site(land, name))
    if name not in land.places:
        others += [(x + side, y + pieces.GAINS) for side in (-30, 0, 30)]
    reach = 74 if name in land.places else 50
    best: tuple[float, Point] = (-1, (0, 0))
    for angle in range(0, 360, 20):
        step = (reach * math.cos(math.radians(angle)), reach * math.sin(math.radians(angle)))
        room = min(math.dist((x + step[0], y + step[1]), other) for other in others)
        best = max(best, (room, step))
    return best[1]


def draw(image: Image.Image, land: Map, theme: Theme) -> None:
    """Draw the whole map on the sea."""
    grounds = [_Ground(place) for place in land.territories]
    everything = Image.new("L", image.size, 0)
    for ground in grounds:
        everything.paste(255, ground.box[:2], ground.cover)
    everything = everything.filter(ImageFilter.GaussianBlur(1)).point([min(255, v * 3) for v in range(256)])
    clutter = Clutter(land, image.size)
    _shallows(image, everything, theme)
    _waves(image, everything, land, theme)
    _bridges(image, land, theme)
    _shadow(image, everything, theme)
    for ground in grounds:
        _territory(image, ground, clutter, theme)
    for ground in grounds:
        _border(image, ground.outline, theme)
    _roads(image, land, everything, theme)
    outlines = {ground.place.id: ground.outline for ground in grounds}
    for link in land.connections:
        _route(image, link, land, outlines, theme)
        pieces.number(link.no, link.kind, theme).paste(image, *spot(link.at))
    for place in land.territories:
        _spaces(image, place, theme)


class _Ground:
    """A territory's land: its outline in pixels, the box around it (left, top, right, bottom), its mask in the box."""

    def __init__(self, place: Territory) -> None:
        self.place = place
        self.outline = _outline(place)
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        self.box = (math.floor(min(xs)) - 2, math.floor(min(ys)) - 2, math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2)
        self.size = (self.box[2] - self.box[0], self.box[3] - self.box[1])
        large = Image.new("L", (self.size[0] * FINE, self.size[1] * FINE), 0)
        spots = [((x - self.box[0]) * FINE, (y - self.box[1]) * FINE) for x, y in self.outline]
        ImageDraw.Draw(large).polygon(spots, fill=255)
        self.cover = large.reduce(FINE)


def _outline(place: Territory) -> Outline:
    """The outline in pixels, rounded; neighbours share their points, so their curves meet."""
    return paths.smooth([spot(point) for point in place.outline], 3)


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
    numbers = [spot(link.at) for link in land.connections]
    layer = _Pen(image.size)
    for x, y in _strewn(rng, (40, BAND + 10, WIDTH - 40, bottom(land) - 20), 74):
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
            for outline in paths.path(data, 8):
                spots = [((x + a * scale) * FINE, (y + b * scale) * FINE) for a, b in outline]
                if data.endswith("Z"):
                    self.pen.polygon(spots, fill=255)
                else:
                    self.pen.line(spots, fill=255, width=round(width * FINE), joint="curve")

    def mask(self) -> Image.Image:
        """The stencil at its final size."""
        return self.image.reduce(FINE)


def _territory(image: Image.Image, land: _Ground, clutter: Clutter, theme: Theme) -> None:
    """Its colour, a darker rim along its border, its pattern, its name."""
    biome = biomes.BIOMES[land.place.biome]
    ground = vertical(land.size, biome.land(theme), biome.low(theme))
    inner = land.cover.filter(ImageFilter.GaussianBlur(11))
    rim = inner.point([max(0, min(120, round((225 - value) * 1.1))) for value in range(256)])
    ground.paste(mix(biome.land(theme), biome.deep, 0.5), (0, 0), rim)
    name = _name_spot(land, clutter)
    ground.paste(biome.line(theme), (0, 0), _pattern(land, clutter, name))
    image.paste(ground, land.box[:2], land.cover)
    if name is not None:
        ink = mix(biome.deep, (0, 0, 0), 0.3) if theme.name == "light" else mix(biome.light, (255, 255, 255), 0.35)
        for index, line in enumerate(name.lines):
            lower = (index - (len(name.lines) - 1) / 2) * LETTER * 1.1
            write(image, (name.x, name.y + lower), line, LETTER, ink, "semibold", "mm")


def _pattern(land: _Ground, clutter: Clutter, name: Name | None) -> Image.Image:
    """The biome's signs strewn over the free land."""
    rng = random.Random(land.place.id + land.place.name)
    layer = _Pen(land.size)
    inside = land.cover.filter(ImageFilter.GaussianBlur(9))
    left, top = land.box[:2]
    for x, y in _strewn(rng, land.box, 46):
        at = (min(land.size[0] - 1, max(0, round(x - left))), min(land.size[1] - 1, max(0, round(y - top))))
        free = not clutter.near(x, y) and (name is None or name.room(x, y) > 20)
        if free and _level(inside, at) > 238:
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


class Clutter:
    """What pattern and names keep away from, as coarse stencils: `around` everything with a wide berth, and for names
    `bounds`, from the strictest on: with air or without, with or without what may come to lie there."""

    def __init__(self, land: Map, size: tuple[int, int]) -> None:
        small = (size[0] // COARSE + 1, size[1] // COARSE + 1)
        taken, aired, self.around = (_taken(land, small, pad) for pad in (0, 6, 22))
        expected = _expected(land, small)
        self.bounds = [ImageChops.lighter(aired, expected), ImageChops.lighter(taken, expected), aired, taken]

    def near(self, x: float, y: float) -> bool:
        """Whether a sign of the pattern would stand too near to something."""
        at = (round(x / COARSE), round(y / COARSE))
        return _level(self.around, (min(at[0], self.around.width - 1), min(at[1], self.around.height - 1))) > 0


def _taken(land: Map, size: tuple[int, int], pad: int) -> Image.Image:
    """Where spaces, totem spaces, numbers and roads lie, each grown by `pad` pixels."""
    stencil = Image.new("L", size, 0)
    pen = ImageDraw.Draw(stencil)
    for x, y, radius in _rounds(land):
        reach = radius + pad
        pen.ellipse([edge / COARSE for edge in (x - reach, y - reach, x + reach, y + reach)], fill=255)
    for start, end in _road_rows(land):
        line = [(x / COARSE, y / COARSE) for x, y in (start, end)]
        pen.line(line, fill=255, width=round((ROAD + 6 + 2 * pad) / COARSE))
    return stencil


def _expected(land: Map, size: tuple[int, int]) -> Image.Image:
    """Where feats may come to lie, and the points of each territory when they are counted."""
    stencil = Image.new("L", size, 0)
    pen = ImageDraw.Draw(stencil)
    for name in [*land.places, *(str(link.no) for link in land.connections)]:
        (x, y), (dx, dy) = spot(site(land, name)), feat_side(land, name)
        left, top, reach = x + dx, y + dy, pieces.FEAT + 2
        pen.ellipse([edge / COARSE for edge in (left - reach, top - reach, left + reach, top + reach)], fill=255)
    for place in land.territories:
        x, y = spot(site(land, place.id))
        left, top, right, bottom = pieces.TRAY
        pen.rectangle([edge / COARSE for edge in (x + left, y + top, x + right, y + bottom)], fill=255)
    return stencil


class Name(NamedTuple):
    """Where the name of a territory is written: its middle, its lines, and half its width and height."""

    x: float
    y: float
    lines: tuple[str, ...]
    half: Point

    def room(self, x: float, y: float) -> float:
        """How far a point is from the name's box."""
        return max(abs(x - self.x) - self.half[0], abs(y - self.y) - self.half[1])


def _rounds(land: Map) -> Iterator[tuple[float, float, float]]:
    """Everything round that lies on the map: x, y and radius in pixels."""
    for space in land.spaces.values():
        yield (*spot(space.at), pieces.SPACE)
    for place in land.territories:
        if place.totem is not None:
            x, y = spot(place.totem)
            yield x, y, pieces.TOTEM
            for side, lower in itertools.product((-26, 26), (-pieces.TOTEM - pieces.LIFT, pieces.TOTEM)):
                yield x + side, y + lower, 22
    for link in land.connections:
        x, y = spot(link.at)
        yield x, y, 27
        for end in link.ends if link.kind == "land" else ():
            dx, dy = _way(link, end, land)[1]
            yield x + 51 * dx, y + 51 * dy, 14


def _name_spot(land: _Ground, clutter: Clutter) -> Name | None:
    """The freest place for a territory's name, in one line or two; None when there is no room."""
    return next(filter(None, (_freest(land, taken) for taken in clutter.bounds)), None)


def _freest(land: _Ground, taken: Image.Image) -> Name | None:
    left, top, right, bottom = (edge // COARSE for edge in land.box)
    size = (right - left, bottom - top)
    inside = land.cover.filter(ImageFilter.GaussianBlur(2)).resize(size, Image.Resampling.BOX)
    outside = inside.point([255 if value < 245 else 0 for value in range(256)])
    sums = _sums(ImageChops.lighter(taken.crop((left, top, right, bottom)), outside))
    best, room = None, 0
    for lines in ((land.place.name,), tuple(land.place.name.split())):
        wide = max(width(line, LETTER, "semibold") for line in lines)
        half = (wide / 2, LETTER * 0.36 + (len(lines) - 1) * LETTER * 0.55)
        reach = (math.ceil(half[0] / COARSE), math.ceil(half[1] / COARSE))
        for y, x in itertools.product(range(reach[1], size[1] - reach[1], 2), range(reach[0], size[0] - reach[0], 2)):
            while room < AIR and _is_free(sums, x, y, (reach[0] + room, reach[1] + room)):
                best, room = Name((left + x) * COARSE, (top + y) * COARSE, lines, half), room + 1
    return best


def _sums(busy: Image.Image) -> list[list[int]]:
    """For each corner of a cell, how many busy cells lie above and left of it."""
    wide, high = busy.size
    flat = busy.point([0] + [1] * 255).tobytes()
    above = [0] * (wide + 1)
    sums = [above]
    for y in range(high):
        row = [0, *itertools.accumulate(flat[y * wide : (y + 1) * wide])]
        above = [one + other for one, other in zip(row, above, strict=True)]
        sums.append(above)
    return sums


def _is_free(sums: list[list[int]], x: int, y: int, reach: tuple[int, int]) -> bool:
    """Whether no cell is busy within a reach (to the sides, up and down) of a corner."""
    left, right, top, bottom = x - reach[0], x + reach[0], y - reach[1], y + reach[1]
    if left < 0 or top < 0 or bottom >= len(sums) or right >= len(sums[0]):
        return False
    above, below = sums[top], sums[bottom]
    return below[right] - above[right] - below[left] + above[left] == 0


def _inside(dot: Point, outline: Outline) -> bool:
    x, y = dot
    odd = False
    for (x1, y1), (x2, y2) in itertools.pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def _lines(image: Image.Image, rows: Sequence[tuple[Point, Point]], thick: float) -> Image.Image:
    """A stencil of straight lines."""
    layer = Image.new("L", (image.width * FINE, image.height * FINE), 0)
    pen = ImageDraw.Draw(layer)
    for start, end in rows:
        pen.line([(x * FINE, y * FINE) for x, y in (start, end)], fill=255, width=round(thick * FINE))
    return layer.reduce(FINE)


def _road_rows(land: Map) -> list[tuple[Point, Point]]:
    return [(spot(land.spaces[a].at), spot(land.spaces[b].at)) for a, b in [*land.roads, *land.bridges]]


def _bridges(image: Image.Image, land: Map, theme: Theme) -> None:
    """Planks for every road; only where it crosses water do they stay to be seen."""
    wood = mix(theme.land_edge, (70, 45, 20), 0.45)
    plank = mix(theme.tile, theme.land_edge, 0.35)
    planks = []
    for (x0, y0), (x1, y1) in _road_rows(land):
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        for step in range(4, int(length), 11):
            x, y = x0 + dx * step, y0 + dy * step
            planks.append(((x - dy * 9, y + dx * 9), (x + dy * 9, y - dx * 9)))
    image.paste(wood, (0, 0), _lines(image, _road_rows(land), 22))
    image.paste(plank, (0, 0), _lines(image, planks, 7))


def _roads(image: Image.Image, land: Map, everything: Image.Image, theme: Theme) -> None:
    rows = _road_rows(land)
    edge = mix(theme.land_edge, (60, 40, 20), 0.35)
    fill = theme.tile if theme.name == "light" else mix(theme.tile, theme.land_edge, 0.35)
    for thick, ink in ((ROAD + 6, edge), (ROAD, fill)):
        image.paste(ink, (0, 0), ImageChops.multiply(_lines(image, rows, thick), everything))


def _route(image: Image.Image, link: Connection, land: Map, outlines: dict[str, Outline], theme: Theme) -> None:
    """Dots from a connection's number to its two lands: a way over the border, or a way of boats over the water."""
    ink = pieces.kind_ink(link.kind, theme)
    for end in link.ends:
        at, (dx, dy) = _way(link, end, land)
        last = 62 if link.kind == "land" else _landfall(at, (dx, dy), outlines[end]) + 16
        for step in range(40, round(last) + 1, 14):
            pieces.dot(ink, theme).paste(image, at[0] + dx * step, at[1] + dy * step)


def _way(link: Connection, end: str, land: Map) -> tuple[Point, Point]:
    """From a connection's number towards one of its territories: the start, and a step of one pixel."""
    at = spot(link.at)
    target = spot(site(land, end))
    reach = math.dist(at, target)
    return at, ((target[0] - at[0]) / reach, (target[1] - at[1]) / reach)


def _landfall(at: Point, way: Point, outline: Outline) -> float:
    """How far it is from a point to a land, in a direction."""
    for step in range(20, 200, 4):
        if _inside((at[0] + way[0] * step, at[1] + way[1] * step), outline):
            return step
    return 60


def _spaces(image: Image.Image, place: Territory, theme: Theme) -> None:
    """The tent spaces with their letters, the totem space with the plate of its territory."""
    for space in place.spaces:
        pieces.space(space.id[-1], place.biome, theme).paste(image, *spot(space.at))
    if place.totem is not None:
        x, y = spot(place.totem)
        pieces.totem_space(place.biome, theme).paste(image, x, y)
        biomes.plate(place.biome, place.id, theme).paste(image, x, y + pieces.TOTEM)
