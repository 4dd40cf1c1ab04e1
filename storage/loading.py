"""Reading matches from the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    Row,
    Select,
    Text,
    bindparam,
    case,
    cast,
    func,
    literal_column,
    null,
    select,
    union_all,
)
from sqlalchemy.sql.selectable import CompoundSelect

from storage.errors import MatchMoved, MatchNotFound
from storage.records import MatchSummary, PersonSettings, Place, SeatRow, StepRow
from storage.replay import Snapshot
from storage.schema import matches, notes, people, seats, snapshots, steps, undone

TURNS = 8
"""So many beginnings of turns are read with a match's recent past."""

# The queries of the path of a step are built once: building them takes as long as running them.
_ID: BindParameter[int] = bindparam("id")
_AFTER: BindParameter[int] = bindparam("after", type_=Integer)
_STEPS = select(steps).where(steps.c.match_id == _ID, steps.c.number > _AFTER).order_by(steps.c.number)
_SNAPSHOTS = select(snapshots).where(snapshots.c.match_id == _ID).order_by(snapshots.c.step.desc())
_OPENING = _SNAPSHOTS.where(snapshots.c.step <= bindparam("upto"), snapshots.c.opens_turn).limit(1)
_LATER = _SNAPSHOTS.where(snapshots.c.step > _AFTER)
_REVISION = select(matches.c.revision).where(matches.c.id == _ID)


def _table() -> Select[Any]:
    """A match with its seats, a row for each (one with nothing where nobody sits), and what those who sit there have
    set and noted."""
    seated = [column for column in seats.columns if column.name != "match_id"]
    joined = (
        matches.outerjoin(seats, seats.c.match_id == matches.c.id)
        .outerjoin(people, people.c.user_id == seats.c.user_id)
        .outerjoin(notes, (notes.c.match_id == seats.c.match_id) & (notes.c.seat == seats.c.seat))
    )
    columns = [*matches.columns, *(column.label(f"seat_{column.name}") for column in seated)]
    query = select(*columns, people.c.settings.label("person"), notes.c.note).select_from(joined)
    return query.where(matches.c.id == _ID).order_by(seats.c.seat)


def _past() -> CompoundSelect[Any]:
    """The newest states, the steps since the running turn began (or since `after`, where that is earlier), and what was
    undone: all in one, told apart by `kind`."""
    newest = _SNAPSHOTS.limit(bindparam("turns", type_=Integer)).subquery("newest")
    states = select(
        literal_column("'state'").label("kind"),
        newest.c.step.label("number"),
        newest.c.opens_turn.label("flag"),
        newest.c.version,
        newest.c.state,
        *(cast(null(), kind).label(name) for name, kind in _ONLY_STEPS.items()),
    )
    turns = select(snapshots.c.step).where(snapshots.c.match_id == _ID, snapshots.c.opens_turn)
    opening = func.coalesce(turns.order_by(snapshots.c.step.desc()).limit(1).scalar_subquery(), 0)
    since = case((opening < _AFTER, opening), else_=_AFTER)
    recent = _steps_of(steps, "step").where(steps.c.match_id == _ID, steps.c.number > since)
    return union_all(states, recent, _steps_of(undone, "undone").where(undone.c.match_id == _ID))


_ONLY_STEPS: dict[str, Any] = {
    "seat": Integer,
    "option": Text,
    "at": BigInteger,
    "turn": Integer,
    "forced": Boolean,
}


def _steps_of(table: Any, kind: str) -> Select[Any]:
    """A table of steps in the form of `_past`; `flag` is there whether something was revealed."""
    columns: list[ColumnElement[Any]] = [
        literal_column(f"'{kind}'").label("kind"),
        table.c.number,
        table.c.reveals.label("flag"),
        table.c.version,
        cast(null(), LargeBinary).label("state"),
    ]
    return select(*columns, *(table.c[name] for name in _ONLY_STEPS))


_TABLE, _PAST = _table(), _past()


class Seated(Struct):
    """What those who sit in a match have set and noted, as JSON: by person and by seat."""

    settings: dict[int, str]
    notes: dict[int, dict[str, Any]]

    def person(self, user_id: int) -> PersonSettings | None:
        """As `StoredMatch.person`."""
        raw = self.settings.get(user_id)
        return None if raw is None else msgspec.json.decode(raw, type=PersonSettings)

    def note(self, seat: int) -> dict[str, Any]:
        """As `StoredMatch.note`."""
        return self.notes.get(seat, {})


class Past(Struct):
    """What of a match's past was read with it: the steps after the first `since`, and the newest beginnings of turns,
    the last first."""

    since: int
    steps: list[StepRow]
    openings: list[Snapshot]

    def steps_after(self, after: int) -> list[StepRow] | None:
        """The stored steps whose number is greater; None when they were not all read."""
        return [row for row in self.steps if row.number > after] if after >= self.since else None

    def opening(self, upto: int) -> Snapshot | None:
        """The last beginning of a turn after at most so many steps; None when it was not read."""
        return next((snapshot for snapshot in self.openings if snapshot.step <= upto), None)

    def after(self, kept: int, added: list[StepRow], snapshots: list[Snapshot]) -> Past:
        """The past once all but the first `kept` steps gave way to these, which are in order."""
        rest = [row for row in self.steps if row.number <= kept]
        begun = [snapshot for snapshot in reversed(snapshots) if snapshot.opens_turn]
        old = [snapshot for snapshot in self.openings if snapshot.step <= kept]
        return Past(self.since, rest + [row for row in added if row.number > self.since], begun + old)


class Loaded(Struct):
    """A match as it lies in the database: its row, its seats, its newest states and the steps of the running turn."""

    row: dict[str, Any]
    seats: list[SeatRow]
    seated: Seated
    newest: Snapshot | None
    opening: Snapshot | None
    tail: list[StepRow]
    undone: list[StepRow]
    past: Past


def load(connection: Connection, match_id: int, recent: int = 0) -> Loaded:
    """All that is needed to go on with a match, and its last `recent` steps; the work does not grow with its length.
    MatchNotFound.

    Two statements, one for a lobby.
    """
    found = connection.execute(_TABLE, {"id": match_id}).all()
    if not found:
        raise MatchNotFound(f"There is no match {match_id}.")
    names = [column.name for column in matches.columns]
    row = dict(zip(names, found[0], strict=False))
    here = [one for one in found if one.seat_seat is not None]
    sitting = [_seat(one, "seat_") for one in here]
    seated = Seated(
        {one.seat_user_id: one.person or "{}" for one in here if one.seat_user_id is not None},
        {one.seat_seat: one.note for one in here if one.note},
    )
    if row["status"] in ("lobby", "closed") and row["seed"] is None:
        return Loaded(row, sitting, seated, None, None, [], [], Past(0, [], []))
    after = max(0, row["step_count"] - recent)
    return _with_past(connection, row, sitting, seated, after, TURNS if recent else 2)


def _with_past(
    connection: Connection, row: dict[str, Any], sitting: list[SeatRow], seated: Seated, after: int, turns: int
) -> Loaded:
    parts = connection.execute(_PAST, {"id": row["id"], "after": after, "turns": turns}).all()
    states = sorted((_state(one) for one in parts if one.kind == "state"), key=lambda state: -state.step)
    taken = sorted((_taken(one) for one in parts if one.kind == "step"), key=lambda step: step.number)
    again = sorted((_taken(one) for one in parts if one.kind == "undone"), key=lambda step: step.number)
    openings = [state for state in states if state.opens_turn]
    begun = openings[0].step if openings else 0
    tail = [step for step in taken if step.number > begun]
    return Loaded(
        row=row,
        seats=sitting,
        seated=seated,
        newest=states[0] if states else None,
        opening=openings[0] if openings else None,
        tail=tail,
        undone=again,
        past=Past(min(after, begun), taken, openings),
    )


def _state(row: Row[Any]) -> Snapshot:
    return Snapshot(row.number, row.flag, row.version, row.state)


def _taken(row: Row[Any]) -> StepRow:
    return StepRow(row.number, row.seat, row.option, row.at, row.turn, row.version, row.flag, row.forced)


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
        raise MatchMoved("The match has moved on since; look at it again.")


def load_summaries(connection: Connection, query: Select[Any]) -> list[MatchSummary]:
    """Matches without their states, in the order of a query that selects from `matches`."""
    rows = connection.execute(query).all()
    sitting = _seats_of(connection, [row.id for row in rows])
    return [summary(dict(row._mapping), sitting.get(row.id, [])) for row in rows]


def summary(row: dict[str, Any], sitting: list[SeatRow]) -> MatchSummary:
    """A row of `matches` as a record."""
    names = MatchSummary.__struct_fields__
    values = {name: row[name] for name in names if name in row}
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


def _seat(row: Row[Any], prefix: str = "") -> SeatRow:
    given = row._mapping
    return SeatRow(index=given[f"{prefix}seat"], **{name: given[prefix + name] for name in _SEAT_FIELDS})


_SEAT_FIELDS = [name for name in SeatRow.__struct_fields__ if name != "index"]


def _step(row: Row[Any]) -> StepRow:
    return StepRow(row.number, row.seat, row.option, row.at, row.turn, row.version, row.reveals, row.forced)


def _snapshot(row: Row[Any]) -> Snapshot:
    return Snapshot(row.step, row.opens_turn, row.version, row.state)
