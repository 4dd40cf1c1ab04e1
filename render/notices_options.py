"""What is said when the host of a table chooses what will be played."""

from __future__ import annotations

GAME = "The Game"
TABLE = "The Table"
"""Pages of options: what is the game's own, and what is agreed on beside it."""


def page(name: str, number: int, pages: int) -> str:
    """One of several pages of the same kind, on a button."""
    return name if pages == 1 else f"{name} ({number} of {pages})"


def form_title(game: str, page: str) -> str:
    """The head of a form."""
    return f"{game}: {page}" if page else f"Options: {game}"


def overview(game: str, summary: str, terms: list[str]) -> str:
    """What is chosen at present, above a button for each page of options."""
    return "\n".join([f"### {game}: Options", summary, *terms, "-# Each button opens a part of the options."])
