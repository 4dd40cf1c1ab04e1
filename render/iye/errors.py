"""What is said about settings that make no match of İye."""

from __future__ import annotations

from collections.abc import Mapping

from render.iye.words import NAMES
from render.presenter import ErrorWords


def _letters(letters: str, unknown: str) -> str:
    return f"A layout is written with the letters {' '.join(letters)}, not with {' '.join(unknown)}."


def _count(letter: str, spirit: int, count: int, found: int) -> str:
    return f"A layout has {count} {letter} ({NAMES[spirit]}); this one has {found}."


ERRORS: Mapping[str, ErrorWords] = {
    "iye.layout_letters": _letters,
    "iye.layout_length": "A layout has 25 letters, row 1 first; this one has {found}.",
    "iye.layout_count": _count,
    "iye.layout_needed": "Moves that were made before, and a problem, need a layout.",
    "iye.starter_needed": "Where moves were made before, it must be said who began.",
    "iye.opening_illegal": "{move} cannot be played where the opening has come to.",
    "iye.opening_ends": "The opening ends the cycle, so there is nothing left to play.",
    "iye.problem_without_moves": "A problem is to be solved in one or more moves.",
    "iye.problem_of_cycles": "A problem is a match of one cycle.",
    "iye.problem_for_guest": "In a problem the host is to move.",
    "iye.problem_too_long": "A problem must be over before the board is empty; give fewer moves.",
}
"""By code; see `render.errors`."""
