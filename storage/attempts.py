"""Tries at the daily challenges: one scored try each, its result, the board of a day, and how many days in a row."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select, update

from storage.database import Database
from storage.errors import MatchError
from storage.open_match import OpenMatch
from storage.schema import attempts, boards, steps
from storage.upserts import upsert


class Attempt(Struct, frozen=True, kw_only=True):
    """A person's one try at a day's challenge; `ended_at` is None while it is being played.

    `moves` counts the person's own choices. `score` is that of the match.
    """

    game: str
    number: int
    user_id: int
    name: str
    version: int
    match_id: int | None
    started_at: int
    ended_at: int | None = None
    won: bool = False
    score: int = 0
    moves: int = 0

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.ended_at is not None


class AttemptTaken(MatchError):
    """The person has had a try at this challenge already."""


class Attempts:
    """The tries as they are begun and read. StorageError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game: str, number: int, user_id: int) -> Attempt | None:
        """A person's try at a day's challenge, or None."""
        return await self._database.read(lambda connection: _one(connection, game, number, user_id))

    async def board(self, game: str, number: int, guild_id: int, limit: int = 20) -> list[Attempt]:
        """A day's finished tries of those on a server's board: won before lost, then by score, moves and time."""
        here = select(boards.c.user_id).where(boards.c.guild_id == guild_id)
        query = select(attempts).where(
            attempts.c.game == game,
            attempts.c.number == number,
            attempts.c.user_id.in_(here),
            attempts.c.ended_at.is_not(None),
        )
        rows = await self._database.read(lambda connection: _all(connection, query))
        return sorted(rows, key=_order)[:limit]

    async def appear(self, guild_id: int, user_id: int) -> None:
        """Have a person on a server's boards from now on."""
        row = {"guild_id": guild_id, "user_id": user_id}
        await self._database.write(lambda connection: upsert(connection, boards, row))

    async def streak(self, game: str, number: int, user_id: int) -> int:
        """On how many days in a row, up to this one or the one before, the person finished the challenge."""
        query = select(attempts.c.number).where(
            attempts.c.user_id == user_id,
            attempts.c.game == game,
            attempts.c.number <= number,
            attempts.c.ended_at.is_not(None),
        )
        rows = await self._database.read(lambda connection: set(connection.scalars(query)))
        last = number if number in rows else number - 1
        days = 0
        while last - days in rows:
            days += 1
        return days


def _one(connection: Connection, game: str, number: int, user_id: int) -> Attempt | None:
    key = (attempts.c.game == game, attempts.c.number == number, attempts.c.user_id == user_id)
    found = _all(connection, select(attempts).where(*key))
    return found[0] if found else None


def _all(connection: Connection, query: Any) -> list[Attempt]:
    return [
        msgspec.convert({str(name): value for name, value in row._mapping.items()}, Attempt)
        for row in connection.execute(query)
    ]


def _order(row: Attempt) -> tuple[bool, int, int, int]:
    return not row.won, -row.score, row.moves, (row.ended_at or 0) - row.started_at


def settle(connection: Connection, match: OpenMatch) -> None:
    """Begin or end the try that a match is, in the transaction in which the match begins or ends.

    `extra["daily"]` holds the number and the version of the challenge. AttemptTaken when the person has had a try
    already.
    """
    daily = match.extra.get("daily")
    if not daily or not match.seats or match.status == "lobby":
        return
    if match.status == "running":
        _begin(connection, match, daily)
    else:
        _end(connection, match)


def _begin(connection: Connection, match: OpenMatch, daily: dict[str, Any]) -> None:
    seat = match.seats[0]
    if seat.user_id is None:
        return
    found = _one(connection, match.game_key, daily["number"], seat.user_id)
    if found is not None:
        if found.match_id != match.id:
            raise AttemptTaken("You have had your try at this challenge already.")
        return
    new = Attempt(
        game=match.game_key,
        number=daily["number"],
        user_id=seat.user_id,
        name=seat.name,
        version=daily["version"],
        match_id=match.id,
        started_at=match.started_at or 0,
    )
    connection.execute(insert(attempts).values(msgspec.structs.asdict(new)))


def _end(connection: Connection, match: OpenMatch) -> None:
    seat = match.seats[0]
    own = select(steps.c.number).where(steps.c.match_id == match.id, steps.c.seat == 0, steps.c.forced.is_(False))
    held = connection.scalar(select(attempts.c.user_id).where(attempts.c.match_id == match.id)) == seat.user_id
    result = {"won": seat.winner and held, "score": seat.score or 0, "moves": len(connection.execute(own).all())}
    mine = (attempts.c.match_id == match.id, attempts.c.ended_at.is_(None))
    connection.execute(update(attempts).where(*mine).values(ended_at=match.ended_at, **result))
