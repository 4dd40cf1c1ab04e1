"""Taking a person off what a match keeps and is still to say: number, mentions, and the name in its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from storage.schema import outbox

TEXTS = frozenset({"head", "standing", "text", "said", "ended"})
"""The keys under which a match's `extra` and the outbox hold what people read. In these texts names stand in bold, so
that a name is told from a word that looks like it. Under all other keys a text is a word of the program."""

SPOKEN = "alt"
"""The key of texts in which names stand as any word does."""

CUT = "…"
"""The end of a text, or of a name, that was too long."""

LEFT_OUT = " ,;.:"
"""What a text does not end with where it was cut."""


class Forgotten(Struct, frozen=True):
    """Who is taken off: `names` are all the forms in which texts name the person (between the marks of bold letters, or
    as a plain word), `former` what stands there then."""

    user_id: int
    names: frozenset[str]
    former: str

    def off(self, value: Any, key: str = "") -> Any:
        """The same plain data without the person: left out of lists, None in place of the number elsewhere. A spoken
        text with the name in it becomes empty, to be made anew."""
        if isinstance(value, dict):
            named = {"name": self.former} if "name" in value and value.get("user_id") == self.user_id else {}
            return {name: self.off(part, name) for name, part in value.items()} | named
        if isinstance(value, list):
            return [self.off(part, key) for part in value if part != self.user_id]
        if isinstance(value, str):
            return self._reworded(value) if key in TEXTS else self._unsaid(value) if key == SPOKEN else value
        return None if value == self.user_id else value

    def _reworded(self, text: str) -> str:
        text = re.sub(rf"<@!?{self.user_id}>", self.former, text)
        for name in self._longest_first():
            text = text.replace(f"**{name}**", f"**{self.former}**")
        return self._uncut(text)

    def _uncut(self, text: str) -> str:
        """A text that was cut within the name, without what is left of it: it may be the beginning of another name too,
        or of another word."""
        if text.endswith(CUT):
            for start in self._beginnings():
                for mark in ("", "*"):  # half of the mark may be left as well
                    if text.endswith(f"**{start}{mark}{CUT}"):
                        return text[: -len(f"**{start}{mark}{CUT}")] + CUT
        return text

    def _unsaid(self, text: str) -> str:
        whole = [rf"{re.escape(name)}(?!\w)" for name in self._longest_first()]
        cut = [re.escape(start + CUT) for start in self._beginnings()]
        return "" if any(re.search(rf"(?<!\w){form}", text) for form in whole + cut) else text

    def _longest_first(self) -> list[str]:
        return sorted(filter(None, self.names), key=len, reverse=True)

    def _beginnings(self) -> Iterator[str]:
        """What may be left of a name where a text was cut, the longest first."""
        for name in self._longest_first():
            for length in range(len(name), 0, -1):
                if start := name[:length].rstrip(LEFT_OUT):
                    yield start


def take_off_announcements(connection: Connection, match_id: int, person: Forgotten) -> None:
    """What a match has announced and is still to announce: rows for this person alone are removed, in all others the
    texts change. What went wrong with a row is forgotten with it, since that may tell of anything."""
    query = select(outbox.c.id, outbox.c.payload).where(outbox.c.match_id == match_id)
    for row in connection.execute(query).all():
        this = outbox.c.id == row.id
        if row.payload.get("user") == person.user_id:
            connection.execute(delete(outbox).where(this))
        elif (payload := person.off(row.payload)) != row.payload:
            connection.execute(update(outbox).where(this).values(payload=payload, error=""))
