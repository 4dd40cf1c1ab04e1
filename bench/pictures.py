"""Pictures: a warm board drawn and encoded, beside the bare encoding of the same pixels and CairoSVG's chess board."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from PIL.Image import Image

from bench.report import Row
from bench.timing import Scale, in_turns, optional, processor_ms
from render import PRESENTERS, Audience
from render.encode import Picture, encode

MOVES = 14
ROUNDS = 7
KIB = 300
CHAPTER_KIB = 256


def boards(scale: Scale) -> list[Row]:
    """Draw and encode, the private panel's board with its marks, and the size of the file, for each game."""
    rows = []
    svg = chess_board()
    for key, look in list(PRESENTERS.items())[: scale.count(len(PRESENTERS))]:
        draw = board(key)
        picture = draw()  # now the layers that never change are drawn
        works: list[Callable[[], object]] = [partial(_whole, draw), partial(encode, picture)]
        if svg is not None:
            works.append(svg)
        whole, bare, *others = in_turns(*map(_timed, works), rounds=scale.count(ROUNDS))
        what = f"{look.title}: draw and encode"
        rows += [_drawn(what, whole, bare), _file(f"{look.title}: the file", picture, KIB)]
        if others:
            rows.append(
                Row(
                    what=f"{what}, again",
                    figure=whole,
                    unit="ms",
                    ratio=whole / others[0],
                    beside="CairoSVG's chess board",
                )
            )
    rows += [row for key in list(PRESENTERS)[: scale.count(len(PRESENTERS))] for row in chapters(key, scale)]
    if svg is None:
        rows.append(Row(what="CairoSVG's chess board", missing="not installed"))
    return rows


def chapters(key: str, scale: Scale) -> list[Row]:
    """Draw and encode each chapter of a finished match's score, where it has pictures: of the fewest players and of
    the most."""
    look = PRESENTERS[key]
    seats = look.game.seat_range(look.game.Settings())
    rows = []
    for count in dict.fromkeys((seats.start, seats.stop - 1)):
        state, audience = _table(key, seed=3, moves=None, seats=count)
        view = look.game.view(state, None)
        for chapter in look.chapters(view, audience):
            if chapter.picture:
                what = f"{look.title}, {count} players: the score's chapter {chapter.title}"
                rows += _chapter(what, partial(look.draw_chapter, view, chapter.picture, "light", audience), scale)
    return rows


def _chapter(what: str, draw: Callable[[], Image], scale: Scale) -> list[Row]:
    picture = draw()  # now what never changes on this map is drawn
    works = [_timed(partial(_whole, draw)), _timed(partial(encode, picture))]
    whole, bare = in_turns(*works, rounds=scale.count(ROUNDS))
    return [_drawn(f"{what}, draw and encode", whole, bare), _file(f"{what}, the file", picture, CHAPTER_KIB)]


def _drawn(what: str, whole: float, bare: float) -> Row:
    """How long drawing with encoding takes, beside the encoding alone, in milliseconds."""
    ratio = whole / bare
    beside = "the bare encoding"
    return Row(what=what, figure=whole, unit="ms", budget=100, ratio=ratio, beside=beside, ratio_budget=2)


def _file(what: str, picture: Image, budget: int) -> Row:
    return Row(what=what, figure=len(encode(picture).data) / 1024, unit="KiB", budget=budget)


def _whole(draw: Callable[[], Image]) -> Picture:
    return encode(draw())


def _timed(work: Callable[[], object]) -> Callable[[], float]:
    return lambda: processor_ms(work)


def board(key: str, seed: int = 3) -> Callable[[], Image]:
    """A function that draws a game's board after some random moves, with the marks for whoever is to choose."""
    look = PRESENTERS[key]
    state, audience = _table(key, seed, MOVES)
    decision = look.game.decision(state)
    view = look.game.view(state, decision.seat if decision else None)
    return lambda: look.draw(view, look.game.decision(view), "light", audience)


def _table(key: str, seed: int, moves: int | None, seats: int | None = None) -> tuple[Any, Audience]:
    """A match after some random moves (None: at its end), and who plays it: `seats`, or as few as can be."""
    look = PRESENTERS[key]
    game = look.game
    settings = game.Settings()
    seats = seats or game.seat_range(settings).start
    state: Any = game.setup(settings, seats, seed)
    chance = random.Random(seed)
    made = 0
    while (found := game.options(state)) and made != moves:
        game.apply(state, chance.choice(found))
        made += 1
    return state, Audience(("Ada", "Bo", "Chi", "Dee", "Eli", "Flo")[:seats], None, f"{look.title} #42")


def chess_board() -> Callable[[], object] | None:
    """CairoSVG drawing python-chess's board as wide as ours, to PNG; None where they are not installed."""
    cairosvg, chess, chess_svg = optional("cairosvg"), optional("chess"), optional("chess.svg")
    if cairosvg is None or chess is None or chess_svg is None:
        return None
    drawing = chess_svg.board(chess.Board(), size=1240).encode()
    return lambda: cairosvg.svg2png(bytestring=drawing)
