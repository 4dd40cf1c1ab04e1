"""A match's past as one seat may know it: its turns, its boards, its log. Nothing here talks to Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct

from render.messages import history as words
from render.presenter import shorten
from rules.match import BadRecord, Record, Step, play, to_text
from storage.errors import OtherRules
from storage.records import PastStep, StepRow
from storage.stored_match import StoredMatch
from table import narration
from table.perspective import seat_name, see_state

PAGE = 3000
"""How many characters of a history one page takes."""

LINE = 2400
"""How many characters the line of one turn may have: twice what was measured of five long names, since the totals of a
half journey are told last in theirs."""


class Turn(Struct, frozen=True):
    """One turn, numbered from 1: its first and last step, and the seat that took the first one."""

    number: int
    seat: int
    first: int
    last: int


def turns(rows: Iterable[StepRow]) -> list[Turn]:
    """The steps as turns, in order."""
    found = []
    for number, (_, group) in enumerate(groupby(rows, key=lambda row: row.turn), start=1):
        steps = list(group)
        found.append(Turn(number, steps[0].seat, steps[0].number, steps[-1].number))
    return found


def steps_of(past: list[PastStep], turn: Turn) -> list[PastStep]:
    """The steps of one turn, of all that were taken in a match."""
    return past[turn.first - 1 : turn.last]


# In words.


async def history(match: StoredMatch, seat: int | None) -> list[str]:
    """A line for each turn, as this seat (None: a spectator) may know it."""
    past = await match.events_since(0)
    return [words.turn(turn.number, " ".join(told(match, past, turn, seat))) for turn in turns(s.step for s in past)]


def told(match: StoredMatch, past: list[PastStep], turn: Turn, seat: int | None) -> list[str]:
    """What happened in a turn, a short line a thing; never empty."""
    perspective = see_state(match, match.state, seat)
    lines = narration.happened(perspective, steps_of(past, turn))
    return [shorten(" ".join(lines), LINE)] if lines else [words.not_known()]


def pages(lines: list[str], size: int = PAGE) -> list[list[str]]:
    """The lines in pages of at most so many characters; at least one page."""
    found: list[list[str]] = [[]]
    length = 0
    for line in lines:
        if found[-1] and length + len(line) + 1 > size:
            found.append([])
            length = 0
        found[-1].append(line)
        length += len(line) + 1
    return found


# As boards.


async def views(match: StoredMatch, seat: int | None, wanted: set[int]) -> list[bytes]:
    """The views after each of the `wanted` numbers of steps, as JSON; those that cannot be had are left out."""
    found = []
    async for count, state in _states(match, wanted):
        if count in wanted:
            found.append(match.game.to_json(match.game.view(state, seat)))
    return found


async def _states(match: StoredMatch, wanted: set[int]) -> AsyncIterator[tuple[int, Any]]:
    rows = await match.steps()
    if any(row.version != match.game.version for row in rows):
        async for found in _states_of_old(match, wanted):
            yield found
        return
    state = await match.state_at(0)
    yield 0, state
    for row in rows:
        play(match.game, state, row.seat, row.option)
        if row.number in wanted:
            await asyncio.sleep(0)
            yield row.number, state


async def _states_of_old(match: StoredMatch, wanted: set[int]) -> AsyncIterator[tuple[int, Any]]:
    """From the snapshots: the rules were updated on the way."""
    for count in sorted(wanted):
        try:
            yield count, await match.state_at(count)
        except OtherRules:
            continue


# As a log.


def known(step: PastStep, seat: int | None) -> bool:
    """Whether a seat may know what was chosen: its own choice, or one of which something was seen by it or by all."""
    if step.seat == seat:
        return True
    return any(event.seen_by is None or seat in event.seen_by for event in step.events)


async def log(match: StoredMatch, seat: int | None) -> str:
    """The match as a text file: with its seed, and checked, when it is over; else as far as this seat may know it."""
    record = await match.record()
    names = [f"# {words.log_seat(row.index, seat_name(row))}" for row in match.seats]
    if match.status == "running":
        past = await match.events_since(0)
        record.steps = [Step(step.seat, step.option) for step in past if known(step, seat)]
        text = to_text(record, with_seed=False)
        remarks = [f"# {words.log_of_running()}"]
    else:
        text, remarks = await asyncio.to_thread(_finished, record)
    return text + "\n".join([*names, *remarks]) + "\n"


def _finished(record: Record) -> tuple[str, list[str]]:
    try:
        return to_text(record, with_end=True), []
    except BadRecord:
        return to_text(record), [f"# {words.log_of_mixed_rules()}"]
