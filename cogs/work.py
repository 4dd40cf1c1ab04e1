"""What must be finished before the program ends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from storage import commits

REMEMBERED = 1000
"""How many interactions are remembered: what comes twice comes within seconds."""


class OpenWork:
    """Counts what is being done for people, and from then on what it saves (see `storage.commits`). While `closing`,
    nothing new is begun."""

    def __init__(self) -> None:
        self.closing = False
        self._open = 0
        self._seen: deque[int] = deque(maxlen=REMEMBERED)
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Something that must be finished before the program ends."""
        commits.watch()
        self._open += 1
        self._none.clear()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._none.set()

    def again(self, interaction: int) -> bool:
        """Whether this interaction was handed to us before: Discord may send one twice, and the second is dropped."""
        if interaction in self._seen:
            return True
        self._seen.append(interaction)
        return False

    async def finished(self) -> None:
        """Wait until nothing is being done."""
        await self._none.wait()
