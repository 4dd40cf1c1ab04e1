"""Boards for people: one that several of them wait for and see alike is drawn once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from cogs.sight import Sight
from render.work import Job

if TYPE_CHECKING:
    from render.encode import Picture
    from render.studio import Studio


class Pictures:
    """What the studio draws. After a step the player's panel and the post want the same board at the same time."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self._drawing: dict[bytes, asyncio.Task[Picture]] = {}

    async def draw(self, sight: Sight, theme: str, *, ask: bool = False, chapter: str = "") -> Picture:
        """The board for a sight, or a chapter of its score. StudioError when it cannot be drawn."""
        job = job_for(sight, theme, ask=ask, chapter=chapter)
        key = msgspec.json.encode(job)
        task = self._drawing.get(key)
        if task is None:
            task = self._drawing[key] = asyncio.create_task(self.studio.draw(job))
            task.add_done_callback(lambda done: self._drawn(key, done))
        return await asyncio.shield(task)  # somebody else may wait for it too

    def _drawn(self, key: bytes, task: asyncio.Task[Picture]) -> None:
        del self._drawing[key]
        if not task.cancelled():
            task.exception()  # Whoever waited may be gone; then nobody else looks at it.


def job_for(sight: Sight, theme: str, *, ask: bool = False, chapter: str = "") -> Job:
    """What is to be drawn. Who sees no more than everybody does, and has made no marks, sees everybody's picture."""
    view = sight.game.to_json(sight.view)
    who = sight.who
    if not ask and not who.notes and view == sight.game.to_json(sight.game.view(sight.view, None)):
        who = msgspec.structs.replace(who, viewer=None)
    return Job(sight.key, view, ask=ask, theme=theme, who=who, chapter=chapter)  # type: ignore[arg-type]
