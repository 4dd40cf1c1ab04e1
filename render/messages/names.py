"""How seats are called that no name is known of."""

from __future__ import annotations

from render.language import say, translatable

_LEVELS = {"easy": translatable("Easy"), "normal": translatable("Normal"), "hard": translatable("Hard")}


def player(seat: int) -> str:
    """A seat (counted from 0) whose player's name is not known, or cannot be shown."""
    return say("Player {number}", number=seat + 1)


def computer(seat: int, level: str) -> str:
    """A computer player at a seat (counted from 0)."""
    return say("Computer {number} ({level})", number=seat + 1, level=level_name(level))


def level_name(level: str) -> str:
    """How well a computer player plays."""
    return say(_LEVELS[level]) if level in _LEVELS else level
