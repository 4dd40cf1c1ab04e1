"""Forms: their titles, labels and answers, apart from what a game asks in them."""

from __future__ import annotations

from render.language import plural, say
from render.messages import markup


def title(game: str, page: str) -> str:
    """The title of a lobby's form, or of a page of it ("": there is but one)."""
    return say("{game}: {page}", game=game, page=page) if page else say("Options: {game}", game=game)


def game_page(number: int, pages: int) -> str:
    """A page with what is the game's own, counted from 1; also on the button that leads there."""
    if pages == 1:
        return say("The Game")
    return say("The Game ({number} of {pages})", number=number, pages=pages)


def table_page() -> str:
    """The page with what is agreed on beside the game."""
    return say("The Table")


def overview(game: str, summary: str, time: str) -> str:
    """What is chosen at present, above a button for each page; `time` is `deadlines.agreed`."""
    head = markup.heading(say("{game}: Options", game=game))
    hint = markup.small(say("Each button opens a part of the options."))
    return "\n".join(filter(None, [head, summary, time, hint]))


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
