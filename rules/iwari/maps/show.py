"""A map for whoever makes one: its table against the targets, and a plain drawing.

`python -m rules.iwari.maps base_a [--svg FILE]`; the argument is the id of a map or the path of a file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from html import escape
from itertools import combinations
from pathlib import Path

from rules.iwari.maps.bounds import SHEET, Limits, limits_of
from rules.iwari.maps.check import worth
from rules.iwari.maps.data import Map
from rules.iwari.maps.geometry import apart, from_line
from rules.iwari.maps.loader import MapError, load, read
from rules.iwari.maps.targets import Targets, targets_of

COLOURS = {
    "glaciers": "#bcd7ea",
    "tundra": "#e3aca2",
    "forest": "#aecb97",
    "coast": "#f0dd97",
    "desert": "#eabb80",
    "void": "#b9a9cf",
}

Row = tuple[str, str, str, str]
"""A quantity, what it is here, the target, and what is allowed."""


def main() -> None:
    """Print a map's table; draw it where `--svg` says."""
    parser = argparse.ArgumentParser(prog="python -m rules.iwari.maps", description=__doc__)
    parser.add_argument("map", help="the id of a map, or the path of a map file")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the map into this file")
    wanted = parser.parse_args()
    try:
        land = read(Path(wanted.map)) if wanted.map.endswith(".json") else load(wanted.map)
    except MapError as error:
        sys.exit(str(error))
    print(table(land))
    if wanted.svg:
        wanted.svg.write_text(svg(land), encoding="utf-8")


def table(land: Map) -> str:
    """The map's quantities as lines of text: here, target, allowed; then its territories and mountain pairs."""
    target, limits = targets_of(land), limits_of(land)
    rows = [("quantity", "here", "target", "allowed"), *_counts(land, target, limits), *_network(land, target, limits)]
    rows += [*_links(land, target, limits), *_sheet(land, limits)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [f"{land.id}: {land.name}", ""]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append("")
    lines += [_territory(land, place.id) for place in land.territories]
    lines += ["", *_pairs(land)]
    return "\n".join(lines)


def _span(bound: tuple[float, float]) -> str:
    return f"{bound[0]}-{bound[1]}"


def _join(numbers: Iterable[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _counts(land: Map, target: Targets, limits: Limits) -> list[Row]:
    profile = sorted((len(place.spaces) for place in land.territories), reverse=True)
    biomes = [f"{biome[0].upper()}{land.biome_spaces.get(biome, 0)}" for biome in land.biomes]
    places = [sum(place.biome == biome for place in land.territories) for biome in land.biomes]
    return [
        ("territories", str(len(profile)), target.territories, _span(limits.territories)),
        ("tent spaces", str(sum(profile)), target.spaces, _span(limits.spaces)),
        ("spaces of each biome", " ".join(biomes), target.biome_spaces, _span(limits.biome_spaces)),
        ("territories of each biome", _join(places), target.biome_territories, _span(limits.biome_territories)),
        ("spaces of each territory", _join(profile), target.territory_spaces, _span(limits.territory_spaces)),
    ]


def _network(land: Map, target: Targets, limits: Limits) -> list[Row]:
    roads, spaces = len(land.roads), len(land.spaces)
    outward = [sum(land.home[a] != land.home[b] and place in (land.home[a], land.home[b]) for a, b in land.roads)
               for place in land.places]  # fmt: skip
    largest = f"main >= {limits.main_network:.0%}" if limits.main_network else f"none over {limits.islet}"
    return [
        ("roads", f"{roads}", "-", "-"),
        ("roads a space", f"{roads / spaces:.2f}", target.roads_per_space, _span(limits.roads_per_space)),
        ("road networks", str(len(land.networks)), target.networks, f"{_span(limits.networks)}, {largest}"),
        ("spaces of each network", _join(len(part) for part in land.networks), "-", "-"),
        ("outward roads", _join(outward), target.outward_roads, _span(limits.outward_roads)),
        ("dead ends", _spread(land, land.dead_ends), target.dead_ends, _least(limits.dead_ends, limits)),
        ("crossings", _spread(land, land.crossings), target.crossings, _least(limits.crossings, limits)),
        ("most roads at a space", str(max(land.degree.values())), target.degree, str(limits.degree[1])),
    ]


def _spread(land: Map, found: tuple[str, ...]) -> str:
    return f"{len(found)} in {len({land.home[space] for space in found})} territories"


def _least(bound: tuple[int, int], limits: Limits) -> str:
    return f"{_span(bound)} in >= {limits.spread}"


def _links(land: Map, target: Targets, limits: Limits) -> list[Row]:
    kinds = Counter(link.kind for link in land.connections)
    links = [len(found) for found in land.links.values()]
    return [
        ("connections", str(len(land.connections)), target.connections, _span(limits.connections)),
        ("land : water", f"{kinds['land']} : {kinds['water']}", target.kinds, f"water {_span(limits.water)}"),
        ("links of each territory", f"{_join(links)} (mean {sum(links) / len(links):.1f})", target.links,
         _span(limits.links)),
    ]  # fmt: skip


def _sheet(land: Map, limits: Limits) -> list[Row]:
    spots = [space.at for space in land.spaces.values()]
    totems = [place.totem for place in land.territories if place.totem is not None]
    lines = [(land.spaces[a].at, land.spaces[b].at) for a, b in land.roads]
    near = min(apart(one, other) for one, other in combinations(spots, 2))
    totem = min(apart(one, other) for one in totems for other in spots)
    under = min(from_line(dot, *line) for dot in totems for line in lines)
    return [
        ("sheet", f"{land.size[0]} x {land.size[1]}", "-", f"{SHEET[0]} x {SHEET[1]}"),
        ("nearest spaces", f"{near:.0f}", "-", f">= {limits.apart}"),
        ("nearest totem space", f"{totem:.0f}", "-", f">= {limits.totem_apart}"),
        ("nearest road and totem space", f"{under:.0f}", "-", f">= {limits.totem_road}"),
    ]


def _territory(land: Map, name: str) -> str:
    place = land.places[name]
    links = _join(link.no for link in land.links[name])
    return f"{name}  {place.biome:9}  {len(place.spaces)} spaces  links {links:12}  {place.name}"


def _pairs(land: Map) -> list[str]:
    pairs: dict[int, list[str]] = {}
    for link in land.connections:
        if link.mountain is not None:
            text = f"{link.no} {'-'.join(link.ends)} {link.kind} (worth {worth(land, link.ends)})"
            pairs.setdefault(link.mountain, []).append(text)
    return [f"{peaks} peaks: {' or '.join(texts)}" for peaks, texts in sorted(pairs.items())]


def svg(land: Map) -> str:
    """The map as a plain SVG drawing: outlines, roads, spaces, numbers. To look at, not for the table."""
    width, height = land.size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * 2}" height="{height * 2}" font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#dcebee"/>',
    ]
    for place in land.territories:
        points = " ".join(f"{x},{y}" for x, y in place.outline)
        parts.append(f'<polygon points="{points}" fill="{COLOURS[place.biome]}" stroke="#655" stroke-width="1.5"/>')
    for one, other in [*land.roads, *land.bridges]:
        (x1, y1), (x2, y2) = land.spaces[one].at, land.spaces[other].at
        parts.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#fffaf0" stroke-width="6"/>')
    for place in land.territories:
        if place.totem is not None:
            parts += _circle(place.totem, 30, "#fffaf0", place.id)
            x, y = place.totem
            parts.append(f'<text x="{x}" y="{y + 44}">{escape(place.name)}</text>')
        for space in place.spaces:
            parts += _circle(space.at, 16, "#fffaf0", space.id)
    for link in land.connections:
        peaks = "^" * (link.mountain or 0)
        parts += _circle(link.at, 14, "#7db4d6" if link.kind == "water" else "#c79a70", f"{link.no}{peaks}")
    return "\n".join([*parts, "</svg>", ""])


def _circle(at: tuple[int, int], radius: int, fill: str, text: str) -> list[str]:
    x, y = at
    return [
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#655" stroke-width="1.5"/>',
        f'<text x="{x}" y="{y + 5}">{escape(text)}</text>',
    ]
