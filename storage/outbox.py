"""What is still to be announced. A row is written together with the change that it tells of, and marked when it was
sent.

One task at a time should work the outbox off: take `pending`, send each with its `nonce`, mark it. After a crash
between sending and marking the same row comes again with the same nonce, so that Discord shows it once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from storage import failpoints
from storage.database import Database
from storage.records import OutboxRow, plain
from storage.schema import outbox
from storage.schema import pending as is_pending


class Outbox:
    """The announcements. Times are seconds since 1970, UTC. StorageError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Tell who waits in `wait` that there is something to do."""
        self._news.set()

    async def wait(self, seconds: float) -> None:
        """Wait until something was announced since the last call, at most so many seconds."""
        # Not `wait_for`: Python 3.11's swallows a cancellation that comes together with the news.
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()

    async def add(
        self, kind: str, payload: Struct | dict[str, Any] | None, now: int, *, lane: str = "", due_at: int | None = None
    ) -> int:
        """Announce something that belongs to no match; gives the row's id. Within a match use `OpenMatch.announce`."""
        values = {
            "revision": 0,
            "step_count": 0,
            "kind": kind,
            "payload": plain(payload),
            "lane": lane or "general",
            "status": "pending",
            "created_at": now,
            "due_at": now if due_at is None else due_at,
            "attempts": 0,
            "error": "",
        }
        query = insert(outbox).values(values).returning(outbox.c.id)
        row_id = await self._database.write(lambda connection: int(connection.execute(query).scalar_one()))
        self.wake()
        return row_id

    async def pending(self, now: int, limit: int = 100, *, newer: Collection[str] = ()) -> list[OutboxRow]:
        """What is to be sent now, in order. A row is held back while an earlier one of its lane waits for another try.

        A row is `superseded` where a newer one of the kinds `newer` was written for its match.
        """
        given = {"now": now, "most": limit, "newer": list(newer)}
        rows = await self._database.read(lambda connection: connection.execute(_PENDING, given).all())
        return [_row(row) for row in rows]

    async def get(self, row_id: int, *, newer: Collection[str] = ()) -> OutboxRow | None:
        """One row, or None; `newer` as for `pending`."""
        given = {"row_id": row_id, "newer": list(newer)}
        row = await self._database.read(lambda connection: connection.execute(_ONE, given).first())
        return None if row is None else _row(row)

    async def sent(self, row_id: int, message_id: int | None, now: int) -> None:
        """It was sent, as this message (None: there is none to remember). Where the match is changed as well, use
        `OpenMatch.mark_sent`, which does both at once."""
        failpoints.hit("before-mark")
        await self._set(row_id, status="sent", message_id=message_id, sent_at=now)
        failpoints.hit("after-mark")

    async def retry(self, row_id: int, at: int, error: str) -> None:
        """It failed; try again at this time."""
        await self._set(row_id, due_at=at, error=error[:500], attempts=outbox.c.attempts + 1)

    async def clock_went_back(self, now: int, longest: int) -> None:
        """Have what was written or put off by a clock that was ahead go out as if it had been written now: a row of the
        future keeps its distance, and a repeat further off than the `longest` pause (seconds) is due now."""
        future = update(outbox).where(is_pending(), outbox.c.created_at > now)
        early = future.values(due_at=outbox.c.due_at - outbox.c.created_at + now, created_at=now)
        repeats = update(outbox).where(is_pending(), outbox.c.attempts > 0, outbox.c.due_at > now + longest)

        def work(connection: Connection) -> None:
            connection.execute(early)
            connection.execute(repeats.values(due_at=now))

        await self._database.write(work)

    async def give_up(self, row_id: int, error: str) -> None:
        """It failed for good (the channel is gone, direct messages are closed)."""
        await self._set(row_id, status="dropped", error=error[:500], attempts=outbox.c.attempts + 1)

    async def _set(self, row_id: int, **values: Any) -> None:
        query = update(outbox).where(outbox.c.id == row_id, is_pending()).values(values)
        await self._database.write(lambda connection: connection.execute(query).close())

    async def last_sent(self, match_id: int, kind: str) -> OutboxRow | None:
        """The newest row of this kind that was sent for a match: where its `message_id` is remembered."""
        query = (
            select(outbox)
            .where(outbox.c.match_id == match_id, outbox.c.kind == kind, outbox.c.status == "sent")
            .order_by(outbox.c.id.desc())
            .limit(1)
        )
        return await self._first(query)

    async def _first(self, query: Select[Any]) -> OutboxRow | None:
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else _row(row)

    async def later(self, match_id: int, row_id: int, kinds: tuple[str, ...]) -> bool:
        """Whether a newer row of one of these kinds was written for the match."""
        query = select(outbox.c.id).where(outbox.c.match_id == match_id, outbox.c.kind.in_(kinds), outbox.c.id > row_id)
        return await self._number(query.limit(1)) is not None

    async def follows(self, row: OutboxRow, besides: str = "") -> bool:
        """Whether a newer row of the same lane is still to be sent; those of one kind may be left out."""
        mine = (outbox.c.lane == row.lane, outbox.c.id > row.id, outbox.c.kind != besides)
        query = select(outbox.c.id).where(is_pending(), *mine)
        return await self._number(query.limit(1)) is not None

    async def on_the_way(self, match_id: int, kinds: tuple[str, ...], lane: str) -> int | None:
        """When the last row of these kinds or in this lane that is still to be sent for the match is due; None when
        there is none."""
        wanted = or_(outbox.c.kind.in_(kinds), outbox.c.lane == lane)
        return await self._number(
            select(func.max(outbox.c.due_at)).where(outbox.c.match_id == match_id, is_pending(), wanted)
        )

    async def next_due(self) -> int | None:
        """When the next pending row is to be sent; None when nothing is pending."""
        query = select(func.min(outbox.c.due_at)).where(is_pending())
        return await self._number(query)

    async def _number(self, query: Select[Any]) -> int | None:
        found = await self._database.read(lambda connection: connection.scalar(query))
        return None if found is None else int(found)

    async def oldest_age(self, now: int) -> int | None:
        """How many seconds ago the oldest row was written that should have been sent by now; None when there is
        none."""
        late = or_(outbox.c.due_at <= now, outbox.c.attempts > 0)
        query = select(func.min(outbox.c.created_at)).where(is_pending(), late)
        oldest = await self._number(query)
        return None if oldest is None else max(0, now - oldest)

    async def forget(self, before: int) -> int:
        """Remove what was sent or dropped and was created before this time, but for the newest of its kind and match;
        gives the number of rows."""
        newest = select(func.max(outbox.c.id)).group_by(outbox.c.match_id, outbox.c.kind)
        query = delete(outbox).where(
            outbox.c.status != "pending", outbox.c.created_at < before, outbox.c.id.not_in(newest)
        )
        return await self._database.write(lambda connection: connection.execute(query).rowcount)


def _superseded() -> ColumnElement[bool]:
    later = outbox.alias()
    kinds: BindParameter[str] = bindparam("newer", expanding=True)
    same = later.c.match_id == outbox.c.match_id
    return select(later.c.id).where(same, later.c.id > outbox.c.id, later.c.kind.in_(kinds)).exists()


def _pending() -> Select[Any]:
    earlier, now = outbox.alias(), bindparam("now", type_=BigInteger)
    waits = (
        select(earlier.c.id)
        .where(
            earlier.c.lane == outbox.c.lane,
            earlier.c.id < outbox.c.id,
            is_pending(earlier),
            earlier.c.due_at > now,
            earlier.c.attempts > 0,
        )
        .exists()
    )
    order = outbox.c.id + literal_column("0")  # by the bare number SQLite would go through all rows that ever were
    most: BindParameter[int] = bindparam("most", type_=Integer)
    query = select(outbox, _superseded().label("superseded"))
    return query.where(is_pending(), outbox.c.due_at <= now, ~waits).order_by(order).limit(most)


_PENDING = _pending()
_ONE = select(outbox, _superseded().label("superseded")).where(outbox.c.id == bindparam("row_id"))
"""Built once: the dispatcher asks after everything that it has sent."""


def _row(row: Row[Any]) -> OutboxRow:
    return OutboxRow(**dict(row._mapping))
