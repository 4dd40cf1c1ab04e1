"""The connections: one writer, several readers, and what each of them is told when it begins."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.errors import DatabaseCorrupt, translated

_READERS = 4
_BUSY_MS = 5000


class Database:
    """Two engines on the same database. Reads see one moment of it; writes queue up for the one writer.

    SQLite: write-ahead log, each commit forced to the disk (`synchronous=FULL`), foreign keys on.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        self.writer = _engine(url, writes=True)
        self.reader = _engine(url, writes=False)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one moment of the database and cannot change it. StorageError when it fails."""
        with translated():
            async with self.reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """The writer, in a transaction: committed on leaving, rolled back on an exception. StorageError when it
        fails."""
        with translated():
            async with self.writer.begin() as connection:
                yield connection

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[AsyncConnection]:
        """Like `write`, for changes of the schema: SQLite changes a table by replacing it, and with foreign keys on
        that would empty the tables that point at it. The keys are checked at the end instead."""
        engine = _engine(self.url, writes=True, foreign_keys=False)
        try:
            with translated():
                async with engine.begin() as connection:
                    yield connection
                    if self.sqlite:
                        await _check_foreign_keys(connection)
        finally:
            await engine.dispose()

    async def close(self) -> None:
        """Give all connections back. The last one folds the write-ahead log into the file."""
        await self.reader.dispose()
        await self.writer.dispose()


async def _check_foreign_keys(connection: AsyncConnection) -> None:
    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).first()
    if broken is not None:
        raise DatabaseCorrupt(f"After the migration a row of {broken[0]} points nowhere, so nothing was changed.")


def _engine(url: URL, *, writes: bool, foreign_keys: bool = True) -> AsyncEngine:
    size = 1 if writes else _READERS
    engine = create_async_engine(url, pool_size=size, max_overflow=0, pool_timeout=30)
    if url.get_backend_name() == "sqlite":
        _prepare_sqlite(engine, writes, foreign_keys)
    return engine


def _prepare_sqlite(engine: AsyncEngine, writes: bool, foreign_keys: bool) -> None:
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"  # a writer that upgrades its lock later could fail half-way

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves; the driver would leave DDL outside
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
        cursor.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        if writes:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
        else:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)
