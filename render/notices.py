"""Every sentence that the table says, whatever the game. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.messages import turns
from render.presenter import among, counted

NOT_SEATED = "You do not play in this match; this is the board as everybody may see it."
MATCH_OVER = "This match is over."
STALE = "The board has changed since that button was made, so nothing was done. This is how it stands now."
NOT_STARTED = "This match has not begun."
SCORE_NOW = "What everything would score if the match ended now:"
SCORE_END = "How the score came about:"
BEGINS = "The match begins."
LOBBY_GONE = "This table is closed."
RESTARTING = "Longhouse is restarting; please try again in a minute."
FORM_GONE = "Longhouse was restarted since that form was opened; please open it again."
TAKEN_BACK = "-# This turn was taken back."
ALREADY_DONE = "That was done already."
NOT_OVER = "This match is not over yet."
REMATCH_OPEN = "The rematch is open:"
REMATCH_THERE = "The rematch was opened already."
NEXT_BEGINS = "The next match begins."
UNDONE = "Your choices of this turn were undone; nobody had to be asked."


def due(due_at: int | None) -> str:
    """A deadline, in each reader's own time; "" when there is none."""
    return f" Due <t:{due_at}:R>." if due_at is not None else ""


def call(mention: str, question: str, due_at: int | None) -> str:
    """The line that calls the next player."""
    return turns.call(mention, question, due_at)


def waiting_for(name: str) -> str:
    """For somebody who looks while another is to act."""
    return f"It is {name}'s turn."


def forced(line: str) -> str:
    """A line about something that was the only choice."""
    return f"{line} (the only choice)"


def more_lines(count: int) -> str:
    """In place of lines that do not fit."""
    return f"-# and {counted(count, 'thing')} more before that"


def lobby_title(game: str, host: str) -> str:
    """The head of a lobby."""
    return f"### {game}: a table by {host}"


def lobby_seats(names: Sequence[str], fewest: int, most: int) -> str:
    """Who sits, and who is still looked for."""
    lines = [f"{number}. {name}" for number, name in enumerate(names, start=1)]
    lines += [f"{number}. *free*" for number in range(len(names) + 1, most + 1)]
    missing = fewest - len(names)
    lines.append(f"-# {counted(missing, 'more player')} to begin" if missing > 0 else "-# Ready to begin")
    return "\n".join(lines)


def invitation(mention: str, host: str, game: str) -> str:
    """To somebody for whom a seat is kept."""
    return f"{mention}, {host} invites you to {game}: press Join to sit down."


def begun(thread: str) -> str:
    """What becomes of a lobby whose match has begun."""
    return f"The match has begun in {thread}."


def takeback_asked(asker: str, others: Sequence[str], what: str) -> str:
    """A takeback is asked for."""
    return f"{among(list(others))}: {asker} asks to take back {what}. Everybody else at the table must agree."


def takeback_done(asker: str) -> str:
    """A takeback was agreed to."""
    return f"{asker} took back the last turn."


def takeback_refused(refuser: str) -> str:
    """A takeback was refused."""
    return f"{refuser} would rather play on; nothing was taken back."


def draw_offered(asker: str, others: Sequence[str]) -> str:
    """A draw is offered."""
    return f"{among(list(others))}: {asker} offers to end the match as a draw. Everybody else at the table must agree."


def draw_refused(refuser: str) -> str:
    """A draw was refused."""
    return f"{refuser} would rather play on; the match goes on."


def place_lost(place: str, why: str, match: int) -> str:
    """To the host of a match that cannot be posted any more. `why` goes on from "the place where it is played"."""
    return f"{place} {why}. Nothing of the match is lost: write `/match here` with match {match} where it shall go on."
