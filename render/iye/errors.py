"""What is said about settings that make no match of İye, and about moves that are typed."""

from __future__ import annotations

from collections.abc import Mapping

from render.iye.words import spirit_name, spirit_names
from render.language import listing, say, translatable
from render.presenter import ErrorWords


def _letters(letters: str, unknown: str) -> str:
    return say(
        "A layout is written with the letters {letters}, not with {unknown}.",
        letters=" ".join(letters),
        unknown=" ".join(unknown),
    )


def _count(letter: str, spirit: int, count: int, found: int) -> str:
    return say(
        "A layout has {count} {letter} ({spirit}); this one has {found}.",
        count=count,
        letter=letter,
        spirit=spirit_name(spirit),
        found=found,
    )


def _spirit_unknown(name: str) -> str:
    return say("There is no spirit called “{name}”: they are {names}.", name=name, names=listing(spirit_names()))


ERRORS: Mapping[str, ErrorWords] = {
    "iye.layout_letters": _letters,
    "iye.layout_length": translatable("A layout has 25 letters, row 1 first; this one has {found}."),
    "iye.layout_count": _count,
    "iye.layout_needed": translatable("Moves that were made before, and a problem, need a layout."),
    "iye.starter_needed": translatable("Where moves were made before, it must be said who began."),
    "iye.opening_illegal": translatable("{move} cannot be played where the opening has come to."),
    "iye.opening_ends": translatable("The opening ends the cycle, so there is nothing left to play."),
    "iye.problem_without_moves": translatable("A problem is to be solved in one or more moves."),
    "iye.problem_of_cycles": translatable("A problem is a match of one cycle."),
    "iye.problem_for_guest": translatable("In a problem the host is to move."),
    "iye.problem_too_long": translatable("A problem must be over before the board is empty; give fewer moves."),
    "iye.spirit_unknown": _spirit_unknown,
}
"""By code; see `render.errors`."""
