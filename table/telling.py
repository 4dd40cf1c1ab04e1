"""What happened at a table, in words: made when they are sent, with the names that people have then."""

from __future__ import annotations

from collections.abc import Iterable

from render import notices, notices_care
from render import notices_asked as outcomes
from render import notices_seats as seats
from render.notices_stats import NOT_AGAINST
from storage.people import FORMER_PLAYER
from storage.records import SeatRow
from storage.stored_match import StoredMatch
from table import events
from table.events import NOBODY, AnyTableEvent, Whom
from table.perspective import bold, plain, seat_name, title


def whom(seat: SeatRow) -> Whom:
    """A seat with whoever holds it now."""
    return Whom(seat.index, seat.user_id or NOBODY, seat.level or "")


def name_of(match: StoredMatch, who: Whom) -> str:
    """How somebody is called now, in bold: as at the seat that they have, or had last."""
    return bold(_name(match, who))


def _name(match: StoredMatch, who: Whom) -> str:
    if who.user is None:
        return FORMER_PLAYER
    if who.user == NOBODY:
        return seat_name(SeatRow(index=who.seat, level=who.level or None))
    if (seat := match.seat_of(who.user)) is not None:
        return seat_name(seat)
    gone = [plain(one.name) for one in match.left if one.user_id == who.user]
    return gone[-1] if gone and gone[-1] else seat_name(SeatRow(index=who.seat))


def mentions(people: Iterable[int]) -> list[str]:
    """People, each called by the account."""
    return [f"<@{user}>" for user in people]


def tell(match: StoredMatch, event: AnyTableEvent) -> str:
    """A line, or a short notice, about something that happened."""
    match event:
        case events.TakebackAsked(by, others):
            return notices.takeback_asked(name_of(match, by), mentions(others), "the last turn")
        case events.DrawOffered(by, others):
            return notices.draw_offered(name_of(match, by), mentions(others))
        case events.ReplacementAsked(by, absent, others):
            return seats.vote(name_of(match, by), mentions(others), name_of(match, absent))
        case events.Refused(kind, by):
            said = notices.takeback_refused if kind == "takeback" else notices.draw_refused
            return said(name_of(match, by))
        case events.ReplacementRefused(absent):
            return seats.vote_lost(name_of(match, absent))
        case events.TakenBack(by, unrated):
            return notices.takeback_done(name_of(match, by)) + (f" {NOT_AGAINST}" if unrated else "")
        case events.PlaceLost(why, lacks):
            return notices.place_lost(title(match.game_key, match.id), why, lacks, match.id)
        case events.SeatLeft() | events.SeatTaken() | events.SeatOffered() | events.SeatOpened() | events.HostChanged():
            return _of_seats(match, event)
        case events.TimeOut() | events.GraceGiven() | events.DaysOff():
            return _of_time(match, event)
    return _outcome(match, event)


def _of_seats(
    match: StoredMatch,
    event: events.SeatLeft | events.SeatTaken | events.SeatOffered | events.SeatOpened | events.HostChanged,
) -> str:
    match event:
        case events.SeatLeft(who, how, deserted):
            said = {"left": seats.left, "resigned": seats.resigned_seat, "voted": seats.voted_out}[how]
            line = said(name_of(match, who))
            return seats.deserted(line) if deserted else line
        case events.SeatTaken(who, before, came_back):
            name = name_of(match, who)
            return seats.came_back(name) if came_back else seats.took_over(name, name_of(match, before))
        case events.SeatOffered(to, by, holder):
            return seats.offered(f"<@{to}>", name_of(match, by), name_of(match, holder))
        case events.SeatOpened(who):
            return notices_care.opened(title(match.game_key, match.id), name_of(match, who))
        case events.HostChanged(who):
            return seats.new_host(name_of(match, who))


def _of_time(match: StoredMatch, event: events.TimeOut | events.GraceGiven | events.DaysOff) -> str:
    match event:
        case events.TimeOut(who, done):
            said = notices_care.defaulted if done == "default" else notices_care.stood_in
            return said(name_of(match, who))
        case events.GraceGiven(who, until, called):
            name = f"<@{who.user}>" if called and who.user else name_of(match, who)
            return notices_care.grace(title(match.game_key, match.id), name, until)
        case events.DaysOff(who, due_at):
            return notices_care.away(title(match.game_key, match.id), name_of(match, who), due_at)


OUTCOMES: dict[type, str] = {
    events.WentOn: outcomes.WENT_ON,
    events.AskedAnew: outcomes.ASKED_ANEW,
    events.CameAndWent: outcomes.CAME_AND_WENT,
    events.PassedOn: outcomes.PASSED_ON,
    events.OfferedElse: outcomes.OFFERED_ELSE,
    events.MatchEnded: outcomes.ENDED,
}
"""What stands on a notice whose buttons were taken off, where that names nobody."""


def _outcome(match: StoredMatch, event: AnyTableEvent) -> str:
    match event:
        case events.Agreed(kind):
            return outcomes.AGREED[kind]
        case events.Declined(by):
            return outcomes.declined(name_of(match, by))
        case _:
            return OUTCOMES[type(event)]


def outcome(match: StoredMatch, ended: AnyTableEvent | str) -> str:
    """How a notice with buttons ended; a text is that of an older version."""
    match ended:
        case str():
            return ended
        case events.SeatTaken(who):
            return outcomes.taken(name_of(match, who))
        case _:
            return tell(match, ended)
