"""What a private panel says beside the question and the choices, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import enumeration, plural, say
from render.messages import markup
from render.messages.history import page_number


def choose() -> str:
    """A menu from which one thing is chosen."""
    return say("Choose…")


def several(fewest: int, most: int) -> str:
    """A menu from which several are chosen at a time."""
    if fewest == most:
        return say("Choose {count}…", count=most)
    return say("Choose {fewest} to {most}…", fewest=max(1, fewest), most=most)


def anytime(number: int, menus: int) -> str:
    """A menu of what is possible at any time, one of several where one has no room for all."""
    if menus == 1:
        return say("At Any Time…")
    return say("At Any Time ({number} of {menus})…", number=number, menus=menus)


def choices() -> str:
    """The heading of choices that have none of their own."""
    return say("Choices")


def numbered(heading: str, number: int) -> str:
    """One of several headings for choices that do not fit under one."""
    return say("{heading} ({number})", heading=heading, number=number)


def so_many_choices(count: int) -> str:
    """How many choices stand behind a heading."""
    return plural(count, "{count} choice", "{count} choices")


def to_confirm(labels: Sequence[str]) -> str:
    """What is about to be done, the choices by their names."""
    return say("**{choices}**?", choices=enumeration(labels))


def sheet_gone() -> str:
    """To somebody who wanted another picture of a position that is not the present one."""
    return say("That picture is not there any more; this is how the match stands now.")


def description(title: str, text: str, page: int, pages: int) -> str:
    """The position in words, or a page of it, counted from 0."""
    lines = [markup.heading(title), text]
    if pages > 1:
        lines.append(page_number(page, pages))
    return "\n".join(lines)
