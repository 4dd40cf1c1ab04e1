"""The scheduler: once a minute it looks after every match whose time has come. It never stops.

All that it knows lies in the database (`due_at`, `remind_at`, `warned` and the question of each match), and what it
does is saved in one transaction with the announcements, so it may be killed at any point.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from cogs.services import Services
from storage.errors import DatabaseBusy, DiskFull, MatchNotFound, StoreClosed
from storage.open_match import OpenMatch
from storage.records import MatchSummary, PersonSettings
from table import deadlines, reminders
from table.hours import MINUTE
from table.question import about_question, asks_another, lane_of
from table.state import kept

Work = Callable[[OpenMatch, PersonSettings], None]

log = logging.getLogger("longhouse.scheduler")


GAP = 600
"""When the last round was longer ago than so many seconds, nobody could play meanwhile."""

PATIENCE = 3600
"""Seconds for which a match that could not be looked after is left alone."""


class Scheduler:
    """Looks after all matches. `tick` is one round."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._last: int | None = None
        self._left_alone: dict[int, int] = {}

    async def run(self) -> None:
        """A round a minute until the store is closed; whatever goes wrong in one is logged."""
        while True:
            try:
                await self.tick()
            except StoreClosed:
                return
            except Exception:
                log.exception("a round of the scheduler failed")
            await asyncio.sleep(MINUTE)

    async def tick(self) -> None:
        """Deal with every deadline that has passed, and every match that is to be looked at."""
        now, matches = self.services.clock(), self.services.store.matches
        was_down = self._last is None or now - self._last > GAP

        def time_out(match: OpenMatch, person: PersonSettings) -> None:
            deadlines.time_out(match, person, now, was_down=was_down)

        def look_at(match: OpenMatch, person: PersonSettings) -> None:
            reminders.look_at(match, person, now)

        self._left_alone = {
            number: until for number, until in self._left_alone.items() if now < until <= now + PATIENCE
        }
        await self._each(await matches.due(now), time_out, now)
        await self._each(await matches.to_remind(now), look_at, now)
        self._last = now

    async def _each(self, found: list[MatchSummary], work: Work, now: int) -> None:
        for summary in found:
            if summary.id in self._left_alone:
                continue
            try:
                await self._one(summary.id, work)
            except (StoreClosed, DatabaseBusy, DiskFull):
                raise  # it would be the same with the next one; the match is looked after in the next round
            except Exception:
                self._left_alone[summary.id] = now + PATIENCE
                log.exception("could not look after match=%s step=%s", summary.id, summary.step_count)

    async def _one(self, match_id: int, work: Work) -> None:
        try:
            async with self.services.store.matches.open(match_id) as match:
                seat = match.waits_for
                user_id = seat.user_id if seat is not None else None
                person = PersonSettings() if user_id is None else await self.services.store.people.get(user_id)
                await self._await_notices(match)
                if asks_another(match):
                    deadlines.ask_anew(match, person, self.services.clock())
                else:
                    work(match, person)
        except MatchNotFound:
            return

    async def _await_notices(self, match: OpenMatch) -> None:
        """Where whoever is to act has a call or a reminder on its way to them (held back, or because nothing could be
        sent), count the next reminder from when that comes."""
        seat = match.waits_for
        if seat is None or seat.user_id is None or (asked := kept(match).asked) is None:
            return
        now, on_the_way = self.services.clock(), self.services.store.outbox.on_the_way
        about = about_question(match, seat.user_id)
        if (at := await on_the_way(match.id, ("open", "turn"), lane_of("call", match, about))) is not None:
            asked.called = max(at, now)
        if (at := await on_the_way(match.id, (), lane_of("remind", match, about))) is not None:
            asked.reminded = max(at, now)
