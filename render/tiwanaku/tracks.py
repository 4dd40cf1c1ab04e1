"""The Diversity board as a table: a column for each terrain, a row for each side; the tokens in supply below it.

Numbers instead of pawns on slots: a slot of nine levels, four terrains and four sides is a few pixels wide on a phone.
"""

from __future__ import annotations

import functools

from PIL import Image

from render import canvas, outlines
from render.drawing import Drawing, Sprite
from render.language import plural, say
from render.palette import Theme, mix
from render.tiwanaku import crops, meeples, names, soil
from render.tiwanaku.plan import Plan
from render.tiwanaku.position import token_supply
from render.typography import write
from rules.tiwanaku import State
from rules.tiwanaku.position import LAST_LEVEL


def ground(image: Image.Image, plan: Plan, theme: Theme) -> None:
    """The empty table: what its rows and columns are called."""
    canvas.panel(image, plan.tracks, theme)
    left, top, _, bottom = plan.tracks
    head, foot, _ = _parts(plan)
    title = say("Diversity") if plan.wide else say("Levels")
    write(image, (left + 18, top + head / 2 + 4), title, 25, theme.quiet, "semibold")
    write(image, (left + 18, bottom - foot / 2), say("Supply"), 25, theme.quiet, "semibold")
    for terrain in range(4):
        side = 66 if plan.wide else 58
        swatch(terrain, side, theme).paste(image, _column(plan, terrain) - _aside(plan), top + head / 2 + 4)


def draw(image: Image.Image, plan: Plan, view: State, theme: Theme) -> None:
    """What changes on it."""
    sides = len(view.parties)
    for terrain in range(4):
        _left(image, plan, view, terrain, theme)
    for side, party in enumerate(view.parties):
        y, high = _row(plan, sides, side)
        owner = meeples.side_of_party(view, side)
        meeples.pawn(owner, min(30, round(high * 0.36)), theme).paste(image, plan.tracks[0] + 64, y)
        for terrain, level in enumerate(party.levels):
            x = _column(plan, terrain)
            wide = round(_parts(plan)[2] - 12)
            _level(terrain, wide, round(high) - 8, level, theme).paste(image, x, y)
            ink = theme.ink if level else theme.quiet
            write(image, (x, y + 1), str(level), min(72, round(high * 0.74)), ink, "black", "mm")
    _supply(image, plan, view, theme)


def _supply(image: Image.Image, plan: Plan, view: State, theme: Theme) -> None:
    """How many offering tokens of each crop nobody holds."""
    left, _, right, bottom = plan.tracks
    radius = 33 if plan.wide else 26
    start = left + (176 if plan.wide else 134)
    pace = (right - 10 - start) / 5
    y = bottom - _parts(plan)[1] / 2
    for level, count in enumerate(token_supply(view), start=1):
        x = start + radius + (level - 1) * pace
        coin = crops.token if count > 0 else crops.no_token
        coin(level, radius, theme).paste(image, x, y)
        ink = theme.ink if count > 0 else theme.quiet
        write(image, (x + radius + 7, y + 1), str(count), 40 if plan.wide else 34, ink, "bold")


def _parts(plan: Plan) -> tuple[float, float, float]:
    """How high the line of terrains and the line of tokens are, and how wide a column is."""
    left, _, right, _ = plan.tracks
    return (104, 100, (right - left - 148) / 4) if plan.wide else (92, 80, (right - left - 122) / 4)


def _column(plan: Plan, terrain: int) -> float:
    """The middle of a terrain's column."""
    _, _, wide = _parts(plan)
    return plan.tracks[2] - 14 - (3.5 - terrain) * wide


def _row(plan: Plan, sides: int, side: int) -> tuple[float, float]:
    """The middle of a side's row, and how high its cells are."""
    head, foot, _ = _parts(plan)
    room = plan.tracks[3] - plan.tracks[1] - head - foot
    return plan.tracks[1] + head + (side + 0.5) * room / sides, min(132.0, room / sides)


def _aside(plan: Plan) -> float:
    """How far left of the middle of its column a swatch lies, to make room for words."""
    return 46 if plan.wide else 30


def _left(image: Image.Image, plan: Plan, view: State, terrain: int, theme: Theme) -> None:
    """How many tiles of a terrain are still to be laid; together also how many lie on the Diversity board."""
    x, y = _column(plan, terrain) - _aside(plan) + (40 if plan.wide else 34), plan.tracks[1] + _parts(plan)[0] / 2 + 4
    count = view.left[terrain]
    ink = theme.ink if count else theme.quiet
    if view.settings.mode == "coop":
        here = len(view.spent[terrain])
        words = plural(here, "{count} here", "{count} here") if plan.wide else str(here)
        below = say("of {count} left", count=count) if plan.wide else say("of {count}", count=count)
        write(image, (x, y - 17), words, 30, ink, "bold")
        write(image, (x, y + 17), below, 24, theme.quiet, "medium")
    elif plan.wide:
        write(image, (x, y - 17), names.terrain(terrain), 28, theme.quiet, "semibold")
        write(image, (x, y + 17), plural(count, "{count} left", "{count} left"), 32, ink, "bold")
    else:
        write(image, (x, y + 1), f"×{count}", 34, ink, "bold", room=56, smallest=26)


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


@functools.lru_cache(maxsize=192)
def _level(terrain: int, wide: int, high: int, level: int, theme: Theme) -> Sprite:
    """The ground of a level: filled in the terrain's colour from the left as far as the track is gone."""
    look = soil.ground(terrain, theme)
    art = Drawing((0, 0, wide, high), 1)
    body = outlines.rounded(2, 2, wide - 4, high - 4, 12)
    art.fill(outlines.rounded(0, 0, wide, high, 14), mix(theme.panel, look.rim, 0.35))
    art.fill(body, mix(theme.panel, look.base, 0.16))
    gone = Drawing((0, 0, wide, high), 1)
    gone.fill(outlines.rounded(0, 0, wide * level / LAST_LEVEL, high, 2), mix(theme.panel, look.base, 0.5))
    art.within(body, gone)
    return art.sprite((wide / 2, high / 2))
