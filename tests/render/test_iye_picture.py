"""The picture of İye: what the drum leaves behind stays visible, and what counts is said beside the board."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render import PRESENTERS, Audience
from render.iye import panels, picture, words
from rules.iye import IYE, Settings, State
from tests.render.positions import described

LOOK = PRESENTERS["iye"]
LAYOUT = "SHSTHSHWTSHOSTHSWHSTSWHTS"
WHO = Audience(("Ada", "Bo"), None, "İye #42")


def after(*moves: str, cycles: int = 2) -> State:
    state = IYE.setup(Settings(first="host", layout=LAYOUT, cycles=2 if cycles == 2 else 1), 2, 1)
    for move in moves:
        IYE.apply(state, move)
    return IYE.view(state, None)


def drawn(view: State) -> Image.Image:
    return LOOK.draw(view, None, "light", WHO)


@pytest.mark.parametrize("move", ["d3", "c2", "e3", "c5"])
def test_the_tile_that_the_drum_left_is_not_hidden(move: str) -> None:
    """The centre keeps its tile when the drum moves on; the trail only marks its edge."""
    view = after(move)
    moved = drawn(view)
    view.last = None
    x, y = (round(value) for value in picture.place(12))
    middle = (x - 40, y - 40, x + 40, y + 40)
    assert ImageChops.difference(moved.crop(middle), drawn(view).crop(middle)).getbbox() is None
    assert ImageChops.difference(moved, drawn(view)).crop((x - 82, y - 82, x + 82, y + 82)).getbbox() is not None


def _written(view: State, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written beside the board."""
    texts: list[str] = []
    original = panels.write

    def noted(image: Image.Image, at: tuple[float, float], text: str, *rest: object, **more: object) -> float:
        texts.append(text)
        return original(image, at, text, *rest, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(panels, "write", noted)
        panels.ground(Image.new("RGB", (1600, picture.HEIGHT)), picture.THEMES["light"])
        drawn(view)
    return texts


def test_the_row_of_numbers_and_the_aim_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = _written(after("d3"), monkeypatch)
    assert "Points for holding more" in texts
    assert texts.count("2 cycles win the match") == 2
    assert "This cycle wins the match" in _written(after("d3", cycles=1), monkeypatch)


def test_the_aim_counts_what_is_missing_and_ends_with_the_match() -> None:
    view = after("d3")
    assert "2 cycles win the match." in described(LOOK, view, WHO)
    IYE.resign(view, 0)
    assert [words.aim(view, seat) for seat in range(2)] == ["", ""]


def test_a_problem_says_what_wins_it_for_each() -> None:
    state = IYE.setup(Settings(first="host", layout=LAYOUT, cycles=1, within=2), 2, 1)
    assert words.aim(state, 0) == "Wins when the other is stuck"
    assert words.aim(state, 1) == "Wins by never being stuck"
