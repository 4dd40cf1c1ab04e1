"""A match that is open for change. What is changed here is in memory until `Matches.open` is left, and then saved at
once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from rules.errors import BadSettings, IllegalOption, NotYourTurn
from rules.game import Events
from rules.match import DRAW, RESIGN, choose, play
from storage.database import Database
from storage.errors import (
    AlreadySeated,
    CannotUndo,
    HadAnotherSeat,
    LobbyFull,
    NotSeated,
    wrong_status,
)
from storage.extra import FormerHolder, MatchExtra, SeatExtra
from storage.forgetting import Forgotten
from storage.loading import Loaded
from storage.records import SeatRow, Status, StepRow, plain
from storage.replay import Snapshot, first_state, replayed, reveals, take_snapshot
from storage.stored_match import StoredMatch


class Notice(Struct):
    """Something to be announced, saved with the change that it tells of. `id` is its outbox row's once that is
    saved."""

    kind: str
    payload: dict[str, Any]
    lane: str
    created_at: int
    due_at: int
    id: int | None = None


class Mark(Struct, frozen=True):
    """An outbox row that was sent, as this message (None: there is none to remember), to be noted with the change."""

    row_id: int
    message_id: int | None
    at: int


class Changes(Struct):
    """What an open match has in memory that is not saved yet: for `storage.saving`, not for the table.

    `saves`, `revision`, `steps` and `seats` (as JSON) are as they were loaded; `loose`: the newest stored snapshot is
    not that of a turn's beginning. The first `kept` of the stored steps still stand, then come `added`.
    """

    saves: int
    revision: int
    steps: int
    kept: int
    undone: list[StepRow]
    had_undone: bool = False
    loose: bool = False
    seats: list[bytes] = []
    added: list[StepRow] = []
    snapshots: list[Snapshot] = []
    notices: list[Notice] = []
    marks: list[Mark] = []
    cleared_notes: set[int] = set()
    forgotten: Forgotten | None = None
    played: bool = False  # state, steps or what can be redone changed
    reseated: bool = False
    raises: bool = False  # the revision must rise
    broken: bool = False  # a rule failed half-way: nothing may be saved
    closed: bool = False  # the match was left


class OpenMatch(StoredMatch):
    """A match held under its lock: the only way to change it. Every method leaves it as it was when it raises.

    `due_at` (the deadline), `remind_at` (when to look at it next), `warned` (reminders so far), `place`, `extra` and
    `host_id`/`host_name` may simply be set; they are saved, but do not raise `revision`.
    """

    def __init__(self, database: Database, game: Any, loaded: Loaded, extra: type[MatchExtra] = MatchExtra) -> None:
        super().__init__(database, game, loaded, extra)
        self.changes = Changes(
            saves=loaded.row["saves"],
            revision=self.revision,
            steps=self.step_count,
            kept=self.step_count,
            undone=loaded.undone,
            had_undone=bool(loaded.undone),
            loose=loaded.newest is not None and not loaded.newest.opens_turn,
            seats=[msgspec.json.encode(seat) for seat in loaded.seats],
        )

    @property
    def revision_after(self) -> int:
        """The revision that the match will have once it is saved: what a button made inside should carry."""
        return self.changes.revision + (1 if self.changes.raises else 0)

    # Before the start.

    def change_settings(self, settings: Struct | bytes | str) -> None:
        """Other settings for a match that has not begun. BadSettings, WrongStatus."""
        self._need("lobby")
        raw = settings_json(settings)
        self._limit(raw)
        self._settings = raw
        self._change()

    def sit(self, user_id: int | None, name: str, *, level: str | None = None, now: int = 0) -> int:
        """Put a person, or the computer at a level, on the next free seat of a lobby; gives the seat's index.

        LobbyFull, AlreadySeated, WrongStatus.
        """
        self._need("lobby")
        self._refuse_twice(user_id)
        most = self._limit(self._settings)
        if len(self.seats) >= most:
            raise LobbyFull("all_seats_taken", most=most)
        index = len(self.seats)
        self.seats.append(SeatRow(index=index, user_id=user_id, name=name, level=level, joined_at=now))
        self._reseat()
        return index

    def leave(self, seat: int) -> SeatRow:
        """Free a seat of a lobby; those behind move up. Gives who sat there. NotSeated, WrongStatus."""
        self._need("lobby")
        gone = self._at(seat)
        rest = [row for row in self.seats if row.index != seat]
        self.seats = [msgspec.structs.replace(row, index=index) for index, row in enumerate(rest)]
        self._reseat()
        return gone

    def arrange(self, order: list[int]) -> None:
        """Seat those in a lobby anew: `order[i]` is the present index of who comes to seat i. ValueError,
        WrongStatus."""
        self._need("lobby")
        if sorted(order) != list(range(len(self.seats))):
            raise ValueError("the order must name each seat once")
        self.seats = [msgspec.structs.replace(self.seats[old], index=new) for new, old in enumerate(order)]
        self._reseat()

    def start(self, seed: int, now: int, first: bytes | None = None) -> None:
        """Begin. `seed` is any whole number of at most 63 bits; `first` is the state that `setup` makes of it, where
        that was done elsewhere. BadSettings (also for the number of seats), WrongStatus."""
        self._need("lobby")
        if first is None:
            self._state = first_state(self.game, self._settings, len(self.seats), seed)
        else:
            self._state = self.game.from_json(first)
        self.seed, self.started_at, self.moved_at = seed, now, now
        self.status = "running"
        self.version = self.game.version
        self._open_turn()
        self._after_play(now)

    # People come and go.

    def replace(self, seat: int, user_id: int | None, name: str, *, level: str | None = None, now: int = 0) -> SeatRow:
        """Give a seat to somebody else, to the computer (`level`), or to nobody (all None: it is open); gives who
        held it.

        The private notes of the seat are removed. AlreadySeated, HadAnotherSeat, NotSeated, WrongStatus.
        """
        self._need("lobby", "running")
        before = self._at(seat)
        if user_id != before.user_id:
            self._refuse_twice(user_id)
            self._refuse_another(user_id, seat)
            self.changes.cleared_notes.add(seat)
            self._note_leaving(before)
        self._set_seat(msgspec.structs.replace(before, user_id=user_id, name=name, level=level, joined_at=now))
        self._reseat()
        return before

    def _note_leaving(self, seat: SeatRow) -> None:
        """Who gave up a seat of a match under way, however that came: kept for its rating."""
        if self.status == "running" and seat.user_id is not None:
            left = FormerHolder(seat.user_id, seat.name, seat.index, seat.joined_at, self.step_count)
            self.extra.left.append(left)

    def mute(self, seat: int, muted: bool) -> None:
        """Whether this seat's person wants no notices of this match. NotSeated."""
        self._set_seat(msgspec.structs.replace(self._at(seat), muted=muted))

    def change_seat_extra(self, seat: int, extra: SeatExtra) -> None:
        """Set the table's own data about a seat. NotSeated."""
        self._set_seat(msgspec.structs.replace(self._at(seat), extra=extra))

    def forget(self, user_id: int, name: str) -> None:
        """Take a person's number and name off a match: off the seat once the match has ended, and as its host always;
        before the end somebody else at the table becomes the host. Their name is `name` then. In `extra` and in what is
        still to be announced the number goes, and texts of older versions with it."""
        person = Forgotten(user_id, name)
        self.extra = msgspec.convert(
            person.off(msgspec.to_builtins(self.extra, str_keys=True)), type(self.extra), str_keys=True
        )
        self.changes.forgotten = person
        ended = self.status in ("over", "closed")
        seat = self.seat_of(user_id)
        if self.host_id == user_id:
            heirs = [other for other in self.seats if other.user_id not in (None, user_id)]
            heir = heirs[0] if heirs and not ended else SeatRow(index=0, name=name)
            self.host_id, self.host_name = heir.user_id or 0, heir.name
        if seat is not None and ended:
            self._set_seat(msgspec.structs.replace(seat, user_id=None, name=name))

    def close(self, now: int) -> None:
        """End the match by hand, without a result. WrongStatus when it has ended already."""
        self._need("lobby", "running")
        self.status, self.ended_at = "closed", now
        self.to_act = self.due_at = self.remind_at = None
        self._change()

    # Play.

    def step(self, seat: int, option: str, now: int, *, forced: bool = False) -> Events:
        """Take a step for a seat: an option of the decision that waits, and nothing else. Gives what happened.

        `forced`: it was the only option and is taken for the player; undo passes over it.
        NotYourTurn (of `rules.match`), IllegalOption, WrongStatus, NotSeated, OtherRules.
        """
        return self._go_on(choose, seat, option, now, forced)

    def resign(self, seat: int, now: int) -> Events:
        """The seat gives the match up, whoever is to act: it is over. WrongStatus, NotSeated, OtherRules."""
        return self._go_on(play, seat, RESIGN, now)

    def agree_draw(self, seat: int, now: int) -> Events:
        """All have agreed to the draw that the seat offered: the match is over. WrongStatus, NotSeated, OtherRules."""
        return self._go_on(play, seat, DRAW, now)

    def _go_on(self, way: Callable[..., Events], seat: int, written: str, now: int, forced: bool = False) -> Events:
        self._need("running")
        self._at(seat)
        events = self._take(seat, written, now, forced, way)
        if self.changes.undone:
            self.changes.undone = []
        return events

    def _take(self, seat: int, option: str, now: int, forced: bool, way: Callable[..., Events] = choose) -> Events:
        state = self.state
        turn = state.turn
        try:
            events = way(self.game, state, seat, option)
        except (IllegalOption, NotYourTurn):
            raise
        except BaseException:
            self.changes.broken = True  # the state may be half-way through the step
            raise
        self.step_count += 1
        row = StepRow(self.step_count, seat, option, now, turn, self.game.version, reveals(events), forced)
        self.changes.added.append(row)
        self._tail.append(row)
        self.version = self.game.version
        over = self.game.decision(state) is None
        if state.turn != turn or over:
            self._open_turn()
        if over:
            self._finish(now)
        self._after_play(now)
        return events

    def _finish(self, now: int) -> None:
        self.status, self.ended_at = "over", now
        self.due_at = self.remind_at = None
        for standing in self.game.standings(self.state):
            if standing.seat is not None:
                row = self.seats[standing.seat]
                self._set_seat(
                    msgspec.structs.replace(row, score=standing.score, rank=standing.rank, winner=standing.winner)
                )

    def _open_turn(self) -> None:
        """Keep the state as it is now: a turn begins with it, or the match ends."""
        self._opening = take_snapshot(self.game, self.state, self.step_count, opens_turn=True)
        self.changes.snapshots.append(self._opening)
        self._tail = []

    def _after_play(self, now: int) -> None:
        decision = self.decision
        self.turn = self.state.turn
        self.to_act = None if decision is None else decision.seat
        self.moved_at = max(self.moved_at, now)
        self.changes.played = True
        self._change()

    # Undo.

    def undoable(self, seat: int) -> CannotUndo | None:
        """Why this seat cannot undo now; None when it can."""
        try:
            self._undo_target(seat)
        except CannotUndo as error:
            return error
        return None

    def undo(self, seat: int, *, whole: bool = False) -> int:
        """Take back this seat's last choice of the running turn, with the steps that were forced after it; gives
        their number.

        `whole`: as far back as the turn and what was revealed in it allow. CannotUndo, OtherRules.
        """
        target = self._undo_target(seat)
        while whole and target > self._opening_step and (further := self._further(seat, target)) is not None:
            target = further
        return self._undo_to(target)

    def _further(self, seat: int, before: int) -> int | None:
        try:
            return self._undo_target(seat, before)
        except CannotUndo:
            return None

    @property
    def _opening_step(self) -> int:
        return self._opening.step if self._opening else 0

    def _undo_target(self, seat: int, before: int | None = None) -> int:
        """The step count to which undo goes back from `before` (None: now). CannotUndo says why there is none."""
        if self.status != "running":
            raise self._not_running()
        for row in reversed(self._tail):
            if before is not None and row.number > before:
                continue
            if row.reveals:
                raise CannotUndo("undo_revealed")
            if row.seat != seat and not row.forced:
                raise CannotUndo("undo_others_played")
            if not row.forced:
                self._refuse_old_rules(row.number)
                return row.number - 1
        raise CannotUndo("nothing_to_undo")

    def _not_running(self) -> CannotUndo:
        match self.status:
            case "lobby":
                return CannotUndo("match_not_begun")
            case "closed":
                return CannotUndo("match_closed")
        return CannotUndo("match_over")

    def _refuse_old_rules(self, number: int) -> None:
        """The turn is replayed up to this step, which needs one version of the rules."""
        if any(row.version != self.game.version for row in self._tail if row.number <= number):
            raise CannotUndo("undo_other_rules")

    def _undo_to(self, target: int) -> int:
        self._usable()
        assert self._opening is not None
        kept = [row for row in self._tail if row.number <= target]
        taken = [row for row in self._tail if row.number > target]
        self._state = replayed(self.game, self.game.from_json(self._opening.raw), kept)
        self._cut(target)
        self._tail = kept
        self.changes.undone = taken + self.changes.undone
        self._after_play(0)
        return len(taken)

    def redoable(self, seat: int) -> CannotUndo | None:
        """Why this seat cannot redo now; None when it can."""
        if self.status != "running":
            return self._not_running()
        first = self.changes.undone[0] if self.changes.undone else None
        if first is None or first.number != self.step_count + 1 or first.seat != seat:
            return CannotUndo("nothing_to_redo")
        if first.version != self.game.version:
            return CannotUndo("redo_other_rules")
        return None

    def redo(self, seat: int) -> Events:
        """Take the step again that this seat undid last, with the steps that were forced after it. CannotUndo."""
        if (reason := self.redoable(seat)) is not None:
            raise reason
        events = self._retake()
        while self.changes.undone and self.changes.undone[0].forced and self.status == "running":
            events += self._retake()
        return events

    def _retake(self) -> Events:
        self._usable()
        row, *self.changes.undone = self.changes.undone
        try:
            return self._take(row.seat, row.option, row.at, row.forced)
        except (IllegalOption, NotYourTurn) as error:
            self.changes.broken = True
            raise CannotUndo("redo_refused") from error

    async def take_back(self, step_count: int) -> list[StepRow]:
        """Go back to the first `step_count` steps, over turns; gives the steps that no longer stand. The consent of the
        others is the table's business. It is kept for the rating. CannotUndo where something
        was revealed, OtherRules, WrongStatus."""
        self._need("running")
        opening, kept, taken = await self._taken_back(step_count)
        self.extra.taken_back = True
        self._state = replayed(self.game, self.game.from_json(opening.raw), kept)
        self._cut(step_count)
        self._opening, self._tail, self.changes.undone = opening, kept, []
        self._after_play(0)
        return taken

    def _cut(self, step_count: int) -> None:
        """Forget everything after so many steps; whoever has left had none of those that come in their place."""
        self.changes.kept = min(self.changes.kept, step_count)
        self.changes.added = [row for row in self.changes.added if row.number <= step_count]
        self.changes.snapshots = [snapshot for snapshot in self.changes.snapshots if snapshot.step <= step_count]
        self.step_count = step_count
        self.extra.left = [msgspec.structs.replace(one, steps=min(one.steps, step_count)) for one in self.extra.left]

    # To be told.

    def announce(
        self,
        kind: str,
        payload: Struct | dict[str, Any] | None,
        now: int,
        *,
        lane: str | None = None,
        due_at: int | None = None,
    ) -> Notice:
        """Have something announced: saved as an outbox row together with the changes, or not at all.

        `payload` is plain data of that kind.

        Rows of one `lane` (by default the match's) are handed out in order. `due_at`: not before then (default `now`).
        """
        self._usable()
        notice = Notice(kind, plain(payload), lane or f"match:{self.id}", now, now if due_at is None else due_at)
        self.changes.notices.append(notice)
        return notice

    def mark_sent(self, row_id: int, message_id: int | None, now: int) -> None:
        """Have an outbox row marked as sent, as `Outbox.sent` does, in the transaction that saves the changes."""
        self._usable()
        self.changes.marks.append(Mark(row_id, message_id, now))

    # Within.

    @property
    def _stored_revision(self) -> int:
        return self.changes.revision

    @property
    def _stored_steps(self) -> int:
        return self.changes.kept

    def _unsaved_opening(self, step_count: int) -> Snapshot | None:
        begun = (one for one in reversed(self.changes.snapshots) if one.opens_turn and one.step <= step_count)
        return next(begun, None)

    def _amended(self, rows: list[StepRow], after: int) -> list[StepRow]:
        stored = [row for row in rows if row.number <= self.changes.kept]
        return stored + [row for row in self.changes.added if row.number > after]

    def snapshots_to_save(self) -> list[Snapshot]:
        """Those of the turns that began, and the state as it is now, so that loading needs no replay."""
        if self._opening is not None and self._opening.step == self.step_count:
            return self.changes.snapshots
        newest = take_snapshot(self.game, self.state, self.step_count, opens_turn=False)
        return [*self.changes.snapshots, newest]

    def saved(self) -> None:
        """All was written: what is in memory is what is stored."""
        self._past = self._past.after(self.changes.kept, self.changes.added, self.changes.snapshots)
        self.revision = self.revision_after
        self.changes = Changes(
            saves=self.changes.saves + 1,
            revision=self.revision,
            steps=self.step_count,
            kept=self.step_count,
            undone=self.changes.undone,
            closed=True,
        )

    def _usable(self) -> None:
        if self.changes.closed:
            raise RuntimeError("the match was left already; open it again to change it")

    def _need(self, *statuses: Status) -> None:
        self._usable()
        if self.status not in statuses:
            raise wrong_status(self.status)

    def _limit(self, raw: bytes) -> int:
        """The most seats that these settings allow. BadSettings."""
        return max(self.game.seat_range(self.game.settings_from(raw)))

    def _refuse_twice(self, user_id: int | None) -> None:
        if user_id is not None and self.seat_of(user_id) is not None:
            raise AlreadySeated("seated_already")

    def _refuse_another(self, user_id: int | None, seat: int) -> None:
        """Whoever has had a seat knows its hidden side, and would look into two hands with another one."""
        if user_id is not None and (had := self.seats_had(user_id)) and seat not in had:
            raise HadAnotherSeat("somebody_had_another_seat")

    def _at(self, seat: int) -> SeatRow:
        if not 0 <= seat < len(self.seats):
            raise NotSeated("seat_not_in_match")
        return self.seats[seat]

    def _set_seat(self, row: SeatRow) -> None:
        self._usable()
        self.seats[row.index] = row
        self.changes.reseated = True

    def _reseat(self) -> None:
        self.changes.reseated = True
        self._change()

    def _change(self) -> None:
        self.changes.raises = True


def settings_json(settings: Struct | bytes | str) -> bytes:
    """Settings as JSON. BadSettings when a text is no JSON object."""
    if isinstance(settings, Struct):
        return msgspec.json.encode(settings)
    raw = settings.encode() if isinstance(settings, str) else settings
    try:
        msgspec.json.decode(raw, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise BadSettings("settings_unreadable", reason=str(error)) from error
    return raw
