"""What needs the consent of the others: a takeback, a draw, the replacement of somebody absent."""

from __future__ import annotations

from typing import Literal

from render.messages import turns, votes
from storage.errors import CannotUndo
from storage.open_match import OpenMatch
from storage.records import SeatRow, StepRow
from storage.stored_match import StoredMatch
from table import flow, proposals, seating
from table.announcements import NoticePayload, TurnPayload
from table.errors import Refusal
from table.events import (
    Agreed,
    AnyTableEvent,
    Declined,
    DrawOffered,
    Proposal,
    ProposalKind,
    Refused,
    ReplacementAsked,
    ReplacementRefused,
    TakebackAsked,
    TakenBack,
    WentOn,
)
from table.state import kept
from table.telling import whom

RECENT = 60
"""So many steps are looked at for the Take Back of a post: a round of any game is shorter."""


# Asking.


Consequence = Literal["none", "ends", "ends-alone", "unrated", "unrated-alone"]
"""What follows when all agree: the match ends in a draw; it counts less against the computer. `alone`: no other person
has to agree."""


async def consequence(match: OpenMatch, seat: SeatRow, kind: ProposalKind) -> Consequence:
    """What is named before somebody asks for a takeback or a draw. Refusal, CannotUndo when it cannot be had."""
    alone = not others_of(match, seat)
    if kind == "draw":
        require_draws(match)
        return "ends-alone" if alone else "ends"
    if undoes(match, seat):
        return "none"
    await takeback_target(match, seat)
    if not seating.takeback_costs(match):
        return "none"
    return "unrated-alone" if alone else "unrated"


def others_of(match: StoredMatch, seat: SeatRow) -> list[SeatRow]:
    """The other people at the table."""
    return [other for other in match.seats if other.user_id is not None and other.index != seat.index]


def undoes(match: OpenMatch, seat: SeatRow) -> bool:
    """Whether what the seat would have back is of its running turn, for which nobody is asked."""
    return match.to_act == seat.index and match.undoable(seat.index) is None


def require_draws(match: StoredMatch) -> None:
    """Refusal in a game that cannot be drawn."""
    if not match.game.may_draw:
        raise Refusal("no_draw", game=match.game.title)


def computers_accept(match: StoredMatch, seat: SeatRow) -> bool:
    """How the computer players judge a draw that this seat offers: each takes it unless it stands before the seat, by
    the standings as it sees them. So nobody gets out of a match that is being lost."""
    for computer in (other for other in match.seats if other.computer):
        standings = match.game.standings(match.game.view(match.state, computer.index))
        rank = {standing.seat: standing.rank for standing in standings}
        if rank[computer.index] < rank[seat.index]:
            return False
    return True


async def propose(match: OpenMatch, seat: SeatRow, kind: ProposalKind, now: int) -> str:
    """Ask the others for a takeback or a draw; gives a sentence for the asker. Refusal, CannotUndo."""
    if kind == "takeback" and undoes(match, seat):
        proposals.end_question(match, WentOn(), now)
        match.undo(seat.index, whole=True)
        untell(match, now)
        return turns.undone()
    target = await takeback_target(match, seat) if kind == "takeback" else match.step_count
    if kind == "draw":
        require_draws(match)
    proposal = Proposal(kind=kind, by=seat.index, target=target, agreed=[seat.index])
    others = others_of(match, seat)
    if not others:
        if kind == "draw" and not computers_accept(match, seat):
            return votes.computer_declined()
        await carry_out(match, proposal, now)
        return votes.computer_accepted() if kind == "draw" else votes.done_at_once()
    announce_proposal(match, seat, proposal, others, now)
    return votes.others_asked()


def announce_proposal(match: OpenMatch, seat: SeatRow, proposal: Proposal, others: list[SeatRow], now: int) -> None:
    """Ask the others in the match's place, with buttons."""
    people = [other.user_id for other in others if other.user_id is not None]
    asked = TakebackAsked if proposal.kind == "takeback" else DrawOffered
    proposals.ask(match, proposal, asked(whom(seat), tuple(people)), people, now)


def untell(match: OpenMatch, now: int) -> None:
    """After an undo: a post may have shown the choice already (when somebody took a seat over, say). Then a new
    one shows the board as it is, and the old one says that it was taken back."""
    if kept(match).told > match.step_count:
        kept(match).told = match.step_count
        match.announce("turn", TurnPayload(taken_back=match.step_count), now)


# A takeback.


async def may_take_back(match: StoredMatch) -> bool:
    """Whether somebody at the table could have the last turn back at present, if the others agree.

    Looks at the last steps only: a turn that goes further back is not offered, though it may be asked for.
    """
    if match.status != "running" or match.extra.daily:
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


async def takeback_target(match: OpenMatch, seat: SeatRow) -> int:
    """How many steps stand after the seat's last turn is taken back. CannotUndo with the reason."""
    if match.extra.daily:
        raise CannotUndo("takeback_daily")
    target = last_turn(await match.steps(), seat.index)
    if target is None:
        raise CannotUndo("takeback_not_played")
    if (reason := await match.cannot_take_back(target)) is not None:
        raise reason
    return target


def last_turn(rows: list[StepRow], seat: int) -> int | None:
    """How many steps stand before a seat's last turn among these; None when it has taken none by choice."""
    own = [row for row in rows if row.seat == seat and not row.forced]
    return min(row.number for row in own if row.turn == own[-1].turn) - 1 if own else None


# Answering.


async def answer(match: OpenMatch, seat: SeatRow, asked: tuple[int, int | None], agree: bool, now: int) -> None:
    """A seat answers the question of this (revision, number). Refusal when that is not the open one."""
    proposal = kept(match).proposal
    open_one = None if proposal is None else (match.revision, proposal.number)
    if proposal is None or open_one != asked or match.status != "running":
        raise Refusal("question_gone")
    if seat.index in proposal.agreed:
        raise Refusal("others_answer") if seat.index == proposal.by else Refusal("answered_already")
    if not agree:
        proposal.against.append(seat.index)
        if lost(match, proposal):
            decline(match, seat, now)
    else:
        proposal.agreed.append(seat.index)
        if carried(match, proposal):
            proposals.end_question(match, Agreed(proposal.kind), now)
            await carry_out(match, proposal, now)


def decline(match: OpenMatch, seat: SeatRow, now: int) -> None:
    """Tell that a proposal was refused, by this seat at the last."""
    proposal = proposals.end_question(match, Declined(whom(seat)), now)
    assert proposal is not None
    event: AnyTableEvent = Refused(proposal.kind, whom(seat))
    if proposal.kind == "replace":
        event = ReplacementRefused(whom(match.seats[proposal.target]))
    match.announce("notice", NoticePayload(event=event), now)


async def carry_out(match: OpenMatch, proposal: Proposal, now: int) -> None:
    """Do what everybody agreed to."""
    asker = match.seats[proposal.by]
    before = (match.turn, match.to_act)
    if proposal.kind == "replace":
        vote_out(match, proposal, now)
        return
    if proposal.kind == "draw":
        match.agree_draw(asker.index, now)
        flow.settle(match, before, now)
        return
    unrated = seating.takeback_costs(match)
    await match.take_back(proposal.target)
    told = TakenBack(whom(asker), unrated, alone=not others_of(match, asker))
    flow.settle(match, before, now, told, taken_back=proposal.target)


def voters(match: StoredMatch, proposal: Proposal) -> set[int]:
    """The seats whose word counts: all people, without the one who is voted on."""
    people = {seat.index for seat in match.seats if seat.user_id is not None}
    return people - {proposal.target} if proposal.kind == "replace" else people


def carried(match: StoredMatch, proposal: Proposal) -> bool:
    """Whether enough have agreed: more than half for a replacement, everybody for all else."""
    entitled = voters(match, proposal)
    agreed = entitled & set(proposal.agreed)
    return 2 * len(agreed) > len(entitled) if proposal.kind == "replace" else agreed == entitled


def lost(match: StoredMatch, proposal: Proposal) -> bool:
    """Whether too many are against it; or whoever was absent is here again and says no."""
    entitled, against = voters(match, proposal), set(proposal.against)
    if proposal.kind != "replace" or proposal.target in against:
        return bool(against)
    return 2 * len(entitled - against) <= len(entitled)


# A replacement.


def vote(match: OpenMatch, asker: SeatRow, seat: SeatRow, to: int | None, now: int) -> bool:
    """Ask the others whether an absent player shall be replaced (and whom the seat is then offered). True when that
    is decided at once."""
    proposal = Proposal(kind="replace", by=asker.index, target=seat.index, agreed=[asker.index], to=to)
    if carried(match, proposal):
        vote_out(match, proposal, now)
        return True
    others = voters(match, proposal) - {asker.index}
    people = [other.user_id for other in match.seats if other.index in others and other.user_id is not None]
    proposals.ask(match, proposal, ReplacementAsked(whom(asker), whom(seat), tuple(people)), people, now)
    return False


def vote_out(match: OpenMatch, proposal: Proposal, now: int) -> None:
    """The vote was carried: the computer plays on, and the seat is offered to whom the table wants."""
    seat = match.seats[proposal.target]
    seating.to_computer(match, seat, "voted", now)
    if proposal.to is not None and match.status == "running":
        seating.offer(match, match.seats[seat.index], proposal.to, match.seats[proposal.by], now)
