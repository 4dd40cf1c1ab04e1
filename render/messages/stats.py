"""What is said about ratings. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import plural, say
from render.messages import markup


def unrated() -> str:
    """To somebody who has no rating."""
    return say("You are in no rated match yet. A match against others, or against the computer, counts when it ends.")


def not_wanted() -> str:
    """To somebody who is not rated by their own wish."""
    return say("You do not want to be rated; `/me rated` changes that.")


def rated_from_now() -> str:
    """To somebody who wants to be rated again."""
    return say("From now on your matches are rated.")


def not_rated_from_now() -> str:
    """To somebody who does not want to be rated any more."""
    return say(
        "From now on your matches are not rated. What was counted before is kept, and `/privacy delete` removes it."
    )


def how_it_works() -> str:
    """Below all ratings."""
    return "\n".join(
        (
            markup.small(
                say(
                    "A newcomer has 1000, and the number rises as it becomes sure. "
                    "Until then it is marked with a question mark."
                )
            ),
            markup.small(
                say(
                    "Whoever leaves a match and is not back at its end comes last in it. "
                    "After a takeback only a defeat of whoever plays alone with computers is rated against them."
                )
            ),
        )
    )


def your_ratings() -> str:
    """The head of somebody's ratings."""
    return markup.heading(say("Your Ratings"))


def in_this_server() -> str:
    """Above the ratings that somebody has in this server."""
    return say("In this server:")


def game_in_this_server(game: str) -> str:
    """The head of a server's list."""
    return markup.heading(say("{game} in This Server", game=game))


def nobody_yet() -> str:
    """A server's list is empty."""
    return say("Nobody has played a rated match here yet.")


def rating(game: str, shown: int, provisional: bool, played: int, won: int) -> str:
    """A line of somebody's ratings."""
    return say(
        "**{game}**: {rating}, {matches}, {won} won",
        game=game,
        rating=number(shown, provisional),
        matches=_matches(played),
        won=won,
    )


def place(rank: int, name: str, shown: int, provisional: bool, played: int) -> str:
    """A line of a server's list."""
    return say(
        "{rank}. {name}: {rating} ({matches})",
        rank=rank,
        name=name,
        rating=number(shown, provisional),
        matches=_matches(played),
    )


def number(shown: int, provisional: bool) -> str:
    """A rating, marked while it is not sure."""
    return f"{shown}?" if provisional else str(shown)


def _matches(count: int) -> str:
    return plural(count, "{count} match", "{count} matches")


def chart_alt(name: str, game: str, ratings: Sequence[int]) -> str:
    """The picture of a history in words."""
    return plural(
        len(ratings),
        "{name}'s rating at {game} over {count} match: from {first} to {last}, at best {best}, at worst {worst}.",
        "{name}'s rating at {game} over {count} matches: from {first} to {last}, at best {best}, at worst {worst}.",
        name=name,
        game=game,
        first=ratings[0],
        last=ratings[-1],
        best=max(ratings),
        worst=min(ratings),
    )
