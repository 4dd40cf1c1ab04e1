"""Taking times so that they can be compared."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType

from msgspec import Struct


class Scale(Struct, frozen=True):
    """How much is measured. `share` shrinks every count; the tests use next to nothing."""

    share: float = 1.0

    def count(self, full: int, least: int = 1) -> int:
        """So many of `full` repetitions."""
        return max(least, round(full * self.share))


def in_turns(*works: Callable[[], float], rounds: int) -> list[float]:
    """The median of what each work gives, all of them called in turns (A B A B)."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, figures in zip(works, found, strict=True):
            figures.append(work())
    return [statistics.median(figures) for figures in found]


def processor_ms(work: Callable[[], object]) -> float:
    """Milliseconds of this process's processor time that a call takes."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def rate(work: Callable[[], int]) -> float:
    """What `work` counts, for each second of processor time. Garbage is collected before, not counted in."""
    gc.collect()
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * round(share * 1000) // 1000) - 1)]


def optional(name: str) -> ModuleType | None:
    """A module that is only there for comparison; None where it is not installed (or lacks a library it needs)."""
    try:
        return import_module(name)
    except (ImportError, OSError):
        return None
