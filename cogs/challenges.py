"""The challenges of days, made once each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from render.worker_pool import WorkerError, WorkerPool
from rules import daily
from rules.daily import Challenge
from table.errors import Refusal

KEPT = 20
"""How many challenges are kept in memory."""


class Challenges:
    """The challenges that were made, each by one worker however many people ask for it at once."""

    def __init__(self, pool: WorkerPool, clock: Callable[[], int]) -> None:
        self.pool = pool
        self.clock = clock
        self.made: dict[tuple[str, int], asyncio.Task[Challenge]] = {}

    @property
    def today(self) -> int:
        """The number of today's challenges."""
        return daily.number_at(self.clock())

    async def get(self, game: str, number: int) -> Challenge:
        """A day's challenge. Refusal when it could not be made now; then the next who asks has it made anew."""
        key = (game, number)
        if key not in self.made:
            while len(self.made) >= KEPT:
                self.made.pop(next(iter(self.made)))
            self.made[key] = asyncio.create_task(self.pool.run(daily.challenge, game, number))
        try:
            return await asyncio.shield(self.made[key])
        except WorkerError as error:
            self.made.pop(key, None)
            raise Refusal("daily_preparing") from error
