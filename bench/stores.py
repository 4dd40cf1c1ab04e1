"""Storage: a step checked and committed, beside raw SQLite; a long match loaded; queries among 10,000 matches."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.report import Row
from bench.stored import FIRST_USER, address, fill, play
from bench.timing import Scale, percentile
from storage import Store, open_store
from table.state import TableState
from table.table import Table

LONG_MATCH = 130


def folder() -> TemporaryDirectory[str]:
    """A folder for databases, gone afterwards."""
    return TemporaryDirectory(prefix="longhouse-bench-", ignore_cleanup_errors=True)


# A step.


async def commits(scale: Scale) -> list[Row]:
    """A choice through `Table.take`: match loaded, step checked, step and outbox row committed."""
    with folder() as name:
        path = Path(name)
        async with await open_store(address(path), extra=TableState) as store:
            with closing(_raw(path / "raw.db")) as raw:
                ours, bare = await _steps(store, raw, scale.count(300, 5))
    times, busy = zip(*ours, strict=True)
    each = statistics.median(times) / statistics.median(bare)
    return [
        Row(what=f"check + commit a step, p99 of {len(ours)}", figure=percentile(times, 0.99), unit="ms", budget=20),
        Row(what="the same in processor time", figure=percentile(busy, 0.99), unit="ms", budget=20),
        Row(
            what="check + commit a step, median",
            figure=statistics.median(times),
            unit="ms",
            ratio=each,
            beside="raw SQLite's insert",
        ),
        Row(what="raw SQLite's insert, p99", figure=percentile(bare, 0.99), unit="ms"),
        Row(
            what="commits, one after the other",
            figure=1000 / statistics.median(times),
            unit="/s",
            ratio=1 / each,
            beside="raw SQLite",
        ),
    ]


async def _steps(store: Store, raw: sqlite3.Connection, count: int) -> tuple[list[tuple[float, float]], list[float]]:
    """Milliseconds of each step (by the clock, and of this process's time) and of each raw insert, in turns."""
    table = Table(store, lambda: int(time.time()))
    chance = random.Random(1)
    ours: list[tuple[float, float]] = []
    bare: list[float] = []
    while len(ours) < count:
        match = await play(store, "iye", 0, seed=len(ours))
        for _ in range(20):
            stored = await store.matches.read(match)
            if (decision := stored.decision) is None or len(ours) == count:
                break
            option = chance.choice(stored.game.options(stored.state))
            begun, used = time.perf_counter(), time.process_time()
            await table.take(match, FIRST_USER + decision.seat, option)
            ours.append(((time.perf_counter() - begun) * 1000, (time.process_time() - used) * 1000))
            begun = time.perf_counter()
            with raw:
                raw.execute("INSERT INTO steps (choice, state) VALUES (?, ?)", (option, bytes(300)))
            bare.append((time.perf_counter() - begun) * 1000)
    return ours, bare


def _raw(file: Path) -> sqlite3.Connection:
    """A bare database on the same disk with the store's pragmas."""
    database = sqlite3.connect(file)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE steps (number INTEGER PRIMARY KEY, choice TEXT, state BLOB)")
    return database


# A long match.


async def loading(scale: Scale) -> list[Row]:
    """A long match of Iwari read with its state: the work does not grow with the length, as the ratio shows."""
    steps = scale.count(LONG_MATCH, 10)
    with folder() as name:
        async with await open_store(address(Path(name)), extra=TableState) as store:
            long = await play(store, "iwari", steps, people=[1, 2])
            short = await play(store, "iwari", 1, people=[1, 2])
            times = await _waits(scale.count(60, 2), lambda: _read(store, long), lambda: _read(store, short))
    return [
        Row(
            what=f"load a match of {steps} steps",
            figure=times[0],
            unit="ms",
            budget=10,
            ratio=times[0] / times[1],
            beside="one of a single step",
        )
    ]


async def _read(store: Store, match: int) -> None:
    found = await store.matches.read(match)
    assert found.state.stack


# Many matches.


async def queries(scale: Scale) -> list[Row]:
    """What `/match list` and a round of the scheduler and the dispatcher ask, among 10,000 matches and among 100."""
    many = scale.count(10_000, 40)
    few = 100 if many > 100 else 20
    with folder() as name:
        large, small = Path(name, "large"), Path(name, "small")
        for path, matches in ((large, many), (small, few)):
            path.mkdir()
            await fill(path, matches)
        async with (
            await open_store(address(large), extra=TableState) as full,
            await open_store(address(small), extra=TableState) as light,
        ):
            return [
                await _beside(f"/match list among {many:,} matches", _listed, full, light, few, scale),
                await _beside(f"a minute's round among {many:,} matches", _round, full, light, few, scale),
            ]


Query = Callable[[Store], Awaitable[object]]


async def _beside(what: str, query: Query, full: Store, light: Store, few: int, scale: Scale) -> Row:
    large, small = await _waits(scale.count(60, 2), lambda: query(full), lambda: query(light))
    return Row(what=what, figure=large, unit="ms", ratio=large / small, beside=f"the same among {few}")


async def _listed(store: Store) -> None:
    assert await store.matches.of_user(FIRST_USER)


async def _round(store: Store) -> None:
    now = int(time.time())
    await store.matches.due(now)
    await store.matches.to_remind(now)
    await store.outbox.pending(now)


async def _waits(rounds: int, *works: Callable[[], Awaitable[object]]) -> list[float]:
    """The median milliseconds of each work, taken in turns."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, found, strict=True):
            begun = time.perf_counter()
            await work()
            times.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(0)
    return [statistics.median(times) for times in found]
