"""A full disk and a locked database in the middle of play: nothing is lost, and play goes on afterwards."""

from __future__ import annotations

import sqlite3
import threading
import traceback
from pathlib import Path

import pytest
from sqlalchemy import text

from storage import DatabaseBusy, DiskFull, Store, engines
from tests.engines import on_sqlite
from tests.refused import refused
from tests.storage.conftest import NOW, TOY, open_at, running, steps


async def set_most_pages(store: Store, pages: int) -> None:
    await store._database.write(lambda connection: connection.scalar(text(f"PRAGMA max_page_count = {pages}")))


@on_sqlite
async def test_a_full_disk_loses_nothing(store: Store) -> None:
    number = await running(store, length=99)
    await steps(store, number, "add-1", "end")
    before = TOY.to_json((await store.matches.read(number)).state)
    await set_most_pages(store, 1)  # SQLite keeps the pages that there are, and gives no more
    with refused("disk is full", DiskFull):
        async with store.matches.open(number) as match:
            match.step(1, "add-1", NOW)
            match.announce("turn", {"noise": "x" * 100_000}, NOW)
    stored = await store.matches.read(number)
    assert (stored.step_count, stored.revision) == (2, 3)
    assert TOY.to_json(stored.state) == before
    assert await store.outbox.pending(NOW) == []
    await set_most_pages(store, 1_000_000)
    await steps(store, number, "add-1", "end")
    assert (await store.matches.read(number)).step_count == 4


async def test_a_locked_database_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_MS", 50)
    async with await open_at(path) as store:
        number = await running(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with refused("locked", DatabaseBusy):
            await steps(store, number, "add-1")
        assert (await store.matches.read(number)).step_count == 0  # who only looks is not kept waiting
        other.execute("ROLLBACK")
        other.close()
        await steps(store, number, "add-1")
        assert (await store.matches.read(number)).step_count == 1


@on_sqlite
async def test_a_short_lock_is_waited_for(store: Store, path: Path) -> None:
    number = await running(store)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.3, lambda: other.execute("ROLLBACK"))
    timer.start()
    await steps(store, number, "add-1")
    timer.join()
    other.close()
    assert (await store.matches.read(number)).step_count == 1


@on_sqlite
async def test_an_error_does_not_tell_what_was_to_be_written(store: Store) -> None:
    """It comes into the log, where no names are to stand."""
    await set_most_pages(store, 1)
    payload = {"text": "Zebulon " * 9_000}
    with pytest.raises(DiskFull) as caught:
        await store.outbox.add("notice", payload, NOW)
    assert "Zebulon" not in "".join(traceback.format_exception(caught.value))
