"""The valley of Tiwanaku: terrain as it is found, crops, meeples, and beside them tracks and cards."""

from __future__ import annotations

import functools

from PIL import Image

from render import canvas, outlines
from render.canvas import badge
from render.drawing import Drawing, Sprite
from render.frame import Turn, head
from render.language import say, translatable
from render.palette import THEMES, Theme, ThemeName, mix
from render.presenter import Audience
from render.tiwanaku import cards, crops, meeples, names, notes, signs, soil, tracks, trails
from render.tiwanaku.plan import Plan, plan
from render.typography import called, clip, write
from rules.game import Decision
from rules.tiwanaku import TIWANAKU, State
from rules.tiwanaku.coop import GroupAct, OrderOtoma, SpendTile, SupplyTile
from rules.tiwanaku.divine import DivineAll, DivineMore
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.explore import Act
from rules.tiwanaku.notation import notation
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import HIDDEN, OTOMA, UNKNOWN
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.solo import ChooseOtoma

GHOST = 0.5
"""How strongly what nobody found is shown at the end."""


def draw(view: State, ask: Decision | None, theme_name: ThemeName, audience: Audience) -> Image.Image:
    """See `Presenter.draw`."""
    theme, layout = THEMES[theme_name], plan(view.size)
    key = ("tiwanaku", view.size, view.settings.mode, len(view.parties), theme_name)
    image = canvas.ground(key, lambda: _ground(layout, view, theme))
    head(image, theme, audience.match or "Tiwanaku", _phase(view), _turn(view, audience))
    _soil(image, layout, view, theme)
    _trace(image, layout, view, theme)
    _fields(image, layout, view, theme)
    _pieces(image, layout, view, theme)
    _notes(image, layout, view, audience, theme)
    if ask is not None:
        _asked(image, layout, view, ask, theme)
    tracks.draw(image, layout, view, theme)
    cards.draw(image, layout, view, audience, theme)
    return image


# What never changes.


def _ground(layout: Plan, view: State, theme: Theme) -> Image.Image:
    image = canvas.sea(layout.height, theme)
    left, top, right, bottom = layout.land
    shape = outlines.coast(outlines.rounded(left, top, right - left, bottom - top, 60), 5, seed=9, pace=88)
    canvas.island(image, shape, theme)
    dip = _dip(theme, layout.side)
    for cell in range(5 * layout.columns):
        dip.paste(image, *layout.place(cell))
    _edges(image, layout, theme)
    if layout.wide:
        trails.draw(image, layout, theme)
    tracks.ground(image, layout, theme)
    cards.ground(image, layout, view.settings.mode, len(view.parties), theme)
    return image


@functools.lru_cache(maxsize=4)
def _dip(theme: Theme, side: int) -> Sprite:
    """A space that nobody has found."""
    blank = theme._replace(hollow=mix(theme.hollow, theme.land, 0.35))
    return canvas.hollow(blank, side - 14, 20)


def _edges(image: Image.Image, layout: Plan, theme: Theme) -> None:
    """Elements and letters above, animals and numbers at the left."""
    size = 60
    for column in range(layout.columns):
        x, _ = layout.place(column)
        y = layout.land[1] + 44
        signs.element(column, size, theme).paste(image, x - 22, y)
        write(image, (x + 28, y), "abcdefghi"[column], 40, theme.land_ink, "bold", "mm")
    for row in range(5):
        _, y = layout.place(row * layout.columns)
        x = layout.land[0] + 46
        signs.animal(row, size, theme).paste(image, x, y - 20)
        write(image, (x, y + 36), str(row + 1), 40, theme.land_ink, "bold", "mm")


# The band.


def _phase(view: State) -> str:
    if view.phase == "divining":
        return say("Final Divinations")
    if view.phase == "offering":
        return say("Last Offerings")
    if not view.stack and view.code:
        return view.code
    return say("{found} of {all} Found", found=view.tiles.bit_count(), all=view.ground.cells)


_TO_PLAY, _TO_CHOOSE = translatable("{name} to play"), translatable("{name} to choose")
_TO_DIVINE, _TO_OFFER = translatable("{name} to divine"), translatable("{name} to offer")
_ASKED: dict[type[Decision], str] = {
    Act: _TO_PLAY,
    SpendTile: translatable("{name} to spend a tile"),
    SupplyTile: _TO_CHOOSE,
    OrderOtoma: _TO_CHOOSE,
    ChooseOtoma: _TO_CHOOSE,
    DivineMore: _TO_DIVINE,
    DivineAll: _TO_DIVINE,
    FinalDivine: _TO_DIVINE,
    Offer: _TO_OFFER,
    FinalOffer: _TO_OFFER,
}
"""Who is to do what, by the decision."""


def _turn(view: State, audience: Audience) -> Turn:
    if view.drawn:
        return Turn(None, say("A Draw"), over=True)
    if not view.stack:
        return _won(view, audience)
    decision = view.stack[-1]
    # The name gives way, not what is to be done.
    name = clip(called(audience, decision.seat), 34, "semibold", 330)
    if isinstance(decision, GroupAct):
        asked = say("{name} to play, {direction} first", name=name, direction=names.direction(decision.way))
    else:
        asked = say(_ASKED[type(decision)], name=name)
    return Turn(meeples.side_of_seat(view, decision.seat), asked)


def _won(view: State, audience: Audience) -> Turn:
    winners = [row.seat for row in TIWANAKU.standings(view) if row.winner]
    if winners == [None]:
        return Turn(meeples.side_of_party(view, OTOMA), say("The Otoma have won"), over=True)
    if view.settings.mode == "coop":
        return Turn(meeples.side_of_party(view, 0), say("The group has won"), over=True)
    if len(winners) != 1 or winners[0] is None:
        return Turn(None, say("A shared victory"), over=True)
    name = clip(called(audience, winners[0]), 34, "semibold", 330)
    return Turn(meeples.side_of_seat(view, winners[0]), say("{name} has won", name=name), over=True)


# The board.


def _soil(image: Image.Image, layout: Plan, view: State, theme: Theme) -> None:
    """Terrain: what was found, and at the end, fainter, the rest."""
    found = "".join(letter if view.tiles >> cell & 1 else HIDDEN for cell, letter in enumerate(view.terrain))
    if found != view.terrain:
        rest = _rest(layout, view.terrain, theme)
        image.paste(rest, (round(layout.first[0]), round(layout.first[1])), _faint(layout, view.terrain, found))
    cells = [cell for cell in range(len(found)) if found[cell] != HIDDEN]
    half = layout.side / 2
    joined = {cell: soil.neighbours(found, layout.columns, cell) for cell in cells}
    for cell in cells:
        x, y = layout.place(cell)
        soil.shadow(image, x - half, y - half, layout.side, joined[cell], theme)
    for cell in cells:
        x, y = layout.place(cell)
        kind = (TERRAINS.index(found[cell]), joined[cell])
        soil.lay(image, x - half, y - half, layout.side, divmod(cell, layout.columns), kind, theme)


def _rest(layout: Plan, terrain: str, theme: Theme) -> Image.Image:
    """All known terrain, on a picture of the spaces alone."""
    side = layout.side
    sheet = Image.new("RGB", (layout.columns * side, 5 * side), theme.hollow)
    for cell, letter in enumerate(terrain):
        if letter != HIDDEN:
            row, column = divmod(cell, layout.columns)
            kind = (TERRAINS.index(letter), soil.neighbours(terrain, layout.columns, cell))
            soil.lay(sheet, column * side, row * side, side, (row, column), kind, theme)
    return sheet


def _faint(layout: Plan, terrain: str, found: str) -> Image.Image:
    """Where terrain is known but no tile lies, as a faint mask."""
    side = layout.side
    mask = Image.new("L", (layout.columns * side, 5 * side), 0)
    for cell, letter in enumerate(terrain):
        if letter != HIDDEN and found[cell] == HIDDEN:
            row, column = divmod(cell, layout.columns)
            mask.paste(
                soil.cut(side, soil.neighbours(terrain, layout.columns, cell)).cover, (column * side, row * side)
            )
    return mask.point([round(value * GHOST) for value in range(256)])


def _trace(image: Image.Image, layout: Plan, view: State, theme: Theme) -> None:
    """What the running turn, or else the last one, has touched."""
    running = view.trace
    trace = running if running.route or running.cells or running.otoma else view.last
    if trace is None:
        return
    if len(trace.route) > 1:
        trails.route(image, layout, trace.route, theme)
    for run in trace.otoma:
        owner = meeples.side_of_otoma(view, view.otoma.index(run[-1])) if run[-1] in view.otoma else None
        colour = owner.fill if owner else theme.trail
        trails.run(image, layout, view.ground, run, colour, theme)
    ends = [*trace.cells, *trace.route[-1:], *(run[-1] for run in trace.otoma)]
    for cell in dict.fromkeys(ends):
        canvas.ring(theme, layout.side - 12, 20, 6, theme.trail).paste(image, *layout.place(cell))


def _fields(image: Image.Image, layout: Plan, view: State, theme: Theme) -> None:
    """Crops, the arrows of bare tiles alone, and at the end the crops that nobody divined."""
    occupied = view.occupied()
    for cell in range(len(view.crops)):
        x, y = layout.place(cell)
        if view.crops[cell] != HIDDEN:
            sprite = crops.planted(int(view.crops[cell]), layout.side, theme)
            if not view.planted >> cell & 1:
                sprite = sprite.faded(0.55)
            aside = round(layout.side * 0.06) if occupied >> cell & 1 else 0
            sprite.paste(image, x + aside, y - 2 + aside // 2)
        elif view.settings.mode == "solo" and view.arrows[cell] != UNKNOWN:
            colour, way = divmod(view.arrows[cell], 4)
            meeples.arrow(colour, way, 33, theme).paste(image, x + 32, y - 30)


def _pieces(image: Image.Image, layout: Plan, view: State, theme: Theme) -> None:
    """Meeples; on a crop at its side, so that the crop shows."""
    size = round(layout.side * 0.54)
    for colour, places in enumerate(view.meeples):
        for cell in range(view.ground.cells):
            if places >> cell & 1:
                meeples.meeple(meeples.side_of_colour(colour), size, theme).paste(image, *_stand(layout, view, cell))
    for number, cell in enumerate(view.otoma):
        owner = meeples.side_of_otoma(view, number)
        meeples.meeple(owner, size, theme, True).paste(image, *_stand(layout, view, cell))


def _stand(layout: Plan, view: State, cell: int) -> tuple[float, float]:
    """Where a meeple stands on its space."""
    x, y = layout.place(cell)
    if view.crops[cell] != HIDDEN:
        return x - layout.side * 0.28, y - layout.side * 0.12
    if view.settings.mode == "solo":
        return x - layout.side * 0.17, y + layout.side * 0.04
    return x, y - layout.side * 0.04


def _notes(image: Image.Image, layout: Plan, view: State, audience: Audience, theme: Theme) -> None:
    """The viewer's own notes along the lower edge of a space: a dot for each crop, always in the same place."""
    if audience.viewer is None or not view.stack:
        return
    for cell, digits in notes.shown(view, audience.notes).items():
        x, y = layout.place(cell)
        y += layout.side / 2 - 32
        _strip(theme).paste(image, x, y)
        for level in range(1, 6):
            at = x + (level - 3) * _DOT
            if str(level) in digits:
                crops.number(level, _DOT // 2, theme).paste(image, at, y)
            else:
                _gap(theme).paste(image, at, y)


_DOT = 26
"""How far apart the dots of a space's notes are."""


@functools.lru_cache(maxsize=2)
def _strip(theme: Theme) -> Sprite:
    art = Drawing((-76, -22, 76, 22), 1)
    art.fill(outlines.rounded(-68, -18, 136, 36, 18), theme.tile_edge)
    art.fill(outlines.rounded(-66, -16, 132, 32, 16), theme.tile)
    return art.sprite((0, 0)).faded(0.94)


@functools.lru_cache(maxsize=2)
def _gap(theme: Theme) -> Sprite:
    """Where the dot of a crop would be that is not noted."""
    art = Drawing((-6, -6, 6, 6), 1)
    art.disc(0, 0, 3, theme.tile_edge)
    return art.sprite((0, 0))


# What is asked.


def _asked(image: Image.Image, layout: Plan, view: State, ask: Decision, theme: Theme) -> None:
    """A full ring where a meeple on the board can go, a dashed one where one can only be brought in; ? to divine."""
    side = layout.side - 12
    if isinstance(ask, SupplyTile):
        canvas.ring(theme, side, 20, 9, theme.accent).paste(image, *layout.place(ask.cell))
        return
    if isinstance(ask, ChooseOtoma):
        for cell in view.otoma:
            canvas.ring(theme, side, 20, 9, theme.accent).paste(image, *layout.place(cell))
        return
    if not isinstance(ask, Act | GroupAct | OrderOtoma | DivineMore | DivineAll | FinalDivine):
        return
    words = notation(view.size)
    found: dict[int, set[str]] = {}
    for option in ask.options(view):
        choice = words.read(option)
        if choice.target >= 0:
            found.setdefault(choice.target, set()).add(choice.verb)
    for cell, verbs in found.items():
        x, y = layout.place(cell)
        if verbs & {"explore", "otoma"}:
            canvas.ring(theme, side, 20, 9, theme.accent).paste(image, x, y)
        elif "enter" in verbs:
            canvas.ring(theme, side, 20, 7, theme.accent, True).paste(image, x, y)
        if "divine" in verbs:
            _question(theme).paste(image, x + side / 2 - 14, y - side / 2 + 14)


@functools.lru_cache(maxsize=2)
def _question(theme: Theme) -> Sprite:
    ink = (255, 255, 255) if theme.name == "light" else (8, 32, 30)
    return badge("?", 25, theme.accent, ink, theme.tile)
