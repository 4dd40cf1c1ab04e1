"""One typeface (Inter) for every picture: sizes, weights, text that fits its place, names with signs the face lacks."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING, Literal

from PIL import Image, ImageDraw, ImageFont

from render.messages.names import player
from render.palette import Rgb

if TYPE_CHECKING:
    from render.presenter import Audience

Weight = Literal["regular", "medium", "semibold", "bold", "black"]
_WEIGHTS: dict[str, int] = {"regular": 440, "medium": 540, "semibold": 640, "bold": 740, "black": 860}

SMALLEST = 22
"""No text is set smaller than this many pixels in a picture 1600 wide."""


_FACE = str(resources.files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf")


@functools.lru_cache(maxsize=48)
def font(size: int, weight: Weight = "medium") -> ImageFont.FreeTypeFont:
    """Inter at `size` pixels. Letters are cut for their size (optical size 14 to 32)."""
    face = ImageFont.truetype(_FACE, size, layout_engine=ImageFont.Layout.BASIC)
    face.set_variation_by_axes([min(32, max(14, size * 0.75)), _WEIGHTS[weight]])
    return face


@functools.lru_cache(maxsize=2048)
def _covered(sign: str) -> bool:
    if sign.isspace():
        return True
    face = font(32)
    return bytes(face.getmask(sign)) != bytes(face.getmask("\U0010ffff"))


def plain(text: str, otherwise: str = "") -> str:
    """The text without signs that the typeface lacks (emoji, some scripts); `otherwise` when too little is left."""
    kept = "".join(sign for sign in text if sign.isprintable() and _covered(sign))
    kept = " ".join(kept.split())
    return kept if any(sign.isalnum() for sign in kept) else otherwise


def called(audience: Audience, seat: int) -> str:
    """The name of whoever sits there, as far as it can be drawn; else "Player 2"."""
    return drawable(audience.name(seat), seat)


def drawable(name: str, seat: int) -> str:
    """A name of this seat, as far as it can be drawn; else "Player 2"."""
    return plain(name, player(seat))


@functools.lru_cache(maxsize=1024)
def width(text: str, size: int, weight: Weight = "medium") -> float:
    """How many pixels wide the text runs."""
    return font(size, weight).getlength(text)


@functools.lru_cache(maxsize=384)
def _stencil(text: str, size: int, weight: Weight, anchor: str) -> tuple[Image.Image, int, int] | None:
    """The text as a mask, and where its top left lies as seen from its anchor; None when nothing shows.

    Kept, since FreeType takes half a millisecond for a word of a variable face, and most words come again.
    """
    face = font(size, weight)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor=anchor))
    if right <= left or bottom <= top:
        return None
    mask = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, font=face, fill=255, anchor=anchor)
    return mask, left, top


def clip(text: str, size: int, weight: Weight, room: float) -> str:
    """The text cut to `room` pixels, with an ellipsis when something was cut."""
    if width(text, size, weight) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", size, weight) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


@functools.lru_cache(maxsize=512)
def fit(text: str, room: float, size: int, smallest: int, weight: Weight) -> tuple[str, int]:
    """The text and a size at which it fits `room` pixels: smaller first, then cut. Never below SMALLEST."""
    smallest = max(smallest, SMALLEST)
    while size > smallest and width(text, size, weight) > room:
        size -= 2
    return clip(text, size, weight, room), size


def write(
    image: Image.Image,
    spot: tuple[float, float],
    text: str,
    size: int,
    ink: Rgb,
    weight: Weight = "medium",
    anchor: str = "lm",
    room: float | None = None,
    smallest: int = SMALLEST,
) -> float:
    """Write one line and return how wide it is. `anchor` is Pillow's; with `room` the text is made to fit it."""
    if room is not None:
        text, size = fit(text, room, size, smallest, weight)
    stencil = _stencil(text, size, weight, anchor)
    if stencil is not None:
        mask, left, top = stencil
        x, y = round(spot[0]) + left, round(spot[1]) + top
        image.paste(ink, (x, y, x + mask.width, y + mask.height), mask)
    return width(text, size, weight)


def wrap(text: str, size: int, weight: Weight, room: float, lines: int) -> Sequence[str]:
    """The text in at most `lines` lines of `room` pixels; the last is cut with an ellipsis when it must be."""
    rows: list[str] = []
    words = text.split()
    while words and len(rows) < lines - 1:
        count = 1
        while count < len(words) and width(" ".join(words[: count + 1]), size, weight) <= room:
            count += 1
        rows.append(clip(" ".join(words[:count]), size, weight, room))
        words = words[count:]
    if words:
        rows.append(clip(" ".join(words), size, weight, room))
    return rows
