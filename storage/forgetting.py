"""Taking a person off what a match keeps and is still to say: number, mentions, and the name in its texts."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from storage.schema import outbox

TEXTS = frozenset({"head", "standing", "alt", "text", "said", "ended", "name"})
"""The keys under which a match's `extra` and the outbox hold what people read. Under all others a text is a word of the
program, which may look like a name."""


class Forgotten(Struct, frozen=True):
    """Who is taken off: `names` are all the forms in which texts name the person, `former` what stands there then."""

    user_id: int
    names: frozenset[str]
    former: str

    def off(self, value: Any, key: str = "") -> Any:
        """The same plain data without the person: left out of lists, None in place of the number elsewhere."""
        if isinstance(value, dict):
            return {name: self.off(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self.off(part, key) for part in value if part != self.user_id]
        if isinstance(value, str):
            return self._reworded(value) if key in TEXTS else value
        return None if value == self.user_id else value

    def _reworded(self, text: str) -> str:
        text = re.sub(rf"<@!?{self.user_id}>", self.former, text)
        for name in sorted(self.names, key=len, reverse=True):
            if name:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: self.former, text)
        return text


def take_off_announcements(connection: Connection, match_id: int, person: Forgotten) -> None:
    """What a match has announced and is still to announce: rows for this person alone are removed, in all others the
    texts change."""
    query = select(outbox.c.id, outbox.c.payload).where(outbox.c.match_id == match_id)
    for row in connection.execute(query).all():
        this = outbox.c.id == row.id
        if row.payload.get("user") == person.user_id:
            connection.execute(delete(outbox).where(this))
        elif (payload := person.off(row.payload)) != row.payload:
            connection.execute(update(outbox).where(this).values(payload=payload))
