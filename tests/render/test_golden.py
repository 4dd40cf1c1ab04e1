"""A few pictures kept as they were when somebody last looked at them, a quarter as wide, with a tolerance.

When a picture is meant to change, run `LONGHOUSE_RENEW=1 python -m pytest tests/render/test_golden.py`, look at
the files and commit them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render import PRESENTERS, Audience
from rules.iye import IYE, Settings

GOLDEN = Path(__file__).parent / "golden"
MEAN, FAR, SHARE = 1.5, 40, 0.004
"""The mean difference of a channel, and the share of pixels that may differ by more than FAR (edges of letters)."""


def hold(seen: Image.Image, name: str) -> None:
    """AssertionError where a picture is not as the golden one of this name; `LONGHOUSE_RENEW=1` writes that anew."""
    file = GOLDEN / f"{name}.png"
    if os.environ.get("LONGHOUSE_RENEW"):
        seen.save(file, optimize=True)
    differ = ImageChops.difference(seen, Image.open(file).convert("RGB"))
    assert max(ImageStat.Stat(differ).mean) < MEAN
    assert far_off(differ) < SHARE


def far_off(differ: Image.Image) -> float:
    """The share of pixels that differ by more than FAR."""
    far = differ.convert("L").point([0] * FAR + [1] * (256 - FAR)).tobytes()
    return sum(far) / len(far)


_OPENING = ("c1", "sun-e5")
_LAYOUT = "SHSTHSHWTSHOSTHSWHSTSWHTS"


def board(moves: tuple[str, ...] | None, theme: str, asked: bool) -> Image.Image:
    """The board after these moves; None: after the first legal option each time, to the end."""
    state = IYE.setup(Settings(first="host", layout=_LAYOUT, cycles=1), 2, 1)
    for move in moves or ():
        IYE.apply(state, move)
    while moves is None and (options := IYE.options(state)):
        IYE.apply(state, options[0])
    view = IYE.view(state, None)
    audience = Audience(("Ada", "Кирилл Ğüneş-Çağlayan İstanbullu"), None, "İye #42")
    return PRESENTERS["iye"].draw(
        view, IYE.decision(view) if asked else None, "dark" if theme == "dark" else "light", audience
    )


CASES: dict[str, tuple[tuple[str, ...] | None, str, bool]] = {
    "iye-start-light": ((), "light", True),
    "iye-middle-dark": (_OPENING, "dark", True),
    "iye-end-light": (None, "light", False),
}


@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_as_it_was(name: str) -> None:
    hold(board(*CASES[name]).reduce(4), name)


def test_a_picture_that_changed_would_be_caught() -> None:
    one, other = board((), "light", True).reduce(4), board(("c1",), "light", True).reduce(4)
    assert far_off(ImageChops.difference(one, other)) > SHARE
