"""The cards of the sides: names, points, offering tokens, meeples in supply; together also players and stacks."""

from __future__ import annotations

import functools

from PIL import Image

from render import canvas, outlines
from render.canvas import mark
from render.drawing import Drawing, Sprite
from render.language import plural, say
from render.palette import Side, Theme, mix
from render.presenter import Audience
from render.tiwanaku import crops, meeples, tracks
from render.tiwanaku.plan import Box, Plan
from render.typography import called, width, write
from rules.tiwanaku import State
from rules.tiwanaku.position import OTOMA, UNKNOWN

_GAP = 12


def layout(plan: Plan, mode: str, sides: int) -> list[Box]:
    """The boxes of the cards: one a side; together also one for the players and one for the own stacks."""
    left, top, right, bottom = plan.cards
    count = sides if mode != "coop" else 4
    high = (bottom - top - _GAP * (count - 1)) / count
    return [(left, top + index * (high + _GAP), right, top + index * (high + _GAP) + high) for index in range(count)]


def ground(image: Image.Image, plan: Plan, mode: str, sides: int, theme: Theme) -> None:
    """The empty cards."""
    for box in layout(plan, mode, sides):
        canvas.panel(image, box, theme, 22)


def draw(image: Image.Image, plan: Plan, view: State, audience: Audience, theme: Theme) -> None:
    """What is on them."""
    boxes = layout(plan, view.settings.mode, len(view.parties))
    active = view.side(view.stack[-1].seat) if view.stack else None
    for side in range(len(view.parties)):
        owner = meeples.side_of_party(view, side)
        if side == active:
            box = boxes[side]
            _bright(round(box[2] - box[0]), round(box[3] - box[1]), owner, theme).paste(image, box[0], box[1])
        _side(image, plan, boxes[side], view, side, audience, theme)
    if view.settings.mode == "coop":
        _players(image, boxes[2], view, audience, theme)
        _stacks(image, boxes[3], view, audience, theme)


@functools.lru_cache(maxsize=16)
def _bright(wide: int, high: int, owner: Side, theme: Theme) -> Sprite:
    """The edge of the card of whoever is to act."""
    pad = 8
    art = Drawing((-pad, -pad, wide + pad, high + pad), 1, fine=3)
    edge = mix(owner.fill, (255, 255, 255), 0.3) if theme.name == "dark" else owner.fill
    art.stroke(outlines.rounded(1, 1, wide - 2, high - 2, 21), 5, edge, closed=True)
    return art.sprite((0, 0))


def name(view: State, side: int, audience: Audience) -> str:
    """How a side is called on its card."""
    if view.competitive or (side != OTOMA and view.settings.mode == "solo"):
        return called(audience, side)
    return say("The Otoma") if side == OTOMA else say("The Group")


def _side(image: Image.Image, plan: Plan, box: Box, view: State, side: int, audience: Audience, theme: Theme) -> None:
    """Name and points in the upper line; tokens, and meeples in supply, in the lower one."""
    left, top, right, bottom = box
    tall = bottom - top > 170
    upper = top + (bottom - top) * 0.31
    lower = top + (bottom - top) * 0.71
    points = str(view.parties[side].points)
    size = 72 if tall else (56 if bottom - top > 120 else 48)
    mark(meeples.side_of_party(view, side), 22 if tall else 19, theme).paste(image, left + 40, upper)
    room = right - left - 72 - 24 - 20 - width(points, size, "black")
    write(image, (left + 72, upper + 1), name(view, side, audience), 44 if tall else 38, theme.ink, "bold",
          room=room, smallest=28)  # fmt: skip
    write(image, (right - 24, upper + 2), points, size, theme.ink, "black", "rm")
    radius = (34 if plan.wide else 27) if tall else 25
    if side == OTOMA and view.settings.mode == "solo":
        _roster(image, view, (left + 48, lower), theme)
        return
    for level in range(1, 6):
        held = view.parties[side].tokens >> level - 1 & 1
        coin = crops.token if held else crops.no_token
        coin(level, radius, theme).paste(image, left + 20 + radius + (level - 1) * (radius * 2 + 7), lower)
    if view.settings.mode != "coop":
        start = left + 30 + 5 * (radius * 2 + 7)
        _reserve(
            image, view, side, (start, right - 22, lower), 62 if tall else min(48, round((bottom - top) * 0.4)), theme
        )


def _reserve(
    image: Image.Image, view: State, seat: int, row: tuple[float, float, float], size: int, theme: Theme
) -> None:
    """The meeples in supply, in a row (left, right, middle) from the right, closer together where it is short."""
    left, right, y = row
    owner, count = meeples.side_of_seat(view, seat), view.reserve[view.colour(seat)]
    pace = min(size * 0.8, (right - left - size) / max(1, count - 1))
    for index in range(count):
        meeples.meeple(owner, size, theme).paste(image, right - size * 0.45 - (count - 1 - index) * pace, y)


def _roster(image: Image.Image, view: State, start: tuple[float, float], theme: Theme) -> None:
    """The five Otoma, each with its space."""
    for number, cell in enumerate(view.otoma):
        x = start[0] + number * 122
        meeples.meeple(meeples.side_of_otoma(view, number), 62, theme, True).paste(image, x, start[1])
        write(image, (x + 36, start[1] + 2), view.ground.names[cell], 32, theme.ink, "semibold")


def _players(image: Image.Image, box: Box, view: State, audience: Audience, theme: Theme) -> None:
    """Everybody of the group: mark, name, meeples in supply and tiles behind the screen."""
    left, top, right, bottom = box
    half = (right - left) / 2
    rows = (view.seats + 1) // 2
    active = view.stack[-1].seat if view.stack else None
    for seat in range(view.seats):
        x = left + (seat % 2) * half
        y = top + (bottom - top) * (seat // 2 + 0.5) / rows
        owner = meeples.side_of_seat(view, seat)
        meeples.meeple(owner, 42, theme).paste(image, x + 34, y)
        tiles = sum(map(len, view.hands[seat]))
        facts = say(
            "{meeples} · {tiles}",
            meeples=plural(view.reserve[view.colour(seat)], "{count} meeple", "{count} meeples"),
            tiles=plural(tiles, "{count} tile", "{count} tiles"),
        )
        ink = theme.ink if seat == active else theme.quiet
        call = called(audience, seat)
        write(image, (x + 64, y - 13), call, 27, ink, "bold" if seat == active else "semibold",
              room=half - 78, smallest=24)  # fmt: skip
        write(image, (x + 64, y + 15), facts, 23, theme.quiet, "medium")


def _stacks(image: Image.Image, box: Box, view: State, audience: Audience, theme: Theme) -> None:
    """The viewer's own stacks with the arrow on top of each (T64); for everybody else only that they are hidden."""
    left, top, right, bottom = box
    y = (top + bottom) / 2
    if audience.viewer is None or not view.stack:
        words = say("Only their owners see the stacks.") if view.stack else say("The screens are down.")
        write(image, (left + 28, y), words, 30, theme.quiet, "medium")
        return
    pace = (right - left - 24) / 4
    for terrain, stack in enumerate(view.hands[audience.viewer]):
        x = left + 12 + terrain * pace
        tracks.swatch(terrain, 66, theme).paste(image, x + 44, y)
        if stack and stack[-1] != UNKNOWN:
            meeples.plain_arrow(stack[-1] % 4, 29, theme).paste(image, x + 44, y)
        ink = theme.ink if stack else theme.quiet
        write(image, (x + 88, y + 1), f"×{len(stack)}", 34, ink, "bold")
