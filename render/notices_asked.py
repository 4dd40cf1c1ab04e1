"""What becomes of a notice with buttons once there is nothing to press any more. Names come in as they should stand."""

from __future__ import annotations

WENT_ON = "The match went on, so there is nothing to answer any more."
ASKED_ANEW = "Another question took its place."
CAME_AND_WENT = "Somebody came or left, so there is nothing to answer any more."
PASSED_ON = "The seat has passed on since."
OFFERED_ELSE = "The seat was offered to somebody else."
ENDED = "The match is over."

AGREED = {
    "takeback": "Agreed: the turn was taken back.",
    "draw": "Agreed: the match ends as a draw.",
    "replace": "Agreed: the computer plays on.",
}
"""By what was asked."""


def declined(name: str) -> str:
    """Somebody said no."""
    return f"{name} declined."


def taken(name: str) -> str:
    """A seat was taken over."""
    return f"{name} took the seat over."
