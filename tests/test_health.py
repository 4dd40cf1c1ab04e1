"""What a host can see from outside: the health file, the figures, and that the log names match and step."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from cogs.health import Health, renew
from cogs.metrics import FailureCounter, Metrics, part_of
from tests.table.conftest import Scene
from tests.table.quick import QuickPool

OLD = 1_000_000_000


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[Scene]:
    scene = Scene(tmp_path, QuickPool())
    await scene.open()
    yield scene
    await scene.close()


def watched(scene: Scene, file: Path) -> Health:
    """A watcher of its own, looked at by hand, in the place of the one that runs."""
    health = Health(scene.bot.services, scene.bot, 0, file)
    health.connected = True
    return health


def value(scene: Scene, name: str, **labels: str) -> float | None:
    return scene.bot.services.metrics.registry.get_sample_value(name, labels)


async def test_the_file_is_renewed_while_all_is_well(quick: Scene, tmp_path: Path) -> None:
    file = tmp_path / "healthy"
    health = watched(quick, file)
    assert await health.look()
    os.utime(file, (OLD, OLD))
    assert await health.look()
    assert file.stat().st_mtime > OLD


async def test_not_while_discord_is_not_connected(quick: Scene, tmp_path: Path) -> None:
    """The connection is really lost, and comes back by itself."""
    file = tmp_path / "healthy"
    health = watched(quick, file)
    gateway = quick.playground.gateway
    gateway.hold()
    await gateway.drop()
    await quick.playground.wait_for(lambda: not health.connected)
    assert not await health.look() and not file.exists()
    gateway.release()
    await quick.playground.wait_for(lambda: health.connected)
    assert await health.look() and file.exists()


async def test_not_while_announcements_are_left_lying(
    quick: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    health = watched(quick, tmp_path / "healthy")
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"), first="host")

    async def still() -> None:
        return None

    with monkeypatch.context() as patched:
        patched.setattr(quick.bot.dispatcher, "round", still)
        await quick.person("Ada").command(thread, "iye move", to="c4")
        assert await health.look()
        quick.now += 1000
        assert not await health.look()
        assert not await health.look()
        assert value(quick, "longhouse_outbox_age_seconds") == 1000
        assert value(quick, "longhouse_well") == 0
    told = [record.getMessage() for record in caplog.records if record.name == "longhouse.health"]
    assert len(told) == 1 and "match=1 step=1" in told[0]
    quick.store.outbox.wake()
    await quick.quiet()
    assert await health.look()


async def test_not_while_the_database_fails(quick: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from storage import DatabaseBusy

    async def busy(*given: Any) -> None:
        raise DatabaseBusy("The database is locked.")

    health = watched(quick, tmp_path / "healthy")
    monkeypatch.setattr(quick.store.matches, "count", busy)
    assert not await health.look()


async def test_that_discord_refuses_posts_is_no_illness_of_the_bot(quick: Scene, tmp_path: Path) -> None:
    health = watched(quick, tmp_path / "healthy")
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"), first="host")
    quick.playground.faults.fail("POST", r"^/channels/\d+/messages$", 400, times=99)
    await quick.person("Ada").command(thread, "iye move", to="c4")
    for _ in range(3):
        quick.now += 1000
        quick.store.outbox.wake()
        await quick.quiet()
    assert await health.look()
    age = value(quick, "longhouse_outbox_age_seconds")
    assert age is not None and age >= 2000


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert "HEALTH_FILE" in (renew(tmp_path / "nowhere" / "healthy") or "")


async def test_the_figures_are_served_on_this_machine_only(quick: Scene, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    health = Health(quick.bot.services, quick.bot, port, tmp_path / "healthy")
    running = asyncio.create_task(health.run())
    await quick.begin(quick.person("Ada"), quick.person("Bo"))
    await quick.playground.wait_for(lambda: value(quick, "longhouse_matches", status="lobby") is not None)
    await health.look()
    logging.getLogger("longhouse.dispatcher").warning("something failed")
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        told = await answer.text()
    assert 'longhouse_matches{status="running"} 1.0' in told
    assert "longhouse_steps 0.0" in told
    assert "longhouse_drawing_seconds_count 1.0" in told
    assert 'longhouse_failures_total{level="warning",part="dispatcher"} 1.0' in told
    assert "Ada" not in told
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    with pytest.raises(aiohttp.ClientError):
        async with aiohttp.ClientSession() as session:
            await session.get(f"http://127.0.0.1:{port}/metrics")
    assert not (tmp_path / "healthy").exists()


async def test_a_port_that_is_taken_does_not_stop_the_bot(quick: Scene, caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        health = Health(quick.bot.services, quick.bot, taken.getsockname()[1], None)
        running = asyncio.create_task(health.run())
        await quick.playground.wait_for(lambda: "METRICS_PORT" in caplog.text)
        assert not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_failures_are_counted_by_part() -> None:
    metrics = Metrics()
    counter = FailureCounter(metrics)
    names = ("longhouse.dispatcher", "longhouse", "longhouse.a.b", "storage.matches")
    assert [part_of(name) for name in names] == ["dispatcher", "longhouse", "a", "storage"]
    for level in (logging.WARNING, logging.ERROR, logging.ERROR):
        counter.handle(logging.LogRecord("longhouse.dispatcher", level, "", 0, "", None, None))
    read = metrics.registry.get_sample_value
    assert read("longhouse_failures_total", {"part": "dispatcher", "level": "error"}) == 2
    assert read("longhouse_failures_total", {"part": "dispatcher", "level": "warning"}) == 1


def test_a_drawing_that_failed_is_not_measured() -> None:
    metrics = Metrics()
    with pytest.raises(ZeroDivisionError), metrics.drawn():
        1 / 0  # noqa: B018
    with metrics.drawn():
        pass
    assert metrics.registry.get_sample_value("longhouse_drawing_seconds_count") == 1


async def test_old_announcements_are_dropped(quick: Scene, tmp_path: Path) -> None:
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"), first="host")
    match = await quick.store.matches.in_thread(int(thread.id))
    assert match is not None
    for _ in range(3):
        await quick.store.outbox.add("direct", {"user": 1, "text": "x"}, quick.now)
    await quick.quiet()
    health = watched(quick, tmp_path / "healthy")
    quick.now += 31 * 86_400
    await health.look()
    kept = [number for number in range(1, 10) if await quick.store.outbox.get(number) is not None]
    assert len(kept) == 2  # the newest of each kind


async def test_every_failure_names_match_and_step(quick: Scene, caplog: pytest.LogCaptureFixture) -> None:
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"), first="host")
    quick.playground.faults.fail("POST", r"^/channels/\d+/messages$", 400, times=1)
    await quick.person("Ada").command(thread, "iye move", to="c4")
    await quick.quiet()
    told = [record.getMessage() for record in caplog.records if record.name == "longhouse.dispatcher"]
    assert told and all("match=1 step=1 row=" in line for line in told)
