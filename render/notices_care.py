"""What is said so that no match is forgotten: calls, reminders, deadlines. Names come in as they should stand there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from render.messages import reminders, turns
from render.presenter import counted


class TimeControl(Protocol):
    """What a table agreed on about time."""

    @property
    def days(self) -> int | None:
        """Days for a turn; None: no limit."""

    @property
    def weekends_off(self) -> bool:
        """Whether Saturdays and Sundays do not count."""

    @property
    def when_out(self) -> str:
        """`default`, `computer` or `open`."""


WHEN_OUT = {
    "default": "a default choice is made",
    "computer": "the computer plays the turn",
    "open": "the seat is opened to others",
}
"""What happens when time is out, by its key."""


def terms(agreed: TimeControl) -> list[str]:
    """The lobby's line about time; none without a limit."""
    if not agreed.days:
        return []
    pause = ", weekends not counted" if agreed.weekends_off else ""
    out = WHEN_OUT[agreed.when_out]
    return [f"Time for each turn: {counted(agreed.days, 'day')}{pause}. When it is out, {out}."]


def call(title: str, mention: str, question: str, due_at: int | None) -> str:
    """To somebody whose turn began while nothing could be said."""
    return turns.later_call(mention, title, question, due_at)


def direct_call(title: str, question: str, due_at: int | None, link: str) -> str:
    """The call in a direct message."""
    return turns.direct_call(title, question, due_at, link)


def reminder(title: str, mention: str, question: str, due_at: int | None, since: int) -> str:
    """A reminder in the match's place."""
    return reminders.reminder(title, mention, question, due_at, since)


def direct_reminder(title: str, question: str, due_at: int | None, since: int, link: str) -> str:
    """A reminder in a direct message."""
    return reminders.direct_reminder(title, question, due_at, since, link)


def heads_up(title: str, mention: str, before: str) -> str:
    """To whoever is probably next."""
    return f"-# {mention}, heads-up: in **{title}** it is {before}'s turn, and then probably yours."


def direct_heads_up(title: str, before: str, link: str) -> str:
    """The same in a direct message."""
    return f"-# Heads-up: in **{title}** it is {before}'s turn, and then probably yours.{_at(link)}"


def standing_still(title: str, name: str, since: int) -> str:
    """To the table, once, when nobody answers."""
    return f"**{title}** stands still: it waits for {name} since <t:{since}:R>, and there are no more reminders."


def digest(lines: Sequence[str]) -> str:
    """The daily list of the matches that wait for somebody."""
    shown = list(lines[:DIGEST_LINES])
    if len(shown) < len(lines):
        shown.append(f"-# and {counted(len(lines) - len(shown), 'match', 'matches')} more: `/match list`")
    return f"### Waiting for You: {counted(len(lines), 'Match', 'Matches')}\n" + "\n".join(shown)


DIGEST_LINES = 10
"""How many matches a daily list names; ten fit into a message of 2000 characters."""


def digest_line(title: str, since: int, due_at: int | None, link: str) -> str:
    """A match in the daily list."""
    return f"**{title}**: since <t:{since}:R>.{_due(due_at)}{_at(link)}"


def grace(title: str, name: str, until: int) -> str:
    """To the table, when a deadline passed while the bot was down."""
    return (
        f"**{title}**: Longhouse was away when the time of {name} ran out, so there is more of it: "
        f"until <t:{until}:F>, <t:{until}:R>."
    )


def away(title: str, name: str, due_at: int) -> str:
    """To the table, when days off move a deadline."""
    return f"-# **{title}**: the time of {name} now runs until <t:{due_at}:F>, <t:{due_at}:R>, because of days off."


def defaulted(name: str) -> str:
    """A default choice was made."""
    return f"The time of {name} was out, so a default choice was made."


def stood_in(name: str) -> str:
    """The computer played a turn."""
    return f"The time of {name} was out, so the computer played this turn."


def opened(title: str, name: str) -> str:
    """A seat was opened."""
    return f"**{title}**: the time of {name} was out, so the seat is open: `/match takeover`."


def _due(due_at: int | None) -> str:
    return f" Due <t:{due_at}:R>." if due_at is not None else ""


def _at(link: str) -> str:
    return f" {link}" if link else ""
