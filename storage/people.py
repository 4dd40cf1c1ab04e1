"""Settings of people and of servers, and a player's private notes in a match."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Table, Text, cast, delete, or_, select, update

from storage import commits, personal
from storage.database import Database
from storage.errors import WrongStatus
from storage.records import GuildSettings, PersonSettings
from storage.schema import guilds, matches, metadata, notes, outbox, people, seats
from storage.schema import pending as is_pending
from storage.upserts import upsert

FORMER_PLAYER = "a former player"
"""The name of a seat whose person has asked to be forgotten."""


class People:
    """What people have set. StorageError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> PersonSettings:
        """The person's settings; the defaults when nothing was ever set."""
        raw = await _read(self._database, people, user_id)
        return PersonSettings() if raw is None else msgspec.json.decode(raw, type=PersonSettings)

    async def put(self, user_id: int, settings: PersonSettings) -> None:
        """Set all of a person's settings."""
        await _put(self._database, people, {"user_id": user_id, "settings": _text(settings)})
        commits.note()

    async def invite(self, user_id: int, number: int, now: int, *, most: int, within: int) -> int | None:
        """Count so many invitations by the person; None. Where that would be more than `most` `within` so many seconds,
        nothing is counted: gives the time from which on there is room."""
        return await self._database.write(lambda connection: _invite(connection, user_id, number, now, most, within))

    async def forget(self, user_id: int) -> None:
        """Remove all that is stored about the person: settings, notes, names, every row of a table that has a column
        `user_id`, and what was announced to them. Seats in old matches become those of a former player.

        What a match keeps in `extra`, or is still to announce, is for the caller to clean before: see
        `Matches.mentioning` and `OpenMatch.forget`. WrongStatus
        while the person sits in a match that runs or gathers: leave or resign first.
        """
        await self._database.write(lambda connection: _forget(connection, user_id))
        commits.note()

    async def everything(self, user_id: int) -> dict[str, Any]:
        """All that is stored about the person, as plain data: see `storage.personal`."""
        return await self._database.read(lambda connection: personal.collect(connection, user_id))


class Guilds:
    """What servers have set. StorageError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int) -> GuildSettings:
        """The server's settings; the defaults when nothing was ever set."""
        raw = await _read(self._database, guilds, guild_id)
        return GuildSettings() if raw is None else msgspec.json.decode(raw, type=GuildSettings)

    async def put(self, guild_id: int, settings: GuildSettings) -> None:
        """Set all of a server's settings."""
        await _put(self._database, guilds, {"guild_id": guild_id, "settings": _text(settings)})
        commits.note()


class Notes:
    """A player's private notes, one JSON object a seat. They are removed when the seat passes to somebody else."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, match_id: int, seat: int) -> dict[str, Any]:
        """The notes of a seat; empty when there are none."""
        query = select(notes.c.note).where(notes.c.match_id == match_id, notes.c.seat == seat)
        return await self._database.read(lambda connection: connection.scalar(query)) or {}

    async def put(self, match_id: int, seat: int, note: dict[str, Any]) -> None:
        """Set the notes of a seat. Conflict when there is no such match."""
        await _put(self._database, notes, {"match_id": match_id, "seat": seat, "note": note})
        commits.note()


def _invite(connection: Connection, user_id: int, number: int, now: int, most: int, within: int) -> int | None:
    raw = connection.scalar(select(people.c.settings).where(people.c.user_id == user_id))
    settings = PersonSettings() if raw is None else msgspec.json.decode(raw, type=PersonSettings)
    recent = sorted(at for at in settings.extra.invited if now - within < at <= now)
    if (too_many := len(recent) + number - most) > 0:
        return (recent[min(too_many, len(recent)) - 1] if recent else now) + within
    extra = msgspec.structs.replace(settings.extra, invited=(*recent, *[now] * number))
    changed = msgspec.structs.replace(settings, extra=extra)
    upsert(connection, people, {"user_id": user_id, "settings": _text(changed)})
    return None


def _forget(connection: Connection, user_id: int) -> None:
    mine = select(seats.c.match_id).where(seats.c.user_id == user_id)
    alive = select(matches.c.id).where(matches.c.id.in_(mine), matches.c.status.in_(("lobby", "running")))
    if connection.execute(alive.limit(1)).first() is not None:
        raise WrongStatus("matches_under_way")
    connection.execute(delete(notes).where(_notes_of(user_id)))
    for table in metadata.sorted_tables:
        if "user_id" in table.c and table is not seats:
            connection.execute(delete(table).where(table.c.user_id == user_id))
    _forget_announcements(connection, user_id)
    hosted = update(matches).where(matches.c.host_id == user_id)
    connection.execute(hosted.values(host_id=0, host_name=FORMER_PLAYER))
    held = update(seats).where(seats.c.user_id == user_id)
    connection.execute(held.values(user_id=None, name=FORMER_PLAYER))


def _forget_announcements(connection: Connection, user_id: int) -> None:
    """What was sent in their matches names them; what is still to be sent to them alone is not sent any more."""
    mine = select(seats.c.match_id).where(seats.c.user_id == user_id)
    named = cast(outbox.c.payload, Text).contains(str(user_id))
    told = or_(outbox.c.match_id.in_(mine), named)
    connection.execute(delete(outbox).where(~is_pending(), told))
    connection.execute(delete(outbox).where(is_pending(), outbox.c.lane.like(f"%:{user_id}")))


def _notes_of(user_id: int) -> Any:
    same = (seats.c.match_id == notes.c.match_id) & (seats.c.seat == notes.c.seat)
    return select(seats.c.seat).where(same, seats.c.user_id == user_id).exists()


def _text(settings: msgspec.Struct) -> str:
    return msgspec.json.encode(settings).decode()


async def _read(database: Database, table: Table, key: int) -> str | None:
    (column,) = table.primary_key.columns
    query = select(table.c.settings).where(column == key)
    return await database.read(lambda connection: connection.scalar(query))


async def _put(database: Database, table: Table, row: dict[str, Any]) -> None:
    await database.write(lambda connection: upsert(connection, table, row))
