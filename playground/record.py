"""Every exchange between the bot and the playground, kept so that tests can look at it and validate it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request of the bot and the answer it got."""

    method: str
    path: str
    """Without the prefix /api/v10 and without the query."""
    route: str
    """The path's pattern, such as /channels/{channel_id}/messages."""
    request: Any
    """The decoded JSON body (of a multipart request: payload_json); None without one."""
    files: tuple[str, ...]
    """Names of the files that came with it."""
    status: int
    """0 when the connection was dropped without an answer."""
    body: bytes
    seconds: float
    """How long the answer took."""

    @property
    def response(self) -> Any:
        """The decoded answer; None when it is empty."""
        return msgspec.json.decode(self.body) if self.body else None


class Recorder:
    """The last exchanges, oldest first; ``on`` switches the recording."""

    def __init__(self, most: int = 20_000) -> None:
        self.on = True
        self.exchanges: deque[Exchange] = deque(maxlen=most)

    def add(self, exchange: Exchange) -> None:
        if self.on:
            self.exchanges.append(exchange)

    def of(self, method: str, route: str) -> list[Exchange]:
        """The exchanges of one route, oldest first."""
        return [e for e in self.exchanges if e.method == method and e.route == route]
