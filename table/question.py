"""The question that a match puts at present: to whom, since when, and which. `flow.ask` puts it."""

from __future__ import annotations

from storage.records import MatchSummary, Place
from storage.stored_match import StoredMatch
from table.announcements import QuestionPayload
from table.state import Question, kept


def open_question(match: StoredMatch) -> Question:
    """The question; a match that runs always has one."""
    asked = kept(match).asked
    assert asked is not None, f"match {match.id} has put no question yet"
    return asked


def about_question(match: StoredMatch, user_id: int) -> QuestionPayload:
    """What a notice about the present question carries: whom it is for, and which question."""
    return QuestionPayload(user=user_id, asked=open_question(match).revision)


def lane_of(kind: str, match: StoredMatch, payload: QuestionPayload) -> str:
    """The lane of a notice of this kind to one person about one question."""
    return f"{kind}:{match.id}:{payload.asked}:{payload.user}"


def asked_at(match: StoredMatch | MatchSummary) -> int:
    """When the match put its present question."""
    asked = kept(match).asked
    return asked.at if asked is not None else match.moved_at


def question_number(match: StoredMatch) -> int | None:
    """Which question waits for an answer; None when none does."""
    asked = kept(match).asked
    return asked.revision if asked is not None and match.status == "running" else None


def asks_another(match: StoredMatch) -> bool:
    """Whether the match waits for a person who was not asked: the seat has passed on since."""
    seat, asked = match.waits_for, kept(match).asked
    if match.status != "running" or seat is None or seat.user_id is None:
        return False
    return asked is None or asked.user != seat.user_id


def muted_for(match: StoredMatch | MatchSummary, user_id: int) -> bool:
    """Whether this person wants to hear nothing of the match, or has left it."""
    seat = match.seat_of(user_id)
    return seat is None or seat.muted


def link_to(match: StoredMatch | MatchSummary) -> str:
    """The address of the match's newest post, or of its place; "" in direct messages, where it is at hand."""
    place: Place = match.place
    if place.guild_id is None:
        return ""
    posts = kept(match).posts
    address = f"https://discord.com/channels/{place.guild_id}/{place.target}"
    return f"{address}/{posts[-1].id}" if posts else address
