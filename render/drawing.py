"""Art: shapes drawn large and brought down, so that every edge is smooth; it ends as a sprite with its shadow."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import outlines
from render.outlines import Outline, Point
from render.palette import Rgb

Paint = Rgb | tuple[int, int, int, int]
"""A colour, or a colour with its opacity from 0 to 255."""


class Sprite(NamedTuple):
    """A small picture ready to be pasted: colours, opacity, and the spot in it (pixels) that is laid on a place."""

    colour: Image.Image
    alpha: Image.Image
    centre: tuple[int, int]

    def paste(self, image: Image.Image, x: float, y: float) -> None:
        """Lay the sprite's centre on (x, y) of an RGB image."""
        image.paste(self.colour, (round(x) - self.centre[0], round(y) - self.centre[1]), self.alpha)

    def faded(self, share: float) -> Sprite:
        """The same with `share` (0 to 1) of its opacity."""
        return Sprite(self.colour, self.alpha.point([round(value * share) for value in range(256)]), self.centre)


class Drawing:
    """A drawing in units of your choice: `box` is (left, top, right, bottom) in units, `scale` the pixels of a unit.

    Everything is drawn `fine` times larger than it ends. Later shapes lie over earlier ones.
    """

    def __init__(self, box: tuple[float, float, float, float], scale: float, fine: int = 4) -> None:
        self.left, self.top, right, bottom = box
        self.scale = scale
        self.fine = fine
        self.unit = scale * fine
        self.size = (round((right - self.left) * scale), round((bottom - self.top) * scale))
        self.image = Image.new("RGBA", (self.size[0] * fine, self.size[1] * fine), (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    def spots(self, outline: Outline) -> list[Point]:
        """An outline in the pixels of the large drawing."""
        unit, left, top = self.unit, self.left, self.top
        return [((x - left) * unit, (y - top) * unit) for x, y in outline]

    def fill(self, shape: str | Outline, paint: Paint) -> None:
        """Fill SVG path data or an outline."""
        shapes = outlines.path(shape) if isinstance(shape, str) else [shape]
        if len(paint) == 4 and paint[3] < 255:
            self.wash(self.mask(shapes), paint)
            return
        for outline in shapes:
            self.pen.polygon(self.spots(outline), fill=(*paint[:3], 255))

    def cut(self, shape: str | Outline) -> None:
        """Make a hole."""
        for outline in outlines.path(shape) if isinstance(shape, str) else [shape]:
            self.pen.polygon(self.spots(outline), fill=(0, 0, 0, 0))

    def disc(self, x: float, y: float, radius: float, paint: Paint) -> None:
        """A filled circle."""
        self.fill(outlines.ellipse(x, y, radius, steps=64), paint)

    def stroke(self, shape: str | Outline, width: float, paint: Paint, closed: bool = False) -> None:
        """Draw along SVG path data or an outline with a round pen `width` units wide."""
        shapes = outlines.path(shape) if isinstance(shape, str) else [shape]
        for outline in shapes:
            self._stroke([*outline, outline[0]] if closed else outline, width, paint)

    def _stroke(self, outline: Outline, width: float, paint: Paint) -> None:
        mask = self.image if len(paint) == 3 or paint[3] == 255 else Image.new("L", self.image.size, 0)
        pen = self.pen if mask is self.image else ImageDraw.Draw(mask)
        ink = (*paint[:3], 255) if mask is self.image else 255
        spots = self.spots(outline)
        thick = width * self.unit
        pen.line(spots, fill=ink, width=max(1, round(thick)), joint="curve")
        radius = thick / 2
        for x, y in (spots[0], spots[-1]):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
        if mask is not self.image:
            self.wash(mask, paint)

    def mask(self, shapes: Iterable[Outline]) -> Image.Image:
        """Where the shapes cover, at the large size."""
        mask = Image.new("L", self.image.size, 0)
        pen = ImageDraw.Draw(mask)
        for outline in shapes:
            pen.polygon(self.spots(outline), fill=255)
        return mask

    def wash(self, mask: Image.Image, paint: Paint) -> None:
        """Lay a colour over the drawing wherever the mask covers."""
        opacity = paint[3] if len(paint) == 4 else 255
        layer = Image.new("RGBA", self.image.size, (*paint[:3], 0))
        layer.putalpha(mask.point([value * opacity // 255 for value in range(256)]))
        self.image.alpha_composite(layer)

    def shade(self, outline: Outline, top: Rgb, bottom: Rgb) -> None:
        """Fill an outline with a colour that goes from `top` to `bottom`."""
        ys = [y for _, y in outline]
        slope = vertical(self.image.size, top, bottom, *((y - self.top) * self.unit for y in (min(ys), max(ys))))
        self.image.paste(slope, (0, 0), self.mask([outline]))

    def within(self, outline: Outline, drawing: Drawing) -> None:
        """Lay another drawing of the same box over this one, only inside the outline."""
        layer = drawing.image.copy()
        layer.putalpha(ImageChops.multiply(layer.getchannel("A"), self.mask([outline])))
        self.image.alpha_composite(layer)

    def flat(self) -> Image.Image:
        """The drawing at its final size, RGBA."""
        return self.image.reduce(self.fine)

    def sprite(self, centre: Point, shadow: Shadow | None = None) -> Sprite:
        """The finished sprite; `centre` in units. The box must leave room for the shadow."""
        flat = self.flat()
        if shadow is not None:
            flat = shadow.under(flat)
        spot = (round((centre[0] - self.left) * self.scale), round((centre[1] - self.top) * self.scale))
        return Sprite(flat.convert("RGB"), flat.getchannel("A"), spot)


class Shadow(NamedTuple):
    """A soft shadow: how far down it falls and how soft it is (pixels), its colour and strength (0 to 1)."""

    drop: float
    blur: float
    colour: Rgb
    strength: float

    def under(self, image: Image.Image) -> Image.Image:
        """The RGBA image with its shadow beneath it."""
        alpha = Image.new("L", image.size, 0)
        alpha.paste(image.getchannel("A"), (0, round(self.drop)))
        alpha = alpha.filter(ImageFilter.GaussianBlur(self.blur))
        alpha = alpha.point([round(value * self.strength) for value in range(256)])
        base = Image.new("RGBA", image.size, (*self.colour, 0))
        base.putalpha(alpha)
        base.alpha_composite(image)
        return base


def vertical(size: tuple[int, int], top: Rgb, bottom: Rgb, start: float = 0, end: float | None = None) -> Image.Image:
    """An RGB image whose rows go from one colour to the other between `start` and `end`."""
    return _slope(size[1], top, bottom, start, size[1] if end is None else end).resize(size, Image.Resampling.NEAREST)


@functools.lru_cache(maxsize=64)
def _slope(height: int, top: Rgb, bottom: Rgb, start: float, end: float) -> Image.Image:
    """The same, one pixel wide."""
    span = max(1.0, end - start)
    column = Image.new("RGB", (1, height))
    column.putdata([_between(top, bottom, min(1.0, max(0.0, (row - start) / span))) for row in range(height)])
    return column


def _between(top: Rgb, bottom: Rgb, share: float) -> Sequence[int]:
    return tuple(round(a + (b - a) * share) for a, b in zip(top, bottom, strict=True))


def sunken(size: tuple[int, int], mask: Image.Image, shadow: Shadow) -> Image.Image:
    """An RGBA layer that makes the masked part look pressed in: a shadow falling inward from its upper edge."""
    outside = ImageChops.invert(mask)
    moved = Image.new("L", size, 255)
    moved.paste(outside, (0, round(shadow.drop)))
    soft = ImageChops.multiply(moved.filter(ImageFilter.GaussianBlur(shadow.blur)), mask)
    layer = Image.new("RGBA", size, (*shadow.colour, 0))
    layer.putalpha(soft.point([round(value * shadow.strength) for value in range(256)]))
    return layer
