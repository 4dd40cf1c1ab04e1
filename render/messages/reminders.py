"""What is said so that no match is forgotten. Names and titles come in as they should stand, questions as whole
sentences; `link` is the address of the newest post, or "" where it is at hand."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import plural, say, together
from render.messages import markup
from render.messages.turns import due

DIGEST_LINES = 10
"""How many matches a daily list names; ten fit into a message of 2000 characters."""


def reminder(title: str, who: str, question: str, due_at: int | None, since: int) -> str:
    """A reminder in the match's place."""
    asked = say(
        "Reminder: {who}, **{title}** waits for you since {since}. {question}",
        who=who,
        title=title,
        since=markup.relative(since),
        question=question,
    )
    return markup.small(together([asked, due(due_at)]))


def direct_reminder(title: str, question: str, due_at: int | None, since: int, link: str) -> str:
    """A reminder in a direct message."""
    asked = say(
        "Reminder: **{title}** waits for you since {since}. {question}",
        title=title,
        since=markup.relative(since),
        question=question,
    )
    return markup.small(together([asked, due(due_at), link]))


def heads_up(title: str, who: str, before: str) -> str:
    """To whoever is probably next."""
    return markup.small(
        say(
            "{who}, heads-up: in **{title}** it is {before}'s turn, and then probably yours.",
            who=who,
            title=title,
            before=before,
        )
    )


def direct_heads_up(title: str, before: str, link: str) -> str:
    """The same in a direct message."""
    told = say("Heads-up: in **{title}** it is {before}'s turn, and then probably yours.", title=title, before=before)
    return markup.small(together([told, link]))


def standing_still(title: str, name: str, since: int) -> str:
    """To the table, once, when nobody answers."""
    return say(
        "**{title}** stands still: it waits for {name} since {since}, and there are no more reminders.",
        title=title,
        name=name,
        since=markup.relative(since),
    )


def digest(lines: Sequence[str]) -> str:
    """The daily list of the matches that wait for somebody."""
    shown = list(lines[:DIGEST_LINES])
    if left := len(lines) - len(shown):
        shown.append(
            markup.small(
                plural(left, "and {count} match more: `/match list`", "and {count} matches more: `/match list`")
            )
        )
    head = plural(len(lines), "Waiting for You: {count} Match", "Waiting for You: {count} Matches")
    return "\n".join([markup.heading(head), *shown])


def digest_line(title: str, since: int, due_at: int | None, link: str) -> str:
    """A match in the daily list."""
    return together([say("**{title}**: since {since}.", title=title, since=markup.relative(since)), due(due_at), link])
