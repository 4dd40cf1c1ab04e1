"""What pictures cost, in processor time and bytes: `python -m render.measure [game] [theme]`.

The encoding was chosen by these figures: İye, light, 14 moves played, 1600 by 1240 pixels, one core of a small server
that had other work too, Pillow 13 with zlib-ng and libwebp 1.6, the least processor time of seven runs.

    first drawing, nothing kept yet               760 ms
    drawing                                        10 ms
    drawing and encoding                           61 ms      154 KiB
    webp quality 88 method 0 (chosen)              50 ms      154 KiB
    webp quality 75 method 0                       41 ms      107 KiB
    webp quality 95 method 0                       59 ms      183 KiB
    webp quality 88 method 2                       76 ms      117 KiB
    webp quality 88 method 4                      177 ms      112 KiB
    webp lossless method 0                         73 ms      323 KiB
    png level 1                                    96 ms      441 KiB
    png level 3                                    90 ms      411 KiB
    png level 6                                   131 ms      363 KiB
    png of 256 colours (quantized) level 3         41 ms      132 KiB
    jpeg quality 88, full colour                   12 ms      312 KiB

True-colour PNG and lossless WebP are too large; 256 colours leave bands in the shadows; JPEG is fast, but as large as
the budget and with fringes around letters.
"""

from __future__ import annotations

import functools
import random
import sys
import time
from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from render import PRESENTERS, Audience
from render.encode import METHOD, QUALITY, encode

_WAYS: dict[str, dict[str, object]] = {
    f"webp quality {QUALITY} method {METHOD} (chosen)": {"format": "WEBP", "quality": QUALITY, "method": METHOD},
    "webp quality 75 method 0": {"format": "WEBP", "quality": 75, "method": 0},
    "webp quality 95 method 0": {"format": "WEBP", "quality": 95, "method": 0},
    "webp quality 88 method 2": {"format": "WEBP", "quality": 88, "method": 2},
    "webp quality 88 method 4": {"format": "WEBP", "quality": 88, "method": 4},
    "webp lossless method 0": {"format": "WEBP", "lossless": True, "quality": 0, "method": 0},
    "png level 1": {"format": "PNG", "compress_level": 1},
    "png level 3": {"format": "PNG", "compress_level": 3},
    "png level 6": {"format": "PNG", "compress_level": 6},
    "png of 256 colours (quantized) level 3": {"format": "PNG", "compress_level": 3},
    "jpeg quality 88, full colour": {"format": "JPEG", "quality": 88, "subsampling": 0},
}


class Cost(NamedTuple):
    """Milliseconds of processor time (the least of several runs) and bytes (0 where none are made)."""

    what: str
    ms: float
    size: int


def board(game: str, theme: str, moves: int = 14, seed: int = 3) -> Callable[[], Image.Image]:
    """A function that draws a game's board after some random moves."""
    presenter = PRESENTERS[game]
    settings = presenter.game.Settings()
    seats = presenter.game.seat_range(settings).start
    state = presenter.game.setup(settings, seats, seed)
    chance = random.Random(seed)
    for _ in range(moves):
        if options := presenter.game.options(state):
            presenter.game.apply(state, chance.choice(options))
    decision = presenter.game.decision(state)
    view = presenter.game.view(state, decision.seat if decision else None)
    audience = Audience(("Ada", "Bo", "Chi", "Dee", "Eli", "Flo")[:seats], None, f"{presenter.title} #42")
    ask = presenter.game.decision(view)
    return lambda: presenter.draw(view, ask, "dark" if theme == "dark" else "light", audience)


def least(work: Callable[[], object], runs: int = 7) -> float:
    """The least processor time of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times) * 1000


def costs(game: str = "iye", theme: str = "light") -> list[Cost]:
    """Drawing cold and warm, drawing with encoding, and every way of encoding that was weighed."""
    draw = board(game, theme)
    rows = [Cost("first drawing, nothing kept yet", least(draw, 1), 0), Cost("drawing", least(draw), 0)]
    picture = draw()
    rows.append(Cost("drawing and encoding", least(lambda: encode(draw())), len(encode(picture).data)))
    for what, way in _WAYS.items():
        save = functools.partial(_saved, picture, what, way)
        rows.append(Cost(what, least(save), save()))
    return rows


def _saved(picture: Image.Image, what: str, way: dict[str, object]) -> int:
    out = BytesIO()
    if "256 colours" in what:
        picture = picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    picture.save(out, **way)  # type: ignore[arg-type]
    return len(out.getvalue())


if __name__ == "__main__":
    for row in costs(*sys.argv[1:3]):
        print(f"{row.what:42} {row.ms:7.1f} ms {row.size / 1024:8.0f} KiB")
