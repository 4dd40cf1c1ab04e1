"""Boards for people: one that several of them wait for and see alike is drawn once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from cogs.metrics import Metrics
from render.jobs import Job
from render.worker_pool import WorkerError, WorkerPool
from table.perspective import Perspective

if TYPE_CHECKING:
    from render.encode import Picture


class Pictures:
    """What the worker pool draws. After a step the player's panel and the post want the same board at the same time."""

    def __init__(self, pool: WorkerPool, metrics: Metrics) -> None:
        self.pool = pool
        self.metrics = metrics
        self._drawing: dict[bytes, asyncio.Task[Picture]] = {}

    async def board(self, perspective: Perspective, theme: str, *, ask: bool = False, chapter: str = "") -> Picture:
        """The sheet that a perspective shows, or a chapter of its score. WorkerError, whatever failed."""
        with self.metrics.drawn():
            try:
                return await self.draw(perspective, theme, ask=ask, chapter=chapter)
            except WorkerError:
                raise
            except Exception as error:
                raise WorkerError(f"A worker could not draw {perspective.key}: {error!r}") from error

    async def chapters(self, perspective: Perspective, theme: str) -> dict[str, Picture]:
        """The pictures of the chapters of its score, by the chapters' names; none where a text tells it all."""
        parts = perspective.presenter.chapters(perspective.view, perspective.audience)
        chapters = [found.picture for found in parts if found.picture]
        pictures = await asyncio.gather(*(self.board(perspective, theme, chapter=chapter) for chapter in chapters))
        return dict(zip(chapters, pictures, strict=True))

    async def draw(self, perspective: Perspective, theme: str, *, ask: bool = False, chapter: str = "") -> Picture:
        """The sheet that a perspective shows, or a chapter of its score. WorkerError when it cannot be drawn."""
        job = job_for(perspective, theme, ask=ask, chapter=chapter)
        key = msgspec.json.encode(job)
        task = self._drawing.get(key)
        if task is None:
            task = self._drawing[key] = asyncio.create_task(self.pool.draw(job))
            task.add_done_callback(lambda done: self._drawn(key, done))
        return await asyncio.shield(task)  # somebody else may wait for it too

    def _drawn(self, key: bytes, task: asyncio.Task[Picture]) -> None:
        del self._drawing[key]
        if not task.cancelled():
            task.exception()  # Whoever waited may be gone; then nobody else looks at it.


def job_for(perspective: Perspective, theme: str, *, ask: bool = False, chapter: str = "") -> Job:
    """What is to be drawn. Who sees no more than everybody does, and has made no marks, sees everybody's picture."""
    view = perspective.game.to_json(perspective.view)
    audience = perspective.audience
    if (
        not ask
        and not audience.notes
        and view == perspective.game.to_json(perspective.game.view(perspective.view, None))
    ):
        audience = msgspec.structs.replace(audience, viewer=None)
    sheet = "" if chapter else perspective.sheet
    return Job(perspective.key, view, ask, theme, audience, chapter, sheet)  # type: ignore[arg-type]
