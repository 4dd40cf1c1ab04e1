"""A match as it is stored: to be looked at, not to be changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection

from rules.game import Decision, Game, State
from rules.match import Record, Step
from storage import loading
from storage.database import Database
from storage.errors import CannotUndo, MatchError, OtherRules, WrongStatus, wrong_status
from storage.extra import FormerHolder, MatchExtra
from storage.loading import Loaded
from storage.records import PastStep, PersonSettings, Place, SeatRow, Status, StepRow
from storage.replay import Difference, Snapshot, as_of, first_state, pack, replayed, revive, same_state, told

T = TypeVar("T")


class StoredMatch:
    """A match at one moment. Times are seconds since 1970, UTC.

    `revision` rises by one with each saved change of the game or its seats (not with notes about messages or
    reminders), so a button that carries it is stale when it differs. `step_count` is the number of steps that stand.
    """

    def __init__(
        self, database: Database, game: Game[Any, Any], loaded: Loaded, extra: type[MatchExtra] = MatchExtra
    ) -> None:
        row = loaded.row
        self._database = database
        self._settings: bytes = row["settings"].encode()
        self._newest = loaded.newest
        self._opening = loaded.opening
        self._tail = loaded.tail
        self._past = loaded.past
        self._seated = loaded.seated
        self._state: State | None = None
        self._proven = False  # the whole log is known to replay under the present rules
        self.id: int = row["id"]
        self.game = game
        self.version: int = row["version"]
        self.status: Status = row["status"]
        self.seed: int | None = row["seed"]
        self.revision: int = row["revision"]
        self.step_count: int = row["step_count"]
        self.turn: int = row["turn"]
        self.to_act: int | None = row["to_act"]
        self.seats: list[SeatRow] = loaded.seats
        self.host_id: int = row["host_id"]
        self.host_name: str = row["host_name"]
        self.place: Place = loading.place(row)
        self.created_at: int = row["created_at"]
        self.started_at: int | None = row["started_at"]
        self.ended_at: int | None = row["ended_at"]
        self.moved_at: int = row["moved_at"]
        self.due_at: int | None = row["due_at"]
        self.remind_at: int | None = row["remind_at"]
        self.warned: int = row["warned"]
        self.extra: MatchExtra = msgspec.convert(row["extra"], extra, str_keys=True)

    @property
    def game_key(self) -> str:
        """The game's key in `rules.GAMES`."""
        return self.game.key

    @property
    def settings(self) -> Any:
        """The game's Settings. BadSettings when these rules do not understand them any more."""
        return self.game.settings_from(self._settings)

    @property
    def settings_json(self) -> bytes:
        """The settings as they are stored."""
        return self._settings

    @property
    def state(self) -> State:
        """The whole state, hidden parts included: show people only `game.view` of it, and do not change it.

        WrongStatus before the start; OtherRules when this program cannot read the state.
        """
        if self._state is None:
            self._state = self._present()
        return self._state

    def _present(self) -> State:
        if self._newest is None:
            raise WrongStatus("match_not_begun")
        rest = [row for row in self._tail if row.number > self._newest.step]
        return replayed(self.game, revive(self.game, self._newest), rest)

    @property
    def decision(self) -> Decision | None:
        """What the match waits for; None when it waits for nothing."""
        return self.game.decision(self.state) if self.status == "running" else None

    def person(self, user_id: int) -> PersonSettings | None:
        """The settings of somebody who had a seat when the match was read, with which they were read; None for
        anybody else."""
        return self._seated.person(user_id)

    def note(self, seat: int) -> dict[str, Any]:
        """The private notes of a seat, as they were when the match was read; empty when there are none."""
        return self._seated.note(seat)

    def seat_of(self, user_id: int) -> SeatRow | None:
        """This person's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    @property
    def left(self) -> list[FormerHolder]:
        """Those who gave up a seat while the match ran, the last ones last."""
        return self.extra.left

    def seats_had(self, user_id: int) -> set[int]:
        """The seats that this person has, or had while the match ran."""
        left = {one.seat for one in self.left if one.user_id == user_id}
        return left | {seat.index for seat in self.seats if seat.user_id == user_id}

    @property
    def turn_steps(self) -> int:
        """How many steps the running turn has so far."""
        return len(self._tail)

    @property
    def waits_for(self) -> SeatRow | None:
        """The seat that must act, or None."""
        return None if self.to_act is None else self.seats[self.to_act]

    # The past.

    async def steps(self, after: int = 0) -> list[StepRow]:
        """The steps that stand and whose number is greater than `after`. MatchMoved when the match was changed
        meanwhile."""
        if self._opening is not None and after >= self._opening.step:
            return [row for row in self._tail if row.number > after]
        rows = self._past.steps_after(after)
        if rows is None:
            rows = await self._unmoved(lambda connection: loading.load_steps(connection, self.id, after))
        return self._amended(rows, after)

    async def _unmoved(self, work: Callable[[Connection], T]) -> T:
        """Read something of this match. MatchMoved when it was changed since we read it."""

        def checked(connection: Connection) -> T:
            loading.check_revision(connection, self.id, self._stored_revision)
            return work(connection)

        return await self._database.read(checked)

    async def events_since(self, step_count: int) -> list[PastStep]:
        """What happened after the first `step_count` steps, by replay from the nearest snapshot.

        A step that cannot be replayed (it was taken under older rules) has no events. MatchMoved as in `steps`.
        """
        if step_count >= self.step_count:
            return []
        base = await self._base(step_count)
        start = base.step if base else 0
        rows = self._versioned(await self.steps(start))
        later: dict[int, Snapshot] = {}
        if base is None or any(row.version != self.game.version for row in rows):
            later = await self._unmoved(lambda connection: loading.load_snapshots(connection, self.id, start))
        past = told(self.game, base, rows, later)
        return [step for step in past if step.number > step_count]

    async def state_at(self, step_count: int) -> State:
        """The state after the first `step_count` steps: a copy. OtherRules when it cannot be had; MatchMoved as in
        `steps`."""
        if not 0 <= step_count <= self.step_count:
            raise ValueError(f"the match has no step {step_count}")
        base = await self._base(step_count)
        if base is None:
            raise OtherRules("rules_changed", game=self.game.title)
        rows = self._versioned(await self.steps(base.step))
        return replayed(self.game, revive(self.game, base), [row for row in rows if row.number <= step_count])

    async def record(self) -> Record:
        """The match as a log that `rules.match` can replay and write as text. It holds the seed: keep that to yourself
        while the match runs."""
        if self.seed is None:
            raise WrongStatus("match_not_begun")
        rows = await self.steps()
        return Record(
            game=self.game.key,
            version=self.version,
            settings=msgspec.json.decode(self._settings),
            seats=len(self.seats),
            seed=self.seed,
            steps=[Step(row.seat, row.option, row.at) for row in rows],
        )

    async def check(self) -> Difference | None:
        """Replay the whole log under the present rules: None when it comes to the stored state, else how it differs.
        For a match under way a difference is no harm: it goes on from its snapshot."""
        rows = await self.steps()
        return await asyncio.to_thread(self._check, rows)

    def _check(self, rows: list[StepRow]) -> Difference | None:
        found = Difference(match=self.id, game=self.game.key, version=self.version)
        if self.seed is None or self._newest is None:
            return None
        try:
            state = first_state(self.game, self._settings, len(self.seats), self.seed)
            replayed(self.game, state, as_of(self.game.version, rows))
            if same_state(self.game, state, self.state):
                return None
        except Exception as error:
            return msgspec.structs.replace(found, error=error)
        return found

    async def cannot_take_back(self, step_count: int) -> MatchError | None:
        """Why the match cannot go back to its first `step_count` steps; None when it can."""
        try:
            await self._taken_back(step_count)
        except (CannotUndo, OtherRules, WrongStatus) as error:
            return error
        return None

    async def _taken_back(self, step_count: int) -> tuple[Snapshot, list[StepRow], list[StepRow]]:
        if self.status != "running":
            raise wrong_status(self.status)
        if not 0 <= step_count < self.step_count:
            raise CannotUndo("nothing_to_take_back")
        base = await self._base(step_count)
        if base is None:
            raise CannotUndo("takeback_other_rules")
        rows = await self.steps(base.step)
        kept = [row for row in rows if row.number <= step_count]
        taken = [row for row in rows if row.number > step_count]
        if any(row.reveals for row in taken):
            raise CannotUndo("takeback_revealed")
        if any(row.version != self.game.version for row in kept):
            raise CannotUndo("takeback_other_rules")
        return self._as_opening(base), kept, taken

    def _as_opening(self, base: Snapshot) -> Snapshot:
        """The snapshot, rewritten by the present rules where older ones wrote it."""
        if base.version == self.game.version:
            return base
        raw = self.game.to_json(self.game.from_json(base.raw))
        return pack(base.step, base.opens_turn, self.game.version, raw)

    async def _base(self, step_count: int) -> Snapshot | None:
        """The nearest state at or before so many steps; None when there is none that the present rules can go on
        from."""
        if self._opening is not None and self._opening.step <= step_count:
            return self._opening
        if (begun := self._unsaved_opening(step_count)) is not None:
            return begun
        upto = min(step_count, self._stored_steps)
        found = self._past.opening(upto)
        if found is None:
            found = await self._unmoved(lambda connection: loading.load_snapshot(connection, self.id, upto))
        return found if found is not None else await self._setup_snapshot()

    async def _setup_snapshot(self) -> Snapshot | None:
        """The state before the first step, for a match whose snapshots were dropped; only if its log still replays."""
        if self.seed is None or (self.version != self.game.version and await self.check() is not None):
            return None
        self._proven = True  # snapshots are dropped only after the log was replayed
        state = first_state(self.game, self._settings, len(self.seats), self.seed)
        return pack(0, True, self.game.version, self.game.to_json(state))

    def _versioned(self, rows: list[StepRow]) -> list[StepRow]:
        return as_of(self.game.version, rows) if self._proven else rows

    # What an open match, which has changes that are not saved yet, knows better.

    @property
    def _stored_revision(self) -> int:
        return self.revision

    @property
    def _stored_steps(self) -> int:
        return self.step_count

    def _unsaved_opening(self, step_count: int) -> Snapshot | None:
        return None

    def _amended(self, rows: list[StepRow], after: int) -> list[StepRow]:
        return rows
