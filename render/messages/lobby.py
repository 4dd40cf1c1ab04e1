"""Tables at which players gather. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import enumeration, plural, say, together
from render.messages import markup


def title(game: str, host: str) -> str:
    """The head of a lobby."""
    return markup.heading(say("{game}: a table by {host}", game=game, host=host))


def suggestion(match: str, host: str) -> str:
    """A table in a list to choose from."""
    return say("{match}: a table by {host}", match=match, host=host)


def seats(names: Sequence[str], fewest: int, most: int) -> str:
    """Who sits, and who is still looked for."""
    lines = [f"{number}. {name}" for number, name in enumerate(names, start=1)]
    lines += [f"{number}. {say('*free*')}" for number in range(len(names) + 1, most + 1)]
    missing = fewest - len(names)
    if missing > 0:
        needed = plural(missing, "{count} more player to begin", "{count} more players to begin")
    else:
        needed = say("Ready to begin")
    return "\n".join([*lines, markup.small(needed)])


def invitation(guest: str, host: str, game: str) -> str:
    """To somebody for whom a seat is kept."""
    return say("{guest}, {host} invites you to {game}: press Join to sit down.", guest=guest, host=host, game=game)


def kept_until(at: int) -> str:
    """How long a seat is kept for those who were invited."""
    return say("Kept until {time}", time=markup.moment(at))


def seats_open(guests: Sequence[str]) -> str:
    """A line of a table whose seats are not kept any more."""
    return say("Nothing is kept for {guests} any more: anybody may join.", guests=enumeration(guests))


def your_seats_open(match: str, guests: Sequence[str]) -> str:
    """To a host whose guests have not come in time."""
    return say(
        "At your table of **{match}** nothing is kept for {guests} any more, who did not come within a day: anybody "
        "may join.",
        match=match,
        guests=enumeration(guests),
    )


def role_called(role: str) -> str:
    """A line of a new table that calls a role."""
    return say("{role}, a table is open.", role=role)


def begins_in_thread() -> str:
    """What a lobby shows from Start on."""
    return say("The match begins in a thread of its own.")


def begun(names: Sequence[str], thread: str) -> str:
    """What a lobby shows whose match has begun."""
    return "\n".join([enumeration(names), say("The match has begun in {thread}.", thread=thread)])


def closed_by(host: str) -> str:
    """What a lobby shows that its host has given up."""
    return say("{host} closed this table.", host=host)


def last_one_left(name: str) -> str:
    """What a lobby shows at which nobody is left."""
    return say("{name} left, so this table is closed.", name=name)


def which_level() -> str:
    """The question before a computer player sits down."""
    return say("How well shall the computer player play?")


def sits_down(name: str) -> str:
    """A computer player was added."""
    return say("{name} sits down.", name=name)


def really_close(match: str) -> str:
    """Asked before a host gives a table up."""
    return say(
        "Do you want to close the table of **{match}**? Nobody can join it any more, and that cannot be taken back.",
        match=match,
    )


def you_closed(match: str) -> str:
    """To the host who gave a table up."""
    return say("The table of **{match}** is closed.", match=match)


def you_left(match: str) -> str:
    """To somebody who left a table."""
    return say("You left the table of **{match}**.", match=match)


# A match in direct messages.


def began_below(match: str) -> str:
    """The same match was begun a moment ago, in these direct messages."""
    return say("You have just begun **{match}**, and it waits for your first choice: look below.", match=match)


def began_in_direct_message(match: str) -> str:
    """As `began_below`, where it was asked for in a server."""
    return say(
        "You have just begun **{match}**, and it waits for your first choice in your direct messages with Longhouse.",
        match=match,
    )


def played_here(game: str) -> str:
    """The first word in a direct message."""
    return say("Your match of {game} is played here.", game=game)


def begins_below(match: str) -> str:
    """To somebody who has begun a match in this direct message."""
    return say("{match} begins below.", match=match)


def begins_in_direct_message(match: str) -> str:
    """To somebody who has begun a match elsewhere."""
    return say("{match} begins in a direct message.", match=match)


# Rematches.


def rematch_open(link: str) -> str:
    """The table of a rematch gathers its players."""
    return say("The rematch is open: {link}", link=link)


def rematch_there(link: str) -> str:
    """A rematch was opened before; `link` "" where it is at hand."""
    return together([say("The rematch was opened already."), link])


def next_match_begins() -> str:
    """A rematch that waits for nobody."""
    return say("The next match begins.")
