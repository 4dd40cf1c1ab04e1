"""What is being sent just now, by lane."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class Lanes:
    """The lanes that are being worked on, each by one task."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        while self.tasks:
            await asyncio.wait(self.tasks.values())

    async def finish(self, lane: str, seconds: float = 10) -> None:
        """Wait until what is just being sent of a lane was sent, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (task := self.tasks.get(lane)) is not None:
                    await asyncio.wait([task])
