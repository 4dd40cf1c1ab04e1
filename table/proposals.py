"""Notices that hang on an answer: a question to the table (Agree, Decline), a seat that can be had (Take Over).

`extra["asking"]` holds those whose buttons show, by a number that is never given twice in a match. What ends one is
noted there in the transaction that ends it, together with an outbox row, by which the dispatcher takes the buttons off
and says how it ended (`cogs.outbox.notices`).
"""

from __future__ import annotations

from typing import Any

from render.messages import votes
from storage.open_match import OpenMatch
from storage.stored_match import StoredMatch

ASKING = "asking"


def entry_of(match: StoredMatch, number: int | None) -> dict[str, Any] | None:
    """What is known of a notice: `seat` (None: a question), `ended` once that is said; `id`, `channel` and `text` once
    it was sent."""
    found: dict[str, Any] | None = match.extra.get(ASKING, {}).get(str(number))
    return found


def ask(match: OpenMatch, proposal: dict[str, Any], text: str, people: list[int | None], now: int) -> None:
    """Ask the table something, in place of what it was asked before."""
    end_question(match, votes.asked_anew(), now)
    number = _enter(match, {})
    match.extra["proposal"] = {**proposal, "number": number}
    match.announce("notice", {"text": text, "ask": True, "number": number, "mention": people}, now)


def offer(match: OpenMatch, seat: int, text: str, now: int, to: int | None = None) -> None:
    """Tell that a seat can be taken over: by anybody, or by one person."""
    number = _enter(match, {"seat": seat, "to": to})
    people = {} if to is None else {"mention": [to]}
    match.announce("notice", {"text": text, "seat": seat, "number": number, **people}, now)


def end_question(match: OpenMatch, outcome: str, now: int) -> dict[str, Any] | None:
    """The table is not asked any more; gives what it was asked."""
    proposal: dict[str, Any] | None = match.extra.pop("proposal", None)
    if proposal is not None:
        _end(match, [entry for entry in _open(match) if "seat" not in entry], outcome, now)
    return proposal


def end_offers(match: OpenMatch, seat: int, outcome: str, now: int, *, personal: bool = False) -> None:
    """A seat cannot be taken over by earlier notices any more; `personal`: by those that offer it to one person."""
    mine = [entry for entry in _open(match) if entry.get("seat") == seat]
    _end(match, [entry for entry in mine if not personal or entry["to"] is not None], outcome, now)


def end_all(match: OpenMatch, now: int) -> None:
    """The match is over, or closed: nothing is to be pressed."""
    match.extra.pop("proposal", None)
    _end(match, _open(match), votes.match_ended(), now)


def _enter(match: OpenMatch, entry: dict[str, Any]) -> int:
    number = int(match.extra.get("asked_so_far", 0)) + 1
    match.extra["asked_so_far"] = number
    match.extra.setdefault(ASKING, {})[str(number)] = entry
    return number


def _open(match: OpenMatch) -> list[dict[str, Any]]:
    return [entry for entry in match.extra.get(ASKING, {}).values() if "ended" not in entry]


def _end(match: OpenMatch, entries: list[dict[str, Any]], outcome: str, now: int) -> None:
    for entry in entries:
        entry["ended"] = outcome
    if entries:
        match.announce("answered", {}, now)
