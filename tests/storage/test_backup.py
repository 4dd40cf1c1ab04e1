# ruff: noqa: ASYNC240 - a test may wait for its disk
"""Backups: sound, while the bot runs, and never over another file."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from storage import BackupFailed, BadUrl, Store, backup, files
from tests.engines import on_sqlite
from tests.refused import refused
from tests.storage.conftest import TOY, open_at, running, steps, url_of


@on_sqlite
async def test_a_backup_of_a_database_in_use_can_be_opened(store: Store, path: Path) -> None:
    number = await running(store)
    await steps(store, number, "add-1", "look")
    target = path.with_name("copy.db")
    await backup(url_of(path), target)
    await steps(store, number, "add-1")
    assert not list(path.parent.glob("copy.db?*"))
    async with await open_at(target) as copy:
        match = await copy.matches.read(number)
        assert match.step_count == 2
        assert await match.check() is None
        await steps(copy, number, "end")
    assert (await store.matches.read(number)).step_count == 3


@on_sqlite
async def test_a_backup_during_play_is_a_moment_of_it(store: Store, path: Path) -> None:
    number = await running(store, length=999)

    async def play() -> None:
        for _ in range(40):
            await steps(store, number, "end")

    playing = asyncio.create_task(play())
    targets = [path.with_name(f"copy-{index}.db") for index in range(4)]
    for target in targets:
        await backup(url_of(path), target)
        await asyncio.sleep(0.01)
    await playing
    for target in targets:
        async with await open_at(target) as copy:
            match = await copy.matches.read(number)
            assert match.step_count == match.state.turn == len(await match.steps())


async def test_a_backup_of_a_database_at_rest_leaves_it_alone(path: Path) -> None:
    async with await open_at(path) as store:
        number = await running(store)
    before = path.read_bytes()
    target = path.with_name("copy.db")
    await backup(f"sqlite:///{path}", target)
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["copy.db", "longhouse.db"]
    async with await open_at(target) as copy:
        assert TOY.decision((await copy.matches.read(number)).state) is not None


@on_sqlite
async def test_a_backup_never_overwrites(store: Store, path: Path) -> None:
    target = path.with_name("copy.db")
    target.write_text("mine")
    with refused("never overwrites", BackupFailed):
        await backup(url_of(path), target)
    assert target.read_text() == "mine"


@on_sqlite
async def test_a_file_that_appears_meanwhile_is_kept(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = path.with_name("copy.db")
    real = files._check_copy

    def slow(part: Path, name: Path) -> None:
        real(part, name)
        target.write_text("mine")

    monkeypatch.setattr(files, "_check_copy", slow)
    with refused("never overwrites", BackupFailed):
        await backup(url_of(path), target)
    assert target.read_text() == "mine"


async def test_backups_that_cannot_be(path: Path, tmp_path: Path) -> None:
    with refused("no database at", BackupFailed):
        await backup(url_of(path), tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []
    await (await open_at(path)).close()
    with refused("does not exist", BackupFailed):
        await backup(url_of(path), tmp_path / "not" / "there.db")
    with refused("own tool", BackupFailed):
        await backup("postgresql+psycopg://localhost/longhouse", tmp_path / "copy.db")
    with pytest.raises(BadUrl):
        await backup("sqlite://", tmp_path / "copy.db")


async def test_a_damaged_database_gives_no_backup(path: Path) -> None:
    await (await open_at(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET rootpage = 9999 WHERE name = 'ix_seats_user'")
    connection.close()
    with pytest.raises(BackupFailed):
        await backup(url_of(path), path.with_name("copy.db"))
    assert not list(path.parent.glob("copy*"))


@on_sqlite
async def test_a_full_disk_leaves_no_half_of_a_backup(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(part: Path, target: Path) -> None:
        shutil.copy(path, part)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_publish", full)
    with refused("No space left", BackupFailed):
        await backup(url_of(path), path.with_name("copy.db"))
    assert not list(path.parent.glob("copy*"))
