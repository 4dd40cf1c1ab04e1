"""Writing what was changed in an open match, inside one transaction."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, or_, update

from storage import attempts, failpoints, ratings
from storage.errors import Conflict
from storage.forgetting import take_off_announcements
from storage.open_match import Mark, Notice, OpenMatch
from storage.records import SeatRow, StepRow
from storage.replay import Snapshot
from storage.schema import matches, notes, outbox, seats, snapshots, steps, undone
from storage.schema import pending as is_pending
from storage.upserts import upsert

_FIXED = {"id", "game", "created_at"}

# Built once, since this is the path of each step.
_ID: BindParameter[int] = bindparam("id")
_KEPT: BindParameter[int] = bindparam("kept")
_CUT_STEPS = delete(steps).where(steps.c.match_id == _ID, steps.c.number > _KEPT)
_CUT_SNAPSHOTS = delete(snapshots).where(
    snapshots.c.match_id == _ID, or_(snapshots.c.step > _KEPT, snapshots.c.opens_turn.is_(False))
)
_CUT_UNDONE = delete(undone).where(undone.c.match_id == _ID)
_CUT_SEATS = delete(seats).where(seats.c.match_id == _ID, seats.c.seat >= bindparam("left"))
_ADD_STEP = insert(steps)
_ADD_SNAPSHOT = insert(snapshots)
_ADD_UNDONE = insert(undone)
_ADD_NOTICES = insert(outbox).returning(outbox.c.id, sort_by_parameter_order=True)
_SAVE_ROW = (
    update(matches)
    .where(
        matches.c.id == bindparam("the_id"),
        matches.c.revision == bindparam("old_revision"),
        matches.c.saves == bindparam("old_saves"),
    )
    .values({column.name: bindparam(column.name) for column in matches.columns if column.name not in _FIXED})
)

_MARK = (
    update(outbox)
    .where(outbox.c.id == bindparam("row_id"), is_pending())
    .values(status="sent", message_id=bindparam("message_id"), sent_at=bindparam("at"))
)


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
        "saves": match.changes.saves + 1,
    }


def frozen(match: OpenMatch) -> bytes:
    """The match's own row in a form that later changes inside `extra` cannot reach, to compare with."""
    return msgspec.json.encode(columns_of(match))


def save(connection: Connection, match: OpenMatch) -> None:
    """Write what was changed. Conflict, and the transaction is to be rolled back, when somebody else has changed the
    match.

    The match's own row comes first: with PostgreSQL that keeps others off the match until the end.
    """
    _save_row(connection, match)
    if match.changes.played:
        _save_play(connection, match)
        failpoints.hit("inside-commit")
    if match.changes.reseated:
        _save_seats(connection, match)
    for seat in match.changes.cleared_notes:
        connection.execute(delete(notes).where(notes.c.match_id == match.id, notes.c.seat == seat))
    ratings.count(connection, match)
    attempts.settle(connection, match)
    if match.changes.forgotten is not None:
        take_off_announcements(connection, match.id, match.changes.forgotten)
    _save_notices(connection, match)
    for mark in match.changes.marks:
        mark_sent(connection, mark)


def _save_row(connection: Connection, match: OpenMatch) -> None:
    key = {"the_id": match.id, "old_revision": match.changes.revision, "old_saves": match.changes.saves}
    if connection.execute(_SAVE_ROW, {**columns_of(match), **key}).rowcount != 1:
        raise Conflict(f"Match {match.id} was changed by somebody else, so nothing was saved.")


def _save_play(connection: Connection, match: OpenMatch) -> None:
    changes, kept = match.changes, {"id": match.id, "kept": match.changes.kept}
    cut = changes.kept < changes.steps
    if cut:
        connection.execute(_CUT_STEPS, kept)
    if cut or changes.loose:
        connection.execute(_CUT_SNAPSHOTS, kept)
    _insert(connection, _ADD_STEP, [_step_values(match.id, row) for row in changes.added])
    _insert(connection, _ADD_SNAPSHOT, [_snapshot_values(match.id, row) for row in match.snapshots_to_save()])
    if changes.undone or changes.had_undone:
        connection.execute(_CUT_UNDONE, {"id": match.id})
        _insert(connection, _ADD_UNDONE, [_step_values(match.id, row) for row in changes.undone])


def _save_seats(connection: Connection, match: OpenMatch) -> None:
    """Those that differ from what is stored."""
    stored = match.changes.seats
    differing = [row for row in match.seats if msgspec.json.encode(row) not in stored[row.index : row.index + 1]]
    if len(match.seats) < len(stored):
        connection.execute(_CUT_SEATS, {"id": match.id, "left": len(match.seats)})
    upsert(connection, seats, *(_seat_values(match.id, row) for row in differing))


def _save_notices(connection: Connection, match: OpenMatch) -> None:
    notices = match.changes.notices
    if notices:
        ids = connection.scalars(_ADD_NOTICES, [_notice_values(match, notice) for notice in notices])
        for notice, number in zip(notices, ids, strict=True):
            notice.id = number


def mark_sent(connection: Connection, mark: Mark) -> None:
    """Note in an outbox row that it was sent."""
    connection.execute(_MARK, msgspec.structs.asdict(mark))


def drop_snapshots(connection: Connection, match_id: int, last_step: int) -> None:
    """Keep only the final state of a finished match; the others follow from its log."""
    connection.execute(delete(snapshots).where(snapshots.c.match_id == match_id, snapshots.c.step < last_step))


def _insert(connection: Connection, query: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(query, rows)


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
        "state": row.packed,
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
        "created_at": notice.created_at,
        "due_at": notice.due_at,
        "attempts": 0,
        "error": "",
    }
