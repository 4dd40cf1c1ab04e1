"""From pixels to a file. The format was chosen by measurement; the figures are in `render.measure`."""

from __future__ import annotations

from io import BytesIO

from msgspec import Struct
from PIL import Image

QUALITY = 88
"""Of the lossy WebP: at this, edges of text and glyphs show no fringe at full size."""
DENSE = 74
"""The quality of a picture of more than LARGE pixels: a full map of Iwari and a full valley of Tiwanaku, with long
names, then keep below 300 KiB (at 88: 365 and 400)."""
LARGE = 2_200_000
METHOD = 0
"""libwebp's effort. 0 takes half the time of 2 for a third more bytes, and the bytes are well inside the budget."""


class Picture(Struct, frozen=True):
    """A finished picture: the file's bytes, its suffix ("webp"), width and height in pixels."""

    data: bytes
    suffix: str
    width: int
    height: int


def encode(image: Image.Image) -> Picture:
    """The picture as a WebP file."""
    out = BytesIO()
    quality = QUALITY if image.width * image.height <= LARGE else DENSE
    image.save(out, "WEBP", quality=quality, method=METHOD)
    return Picture(out.getvalue(), "webp", image.width, image.height)
