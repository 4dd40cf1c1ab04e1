"""Typed choices: the option that somebody means, and what to say when it is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from render.presenter import shorten
from rules.match import DRAW, RESIGN
from table.errors import Refusal
from table.fold import fits, fold, same, squeezed
from table.perspective import Perspective

CHOICE = 100
"""How many characters the text of a suggestion may have."""

TYPED = 40
"""So much is quoted of what somebody typed."""


Suggestions = list[tuple[str, str]]
"""What is suggested, as pairs: the text that is shown, and the value that it stands for."""


def looked_for(suggestions: Iterable[tuple[str, str]], typed: str) -> Suggestions:
    """Those that fit what was typed so far, by their text or by their value."""
    return [(name, value) for name, value in suggestions if fits(typed, name) or fits(typed, value)]


def meant(suggestions: Iterable[tuple[str, str]], typed: str) -> str | None:
    """The value that was typed, or whose shown text was: Discord's apps send that now and then. None: it is none."""
    pairs = list(suggestions)
    by_value = [value for _, value in pairs if same(typed, value)]
    by_text = [value for name, value in pairs if same(typed, name) or same(typed, shorten(name, CHOICE))]
    return next(iter([*by_value, *by_text]), None)


# Options of a decision.


def suggested(perspective: Perspective, wanted: Callable[[str], bool] = lambda option: True) -> Suggestions:
    """The options with the texts by which they are suggested. None while nothing is asked."""
    if perspective.decision is None:
        return []
    return [(_shown(option, _label(perspective, option)), option) for option in perspective.options if wanted(option)]


def _label(perspective: Perspective, option: str) -> str:
    assert perspective.decision is not None
    return perspective.presenter.label(option, perspective.decision, perspective.view)


def _shown(option: str, label: str) -> str:
    return label if fold(label).startswith(fold(option)) else f"{option}: {label}"


def exactly(perspective: Perspective, typed: str) -> str | None:
    """The option that was typed, by itself, by its name on a button or by the text of its suggestion. None: none.

    Refusal where it is a name of several.
    """
    options = perspective.options if perspective.decision is not None else []
    if typed in options:
        return typed
    if (option := next((option for option in options if same(typed, option)), None)) is not None:
        return option
    if (option := meant(suggested(perspective), typed)) is not None:
        return option
    named = [option for option in options if same(typed, _label(perspective, option))]
    if len(named) > 1:
        raise Refusal("several_meant", typed=shorten(typed, TYPED), options=named)
    return named[0] if named else None


def option_meant(perspective: Perspective, *readings: str) -> str:
    """The option that is meant by the first of these readings of a typed choice that is one.

    Refusal with the part that is none of what is possible, and the nearest option. While nothing is asked of the
    person, the first reading: whoever takes it says why.
    """
    if perspective.decision is None:
        return readings[0]
    for reading in readings:
        if (option := exactly(perspective, reading)) is not None:
            return option
    if squeezed(readings[0]) in (RESIGN, DRAW):
        raise Refusal("ends_elsewhere")
    raise _nothing_fits(perspective.options, readings[0])


def _nothing_fits(options: list[str], typed: str) -> Refusal:
    parts = re.findall(r"[^\W_]+", typed)
    known = {part for option in options for part in _parts(option)}
    strange = [part for part in parts if fold(part) not in known]
    one = strange[0] if len(strange) == 1 and len(parts) > 1 else ""
    return Refusal("nothing_fits", typed=shorten(typed.strip(), TYPED), part=one, nearest=nearest(options, typed))


def nearest(options: list[str], typed: str) -> str:
    """The option that is most like what was typed: by the parts that they share, then by their letters."""
    parts, letters = set(_parts(typed)), SequenceMatcher(b=squeezed(typed), autojunk=False)

    def likeness(option: str) -> tuple[int, float]:
        letters.set_seq1(squeezed(option))
        return len(parts & set(_parts(option))), letters.ratio()

    return max(options, key=likeness)


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))
