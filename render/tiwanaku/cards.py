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
from render.typography import called, write
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
    """Mark, name, and below it tokens and meeples in supply; the points at the right."""
    left, top, right, bottom = box
    tall = bottom - top > 170
    upper, lower = top + (bottom - top) * 0.29, top + (bottom - top) * 0.7
    points, size = str(view.parties[side].points), 84 if tall else 68
    middle = upper + 2 if tall else (top + bottom) / 2 + 1
    mark(meeples.side_of_party(view, side), 28 if tall else 26, theme).paste(image, left + 46, middle)
    wide = write(image, (right - 24, middle), points, size, theme.ink, "black", "rm")
    room = right - left - 88 - 24 - 20 - wide
    write(image, (left + 88, upper + 1), name(view, side, audience), 44 if tall else 38, theme.ink, "bold",
          room=room, smallest=28)  # fmt: skip
    if side == OTOMA and view.settings.mode == "solo":
        _roster(image, view, (left + 48, lower), theme)
        return
    radius, start = min(32, round((bottom - top) * 0.205)), left + (22 if tall else 84)
    pace = radius * 2 + 7
    for level in range(1, 6):
        held = view.parties[side].tokens >> level - 1 & 1
        coin = crops.token if held else crops.no_token
        coin(level, radius, theme).paste(image, start + radius + (level - 1) * pace, lower)
    if view.settings.mode != "coop":
        _reserve(image, view, side, (start + 5 * pace + 34, lower), min(66, round((bottom - top) * 0.44)), theme)


def _reserve(image: Image.Image, view: State, seat: int, start: tuple[float, float], size: int, theme: Theme) -> None:
    """A meeple, and how many of them are in supply."""
    owner, count = meeples.side_of_seat(view, seat), view.reserve[view.colour(seat)]
    sprite = meeples.meeple(owner, size, theme)
    (sprite if count else sprite.faded(0.4)).paste(image, *start)
    ink = theme.ink if count else theme.quiet
    write(image, (start[0] + size * 0.58, start[1] + 1), f"×{count}", min(44, round(size * 0.8)), ink, "bold")


def _roster(image: Image.Image, view: State, start: tuple[float, float], theme: Theme) -> None:
    """The five Otoma, each with its space."""
    for number, cell in enumerate(view.otoma):
        x = start[0] + number * 118
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
            "×{meeples} · {tiles}",
            meeples=view.reserve[view.colour(seat)],
            tiles=plural(tiles, "{count} tile", "{count} tiles"),
        )
        ink = theme.ink if seat == active else theme.quiet
        call = called(audience, seat)
        write(image, (x + 64, y - 13), call, 27, ink, "bold" if seat == active else "semibold",
              room=half - 78, smallest=24)  # fmt: skip
        write(image, (x + 64, y + 16), facts, 26, theme.quiet, "medium")


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
