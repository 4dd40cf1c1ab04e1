"""What is said to those who manage a server, and to people about what is stored. Names come in as they should stand."""

from __future__ import annotations

from collections.abc import Sequence

from render.presenter import among, counted

LIMITS = (1, 2, 3, 5, 10, 20)
"""How many open matches a person may be allowed to have."""

ADMINS_ONLY = "This is for people who may manage the server."
NOT_HERE = "There is no such match in this server; choose one of the suggestions."
EVERYBODY = "Longhouse does not ping everybody; choose another role, or none."
ENDED = "This match has ended already."
KEEP = "Nothing was changed."


def settings(channels: Sequence[int], role: int | None, most: int | None, days: int | None) -> str:
    """What the server's admins have set."""
    where = among([f"<#{channel}>" for channel in channels]) if channels else "every channel"
    return "\n".join(
        (
            "### Longhouse in This Server",
            f"Matches may be opened in {where}.",
            f"When a table is opened, <@&{role}> is called." if role else "When a table is opened, no role is called.",
            f"A person may have {counted(most, 'open match', 'open matches')} here."
            if most
            else "A person may have any number of open matches here.",
            f"Time for each turn, unless the host chooses otherwise: {counted(days, 'day')}."
            if days
            else "Turns have no deadline, unless the host sets one.",
            "-# Change this with `/table settings`; what is open already stays as it is.",
        )
    )


def wrong_channel(channels: Sequence[int]) -> str:
    """Why no match can be opened here."""
    places = " or ".join(f"<#{channel}>" for channel in channels)
    return f"In this server matches are opened in {places}."


def too_many(most: int) -> str:
    """Why this person can open or join no further match."""
    return (
        f"In this server a person may have {counted(most, 'open match', 'open matches')}; "
        "finish or leave one first (`/match list`)."
    )


def role_called(role: int) -> str:
    """A line of a new table that calls a role."""
    return f"<@&{role}>, a table is open."


def really_close(title: str) -> str:
    """The question before a match is closed."""
    return f"Close **{title}** for good? It ends without a result, and everybody at the table is told."


def closed_by_admin(title: str) -> str:
    """To the table."""
    return f"**{title}** was closed by somebody who manages this server. It has no result."


def closed(title: str) -> str:
    """To whoever closed it."""
    return f"**{title}** was closed."


def exported(number: int, left_out: int) -> str:
    """What is in the file of a server's matches."""
    said = f"Here is what is stored about this server: its settings and {counted(number, 'match', 'matches')}."
    said += " Of matches that are over every choice is there; those under way keep their secrets."
    if left_out:
        said += f" The choices of the oldest {counted(left_out, 'match', 'matches')} did not fit into one file."
    return said
