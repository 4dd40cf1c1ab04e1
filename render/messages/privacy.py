"""What is said to people about what is stored of them."""

from __future__ import annotations

from render.language import plural, say


def your_data() -> str:
    """Goes with the file."""
    return say("Here is everything that is stored about you. The file's times are UTC.")


def what_you_can_do() -> str:
    """Below the notice of privacy."""
    return say("`/privacy export` gives you all that is stored about you; `/privacy delete` removes it.")


def deleted() -> str:
    """To somebody who is forgotten."""
    return say(
        "It is done: your settings, notes and ratings are removed, and in old matches your seat is that of a former "
        "player."
    )


def really_delete(running: int, gathering: int) -> str:
    """The question before somebody is forgotten, with how many matches they play in and at how many tables they sit."""
    lines = [
        say(
            "Remove everything that is stored about you: settings, notes, ratings and results? "
            "This cannot be taken back."
        )
    ]
    if running or gathering:
        lines.append(_first(running, gathering))
    lines.append(say("In matches that are over your seat becomes that of “a former player”."))
    return "\n".join(lines)


def _first(running: int, gathering: int) -> str:
    """What is left by it."""
    if not gathering:
        return plural(
            running, "First, you resign {count} match under way.", "First, you resign {count} matches under way."
        )
    if not running:
        return plural(
            gathering,
            "First, you leave {count} table where players gather.",
            "First, you leave {count} tables where players gather.",
        )
    return say(
        "First, you resign {matches} under way and you leave {tables} where players gather.",
        matches=plural(running, "{count} match", "{count} matches"),
        tables=plural(gathering, "{count} table", "{count} tables"),
    )


def former_player() -> str:
    """The name of a seat whose person is forgotten."""
    return say("a former player")
