"""The board of İye: 25 spirits on an island, the drum among them, and what both players hold and have spent."""

from __future__ import annotations

import functools
import math

from PIL import Image

from render import canvas, outlines
from render.canvas import MARGIN, WIDTH
from render.drawing import Drawing, Sprite
from render.frame import BAND, Turn, head
from render.iye import panels, spirits
from render.language import plural, say
from render.outlines import Point
from render.palette import SIDES, THEMES, Theme, ThemeName
from render.presenter import Audience
from render.typography import called, clip, write
from rules.game import Decision
from rules.iye import MOVES, ChooseStarter, ProblemMove, State
from rules.iye.tiles import CELLS, SIZE

HEIGHT = 1240
BOARD = 1012
"""The side of the island."""
LEFT, TOP = MARGIN, BAND + 28
CELL = 180
TILE = 162
_FIRST = (LEFT + 66 + CELL / 2, TOP + 64 + CELL / 2)


def place(cell: int) -> Point:
    """The middle of a cell in the picture."""
    return _FIRST[0] + cell % SIZE * CELL, _FIRST[1] + cell // SIZE * CELL


def draw(view: State, ask: Decision | None, theme_name: ThemeName, audience: Audience) -> Image.Image:
    """See `Presenter.draw`."""
    theme = THEMES[theme_name]
    image = canvas.ground(("iye", theme_name), lambda: _ground(theme))
    ways = _ways(ask, view)
    head(image, theme, audience.match or "İye", _phase(view, audience), _turn(view, audience))
    _board(image, theme, view, ways)
    if ways:
        _landings(image, theme, ways)
    panels.draw(image, theme, view, audience)
    return image


def _ground(theme: Theme) -> Image.Image:
    """Sea, island, the dips for the tiles, coordinates, and the empty cards of the two players."""
    image = canvas.sea(HEIGHT, theme)
    shape = outlines.coast(outlines.rounded(LEFT, TOP, BOARD, BOARD, 70), 5, seed=5, pace=88)
    canvas.island(image, shape, theme)
    dip = canvas.hollow(theme, TILE, TILE * 0.17)
    for cell in range(CELLS):
        dip.paste(image, *place(cell))
    for index in range(SIZE):
        x, y = place(index * (SIZE + 1))
        write(image, (x, TOP + 37), "abcde"[index], 40, theme.land_ink, "bold", "mm")
        write(image, (LEFT + 38, y), str(index + 1), 40, theme.land_ink, "bold", "mm")
    panels.ground(image, theme)
    return image


def _phase(view: State, audience: Audience) -> str:
    """Which cycle it is; of one that is over, how it ended."""
    running = bool(view.stack) and not isinstance(view.stack[-1], ChooseStarter)
    if running or not view.past or view.resigned or view.drawn:
        number = len(view.past) + 1
        if running and isinstance(view.stack[-1], ProblemMove):
            left = view.stack[-1].left
            return plural(left, "A Problem · {count} move left", "A Problem · {count} moves left")
        return say("One Cycle") if view.cycles == 1 and number == 1 else say("Cycle {number}", number=number)
    ended, number = view.past[-1], len(view.past)
    if ended.stuck is not None:
        return say("Cycle {number} · {name} could not move", number=number, name=called(audience, ended.stuck))
    if not view.stack and view.tiles & (view.tiles - 1):
        return say("A Problem · no moves left")
    return say("Cycle {number} · {high} to {low}", number=number, high=max(ended.points), low=min(ended.points))


def _turn(view: State, audience: Audience) -> Turn:
    if view.drawn:
        return Turn(None, say("A Draw"), over=True)
    if view.resigned:
        return _won(1 - view.resigned[0], audience)
    if not view.stack:
        return _won(int(view.wins(1) > view.wins(0)), audience)
    seat = view.stack[-1].seat
    if isinstance(view.stack[-1], ChooseStarter):
        name = clip(called(audience, seat), 34, "semibold", 270)
        return Turn(SIDES[seat], say("{name} chooses who begins", name=name))
    name = clip(called(audience, seat), 34, "semibold", 330)  # The name gives way, not what is to be done.
    return Turn(SIDES[seat], say("{name} to move", name=name))


def _won(seat: int, audience: Audience) -> Turn:
    name = clip(called(audience, seat), 34, "semibold", 330)
    return Turn(SIDES[seat], say("{name} has won", name=name), over=True)


def _ways(ask: Decision | None, view: State) -> dict[int, list[int | None]]:
    """For each cell that can be reached, the ways: None for natural movement, else the spirit to be spent."""
    ways: dict[int, list[int | None]] = {}
    if ask is None or isinstance(ask, ChooseStarter):
        return ways
    for option in ask.options(view):
        move = MOVES[option]
        ways.setdefault(move.target, []).append(move.spirit)
    return ways


def _board(image: Image.Image, theme: Theme, view: State, ways: dict[int, list[int | None]]) -> None:
    """Tiles, the trail of the last move, the drum. While something is asked, tiles out of reach step back."""
    for cell in range(CELLS):
        if view.tiles >> cell & 1 and cell != view.drum:
            asleep = bool(ways) and cell not in ways
            (_asleep if asleep else spirits.piece)(view.layout[cell], TILE, theme).paste(image, *place(cell))
    if view.tiles >> view.drum & 1:
        canvas.tile(theme, TILE, TILE * 0.17, 1.0).paste(image, *place(view.drum))
    if view.last is not None:
        _trail(image, theme, view)
    _drum(image, theme, view)


def _drum(image: Image.Image, theme: Theme, view: State) -> None:
    x, y = place(view.drum)
    if view.tiles >> view.drum & 1:
        spirits.drum(108, theme).paste(image, x - 14, y - 12)
        spirits.means(view.layout[view.drum], 36, theme).paste(image, x + 42, y + 38)
    else:
        spirits.drum(132, theme).paste(image, x - 4, y - 4)


def _trail(image: Image.Image, theme: Theme, view: State) -> None:
    """Where the drum stood, an arrow from there, and at its middle the spirit that was spent.

    Where a tile lies under that place, its edge is marked instead of its middle, so that the tile still shows.
    """
    last = view.last
    assert last is not None
    (x0, y0), (x1, y1) = place(last.origin), place(last.target)
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    if view.tiles >> last.origin & 1:
        canvas.ring(theme, TILE - 8, TILE * 0.17, 6, theme.trail).paste(image, x0, y0 - 1)
    else:
        _footprint(theme).paste(image, x0, y0)
    away = 52 if view.tiles >> last.origin & 1 else 30
    start, end = (x0 + dx * away, y0 + dy * away), (x1 - dx * 74, y1 - dy * 74)
    middle = canvas.arrow(image, start, end, theme.trail, min(22, 10 + length / 22), 0.13, theme.tile)
    if last.spirit is not None:
        spirits.means(last.spirit, 34, theme).paste(image, *middle)


@functools.lru_cache(maxsize=16)
def _asleep(spirit: int, side: int, theme: Theme) -> Sprite:
    """A tile that cannot be reached now."""
    return spirits.piece(spirit, side, theme).faded(0.42)


@functools.lru_cache(maxsize=4)
def _footprint(theme: Theme) -> Sprite:
    art = Drawing((-34, -34, 34, 34), 1)
    art.disc(0, 0, 22, theme.tile)
    art.disc(0, 0, 19, theme.trail)
    art.disc(0, 0, 10, theme.tile)
    return art.sprite((0, 0), canvas.soft(theme, 0.4))


def _landings(image: Image.Image, theme: Theme, ways: dict[int, list[int | None]]) -> None:
    """A full ring where the drum goes naturally, a dashed one where a tile must be spent; badges tell which."""
    for cell, means in ways.items():
        x, y = place(cell)
        spend = None not in means
        canvas.ring(theme, TILE - 2, TILE * 0.17, 7 if spend else 11, theme.accent, spend).paste(image, x, y - 1)
        spent = [spirit for spirit in means if spirit is not None]
        start = x - (len(spent) - 1) * 21
        for index, spirit in enumerate(spent):
            spirits.means(spirit, 24, theme).paste(image, start + index * 42, y + TILE / 2 - 12)


assert LEFT + BOARD < panels.LEFT and WIDTH - MARGIN == panels.RIGHT
