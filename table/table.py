"""The match at its table: a choice comes in, is checked and saved together with what must be announced.

Nothing here talks to Discord. The order of effects: lock and load, check, commit the step and the outbox rows in one
transaction, unlock; rendering and sending come after, from the outbox.
"""

from __future__ import annotations

import logging
import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from render.messages import turns, votes
from rules.errors import BadSettings, IllegalOption
from rules.game import Events
from storage import Store
from storage.errors import MatchError
from storage.open_match import OpenMatch
from storage.records import PersonSettings, SeatRow
from storage.stored_match import StoredMatch
from table import consent, deadlines, flow, limits, proposals, seating
from table.announcements import DigestPayload
from table.consent import Consequence
from table.errors import Refusal
from table.events import ProposalKind, WentOn
from table.hours import next_digest
from table.perspective import Perspective, see, see_state
from table.state import LastPress, kept

log = logging.getLogger("longhouse.table")


class Outcome(Struct):
    """What came of a press: what the person sees now, and a sentence to go with it ("" when the board says all)."""

    perspective: Perspective
    said: str = ""
    changed: bool = False


class Preview(Struct):
    """A choice to be confirmed: the position to show (after it, unless it reveals something) and the options: one, or
    with `together` those that are chosen together."""

    perspective: Perspective
    after: Any
    options: tuple[str, ...]
    together: bool = False


class Table:
    """Everything that people at a table can do to a running match. `clock` gives UTC seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self.store = store
        self.doors = limits.Doors()
        self.clock = clock

    # Looking.

    async def look(self, match_id: int, user_id: int | None) -> Perspective:
        """The match as this person sees it now. MatchNotFound, Refusal when it has not begun."""
        match = await self.store.matches.read(match_id)
        return self.perspective(match, user_id)

    def perspective(self, match: StoredMatch, user_id: int | None) -> Perspective:
        """`see`, with the person's private notes and what they can undo."""
        if match.status == "lobby" or match.seed is None:
            raise Refusal("match_not_begun") if match.status == "lobby" else Refusal("table_closed")
        seat = match.seat_of(user_id) if user_id is not None else None
        notes = match.note(seat.index) if seat is not None else {}
        perspective = see(match, user_id, {name: str(mark) for name, mark in notes.items()})
        perspective.settings = None if user_id is None else match.person(user_id)
        if seat is not None and isinstance(match, OpenMatch):
            perspective.revision = match.revision_after
            perspective.can_undo = match.undoable(seat.index) is None
            perspective.can_redo = match.redoable(seat.index) is None
        return perspective

    async def panel(self, match_id: int, user_id: int) -> Perspective:
        """What a private panel shows: as `look`, with what can be undone."""
        return self.perspective(await self.store.matches.look(match_id), user_id)

    async def preview(self, match_id: int, user_id: int, option: str, revision: int) -> Preview | None:
        """The choice to be confirmed, or None when it can be undone anyway and needs no confirmation.

        Confirmed is what ends a turn of one choice, or begins it by revealing something: there is no way back from it.
        Later in a turn only a choice is confirmed that the game warns of.
        """
        return await self._preview(match_id, user_id, (option,), revision, together=False)

    async def preview_many(self, match_id: int, user_id: int, options: Sequence[str], revision: int) -> Preview | None:
        """As `preview`, for options that are chosen together."""
        return await self._preview(match_id, user_id, tuple(options), revision, together=True)

    async def _preview(
        self, match_id: int, user_id: int, options: tuple[str, ...], revision: int, *, together: bool
    ) -> Preview | None:
        match = await self.store.matches.read(match_id)
        perspective = self.perspective(match, user_id)
        decision = perspective.decision
        if match.revision != revision or decision is None:
            return None
        try:
            steps = match.game.steps_of(match.state, options) if together else options
            after = match.game.copy(match.state)
            events = [event for step in steps for event in match.game.apply(after, step)]
        except IllegalOption:
            return None  # whoever takes it says so
        if match.turn_steps and not any(
            perspective.presenter.warn(option, decision, perspective.view) for option in options
        ):
            return None
        reveals = any(event.reveals for event in events)
        if after.turn == match.state.turn and not reveals and match.game.decision(after) is not None:
            return None
        shown = perspective.view if reveals else see_state(match, after, perspective.seat).view
        return Preview(perspective, shown, options, together)

    # Playing.

    async def take(self, match_id: int, user_id: int, option: str, revision: int | None = None) -> Outcome:
        """Take a choice for a person. `revision` is that of the button pressed, None for a typed command.

        A stale press changes nothing and is told so; a repeat of the press just carried out is answered as done.
        Refusal, IllegalOption, MatchNotFound, StorageError.
        """
        return await self._take(match_id, user_id, (option,), revision, together=False)

    async def take_many(
        self, match_id: int, user_id: int, options: Sequence[str], revision: int | None = None
    ) -> Outcome:
        """Take options that are chosen together (see `Decision.picks`), as several steps, all of them or none.

        As `take`; IllegalOption also when a later one is not legal any more after those before it. Without options it
        only tells whether such a press was the one just carried out.
        """
        return await self._take(match_id, user_id, tuple(options), revision, together=True)

    async def _take(
        self, match_id: int, user_id: int, options: tuple[str, ...], revision: int | None, *, together: bool
    ) -> Outcome:
        async with self.store.matches.open(match_id) as match:
            seat = seating.seat_of(match, user_id)
            press = LastPress(match.revision if revision is None else revision, seat.index, " ".join(options))
            if revision is not None and revision != match.revision:
                last = kept(match).press
                repeat = last == press or (not options and last is not None and last.is_of(press))
                return Outcome(self.perspective(match, user_id), "" if repeat else turns.board_changed())
            seating.require_turn(match, seat)
            steps = match.game.steps_of(match.state, options) if together else options
            self.play(match, seat.index, *steps)
            deadlines.has_come_back(match, seat.index)
            kept(match).press = press
            return Outcome(self.perspective(match, user_id), changed=True)

    def play(self, match: OpenMatch, seat: int, *options: str) -> Events:
        """Take one step or more, then those that are forced, and have announced what must be told."""
        before = (match.turn, match.to_act)
        proposals.end_question(match, WentOn(), self.clock())
        try:
            events = [event for option in options for event in match.step(seat, option, self.clock())]
        except BadSettings as error:
            raise IllegalOption("not_offered") from error
        flow.settle(match, before, self.clock())
        return events

    # Computer players.

    async def thinking(self, match_id: int, revision: int) -> tuple[StoredMatch, SeatRow] | None:
        """The match and the computer's seat that must think about it; None when it has moved on since."""
        match = await self.store.matches.read(match_id)
        seat = match.waits_for
        if match.status != "running" or match.revision != revision or seat is None or not seat.computer:
            return None
        return match, seat

    async def computed(self, match_id: int, revision: int, seat: int, option: str) -> None:
        """Carry out what a computer player chose, unless the match has moved on since."""
        async with self.store.matches.open(match_id) as match:
            if match.revision == revision and match.to_act == seat:
                self.play(match, seat, option)

    # Undo, takeback, draw, resigning.

    async def undo(self, match_id: int, user_id: int, revision: int | None = None, *, redo: bool = False) -> Outcome:
        """Take back (or do again) the person's last choice of the running turn. CannotUndo says why not."""
        async with self.store.matches.open(match_id) as match:
            seat = seating.seat_of(match, user_id)
            if revision is not None and revision != match.revision:
                return Outcome(self.perspective(match, user_id), turns.board_changed())
            before = (match.turn, match.to_act)
            proposals.end_question(match, WentOn(), self.clock())
            if redo:
                match.redo(seat.index)
                flow.settle(match, before, self.clock())
            else:
                match.undo(seat.index)
                consent.untell(match, self.clock())
            kept(match).press = None
            return Outcome(self.perspective(match, user_id), changed=True)

    async def resign(self, match_id: int, user_id: int) -> Perspective:
        """The person gives the match up. With two seats (or one) it ends; with more the computer plays on for them."""
        async with self.store.matches.open(match_id) as match:
            seat = seating.seat_of(match, user_id)
            if match.status != "running":
                raise Refusal("match_over")
            proposals.end_question(match, WentOn(), self.clock())
            if seating.ends_by_resigning(match):
                self._lose(match, seat)
            else:
                seating.to_computer(match, seat, "resigned", self.clock())
            return self.perspective(match, user_id)

    def _lose(self, match: OpenMatch, seat: SeatRow) -> None:
        before = (match.turn, match.to_act)
        match.resign(seat.index, self.clock())
        flow.settle(match, before, self.clock())

    async def leave(self, match_id: int, user_id: int, *, loses: bool) -> bool:
        """The person leaves the match, and the computer plays on for them; where nobody else is left it ends. Gives
        False, and changes nothing, where they were told otherwise: `loses`, whether they lose by it. Refusal."""
        async with self.store.matches.open(match_id) as match:
            seating.require_running(match)
            seat = seating.seat_of(match, user_id)
            if await seating.leaving_loses(match) != loses:
                return False
            if loses:
                self._lose(match, seat)
            else:
                seating.to_computer(match, seat, "left", self.clock())
        return True

    async def before_asking(self, match_id: int, user_id: int, kind: ProposalKind) -> tuple[StoredMatch, Consequence]:
        """What a takeback or a draw would mean, for whoever is about to ask for it. Refusal, CannotUndo when there is
        nothing to ask for."""
        async with self.store.matches.open(match_id) as match:
            seat = seating.seat_of(match, user_id)
            seating.require_running(match)
            return match, await consent.consequence(match, seat, kind)

    async def propose(self, match_id: int, user_id: int, kind: ProposalKind) -> str:
        """Ask the others for a takeback or a draw; gives a sentence for the asker. Refusal, CannotUndo."""
        async with self.store.matches.open(match_id) as match:
            seat = seating.seat_of(match, user_id)
            seating.require_running(match)
            return await consent.propose(match, seat, kind, self.clock())

    async def answer(self, match_id: int, user_id: int, revision: int, number: int | None, agree: bool) -> str:
        """Answer the question of this number, asked at this revision; gives a sentence for the person. Refusal."""
        async with self.store.matches.open(match_id) as match:
            seat = seating.seat_of(match, user_id)
            await consent.answer(match, seat, (revision, number), agree, self.clock())
        return votes.you_agreed() if agree else votes.you_declined()

    # People's settings.

    async def days_off(self, user_id: int, before: PersonSettings, after: PersonSettings) -> None:
        """Move the deadlines of all matches that wait for somebody whose days off have changed, and tell the tables."""
        now = self.clock()
        for summary in await self.store.matches.waiting_for(user_id):
            if summary.due_at is None:
                continue
            try:
                async with self.store.matches.open(summary.id) as match:
                    seat = match.waits_for
                    if match.due_at is not None and seat is not None and seat.user_id == user_id:
                        deadlines.move(match, seat, before.away_until, after.away_until, now)
            except MatchError as error:
                log.warning("a deadline was not moved: match=%s cause=%s", summary.id, error)

    async def begin_digest(self, user_id: int, person: PersonSettings) -> None:
        """Have the person's next daily list sent, by the settings as they are saved."""
        now = self.clock()
        payload = DigestPayload(user=user_id, mark=person.extra.digest)
        at = next_digest(person, now)
        await self.store.outbox.add("digest", payload, now, lane=f"digest:{user_id}", due_at=at)


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(62)


def thinking_rng(match_id: int, revision: int) -> random.Random:
    """A computer player's own chance: the same after a restart, and no part of the match's."""
    return random.Random(f"{match_id}/{revision}")
