"""Forms: their titles, labels and answers, apart from what a game asks in them."""

from __future__ import annotations

from render.language import plural, say


def options(game: str) -> str:
    """The title of a lobby's form."""
    return say("Options: {game}", game=game)


def time() -> str:
    """The label above the times for a turn."""
    return say("Time for each turn")


def when_out() -> str:
    """The label above what happens when the time is out."""
    return say("When the time is out")


def players() -> str:
    """The label above the numbers of players."""
    return say("For how many")


def as_many_as_come(fewest: int, most: int) -> str:
    """No number of players is set."""
    return say("As many as come, {fewest} to {most}", fewest=fewest, most=most)


def so_many(count: int) -> str:
    """A number of players."""
    return plural(count, "{count} player", "{count} players")
