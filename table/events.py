"""What happened at a table, beside the game: stored with seat numbers and ids, so that words are made when they are
sent, in the language of whoever reads them, with the names that people have then. Words: `table.telling`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ProposalKind = Literal["takeback", "draw", "replace"]


class Proposal(Struct, kw_only=True, omit_defaults=True):
    """What the table is asked, by which seat. `target`: the steps that would stand after a takeback, or the seat that
    is voted on; `to`: whom that seat is offered then. `agreed` and `against` are seats; `number` is its notice's."""

    kind: ProposalKind
    by: int
    target: int = 0
    agreed: list[int] = []
    against: list[int] = []
    to: int | None = None
    number: int | None = None


NOBODY = 0
"""In the place of a person's number: the computer, or nobody."""


class Whom(Struct, frozen=True, omit_defaults=True):
    """A seat, and who held it when something happened: a person, the computer at a `level`, or nobody.

    `user` is None where the person has asked to be forgotten.
    """

    seat: int
    user: int | None = NOBODY
    level: str = ""


class TableEvent(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something that happened. `others` are the people who are asked; all ids are Discord's."""


# Questions to the table, and how they end.


class TakebackAsked(TableEvent, frozen=True):
    """A seat asks for its last turn back."""

    by: Whom
    others: tuple[int, ...] = ()


class DrawOffered(TableEvent, frozen=True):
    """A seat offers a draw."""

    by: Whom
    others: tuple[int, ...] = ()


class ReplacementAsked(TableEvent, frozen=True):
    """A seat asks to replace somebody absent."""

    by: Whom
    absent: Whom
    others: tuple[int, ...] = ()


class Refused(TableEvent, frozen=True):
    """A takeback or a draw was refused."""

    kind: ProposalKind
    by: Whom


class ReplacementRefused(TableEvent, frozen=True):
    """The vote was lost: the absent person stays."""

    absent: Whom


class TakenBack(TableEvent, frozen=True):
    """The last turn was taken back by consent. `unrated`: the match does not count against the computer from then on;
    `alone`: a defeat does, since nobody else had to agree."""

    by: Whom
    unrated: bool = False
    alone: bool = False


# Seats.


class SeatLeft(TableEvent, frozen=True):
    """Somebody left, resigned, or was voted out; the computer plays on. `deserted`: nobody is left, so it is closed."""

    who: Whom
    how: Literal["left", "resigned", "voted"]
    deserted: bool = False


class SeatTaken(TableEvent, frozen=True):
    """Somebody took a seat over, or has come back to it."""

    who: Whom
    before: Whom
    came_back: bool = False


class SeatOffered(TableEvent, frozen=True):
    """A seat is offered to one person, by somebody; `holder` has or had it."""

    to: int
    by: Whom
    holder: Whom


class SeatOpened(TableEvent, frozen=True):
    """Somebody's time was out, and their seat is open."""

    who: Whom


class HostChanged(TableEvent, frozen=True):
    """The host's rights passed to somebody."""

    who: Whom


class KeptSeatsOpened(TableEvent, frozen=True):
    """At a table that gathers players nothing is kept any more for those who were invited."""

    guests: tuple[int, ...]


class LeftServer(TableEvent, frozen=True):
    """Whoever is to act is not in the server any more."""

    who: Whom


# Time.


class TimeOut(TableEvent, frozen=True):
    """Somebody's time was out: a default choice was made, or the computer played the turn."""

    who: Whom
    done: Literal["default", "computer"]


class GraceGiven(TableEvent, frozen=True):
    """A deadline passed while nobody could play: there is more time. `called`: the person is mentioned."""

    who: Whom
    until: int
    called: bool = False


class DaysOff(TableEvent, frozen=True):
    """Days off moved a deadline."""

    who: Whom
    due_at: int


# Places.


class PlaceLost(TableEvent, frozen=True):
    """The match's place cannot be written any more; `why` is `gone`, `locked`, `closed` (then `lacks`: which
    permissions by discord.py's names), `unfit` (no channel for threads), `full` (the server has all the threads that it
    may have) or `refused` (then `code`: what Discord answered)."""

    why: Literal["gone", "locked", "closed", "unfit", "full", "refused"]
    lacks: tuple[str, ...] = ()
    code: int = 0


# What stands on a notice once there is nothing to press any more.


class WentOn(TableEvent, frozen=True):
    """The match went on."""


class AskedAnew(TableEvent, frozen=True):
    """Another question took its place."""


class CameAndWent(TableEvent, frozen=True):
    """Somebody came or left."""


class PassedOn(TableEvent, frozen=True):
    """The seat has passed on."""


class OfferedElse(TableEvent, frozen=True):
    """The seat was offered to somebody else."""


class MatchEnded(TableEvent, frozen=True):
    """The match is over."""


class Agreed(TableEvent, frozen=True):
    """Everybody agreed."""

    kind: ProposalKind


class Declined(TableEvent, frozen=True):
    """Somebody said no."""

    by: Whom


AnyTableEvent = (
    TakebackAsked
    | DrawOffered
    | ReplacementAsked
    | Refused
    | ReplacementRefused
    | TakenBack
    | SeatLeft
    | SeatTaken
    | SeatOffered
    | SeatOpened
    | HostChanged
    | KeptSeatsOpened
    | LeftServer
    | TimeOut
    | GraceGiven
    | DaysOff
    | PlaceLost
    | WentOn
    | AskedAnew
    | CameAndWent
    | PassedOn
    | OfferedElse
    | MatchEnded
    | Agreed
    | Declined
)
