"""The map of Iwari with all that stands on it, and below it the cards and the tribes."""

from __future__ import annotations

import functools
import math

from PIL import Image

from render import canvas
from render.art import Sprite
from render.frame import Turn, head
from render.iwari import biomes, land, panels, pieces
from render.iwari.sides import colours
from render.look import Who
from render.palette import THEMES, Theme, ThemeName
from render.path import Point
from render.type import clip, plain
from rules.game import Decision
from rules.iwari import IWARI
from rules.iwari.board import DIGITS, FREE, cap
from rules.iwari.drawing import DrawCard
from rules.iwari.feats import ChooseFeat
from rules.iwari.maps import Map, load
from rules.iwari.playing import PlayCards, PlayMore
from rules.iwari.scoring import link_counts, territory_counts
from rules.iwari.state import IwariState
from rules.iwari.third_tribe import PlayThirdTribe, PlayThirdTribeMore

OVER = "over"
GAINS = 46
"""How far below a connection's number its points stand at the end."""
_ON_MAP = (PlayCards, PlayMore, PlayThirdTribe, PlayThirdTribeMore, ChooseFeat)


def draw(view: IwariState, ask: Decision | None, theme_name: ThemeName, who: Who) -> Image.Image:
    """See `Look.draw`."""
    theme = THEMES[theme_name]
    world = view.board.map
    key = ("iwari", world.id, view.tribes, theme_name)
    image = canvas.ground(key, lambda: _ground(world, view.tribes, theme))
    head(image, theme, who.match or "Iwari", phase(view), _turn(view, who))
    _chains(image, view, theme)
    _trail(image, view, theme)
    if ask is not None:
        _legal(image, view, ask, theme)
    _connections(image, view, theme)
    for place in range(len(world.territories)):
        _territory(image, view, place, theme)
    if view.phase == OVER:
        _gains(image, view, theme)
    panels.draw(image, view, ask, theme, who)
    return image


def _ground(world: Map, tribes: int, theme: Theme) -> Image.Image:
    image = canvas.sea(panels.height(world), theme)
    land.draw(image, world, theme)
    panels.ground(image, world, tribes, theme)
    return image


def phase(view: IwariState) -> str:
    """How far the journey has come, for the band."""
    if view.phase == OVER:
        return "Journey's End"
    if view.phase == "draft":
        return "Starting Hands"
    if view.last_round:
        return "Last Round"
    return "First Journey" if view.journey == 1 else "Second Journey"


def _turn(view: IwariState, who: Who) -> Turn:
    if view.drawn:
        return Turn(None, "A Draw", over=True)
    if not view.stack:
        return _won(view, who)
    decision = view.stack[-1]
    doing = {
        DrawCard: "to draw",
        ChooseFeat: "to place a feat",
        PlayThirdTribe: "for the third tribe",
        PlayThirdTribeMore: "for the third tribe",
    }.get(type(decision), "to play")
    # The name gives way, not what is to be done.
    name = clip(plain(who.name(decision.seat)), 34, "semibold", 330)
    return Turn(colours(view, decision.seat), f"{name} {doing}")


def _won(view: IwariState, who: Who) -> Turn:
    rows = IWARI.standings(view)
    winners = [row.seat for row in rows if row.winner]
    if len(winners) == 1 and winners[0] is not None:
        return Turn(colours(view, winners[0]), f"{plain(who.name(winners[0]))} has won", over=True)
    if winners == [None]:
        return Turn(None, "The third tribe has won", over=True)
    return Turn(None, "A shared victory", over=True)


def _connections(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """Mountains, and the feats that stand on connections."""
    for link in view.board.map.connections:
        x, y = land.spot(link.at)
        if link.no in view.mountains:
            pieces.mountain(link.no, theme).paste(image, x, y)
        times = 1 + sum(feat.site == str(link.no) for feat in view.feats)
        if times > 1:
            dx, dy = _feat_side(view.board.map.id, str(link.no))
            pieces.feat(times, theme).paste(image, x + dx, y + dy)


def _chains(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """The roads between two tents of one tribe, in its colour: four tents and more so joined are a settlement."""
    table = view.board
    flat = "".join(view.tents)
    spaces = table.map.spaces
    for one, other in table.map.roads:
        tribe = flat[table.map.space_index[one]]
        if tribe != FREE and tribe == flat[table.map.space_index[other]]:
            (x0, y0), (x1, y1) = land.spot(spaces[one].at), land.spot(spaces[other].at)
            pieces.path_of(colours(view, int(tribe)), (round(x1 - x0), round(y1 - y0)), theme).paste(image, x0, y0)


def _territory(image: Image.Image, view: IwariState, place: int, theme: Theme) -> None:
    """Its tents, its totems, how many more totems it takes, and its feats."""
    table = view.board
    territory = table.map.territories[place]
    row = view.tents[place]
    for spot, tribe in enumerate(row):
        if tribe != FREE:
            x, y = land.spot(territory.spaces[spot].at)
            pieces.tent(colours(view, int(tribe)), theme).paste(image, x, y)
    if territory.totem is None:
        return
    x, y = land.spot(territory.totem)
    stack = view.totems[place]
    there = [tribe for tribe in DIGITS if tribe in stack]
    if there:
        radius, spots = pieces.totem_layout(len(there))
        for tribe, (dx, dy) in zip(there, spots, strict=True):
            count = stack.count(tribe)
            pieces.totem(colours(view, int(tribe)), count, radius, theme).paste(image, x + dx, y + dy)
    if row != table.empty[place] and view.phase != OVER:
        pieces.room(f"{len(stack)}/{cap(row)}", len(stack) >= cap(row), theme).paste(
            image, x, y - pieces.TOTEM - pieces.LIFT
        )
    times = 1 + sum(feat.site == territory.id for feat in view.feats)
    if times > 1:
        dx, dy = _feat_side(table.map.id, territory.id)
        pieces.feat(times, theme).paste(image, x + dx, y + dy)


def _gains(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """What every territory and connection has scored, in the marks of the tribes: the final count at one look."""
    world = view.board.map
    for count in territory_counts(view):
        place = world.territories[count.territory]
        if place.totem is not None:
            x, y = land.spot(place.totem)
            _row(image, view, count.points, (x, y - pieces.TOTEM - pieces.LIFT), theme)
    for found in link_counts(view):
        x, y = land.spot(world.connections[found.link].at)
        _row(image, view, found.points, (x, y + GAINS), theme)


def _row(image: Image.Image, view: IwariState, points: list[int], middle: Point, theme: Theme) -> None:
    """The points of those who got some, most first, side by side."""
    gainers = sorted((tribe for tribe, gained in enumerate(points) if gained), key=lambda tribe: -points[tribe])
    if gainers:
        pieces.strip(len(gainers), theme).paste(image, *middle)
    for index, tribe in enumerate(gainers):
        x = middle[0] + (index - (len(gainers) - 1) / 2) * 42
        pieces.gain(colours(view, tribe), points[tribe], theme).paste(image, x, middle[1])


@functools.lru_cache(maxsize=96)
def _feat_side(map_id: str, site: str) -> Point:
    """On which side of a totem space or a number the feats find most room, as a step from its middle."""
    world = load(map_id)
    others = [land.spot(space.at) for space in world.spaces.values()]
    others += [land.spot(link.at) for link in world.connections if str(link.no) != site]
    for place in world.territories:
        x, y = land.spot(place.totem or place.spaces[0].at)
        tag, plate = y - pieces.TOTEM - pieces.LIFT, y + pieces.TOTEM
        others += [(x + side, height) for side in (-36, 0, 36) for height in (tag, plate)]
    x, y = land.spot(_site(world, site))
    if site not in world.places:
        others += [(x + side, y + GAINS) for side in (-30, 0, 30)]
    reach = 74 if site in world.places else 50
    best: tuple[float, Point] = (-1, (0, 0))
    for angle in range(0, 360, 20):
        step = (reach * math.cos(math.radians(angle)), reach * math.sin(math.radians(angle)))
        room = min(math.dist((x + step[0], y + step[1]), other) for other in others)
        best = max(best, (room, step))
    return best[1]


def _site(world: Map, name: str) -> tuple[int, int]:
    """Where a space, a territory's totem space or a connection lies on the map."""
    if name in world.spaces:
        return world.spaces[name].at
    if name in world.places:
        return world.places[name].totem or world.places[name].spaces[0].at
    return next(link.at for link in world.connections if str(link.no) == name)


def _trail(image: Image.Image, view: IwariState, theme: Theme) -> None:
    """Rings around what the last turn and the running one have changed."""
    for name in dict.fromkeys([*view.last, *view.touched]):
        _ring(image, view, name, theme, trail=True)


def _legal(image: Image.Image, view: IwariState, ask: Decision, theme: Theme) -> None:
    """A full ring where a card of the right biome pays, a dashed one where only a pair of another does."""
    if not isinstance(ask, _ON_MAP):
        return
    natural: dict[str, bool] = {}
    for option in ask.options(view):
        kind, _, rest = option.partition("-")
        if kind in ("tent", "totem"):
            site, _, paid = rest.partition("-")
            natural[site] = natural.get(site, False) or "+" not in paid
        elif kind in ("union", "discovery", "honour", "respect"):
            natural[rest] = True
    for name, own in natural.items():
        _ring(image, view, name, theme, dashed=not own)


def _ring(
    image: Image.Image, view: IwariState, name: str, theme: Theme, trail: bool = False, dashed: bool = False
) -> None:
    """A ring around a space, a totem space or a connection."""
    world = view.board.map
    if name in world.spaces:
        side = pieces.SPACE * 2 + 14
    else:
        side = pieces.TOTEM * 2 + 10 if name in world.places else pieces.NUMBER * 2 + 18
    x, y = land.spot(_site(world, name))
    _round(theme, side, trail, dashed).paste(image, x, y)
    if name in world.places:
        biomes.plate(world.places[name].biome, name, theme).paste(image, x, y + pieces.TOTEM)


def _round(theme: Theme, side: int, trail: bool, dashed: bool) -> Sprite:
    colour = theme.trail if trail else theme.accent
    return canvas.ring(theme, side, side / 2, 5 if trail or dashed else 8, colour, dashed)
