"""The connections: one writer, several readers, each in a thread of its own.

A piece of work is an ordinary function of an SQLAlchemy connection that runs in such a thread, inside one
transaction. So a step costs two changes of thread, one to load and one to save. (With an asynchronous driver,
aiosqlite, it was four a statement, seventy a step, and ten times the processor time.)
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from storage.errors import DatabaseCorrupt, storage_error

_READERS = 3
_BUSY_MS = 5000

T = TypeVar("T")


class Database:
    """Two engines on the same database. Reads see one moment of it; writes queue up for the one writer.

    SQLite: write-ahead log, each commit forced to the disk (`synchronous=FULL`), foreign keys on.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        self.writer = _engine(url, writes=True)
        self.reader = _engine(url, writes=False)
        self._write_thread = ThreadPoolExecutor(1, "storage-write")
        self._read_threads = ThreadPoolExecutor(_READERS, "storage-read")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds with a connection that sees one moment of the database and cannot change it.
        StorageError."""
        return await asyncio.get_running_loop().run_in_executor(self._read_threads, self._reading, work)

    def _reading(self, work: Callable[[Connection], T]) -> T:
        with translated(), self.reader.connect() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` with the writer in a transaction: committed when it returns, rolled back when it raises.
        StorageError.

        Once begun it runs to its end even if the caller is cancelled.
        """
        return await asyncio.get_running_loop().run_in_executor(self._write_thread, self._writing, work)

    def _writing(self, work: Callable[[Connection], T]) -> T:
        with translated(), self.writer.begin() as connection:
            return work(connection)

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Like `write`, for changes of the schema: SQLite changes a table by replacing it, and with foreign keys on
        that would empty the tables that point at it. The keys are checked at the end instead."""
        return await asyncio.get_running_loop().run_in_executor(self._write_thread, self._migrating, work)

    def _migrating(self, work: Callable[[Connection], T]) -> T:
        engine = _engine(self.url, writes=True, foreign_keys=False)
        try:
            with translated(), engine.begin() as connection:
                result = work(connection)
                if self.sqlite:
                    _check_foreign_keys(connection)
            return result
        finally:
            engine.dispose()

    async def close(self) -> None:
        """Finish what is being written and give all connections back. The last one folds the log into the file."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._read_threads.shutdown()
        self._write_thread.shutdown()
        self.reader.dispose()
        self.writer.dispose()


@contextmanager
def translated() -> Iterator[None]:
    """Turn errors of SQLite and SQLAlchemy into StorageErrors, with the original as their cause."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise storage_error(error) from error


def _check_foreign_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise DatabaseCorrupt("migration_broke_links", table=broken[0])


def _engine(url: URL, *, writes: bool, foreign_keys: bool = True) -> Engine:
    # Errors, which come into the log, do not tell what was to be written.
    engine = create_engine(
        url, pool_size=1 if writes else _READERS, max_overflow=0, pool_timeout=30, hide_parameters=True
    )
    if url.get_backend_name() == "sqlite":
        _prepare_sqlite(engine, writes, foreign_keys)
    return engine


def _prepare_sqlite(engine: Engine, writes: bool, foreign_keys: bool) -> None:
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"  # a writer that upgrades its lock later could fail half-way

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves; the driver would leave DDL outside
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        if writes:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        else:
            connection.execute("PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)
