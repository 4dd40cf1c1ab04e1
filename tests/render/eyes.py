"""Colours as colour-blind eyes see them (Machado, Oliveira and Fernandes 2009, full severity), and how far apart."""

from __future__ import annotations

import math

from render.palette import Rgb

EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def _linear(byte: int) -> float:
    value = byte / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def lab(colour: Rgb, eyes: str) -> tuple[float, float, float]:
    """CIELAB of what these eyes make of the colour."""
    linear = [_linear(byte) for byte in colour]
    seen = [min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in EYES[eyes]]
    red, green, blue = seen
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Rgb, other: Rgb, eyes: str) -> float:
    """The distance of two colours (CIE 1976); about 2 is just seen."""
    return math.dist(lab(one, eyes), lab(other, eyes))
