"""Taking a person off what a match keeps and is still to say: the number, and the texts of older versions, which may
hold the name. What is stored now holds numbers alone; names stand in columns."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from storage.schema import outbox

TEXTS = frozenset({"head", "standing", "alt", "text", "said", "ended"})
"""The keys under which older versions kept what people read. Under `said` and `ended` there are events now, which are
no texts."""


class Forgotten(Struct, frozen=True):
    """Who is taken off, and the name that stands in columns then."""

    user_id: int
    former: str

    def off(self, value: Any, key: str = "") -> Any:
        """The same plain data without the person: left out of lists, None in place of the number elsewhere. Texts of
        older versions go."""
        if isinstance(value, dict):
            named = {"name": self.former} if "name" in value and value.get("user_id") == self.user_id else {}
            return {name: self.off(part, name) for name, part in value.items()} | named
        if isinstance(value, list):
            return [self.off(part, key) for part in value if part != self.user_id]
        if isinstance(value, str):
            return "" if key in TEXTS else value
        return None if value == self.user_id else value


def take_off_announcements(connection: Connection, match_id: int, person: Forgotten) -> None:
    """What a match has announced and is still to announce: rows for this person alone are removed, and all others know
    them no more. What went wrong with a row is forgotten with it, since that may tell of anything."""
    query = select(outbox.c.id, outbox.c.payload).where(outbox.c.match_id == match_id)
    for row in connection.execute(query).all():
        this = outbox.c.id == row.id
        if row.payload.get("user") == person.user_id:
            connection.execute(delete(outbox).where(this))
        elif (payload := person.off(row.payload)) != row.payload:
            connection.execute(update(outbox).where(this).values(payload=payload, error=""))
