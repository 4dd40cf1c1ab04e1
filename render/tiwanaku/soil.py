"""Terrain: four grounds, each told by its pattern as well as its colour; spaces of one terrain grow together.

A space is cut out of a large pattern by a mask that knows which neighbours it grows together with, so regions look
like the pieces of land they are. Masks and patterns are kept, and a board is pasted together in some milliseconds.
"""

from __future__ import annotations

import functools
import math
import random
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.drawing import Drawing
from render.outlines import Outline, rounded
from render.palette import Rgb, Theme, mix, rgb

PERIOD = 300
"""A pattern goes on in itself after so many pixels."""
_REACH = 42
"""No motif of a pattern reaches further than so many pixels from its spot."""
_INSET, _ROUND, _PAD = 5, 20, 20


class Ground(NamedTuple):
    """A terrain's colours: the ground itself, the darker and lighter of its pattern, and its rim."""

    base: Rgb
    dark: Rgb
    pale: Rgb
    rim: Rgb


GROUNDS = (
    Ground(rgb("984826"), rgb("6F2F15"), rgb("BB6A44"), rgb("582410")),
    Ground(rgb("F3D27A"), rgb("CB9C38"), rgb("FDEBB4"), rgb("A87B22")),
    Ground(rgb("6AA342"), rgb("3E7624"), rgb("9ACB6A"), rgb("2F5E1A")),
    Ground(rgb("A6B7D5"), rgb("6D83A9"), rgb("D2DEEF"), rgb("4C6188")),
)
"""Dirt, Sand, Grass, Rock."""


def ground(terrain: int, theme: Theme) -> Ground:
    """A terrain's colours in a theme."""
    found = GROUNDS[terrain]
    if theme.name == "light":
        return found
    return Ground(*(mix(colour, (18, 20, 24), 0.2) for colour in found))


# The patterns.


def _motifs(side: int, count: int, seed: int, apart: float) -> list[tuple[float, float, float]]:
    """Spots strewn over a pattern `side` pixels square, never closer than `apart`, each with a chance of its own.

    What leaves the pattern on one side comes in on the other, so spots near an edge stand there again.
    """
    chance = random.Random(seed)
    spots: list[tuple[float, float, float]] = []
    for _ in range(count * 30):
        x, y = chance.uniform(0, side), chance.uniform(0, side)
        if all(_distance(x - a, y - b, side) > apart for a, b, _ in spots):
            spots.append((x, y, chance.random()))
        if len(spots) == count:
            break
    steps = [(dx, dy) for dx in (-side, 0, side) for dy in (-side, 0, side)]
    copies = [(x + dx, y + dy, own) for x, y, own in spots for dx, dy in steps]
    inside = range(-_REACH, side + _REACH)
    return [spot for spot in copies if round(spot[0]) in inside and round(spot[1]) in inside]


def _distance(dx: float, dy: float, side: float) -> float:
    """How far apart on a pattern that goes on at its edges."""
    dx, dy = abs(dx) % side, abs(dy) % side
    return math.hypot(min(dx, side - dx), min(dy, side - dy))


def _dirt(art: Drawing, side: int, look: Ground) -> None:
    """Short furrows, and clods between them."""
    for x, y, own in _motifs(side, 28, 11, 44):
        wide = 15 + 9 * own
        for drop, paint, width in ((0.0, look.dark, 5.0), (-5.0, look.pale, 2.4)):
            art.stroke(f"M{x - wide} {y + drop} Q{x - wide / 2} {y + drop - 5} {x} {y + drop} "
                       f"T{x + wide} {y + drop}", width, paint)  # fmt: skip
    for x, y, own in _motifs(side, 15, 13, 54):
        art.disc(x, y, 3.0 + 2 * own, look.dark)
        art.disc(x - 1, y - 1.3, 1.8 + 1.4 * own, look.pale)


def _sand(art: Drawing, side: int, look: Ground) -> None:
    """Dunes and grains."""
    for x, y, own in _motifs(side, 18, 23, 58):
        wide = 20 + 10 * own
        crest = f"M{x - wide} {y + 6} Q{x - wide / 3} {y - 16} {x} {y} Q{x + wide / 2} {y + 10} {x + wide} {y + 2}"
        art.stroke(crest, 4.5, look.dark)
        art.stroke(f"M{x - wide + 4} {y + 11} Q{x - wide / 3} {y - 8} {x} {y + 6}", 3, look.pale)
    for x, y, own in _motifs(side, 40, 29, 32):
        art.disc(x, y, 2.2 + 1.2 * own, look.dark if own > 0.4 else look.pale)


def _grass(art: Drawing, side: int, look: Ground) -> None:
    """Tufts of blades."""
    for x, y, own in sorted(_motifs(side, 46, 37, 35), key=lambda spot: spot[1]):
        tall = 14 + 8 * own
        for lean, paint in ((-8, look.dark), (8, look.dark), (0, look.pale if own > 0.55 else look.dark)):
            art.stroke(f"M{x + lean * 0.2} {y} Q{x + lean * 0.3} {y - tall * 0.6} {x + lean} {y - tall}", 3.4, paint)


def _rock(art: Drawing, side: int, look: Ground) -> None:
    """Boulders with a lit and a shaded face, and pebbles."""
    for x, y, own in _motifs(side, 29, 53, 47):
        size, turn = 14 + 9 * own, own * 50
        corners = [(math.radians(turn + angle), size * far) for angle, far in
                   ((200, 1.0), (250, 0.85), (300, 1.0), (350, 0.95), (40, 0.8), (120, 0.85))]  # fmt: skip
        shape: Outline = [(x + far * math.cos(angle), y + far * 0.86 * math.sin(angle)) for angle, far in corners]
        art.fill([(a, b + 3) for a, b in shape], mix(look.dark, look.rim, 0.5))
        art.fill(shape, look.pale)
        art.fill([shape[3], shape[4], shape[5], (x + 1, y)], look.dark)
        art.fill([shape[2], shape[3], (x + 1, y)], mix(look.pale, look.dark, 0.45))
    for x, y, own in _motifs(side, 18, 59, 46):
        art.disc(x, y, 2 + 1.6 * own, look.dark)


_PATTERNS = (_dirt, _sand, _grass, _rock)


@functools.lru_cache(maxsize=8)
def pattern(terrain: int, theme: Theme) -> Image.Image:
    """A terrain's pattern, twice PERIOD wide and high, so that any piece of that size can be cut out of it."""
    look = ground(terrain, theme)
    art = Drawing((0, 0, PERIOD, PERIOD), 1, fine=2)
    art.image.paste((*look.base, 255), (0, 0, *art.image.size))
    _PATTERNS[terrain](art, PERIOD, look)
    flat = art.flat().convert("RGB")
    # Calm, so that what stands on it comes first.
    flat = Image.blend(flat, Image.new("RGB", flat.size, look.base), 0.34)
    whole = Image.new("RGB", (2 * PERIOD, 2 * PERIOD))
    for x in (0, PERIOD):
        for y in (0, PERIOD):
            whole.paste(flat, (x, y))
    return whole


# The masks.


class Cut(NamedTuple):
    """How a space is cut: where it covers, its rim, the light along its upper edge, and its shadow (larger by _PAD)."""

    cover: Image.Image
    rim: Image.Image
    light: Image.Image
    shadow: Image.Image


@functools.lru_cache(maxsize=128)
def cut(side: int, joined: int) -> Cut:
    """The cut of a space. `joined` has a bit for each neighbour of the same land: N, E, S, W, NE, SE, SW, NW."""
    shape = _shape(side, joined, _INSET)
    core = _shape(side, joined, _INSET + 4)
    box = (_PAD, _PAD, _PAD + side, _PAD + side)
    fallen = Image.new("L", shape.size, 0)
    fallen.paste(shape, (0, 6))
    lowered = Image.new("L", shape.size, 0)
    lowered.paste(core, (0, 5))
    light = ImageChops.subtract(core, lowered) if not joined & 1 else Image.new("L", shape.size, 0)
    _halt(fallen := fallen.filter(ImageFilter.GaussianBlur(6)), side, joined)
    return Cut(
        cover=shape.crop(box),
        rim=ImageChops.subtract(shape, core).crop(box),
        light=light.crop(box),
        shadow=fallen,
    )


def _halt(fallen: Image.Image, side: int, joined: int) -> None:
    """End a shadow where the land goes on: there the neighbour's own begins."""
    far = side + _PAD
    whole = side + 2 * _PAD
    for bit, box in enumerate(
        ((0, 0, whole, _PAD), (far, 0, whole, whole), (0, far, whole, whole), (0, 0, _PAD, whole))
    ):
        if joined >> bit & 1:
            fallen.paste(0, box)


def _shape(side: int, joined: int, inset: float) -> Image.Image:
    """The outline of a space as a mask with _PAD around; where it is joined it runs on beyond the space."""
    fine = 4
    north, east, south, west = (bool(joined >> bit & 1) for bit in range(4))
    reach = _PAD - 1
    left, top = (-reach if west else inset), (-reach if north else inset)
    right, bottom = (side + reach if east else side - inset), (side + reach if south else side - inset)
    image = Image.new("L", ((side + 2 * _PAD) * fine, (side + 2 * _PAD) * fine), 0)
    pen = ImageDraw.Draw(image)
    radius = _ROUND - inset / 2
    points = _rounded(left, top, right, bottom, radius, (north or west, north or east, south or east, south or west))
    pen.polygon([((x + _PAD) * fine, (y + _PAD) * fine) for x, y in points], fill=255)
    for bit, (one, other), x, y in (
        (4, (north, east), side, 0),
        (5, (south, east), side, side),
        (6, (south, west), 0, side),
        (7, (north, west), 0, 0),
    ):
        if one and other and not joined >> bit & 1:
            _notch(pen, (x, y), inset, reach, fine)
    return image.reduce(fine)


def _rounded(left: float, top: float, right: float, bottom: float, radius: float, square: tuple[bool, ...]) -> Outline:
    """A rectangle with round corners (from the top left clockwise) but for those that are `square`."""
    round_ = rounded(left, top, right - left, bottom - top, radius, 10)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    middle = ((left + right) / 2, (top + bottom) / 2)
    found: Outline = []
    for x, y in round_:
        at = (2 if y > middle[1] else 0) + (1 if x > middle[0] else 0)
        which = {0: 0, 1: 1, 3: 2, 2: 3}[at]
        found.append(corners[which] if square[which] else (x, y))
    return found


def _notch(pen: ImageDraw.ImageDraw, corner: tuple[float, float], inset: float, reach: float, fine: int) -> None:
    """Cut the corner where two arms of a land meet and the space between them is another's."""
    x, y = corner
    dx, dy = (1 if x else -1), (1 if y else -1)
    near = (x - dx * inset, y - dy * inset)
    far = (x + dx * reach, y + dy * reach)
    box = [min(near[0], far[0]), min(near[1], far[1]), max(near[0], far[0]), max(near[1], far[1])]
    pen.rectangle([(value + _PAD) * fine for value in box], fill=0)


# The board.


def neighbours(terrain: str, columns: int, cell: int) -> int:
    """Which neighbours of a space are of its terrain, as `cut` wants it. A dot is no terrain."""
    row, column = divmod(cell, columns)
    found = 0
    for bit, (down, right) in enumerate(_AROUND):
        y, x = row + down, column + right
        inside = 0 <= y < len(terrain) // columns and 0 <= x < columns
        found |= (inside and terrain[y * columns + x] == terrain[cell]) << bit
    return found


_AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))


def shadow(image: Image.Image, x: float, y: float, side: int, joined: int, theme: Theme) -> None:
    """The shadow of a space whose top left corner is (x, y)."""
    mask = _shade(side, joined, theme.shade)
    left, top = round(x) - _PAD, round(y) - _PAD
    image.paste(theme.shadow, (left, top, left + mask.width, top + mask.height), mask)


@functools.lru_cache(maxsize=128)
def _shade(side: int, joined: int, strength: float) -> Image.Image:
    return cut(side, joined).shadow.point([round(value * strength) for value in range(256)])


def lay(image: Image.Image, x: float, y: float, side: int, cell: tuple[int, int], kind: tuple[int, int],
        theme: Theme) -> None:  # fmt: skip
    """A space of terrain: `cell` is its row and column, `kind` the terrain's number and what it is joined to."""
    terrain, joined = kind
    spot = (cell[1] * side % PERIOD, cell[0] * side % PERIOD)
    piece = _piece(terrain, side, spot, joined, theme)
    image.paste(piece, (round(x), round(y)), cut(side, joined).cover)


@functools.lru_cache(maxsize=160)
def _piece(terrain: int, side: int, spot: tuple[int, int], joined: int, theme: Theme) -> Image.Image:
    """The pattern under a space, with its rim and its light."""
    shape, look = cut(side, joined), ground(terrain, theme)
    left, top = spot
    piece = pattern(terrain, theme).crop((left, top, left + side, top + side))
    piece.paste(look.rim, (0, 0, side, side), _seams(side, joined))
    piece.paste(look.rim, (0, 0, side, side), shape.rim)
    piece.paste(mix(look.pale, (255, 255, 255), 0.4), (0, 0, side, side), shape.light)
    return piece


@functools.lru_cache(maxsize=16)
def _seams(side: int, joined: int) -> Image.Image:
    """Fine dashes where a space ends within its land, so that spaces can be counted."""
    mask = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mask)
    dash = 10
    for start in range(dash, side - dash, 2 * dash):
        if joined >> 1 & 1:
            pen.rectangle((side - 2, start, side - 1, start + dash - 1), fill=150)
        if joined >> 2 & 1:
            pen.rectangle((start, side - 2, start + dash - 1, side - 1), fill=150)
        if joined >> 3 & 1:
            pen.rectangle((0, start, 1, start + dash - 1), fill=150)
        if joined & 1:
            pen.rectangle((start, 0, start + dash - 1, 1), fill=150)
    return mask
