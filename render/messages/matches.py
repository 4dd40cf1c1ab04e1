"""Lists of matches, and matches that move. Names and titles come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import enumeration, plural, say, together
from render.messages import markup
from render.messages.turns import due


def none(command: str) -> str:
    """To somebody who plays in no match. `command` opens a table."""
    return say("You are in no match. Begin one with `{command}`.", command=command)


def yours(lines: Sequence[str], left_out: int) -> str:
    """Somebody's matches, a line each, and how many more there are."""
    shown = [markup.heading(say("Your Matches")), *lines]
    if left_out:
        shown.append(markup.small(plural(left_out, "and {count} match more", "and {count} matches more")))
    return "\n".join(shown)


def your_turn(title: str, others: Sequence[str], place: str, due_at: int | None) -> str:
    """A line of the list. `place` is a channel or thread; "": direct messages."""
    if place:
        line = say("{match}: **your turn** in {place}.", match=_with(title, others), place=place)
    else:
        line = say("{match}: **your turn** in your direct messages.", match=_with(title, others))
    return together([line, due(due_at)])


def waits(title: str, others: Sequence[str], whom: str, place: str, due_at: int | None) -> str:
    """A line about a match that waits for another."""
    if place:
        line = say("{match}: waits for {whom} in {place}.", match=_with(title, others), whom=whom, place=place)
    else:
        line = say("{match}: waits for {whom} in your direct messages.", match=_with(title, others), whom=whom)
    return together([line, due(due_at)])


def nobody() -> str:
    """For whom a match waits that waits for no one."""
    return say("nobody")


def gathering(title: str, others: Sequence[str], channel: str, link: str, *, hosts: bool) -> str:
    """A line about a table that gathers players; `hosts`: the reader is its host."""
    place = together([channel, link])
    match = _with(title, others)
    if hosts:
        return say("{match}: gathering players in {place}. `/match cancel` closes it.", match=match, place=place)
    return say("{match}: gathering players in {place}. `/match cancel` leaves it.", match=match, place=place)


def _with(title: str, others: Sequence[str]) -> str:
    if not others:
        return say("**{title}** with nobody else yet", title=title)
    return say("**{title}** with {others}", title=title, others=enumeration(others))


def named(title: str, names: Sequence[str]) -> str:
    """A match and who plays in it: a thread's name, and in lists to choose from."""
    return say("{title}: {names}", title=title, names=enumeration(names))


def suggestion(title: str, others: Sequence[str], *, your_turn: bool = False, over: bool = False) -> str:
    """A match in a list to choose from."""
    names = enumeration(others) or say("nobody else")
    if your_turn:
        return say("{title} (your turn, with {names})", title=title, names=names)
    if over:
        return say("{title} (over, with {names})", title=title, names=names)
    return say("{title} (with {names})", title=title, names=names)


def computer() -> str:
    """A computer player where its level does not matter."""
    return say("Computer")


def goes_on_here(title: str) -> str:
    """A match has moved to this channel."""
    return say("**{title}** goes on here.", title=title)


def will_go_on_here(title: str) -> str:
    """A match has moved to this channel, but its board could not be posted yet."""
    return say("**{title}** goes on here as soon as its board can be posted.", title=title)


# To the host of a match that cannot be posted any more.


def place_gone(title: str, match: int) -> str:
    """The thread or channel was deleted."""
    return together([say("The place where {title} is played is gone.", title=title), _nothing_is_lost(match)])


def place_locked(title: str, match: int) -> str:
    """The thread was archived and locked."""
    told = say("The place where {title} is played is archived and locked.", title=title)
    return together([told, _nothing_is_lost(match)])


def place_closed(title: str, permissions: str, match: int) -> str:
    """Longhouse may not post there any more."""
    told = say(
        "The place where {title} is played is closed to Longhouse, which needs {permissions} there "
        "(Edit Channel, Permissions, Longhouse).",
        title=title,
        permissions=permissions,
    )
    return together([told, _nothing_is_lost(match)])


def place_unfit(title: str, match: int) -> str:
    """The channel is of a kind that has no threads."""
    told = say("{title} has no thread: Discord makes none in this kind of channel.", title=title)
    return together([told, _nothing_is_lost(match)])


def place_full(title: str, match: int) -> str:
    """The server has as many open threads as it may have. It is tried again by itself."""
    told = say(
        "{title} has no thread: the server has as many open threads as Discord allows, so some must be closed or "
        "archived first. Longhouse tries again every day.",
        title=title,
    )
    return together([told, _nothing_is_lost(match)])


def place_refused(title: str, code: int, match: int) -> str:
    """Discord takes nothing there, for a reason that we do not know. It is tried again by itself."""
    told = say(
        "Discord takes nothing in the place where {title} is played (its error {code}). "
        "Longhouse tries again every day.",
        title=title,
        code=code,
    )
    return together([told, _nothing_is_lost(match)])


def _nothing_is_lost(match: int) -> str:
    return say(
        "Nothing of the match is lost: write `/match here` with match {match} where it shall go on.", match=match
    )
