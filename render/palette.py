"""The colours of the family: warm land on a light sea, a light and a dark theme, six sides with a mark each."""

from __future__ import annotations

from typing import Literal, NamedTuple

Rgb = tuple[int, int, int]
ThemeName = Literal["light", "dark"]
Mark = Literal["disc", "diamond", "square", "triangle", "hexagon", "cross"]


def rgb(text: str) -> Rgb:
    """A colour from six hexadecimal digits, with or without `#`."""
    digits = text.removeprefix("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """`one` with `share` (0 to 1) of `other` stirred in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white)."""
    parts = []
    for byte in colour:
        value = byte / 255
        parts.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Side(NamedTuple):
    """A side's colours and its mark. `ink` is written on `fill`; `letter` stands where a mark would be too small."""

    name: str
    letter: str
    mark: Mark
    fill: Rgb
    deep: Rgb
    ink: Rgb


# Six fills spread in lightness as well as hue (after Okabe and Ito), so that each pair differs for protan, deutan and
# tritan eyes; tests/render/test_palette.py measures it.
SIDES: tuple[Side, ...] = (
    Side("vermilion", "V", "disc", rgb("CF4A1F"), rgb("8E2D0E"), rgb("FFF6E8")),
    Side("blue", "B", "diamond", rgb("1668A8"), rgb("0C4272"), rgb("F2F8FF")),
    Side("yellow", "Y", "square", rgb("F2C230"), rgb("A87B06"), rgb("3A2A04")),
    Side("green", "G", "triangle", rgb("12A06B"), rgb("055D44"), rgb("022A1C")),
    Side("white", "W", "hexagon", rgb("F4EFE4"), rgb("9A917F"), rgb("37322A")),
    Side("purple", "P", "cross", rgb("4A1B60"), rgb("2C0C3B"), rgb("FBF0FF")),
)


class Theme(NamedTuple):
    """Every colour that the shared kit uses, by role."""

    name: ThemeName
    sea: Rgb
    """The ground of the whole picture at its top; `sea_low` at its bottom."""
    sea_low: Rgb
    shore: Rgb
    """The pale water around land."""
    land: Rgb
    land_low: Rgb
    land_edge: Rgb
    hollow: Rgb
    """A dip in the land: a space with nothing on it."""
    tile: Rgb
    tile_low: Rgb
    tile_edge: Rgb
    panel: Rgb
    panel_edge: Rgb
    ink: Rgb
    """Text on sea and panels; `quiet` is the same for lesser words."""
    quiet: Rgb
    land_ink: Rgb
    """Text printed on land."""
    accent: Rgb
    """What is asked for: rings around legal places."""
    trail: Rgb
    """The last turn: arrows and marks."""
    shadow: Rgb
    shade: float
    """How dark shadows are, 0 to 1."""


LIGHT = Theme(
    name="light",
    sea=rgb("DDEBEC"),
    sea_low=rgb("CBDFE2"),
    shore=rgb("F1F8F6"),
    land=rgb("EBD3A4"),
    land_low=rgb("DDBC84"),
    land_edge=rgb("B98D52"),
    hollow=rgb("CDA76C"),
    tile=rgb("FFF9EC"),
    tile_low=rgb("F6E9CF"),
    tile_edge=rgb("D9C095"),
    panel=rgb("F7FBFA"),
    panel_edge=rgb("B7CFD3"),
    ink=rgb("1F3138"),
    quiet=rgb("4E676F"),
    land_ink=rgb("6B4718"),
    accent=rgb("0B7F79"),
    trail=rgb("B3261E"),
    shadow=rgb("3B2A12"),
    shade=0.34,
)

DARK = Theme(
    name="dark",
    sea=rgb("16242C"),
    sea_low=rgb("101B22"),
    shore=rgb("24404B"),
    land=rgb("6A5236"),
    land_low=rgb("574128"),
    land_edge=rgb("8E7049"),
    hollow=rgb("41301D"),
    tile=rgb("F1E6CF"),
    tile_low=rgb("DCCBA6"),
    tile_edge=rgb("A88C5C"),
    panel=rgb("1E2F38"),
    panel_edge=rgb("35505C"),
    ink=rgb("EEF4F3"),
    quiet=rgb("A3B9BF"),
    land_ink=rgb("EAD3A6"),
    accent=rgb("3FD0C0"),
    trail=rgb("FF7A5C"),
    shadow=rgb("000000"),
    shade=0.5,
)

THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK}
