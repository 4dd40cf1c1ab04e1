"""What is said to those who manage a server. Titles come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import listing, plural, say, together
from render.messages import markup

LIMITS = (1, 2, 3, 5, 10, 20)
"""How many open matches a person may be allowed to have."""


def overview(channels: Sequence[int], role: int | None, most: int | None, days: int | None) -> str:
    """What the server's admins have set."""
    return "\n".join(
        (
            markup.heading(say("Longhouse in This Server")),
            _channels(channels),
            say("When a table is opened, {role} is called.", role=markup.role(role))
            if role
            else say("When a table is opened, no role is called."),
            plural(
                most,
                "A person may have {count} open match here.",
                "A person may have {count} open matches here.",
            )
            if most
            else say("A person may have any number of open matches here."),
            plural(
                days,
                "Time for each turn, unless the host chooses otherwise: {count} day.",
                "Time for each turn, unless the host chooses otherwise: {count} days.",
            )
            if days
            else say("Turns have no deadline, unless the host sets one."),
            markup.small(say("Change this with `/table settings`; what is open already stays as it is.")),
        )
    )


def _channels(channels: Sequence[int]) -> str:
    if not channels:
        return say("Matches may be opened in every channel.")
    return say("Matches may be opened in {channels}.", channels=listing([markup.channel(one) for one in channels]))


# The form.


def form_title() -> str:
    """The title of the form with a server's settings."""
    return say("Longhouse in This Server")


def channels_label() -> tuple[str, str]:
    """A part of the form and its hint."""
    return say("Channels for matches"), say("None chosen: every channel")


def role_label() -> tuple[str, str]:
    """A part of the form and its hint."""
    return say("Role to call when a table is opened"), say("None chosen: no role")


def limit_label() -> tuple[str, str]:
    """A part of the form and its hint."""
    return say("Open matches for each person"), say("Without a limit, five tables that have not begun")


def days_label() -> tuple[str, str]:
    """A part of the form and its hint."""
    return say("Time for each turn"), say("A host can choose otherwise")


def so_many_matches(count: int) -> str:
    """A limit in the form; 0: none."""
    return plural(count, "{count} match", "{count} matches") if count else no_limit()


def so_many_days(count: int) -> str:
    """A time for a turn in the form; 0: none."""
    return plural(count, "{count} day", "{count} days") if count else no_limit()


def no_limit() -> str:
    """The first choice of both."""
    return say("No limit")


# Closing.


def really_close(title: str) -> str:
    """The question before a match is closed."""
    return say("Close **{title}** for good? It ends without a result, and everybody at the table is told.", title=title)


def closed_by_admin(title: str) -> str:
    """To the table."""
    return say("**{title}** was closed by somebody who manages this server. It has no result.", title=title)


def closed(title: str) -> str:
    """To whoever closed it."""
    return say("**{title}** was closed.", title=title)


def kept() -> str:
    """To whoever did not close it after all."""
    return say("Nothing was changed.")


# Taking along.


def exported(matches: int, left_out: int) -> str:
    """What is in the file of a server's matches. `left_out`: of how many the choices had no room."""
    parts = [
        plural(
            matches,
            "Here is what is stored about this server: its settings and {count} match.",
            "Here is what is stored about this server: its settings and {count} matches.",
        ),
        say("Of matches that are over every choice is there; those under way keep their secrets."),
    ]
    if left_out:
        parts.append(
            plural(
                left_out,
                "The choices of the oldest {count} match did not fit into one file.",
                "The choices of the oldest {count} matches did not fit into one file.",
            )
        )
    return together(parts)
