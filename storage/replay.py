"""From snapshots and steps to states, without a database."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rules.game import Events, Game, State
from rules.match import play
from storage.errors import OtherRules
from storage.records import PastStep, StepRow

log = logging.getLogger(__name__)


class Snapshot(Struct, frozen=True):
    """The state after `step` steps. `opens_turn`: a turn begins (or the match ends) with it.

    `packed` is how it is stored: compressed, since JSON shrinks to a fifth in a tenth of a millisecond.
    """

    step: int
    opens_turn: bool
    version: int
    packed: bytes

    @property
    def raw(self) -> bytes:
        """The state as `Game.to_json` wrote it."""
        return zlib.decompress(self.packed)


def pack(step: int, opens_turn: bool, version: int, raw: bytes) -> Snapshot:
    """A snapshot of the state that `Game.to_json` wrote."""
    return Snapshot(step, opens_turn, version, zlib.compress(raw, 1))


def take_snapshot(game: Game[Any, Any], state: State, step: int, *, opens_turn: bool) -> Snapshot:
    """The state as it is now."""
    return pack(step, opens_turn, game.version, game.to_json(state))


def revive(game: Game[Any, Any], snapshot: Snapshot) -> State:
    """The state of a snapshot. OtherRules when these rules cannot read it."""
    if snapshot.version > game.version:
        raise OtherRules(f"This match of {game.title} was played with a newer version of the bot.")
    try:
        state: State = game.from_json(snapshot.raw)
    except msgspec.DecodeError as error:
        raise OtherRules(f"The rules of {game.title} have changed too much to go on with this match.") from error
    return state


def reveals(events: Iterable[Any]) -> bool:
    """Whether something hidden was shown to somebody."""
    return any(event.reveals for event in events)


def replayed(game: Game[Any, Any], state: State, rows: Iterable[StepRow]) -> State:
    """Take the steps in place and return the state. OtherRules when one was taken under other rules, or is refused."""
    for row in rows:
        _retake(game, state, row)
    return state


def _retake(game: Game[Any, Any], state: State, row: StepRow) -> Events:
    if row.version != game.version:
        raise OtherRules(f"The rules of {game.title} in this bot have changed since then.")
    try:
        return play(game, state, row.seat, row.option)
    except Exception as error:  # whatever a changed rule does with an old step, the match itself must stay usable
        raise OtherRules(f"Step {row.number} ({row.option}) does not replay under the present rules.") from error


def told(
    game: Game[Any, Any], base: Snapshot | None, rows: list[StepRow], snapshots: dict[int, Snapshot]
) -> list[PastStep]:
    """The steps after `base` with what each made happen.

    Where a step does not replay its events are left empty, and the next snapshot (by its step, in `snapshots`) goes on.
    """
    state = revive(game, base) if base is not None else None
    past = []
    for row in rows:
        events: Events = []
        if state is not None:
            try:
                events = _retake(game, state, row)
            except OtherRules as error:
                log.info("events are not known: %s", error)
                state = None
        past.append(PastStep(row, events))
        if state is None and (snapshot := snapshots.get(row.number)) is not None:
            state = revive(game, snapshot)
    return past


def first_state(game: Game[Any, Any], settings: bytes, seats: int, seed: int) -> State:
    """The state before the first step. BadSettings when settings and seats make no match."""
    state: State = game.setup(game.settings_from(settings), seats, seed)
    return state


def same_state(game: Game[Any, Any], one: State, other: State) -> bool:
    """Whether two states are equal in all that is stored."""
    return game.to_json(one) == game.to_json(other)


def as_of(version: int, rows: list[StepRow]) -> list[StepRow]:
    """The steps as if they were taken under this version: to try whether they replay under it, or after that was
    proven."""
    return [row if row.version == version else msgspec.structs.replace(row, version=version) for row in rows]
