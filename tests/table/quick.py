"""A worker pool for tests without pictures: every board is one grey point, and computer players think at once."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from render import jobs
from render.encode import Picture
from render.jobs import Job
from render.worker_pool import ResultT, WorkerPool

POINT = base64.b64decode("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/v02aAA=")
"""A WebP picture of one point."""


class QuickPool(WorkerPool):
    """Starts no processes. `drawn` are the jobs that were asked for, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[Job] = []

    async def draw(self, job: Job) -> Picture:
        self.drawn.append(job)
        return Picture(POINT, "webp", 1, 1)

    async def run(self, function: Callable[..., ResultT], *arguments: Any, seconds: float = 60.0) -> ResultT:
        return function(*arguments)

    async def think(self, game: str, view: bytes, seat: int, level: str, seed: int, seconds: float) -> str:
        return jobs.think(game, view, seat, "easy", seed, 0.01)
