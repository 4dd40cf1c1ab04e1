"""The map of Iwari with all that stands on it, and below it the cards and the tribes."""

from __future__ import annotations

from collections.abc import Container

from PIL import Image

from render import canvas
from render.drawing import Sprite
from render.frame import Turn, head
from render.iwari import biomes, land, layout, panels, pieces, places
from render.iwari.sides import colours
from render.language import say, translatable
from render.palette import THEMES, Theme, ThemeName
from render.presenter import Audience
from render.typography import called, clip, width
from rules.game import Decision
from rules.iwari import IWARI, State
from rules.iwari.board import DIGITS, FREE, cap
from rules.iwari.drawing import DrawCard
from rules.iwari.feats import ChooseFeat
from rules.iwari.maps import Map
from rules.iwari.playing import PlayCards, PlayMore
from rules.iwari.scoring import times_of
from rules.iwari.third_tribe import PlayThirdTribe, PlayThirdTribeMore

OVER = "over"
_ON_MAP = (PlayCards, PlayMore, PlayThirdTribe, PlayThirdTribeMore, ChooseFeat)


def draw(view: State, ask: Decision | None, theme_name: ThemeName, audience: Audience) -> Image.Image:
    """See `Presenter.draw`."""
    theme = THEMES[theme_name]
    image = ground(view, theme)
    head(image, theme, audience.match or "Iwari", phase(view), _turn(view, audience))
    names(image, view, theme)
    chains(image, view, theme)
    _trail(image, view, theme)
    if ask is not None:
        _legal(image, view, ask, theme)
    mountains(image, view, theme)
    for place in range(len(view.tents)):
        tents(image, view, place, theme)
        totems(image, view, place, theme)
        if view.tents[place] != view.board.empty[place] and view.phase != OVER:
            _room(image, view, place, theme)
    feats(image, view, theme, {feat.site for feat in view.feats})
    panels.draw(image, view, ask, theme, audience)
    return image


def ground(view: State, theme: Theme) -> Image.Image:
    """A copy of all that never changes: the map without its pieces, and the empty cards below it."""
    world = view.board.map
    key = ("iwari", world.id, view.tribes, theme.name)
    return canvas.ground(key, lambda: _ground(world, view.tribes, theme))


def _ground(world: Map, tribes: int, theme: Theme) -> Image.Image:
    image = canvas.sea(panels.height(world), theme)
    land.draw(image, world, theme)
    panels.ground(image, world, tribes, theme)
    return image


def phase(view: State) -> str:
    """How far the journey has come, for the band."""
    if view.phase == OVER:
        return say("Journey's End")
    if view.phase == "draft":
        return say("Starting Hands")
    if view.last_round:
        return say("Last Round")
    return say("First Journey") if view.journey == 1 else say("Second Journey")


def _turn(view: State, audience: Audience) -> Turn:
    if view.drawn:
        return Turn(None, say("A Draw"), over=True)
    if not view.stack:
        return _won(view, audience)
    decision = view.stack[-1]
    asked = _PLACE_A_FEAT if isinstance(decision, ChooseFeat) else _PLAY
    if audience.viewer == decision.seat or view.phase == "draft":  # What follows the first piece tells of the hand.
        asked = _OWN.get(type(decision), asked)
    # The name gives way, not what is to be done.
    room = min(330, 610 - width(say(asked, name="").strip(), 34, "semibold"))
    name = clip(called(audience, decision.seat), 34, "semibold", room)
    return Turn(colours(view, decision.seat), say(asked, name=name))


_PLAY, _PLACE_A_FEAT = translatable("{name} to play"), translatable("{name} to place a feat")
_OWN: dict[type[Decision], str] = {
    DrawCard: translatable("{name} to draw"),
    PlayThirdTribe: translatable("{name} to play the third tribe"),
    PlayThirdTribeMore: translatable("{name} to play the third tribe"),
}


def _won(view: State, audience: Audience) -> Turn:
    rows = IWARI.standings(view)
    winners = [row.seat for row in rows if row.winner]
    if len(winners) == 1 and winners[0] is not None:
        name = clip(called(audience, winners[0]), 34, "semibold", 330)
        return Turn(colours(view, winners[0]), say("{name} has won", name=name), over=True)
    if winners == [None]:
        return Turn(None, say("The third tribe has won"), over=True)
    return Turn(None, say("A shared victory"), over=True)


def mountains(image: Image.Image, view: State, theme: Theme) -> None:
    """The mountains on the connections that they close."""
    for link in view.board.map.connections:
        if link.no in view.mountains:
            pieces.mountain(link.no, theme).paste(image, *places.spot(link.at))


def names(image: Image.Image, view: State, theme: Theme) -> None:
    """The names of the territories."""
    for place, found in layout.names(view.board.map.id).items():
        land.write_name(image, view.board.map.places[place], found, theme)


def feats(image: Image.Image, view: State, theme: Theme, sites: Container[str]) -> None:
    """By how much the points of these territories and connections are multiplied."""
    for site in [site for site in dict.fromkeys(feat.site for feat in view.feats) if site in sites]:
        pieces.feat(times_of(view, site), theme).paste(image, *layout.feats(view.board.map.id)[site])


def chains(image: Image.Image, view: State, theme: Theme) -> None:
    """The roads between two tents of one tribe, in its colour: four tents and more so joined are a settlement."""
    flat = "".join(view.tents)
    for one, other in view.board.map.roads:
        tribe = flat[view.board.map.space_index[one]]
        if tribe != FREE and tribe == flat[view.board.map.space_index[other]]:
            chain(image, view, int(tribe), (one, other), theme)


def chain(image: Image.Image, view: State, tribe: int, road: tuple[str, str], theme: Theme) -> None:
    """A road in the colour of a tribe."""
    (x0, y0), (x1, y1) = (places.spot(view.board.map.spaces[end].at) for end in road)
    pieces.path_of(colours(view, tribe), (round(x1 - x0), round(y1 - y0)), theme).paste(image, x0, y0)


def tents(image: Image.Image, view: State, place: int, theme: Theme) -> None:
    """The tents of a territory."""
    spaces = view.board.map.territories[place].spaces
    for space, tribe in zip(spaces, view.tents[place], strict=True):
        if tribe != FREE:
            pieces.tent(colours(view, int(tribe)), theme).paste(image, *places.spot(space.at))


def totems(image: Image.Image, view: State, place: int, theme: Theme) -> None:
    """The totems of a territory, a pile for each tribe."""
    middle, stack = view.board.map.territories[place].totem, view.totems[place]
    there = [tribe for tribe in DIGITS if tribe in stack]
    if middle is None or not there:
        return
    x, y = places.spot(middle)
    radius, spots = pieces.totem_layout(len(there))
    for tribe, (dx, dy) in zip(there, spots, strict=True):
        count = stack.count(tribe)
        pieces.totem(colours(view, int(tribe)), count, radius, theme).paste(image, x + dx, y + dy)


def _room(image: Image.Image, view: State, place: int, theme: Theme) -> None:
    """How many totems stand in an explored territory, and how many may."""
    own, row, stack = view.board.map.territories[place], view.tents[place], view.totems[place]
    if own.totem is not None:
        tag = pieces.room(f"{len(stack)}/{cap(row)}", len(stack) >= cap(row), theme)
        tag.paste(image, *layout.tags(view.board.map.id)[own.id])


def _trail(image: Image.Image, view: State, theme: Theme) -> None:
    """Rings around what the last turn and the running one have changed."""
    for name in dict.fromkeys([*view.last, *view.touched]):
        _ring(image, view, name, theme, trail=True)


def _legal(image: Image.Image, view: State, ask: Decision, theme: Theme) -> None:
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


def _ring(image: Image.Image, view: State, name: str, theme: Theme, trail: bool = False, dashed: bool = False) -> None:
    """A ring around a space, a totem space or a connection."""
    world = view.board.map
    x, y = places.middle(world, name)
    _round(theme, round(2 * places.rim(world, name)), trail, dashed).paste(image, x, y)
    if name in world.places:
        biomes.plate(world.places[name].biome, name, theme).paste(image, x, y + pieces.TOTEM)


def _round(theme: Theme, side: int, trail: bool, dashed: bool) -> Sprite:
    colour = theme.trail if trail else theme.accent
    return canvas.ring(theme, side, side / 2, 5 if trail or dashed else 8, colour, dashed)
