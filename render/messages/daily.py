"""The challenges of the day. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from render.language import long_date, plural, say, together, translatable
from render.messages import markup

_OTOMA = {
    "easy": translatable(
        "**{name}**: score more than the Otoma on the disc of the day, at the easy level. `/daily play` begins it."
    ),
    "hard": translatable(
        "**{name}**: score more than the Otoma on the disc of the day, at the hard level. `/daily play` begins it."
    ),
}
"""A challenge of Tiwanaku, by its level."""


def name(game: str, number: int, day: date) -> str:
    """How a day's challenge is called."""
    return say("{game} Daily #{number} ({date})", game=game, number=number, date=long_date(day))


def today(lines: Sequence[str]) -> str:
    """All challenges of the day to one person, a line each."""
    note = together([tomorrow(), say("Iwari has no daily challenge yet: it cannot be played alone.")])
    return "\n".join([markup.heading(say("Today's Challenges")), *lines, "", markup.small(note)])


def tomorrow() -> str:
    """When the next one comes."""
    return say("A new one comes at midnight UTC.")


def task(challenge: str, goal: int, level: str) -> str:
    """What is to be done, without anything that gives it away. `goal`: the moves of a problem of İye, else 0."""
    if goal:
        return plural(
            goal,
            "**{name}**: leave your opponent without a move within {count} move. `/daily play` begins it.",
            "**{name}**: leave your opponent without a move within {count} moves. `/daily play` begins it.",
            name=challenge,
        )
    return say(_OTOMA[level], name=challenge)


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


def outcome(goal: int, won: bool, score: int, moves: int) -> str:
    """How a try ended, without anything that gives the challenge away. `goal` as in `task`."""
    if goal:
        return plural(moves, "solved in {count} move", "solved in {count} moves") if won else say("not solved")
    points = plural(score, "{count} point", "{count} points")
    choices = plural(moves, "{count} choice", "{count} choices")
    if won:
        return say("won with {points} after {choices}", points=points, choices=choices)
    return say("lost to the Otoma with {points} after {choices}", points=points, choices=choices)


def sign(won: bool) -> str:
    """The sign before a result."""
    return "◆" if won else "◇"


def result(challenge: str, ended: str, won: bool, streak: int) -> str:
    """The person's result. `streak`: how many days in a row."""
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
