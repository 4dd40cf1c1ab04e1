"""The picture at the top of the README."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render.measure import board

WIDTH = 800


def renew_picture() -> None:
    """İye after fourteen moves, in the light theme."""
    picture = board("iye", "light")()
    height = round(picture.height * WIDTH / picture.width)
    small = picture.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
    small.save(Path(__file__).with_name("iye.webp"), quality=85, method=6)
