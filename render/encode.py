"""From pixels to a file. The format was chosen by measurement; the figures are in `render.measure`."""

from __future__ import annotations

from io import BytesIO

from msgspec import Struct
from PIL import Image

QUALITY = 88
"""Of the lossy WebP: at this, edges of text and glyphs show no fringe at full size."""
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
    image.save(out, "WEBP", quality=QUALITY, method=METHOD)
    return Picture(out.getvalue(), "webp", image.width, image.height)
