# ruff: noqa: ASYNC240 - a test may wait for its disk
"""Opening a database: what cannot be used is refused with one sentence, and nothing is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from render.errors import words
from storage import (
    BadUrl,
    DatabaseBusy,
    DatabaseCorrupt,
    DatabaseNewer,
    DatabaseReadOnly,
    DirectoryMissing,
    SecondInstance,
    StorageError,
    engines,
    errors,
    open_store,
)
from tests.refused import refused
from tests.storage.conftest import open_at, running, steps, url_of


def everything(directory: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in directory.rglob("*") if file.is_file()}


async def refusal_of(path: Path, kind: type[StorageError]) -> str:
    """The sentence with which a database is refused, after checking that no file was made, removed or changed."""
    before = everything(path.parent)
    with pytest.raises(kind) as caught:
        await open_at(path)
    assert everything(path.parent) == before
    sentence = words(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


async def filled(path: Path) -> None:
    async with await open_at(path) as store:
        for _ in range(20):
            await steps(store, await running(store), "add-1", "add-1")


async def test_a_new_database_is_made_and_found_again(path: Path) -> None:
    async with await open_at(path) as store:
        number = await running(store)
        assert {file.name for file in path.parent.iterdir()} >= {"longhouse.db", "longhouse.db.lock"}
    assert [file.name for file in path.parent.iterdir()] == ["longhouse.db"]
    async with await open_at(path) as store:
        assert (await store.matches.read(number)).status == "running"


async def test_the_connections_are_what_safety_needs(path: Path) -> None:
    def pragma(name: str) -> Callable[[Connection], object]:
        return lambda connection: connection.scalar(text(f"PRAGMA {name}"))

    async with await open_at(path) as store:
        found = [
            await store._database.write(pragma(name))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
        assert found == ["wal", 2, 1, 5000]
        assert await store._database.read(pragma("query_only")) == 1


async def test_a_missing_directory(path: Path) -> None:
    sentence = await refusal_of(path.parent / "not" / "there.db", DirectoryMissing)
    assert "does not exist" in sentence
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 100, b"SQLite format 3\x00" + bytes(2000)])
async def test_files_that_are_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    await refusal_of(path, DatabaseCorrupt)


async def test_a_directory_in_its_place(path: Path) -> None:
    path.mkdir()
    await refusal_of(path, DatabaseCorrupt)


async def test_a_damaged_database(path: Path) -> None:
    await filled(path)
    raw = bytearray(path.read_bytes())
    for start in range(4096, len(raw), 4096):  # the head of each page but the first
        raw[start : start + 60] = bytes(range(60))
    path.write_bytes(raw)
    assert "restore it from a backup" in await refusal_of(path, DatabaseCorrupt)


async def test_a_database_that_lost_its_end(path: Path) -> None:
    await filled(path)
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    await refusal_of(path, DatabaseCorrupt)


async def test_a_log_without_its_database(path: Path) -> None:
    path.with_name("longhouse.db-wal").write_bytes(b"the newest steps")
    assert "is missing" in await refusal_of(path, DatabaseCorrupt)


async def test_a_database_of_something_else(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    assert "not one of Longhouse" in await refusal_of(path, DatabaseCorrupt)


async def test_a_database_of_a_newer_program(path: Path) -> None:
    await filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "newer version" in await refusal_of(path, DatabaseNewer)


async def test_a_file_that_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated, since a test that runs as root may write everything."""
    await filled(path)
    real = os.open

    def denied(name: object, flags: int, *more: int, **other: int) -> int:
        if str(name) == str(path) and flags & os.O_RDWR:
            raise PermissionError(13, "Permission denied")
        return real(name, flags, *more, **other)

    monkeypatch.setattr(os, "open", denied)
    assert "cannot be written (Permission denied)" in await refusal_of(path, DatabaseReadOnly)


async def test_a_directory_that_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(path)
    real = os.open

    def denied(name: object, flags: int, *more: int, **other: int) -> int:
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system")
        return real(name, flags, *more, **other)

    monkeypatch.setattr(os, "open", denied)
    assert "Read-only file system" in await refusal_of(path, DatabaseReadOnly)


async def test_a_second_store_in_the_same_program(path: Path) -> None:
    async with await open_at(path) as store:
        with refused("open already", SecondInstance):
            await open_at(path)
        await steps(store, await running(store), "add-1")
        await store.close()
    await (await open_at(path)).close()


async def test_a_second_store_by_another_name_of_the_same_file(path: Path) -> None:
    async with await open_at(path):
        link = path.with_name("link.db")
        link.symlink_to(path)
        with pytest.raises(SecondInstance):
            await open_at(link)


async def test_a_lock_file_that_was_left_behind_is_no_lock(path: Path) -> None:
    path.with_name("longhouse.db.lock").write_text("1\n")
    await (await open_at(path)).close()


def test_a_second_program(path: Path) -> None:
    """The second one is refused with the first one's number; after `kill -9` of the first nothing is in the way."""
    program = (
        "import asyncio, sys\n"
        "from render.errors import words\n"
        "from storage import open_store, StorageError\n"
        "async def main():\n"
        "    try:\n"
        f"        store = await open_store({url_of(path)!r})\n"
        "    except StorageError as error:\n"
        "        print(words(error), flush=True)\n"
        "        return error.exit_code\n"
        "    print('ready', flush=True)\n"
        "    await asyncio.sleep(60 if sys.argv[1] == 'stay' else 0)\n"
        "    await store.close()\n"
        "    return 0\n"
        "sys.exit(asyncio.run(main()))\n"
    )

    def run(word: str) -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, "-c", program, word], stdout=subprocess.PIPE, text=True)

    with run("stay") as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "ready\n"
        with run("go") as second:
            said = second.communicate()[0]
        assert second.returncode == SecondInstance.exit_code
        assert f"in use by another program (process {first.pid})." in said
        first.kill()
    assert path.with_name("longhouse.db.lock").exists()
    with run("go") as third:
        assert third.communicate()[0] == "ready\n"
    assert third.returncode == 0


async def test_a_database_that_another_program_keeps_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(path)
    monkeypatch.setattr(engines, "BUSY_MS", 50)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseBusy):
        await open_at(path)
    other.execute("ROLLBACK")
    other.close()
    await (await open_at(path)).close()


@pytest.mark.parametrize(
    "url", ["", "longhouse.db", "sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:", "mysql://host/longhouse"]
)
async def test_addresses_that_are_no_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(BadUrl):
        await open_store(url)


@pytest.mark.parametrize("notation", ["sqlite:///{}", "sqlite+aiosqlite:///{}", "sqlite+pysqlite:///{}"])
async def test_older_notations_of_the_address_mean_the_same_file(path: Path, notation: str) -> None:
    async with await open_at(path) as store:
        number = await running(store)
    async with await open_store(notation.format(path)) as store:
        assert (await store.matches.of_user(11))[0].id == number


async def test_the_address_may_come_from_the_environment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    await (await open_store()).close()
    assert path.exists()


def test_each_reason_has_an_exit_code_of_its_own() -> None:
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, StorageError) and "exit_code" in vars(kind)
    ]
    codes = [kind.exit_code for kind in kinds]
    assert len(set(codes)) == len(codes) >= 10
    assert all(64 <= code <= 78 for code in codes)
