"""What needs the consent of the others: a takeback, a draw, the replacement of somebody absent."""

from __future__ import annotations

from typing import Any

from render.messages import markup, turns, votes
from rules.match import DRAW
from storage.errors import CannotUndo
from storage.open_match import OpenMatch
from storage.ratings import is_rated
from storage.records import SeatRow, StepRow
from storage.stored_match import StoredMatch
from table import flow, proposals, seating
from table.errors import Refusal
from table.perspective import bold, seat_name

RECENT = 60
"""So many steps are looked at for the Take Back of a post: a round of any game is shorter."""


# Asking.


async def propose(match: OpenMatch, seat: SeatRow, kind: str, now: int) -> str:
    """Ask the others for a takeback or a draw; gives a sentence for the asker. Refusal, CannotUndo."""
    if kind == "takeback" and match.to_act == seat.index and match.undoable(seat.index) is None:
        proposals.end_question(match, votes.match_went_on(), now)
        match.undo(seat.index, whole=True)
        untell(match, now)
        return turns.undone()
    target = await takeback_target(match, seat) if kind == "takeback" else match.step_count
    if kind == "draw" and not match.game.may_draw:
        raise Refusal("no_draw", game=match.game.title)
    proposal = {"kind": kind, "by": seat.index, "target": target, "agreed": [seat.index]}
    others = [other for other in match.seats if other.user_id is not None and other.index != seat.index]
    if not others:
        await carry_out(match, proposal, now)
        return votes.done_at_once()
    announce_proposal(match, seat, proposal, others, now)
    return votes.others_asked()


def announce_proposal(
    match: OpenMatch, seat: SeatRow, proposal: dict[str, Any], others: list[SeatRow], now: int
) -> None:
    """Ask the others in the match's place, with buttons."""
    sentence = votes.takeback_asked if proposal["kind"] == "takeback" else votes.draw_offered
    text = sentence(bold(seat_name(seat)), mentions(others))
    proposals.ask(match, proposal, text, [other.user_id for other in others], now)


def mentions(people: list[SeatRow]) -> list[str]:
    """Those who hold these seats, mentioned."""
    return [markup.person(seat.user_id) for seat in people if seat.user_id is not None]


def untell(match: OpenMatch, now: int) -> None:
    """After an undo: a post may have shown the choice already (when somebody took a seat over, say). Then a new
    one shows the board as it is, and the old one says that it was taken back."""
    if match.extra.get("told", 0) > match.step_count:
        match.extra["told"] = match.step_count
        match.announce("turn", {"taken_back": match.step_count}, now)


# A takeback.


async def may_take_back(match: StoredMatch) -> bool:
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


async def takeback_target(match: OpenMatch, seat: SeatRow) -> int:
    """How many steps stand after the seat's last turn is taken back. CannotUndo with the reason."""
    if match.extra.get("daily"):
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
    proposal = match.extra.get("proposal")
    open_one = None if proposal is None else (match.revision, proposal.get("number"))
    if proposal is None or open_one != asked or match.status != "running":
        raise Refusal("question_gone")
    if seat.index in proposal["agreed"]:
        raise Refusal("others_answer") if seat.index == proposal["by"] else Refusal("answered_already")
    if not agree:
        proposal["against"] = [*proposal.get("against", []), seat.index]
        if lost(match, proposal):
            decline(match, seat, now)
    else:
        proposal["agreed"].append(seat.index)
        if carried(match, proposal):
            proposals.end_question(match, votes.agreed(proposal["kind"]), now)
            await carry_out(match, proposal, now)


def decline(match: OpenMatch, seat: SeatRow, now: int) -> None:
    """Tell that a proposal was refused, by this seat at the last."""
    name = bold(seat_name(seat))
    proposal = proposals.end_question(match, votes.declined(name), now)
    assert proposal is not None
    if proposal["kind"] == "replace":
        text = votes.replacement_declined(bold(seat_name(match.seats[proposal["target"]])))
    elif proposal["kind"] == "takeback":
        text = votes.takeback_declined(name)
    else:
        text = votes.draw_declined(name)
    match.announce("notice", {"text": text}, now)


async def carry_out(match: OpenMatch, proposal: dict[str, Any], now: int) -> None:
    """Do what everybody agreed to."""
    asker = match.seats[proposal["by"]]
    before = (match.turn, match.to_act)
    if proposal["kind"] == "replace":
        vote_out(match, proposal, now)
        return
    if proposal["kind"] == "draw":
        match.step(asker.index, DRAW, now)
        flow.settle(match, before, now)
        return
    await match.take_back(proposal["target"])
    unrated = is_rated(match) and any(seat.computer for seat in match.seats)
    said = votes.takeback_done(bold(seat_name(asker)), unrated=unrated)
    flow.settle(match, before, now, said=said, taken_back=proposal["target"])


def voters(match: StoredMatch, proposal: dict[str, Any]) -> set[int]:
    """The seats whose word counts: all people, without the one who is voted on."""
    people = {seat.index for seat in match.seats if seat.user_id is not None}
    return people - {proposal["target"]} if proposal["kind"] == "replace" else people


def carried(match: StoredMatch, proposal: dict[str, Any]) -> bool:
    """Whether enough have agreed: more than half for a replacement, everybody for all else."""
    entitled = voters(match, proposal)
    agreed = entitled & set(proposal["agreed"])
    return 2 * len(agreed) > len(entitled) if proposal["kind"] == "replace" else agreed == entitled


def lost(match: StoredMatch, proposal: dict[str, Any]) -> bool:
    """Whether too many are against it; or whoever was absent is here again and says no."""
    entitled, against = voters(match, proposal), set(proposal.get("against", []))
    if proposal["kind"] != "replace" or proposal["target"] in against:
        return bool(against)
    return 2 * len(entitled - against) <= len(entitled)


# A replacement.


def vote(match: OpenMatch, asker: SeatRow, seat: SeatRow, to: int | None, now: int) -> bool:
    """Ask the others whether an absent player shall be replaced (and whom the seat is then offered). True when that
    is decided at once."""
    proposal = {"kind": "replace", "by": asker.index, "target": seat.index, "agreed": [asker.index], "to": to}
    if carried(match, proposal):
        vote_out(match, proposal, now)
        return True
    others = [other for other in match.seats if other.index in voters(match, proposal) - {asker.index}]
    text = votes.replacement_asked(bold(seat_name(asker)), mentions(others), bold(seat_name(seat)))
    proposals.ask(match, proposal, text, [other.user_id for other in others], now)
    return False


def vote_out(match: OpenMatch, proposal: dict[str, Any], now: int) -> None:
    """The vote was carried: the computer plays on, and the seat is offered to whom the table wants."""
    seat = match.seats[proposal["target"]]
    seating.to_computer(match, seat, votes.replacement_done(bold(seat_name(seat))), now)
    if proposal.get("to") is not None and match.status == "running":
        seating.offer(match, match.seats[seat.index], proposal["to"], match.seats[proposal["by"]], now)
