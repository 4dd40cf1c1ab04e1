"""The question that a match puts at present: to whom, since when, and which. `Table.ask` keeps it in `extra`."""

from __future__ import annotations

from typing import Any

from storage.records import MatchSummary, Place
from storage.stored_match import StoredMatch


def asked_of(match: StoredMatch, user_id: int) -> dict[str, Any]:
    """What a notice about the present question carries: whom it is for, and which question."""
    return {"user": user_id, "asked": match.extra["asked"]["revision"]}


def lane_of(kind: str, match: StoredMatch, payload: dict[str, Any]) -> str:
    """The lane of a notice of this kind to one person about one question."""
    return f"{kind}:{match.id}:{payload['asked']}:{payload['user']}"


def asked_at(match: StoredMatch | MatchSummary) -> int:
    """When the match put its present question."""
    return int(match.extra.get("asked", {}).get("at", match.moved_at))


def question_of(match: StoredMatch) -> int | None:
    """Which question waits for an answer; None when none does."""
    number: int | None = match.extra.get("asked", {}).get("revision")
    return number if match.status == "running" else None


def asks_another(match: StoredMatch) -> bool:
    """Whether the match waits for a person who was not asked: the seat has passed on since."""
    seat = match.waits_for
    if match.status != "running" or seat is None or seat.user_id is None:
        return False
    return bool(match.extra.get("asked", {}).get("user") != seat.user_id)


def muted_for(match: StoredMatch | MatchSummary, user_id: int) -> bool:
    """Whether this person wants to hear nothing of the match, or has left it."""
    seat = match.seat_of(user_id)
    return seat is None or seat.muted


def link_to(match: StoredMatch | MatchSummary) -> str:
    """The address of the match's newest post, or of its place; "" in direct messages, where it is at hand."""
    place: Place = match.place
    if place.guild_id is None:
        return ""
    posts = match.extra.get("posts", [])
    address = f"https://discord.com/channels/{place.guild_id}/{place.target}"
    return f"{address}/{posts[-1]['id']}" if posts else address
