"""What a private panel says beside the question and the choices, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

CHOOSE = "Choose…"
ANYTIME = "At Any Time…"
SHEET_GONE = "That picture is not there any more; this is how the match stands now."


def anytime(number: int, menus: int) -> str:
    """In a menu of what is possible at any time, one of several where one has no room for all."""
    return ANYTIME if menus == 1 else f"At Any Time ({number} of {menus})…"


def several(fewest: int, most: int) -> str:
    """In a menu from which several are chosen at a time."""
    return f"Choose {most}…" if fewest == most else f"Choose {max(1, fewest)} to {most}…"


def to_confirm(labels: Sequence[str]) -> str:
    """What is about to be done, the choices by their names: to be confirmed."""
    return f"**{', '.join(labels)}**?"


def description(title: str, text: str, page: int, pages: int) -> str:
    """The position in words, or a page of it. `page` counts from 0."""
    count = f"\n-# Page {page + 1} of {pages}" if pages > 1 else ""
    return f"### {title}\n{text}{count}"
