"""Moving everything from one database to another, from SQLite to PostgreSQL or back, while no bot runs.

    counts = await move("sqlite:///longhouse.db", "postgresql://longhouse@host/longhouse", print)

The source is read in one moment of it and left as it is; the target must be empty, and holds everything or nothing
afterwards. Every row is read again from both and compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import files, migrate
from storage.addresses import is_sqlite, parse, path_of
from storage.database import Database
from storage.errors import MoveFailed
from storage.instance import InstanceLock
from storage.schema import metadata
from storage.store import create

BATCH = 500
"""Rows that are read and written at a time."""

Told = Callable[[str, int], None]
"""Is told of each table that was copied, with its number of rows."""


async def move(source: str, target: str, told: Told) -> int:
    """Copy everything from `source` to `target`; gives the number of rows. MoveFailed, or another StorageError, says
    why it cannot be done; the target is then as it was."""
    old, new = parse(source), parse(target)
    if old == new:
        raise MoveFailed("move_to_itself")
    if is_sqlite(old):
        await asyncio.to_thread(_require_source, path_of(old))
    if is_sqlite(new):
        return await _into_file(old, new, told)
    return await _between(old, new, told)


def _require_source(path: Path) -> None:
    if not path.exists():
        raise MoveFailed("move_from_nothing", path=str(path))
    if files.inspect(path, set(migrate.known_revisions())) != migrate.newest_revision():
        raise MoveFailed("move_from_older")


async def _into_file(old: URL, new: URL, told: Told) -> int:
    """Into a new file, which gets its name only when everything is in it."""
    path = path_of(new)
    if await asyncio.to_thread(path.exists):
        raise MoveFailed("move_target_not_empty")
    unfinished = path.with_name(path.name + ".moving")
    _remove(unfinished)
    try:
        count = await _between(old, new.set(database=str(unfinished)), told)
        _publish(unfinished, path)
    finally:
        _remove(unfinished)
    return count


def _publish(unfinished: Path, path: Path) -> None:
    unfinished.rename(path)
    files.sync_directory(path.parent)


def _remove(unfinished: Path) -> None:
    for suffix in ("", "-wal", "-shm", ".new"):
        unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


async def _between(old: URL, new: URL, told: Told) -> int:
    locks = [InstanceLock(path_of(url)) for url in (old, new) if is_sqlite(url)]
    source, target = Database(old), Database(new)
    try:
        await _prepare(target)
        async with source.writing() as held:  # with a server it holds the lock that keeps a bot out
            if await held.run_sync(migrate.present_revision) != migrate.newest_revision():
                raise MoveFailed("move_from_older")
            async with target.writing() as written:
                await written.run_sync(_require_empty)
                count = await _copy(held, written, told)
                await _carry_counters(held, written)
                await _compare(held, written)
        return count
    finally:
        await source.close()
        await target.close()
        for lock in locks:
            lock.release()


async def _prepare(target: Database) -> None:
    """Today's tables, in a database that has none."""
    if target.sqlite:
        await create(target.url)
        return
    revision = await target.write(migrate.present_revision)
    if revision is None:
        await target.migrate(migrate.upgrade)
    elif revision != migrate.newest_revision():
        raise MoveFailed("move_target_older")


def _require_empty(connection: Connection) -> None:
    for table in metadata.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is not None:
            raise MoveFailed("move_target_not_empty")


async def _copy(source: AsyncConnection, target: AsyncConnection, told: Told) -> int:
    total = 0
    for table in metadata.sorted_tables:
        count = 0
        for start in range(0, await source.run_sync(_number_of, table), BATCH):
            rows = await source.run_sync(_rows, table, start)
            await target.execute(insert(table), rows)
            count += len(rows)
        told(table.name, count)
        total += count
    return total


async def _compare(source: AsyncConnection, target: AsyncConnection) -> None:
    for table in metadata.sorted_tables:
        number = await source.run_sync(_number_of, table)
        same = number == await target.run_sync(_number_of, table)
        for start in range(0, number if same else 0, BATCH):
            same = same and await source.run_sync(_rows, table, start) == await target.run_sync(_rows, table, start)
        if not same:
            raise MoveFailed("move_differs", table=table.name)


def _number_of(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _rows(connection: Connection, table: Table, start: int) -> list[dict[str, Any]]:
    query = select(table).order_by(*table.primary_key.columns).offset(start).limit(BATCH)
    return [dict(row._mapping) for row in connection.execute(query)]


# The numbers that are given next: none is given twice, not even that of a row that was removed.


def _counted() -> Iterator[Table]:
    return (table for table in metadata.sorted_tables if table.dialect_options["sqlite"]["autoincrement"])


async def _carry_counters(source: AsyncConnection, target: AsyncConnection) -> None:
    for table in _counted():
        await target.run_sync(_set_counter, table.name, await source.run_sync(_counter, table.name))


def _counter(connection: Connection, table: str) -> int:
    """The highest number that was ever given in this table; 0 when none was."""
    if connection.dialect.name == "sqlite":
        found = connection.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :table"), {"table": table})
        return int(found or 0)
    sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:table, 'id')"), {"table": table})
    last, called = connection.execute(text(f"SELECT last_value, is_called FROM {sequence}")).one()
    return int(last) if called else int(last) - 1


def _set_counter(connection: Connection, table: str, number: int) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table})
        query = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :number)")
        connection.execute(query, {"table": table, "number": number})
        return
    query = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :next, false)")
    connection.execute(query, {"table": table, "next": number + 1})
