"""Figures for the host, in Prometheus's form. They hold numbers only: no names, no cards."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from storage.records import Status

DRAWN_IN = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
"""Upper bounds, in seconds, by which the drawing times are sorted."""

STATUSES = get_args(Status)


class Metrics:
    """What is measured, in a registry of its own. Times are in seconds."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = self.registry
        self.matches = Gauge("longhouse_matches", "Stored matches by status", ["status"], registry=own)
        self.steps = Gauge("longhouse_steps", "Choices stored of all matches together", registry=own)
        self.outbox_age = Gauge(
            "longhouse_outbox_age_seconds", "Age of the oldest announcement not sent yet", registry=own
        )
        self.well = Gauge("longhouse_well", "1 while Discord is connected and announcements go out", registry=own)
        self.drawing = Histogram("longhouse_drawing_seconds", "Time to draw a board", buckets=DRAWN_IN, registry=own)
        self.failures = Counter("longhouse_failures", "Warnings and errors in the log", ["part", "level"], registry=own)

    def stored(self, matches: dict[Status, int], steps: int, outbox_age: int | None) -> None:
        """Take over what the database says; an age of None means that nothing waits."""
        for status in STATUSES:
            self.matches.labels(status).set(matches.get(status, 0))
        self.steps.set(steps)
        self.outbox_age.set(outbox_age or 0)

    @contextmanager
    def drawn(self) -> Iterator[None]:
        """Measure the drawing of a board, waiting for a worker included; a failure is not measured."""
        begun = perf_counter()
        yield
        self.drawing.observe(perf_counter() - begun)


class FailureCounter(logging.Handler):
    """Counts the log's warnings and errors by the part of the program that they come from."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self.metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """One record."""
        self.metrics.failures.labels(part_of(record.name), record.levelname.lower()).inc()


def part_of(logger: str) -> str:
    """`dispatcher` for `longhouse.dispatcher`, else the first part of the name: few labels, whatever logs."""
    first, _, rest = logger.partition(".")
    return rest.partition(".")[0] or first if first == "longhouse" else first
