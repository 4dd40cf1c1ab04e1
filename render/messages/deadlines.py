"""The time for a turn, and what follows when it is out. Names and titles come in as they should stand."""

from __future__ import annotations

from typing import Protocol

from render.language import plural, say, together, translatable
from render.messages import markup


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


_WHEN_OUT = {
    "default": translatable("When it is out, a default choice is made."),
    "computer": translatable("When it is out, the computer plays the turn."),
    "open": translatable("When it is out, the seat is opened to others."),
}

_WHEN_OUT_CHOICES = {
    "default": translatable("A default choice is made"),
    "computer": translatable("The computer plays the turn"),
    "open": translatable("The seat is opened to others"),
}
"""The same in a form, in the order in which it offers them."""


def agreed(terms: TimeControl) -> str:
    """The lobby's line about time; "" without a limit."""
    if not terms.days:
        return ""
    if terms.weekends_off:
        time = plural(
            terms.days,
            "Time for each turn: {count} day, weekends not counted.",
            "Time for each turn: {count} days, weekends not counted.",
        )
    else:
        time = plural(terms.days, "Time for each turn: {count} day.", "Time for each turn: {count} days.")
    return together([time, say(_WHEN_OUT[terms.when_out])])


def days(count: int, *, weekends_off: bool = False) -> str:
    """A time for a turn, in a form; 0: none."""
    if not count:
        return say("None")
    if weekends_off:
        return plural(count, "{count} day, weekends not counted", "{count} days, weekends not counted")
    return plural(count, "{count} day", "{count} days")


def when_out_choices() -> dict[str, str]:
    """What can happen when the time is out, by its key."""
    return {key: say(text) for key, text in _WHEN_OUT_CHOICES.items()}


def grace(title: str, name: str, until: int) -> str:
    """To the table, when a deadline passed while the bot was down."""
    return say(
        "**{title}**: Longhouse was away when the time of {name} ran out, so there is more of it: "
        "until {moment}, {relative}.",
        title=title,
        name=name,
        moment=markup.moment(until),
        relative=markup.relative(until),
    )


def days_off(title: str, name: str, due_at: int) -> str:
    """To the table, when days off move a deadline."""
    return markup.small(
        say(
            "**{title}**: the time of {name} now runs until {moment}, {relative}, because of days off.",
            title=title,
            name=name,
            moment=markup.moment(due_at),
            relative=markup.relative(due_at),
        )
    )


def default_made(name: str) -> str:
    """A default choice was made."""
    return say("The time of {name} was out, so a default choice was made.", name=name)


def computer_played(name: str) -> str:
    """The computer played a turn."""
    return say("The time of {name} was out, so the computer played this turn.", name=name)


def seat_opened(title: str, name: str) -> str:
    """A seat was opened to others."""
    return say(
        "**{title}**: the time of {name} was out, so the seat is open: `/match takeover`.", title=title, name=name
    )
