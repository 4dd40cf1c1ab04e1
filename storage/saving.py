"""Writing what was changed in an open match, inside one transaction."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, insert, or_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import failpoints
from storage.errors import Conflict
from storage.opened import Notice, OpenMatch
from storage.records import SeatRow, StepRow
from storage.replay import Snapshot, take_snapshot
from storage.schema import matches, notes, outbox, seats, snapshots, steps, undone


def columns_of(match: OpenMatch) -> dict[str, Any]:
    """The match's own row as it should be."""
    place = match.place
    return {
        "version": match.version,
        "status": match.status,
        "settings": match.settings_json.decode(),
        "seed": match.seed,
        "revision": match.revision_after,
        "step_count": match.step_count,
        "turn": match.turn,
        "to_act": match.to_act,
        "host_id": match.host_id,
        "host_name": match.host_name,
        "guild_id": place.guild_id,
        "channel_id": place.channel_id,
        "thread_id": place.thread_id,
        "messages": place.messages,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "moved_at": match.moved_at,
        "due_at": match.due_at,
        "remind_at": match.remind_at,
        "warned": match.warned,
        "extra": match.extra,
    }


def frozen(columns: dict[str, Any]) -> dict[str, bytes]:
    """The columns in a form that later changes inside `extra` cannot reach, to compare with."""
    return {name: msgspec.json.encode(value) for name, value in columns.items()}


def changes(match: OpenMatch, before: dict[str, bytes]) -> dict[str, Any]:
    """The columns that differ from `before`."""
    now = columns_of(match)
    return {name: now[name] for name, raw in frozen(now).items() if before[name] != raw}


async def save(connection: AsyncConnection, match: OpenMatch, before: dict[str, bytes], now_revision: int) -> None:
    """Write everything. Conflict, and the transaction is to be rolled back, when somebody else has changed the
    match."""
    if match._played:
        await _save_play(connection, match)
        failpoints.hit("inside-commit")
    if match._reseated:
        await connection.execute(delete(seats).where(seats.c.match_id == match.id))
        await _insert(connection, seats, [_seat_values(match.id, row) for row in match.seats])
    for seat in match._cleared_notes:
        await connection.execute(delete(notes).where(notes.c.match_id == match.id, notes.c.seat == seat))
    await _save_row(connection, match, changes(match, before), now_revision)
    for notice in match._notices:
        notice.id = await connection.scalar(insert(outbox).values(_notice_values(match, notice)).returning(outbox.c.id))


async def _save_play(connection: AsyncConnection, match: OpenMatch) -> None:
    await _drop(connection, steps, match.id, steps.c.number > match._kept)
    await _insert(connection, steps, [_step_values(match.id, row) for row in match._added])
    await _drop(
        connection,
        snapshots,
        match.id,
        or_(snapshots.c.step > match._kept, snapshots.c.opens_turn.is_(False)),
    )
    await _insert(connection, snapshots, [_snapshot_values(match.id, row) for row in _new_snapshots(match)])
    await _drop(connection, undone, match.id)
    await _insert(connection, undone, [_step_values(match.id, row) for row in match._undone])


def _new_snapshots(match: OpenMatch) -> list[Snapshot]:
    """Those of the turns that began, and the state as it is now, so that loading needs no replay."""
    opening = match._opening
    if opening is not None and opening.step == match.step_count:
        return match._snapshots
    newest = take_snapshot(match.game, match.state, match.step_count, opens_turn=False)
    return [*match._snapshots, newest]


async def _save_row(connection: AsyncConnection, match: OpenMatch, values: dict[str, Any], now_revision: int) -> None:
    if not values:
        return
    found = await connection.execute(
        update(matches).where(matches.c.id == match.id, matches.c.revision == now_revision).values(values)
    )
    if found.rowcount != 1:
        raise Conflict(f"Match {match.id} was changed by somebody else, so nothing was saved.")


async def drop_snapshots(connection: AsyncConnection, match_id: int, last_step: int) -> None:
    """Keep only the final state of a finished match; the others follow from its log."""
    await _drop(connection, snapshots, match_id, snapshots.c.step < last_step)
    await _drop(connection, undone, match_id)


async def _drop(connection: AsyncConnection, table: Any, match_id: int, *where: Any) -> None:
    await connection.execute(delete(table).where(table.c.match_id == match_id, *where))


async def _insert(connection: AsyncConnection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(insert(table), rows)


def _seat_values(match_id: int, row: SeatRow) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    return {"match_id": match_id, "seat": values.pop("index"), **values}


def _step_values(match_id: int, row: StepRow) -> dict[str, Any]:
    return {"match_id": match_id, **msgspec.structs.asdict(row)}


def _snapshot_values(match_id: int, row: Snapshot) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "step": row.step,
        "opens_turn": row.opens_turn,
        "version": row.version,
        "state": row.packed(),
    }


def _notice_values(match: OpenMatch, notice: Notice) -> dict[str, Any]:
    return {
        "match_id": match.id,
        "revision": match.revision_after,
        "step_count": match.step_count,
        "kind": notice.kind,
        "payload": notice.payload,
        "lane": notice.lane,
        "status": "pending",
        "created_at": match.moved_at,
        "due_at": notice.due_at,
        "attempts": 0,
        "error": "",
    }
