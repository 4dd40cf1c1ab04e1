"""Where signs stand on a map for which it has no place of its own: totem tags, feats, the names of territories.

All of it is the same for every match on a map, so that nothing jumps from picture to picture; and it is found once, so
that no sign ever lies on what must be read, whatever comes to lie on the map.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.canvas import WIDTH
from render.iwari import pieces, places
from render.iwari.places import Shape
from render.outlines import Outline, Point
from render.typography import width
from rules.iwari.maps import Map, Territory, load

COARSE = 4
"""How many pixels a cell of the coarse mask is wide."""
AIRS = (16, 10, 6, 3, 1, 0)
"""How many pixels of free land are looked for around a name, one after the other."""
LETTER = 30
"""The size of the territories' names: large enough to be read where the picture is 400 pixels wide, as on a phone. A
name without room at that size is left out, rather than written smaller: the plate still tells which land it is."""
FINE = 2
"""How many times larger the outlines of land are drawn than they end."""


class Name(NamedTuple):
    """Where the name of a territory is written: its middle, its lines, and half its width and height."""

    x: float
    y: float
    lines: tuple[str, ...]
    half: Point

    def shape(self) -> Shape:
        """What it covers."""
        return Shape(self.x, self.y, *self.half)


@functools.lru_cache(maxsize=16)
def tags(map_id: str) -> dict[str, Point]:
    """The middle of each territory's tag on the map with this id."""
    world = load(map_id)
    return {place.id: _tag(world, place.id) for place in world.territories}


@functools.lru_cache(maxsize=16)
def names(map_id: str) -> dict[str, Name]:
    """The territories' names, each with as much air around it as there is; those without room are left out."""
    return _names(load(map_id))


@functools.lru_cache(maxsize=16)
def feats(map_id: str) -> dict[str, Point]:
    """Where the feats of each site stand, found one after the other, so that they keep away from each other too."""
    return _feats(load(map_id))


def tag_shape(at: Point) -> Shape:
    """What a tag around this point covers."""
    return Shape(*at, 21, 6, 10)


def feat_shape(at: Point) -> Shape:
    """What the sign of feats around this point covers."""
    return Shape(*at, round=pieces.FEAT)


def _tag(world: Map, territory: str) -> Point:
    """Above the totem space, as far aside as the tents around need it."""
    x, y = places.middle(world, territory)
    others = [places.tent(world, space) for space in world.spaces]
    spots = [(x + aside, y - pieces.TOTEM - pieces.LIFT + abs(aside) / 4) for aside in (0, -16, 16, -32, 32)]
    return max(spots, key=lambda at: (min(4, _room(tag_shape(at), others)), -abs(at[0] - x)))


def _room(shape: Shape, others: Iterable[Shape]) -> float:
    return min(shape.gap(other) for other in others)


# Feats.


def _feats(world: Map) -> dict[str, Point]:
    signs = [*_signs(world), *(name.shape() for name in names(world.id).values())]
    found: dict[str, Point] = {}
    for site in _sites(world):
        others = [*signs, *map(feat_shape, found.values())]
        if site in world.places:
            others.append(places.tray(world, site))
        found[site] = _feat(world, site, others)
    return found


def _sites(world: Map) -> list[str]:
    """Where feats can stand."""
    return [*world.places, *(str(link.no) for link in world.connections)]


def _feat(world: Map, site: str, others: Sequence[Shape]) -> Point:
    """As near to its site as can be, nearer than to any other and on its land, away from all that is read, and from
    roads where that costs little.
    """
    middle = Shape(*places.middle(world, site))
    others = [other for other in others if middle.gap(other) < 160]
    roads = [road for road in places.roads(world) if places.beside(middle, road) < 160]
    rims = {name: Shape(*places.middle(world, name), round=places.rim(world, name)) for name in _sites(world)}
    own = rims.pop(site)
    rivals = [rim for rim in rims.values() if middle.gap(rim) < 320]
    edge = places.outline(world.places[site]) if site in world.places else None

    def costs(at: Point) -> Iterator[float]:
        """What a place costs, part by part, what is soon found first."""
        shape = feat_shape(at)
        away = shape.gap(own)
        yield 0.3 * away + 9 * max(0, 40 - at[0], at[0] + 40 - WIDTH)
        yield max(0, away + 15 - _room(shape, rivals)) if rivals else 0
        yield max(0, 10 - min((places.beside(shape, road) for road in roads), default=10))
        yield 6 * max(0, 2 - _room(shape, others))
        yield 15 if edge is not None and not places.inside(at, edge) else 0

    lowest, best = math.inf, (middle.x, middle.y)
    for at in _around(middle.x, middle.y, range(50, 121, 10)):
        spent = 0.0
        for cost in costs(at):
            spent += cost
            if spent >= lowest:
                break
        else:
            lowest, best = spent, at
    return best


def _around(x: float, y: float, reaches: Iterable[float]) -> Iterator[Point]:
    """Points around a middle, on rings of these radii."""
    for reach, turn in itertools.product(reaches, range(24)):
        yield x + reach * math.cos(math.tau * turn / 24), y + reach * math.sin(math.tau * turn / 24)


def _signs(world: Map) -> Iterator[Shape]:
    """All that is read on the map and is not a name."""
    yield from (places.tent(world, space) for space in world.spaces)
    for place in world.places:
        yield from (places.totems(world, place), places.plate(world, place), tag_shape(tags(world.id)[place]))
    yield from (places.number(world, str(link.no)) for link in world.connections)


# Names.


class Ground:
    """A territory's land: its outline in pixels, the box around it (left, top, right, bottom), its mask in the box."""

    def __init__(self, place: Territory) -> None:
        self.place = place
        self.outline: Outline = places.outline(place)
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        self.box = (math.floor(min(xs)) - 2, math.floor(min(ys)) - 2, math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2)
        self.size = (self.box[2] - self.box[0], self.box[3] - self.box[1])
        large = Image.new("L", (self.size[0] * FINE, self.size[1] * FINE), 0)
        spots = [((x - self.box[0]) * FINE, (y - self.box[1]) * FINE) for x, y in self.outline]
        ImageDraw.Draw(large).polygon(spots, fill=255)
        self.cover = large.reduce(FINE)


def _names(world: Map) -> dict[str, Name]:
    signs, rings = [*_signs(world), *_on_roads(world)], list(_rings(world))
    borders = _borders(world)

    @functools.cache
    def taken(air: int) -> Image.Image:
        mask = borders.copy()
        _cover(mask, signs, air if air > 0 else 1 + air / 4)
        _cover(mask, rings, air)
        return mask

    found = {place.id: _name(world, place, taken) for place in world.territories}
    return {place: name for place, name in found.items() if name is not None}


def _rings(world: Map) -> Iterator[Shape]:
    """All that may come to lie on the map: rings, mountains, points."""
    for name in [*world.spaces, *_sites(world)]:
        yield places.ring(world, name)
    for place in world.places:
        yield places.tray(world, place)
    for link in world.connections:
        if link.mountain:
            yield from places.mountain(world, str(link.no))


def _on_roads(world: Map) -> Iterator[Shape]:
    """Roads, and the beginnings of the ways that connections take over land."""
    for road in places.roads(world):
        yield from places.along(*road, pieces.PATH)
    for link in world.connections:
        for end in link.ends if link.kind == "land" else ():
            start, step = places.way(link, end, world)
            yield Shape(start[0] + 51 * step[0], start[1] + 51 * step[1], round=14)


def _borders(world: Map) -> Image.Image:
    """A mask of the borders, which names must not touch."""
    mask = Image.new("L", (WIDTH, places.bottom(world)), 0)
    pen = ImageDraw.Draw(mask)
    for place in world.territories:
        edge = places.outline(place)
        pen.line([*edge, edge[0]], fill=255, width=11)
    return mask


def lying(world: Map, pad: float) -> Image.Image:
    """A mask of all that lies on the map from the first, each thing grown by `pad` pixels; a COARSE of its size."""
    mask = Image.new("L", (WIDTH // COARSE + 1, places.bottom(world) // COARSE + 1), 0)
    _cover(mask, [*_signs(world), *_on_roads(world)], pad, COARSE)
    return mask


def _cover(mask: Image.Image, shapes: Iterable[Shape], pad: float, cell: int = 1) -> None:
    """Add shapes to a mask, each grown by `pad` pixels; a pixel of the mask is a `cell` of the picture."""
    pen = ImageDraw.Draw(mask)
    for shape in shapes:
        left, top, right, low = (edge / cell for edge in shape.box(pad))
        if left < right and top < low:
            pen.rounded_rectangle((left, top, right, low), radius=max(0, shape.round + pad) / cell, fill=255)


def _name(world: Map, place: Territory, taken: Callable[[int], Image.Image]) -> Name | None:
    """The name in one line or two with as much air around it as there is, and then as near as can be to the totem
    space; None without room. `taken` gives what is not free when so much air is wanted.
    """
    land = Ground(place)
    left, top, right, bottom = land.box
    sea, home = ImageChops.invert(land.cover), places.middle(world, place.id)
    spots = sorted((math.dist((x, y), home), x, y) for x in range(left, right, 6) for y in range(top, bottom, 6))
    forms = [_form(lines) for lines in dict.fromkeys(((place.name,), tuple(place.name.split())))]
    for air in AIRS:
        busy = ImageChops.lighter(taken(air).crop(land.box), sea)
        wide, cells = busy.width, busy.tobytes()  # Looked at before a box is cut out, which takes longer.
        free = ((x, y) for _, x, y in spots if not cells[(y - top) * wide + x - left])
        for (x, y), form in itertools.product(free, forms):
            across, down = (round(half) for half in form.half)
            box = (x - across - left, y - down - top, x + across - left, y + down - top)
            inside = min(box) >= 0 and box[2] < wide and box[3] < busy.height
            if inside and not cells[box[1] * wide + box[0]] and busy.crop(box).getbbox() is None:
                return form._replace(x=x, y=y)
    return None


def _form(lines: tuple[str, ...]) -> Name:
    """A name in so many lines, anywhere."""
    wide = max(width(line, LETTER, "semibold") for line in lines)
    return Name(0, 0, lines, (wide / 2, LETTER * 0.36 + (len(lines) - 1) * LETTER * 0.55))
