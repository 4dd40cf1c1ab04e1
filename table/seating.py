"""People come and go in a running match: who may have a seat, and what follows when it changes hands.

A seat is handed over whole: hand and hidden tiles are the seat's and so pass on; private notes are the person's and are
removed (`OpenMatch.replace`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from storage.extra import SeatExtra
from storage.open_match import OpenMatch
from storage.ratings import is_rated
from storage.records import SeatRow
from storage.stored_match import StoredMatch
from table import flow, proposals
from table.announcements import NoticePayload, TurnPayload
from table.errors import Refusal
from table.events import (
    AnyTableEvent,
    CameAndWent,
    HostChanged,
    OfferedElse,
    PassedOn,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    Whom,
)
from table.hours import DAY
from table.perspective import bold, plain, seat_name
from table.state import Offer, kept
from table.telling import whom

WEEK = 7 * DAY
"""Seconds of silence after which somebody counts as absent where a match has no deadline."""


COMPUTER = 0
"""Stands for a computer player in the order of seats."""


class Holder(Struct, frozen=True):
    """A person (None: nobody, or forgotten), the name by which people know the seat, and whom that names."""

    user_id: int | None
    name: str
    who: Whom


# Changes of a seat.


def to_computer(
    match: OpenMatch, seat: SeatRow, how: Literal["left", "resigned", "voted"], now: int, level: str = "normal"
) -> None:
    """The computer takes a seat over, and everybody is told; a match without people is closed."""
    who = whom(seat)
    _seat_anew(match, seat.index, None, "", level, now, PassedOn())
    match.change_seat_extra(seat.index, SeatExtra(stands_in=True))
    if all(other.user_id is None for other in match.seats):
        match.close(now)
        match.announce("notice", NoticePayload(event=SeatLeft(who, how, deserted=True)), now)
        proposals.end_all(match, now)
        return
    pass_on_host(match, now)
    proposals.offer(match, seat.index, SeatLeft(who, how), now)
    if match.to_act == seat.index:
        match.due_at = match.remind_at = None
        match.announce("think", None, now)


def to_person(match: OpenMatch, seat: SeatRow, user_id: int, name: str, now: int) -> None:
    """Somebody takes a seat over, is asked at once what it is to decide, and everybody is told."""
    before = last_holder(match, seat)
    came_back = seat.user_id is None and before.user_id == user_id
    taken = SeatTaken(Whom(seat.index, user_id), before.who, came_back)
    _seat_anew(match, seat.index, user_id, name, None, now, taken)
    match.change_seat_extra(seat.index, SeatExtra())
    pass_on_host(match, now)
    if match.to_act == seat.index:
        flow.ask(match, now)
        match.announce("turn", TurnPayload(events=[taken]), now)
    else:
        match.announce("notice", NoticePayload(event=taken), now)


def last_holder(match: StoredMatch, seat: SeatRow) -> Holder:
    """By whom a seat is known: who holds it, or held it last where it is open; and whose it was last of people."""
    gone = [one for one in match.left if one.seat == seat.index]
    if seat.user_id is not None or not gone:
        return Holder(seat.user_id, seat_name(seat), whom(seat))
    last = gone[-1]
    if seat.open and plain(last.name):
        return Holder(last.user_id, plain(last.name), Whom(seat.index, last.user_id))
    return Holder(last.user_id, seat_name(seat), whom(seat))


def _seat_anew(
    match: OpenMatch, index: int, user_id: int | None, name: str, level: str | None, now: int, outcome: AnyTableEvent
) -> None:
    """`outcome` stands on the notices by which the seat could be had."""
    proposals.end_question(match, CameAndWent(), now)
    proposals.end_offers(match, index, outcome, now)
    kept(match).press = None
    kept(match).offers.pop(index, None)
    match.replace(index, user_id, name, level=level, now=now)
    match.mute(index, False)


def pass_on_host(match: OpenMatch, now: int) -> None:
    """The host's rights go to the first person at the table when the host has left it."""
    if match.seat_of(match.host_id) is not None:
        return
    heir = next((seat for seat in match.seats if seat.user_id is not None), None)
    if heir is not None and heir.user_id is not None:
        match.host_id, match.host_name = heir.user_id, heir.name
        match.announce("notice", NoticePayload(event=HostChanged(whom(heir))), now)


def ends_by_resigning(match: StoredMatch) -> bool:
    """Whether a match is over when somebody resigns: with two seats, and where only computer players would be left."""
    return len(match.seats) <= 2 or sum(seat.user_id is not None for seat in match.seats) <= 1


async def would_count(match: StoredMatch) -> bool:
    """Whether the match would be rated if it ended now: all have played."""
    if not is_rated(match):
        return False
    played = {row.seat for row in await match.steps()}
    return match.extra.taken_back or played.issuperset(range(len(match.seats)))


async def leaving_loses(match: StoredMatch) -> bool:
    """Whether the only person among computer players loses the match by leaving it. Else it is closed without a
    result, since it would not count."""
    return sum(seat.user_id is not None for seat in match.seats) < 2 and await would_count(match)


def takeback_costs(match: StoredMatch) -> bool:
    """Whether the match counts less for the rating once a turn was taken back: it is rated, and against computers."""
    counting = any(seat.computer and not seat.extra.stands_in for seat in match.seats)
    return is_rated(match) and counting and not match.extra.taken_back


def comes_last(match: StoredMatch) -> bool:
    """Whether somebody who leaves the match is rated as last in it: others play it to its end."""
    return is_rated(match) and sum(seat.user_id is not None for seat in match.seats) > 1


def keep_order(match: OpenMatch) -> None:
    """Seat those at a rematch's table in its order, in whatever order they sat down; others come after them."""
    order: list[int] = list(kept(match).order)
    if not order:
        return
    places = []
    for seat in match.seats:
        audience = COMPUTER if seat.user_id is None else seat.user_id
        place = order.index(audience) if audience in order else len(order)
        if place < len(order):
            order[place] = -1  # taken
        places.append(place)
    wanted = sorted(range(len(places)), key=lambda index: (places[index], index))
    if wanted != list(range(len(places))):
        match.arrange(wanted)


# Who may.


def offer(match: OpenMatch, seat: SeatRow, to: int, by: SeatRow, now: int) -> None:
    """Offer a seat to somebody: it changes hands when they take it."""
    kept(match).offers[seat.index] = Offer(to, seat.user_id)
    proposals.end_offers(match, seat.index, OfferedElse(), now, personal=True)
    proposals.offer(match, seat.index, SeatOffered(to, whom(by), last_holder(match, seat).who), now, to)


def may_take(match: StoredMatch, seat: SeatRow, user_id: int) -> Refusal | None:
    """Why this person may not take the seat over; None when they may."""
    if match.seat_of(user_id) is not None:
        return Refusal("plays_already")
    offered = kept(match).offers.get(seat.index)
    if offered is not None and offered.to == user_id and seat.user_id in (None, offered.by):
        own = own_seat(match, seat, user_id)
        return None if own is None else Refusal("had_another_seat", now=bold(seat_name(own)))
    if seat.user_id is not None:
        return Refusal("seat_held", name=bold(seat_name(seat)))
    if (own := own_seat(match, seat, user_id)) is not None:
        return Refusal("had_another_seat", now=bold(seat_name(own)))
    if seat.open or seat.extra.stands_in:
        return None
    return Refusal("seat_of_table", name=bold(seat_name(seat)))


def own_seat(match: StoredMatch, seat: SeatRow, user_id: int) -> SeatRow | None:
    """The seat that this person had in the match before, where that keeps them from `seat`: they know what it hides."""
    had = match.seats_had(user_id)
    return match.seats[min(had)] if had and seat.index not in had else None


def free_seats(match: StoredMatch, user_id: int) -> list[SeatRow]:
    """The seats that this person may take over."""
    return [seat for seat in match.seats if may_take(match, seat, user_id) is None]


def absent(match: StoredMatch, seat: SeatRow, now: int) -> bool:
    """Whether a person's seat may be voted on: a deadline was missed and nothing came since, the table was told that
    they have left the server or that the match stands still, or it waits for a week without a deadline."""
    if seat.user_id is None:
        return False
    if seat.extra.missed:
        return True
    asked = kept(match).asked
    if asked is None or match.to_act != seat.index or asked.user != seat.user_id:
        return False
    if asked.gone:
        return True
    if match.due_at is not None:
        return match.due_at <= now
    return asked.still or now - asked.at >= WEEK


def require_absent(match: StoredMatch, seat: SeatRow, away_until: int | None, now: int) -> None:
    """Refusal unless the table may vote on this seat now. `away_until`: the end of the person's days off."""
    if not absent(match, seat, now):
        raise Refusal("not_absent", name=bold(seat_name(seat)))
    if away_until is not None and away_until > now:
        raise Refusal("has_days_off", name=bold(seat_name(seat)), until=away_until)


def require_running(match: StoredMatch) -> None:
    """Refusal unless the match is being played."""
    if match.status != "running":
        raise Refusal("leave_lobby") if match.status == "lobby" else Refusal("match_over")


def seat_of(match: StoredMatch, user_id: int) -> SeatRow:
    """The person's seat. Refusal when they have none."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def require_turn(match: StoredMatch, seat: SeatRow) -> None:
    """Refusal unless the match waits for this seat."""
    if match.status != "running":
        raise Refusal("match_not_begun") if match.status == "lobby" else Refusal("match_over")
    waiting = match.waits_for
    if waiting is None:
        raise Refusal("not_your_turn")
    if waiting.index != seat.index:
        raise Refusal("waits_for_another", name=bold(seat_name(waiting)))
