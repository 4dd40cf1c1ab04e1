"""What is said when people leave a match and others come. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.presenter import among, counted

LOBBY_LEAVE = "This match has not begun: press Leave at its table, or write `/match cancel`."
NO_TABLE = "You sit at no table that has not begun."
MANY_TABLES = "You sit at more than one table that has not begun: choose it with `match`."
SITS_ALREADY = "You play in this match already."
NO_BOTS = "Bots do not play; leave the choice empty and a computer player takes the seat."
NOT_YOURSELF = "That is your own seat already."
DIRECT_MATCH = "A match in direct messages is yours alone: nobody else can take a seat of it."
OTHER_SERVER = "That match is played in another server."
NO_SUCH_SEAT = "There is no such seat in this match; choose one of the suggestions."
NO_FREE_SEAT = "No seat of this match is free."
ONLY_HOST = "Only the host can offer the seat of a computer player to somebody."
WHO_THEN = "Choose with `by` who shall have that seat."
OFFERED_LEAVE = "Your seat is offered; it stays yours until it is taken over."
OFFERED = "The seat is offered."
LEFT = "You left the match."
TAKEN = "The seat is yours."
ASKED = "The others at the table have been asked."
BACK = "As long as nobody has, you can come back by `/match takeover`."
REPLACED = "The computer plays on."


def only_in_server(game: str, solo: str) -> str:
    """A table was to be opened in a direct message. `solo` is the command by which one plays alone, "" where none."""
    if solo:
        return f"A table for several people is opened in a server; here you can play {game} alone by `/{solo}`."
    return f"{game} is not played alone: open a table in a server, where others or computer players can join."


def not_in_this_server(game: str, solo: str) -> str:
    """A table was to be opened in a server of which the bot is no member."""
    alone = f", or play {game} alone by `/{solo}` in a direct message" if solo else ""
    return f"Longhouse is not a member of this server: ask an admin to add it{alone}."


def really_leave(title: str, alone: bool) -> str:
    """Asked before somebody leaves. `alone`: nobody but computer players would be left."""
    if alone:
        return (
            f"Do you want to leave **{title}**? Nobody but computer players would be left, so the match is closed "
            "without a result, and that cannot be taken back."
        )
    return (
        f"Do you want to leave **{title}**? The computer plays on in your place, until somebody takes the seat over. "
        f"{BACK}"
    )


def really_resign(title: str, ends: bool) -> str:
    """Asked before somebody resigns. `ends`: the match is over by it; else the computer plays on."""
    asked = f"Do you really want to resign **{title}**?"
    if ends:
        return f"{asked} The match ends by it, and that cannot be taken back."
    return f"{asked} The match goes on, and the computer plays in your place until somebody takes the seat over. {BACK}"


def resigned(title: str, ends: bool) -> str:
    """To somebody who has resigned."""
    return f"You resigned **{title}**." if ends else f"You resigned **{title}**; the computer plays on."


def not_for_so_many(players: int, fewest: int, most: int) -> str:
    """The options do not go with the number of players."""
    return f"What you chose is for {fewest} to {most} players, not for {players}."


def too_many_sit(seated: int, most: int) -> str:
    """The number of players is less than sit there already."""
    return (
        f"{counted(seated, 'player')} sit at this table already, so it cannot be for {most}: somebody must leave first."
    )


def gathering(channel: int, link: str, hosts: bool) -> str:
    """A line of somebody's list, to go on from the table's name."""
    return f"gathering players in <#{channel}>{link}. `/match cancel` {'closes' if hosts else 'leaves'} it."


def table_closed(title: str) -> str:
    """To the host who gave a table up."""
    return f"The table of **{title}** is closed."


def table_left(title: str) -> str:
    """To somebody who left a table."""
    return f"You left the table of **{title}**."


def left(name: str) -> str:
    """Somebody left; the computer plays."""
    return f"{name} left; the computer plays on."


def resigned_seat(name: str) -> str:
    """Somebody resigned; the computer plays."""
    return f"{name} resigned; the computer plays on."


def deserted(said: str) -> str:
    """The last person left."""
    return f"{said.rstrip('.')}. Nobody but computer players is left, so this match is closed."


def took_over(newcomer: str, before: str) -> str:
    """A seat has passed on."""
    return f"{newcomer} takes over from {before}."


def came_back(name: str) -> str:
    """Somebody has the seat again that was theirs before."""
    return f"{name} is back and plays on."


def offered(mention: str, by: str, seat: str) -> str:
    """A seat is offered to somebody. `seat` is who held it."""
    whose = "their own seat" if by == seat else f"the seat of {seat}"
    return f"{mention}, {by} offers you {whose}: press Take Over and you play on there."


def new_host(name: str) -> str:
    """The host's rights have passed on."""
    return f"-# The host of this match is now {name}."


def taken_by(name: str) -> str:
    """A seat that cannot be taken over."""
    return f"{name} sits there."


def only_own(now: str) -> str:
    """Somebody had another seat before, whose hidden side he knows. `now` is who holds it."""
    return f"You had another seat in this match before, where {now} sits now: only that one can be yours again."


def has_own(name: str, now: str) -> str:
    """`only_own` about somebody to whom a seat should be offered."""
    return f"{name} had another seat in this match before, where {now} sits now: only that one can be offered."


def not_free(name: str) -> str:
    """A computer player that was there from the start."""
    return f"{name} was at this table from the start: its host can offer you the seat with `/match replace`."


def not_absent(name: str) -> str:
    """A vote that may not be held."""
    return f"{name} can be replaced only after a deadline was missed, or when nothing was heard for a week."


def away(name: str, until: int) -> str:
    """A vote that may not be held: the person has days off."""
    return f"{name} has days off until <t:{until}:D>, so the seat stays."


def vote(asker: str, others: Sequence[str], absent: str) -> str:
    """The others are asked whether somebody shall be replaced."""
    whom = f"{among(list(others))}: "
    return f"{whom}{asker} asks to replace {absent}, whose time was out. More than half of you must agree."


def voted_out(absent: str) -> str:
    """Somebody was replaced."""
    return f"The table replaced {absent}; the computer plays on."


def vote_lost(absent: str) -> str:
    """Somebody was not replaced."""
    return f"{absent} stays in the match."
