"""What is said when people look back at a match."""

from __future__ import annotations

from collections.abc import Sequence

NOT_KNOWN = "*not known under the present rules*"
NO_TURNS = "Nothing has happened yet."
FILMING = "A film for you is being made already; please wait for it."
NO_FILM = "This match cannot be shown as a film; look at single turns with `/match at`."
ONLY_HERE = "That match is played elsewhere: only those who play in it can see it from here."
RUNNING_LOG = "The match is not over: the seed is left out, and so is what is neither yours nor open to all."
MIXED_LOG = "The rules were updated while this match was played, so the log may not replay."


def history(title: str, lines: Sequence[str], page: int, pages: int) -> str:
    """A page of what happened, a line a turn."""
    count = f"\n-# Page {page + 1} of {pages}" if pages > 1 else ""
    return f"### {title}: What Happened\n" + ("\n".join(lines) or NO_TURNS) + count


def turn(number: int, happened: str) -> str:
    """A turn's line."""
    return f"**{number}.** {happened}"


def at(title: str, number: int, last: int, lines: Sequence[str]) -> str:
    """The head of an earlier board."""
    when = f"after turn {number} of {last}" if number else "before the first turn"
    return "\n".join([f"### {title}: {when}", *lines])


def no_such_turn(last: int) -> str:
    """A turn that is not there."""
    return f"This match has had {last} turns so far: choose 0 (the first board) to {last}."


def film(title: str) -> str:
    """Goes with the animated picture."""
    return f"### {title}: From the First Turn to the Last"


def film_alt(title: str, boards: int) -> str:
    """The animated picture in words."""
    return f"{title}, its boards one after the other, {boards} in all. `/match history` tells the same in words."


def export(title: str, over: bool) -> str:
    """Goes with the log as a file."""
    how = "It can be replayed and checked with `python -m rules FILE`." if over else RUNNING_LOG
    return f"**{title}**: its log as a text file. {how}"
