"""What is said to a person about an error that carries a code: one sentence that says what is wrong.

The words for codes of one game are contributed by its presenter (`Presenter.errors`); those that all games share are
here. A text names the error's values in braces; where more than that is to be done, a function takes them by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from render import PRESENTERS
from render.presenter import ErrorWords, counted
from rules.errors import CodedError


def _seats_not_allowed(game: str, fewest: int, most: int, seats: int) -> str:
    allowed = counted(most, "player") if fewest == most else f"{fewest} to {most} players"
    return f"{game} is for {allowed} here, not for {seats}."


COMMON: Mapping[str, ErrorWords] = {
    "match_over": "This match is over.",
    "not_your_turn": "It is not your turn in this match.",
    "not_offered": "That move is not possible now; choose one of those that are offered.",
    "not_together": "These cannot be chosen together: choose {fewest} to {most} of those that are offered.",
    "seats_not_allowed": _seats_not_allowed,
    "settings_unreadable": "The settings cannot be read ({reason}).",
}
"""By code."""

UNKNOWN = "That cannot be done now."
"""For a code without words, which there is none of as long as the tests are green."""


def tables() -> list[Mapping[str, ErrorWords]]:
    """Every table of words, the common one first."""
    return [COMMON, *(presenter.errors for presenter in PRESENTERS.values())]


def words(error: CodedError) -> str:
    """The sentence for an error."""
    for table in tables():
        if (found := table.get(error.code)) is not None:
            return found.format(**error.values) if isinstance(found, str) else found(**error.values)
    return UNKNOWN
