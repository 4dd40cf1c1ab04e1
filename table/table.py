"""The match at its table: a choice comes in, is checked and saved together with what must be announced.

Nothing here talks to Discord. The order of effects: lock and load, check, commit the step and the outbox rows in one
transaction, unlock; rendering and sending come after, from the outbox.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from render import notices
from render import notices_asked as asked_words
from render import notices_seats as words
from render.notices_stats import NO_TAKEBACK, NOT_AGAINST
from rules.errors import BadSettings, IllegalOption
from rules.game import Events
from rules.match import DRAW, RESIGN
from storage.errors import CannotUndo
from storage.open_match import OpenMatch
from storage.ratings import is_rated
from storage.records import SeatRow, StepRow
from storage.stored_match import StoredMatch
from table import deadlines, proposals, seating
from table.errors import Refusal
from table.hours import time_control_of
from table.perspective import Perspective, bold, seat_name, see, see_state

if TYPE_CHECKING:
    from storage import Store

FIRST_LOOK = 6 * 3600
"""Seconds after which a match that waits is looked at: nobody can be reminded more often than that."""


RECENT = 60
"""So many steps are looked at for the Take Back of a post: a round of any game is shorter."""


class Outcome(Struct):
    """What came of a press: what the person sees now, and a sentence to go with it ("" when the board says all)."""

    perspective: Perspective
    said: str = ""
    changed: bool = False


class Preview(Struct):
    """A choice to be confirmed: the position to show (after it, unless it reveals something) and the option."""

    perspective: Perspective
    after: Any
    option: str


class Table:
    """Everything that people at a table can do to a running match. `clock` gives UTC seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self.store = store
        self.clock = clock

    # Looking.

    async def look(self, match_id: int, user_id: int | None) -> Perspective:
        """The match as this person sees it now. MatchNotFound, Refusal when it has not begun."""
        match = await self.store.matches.read(match_id)
        return await self.perspective(match, user_id)

    async def perspective(self, match: StoredMatch, user_id: int | None) -> Perspective:
        """`see`, with the person's private notes and what he can undo."""
        if match.status == "lobby" or match.seed is None:
            raise Refusal(notices.NOT_STARTED if match.status == "lobby" else notices.LOBBY_GONE)
        seat = match.seat_of(user_id) if user_id is not None else None
        notes = await self.store.notes.get(match.id, seat.index) if seat is not None else {}
        perspective = see(match, user_id, {name: str(mark) for name, mark in notes.items()})
        if seat is not None and isinstance(match, OpenMatch):
            perspective.revision = match.revision_after
            perspective.can_undo = match.undoable(seat.index) is None
            perspective.can_redo = match.redoable(seat.index) is None
        return perspective

    async def panel(self, match_id: int, user_id: int) -> Perspective:
        """What a private panel shows: as `look`, with what can be undone."""
        async with self.store.matches.open(match_id) as match:
            return await self.perspective(match, user_id)

    async def preview(self, match_id: int, user_id: int, option: str, revision: int) -> Preview | None:
        """The choice to be confirmed, or None when it can be undone anyway and needs no confirmation.

        Confirmed is what ends a turn of one choice, or begins it by revealing something: there is no way back from it.
        Later in a turn only a choice is confirmed that the game warns of.
        """
        match = await self.store.matches.read(match_id)
        perspective = await self.perspective(match, user_id)
        if (
            match.revision != revision
            or perspective.decision is None
            or not perspective.decision.legal(match.state, option)
        ):
            return None
        if match.turn_steps and not perspective.presenter.warn(option, perspective.decision, perspective.view):
            return None
        after = match.game.copy(match.state)
        events = match.game.apply(after, option)
        reveals = any(event.reveals for event in events)
        if after.turn == match.state.turn and not reveals and match.game.decision(after) is not None:
            return None
        shown = perspective.view if reveals else see_state(match, after, perspective.seat).view
        return Preview(perspective, shown, option)

    # Playing.

    async def take(self, match_id: int, user_id: int, option: str, revision: int | None = None) -> Outcome:
        """Take a choice for a person. `revision` is that of the button pressed, None for a typed command.

        A stale press changes nothing and is told so; a repeat of the press just carried out is answered as done.
        Refusal, IllegalOption, MatchNotFound, StorageError.
        """
        async with self.store.matches.open(match_id) as match:
            seat = self.seat(match, user_id)
            press = [match.revision if revision is None else revision, seat.index, option]
            if revision is not None and revision != match.revision:
                repeat = match.extra.get("press") == press
                return Outcome(await self.perspective(match, user_id), "" if repeat else notices.STALE)
            self.require_turn(match, seat)
            self.play(match, seat.index, option)
            deadlines.has_come_back(match, seat.index)
            match.extra["press"] = press
            return Outcome(await self.perspective(match, user_id), changed=True)

    def play(self, match: OpenMatch, seat: int, option: str) -> Events:
        """Take a step, then those that are forced, and have announced what must be told."""
        before = (match.turn, match.to_act)
        proposals.end_question(match, asked_words.WENT_ON, self.clock())
        try:
            events = match.step(seat, option, self.clock())
        except BadSettings as error:
            raise IllegalOption("not_offered") from error
        self.settle(match, before)
        return events

    def settle(self, match: OpenMatch, before: tuple[int, int | None], **payload: Any) -> None:
        """After any change of the position: forced steps, the deadline, and the call to whoever is next.

        `before` is the turn and the seat to act before the change; `payload` goes with the post.
        """
        now = self.clock()
        while match.decision is not None and len(options := match.game.options(match.state)) == 1:
            match.step(match.decision.seat, options[0], now, forced=True)
        passed = (match.turn, match.to_act) != before
        if match.status == "running" and passed:
            self.ask(match, now)
        waiting = match.waits_for
        if waiting is not None and waiting.computer:
            match.announce("think", payload, now)
        elif passed or match.status != "running" or payload:
            match.announce("turn", payload, now)
        if match.status != "running":
            proposals.end_all(match, now)

    def ask(self, match: OpenMatch, now: int, due_at: int | None = None) -> None:
        """A new question is put to whoever is to act: set its deadline (by default what the table agreed on), and when
        to look whether it was answered.

        `extra["asked"]` says whom, when, and at which revision; every notice about the question carries that revision.
        """
        waiting = match.waits_for
        user_id = waiting.user_id if waiting is not None else None
        match.due_at = self.deadline(match, now) if due_at is None else due_at
        match.warned = 0
        match.extra["asked"] = {"user": user_id, "at": now, "revision": match.revision_after}
        people = [seat for seat in match.seats if seat.user_id is not None]
        match.remind_at = now + FIRST_LOOK if user_id is not None and len(people) > 1 else None

    def deadline(self, match: OpenMatch, now: int) -> int | None:
        """When the next choice is due, by what the table agreed on; None: never."""
        waiting = match.waits_for
        if waiting is None or waiting.user_id is None:
            return None
        return time_control_of(match).due(now)

    def seat(self, match: StoredMatch, user_id: int) -> SeatRow:
        """The person's seat. Refusal when he has none."""
        seat = match.seat_of(user_id)
        if seat is None:
            raise Refusal("You do not play in this match.")
        return seat

    def require_turn(self, match: StoredMatch, seat: SeatRow) -> None:
        """Refusal unless the match waits for this seat."""
        if match.status != "running":
            raise Refusal(notices.MATCH_OVER if match.status != "lobby" else notices.NOT_STARTED)
        waiting = match.waits_for
        if waiting is None or waiting.index != seat.index:
            name = bold(seat_name(waiting)) if waiting else "somebody else"
            raise Refusal(f"It is not your turn: the match waits for {name}.")

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
            seat = self.seat(match, user_id)
            if revision is not None and revision != match.revision:
                return Outcome(await self.perspective(match, user_id), notices.STALE)
            before = (match.turn, match.to_act)
            proposals.end_question(match, asked_words.WENT_ON, self.clock())
            if redo:
                match.redo(seat.index)
                self.settle(match, before)
            else:
                match.undo(seat.index)
                self.untell(match)
            match.extra.pop("press", None)
            return Outcome(await self.perspective(match, user_id), changed=True)

    def untell(self, match: OpenMatch) -> None:
        """After an undo: a post may have shown the choice already (when somebody took a seat over, say). Then a new
        one shows the board as it is, and the old one says that it was taken back."""
        if match.extra.get("told", 0) > match.step_count:
            match.extra["told"] = match.step_count
            match.announce("turn", {"taken_back": match.step_count}, self.clock())

    async def resign(self, match_id: int, user_id: int) -> Perspective:
        """The person gives the match up. With two seats (or one) it ends; with more the computer plays on for him."""
        async with self.store.matches.open(match_id) as match:
            seat = self.seat(match, user_id)
            if match.status != "running":
                raise Refusal(notices.MATCH_OVER)
            proposals.end_question(match, asked_words.WENT_ON, self.clock())
            if seating.ends_by_resigning(match):
                before = (match.turn, match.to_act)
                match.step(seat.index, RESIGN, self.clock())
                self.settle(match, before)
            else:
                seating.to_computer(self, match, seat, f"{bold(seat_name(seat))} resigned; the computer plays on.")
            return await self.perspective(match, user_id)

    async def propose(self, match_id: int, user_id: int, kind: str) -> str:
        """Ask the others for a takeback or a draw; gives a sentence for the asker. Refusal, CannotUndo."""
        async with self.store.matches.open(match_id) as match:
            seat = self.seat(match, user_id)
            if match.status != "running":
                raise Refusal(notices.MATCH_OVER)
            if kind == "takeback" and match.to_act == seat.index and match.undoable(seat.index) is None:
                proposals.end_question(match, asked_words.WENT_ON, self.clock())
                match.undo(seat.index, whole=True)
                self.untell(match)
                return notices.UNDONE
            target = await self.takeback_target(match, seat) if kind == "takeback" else match.step_count
            if kind == "draw" and not match.game.may_draw:
                raise Refusal(f"A match of {match.game.title} cannot end as a draw.")
            proposal = {"kind": kind, "by": seat.index, "target": target, "agreed": [seat.index]}
            others = [other for other in match.seats if other.user_id is not None and other.index != seat.index]
            if not others:
                await self.carry_out(match, proposal)
            else:
                self.announce_proposal(match, seat, proposal, others)
        return "The others at the table have been asked." if others else "Done."

    def announce_proposal(
        self, match: OpenMatch, seat: SeatRow, proposal: dict[str, Any], others: list[SeatRow]
    ) -> None:
        """Ask the others in the match's place, with buttons."""
        names = [f"<@{other.user_id}>" for other in others]
        asker = bold(seat_name(seat))
        if proposal["kind"] == "takeback":
            text = notices.takeback_asked(asker, names, "the last turn")
        else:
            text = notices.draw_offered(asker, names)
        proposals.ask(match, proposal, text, [other.user_id for other in others], self.clock())

    async def may_take_back(self, match: StoredMatch) -> bool:
        """Whether somebody at the table could have the last turn back at present, if the others agree.

        Looks at the last steps only: a turn that goes further back is not offered, though it may be asked for.
        """
        if match.status != "running" or match.extra.get("daily"):
            return False
        start = max(0, match.step_count - RECENT)
        rows = await match.steps(start)
        people = [seat.index for seat in match.seats if seat.user_id is not None]
        targets = [target for seat in people if (target := last_turn(rows, seat)) is not None]
        if not targets:
            return False
        target = max(targets)  # the one that goes back least can be had, or none
        whole = not start or target > start  # else it may have begun before those that were read
        if not whole or any(row.reveals for row in rows if row.number > target):
            return False
        return await match.cannot_take_back(target) is None

    async def takeback_target(self, match: OpenMatch, seat: SeatRow) -> int:
        """How many steps stand after the seat's last turn is taken back. CannotUndo with the reason."""
        if match.extra.get("daily"):
            raise CannotUndo(NO_TAKEBACK)
        target = last_turn(await match.steps(), seat.index)
        if target is None:
            raise CannotUndo("You have not played yet, so there is nothing to take back.")
        if reason := await match.cannot_take_back(target):
            raise CannotUndo(reason)
        return target

    async def answer(self, match_id: int, user_id: int, revision: int, number: int | None, agree: bool) -> str:
        """Answer the question of this number, asked at this revision; gives a sentence for the person. Refusal."""
        async with self.store.matches.open(match_id) as match:
            seat = self.seat(match, user_id)
            proposal = match.extra.get("proposal")
            open_one = None if proposal is None else (match.revision, proposal.get("number"))
            if proposal is None or open_one != (revision, number) or match.status != "running":
                raise Refusal("That was asked about an earlier position; there is nothing to answer any more.")
            if seat.index in proposal["agreed"]:
                raise Refusal("The others must answer that." if seat.index == proposal["by"] else notices.ALREADY_DONE)
            if not agree:
                proposal["against"] = [*proposal.get("against", []), seat.index]
                if seating.lost(match, proposal):
                    self.decline(match, seat)
            else:
                proposal["agreed"].append(seat.index)
                if seating.carried(match, proposal):
                    proposals.end_question(match, asked_words.AGREED[proposal["kind"]], self.clock())
                    await self.carry_out(match, proposal)
        return "You agreed." if agree else "You declined."

    def decline(self, match: OpenMatch, seat: SeatRow) -> None:
        """Tell that a proposal was refused, by this seat at the last."""
        proposal = proposals.end_question(match, asked_words.declined(bold(seat_name(seat))), self.clock())
        assert proposal is not None
        if proposal["kind"] == "replace":
            text = words.vote_lost(bold(seat_name(match.seats[proposal["target"]])))
        else:
            said = notices.takeback_refused if proposal["kind"] == "takeback" else notices.draw_refused
            text = said(bold(seat_name(seat)))
        match.announce("notice", {"text": text}, self.clock())

    async def carry_out(self, match: OpenMatch, proposal: dict[str, Any]) -> None:
        """Do what everybody agreed to."""
        asker = match.seats[proposal["by"]]
        before = (match.turn, match.to_act)
        if proposal["kind"] == "replace":
            seating.vote_out(self, match, proposal)
            return
        if proposal["kind"] == "draw":
            match.step(asker.index, DRAW, self.clock())
            self.settle(match, before)
            return
        await match.take_back(proposal["target"])
        said = notices.takeback_done(bold(seat_name(asker)))
        if is_rated(match) and any(seat.computer for seat in match.seats):
            said += f" {NOT_AGAINST}"
        self.settle(match, before, said=said, taken_back=proposal["target"])


def last_turn(rows: list[StepRow], seat: int) -> int | None:
    """How many steps stand before a seat's last turn among these; None when it has taken none by choice."""
    own = [row for row in rows if row.seat == seat and not row.forced]
    return min(row.number for row in own if row.turn == own[-1].turn) - 1 if own else None


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(62)


def thinking_rng(match_id: int, revision: int) -> random.Random:
    """A computer player's own chance: the same after a restart, and no part of the match's."""
    return random.Random(f"{match_id}/{revision}")
