"""Reading matches from the database."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Connection, Row, Select, bindparam, select

from storage.errors import MatchMoved, MatchNotFound
from storage.extra import MatchExtra
from storage.records import MatchSummary, Place, SeatRow, StepRow
from storage.replay import Snapshot
from storage.schema import matches, seats, snapshots, steps, undone

# The queries of the path of a step are built once: building them takes as long as running them.
_ID: BindParameter[int] = bindparam("id")
_AFTER: BindParameter[int] = bindparam("after")
_MATCH = select(matches).where(matches.c.id == _ID)
_SEATS = select(seats).where(seats.c.match_id == _ID).order_by(seats.c.seat)
_STEPS = select(steps).where(steps.c.match_id == _ID, steps.c.number > _AFTER).order_by(steps.c.number)
_UNDONE = select(undone).where(undone.c.match_id == _ID).order_by(undone.c.number)
_SNAPSHOTS = select(snapshots).where(snapshots.c.match_id == _ID).order_by(snapshots.c.step.desc())
_NEWEST = _SNAPSHOTS.limit(2)
_OPENING = _SNAPSHOTS.where(snapshots.c.step <= bindparam("upto"), snapshots.c.opens_turn).limit(1)
_LATER = _SNAPSHOTS.where(snapshots.c.step > _AFTER)
_REVISION = select(matches.c.revision).where(matches.c.id == _ID)


class Loaded(Struct):
    """A match as it lies in the database: its row, its seats, its newest states and the steps of the running turn."""

    row: dict[str, Any]
    seats: list[SeatRow]
    newest: Snapshot | None
    opening: Snapshot | None
    tail: list[StepRow]
    undone: list[StepRow]


def load(connection: Connection, match_id: int) -> Loaded:
    """All that is needed to go on with a match; the work does not grow with its length. MatchNotFound."""
    key = {"id": match_id}
    found = connection.execute(_MATCH, key).first()
    if found is None:
        raise MatchNotFound("match_unknown", match=match_id)
    row = dict(found._mapping)
    sitting = [_seat(found) for found in connection.execute(_SEATS, key)]
    if row["status"] in ("lobby", "closed") and row["seed"] is None:
        return Loaded(row, sitting, None, None, [], [])
    newest, opening = _newest(connection, match_id)
    tail = load_steps(connection, match_id, after=opening.step if opening else 0)
    again = connection.execute(_UNDONE, key)
    return Loaded(row, sitting, newest, opening, tail, [_step(found) for found in again])


def _newest(connection: Connection, match_id: int) -> tuple[Snapshot | None, Snapshot | None]:
    """The newest state, and the one with which the running turn began (often the same)."""
    found = [_snapshot(row) for row in connection.execute(_NEWEST, {"id": match_id})]
    opening = next((snapshot for snapshot in found if snapshot.opens_turn), None)
    return (found[0] if found else None), opening


def load_steps(connection: Connection, match_id: int, after: int) -> list[StepRow]:
    """The steps whose number is greater than `after`, in order."""
    return [_step(row) for row in connection.execute(_STEPS, {"id": match_id, "after": after})]


def load_snapshot(connection: Connection, match_id: int, upto: int) -> Snapshot | None:
    """The newest snapshot of a turn's beginning after at most `upto` steps."""
    row = connection.execute(_OPENING, {"id": match_id, "upto": upto}).first()
    return None if row is None else _snapshot(row)


def load_snapshots(connection: Connection, match_id: int, after: int) -> dict[int, Snapshot]:
    """The snapshots after more than `after` steps, by their step."""
    return {row.step: _snapshot(row) for row in connection.execute(_LATER, {"id": match_id, "after": after})}


def check_revision(connection: Connection, match_id: int, revision: int) -> None:
    """MatchMoved unless the match is still at this revision."""
    found = connection.scalar(_REVISION, {"id": match_id})
    if found != revision:
        raise MatchMoved("match_moved_on")


def load_summaries(
    connection: Connection, query: Select[Any], extra: type[MatchExtra] = MatchExtra
) -> list[MatchSummary]:
    """Matches without their states, in the order of a query that selects from `matches`."""
    rows = connection.execute(query).all()
    sitting = _seats_of(connection, [row.id for row in rows])
    return [summary(dict(row._mapping), sitting.get(row.id, []), extra) for row in rows]


def summary(row: dict[str, Any], sitting: list[SeatRow], extra: type[MatchExtra]) -> MatchSummary:
    """A row of `matches` as a record."""
    names = MatchSummary.__struct_fields__
    values = {name: row[name] for name in names if name in row}
    values["extra"] = msgspec.convert(row["extra"], extra, str_keys=True)
    return MatchSummary(game_key=row["game"], place=place(row), seats=sitting, **values)


def place(row: dict[str, Any]) -> Place:
    """Where the match of this row is played."""
    return Place(row["guild_id"], row["channel_id"], row["thread_id"], row["messages"])


def _seats_of(connection: Connection, ids: Sequence[int]) -> dict[int, list[SeatRow]]:
    found: dict[int, list[SeatRow]] = {}
    for start in range(0, len(ids), 500):  # databases limit the number of values in a query
        part = ids[start : start + 500]
        query = select(seats).where(seats.c.match_id.in_(part)).order_by(seats.c.match_id, seats.c.seat)
        for row in connection.execute(query):
            found.setdefault(row.match_id, []).append(_seat(row))
    return found


def _seat(row: Row[Any]) -> SeatRow:
    values = dict(row._mapping)
    del values["match_id"]
    return SeatRow(index=values.pop("seat"), **values)


def _step(row: Row[Any]) -> StepRow:
    return StepRow(row.number, row.seat, row.option, row.at, row.turn, row.version, row.reveals, row.forced)


def _snapshot(row: Row[Any]) -> Snapshot:
    return Snapshot(row.step, row.opens_turn, row.version, zlib.decompress(row.state))
