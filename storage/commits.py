"""What was saved since somebody began to watch: so an error knows on which side of the commit it came.

A watch belongs to the task that begins it, and to the tasks that this one starts.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.stored_match import StoredMatch

_WATCH: ContextVar[list[StoredMatch | None] | None] = ContextVar("commits", default=None)


def watch() -> None:
    """From now on count what this task saves; what it has saved before is forgotten."""
    _WATCH.set([])


def note(match: StoredMatch | None = None) -> None:
    """Something was saved: a match, or (None) settings and notes."""
    if (seen := _WATCH.get()) is not None:
        seen.append(match)


def undone() -> None:
    """What was saved was taken back again: nothing has changed for anybody."""
    if (seen := _WATCH.get()) is not None:
        seen.clear()


def saved() -> bool:
    """Whether anything was saved since the watch began; False where nobody watches."""
    return bool(_WATCH.get())


def newest_match() -> StoredMatch | None:
    """The match that was saved last, if any was."""
    return next((match for match in reversed(_WATCH.get() or []) if match is not None), None)
