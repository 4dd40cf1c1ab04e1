"""What must be finished before the program ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class OpenWork:
    """Counts what is being done for people. While `closing`, nothing new is begun."""

    def __init__(self) -> None:
        self.closing = False
        self._open = 0
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Something that must be finished before the program ends."""
        self._open += 1
        self._none.clear()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._none.set()

    async def finished(self) -> None:
        """Wait until nothing is being done."""
        await self._none.wait()
