"""What the slash commands say of themselves before they are written: what each does, and what its options are for.

By the whole name of a command or of a group; options by their names in the code. Discord takes 100 characters each.
The commands of one game are described beside its other words (`Presenter.commands`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from render.language import say, translatable


class Description(NamedTuple):
    """What a command or a group does, and what each option is for: texts that `say` takes, which may name `{game}`."""

    does: str
    options: Mapping[str, str] = {}


MATCH = translatable("Which match, where you play several (default: that of this thread)")
"""The option by which nearly every command names its match."""

GAME = translatable("Which game")

COMMANDS: Mapping[str, Description] = {
    "match": Description(translatable("Your matches: list, board, undo, takeback, resign")),
    "match list": Description(translatable("Your matches, those that wait for you first")),
    "match board": Description(translatable("Show the board of a match to yourself"), {"match": MATCH}),
    "match undo": Description(
        translatable("Take back your last choice, while it is still your turn"), {"match": MATCH}
    ),
    "match redo": Description(translatable("Do again what you undid last"), {"match": MATCH}),
    "match takeback": Description(
        translatable("Ask the others whether you may take your last turn back"), {"match": MATCH}
    ),
    "match draw": Description(
        translatable("Offer to end the match as a draw, where its game allows that"), {"match": MATCH}
    ),
    "match resign": Description(translatable("Give a match up"), {"match": MATCH}),
    "match here": Description(
        translatable("Go on with a match in this channel, when its thread or channel is gone"), {"match": MATCH}
    ),
    "match cancel": Description(
        translatable("Close your table that has not begun, or leave somebody else's"),
        {"match": translatable("Which table, where you sit at several")},
    ),
    "match history": Description(translatable("What has happened in a match, a line for each turn"), {"match": MATCH}),
    "match at": Description(
        translatable("The board of a match as it was after a turn"),
        {"turn": translatable("After which turn (0: the first board)"), "match": MATCH},
    ),
    "match replay": Description(
        translatable("A match as an animated picture"),
        {"public": translatable("Show it to everybody here, without what only you may know"), "match": MATCH},
    ),
    "match export": Description(translatable("The log of a match as a text file"), {"match": MATCH}),
    "match mute": Description(
        translatable("Hear nothing more of a match, or hear of it again"),
        {"muted": translatable("Whether it is muted for you"), "match": MATCH},
    ),
    "match leave": Description(
        translatable("Leave a match: your seat goes to the computer, or to somebody you name"),
        {"to": translatable("Who shall play on for you (empty: the computer)"), "match": MATCH},
    ),
    "match replace": Description(
        translatable("Replace an absent player by a vote, or offer a computer's seat to somebody"),
        {
            "player": translatable("Whose seat"),
            "by": translatable("Who shall have it (empty: the computer)"),
            "match": MATCH,
        },
    ),
    "match takeover": Description(
        translatable("Take over an open seat, or one that the computer plays for somebody"),
        {"seat": translatable("Which seat (default: the only free one)"), "match": MATCH},
    ),
    "me": Description(translatable("Your own settings: pictures, notices, quiet hours, days off")),
    "me show": Description(translatable("Show your settings")),
    "me theme": Description(
        translatable("Light or dark pictures in your private panels"),
        {"colours": translatable("Which pictures you like better")},
    ),
    "me confirm": Description(
        translatable("Whether a choice that cannot be undone is shown to you first"),
        {"first": translatable("Show it and ask, or carry it out at once")},
    ),
    "me reminders": Description(
        translatable("How often you are reminded of a match that waits for you"),
        {"every": translatable("At most three reminders, so far apart")},
    ),
    "me zone": Description(
        translatable("Your time zone, for quiet hours and the daily list"),
        {"zone": translatable("Its name, such as Europe/Istanbul")},
    ),
    "me quiet": Description(
        translatable("Hours in which you are told nothing; without hours there are none"),
        {
            "first": translatable("The hour at which they begin, 0 to 23"),
            "to": translatable("The hour at which they end, 0 to 23"),
            "zone": translatable("Your time zone, such as Europe/Istanbul"),
        },
    ),
    "me notices": Description(
        translatable("Where you are told that a match waits for you"),
        {"where": translatable("In the match's thread, or in a direct message")},
    ),
    "me headsup": Description(
        translatable("A note when the player before you has the turn (with three or more)"),
        {"wanted": translatable("Whether you want it")},
    ),
    "me digest": Description(
        translatable("A daily list of all matches that wait for you, in a direct message"),
        {
            "hour": translatable("The hour at which it comes, 0 to 23; none: no list"),
            "zone": translatable("Your time zone"),
        },
    ),
    "me vacation": Description(
        translatable("Days off from now on: no notices, and your deadlines wait"),
        {"days": translatable("How many days, 1 to 60; 0: you are back")},
    ),
    "me rated": Description(
        translatable("Whether your matches are rated"), {"wanted": translatable("Whether they are")}
    ),
    "help": Description(translatable("What Longhouse is and how to play")),
    "table": Description(translatable("For those who manage the server: where and how Longhouse is played here")),
    "table settings": Description(
        translatable("Where matches may be opened, whom to call, limits, and time for a turn")
    ),
    "table show": Description(translatable("Show what is set for this server")),
    "table close": Description(
        translatable("Close a match of this server for good, for example one that is stuck"),
        {"match": translatable("Which match")},
    ),
    "table export": Description(translatable("Everything that is stored about this server, as a file")),
    "privacy": Description(translatable("What Longhouse stores about you; get it or remove it")),
    "privacy show": Description(translatable("What Longhouse stores, and the terms")),
    "privacy export": Description(translatable("Everything that is stored about you, as a file for you alone")),
    "privacy delete": Description(
        translatable("Remove everything that is stored about you; running matches are resigned")
    ),
    "stats": Description(translatable("How well you and others play")),
    "stats me": Description(
        translatable("Your ratings, and how one of them went"),
        {"game": translatable("Whose history to draw (default: the game you play most)")},
    ),
    "stats game": Description(translatable("Who plays a game best, in this server or everywhere"), {"game": GAME}),
    "daily": Description(translatable("A challenge each day, the same for everybody in the world")),
    "daily today": Description(translatable("Today's challenges, and how you did")),
    "daily play": Description(
        translatable("Try today's challenge, in a direct message; you have one try"), {"game": GAME}
    ),
    "daily share": Description(
        translatable("Tell your result here, without giving anything away"),
        {"game": GAME, "yesterday": translatable("Yesterday's instead of today's")},
    ),
    "daily board": Description(
        translatable("How those of this server did at a day's challenge"),
        {"game": GAME, "yesterday": translatable("Yesterday's instead of today's")},
    ),
}
"""All but those of one game."""

OF_EACH_GAME: Mapping[str, Description] = {
    "board": Description(translatable("Show the board of your match of {game} to yourself"), {"match": MATCH}),
    "play": Description(
        translatable("Make your choice by typing it, with suggestions of all that is possible"),
        {"option": translatable("What you choose"), "match": MATCH},
    ),
    "rules": Description(translatable("Read the rules of {game}")),
}
"""Those that every game has, by their names within its group."""


def spoken(text: str, game: str = "") -> str:
    """A text of a description, for the game of that title where the command is one of a game."""
    return say(text, game=game) if game else say(text)
