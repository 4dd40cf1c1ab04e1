"""What is said when people leave a match and others come. Names come in as they should stand in the message."""

from __future__ import annotations

from render.language import say, together
from render.messages import markup


def really_leave(title: str, *, alone: bool, loses: bool, comes_last: bool) -> str:
    """Asked before somebody leaves. `alone`: nobody but computer players would be left, and with `loses` the match
    counts; `comes_last`: see there."""
    if loses:
        asked = say(
            "Do you want to leave **{title}**? Nobody but computer players would be left, so the match ends, you have "
            "lost it for the ratings, and that cannot be taken back.",
            title=title,
        )
    elif alone:
        asked = say(
            "Do you want to leave **{title}**? Nobody but computer players would be left, so the match is closed "
            "without a result, and that cannot be taken back.",
            title=title,
        )
    else:
        asked = say(
            "Do you want to leave **{title}**? The computer plays on in your place, until somebody takes the seat "
            "over. As long as nobody has, you can come back by `/match takeover`.",
            title=title,
        )
    return together([asked, rated_last() if comes_last else ""])


def really_resign(title: str, *, ends: bool, rated: bool, comes_last: bool) -> str:
    """Asked before somebody resigns. `ends`: the match is over by it, and with `rated` counts as lost; else the
    computer plays on."""
    if ends and rated:
        asked = say(
            "Do you really want to resign **{title}**? The match ends by it, you have lost it for the ratings, and "
            "that cannot be taken back.",
            title=title,
        )
    elif ends:
        asked = say(
            "Do you really want to resign **{title}**? The match ends by it, and that cannot be taken back.",
            title=title,
        )
    else:
        asked = say(
            "Do you really want to resign **{title}**? The match goes on, and the computer plays in your place until "
            "somebody takes the seat over. As long as nobody has, you can come back by `/match takeover`.",
            title=title,
        )
    return together([asked, rated_last() if comes_last else ""])


def rated_last() -> str:
    """What leaving means for the ratings."""
    return say(
        "When the match is played to its end, whoever has left it comes last in it for the ratings, "
        "unless back by then."
    )


def you_resigned(title: str, *, ends: bool) -> str:
    """To somebody who has resigned."""
    if ends:
        return say("You resigned **{title}**.", title=title)
    return say("You resigned **{title}**; the computer plays on.", title=title)


def you_left() -> str:
    """To somebody who has left."""
    return say("You left the match.")


def your_seat_offered(*, comes_last: bool) -> str:
    """To somebody who offers their own seat."""
    offered = say("Your seat is offered; it stays yours until it is taken over.")
    return together([offered, rated_last() if comes_last else ""])


def seat_offered() -> str:
    """To somebody who offers a computer player's seat."""
    return say("The seat is offered.")


def seat_taken() -> str:
    """To somebody who has taken a seat over."""
    return say("The seat is yours.")


def replaced_at_once() -> str:
    """To somebody who asked for a replacement that nobody had to agree to."""
    return say("The computer plays on.")


# To the table.


def left(name: str) -> str:
    """Somebody left; the computer plays."""
    return say("{name} left; the computer plays on.", name=name)


def resigned(name: str) -> str:
    """Somebody resigned a match that goes on."""
    return say("{name} resigned; the computer plays on.", name=name)


def match_closed() -> str:
    """The last person has gone: follows what they did."""
    return say("Nobody but computer players is left, so this match is closed.")


def took_over(newcomer: str, before: str) -> str:
    """A seat has passed on."""
    return say("{newcomer} takes over from {before}.", newcomer=newcomer, before=before)


def came_back(name: str) -> str:
    """Somebody has the seat again that was theirs before."""
    return say("{name} is back and plays on.", name=name)


def own_seat_offered(to: str, by: str) -> str:
    """Somebody offers their own seat."""
    return say("{to}, {by} offers you their own seat: press Take Over and you play on there.", to=to, by=by)


def others_seat_offered(to: str, by: str, seat: str) -> str:
    """Somebody offers the seat of another. `seat` is who held it."""
    return say(
        "{to}, {by} offers you the seat of {seat}: press Take Over and you play on there.", to=to, by=by, seat=seat
    )


def new_host(name: str) -> str:
    """The host's rights have passed on."""
    return markup.small(say("The host of this match is now {name}.", name=name))


# What becomes of an offer once there is nothing to press any more.


def taken_over_by(name: str) -> str:
    """The seat was taken over."""
    return say("{name} took the seat over.", name=name)


def passed_on() -> str:
    """The seat belongs to somebody else by now."""
    return say("The seat has passed on since.")


def offered_to_another() -> str:
    """Somebody else may have it."""
    return say("The seat was offered to somebody else.")


def left_server(title: str, name: str) -> str:
    """To a table: whoever is to act has left the server."""
    return say(
        "{name} is not in this server any more, and **{title}** waits for them. `/match replace` gives their seat to "
        "the computer or to somebody else.",
        name=name,
        title=title,
    )
