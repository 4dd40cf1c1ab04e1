"""The score chapter by chapter: what tents, totems and settlements bring, each on a map of its own.

What a chapter counts stands out, all else lies under a veil; below the map the chapters counted so far and their sums.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from render.art import vertical
from render.frame import Turn, head
from render.iwari import biomes, land, panels, picture, pieces
from render.iwari.position import TITLES
from render.iwari.sides import begin, colours, gainers
from render.look import Who
from render.palette import THEMES, Theme, ThemeName
from render.path import Point
from render.type import clip, plain
from rules.iwari.scoring import link_counts, parts, settlements, territory_counts
from rules.iwari.state import IwariState

VEIL = 0.62
"""How much of the sea covers what does not count."""
BADGE = 34
"""The radius of a settlement's points, in pixels."""
WAY = 13
"""How far the ways of two tribes that score the same connection lie apart, in pixels."""


def draw(view: IwariState, name: str, theme_name: ThemeName, who: Who) -> Image.Image:
    """See `Look.draw_chapter`. `name` is a part of the score other than that of the half journey."""
    theme = THEMES[theme_name]
    image = picture.ground(view, theme)
    _CHAPTERS[name](image, view, theme)
    head(image, theme, who.match or "Iwari", f"Scoring: {TITLES[name]}", _leader(view, name, who))
    panels.count(image, view, name, theme, who)
    return image


def _leader(view: IwariState, name: str, who: Who) -> Turn:
    """Who has most points when this chapter is counted."""
    sums = parts(view).up_to(name)
    ahead = [tribe for tribe, points in enumerate(sums) if points == max(sums)]
    if len(ahead) > 1:
        return Turn(None, f"{len(ahead)} are level")
    name = plain(begin(view, ahead[0], who), f"Player {ahead[0] + 1}")
    return Turn(colours(view, ahead[0]), f"{clip(name, 34, 'semibold', 330)} leads")


# The chapters.


def _tents(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """Every tent, and in the place of its totems what each territory brings, most first."""
    world = view.board.map
    picture.mountains(image, view, theme)
    for found in territory_counts(view):
        place = world.territories[found.territory]
        x, y = land.spot(land.site(world, place.id))
        pieces.tray(theme).paste(image, x, y)
        picture.tents(image, view, found.territory, theme)
        biomes.plate(place.biome, place.id, theme).paste(image, x, y + pieces.TOTEM)
        tribes = gainers(found.points)
        radius, spots = pieces.tray_layout(len(tribes))
        for tribe, (dx, dy) in zip(tribes, spots, strict=True):
            pieces.gain(colours(view, tribe), found.points[tribe], theme, radius).paste(image, x + dx, y + dy)
    picture.feats(image, view, theme, view.board.index, aside=1.2)


def _totems(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """The totems, and a way in the colour of each tribe that scores a connection, with its points."""
    world = view.board.map
    for number in range(len(world.territories)):
        picture.tents(image, view, number, theme)
    _veil(image, view, theme)
    scored = [(world.connections[found.link], found.points) for found in link_counts(view) if any(found.points)]
    for link, points in scored:
        for end in link.ends:
            _ways(image, view, gainers(points), land.spot(link.at), land.spot(land.site(world, end)), theme)
    for link in world.connections:
        pieces.number(link.no, link.kind, theme).paste(image, *land.spot(link.at))
    picture.mountains(image, view, theme)
    for number, place in enumerate(world.territories):
        if place.totem is not None:
            x, y = land.spot(place.totem)
            pieces.totem_space(place.biome, theme).paste(image, x, y)
            picture.totems(image, view, number, theme)
            biomes.plate(place.biome, place.id, theme).paste(image, x, y + pieces.TOTEM)
    for link, points in scored:
        x, y = land.spot(link.at)
        _strip(image, view, points, (x, y + pieces.GAINS), theme)
    picture.feats(image, view, theme, {str(link.no) for link in world.connections})


def _settlements(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """The settlements with their points."""
    world = view.board.map
    for number in range(len(world.territories)):
        picture.tents(image, view, number, theme)
    _veil(image, view, theme)
    chains = [(found.tribe, [view.board.space_ids[space] for space in found.spaces]) for found in settlements(view)]
    taken: list[Point] = []
    for tribe, spaces in chains:
        for road in world.roads:
            if road[0] in spaces and road[1] in spaces:
                picture.chain(image, view, tribe, road, theme)
                taken += _along(*(land.spot(world.spaces[end].at) for end in road))
        for space in spaces:
            pieces.tent(colours(view, tribe), theme).paste(image, *land.spot(world.spaces[space].at))
    for tribe, spaces in chains:
        at = _free_spot([land.spot(world.spaces[space].at) for space in spaces], taken)
        taken.append(at)
        pieces.gain(colours(view, tribe), len(spaces), theme, BADGE).paste(image, *at)


_CHAPTERS: dict[str, Callable[[Image.Image, IwariState, Theme], None]] = {
    "tents": _tents,
    "totems": _totems,
    "settlements": _settlements,
}


# What they share.


def _veil(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """Let the map and all that stands on it sink back into the sea."""
    size = (image.width, land.bottom(view.board.map))
    sea = vertical(size, theme.sea, theme.sea_low, end=image.height)
    image.paste(sea, (0, 0), Image.new("L", size, round(255 * VEIL)))


def _ways(image: Image.Image, view: IwariState, tribes: list[int], start: Point, end: Point, theme: Theme) -> None:
    """A line from a connection's number to a totem space for each tribe, side by side."""
    reach = math.dist(start, end)
    dx, dy = end[0] - start[0], end[1] - start[1]
    for index, tribe in enumerate(tribes):
        aside = WAY * (index - (len(tribes) - 1) / 2) / reach
        line = pieces.path_of(colours(view, tribe), (round(dx), round(dy)), theme)
        line.paste(image, start[0] - dy * aside, start[1] + dx * aside)


def _strip(image: Image.Image, view: IwariState, points: list[int], middle: Point, theme: Theme) -> None:
    """Points of tribes side by side, most first."""
    tribes = gainers(points)
    pieces.strip(len(tribes), theme).paste(image, *middle)
    for index, tribe in enumerate(tribes):
        x = middle[0] + (index - (len(tribes) - 1) / 2) * 42
        pieces.gain(colours(view, tribe), points[tribe], theme).paste(image, x, middle[1])


def _along(start: Point, end: Point) -> list[Point]:
    """Points of a road, both ends included."""
    return [(start[0] + (end[0] - start[0]) * step / 4, start[1] + (end[1] - start[1]) * step / 4) for step in range(5)]


def _free_spot(tents: list[Point], taken: list[Point]) -> Point:
    """Beside one of these tents, away from all that is taken, as near as can be to the middle of the tents."""
    middle = sum(x for x, _ in tents) / len(tents), sum(y for _, y in tents) / len(tents)
    reach = BADGE + pieces.SPACE + 6
    around = [
        (x + reach * math.cos(math.tau * turn / 16), y + reach * math.sin(math.tau * turn / 16))
        for x, y in tents
        for turn in range(16)
    ]
    return max(
        around, key=lambda at: (min(reach, *(math.dist(at, other) + 1 for other in taken)), -math.dist(at, middle))
    )
