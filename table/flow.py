"""How a match goes on after any change of its position: forced steps, the question to whoever is next, its deadline."""

from __future__ import annotations

from storage.open_match import OpenMatch
from storage.stored_match import StoredMatch
from table import proposals
from table.announcements import TurnPayload
from table.events import AnyTableEvent
from table.hours import time_control_of
from table.state import Question, kept

FIRST_LOOK = 6 * 3600
"""Seconds after which a match that waits is looked at: nobody can be reminded more often than that."""


def settle(
    match: OpenMatch, before: tuple[int, int | None], now: int, *events: AnyTableEvent, taken_back: int | None = None
) -> None:
    """After any change of the position: forced steps, the deadline, and the call to whoever is next.

    `before` is the turn and the seat to act before the change; the post tells the `events`, and, after a takeback,
    that no more than `taken_back` steps stand.
    """
    while match.decision is not None and len(options := match.game.options(match.state)) == 1:
        match.step(match.decision.seat, options[0], now, forced=True)
    payload = TurnPayload(events=list(events), taken_back=taken_back)
    passed = (match.turn, match.to_act) != before
    if match.status == "running" and passed:
        ask(match, now)
    waiting = match.waits_for
    if waiting is not None and waiting.computer:
        match.announce("think", payload, now)
    elif passed or match.status != "running" or payload:
        match.announce("turn", payload, now)
    if match.status != "running":
        proposals.end_all(match, now)


def ask(match: OpenMatch, now: int, due_at: int | None = None) -> None:
    """A new question is put to whoever is to act: set its deadline (by default what the table agreed on), and when
    to look whether it was answered.

    `TableState.asked` says whom, when, and at which revision; every notice about the question carries that.
    """
    waiting = match.waits_for
    user_id = waiting.user_id if waiting is not None else None
    match.due_at = deadline(match, now) if due_at is None else due_at
    match.warned = 0
    kept(match).asked = Question(user=user_id, at=now, revision=match.revision_after)
    people = [seat for seat in match.seats if seat.user_id is not None]
    match.remind_at = now + FIRST_LOOK if user_id is not None and len(people) > 1 else None


def deadline(match: StoredMatch, now: int) -> int | None:
    """When the next choice is due, by what the table agreed on; None: never."""
    waiting = match.waits_for
    if waiting is None or waiting.user_id is None:
        return None
    return time_control_of(match).due(now)
