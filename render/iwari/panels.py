"""Below the map: deck, display and discards, the viewer's own hand, and a card for each tribe."""

from __future__ import annotations

import functools

from PIL import Image

from render import canvas, outlines
from render.canvas import MARGIN, WIDTH
from render.drawing import Drawing, Sprite
from render.iwari import biomes, names, pieces, places
from render.iwari.sides import colours, name_first
from render.language import plural, say
from render.palette import Side, Theme, mix
from render.presenter import Audience
from render.typography import drawable, write
from rules.game import Decision
from rules.iwari import IWARI, State
from rules.iwari.components import LETTERS, NAMES, components
from rules.iwari.drawing import FROM_DECK, DrawCard
from rules.iwari.maps import Map
from rules.iwari.scoring import Parts, parts

_GAP = 18
_ROW = 186
"""How high the row of cards is."""
_TRIBE = 176
"""How high a tribe's card is."""
_CARD = 92
"""How wide a card of the display is."""
_DISPLAY = 4


def height(world: Map) -> int:
    """How high the whole picture is."""
    return _tribes_top(world) + _TRIBE + MARGIN


def _row_top(world: Map) -> int:
    return places.bottom(world) + 14


def _tribes_top(world: Map) -> int:
    return _row_top(world) + _ROW + _GAP


def _columns(tribes: int) -> list[tuple[float, float]]:
    """Left and right of each tribe's card."""
    wide = (WIDTH - 2 * MARGIN - (tribes - 1) * _GAP) / tribes
    return [(MARGIN + i * (wide + _GAP), MARGIN + i * (wide + _GAP) + wide) for i in range(tribes)]


def ground(image: Image.Image, world: Map, tribes: int, theme: Theme) -> None:
    """The empty cards."""
    top = _row_top(world)
    canvas.panel(image, (MARGIN, top, WIDTH - MARGIN, top + _ROW), theme)
    top = _tribes_top(world)
    for left, right in _columns(tribes):
        canvas.panel(image, (left, top, right, top + _TRIBE), theme, 22)


def draw(image: Image.Image, view: State, ask: Decision | None, theme: Theme, audience: Audience) -> None:
    """Both rows; when the journey is over, its chapters stand where the cards were, and the tribes by their rank."""
    found = parts(view)
    if view.phase == "over":
        order = ranked(view, found.total)
        _chapters(image, view, found, list(names.PARTS), "", order, theme)
        _tribes(image, view, found.total, order, winners(view), theme, audience)
    else:
        _cards(image, view, ask, found, theme, audience)
        _tribes(image, view, found.total, _in_turn(view), [], theme, audience)


def count(image: Image.Image, view: State, part: str, theme: Theme, audience: Audience) -> None:
    """Both rows when this part of the score has just been counted: those before it, and the sums so far."""
    found = parts(view)
    counted = list(names.PARTS)[: list(names.PARTS).index(part) + 1]
    sums = found.up_to(part)
    order = ranked(view, sums)
    _chapters(image, view, found, counted, part, order, theme)
    won = winners(view) if part == names.PARTS[-1] and view.phase == "over" else []
    _tribes(image, view, sums, order, won, theme, audience)


def _in_turn(view: State) -> list[int]:
    """The tribes in the order of play; the third tribe last."""
    return [*view.order, *range(view.seats, view.tribes)]


def ranked(view: State, sums: list[int]) -> list[int]:
    """The tribes with most points first; who is level in the order of their final rank, and then of play."""
    ranks = {_tribe(view, row.seat): row.rank for row in IWARI.standings(view)}
    return sorted(_in_turn(view), key=lambda tribe: (-sums[tribe], ranks.get(tribe, 0)))


def winners(view: State) -> list[int]:
    """The tribes that have won."""
    return [_tribe(view, row.seat) for row in IWARI.standings(view) if row.winner]


def _tribe(view: State, seat: int | None) -> int:
    """The tribe of a row of the standings: nobody's is the third one."""
    return view.seats if seat is None else seat


# Deck, display, discards, hand.


def _cards(
    image: Image.Image, view: State, ask: Decision | None, found: Parts, theme: Theme, audience: Audience
) -> None:
    top = _row_top(view.board.map)
    middle = top + 110
    options = set(ask.options(view)) if isinstance(ask, DrawCard) else set()
    x = MARGIN + 26 + _CARD / 2
    _label(image, x - _CARD / 2, top, say("Deck"), theme)
    _deck(image, view, x, middle, theme)
    if FROM_DECK in options:
        _mark(image, x, middle, theme)
    x += _CARD + 52
    _label(image, x - _CARD / 2, top, say("Display"), theme)
    for card in view.display.ljust(_DISPLAY):
        _card(image, card, x, middle, theme)
        if card != " " and f"draw-{NAMES[card]}" in options:
            _mark(image, x, middle, theme)
        x += _CARD + 14
    left, right = x + 34 - _CARD / 2, float(WIDTH - MARGIN - 26)
    if own := audience.viewer is not None and audience.viewer < view.seats:
        assert audience.viewer is not None
        right = _hand(image, view, audience.viewer, top, middle, theme)
    _beside(image, view, found, (left, right), top, own, theme)


def _beside(
    image: Image.Image, view: State, found: Parts, row: tuple[float, float], top: float, own: bool, theme: Theme
) -> None:
    """Discards, feats to earn, and where no hand is shown the points by their parts: spread over all that is free."""
    left, right = row
    feats = 262 if view.claims else 0
    room = right - left - feats if own else 300 if feats == 0 else 216
    _label(image, left, top, say("Discards"), theme)
    _discards(image, view, left, top + 110, room, theme)
    if feats:
        _feats(image, view, left + (room if own else 236), top, theme)
    if not own:
        _so_far(image, view, found, (left + room + feats + (20 if feats else 44), right), top, theme)


def _so_far(image: Image.Image, view: State, found: Parts, row: tuple[float, float], top: float, theme: Theme) -> None:
    """What each tribe's points are made of, if the score were counted now."""
    left, right = row
    _divider(theme).paste(image, left - 24, top + 94)
    _label(image, left, top, say("Points"), theme)
    pace = min(88.0, (right - left - 156) / view.tribes)
    for column, tribe in enumerate(_in_turn(view)):
        x = right - (view.tribes - column - 0.5) * pace
        canvas.mark(colours(view, tribe), 14, theme).paste(image, x, top + 26)
        for line, part in enumerate(names.PARTS):
            points = getattr(found, part)[tribe]
            ink = theme.ink if points else theme.quiet
            write(image, (x, top + 62 + line * 33), str(points), 28 if pace > 50 else 26, ink, "bold", "mm")
    for line, part in enumerate(names.PARTS):
        write(image, (left, top + 62 + line * 33), names.part(part), 25, theme.quiet, "medium")


def _label(image: Image.Image, x: float, top: float, text: str, theme: Theme) -> None:
    write(image, (x, top + 26), text, 26, theme.quiet, "semibold")


def _card(image: Image.Image, card: str, x: float, y: float, theme: Theme) -> None:
    sprite = _slot(theme) if card == " " else biomes.card(NAMES[card], _CARD, theme)
    sprite.paste(image, x, y)


@functools.lru_cache(maxsize=4)
def _slot(theme: Theme) -> Sprite:
    """Where a card of the display would lie."""
    high = round(_CARD * 1.3)
    art = Drawing((0, 0, _CARD, high), 1)
    art.fill(outlines.rounded(0, 0, _CARD, high, _CARD * 0.13), mix(theme.panel, theme.panel_edge, 0.3))
    return art.sprite((_CARD / 2, high / 2))


def _mark(image: Image.Image, x: float, y: float, theme: Theme) -> None:
    _card_ring(theme).paste(image, x, y)


@functools.lru_cache(maxsize=4)
def _card_ring(theme: Theme) -> Sprite:
    """A ring around a card that can be taken."""
    pad, high = 12, round(_CARD * 1.3)
    art = Drawing((-pad, -pad, _CARD + pad, high + pad), 1)
    art.stroke(outlines.rounded(-2, -2, _CARD + 4, high + 4, _CARD * 0.13 + 2), 7, theme.accent, closed=True)
    return art.sprite((_CARD / 2, high / 2))


def _deck(image: Image.Image, view: State, x: float, y: float, theme: Theme) -> None:
    """A pile that shrinks, and how many cards are left in it."""
    left = len(view.deck)
    if not left:
        _slot(theme).paste(image, x, y)
    back = biomes.card("hidden", _CARD, theme)
    layers = min(5, (left + 8) // 9)
    for layer in range(layers):
        back.paste(image, x + 2 * layer, y - 2 * layer)
    shift = 2 * max(0, layers - 1)
    if left:
        _count(str(left), theme).paste(image, x + shift, y - shift)
    else:
        write(image, (x, y), "0", 40, theme.quiet, "bold", "mm")


@functools.lru_cache(maxsize=80)
def _count(text: str, theme: Theme) -> Sprite:
    art = Drawing((-34, -28, 34, 28), 1)
    art.fill(outlines.rounded(-31, -25, 62, 50, 15), theme.tile)
    sprite = art.sprite((0, 0))
    write(sprite.colour, sprite.centre, text, 38, (60, 42, 24), "black", "mm")
    return sprite


def _discards(image: Image.Image, view: State, left: float, y: float, room: float, theme: Theme) -> None:
    """How many cards of each biome have been discarded: all of it is public (B-30)."""
    wide = room > 280
    pace, side, size = (min(150.0, room / 3), 46, 40) if wide else (76.0, 36, 30)
    for index, letter in enumerate(LETTERS.values()):
        column, row = index % 3, index // 3
        x = left + side / 2 + column * pace
        at = y - 34 + row * 66
        biomes.card(NAMES[letter], side, theme).paste(image, x, at)
        count = view.discard.count(letter)
        ink = theme.ink if count else theme.quiet
        write(image, (x + side / 2 + 10, at), str(count), size, ink, "bold")


def _feats(image: Image.Image, view: State, left: float, top: float, theme: Theme) -> None:
    """How many of each kind of feat can still be earned."""
    if not view.claims:
        return
    _label(image, left, top, say("Feats to Earn"), theme)
    for index, (kind, had) in enumerate(view.claims.items()):
        x, y = left + index % 2 * 118, top + 72 + index // 2 * 62
        spare = components().ours.feats[kind] - len(had)
        ink = theme.ink if spare else theme.quiet
        write(image, (x, y - 4), names.feat(kind), 23, theme.quiet, "medium")
        write(image, (x, y + 24), str(spare), 26, ink, "bold")


def _hand(image: Image.Image, view: State, seat: int, top: float, middle: float, theme: Theme) -> float:
    """The viewer's own cards; where the room at their left ends."""
    hand = view.hands[seat]
    start = WIDTH - MARGIN - 26 - 3 * _CARD - 28
    art = _divider(theme)
    art.paste(image, start - 34, middle - 16)
    _label(image, start, top, say("Your Hand"), theme)
    for index in range(3):
        x = start + _CARD / 2 + index * (_CARD + 14)
        _card(image, hand[index] if index < len(hand) else " ", x, middle, theme)
    return start - 58


@functools.lru_cache(maxsize=4)
def _divider(theme: Theme) -> Sprite:
    art = Drawing((-3, 0, 3, 140), 1)
    art.stroke([(0, 2), (0, 138)], 3, theme.panel_edge)
    return art.sprite((0, 70))


# The final count.


def _chapters(
    image: Image.Image, view: State, found: Parts, counted: list[str], now: str, order: list[int], theme: Theme
) -> None:
    """Above each tribe's card what it got in each part of the score that is counted; the best of each stands out, and
    so does the part that is counted `now`. What the lines are is said once, at the left."""
    top = _row_top(view.board.map)
    for line, part in enumerate(names.PARTS):
        y = top + 32 + line * 41
        if part == now:
            _line(theme).paste(image, MARGIN + 10, y)
        ink = theme.ink if part == now else theme.quiet
        write(image, (MARGIN + 24, y), names.part(part), 30, ink, "semibold")
        if part not in counted:
            continue
        points = getattr(found, part)
        for tribe, (_, right) in zip(order, _columns(view.tribes), strict=True):
            leads = 0 < max(points) == points[tribe]
            write(image, (right - 24, y), str(points[tribe]), 34, theme.ink, "black" if leads else "medium", "rm")


@functools.lru_cache(maxsize=4)
def _line(theme: Theme) -> Sprite:
    """The ground of the line that has just been counted."""
    wide = WIDTH - 2 * MARGIN - 20
    art = Drawing((0, -20, wide, 20), 1, fine=2)
    art.fill(outlines.rounded(0, -20, wide, 40, 12), mix(theme.panel, theme.panel_edge, 0.4))
    return art.sprite((0, 0))


# The tribes.


def _tribes(
    image: Image.Image,
    view: State,
    totals: list[int],
    order: list[int],
    won: list[int],
    theme: Theme,
    audience: Audience,
) -> None:
    """A card for each tribe in this order; whoever is to act or has `won` has a bright edge, and who won a crown."""
    top = _tribes_top(view.board.map)
    for tribe, (left, right) in zip(order, _columns(view.tribes), strict=True):
        paint = colours(view, tribe)
        if tribe in won or (view.stack and view.stack[-1].seat == tribe):
            _bright(theme, paint, round(right - left)).paste(image, left, top)
        canvas.mark(paint, 17, theme).paste(image, left + 36, top + 38)
        name = drawable(name_first(view, tribe, audience), tribe)
        sign = _crown(theme) if tribe in won else _first(theme) if tribe == view.order[0] else None
        room = right - left - 80 - (44 if sign else 0)
        write(image, (left + 64, top + 38), name, 30, theme.ink, "bold", room=room, smallest=24)
        if sign:
            sign.paste(image, right - 34, top + 38)
        _stock(image, view, tribe, left, right, top, totals[tribe], theme)


def _stock(
    image: Image.Image,
    view: State,
    tribe: int,
    left: float,
    right: float,
    top: float,
    points: int,
    theme: Theme,
) -> None:
    """Points, tents and totems left, and the backs or faces of the hand."""
    gone = write(image, (left + 22, top + 98), str(points), 58, theme.ink, "black")
    write(image, (left + 30 + gone, top + 108), plural(points, "point", "points"), 24, theme.quiet, "medium")
    ink = theme.ink
    y = top + 148
    pieces.tent_sign(ink, theme.panel, 26).paste(image, left + 36, y)
    write(image, (left + 56, y), str(view.tents_left[tribe]), 30, ink, "bold")
    pieces.totem_sign(ink, theme.panel, 28).paste(image, left + 116, y)
    write(image, (left + 138, y), str(view.totems_left[tribe]), 30, ink, "bold")
    if tribe < view.seats:
        for index, card in enumerate(reversed(view.hands[tribe])):
            biomes.card(NAMES[card], 36, theme).paste(image, right - 32 - index * 30, y - 6)


@functools.lru_cache(maxsize=32)
def _bright(theme: Theme, paint: Side, wide: int) -> Sprite:
    """The edge of the card whose owner is to act."""
    pad = 8
    art = Drawing((-pad, -pad, wide + pad, _TRIBE + pad), 1, fine=3)
    edge = mix(paint.fill, (255, 255, 255), 0.3) if theme.name == "dark" else paint.fill
    if theme.name == "light" and sum(paint.fill) > 600:
        edge = paint.deep
    art.stroke(outlines.rounded(1, 1, wide - 2, _TRIBE - 2, 21), 5, edge, closed=True)
    return art.sprite((0, 0))


@functools.lru_cache(maxsize=4)
def _first(theme: Theme) -> Sprite:
    """The sign of who started."""
    art = Drawing((-24, -24, 24, 24), 1)
    art.disc(0, 0, 19, theme.quiet)
    art.disc(0, 0, 16.5, theme.panel)
    sprite = art.sprite((0, 0))
    write(sprite.colour, sprite.centre, "1", 24, theme.ink, "black", "mm")
    return sprite


@functools.lru_cache(maxsize=4)
def _crown(theme: Theme) -> Sprite:
    """The sign of who won."""
    art = Drawing((-28, -24, 28, 24), 1)
    crown: outlines.Outline = [(-20, -10), (-10, 2), (0, -16), (10, 2), (20, -10), (16, 16), (-16, 16)]
    art.stroke(crown, 6, theme.ink, closed=True)
    art.fill(crown, (240, 178, 40))
    for x, y in ((-20, -10), (0, -16), (20, -10)):
        art.disc(x, y, 5.5, theme.ink)
        art.disc(x, y, 3.2, (240, 178, 40))
    return art.sprite((0, 0))
