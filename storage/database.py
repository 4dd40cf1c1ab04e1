"""The connections: one that writes and several that read, on SQLAlchemy's asyncio engine.

A piece of work is an ordinary function of an SQLAlchemy connection, run inside one transaction; it awaits nothing
itself. What it costs is its statements: each takes four changes of thread with SQLite, a way to the server and back
with PostgreSQL. So a step takes few of them.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.addresses import is_sqlite
from storage.engines import READERS, make_engine
from storage.errors import (
    Collision,
    DatabaseCorrupt,
    SecondInstance,
    StorageError,
    StoreClosed,
    storage_error,
    unreachable,
)
from storage.instance import hold_server

log = logging.getLogger(__name__)

_TRIES = 4
"""So often a piece of work is begun that another program's comes between."""

_WATCH_SECONDS = 10.0

T = TypeVar("T")


class Database:
    """Two engines on the same database. Reads see one moment of it; writes queue up for the one writer.

    With PostgreSQL the connection that writes also holds the lock that keeps a second program out: whoever writes has
    it, and where the connection was lost it is taken anew before anything is written, or SecondInstance is raised.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.sqlite = is_sqlite(url)
        self.writer = make_engine(url, writes=True)
        self.reader = make_engine(url, writes=False)
        self.taken_over = asyncio.Event()
        """Set when another program has got the lock that we had held."""
        self._held_once = False
        self._one_writer = asyncio.Lock()
        self._some_readers = asyncio.Semaphore(READERS)
        self._under_way: set[asyncio.Future[Any]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._closed = False

    # Work.

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds with a connection that sees one moment of the database and cannot change it.
        StorageError."""
        return await self._to_its_end(self._some_readers, self._reading, work)

    async def _reading(self, work: Callable[[Connection], T]) -> T:
        async with self.reading() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` with the writer in a transaction: committed when it returns, rolled back when it raises.
        StorageError.

        Once begun it runs to its end even if the caller is cancelled. With PostgreSQL it may be run several times, when
        another program has written at the same time: each time in a new transaction, the one before rolled back.
        """
        return await self._to_its_end(self._one_writer, self._writing, work)

    async def _writing(self, work: Callable[[Connection], T]) -> T:
        for _ in range(_TRIES - 1):
            try:
                return await self._written(work)
            except Collision as error:
                log.info("written once more: %s", error)
        return await self._written(work)

    async def _written(self, work: Callable[[Connection], T]) -> T:
        async with self.writing() as connection:
            return await connection.run_sync(work)

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Like `write`, for changes of the schema: SQLite changes a table by replacing it, and with foreign keys on
        that would empty the tables that point at it. The keys are checked at the end instead."""
        return await self._to_its_end(self._one_writer, self._migrating, work)

    async def _migrating(self, work: Callable[[Connection], T]) -> T:
        engine = make_engine(self.url, writes=True, migrates=True)
        try:
            with translated(), self._reached():
                async with engine.begin() as connection:
                    result = await connection.run_sync(work)
                    if self.sqlite:
                        await connection.run_sync(_check_foreign_keys)
                return result
        finally:
            await engine.dispose()

    async def _to_its_end(
        self,
        gate: asyncio.Lock | asyncio.Semaphore,
        doing: Callable[[Callable[[Connection], T]], Awaitable[T]],
        work: Callable[[Connection], T],
    ) -> T:
        """Wait until the gate is open, then do it in a task of its own, which a cancellation of ours does not reach."""
        await gate.acquire()
        if self._closed:
            gate.release()
            raise StoreClosed("database_closed")
        task = asyncio.ensure_future(_begun(doing, work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(lambda _: gate.release())
        return await asyncio.shield(task)

    # Connections, for work that needs two databases at once.

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one moment of the database. StorageError."""
        with translated(), self._reached():
            async with self.reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """The connection that writes, in a transaction that is committed on leaving. It is the only one: hold it for
        as short as can be. StorageError."""
        with translated(), self._reached():
            async with self.writer.connect() as connection:
                await self._guarded(connection)
                async with connection.begin():
                    yield connection

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Turn what the network says into a StorageError."""
        try:
            yield
        except (OSError, TimeoutError) as error:
            if self.sqlite:
                raise
            raise unreachable() from error

    # The lock on a server.

    async def _guarded(self, connection: AsyncConnection) -> None:
        """See to it that this connection holds the server's lock. SecondInstance when another program has it."""
        known = connection.sync_connection.info if connection.sync_connection is not None else {}
        if self.sqlite or "guards" in known:
            return
        try:
            await hold_server(connection)
        except SecondInstance:
            if self._held_once:
                self.taken_over.set()
            raise
        known["guards"] = self._held_once = True

    def watch(self) -> None:
        """Look every few seconds whether the server's lock is still ours, and take it anew where the connection was
        lost: another program is not to find it free while nothing is written."""
        if self._watching is not None:
            self._watching.cancel()
        if not self.sqlite:
            self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            try:
                await self.write(lambda connection: None)
            except StoreClosed:
                return
            except StorageError as error:
                log.warning("the lock on the database server is not held: %s", error)

    # The end.

    async def close(self) -> None:
        """Finish what is being written and give all connections back. The last one folds the log into the file."""
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
        while self._under_way:
            await asyncio.wait(self._under_way)
        await self.reader.dispose()
        await self.writer.dispose()


async def _begun(doing: Callable[[Callable[[Connection], T]], Awaitable[T]], work: Callable[[Connection], T]) -> T:
    return await doing(work)


@contextmanager
def translated() -> Iterator[None]:
    """Turn errors of the drivers and of SQLAlchemy into StorageErrors, with the original as their cause."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise storage_error(error) from error


def _check_foreign_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise DatabaseCorrupt("migration_broke_links", table=broken[0])
