"""The score chapter by chapter: what tents, totems and settlements bring, each on a map of its own.

What a chapter counts stands out, all else lies under a veil; below the map the chapters counted so far and their sums.
Where points lie is found in `render.iwari.score_labels`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from PIL import Image

from render import canvas
from render.drawing import Sprite, vertical
from render.frame import Turn, head
from render.iwari import biomes, land, layout, names, panels, picture, pieces, places
from render.iwari.places import Shape
from render.iwari.score_labels import Sum, beside_chains, beside_numbers, lines
from render.iwari.sides import colours, gainers, name_first
from render.language import plural, say
from render.outlines import Point
from render.palette import THEMES, Side, Theme, ThemeName, mix
from render.presenter import Audience
from render.typography import clip, drawable
from rules.iwari import State
from rules.iwari.board import FREE
from rules.iwari.scoring import link_counts, parts, settlements, territory_counts

VEIL = 0.62
"""How much of the sea covers what does not count."""


def draw(view: State, name: str, theme_name: ThemeName, audience: Audience) -> Image.Image:
    """See `Presenter.draw_chapter`. `name` is a part of the score other than that of the half journey."""
    theme = THEMES[theme_name]
    image = _veiled(view, theme)
    _CHAPTERS[name](image, view, theme)
    head(
        image,
        theme,
        audience.match or "Iwari",
        say("Scoring: {part}", part=names.part(name)),
        _leader(view, name, audience),
    )
    panels.count(image, view, name, theme, audience)
    return image


def _leader(view: State, name: str, audience: Audience) -> Turn:
    """Who has most points when this chapter is counted."""
    sums = parts(view).up_to(name)
    ahead = [tribe for tribe, points in enumerate(sums) if points == max(sums)]
    if len(ahead) > 1:
        return Turn(None, plural(len(ahead), "{count} is level", "{count} are level"))
    name = drawable(name_first(view, ahead[0], audience), ahead[0])
    return Turn(colours(view, ahead[0]), say("{name} leads", name=clip(name, 34, "semibold", 330)))


# The chapters.


def _tents(image: Image.Image, view: State, theme: Theme) -> None:
    """Every tent, and in the place of its totems what each territory brings, most first."""
    world = view.board.map
    _mountains(image, view, theme)
    _names(image, view, theme, [], [])
    for found in territory_counts(view):
        place = world.territories[found.territory]
        x, y = places.middle(world, place.id)
        pieces.tray(theme).paste(image, x, y)
        picture.tents(image, view, found.territory, theme)
        biomes.plate(place.biome, place.id, theme).paste(image, x, y + pieces.TOTEM)
        tribes = gainers(found.points)
        radius, spots = pieces.tray_layout(len(tribes))
        for tribe, (dx, dy) in zip(tribes, spots, strict=True):
            pieces.gain(colours(view, tribe), found.points[tribe], theme, radius).paste(image, x + dx, y + dy)
    picture.feats(image, view, theme, view.board.index)


def _totems(image: Image.Image, view: State, theme: Theme) -> None:
    """The totems, and a way in the colour of each tribe that scores a connection, with its points."""
    world = view.board.map
    scored = [(world.connections[found.link], gainers(found.points), found.points) for found in link_counts(view)]
    scored = [row for row in scored if row[1]]
    ways = [way for link, tribes, _ in scored for way in lines(world, link, tribes)]
    numbers = [str(link.no) for link in world.connections]
    feats = [feat.site for feat in view.feats if feat.site in numbers]
    counts = {str(link.no): len(tribes) for link, tribes, _ in scored}
    sums = beside_numbers(world, counts, feats, map(str, view.mountains))
    _tents_under(image, view, theme)
    _names(image, view, theme, list(sums.values()), [way[1:] for way in ways])
    for tribe, start, end in ways:
        pieces.draw_way(image, colours(view, tribe), start, end, theme)
    for link in world.connections:
        pieces.number(link.no, link.kind, theme).paste(image, *places.spot(link.at))
    picture.mountains(image, view, theme)
    for number, place in enumerate(world.territories):
        if place.totem is not None:
            x, y = places.spot(place.totem)
            pieces.totem_space(place.biome, theme).paste(image, x, y)
            picture.totems(image, view, number, theme)
            biomes.plate(place.biome, place.id, theme).paste(image, x, y + pieces.TOTEM)
    for link, tribes, points in scored:
        _strip(image, view, tribes, points, sums[str(link.no)], theme)
    picture.feats(image, view, theme, numbers)


def _settlements(image: Image.Image, view: State, theme: Theme) -> None:
    """The settlements with their points."""
    world = view.board.map
    chains = [(found.tribe, [view.board.space_ids[space] for space in found.spaces]) for found in settlements(view)]
    sums = beside_chains(world, [spaces for _, spaces in chains])
    roads = [[road for road in world.roads if road[0] in spaces and road[1] in spaces] for _, spaces in chains]
    covered = [places.road(world, road) for joined in roads for road in joined]
    _mountains(image, view, theme)
    _tents_under(image, view, theme)
    _names(image, view, theme, sums, covered)
    for (tribe, spaces), joined in zip(chains, roads, strict=True):
        for road in joined:
            picture.chain(image, view, tribe, road, theme)
        for space in spaces:
            pieces.tent(colours(view, tribe), theme).paste(image, *places.middle(world, space))
    for (tribe, spaces), at in zip(chains, sums, strict=True):
        pieces.plaque(theme).paste(image, at.x, at.y)
        pieces.gain(colours(view, tribe), len(spaces), theme, pieces.BADGE).paste(image, at.x, at.y)


_CHAPTERS: dict[str, Callable[[Image.Image, State, Theme], None]] = {
    "tents": _tents,
    "totems": _totems,
    "settlements": _settlements,
}


def _strip(image: Image.Image, view: State, tribes: list[int], points: list[int], at: Sum, theme: Theme) -> None:
    """Points of tribes side by side, most first."""
    pieces.strip(len(tribes), theme).paste(image, at.x, at.y)
    for index, tribe in enumerate(tribes):
        x = at.x + (index - (len(tribes) - 1) / 2) * 42
        pieces.gain(colours(view, tribe), points[tribe], theme).paste(image, x, at.y)


# Under the veil.


def _veiled(view: State, theme: Theme) -> Image.Image:
    """A copy of all that never changes, with the map sunk back into the sea: drawn once, as `picture.ground` is."""
    key = ("iwari under a veil", view.board.map.id, view.tribes, theme.name)
    return canvas.ground(key, lambda: _sink(view, theme))


def _sink(view: State, theme: Theme) -> Image.Image:
    image = picture.ground(view, theme)
    size = (image.width, places.bottom(view.board.map))
    sea = vertical(size, theme.sea, theme.sea_low, end=image.height)
    image.paste(sea, (0, 0), Image.new("L", size, round(255 * VEIL)))
    return image


def _sunk(sprite: Sprite, theme: Theme) -> Sprite:
    """The same piece under the veil. Over land under the veil that looks as if one veil lay over both."""
    sea = Image.new("RGB", sprite.colour.size, mix(theme.sea, theme.sea_low, 0.4))
    return Sprite(Image.blend(sprite.colour, sea, VEIL), sprite.alpha, sprite.centre)


@functools.lru_cache(maxsize=16)
def _sunk_tent(tribe: Side, theme: Theme) -> Sprite:
    return _sunk(pieces.tent(tribe, theme), theme)


@functools.lru_cache(maxsize=64)
def _sunk_mountain(no: int, theme: Theme) -> Sprite:
    return _sunk(pieces.mountain(no, theme), theme)


def _standing(view: State) -> dict[str, int]:
    """The spaces with a tent, and whose it is."""
    flat = "".join(view.tents)
    return {space: int(tribe) for space, tribe in zip(view.board.space_ids, flat, strict=True) if tribe != FREE}


def _tents_under(image: Image.Image, view: State, theme: Theme) -> None:
    for space, tribe in _standing(view).items():
        _sunk_tent(colours(view, tribe), theme).paste(image, *places.middle(view.board.map, space))


def _mountains(image: Image.Image, view: State, theme: Theme) -> None:
    for link in view.board.map.connections:
        if link.no in view.mountains:
            _sunk_mountain(link.no, theme).paste(image, *places.spot(link.at))


def _names(
    image: Image.Image, view: State, theme: Theme, sums: Sequence[Shape], ways: Sequence[tuple[Point, Point]]
) -> None:
    """The names of the territories, those left out over which points or ways will lie."""
    for place, name in layout.names(view.board.map.id).items():
        shape = name.shape()
        free = all(shape.gap(other) > 0 for other in sums)
        if free and not any(places.crosses(way, shape.box(pieces.PATH / 2)) for way in ways):
            land.write_name(image, view.board.map.places[place], name, theme, VEIL)
