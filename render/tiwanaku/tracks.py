"""The Diversity board: four tracks with everybody's pawns, the tiles still to be laid, the tokens in supply."""

from __future__ import annotations

import functools
import math

from PIL import Image

from render import canvas, outlines
from render.drawing import Drawing, Sprite
from render.language import plural, say
from render.outlines import Point
from render.palette import Theme, mix
from render.tiwanaku import crops, meeples, names, soil
from render.tiwanaku.plan import Plan
from render.tiwanaku.position import token_supply
from render.typography import write
from rules.tiwanaku import State
from rules.tiwanaku.position import LAST_LEVEL

_LEVELS = LAST_LEVEL + 1
_SWATCH = 66


def ground(image: Image.Image, plan: Plan, theme: Theme) -> None:
    """The empty board: swatches, and a slot for each level of each terrain."""
    canvas.panel(image, plan.tracks, theme)
    wide, high = _slot(plan)
    for terrain in range(4):
        x, y = _swatch_place(plan, terrain)
        swatch(terrain, _SWATCH, theme).paste(image, x, y)
        for level in range(_LEVELS):
            _empty(terrain, round(wide - 6), round(high - 6), level, theme).paste(image, *_at(plan, terrain, level))
    for level in range(_LEVELS):
        x, y = _at(plan, 0, level)
        if plan.wide:
            write(image, (x, plan.tracks[1] + 32), str(level), 28, theme.quiet, "semibold", "mm")
        else:
            write(image, (plan.tracks[0] + 28, y), str(level), 24, theme.quiet, "semibold", "mm")
    if plan.wide:
        write(image, (plan.tracks[0] + 28, plan.tracks[1] + 32), say("Diversity"), 30, theme.quiet, "semibold")
        write(image, (plan.tracks[0] + 28, plan.tracks[3] - 46), say("Supply"), 30, theme.quiet, "semibold")


def draw(image: Image.Image, plan: Plan, view: State, theme: Theme) -> None:
    """What changes on it."""
    for terrain in range(4):
        _left(image, plan, view, terrain, theme)
        for level in range(_LEVELS):
            sides = [side for side, party in enumerate(view.parties) if party.levels[terrain] == level]
            _pawns(image, plan, view, sides, _at(plan, terrain, level), theme)
    for level, count in enumerate(token_supply(view), start=1):
        x, y = _token_place(plan, level)
        coin = crops.token if count > 0 else crops.no_token
        coin(level, 33 if plan.wide else 27, theme).paste(image, x, y)
        ink = theme.ink if count > 0 else theme.quiet
        write(image, (x + (42 if plan.wide else 31), y + 1), str(count), 34 if plan.wide else 30, ink, "bold")


def _slot(plan: Plan) -> tuple[float, float]:
    """How wide and high a level is."""
    return (61.0, 97.0) if plan.wide else (96.0, 32.5)


def _at(plan: Plan, terrain: int, level: int) -> Point:
    """The middle of a level: tracks run to the right on a long board's picture, upward on a short one's."""
    left, top, right, bottom = plan.tracks
    wide, high = _slot(plan)
    if plan.wide:
        return right - 22 - (_LEVELS - 0.5 - level) * wide, top + 54 + (terrain + 0.5) * high
    return left + 58 + (terrain + 0.5) * (wide + 2), bottom - 164 - (level + 0.5) * high


def _swatch_place(plan: Plan, terrain: int) -> Point:
    x, y = _at(plan, terrain, 0)
    return (plan.tracks[0] + 62, y) if plan.wide else (x - 16, plan.tracks[3] - 122)


def _token_place(plan: Plan, level: int) -> Point:
    left, _, right, bottom = plan.tracks
    if plan.wide:
        return left + 200 + (level - 1) * 126, bottom - 46
    return left + 44 + (level - 1) * (right - left - 40) / 5, bottom - 42


def _left(image: Image.Image, plan: Plan, view: State, terrain: int, theme: Theme) -> None:
    """How many tiles of a terrain are still to be laid; together also how many lie on the Diversity board."""
    x, y = _swatch_place(plan, terrain)
    count = view.left[terrain]
    ink = theme.ink if count else theme.quiet
    if not plan.wide:
        write(image, (x + 40, y + 1), str(count), 36, ink, "bold")
        return
    if view.settings.mode == "coop":
        here = len(view.spent[terrain])
        write(image, (x + 46, y - 17), plural(here, "{count} here", "{count} here"), 30, ink, "bold")
        write(image, (x + 46, y + 17), say("of {count} left", count=count), 24, theme.quiet, "medium")
        return
    write(image, (x + 46, y - 17), names.terrain(terrain), 28, theme.quiet, "semibold")
    write(image, (x + 46, y + 17), plural(count, "{count} left", "{count} left"), 32, ink, "bold")


_SPREAD = {1: ((0.0, 0.0),), 2: ((-0.5, -0.5), (0.5, 0.5)), 3: ((-0.5, -0.55), (0.5, -0.55), (0.0, 0.55)),
           4: ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))}  # fmt: skip


def _pawns(image: Image.Image, plan: Plan, view: State, sides: list[int], spot: Point, theme: Theme) -> None:
    if not sides:
        return
    if plan.wide:
        radius = {1: 20, 2: 14}.get(len(sides), 12)
        steps = [(dx * 25, dy * 38) for dx, dy in _SPREAD[len(sides)]]
    else:
        radius = 12 if len(sides) < 4 else 10
        pace = 86 / max(3, len(sides))
        steps = [((index - (len(sides) - 1) / 2) * pace, 0.0) for index in range(len(sides))]
    for side, (dx, dy) in zip(sides, steps, strict=True):
        meeples.pawn(meeples.side_of_party(view, side), radius, theme).paste(image, spot[0] + dx, spot[1] + dy - 1)


@functools.lru_cache(maxsize=16)
def swatch(terrain: int, side: int, theme: Theme) -> Sprite:
    """A small piece of a terrain."""
    piece = soil.pattern(terrain, theme).crop((30, 30, 30 + round(side * 1.3), 30 + round(side * 1.3)))
    piece = piece.resize((side, side), Image.Resampling.LANCZOS)
    pad = 10
    art = Drawing((-pad, -pad, side + pad, side + pad), 1)
    look = soil.ground(terrain, theme)
    art.fill(outlines.rounded(0, 0, side, side, side * 0.22), look.rim)
    sprite = art.sprite((side / 2, side / 2), canvas.soft(theme, 0.5))
    cover = Drawing((0, 0, side, side), 1)
    cover.fill(outlines.rounded(3, 3, side - 6, side - 6, side * 0.19), (0, 0, 0))
    sprite.colour.paste(piece, (pad, pad), cover.flat().getchannel("A"))
    return sprite


@functools.lru_cache(maxsize=64)
def _empty(terrain: int, wide: int, high: int, level: int, theme: Theme) -> Sprite:
    """A level of a track, deeper in colour the further it is."""
    look = soil.ground(terrain, theme)
    deep = 0.22 + 0.4 * math.sqrt(level / LAST_LEVEL)
    art = Drawing((0, 0, wide, high), 1)
    art.fill(outlines.rounded(0, 0, wide, high, 12), mix(theme.panel, look.rim, 0.35))
    art.fill(outlines.rounded(2, 2, wide - 4, high - 4, 10), mix(theme.panel, look.base, deep))
    return art.sprite((wide / 2, high / 2))
