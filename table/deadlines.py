"""What happens when the time for a turn is out."""

from __future__ import annotations

import msgspec

from storage.open_match import OpenMatch
from storage.records import PersonSettings, SeatRow
from table import flow, proposals, seating
from table.announcements import NoticePayload, StandInPayload
from table.events import DaysOff, GraceGiven, SeatOpened, TimeOut, WentOn
from table.hours import DAY, is_quiet, time_control_of
from table.question import open_question
from table.reminders import LAST_REMINDER, remind
from table.state import kept
from table.telling import whom

GRACE = DAY
"""Seconds that are given when a deadline passed while the bot was down; once for a question."""

JUST = 300
"""Whoever was called so many seconds ago, at the start of the bot, is not called once more by a grace."""

STAND_IN = 900
"""Seconds within which the computer should have played a turn for somebody; then it is asked again."""

LONGEST = 500
"""No turn of any game has so many choices; a default that never ends a turn is a fault of its game."""


def time_out(match: OpenMatch, person: PersonSettings, now: int, *, was_down: bool) -> None:
    """Look at a match whose deadline has passed. `person` are the settings of whoever is to act.

    `was_down`: the deadline may have passed while nobody could play.
    """
    seat = match.waits_for
    if match.status != "running" or seat is None or seat.user_id is None:
        match.due_at = None
        return
    if match.due_at is None or match.due_at > now:
        return
    if kept(match).lost:
        match.due_at = now + DAY  # nobody can see the board: that is not the player's fault
    elif (person.away_until or 0) > now:
        match.due_at = time_control_of(match).due(now, person)
    elif was_down and not open_question(match).graced:
        _give_grace(match, seat, person, now)
    else:
        _act(match, seat, now)


def ask_anew(match: OpenMatch, person: PersonSettings, now: int) -> None:
    """The seat to act has passed on to this person, who was not asked yet."""
    flow.ask(match, now, time_control_of(match).due(now, person))
    match.announce("turn", None, now)


def _give_grace(match: OpenMatch, seat: SeatRow, person: PersonSettings, now: int) -> None:
    """More time, of which the table is told. The notice is the person's reminder too, which would come in the same
    minute (its time has passed as well). Whoever is told elsewhere, or later, gets one reminder there, unless they are
    just being called. One more may follow."""
    assert seat.user_id is not None
    asked = open_question(match)
    called = asked.called > now - JUST
    asked.graced, asked.reminded = True, now
    match.due_at, match.warned, match.remind_at = now + GRACE, LAST_REMINDER, now
    wanted = not seat.muted and person.remind_hours is not None and not called
    here = match.place.guild_id is None or (person.notices == "thread" and not is_quiet(person, now))
    event = GraceGiven(whom(seat), match.due_at, wanted and here)
    match.announce("notice", NoticePayload(event=event, mention=[seat.user_id] if wanted and here else []), now)
    if wanted and not here:
        remind(match, seat.user_id, now)


def _act(match: OpenMatch, seat: SeatRow, now: int) -> None:
    others = [other for other in match.seats if other.user_id is not None and other.index != seat.index]
    when_out = time_control_of(match).when_out
    if when_out == "computer":
        match.announce("standin", StandInPayload(asked=open_question(match).revision), now)
        match.due_at = now + STAND_IN
    elif when_out == "open" and others:
        _open_seat(match, seat, now)
    else:
        _take_default(match, seat, now)


def _take_default(match: OpenMatch, seat: SeatRow, now: int) -> None:
    """Default choices until the turn has passed."""
    before = (match.turn, match.to_act)
    proposals.end_question(match, WentOn(), now)
    _missed(match, seat.index)
    for _ in range(LONGEST):
        decision = match.decision
        if decision is None or (match.turn, match.to_act) != before:
            break
        match.step(seat.index, decision.default(match.state), now)
    flow.settle(match, before, now, TimeOut(whom(seat), "default"))


def _open_seat(match: OpenMatch, seat: SeatRow, now: int) -> None:
    proposals.end_question(match, WentOn(), now)
    open_question(match).user = None
    match.replace(seat.index, None, "", now=now)
    match.due_at = match.remind_at = None
    proposals.offer(match, seat.index, SeatOpened(whom(seat)), now)
    seating.pass_on_host(match, now)


def stand_in(match: OpenMatch, option: str, now: int) -> None:
    """Carry out one choice of the computer's for somebody whose time is out; asks it for the next one of the turn."""
    seat = match.waits_for
    assert seat is not None
    asked = open_question(match)
    before = (match.turn, match.to_act)
    proposals.end_question(match, WentOn(), now)
    match.step(seat.index, option, now)
    if (match.turn, match.to_act) == before and match.status == "running":
        match.announce("standin", StandInPayload(asked=asked.revision), now)
        return
    _missed(match, seat.index)
    flow.settle(match, before, now, TimeOut(whom(seat), "computer"))


def _missed(match: OpenMatch, seat: int) -> None:
    """Count the turns in a row that somebody has missed."""
    extra = match.seats[seat].extra
    match.change_seat_extra(seat, msgspec.structs.replace(extra, missed=extra.missed + 1))


def has_come_back(match: OpenMatch, seat: int) -> None:
    """Somebody played: what they missed before does not count any more."""
    extra = match.seats[seat].extra
    if extra.missed:
        match.change_seat_extra(seat, msgspec.structs.replace(extra, missed=0))


def move(match: OpenMatch, seat: SeatRow, old_away: int | None, new_away: int | None, now: int) -> None:
    """Days off were begun, made longer or broken off: as much time is left as before, counted from their end."""
    if match.due_at is None or max(now, old_away or 0) == max(now, new_away or 0):
        return
    left = max(0, match.due_at - max(now, old_away or 0))
    match.due_at = max(now, new_away or 0) + left
    match.announce("notice", NoticePayload(event=DaysOff(whom(seat), match.due_at)), now)
