"""Reading matches from the database."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import MatchMoved, MatchNotFound
from storage.records import MatchSummary, Place, SeatRow, StepRow
from storage.replay import Snapshot
from storage.schema import matches, seats, snapshots, steps, undone

_SNAPSHOT = (snapshots.c.step, snapshots.c.opens_turn, snapshots.c.version, snapshots.c.state)


class Loaded(Struct):
    """A match as it lies in the database: its row, its seats, its newest states and the steps of the running turn."""

    row: dict[str, Any]
    seats: list[SeatRow]
    newest: Snapshot | None
    opening: Snapshot | None
    tail: list[StepRow]
    undone: list[StepRow]


async def load(connection: AsyncConnection, match_id: int) -> Loaded:
    """All that is needed to go on with a match; the work does not grow with its length. MatchNotFound."""
    found = (await connection.execute(select(matches).where(matches.c.id == match_id))).first()
    if found is None:
        raise MatchNotFound(f"There is no match {match_id}.")
    row = dict(found._mapping)
    sitting = (await _seats_of(connection, [match_id])).get(match_id, [])
    if row["status"] in ("lobby", "closed") and row["seed"] is None:
        return Loaded(row, sitting, None, None, [], [])
    newest, opening = await _newest(connection, match_id)
    tail = await load_steps(connection, match_id, after=opening.step if opening else 0)
    again = await connection.execute(select(undone).where(undone.c.match_id == match_id).order_by(undone.c.number))
    return Loaded(row, sitting, newest, opening, tail, [_step(found) for found in again])


async def _newest(connection: AsyncConnection, match_id: int) -> tuple[Snapshot | None, Snapshot | None]:
    """The newest state, and the one with which the running turn began (often the same)."""
    query = _snapshots_of(match_id).order_by(snapshots.c.step.desc()).limit(2)
    found = [_snapshot(row) for row in await connection.execute(query)]
    opening = next((snapshot for snapshot in found if snapshot.opens_turn), None)
    return (found[0] if found else None), opening


async def load_steps(connection: AsyncConnection, match_id: int, after: int) -> list[StepRow]:
    """The steps whose number is greater than `after`, in order."""
    query = select(steps).where(steps.c.match_id == match_id, steps.c.number > after).order_by(steps.c.number)
    return [_step(row) for row in await connection.execute(query)]


async def load_snapshot(connection: AsyncConnection, match_id: int, upto: int) -> Snapshot | None:
    """The newest snapshot of a turn's beginning after at most `upto` steps."""
    query = (
        _snapshots_of(match_id)
        .where(snapshots.c.step <= upto, snapshots.c.opens_turn)
        .order_by(snapshots.c.step.desc())
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return None if row is None else _snapshot(row)


async def load_snapshots(connection: AsyncConnection, match_id: int, after: int) -> dict[int, Snapshot]:
    """The snapshots after more than `after` steps, by their step."""
    query = _snapshots_of(match_id).where(snapshots.c.step > after)
    return {row.step: _snapshot(row) for row in await connection.execute(query)}


async def check_revision(connection: AsyncConnection, match_id: int, revision: int) -> None:
    """MatchMoved unless the match is still at this revision."""
    found = await connection.scalar(select(matches.c.revision).where(matches.c.id == match_id))
    if found != revision:
        raise MatchMoved("The match has moved on since; look at it again.")


async def load_summaries(
    connection: AsyncConnection, query: Select[Any] | None = None, *where: ColumnElement[bool]
) -> list[MatchSummary]:
    """Matches without their states. `query` selects from `matches`; without it, all that fulfil `where`."""
    rows = (await connection.execute(select(matches).where(*where) if query is None else query)).all()
    sitting = await _seats_of(connection, [row.id for row in rows])
    return [summary(dict(row._mapping), sitting.get(row.id, [])) for row in rows]


def summary(row: dict[str, Any], sitting: list[SeatRow]) -> MatchSummary:
    """A row of `matches` as a record."""
    names = MatchSummary.__struct_fields__
    values = {name: row[name] for name in names if name in row}
    return MatchSummary(game_key=row["game"], place=place(row), seats=sitting, **values)


def place(row: dict[str, Any]) -> Place:
    """Where the match of this row is played."""
    return Place(row["guild_id"], row["channel_id"], row["thread_id"], row["messages"])


async def _seats_of(connection: AsyncConnection, ids: Sequence[int]) -> dict[int, list[SeatRow]]:
    found: dict[int, list[SeatRow]] = {}
    for start in range(0, len(ids), 500):  # databases limit the number of values in a query
        part = ids[start : start + 500]
        query = select(seats).where(seats.c.match_id.in_(part)).order_by(seats.c.match_id, seats.c.seat)
        for row in await connection.execute(query):
            found.setdefault(row.match_id, []).append(_seat(row))
    return found


def _seat(row: Row[Any]) -> SeatRow:
    values = dict(row._mapping)
    del values["match_id"]
    return SeatRow(index=values.pop("seat"), **values)


def _step(row: Row[Any]) -> StepRow:
    return StepRow(row.number, row.seat, row.option, row.at, row.turn, row.version, row.reveals, row.forced)


def _snapshots_of(match_id: int) -> Select[Any]:
    return select(*_SNAPSHOT).where(snapshots.c.match_id == match_id)


def _snapshot(row: Row[Any]) -> Snapshot:
    return Snapshot(row.step, row.opens_turn, row.version, zlib.decompress(row.state))
