"""The challenges of the day. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from render.language import long_date, plural, say, together
from render.messages import markup


def name(game: str, number: int, day: date) -> str:
    """How a day's challenge is called."""
    return say("{game} Daily #{number} ({date})", game=game, number=number, date=long_date(day))


def today(lines: Sequence[str], without: Sequence[str]) -> str:
    """All challenges of the day to one person, a line each. `without`: the games that have none."""
    none = [say("{game} has no daily challenge yet.", game=game) for game in without]
    note = together([say("A new one comes at midnight UTC."), *none])
    return "\n".join([markup.heading(say("Today's Challenges")), *lines, "", markup.small(note)])


def to_play(challenge: str, task: str) -> str:
    """A challenge that was not tried yet. `task` is a whole sentence (`Presenter.task`)."""
    return say("**{name}**: {task} `/daily play` begins it.", name=challenge, task=task)


def played_here(challenge: str) -> str:
    """The first word in a direct message."""
    return say("**{name}** is played here.", name=challenge)


def begins(challenge: str, *, direct: bool) -> str:
    """The try has begun. `direct`: in the direct message in which it was asked for."""
    if direct:
        return say(
            "**{name}** begins below. You have one try and nothing is taken back; when it is over, `/daily share` "
            "tells your result without giving anything away.",
            name=challenge,
        )
    return say(
        "**{name}** begins in a direct message. You have one try and nothing is taken back; when it is over, "
        "`/daily share` tells your result without giving anything away.",
        name=challenge,
    )


def under_way(challenge: str) -> str:
    """The person's try is not over."""
    return say("Your try at **{name}** is under way in your direct messages; `/match board` shows it.", name=challenge)


def how_to_share() -> str:
    """Below the result of a try."""
    return markup.small(
        say(
            "In a server, `/daily share` tells your result without giving anything away; "
            "`/daily board` shows how others did."
        )
    )


def sign(won: bool) -> str:
    """The sign before a result."""
    return "◆" if won else "◇"


def result(challenge: str, ended: str, won: bool, streak: int) -> str:
    """The person's result. `ended` is `Presenter.outcome`; `streak`: how many days in a row."""
    told = say("{sign} **{name}**: {outcome}", sign=sign(won), name=challenge, outcome=ended)
    if streak < 2:
        return told
    return plural(streak, "{result} · {count} day in a row", "{result} · {count} days in a row", result=told)


def board(challenge: str, lines: Sequence[str]) -> str:
    """A server's board of the day."""
    if not lines:
        return say("Nobody here has finished **{name}** yet. `/daily play` begins it.", name=challenge)
    return "\n".join([markup.heading(challenge), *lines])


def board_line(rank: int, player: str, ended: str, won: bool) -> str:
    """A line of that board."""
    return say("{rank}. {sign} {name}: {outcome}", rank=rank, sign=sign(won), name=player, outcome=ended)
