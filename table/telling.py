"""What happened at a table, in words: made when they are sent, with the names that people have then."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from render.language import together
from render.messages import deadlines, lobby, markup, matches, seats, votes
from render.messages.errors import permission_names
from render.messages.privacy import former_player
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
        return former_player()
    if who.user == NOBODY:
        return seat_name(SeatRow(index=who.seat, level=who.level or None))
    if (seat := match.seat_of(who.user)) is not None:
        return seat_name(seat)
    gone = [plain(one.name) for one in match.left if one.user_id == who.user]
    return gone[-1] if gone and gone[-1] else seat_name(SeatRow(index=who.seat))


def mentions(people: Iterable[int]) -> list[str]:
    """People, each called by the account."""
    return [markup.person(user) for user in people]


def tell(match: StoredMatch, event: AnyTableEvent) -> str:
    """A line, or a short notice, about something that happened."""
    match event:
        case events.TakebackAsked(by, others):
            return votes.takeback_asked(name_of(match, by), mentions(others))
        case events.DrawOffered(by, others):
            return votes.draw_offered(name_of(match, by), mentions(others))
        case events.ReplacementAsked(by, absent, others):
            return votes.replacement_asked(name_of(match, by), mentions(others), name_of(match, absent))
        case events.Refused("takeback", by):
            return votes.takeback_declined(name_of(match, by))
        case events.Refused(_, by):
            return votes.draw_declined(name_of(match, by))
        case events.ReplacementRefused(absent):
            return votes.replacement_declined(name_of(match, absent))
        case events.TakenBack(by, unrated, alone):
            return votes.takeback_done(name_of(match, by), unrated=unrated, alone=alone)
        case events.KeptSeatsOpened(guests):
            return lobby.your_seats_open(title(match.game_key, match.id), mentions(guests))
        case events.LeftServer(who):
            return seats.left_server(title(match.game_key, match.id), name_of(match, who))
        case events.PlaceLost():
            return _place_lost(match, event)
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
            said = {"left": seats.left, "resigned": seats.resigned, "voted": votes.replacement_done}[how]
            line = said(name_of(match, who))
            return together([line, seats.match_closed()]) if deserted else line
        case events.SeatTaken(who, before, came_back):
            name = name_of(match, who)
            return seats.came_back(name) if came_back else seats.took_over(name, name_of(match, before))
        case events.SeatOffered(to, by, holder):
            guest, host = markup.person(to), name_of(match, by)
            if by.seat == holder.seat:
                return seats.own_seat_offered(guest, host)
            return seats.others_seat_offered(guest, host, name_of(match, holder))
        case events.SeatOpened(who):
            return deadlines.seat_opened(title(match.game_key, match.id), name_of(match, who))
        case events.HostChanged(who):
            return seats.new_host(name_of(match, who))


def _place_lost(match: StoredMatch, event: events.PlaceLost) -> str:
    name = title(match.game_key, match.id)
    if event.why == "gone":
        return matches.place_gone(name, match.id)
    if event.why == "locked":
        return matches.place_locked(name, match.id)
    if event.why == "unfit":
        return matches.place_unfit(name, match.id)
    if event.why == "full":
        return matches.place_full(name, match.id)
    if event.why == "refused":
        return matches.place_refused(name, event.code, match.id)
    return matches.place_closed(name, permission_names(event.lacks), match.id)


def _of_time(match: StoredMatch, event: events.TimeOut | events.GraceGiven | events.DaysOff) -> str:
    match event:
        case events.TimeOut(who, done):
            said = deadlines.default_made if done == "default" else deadlines.computer_played
            return said(name_of(match, who))
        case events.GraceGiven(who, until, called):
            name = markup.person(who.user) if called and who.user else name_of(match, who)
            return deadlines.grace(title(match.game_key, match.id), name, until)
        case events.DaysOff(who, due_at):
            return deadlines.days_off(title(match.game_key, match.id), name_of(match, who), due_at)


OUTCOMES: dict[type, Callable[[], str]] = {
    events.WentOn: votes.match_went_on,
    events.AskedAnew: votes.asked_anew,
    events.CameAndWent: votes.people_changed,
    events.PassedOn: seats.passed_on,
    events.OfferedElse: seats.offered_to_another,
    events.MatchEnded: votes.match_ended,
}
"""What stands on a notice whose buttons were taken off, where that names nobody."""


def _outcome(match: StoredMatch, event: AnyTableEvent) -> str:
    match event:
        case events.Agreed(kind):
            return votes.agreed(kind)
        case events.Declined(by):
            return votes.declined(name_of(match, by))
        case _:
            return OUTCOMES[type(event)]()


def outcome(match: StoredMatch, ended: AnyTableEvent | str) -> str:
    """How a notice with buttons ended; a text is that of an older version."""
    match ended:
        case str():
            return ended
        case events.SeatTaken(who):
            return seats.taken_over_by(name_of(match, who))
        case _:
            return tell(match, ended)
