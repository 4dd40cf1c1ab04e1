"""Notices that hang on an answer: a question to the table (Agree, Decline), a seat that can be had (Take Over).

`TableState.asking` holds those whose buttons show. What ends one is noted there in the transaction that ends it,
together with an outbox row, by which the buttons are taken off and it is said how it ended (`cogs.outbox.notices`).
"""

from __future__ import annotations

from storage.open_match import OpenMatch
from storage.stored_match import StoredMatch
from table.announcements import NoticePayload
from table.events import AnyTableEvent, AskedAnew, MatchEnded, Proposal
from table.state import OpenNotice, kept


def notice_of(match: StoredMatch, number: int | None) -> OpenNotice | None:
    """What is known of a notice with buttons; None once they are off."""
    return None if number is None else kept(match).asking.get(number)


def ask(match: OpenMatch, proposal: Proposal, event: AnyTableEvent, people: list[int], now: int) -> None:
    """Ask the table something, in place of what it was asked before."""
    end_question(match, AskedAnew(), now)
    proposal.number = _enter(match, OpenNotice(said=event))
    kept(match).proposal = proposal
    match.announce("notice", NoticePayload(event=event, ask=True, number=proposal.number, mention=people), now)


def offer(match: OpenMatch, seat: int, event: AnyTableEvent, now: int, to: int | None = None) -> None:
    """Tell that a seat can be taken over: by anybody, or by one person."""
    number = _enter(match, OpenNotice(seat=seat, to=to, said=event))
    people = [] if to is None else [to]
    match.announce("notice", NoticePayload(event=event, seat=seat, number=number, mention=people), now)


def end_question(match: OpenMatch, outcome: AnyTableEvent, now: int) -> Proposal | None:
    """The table is not asked any more; gives what it was asked."""
    table = kept(match)
    proposal, table.proposal = table.proposal, None
    if proposal is not None:
        _end(match, [notice for notice in _open(match) if notice.seat is None], outcome, now)
    return proposal


def end_offers(match: OpenMatch, seat: int, outcome: AnyTableEvent, now: int, *, personal: bool = False) -> None:
    """A seat cannot be taken over by earlier notices any more; `personal`: by those that offer it to one person."""
    mine = [notice for notice in _open(match) if notice.seat == seat]
    _end(match, [notice for notice in mine if not personal or notice.to is not None], outcome, now)


def end_all(match: OpenMatch, now: int) -> None:
    """The match is over, or closed: nothing is to be pressed."""
    kept(match).proposal = None
    _end(match, _open(match), MatchEnded(), now)


def _enter(match: OpenMatch, notice: OpenNotice) -> int:
    table = kept(match)
    table.asked_so_far += 1
    table.asking[table.asked_so_far] = notice
    return table.asked_so_far


def _open(match: OpenMatch) -> list[OpenNotice]:
    return [notice for notice in kept(match).asking.values() if notice.ended is None]


def _end(match: OpenMatch, notices: list[OpenNotice], outcome: AnyTableEvent, now: int) -> None:
    for notice in notices:
        notice.ended = outcome
    if notices:
        match.announce("answered", None, now)
