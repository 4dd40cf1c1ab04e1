"""The calm frame of every picture: title, phase, and whose turn it is, in a band above the board."""

from __future__ import annotations

import functools
from typing import NamedTuple

from PIL import Image

from render import outlines, typography
from render.canvas import MARGIN, WIDTH, mark
from render.drawing import Drawing, Shadow, Sprite
from render.palette import Side, Theme, mix
from render.typography import write

BAND = 128
"""How high the band is, in pixels; boards begin below it."""

_LINE = 68


class Turn(NamedTuple):
    """What the right end of the band says: whose mark (None: nobody's), the words, and whether they are the last."""

    side: Side | None
    words: str
    over: bool = False


def head(image: Image.Image, theme: Theme, title: str, phase: str, turn: Turn) -> None:
    """The band: `title` (the match), `phase` under way, and at the right whose turn it is or who has won."""
    gone = write(image, (MARGIN, _LINE), typography.plain(title, "Longhouse"), 62, theme.ink, "bold", room=560)
    room = _pill(image, theme, turn, WIDTH - MARGIN - (MARGIN + gone + 60) - 260)
    start = MARGIN + gone + 30
    write(image, (start, _LINE + 3), phase, 40, theme.quiet, "medium", room=room - start - 30, smallest=30)


def _pill(image: Image.Image, theme: Theme, turn: Turn, widest: float) -> float:
    """Draw the pill at the right end, as wide as its words; the answer is where it begins."""
    lead = 74 if turn.side is not None else 34
    words, size = typography.fit(turn.words, widest - lead - 34, 42, 34, "semibold")
    width = round(typography.width(words, size, "semibold") + lead + 34)
    left = WIDTH - MARGIN - width
    fill = theme.trail if turn.over and turn.side is None else theme.panel
    if turn.side is not None:
        fill = turn.side.fill if turn.over else mix(theme.panel, turn.side.fill, 0.12)
    pill(theme, width, 76, fill, turn.side.deep if turn.side else theme.panel_edge).paste(
        image, left + width / 2, _LINE
    )
    # Nobody's pill has a strong colour, on which the ground of the panels is read best in both themes.
    ink = theme.panel if turn.over else theme.ink
    if turn.side is not None:
        sign = turn.side._replace(fill=turn.side.ink) if turn.over else turn.side
        mark(sign, 19).paste(image, left + 42, _LINE)
        ink = turn.side.ink if turn.over else theme.ink
    write(image, (left + lead, _LINE + 1), words, size, ink, "semibold")
    return left


@functools.lru_cache(maxsize=12)
def pill(theme: Theme, width: int, height: int, fill: tuple[int, int, int], edge: tuple[int, int, int]) -> Sprite:
    """A rounded bar."""
    pad = 20
    art = Drawing((-pad, -pad, width + pad, height + pad), 1, fine=3)
    art.fill(outlines.rounded(0, 0, width, height, height / 2), mix(theme.panel_edge, edge, 0.6))
    art.fill(outlines.rounded(3, 3, width - 6, height - 6, height / 2 - 3), fill)
    return art.sprite((width / 2, height / 2), Shadow(3, 6, theme.shadow, theme.shade * 0.5))
