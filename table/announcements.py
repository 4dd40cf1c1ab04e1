"""What an outbox row holds, by its kind. Rows of older versions, which hold texts, are still sent."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from storage.records import OutboxRow
from table.events import AnyTableEvent


class TurnPayload(Struct, kw_only=True, omit_defaults=True):
    """`open`, `turn`, `think`: what the post tells beside the steps, and, after a takeback, how many steps stand.

    `said` is a line of an older version."""

    events: list[AnyTableEvent] = []
    taken_back: int | None = None
    said: str = ""

    def __bool__(self) -> bool:
        """Whether it holds anything."""
        return bool(self.events or self.said) or self.taken_back is not None


class NoticePayload(Struct, kw_only=True, omit_defaults=True):
    """`notice`: what it tells, whom it calls, and, where it has buttons, its number: a question (`ask`) or a `seat`.

    `text` is the notice of an older version."""

    event: AnyTableEvent | None = None
    mention: list[int] = []
    number: int | None = None
    ask: bool = False
    seat: int | None = None
    text: str = ""


class DirectPayload(Struct, kw_only=True, omit_defaults=True):
    """`direct`: a line to one person in a direct message. `text` is that of an older version."""

    user: int
    event: AnyTableEvent | None = None
    text: str = ""


class QuestionPayload(Struct, kw_only=True, omit_defaults=True):
    """`call`, `remind`, `headsup`: whom it is for, and about which question; of a heads-up also who plays before."""

    user: int
    asked: int
    before: int = 0


class StandInPayload(Struct, kw_only=True, omit_defaults=True):
    """`standin`, `stall`: about which question."""

    asked: int


class DigestPayload(Struct, kw_only=True, omit_defaults=True):
    """`digest`: whose daily list, begun with which settings."""

    user: int
    mark: int | None = None


PayloadT = TypeVar("PayloadT", bound=Struct)


def payload(row: OutboxRow, kind: type[PayloadT]) -> PayloadT:
    """What a row holds, typed."""
    found: Any = row.payload
    return found if isinstance(found, kind) else msgspec.convert(found, kind, str_keys=True)
