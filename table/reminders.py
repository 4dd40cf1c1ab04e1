"""When somebody who has not answered is reminded, and when the table is told that it stands still."""

from __future__ import annotations

from storage.open_match import OpenMatch
from storage.records import PersonSettings
from table.announcements import StandInPayload
from table.hours import DAY, quiet_until
from table.question import about_question, lane_of
from table.state import Question, kept

REMINDERS = 3
"""After so many reminders without an answer there are no more."""
LAST_REMINDER = REMINDERS - 1
"""So many have gone when only one more may follow: after a grace, whose notice is a reminder too."""

GONE = 10003
"""Discord's code for a channel or thread that was deleted."""

USUAL = 24
"""Hours after which the table is told that it stands still, counted from the last reminder (for somebody who wants no
reminders: from where the last one would have been)."""


def look_at(match: OpenMatch, person: PersonSettings, now: int) -> None:
    """Remind whoever is to act, or tell the table, if it is time; and set when to look again (None: not any more).

    `person` are the settings of whoever is to act. At most one notice a call; each is an outbox row of the match.
    """
    seat = match.waits_for
    asked = kept(match).asked
    if match.status != "running" or seat is None or seat.user_id is None or asked is None:
        match.remind_at = None
    elif lost := kept(match).lost:
        match.remind_at = now + DAY  # nobody could read it; the host has been told
        if lost != GONE:
            match.announce("turn", None, now)  # the place may be open to us again
    elif (at := next_reminder(asked, match, person)) is not None:
        at = quiet_until(person, max(at, now))  # its time may have come while the bot was down
        if now < at:
            match.remind_at = at
        else:
            _remind(match, asked, person, now)
    else:
        _tell_table(match, asked, person, now)


def next_reminder(asked: Question, match: OpenMatch, person: PersonSettings) -> int | None:
    """When the next reminder is due; None when there are no more.

    Before a deadline that leaves no room for the person's interval one comes when a quarter of the time is left.
    """
    seat = match.waits_for
    if seat is None or seat.muted or asked.gone or person.remind_hours is None or match.warned >= REMINDERS:
        return None
    at = _last_told(asked, person) + person.remind_hours * 3600
    if match.due_at is not None and at >= match.due_at:
        if match.warned and not (asked.graced and match.warned == LAST_REMINDER):
            return None
        at = match.due_at - (match.due_at - _last_told(asked, person)) // 4
    return quiet_until(person, at)


def _last_told(asked: Question, person: PersonSettings) -> int:
    """When the person was called or reminded last (a call may come long after the question, or be still to come); on
    days off that was after them."""
    return max(asked.at if asked.reminded is None else asked.reminded, asked.called, person.away_until or 0)


def _remind(match: OpenMatch, asked: Question, person: PersonSettings, now: int) -> None:
    seat = match.waits_for
    assert seat is not None and seat.user_id is not None
    remind(match, seat.user_id, now)
    match.warned += 1
    asked.reminded = now
    later = next_reminder(asked, match, person)
    match.remind_at = later if later is not None else _standstill(asked, match, person)


def remind(match: OpenMatch, user_id: int, now: int) -> None:
    """Have the person reminded of the present question."""
    payload = about_question(match, user_id)
    match.announce("remind", payload, now, lane=lane_of("remind", match, payload))


def _standstill(asked: Question, match: OpenMatch, person: PersonSettings) -> int | None:
    """When the table is to be told; None where a deadline goes on with the match."""
    if match.due_at is not None:
        return None
    hours = (person.remind_hours or USUAL) if match.warned else USUAL * (REMINDERS + 1)
    return _last_told(asked, person) + hours * 3600


def _tell_table(match: OpenMatch, asked: Question, person: PersonSettings, now: int) -> None:
    at = _standstill(asked, match, person)
    if at is None or now < at or asked.still:
        match.remind_at = None if asked.still else at
        return
    asked.still = True
    match.remind_at = None
    match.announce("stall", StandInPayload(asked=asked.revision), now)
