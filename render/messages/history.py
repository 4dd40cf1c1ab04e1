"""What is said when people look back at a match."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import say, together
from render.messages import markup


def page(title: str, lines: Sequence[str], number: int, pages: int) -> str:
    """A page (counted from 0) of what happened, a line a turn."""
    shown = [markup.heading(say("{title}: What Happened", title=title))]
    shown += lines or [say("Nothing has happened yet.")]
    if pages > 1:
        shown.append(page_number(number, pages))
    return "\n".join(shown)


def page_number(number: int, pages: int) -> str:
    """Which page it is, counted from 0."""
    return markup.small(say("Page {number} of {pages}", number=number + 1, pages=pages))


def turn(number: int, happened: str) -> str:
    """A turn's line."""
    return say("**{number}.** {happened}", number=number, happened=happened)


def not_known() -> str:
    """In place of a turn that cannot be told any more."""
    return say("*not known under the present rules*")


def board_at(title: str, number: int, last: int, lines: Sequence[str]) -> str:
    """The head of an earlier board."""
    if number:
        head = say("{title}: after turn {number} of {last}", title=title, number=number, last=last)
    else:
        head = say("{title}: before the first turn", title=title)
    return "\n".join([markup.heading(head), *lines])


def film(title: str) -> str:
    """Goes with the animated picture."""
    return markup.heading(say("{title}: From the First Turn to the Last", title=title))


def film_alt(title: str, boards: int) -> str:
    """The animated picture in words."""
    return say(
        "{title}, its boards one after the other, {boards} in all. `/match history` tells the same in words.",
        title=title,
        boards=boards,
    )


def log_file(title: str, *, over: bool) -> str:
    """Goes with the log as a file."""
    told = say("**{title}**: its log as a text file.", title=title)
    if over:
        return together([told, say("It can be replayed and checked with `python -m rules FILE`.")])
    return together([told, log_of_running()])


def log_of_running() -> str:
    """What is left out of the log of a match under way."""
    return say("The match is not over: the seed is left out, and so is what is neither yours nor open to all.")


def log_of_mixed_rules() -> str:
    """Why a log may not replay."""
    return say("The rules were updated while this match was played, so the log may not replay.")


def log_seat(seat: int, name: str) -> str:
    """Who sat where, in a log; seats are counted from 0 there, as in its lines."""
    return say("seat {seat}: {name}", seat=seat, name=name)
