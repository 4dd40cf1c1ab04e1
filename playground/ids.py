"""Snowflakes and times, as Discord writes them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
"""An object as it goes over the wire; ids in it are strings."""

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, which Discord counts from."""


class Snowflakes:
    """Hands out ids that rise strictly, with the time in their upper bits."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> str:
        """The next id, as a decimal string."""
        fresh = (time.time_ns() // 1_000_000 - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return str(self._last)


def now_iso() -> str:
    """This moment in UTC, as ISO 8601 with an offset."""
    return datetime.now(UTC).isoformat()
