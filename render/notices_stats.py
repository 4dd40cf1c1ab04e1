"""What is said about ratings and about the challenges of the day."""

from __future__ import annotations

from datetime import date

from render.presenter import counted

UNRATED = "You are in no rated match yet. A match against others, or against the computer, counts when it ends."
NOT_WANTED = "You do not want to be rated; `/me rated` changes that."
RATED_AGAIN = "From now on your matches are rated."
NOT_RATED = "From now on your matches are not rated. What was counted before is kept, and `/privacy delete` removes it."
NO_TAKEBACK = "A daily challenge is tried once, so nothing is taken back in it."
TRIED_ONCE = "A daily challenge is tried once; a new one comes at midnight UTC."
SHARE = (
    "-# In a server, `/daily share` tells your result without giving anything away; "
    "`/daily board` shows how others did."
)
TOMORROW = "A new one comes at midnight UTC."
PREPARING = "Today's challenge could not be prepared; please try again in a minute."
HOW = (
    "-# A newcomer has 1000, and the number rises as it becomes sure. Until then it is marked with a question mark.\n"
    "-# Whoever leaves a match and is not back at its end comes last in it. "
    "After a takeback nobody is rated against the computer."
)
COMES_LAST = (
    "When the match is played to its end, whoever has left it comes last in it for the ratings, unless back by then."
)
NOT_AGAINST = "The match is not rated against the computer any more."


def rating(title: str, shown: int, provisional: bool, played: int, won: int) -> str:
    """A line of somebody's ratings."""
    return f"**{title}**: {number(shown, provisional)}, {counted(played, 'match', 'matches')}, {won} won"


def number(shown: int, provisional: bool) -> str:
    """A rating, marked while it is not sure."""
    return f"{shown}?" if provisional else str(shown)


def place(rank: int, name: str, shown: int, provisional: bool, played: int) -> str:
    """A line of a server's list. `name` is ready for a message."""
    return f"{rank}. {name}: {number(shown, provisional)} ({counted(played, 'match', 'matches')})"


def chart_alt(name: str, title: str, ratings: list[int]) -> str:
    """The picture of a history in words."""
    return (
        f"{name}'s rating at {title} over {len(ratings)} matches: "
        f"from {ratings[0]} to {ratings[-1]}, at best {max(ratings)}, at worst {min(ratings)}."
    )


def challenge(title: str, number: int, day: date) -> str:
    """The name of a day's challenge."""
    return f"{title} Daily #{number} ({day.day} {day:%B %Y})"


def no_challenge(title: str) -> str:
    """A game that has none."""
    return f"{title} has no daily challenge yet."


def begins(name: str, direct: bool) -> str:
    """The try has begun."""
    where = "below" if direct else "in a direct message"
    return (
        f"**{name}** begins {where}. You have one try and nothing is taken back; "
        "when it is over, `/daily share` tells your result without giving anything away."
    )


def under_way(name: str) -> str:
    """The person's try is not over."""
    return f"Your try at **{name}** is under way in your direct messages; `/match board` shows it."


def row(won: bool) -> str:
    """The sign before a result."""
    return "◆" if won else "◇"


def result(name: str, ended: str, won: bool, streak: int) -> str:
    """The person's result, to be shared."""
    days = f" · {counted(streak, 'day')} in a row" if streak > 1 else ""
    return f"{row(won)} **{name}**: {ended}{days}"


def board_title(name: str) -> str:
    """The head of a server's board of the day."""
    return f"### {name}"


def no_board(name: str) -> str:
    """Nobody of the server has finished the day's challenge."""
    return f"Nobody here has finished **{name}** yet. `/daily play` begins it."


def already(name: str) -> str:
    """A second try was wanted."""
    return f"You have had your try at **{name}**. {TOMORROW}"


def not_finished(name: str) -> str:
    """There is no result to share."""
    return f"You have not finished **{name}**; `/daily play` begins it."
