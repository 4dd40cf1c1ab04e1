"""All that is stored about one person, for that person to see.

Tables are found by their column `user_id`, so that a new one is not forgotten.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, Text, cast, or_, select

from storage.schema import matches, metadata, notes, outbox, people, seats, steps, undone


def collect(connection: Connection, user_id: int) -> dict[str, Any]:
    """Settings, matches with the person's own choices and notes, hosted matches, rows of all further tables, and what
    was announced to them. Times are ISO 8601, UTC."""
    settings = connection.scalar(select(people.c.settings).where(people.c.user_id == user_id))
    held = select(seats).where(seats.c.user_id == user_id).order_by(seats.c.match_id)
    hosted = select(matches.c.id).where(matches.c.host_id == user_id).order_by(matches.c.id)
    found: dict[str, Any] = {
        "account": user_id,
        "settings": None if settings is None else msgspec.json.decode(settings),
        "matches": [_match(connection, row) for row in connection.execute(held)],
        "hosted": list(connection.scalars(hosted)),
        "announcements": _announcements(connection, user_id),
    }
    for table in metadata.sorted_tables:
        if "user_id" in table.c and table not in (seats, people):
            rows = connection.execute(select(table).where(table.c.user_id == user_id))
            found[table.name] = [_plain(row) for row in rows]
    return found


def _match(connection: Connection, seat: Row[Any]) -> dict[str, Any]:
    query = select(matches.c.game, matches.c.status, matches.c.started_at, matches.c.ended_at)
    match = connection.execute(query.where(matches.c.id == seat.match_id)).one()
    note = select(notes.c.note).where(notes.c.match_id == seat.match_id, notes.c.seat == seat.seat)
    return {
        **_plain(match),
        **{name: value for name, value in _plain(seat).items() if name != "user_id"},
        "notes": connection.scalar(note) or {},
        "choices": _choices(connection, steps, seat),
        "undone": _choices(connection, undone, seat),
    }


def _choices(connection: Connection, table: Table, seat: Row[Any]) -> list[dict[str, Any]]:
    """What this person chose: not what was chosen for the seat before they had it."""
    query = (
        select(table.c.number, table.c.option, table.c.at)
        .where(table.c.match_id == seat.match_id, table.c.seat == seat.seat, table.c.at >= seat.joined_at)
        .order_by(table.c.number)
    )
    return [_plain(row) for row in connection.execute(query)]


def _announcements(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """What was, or is to be, said to this person, or names the account."""
    named = cast(outbox.c.payload, Text).contains(str(user_id))
    query = select(
        outbox.c.match_id, outbox.c.kind, outbox.c.created_at, outbox.c.sent_at, outbox.c.payload, outbox.c.lane
    )
    rows = connection.execute(query.where(or_(named, outbox.c.lane.like(f"%:{user_id}"))).order_by(outbox.c.id))
    # The database finds numbers within longer numbers too; somebody else's announcements are not to be shown.
    exact = re.compile(rf"(?<!\d){user_id}(?!\d)")
    return [_plain(row) for row in rows if exact.search(f"{row.lane} {row.payload}")]


def _plain(row: Any) -> dict[str, Any]:
    return {name: _moment(value) if _is_time(name) else value for name, value in row._mapping.items()}


def _is_time(name: str) -> bool:
    return name == "at" or name.endswith("_at")


def _moment(seconds: Any) -> str | None:
    if not isinstance(seconds, int):
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
