"""Opening the store: what is checked, in which order, before anything is written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import URL

from rules import GAMES
from rules.game import Game
from storage import failpoints, files, migrate
from storage.addresses import is_sqlite, parse, path_of
from storage.attempts import Attempts
from storage.database import Database
from storage.errors import BackupFailed, BadUrl, DirectoryMissing
from storage.instance import InstanceLock
from storage.matches import Matches
from storage.outbox import Outbox
from storage.people import Guilds, Notes, People
from storage.ratings import Ratings

log = logging.getLogger(__name__)

_CLOSE_SECONDS = 4.0


class Store:
    """Everything that is stored, behind seven names. Made by `open_store`; close it in the end.

    `matches`, `outbox`, `people`, `guilds`, `notes`, `ratings`, `tries`: see their classes.
    """

    def __init__(
        self, database: Database, games: Mapping[str, Game[Any, Any]], guard: InstanceLock | None = None
    ) -> None:
        self._database = database
        self._guard = guard
        self.outbox = Outbox(database)
        self.matches = Matches(database, games, self.outbox.wake)
        self.people = People(database)
        self.guilds = Guilds(database)
        self.notes = Notes(database)
        self.ratings = Ratings(database)
        self.attempts = Attempts(database)

    async def close(self) -> None:
        """Let open matches be finished (at most four seconds), close the database and let go of it."""
        try:
            await asyncio.wait_for(self.matches.finish(), _CLOSE_SECONDS)
        except TimeoutError:
            log.warning("closing although a match is still open; what was not saved of it is dropped")
        await self._database.close()
        if self._guard is not None:
            self._guard.release()

    async def taken_over(self) -> None:
        """Wait until another program has got hold of the database, which can happen only when the connection to a
        server was lost: then nothing can be written any more (SecondInstance), and this program should end."""
        await self._database.taken_over.wait()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def open_store(
    url: str | None = None,
    *,
    backups: Path | None = None,
    games: Mapping[str, Game[Any, Any]] = GAMES,
) -> Store:
    """Open the database at `url` (SQLAlchemy's notation; without it the environment's DATABASE_URL), and hold it alone.

    A database that is not there yet is made. An older one is migrated, after a copy was put into `backups` (by
    default the directory `backups` beside it). Raises a StorageError with one sentence and an `exit_code`, and has
    then touched nothing: BadUrl, DirectoryMissing, DatabaseReadOnly, DatabaseCorrupt, DatabaseNewer, SecondInstance,
    DatabaseBusy, BackupFailed, DiskFull.
    """
    address = parse(url)
    if is_sqlite(address):
        return await _open_sqlite(address, backups, games)
    return await _open_server(address, games)


async def backup(url: str | None, file: Path) -> None:
    """Copy the SQLite database at `url` to `file`, also while a bot uses it: one sound file, checked. Never overwrites.

    BackupFailed, BadUrl.
    """
    address = parse(url)
    if not is_sqlite(address):
        raise BackupFailed("Only SQLite databases are copied by the bot; use your database server's own tool.")
    await asyncio.to_thread(files.copy_database, path_of(address), file)


# SQLite.


async def _open_sqlite(address: URL, backups: Path | None, games: Mapping[str, Game[Any, Any]]) -> Store:
    path = path_of(address)
    if not path.parent.is_dir():
        raise DirectoryMissing(f"The directory {path.parent} for the database does not exist; create it first.")
    guard = InstanceLock(path)
    database: Database | None = None
    try:
        revision = await asyncio.to_thread(files.inspect, path, set(migrate.known_revisions()))
        if revision is None:
            await _create(address)
        database = Database(address)
        if revision is not None and revision != migrate.newest_revision():
            await _migrate(database, path, revision, backups or path.parent / "backups")
        await database.write(migrate.present_revision)  # proves that it can be written
    except BaseException:
        if database is not None:
            await database.close()
        guard.release()
        raise
    return Store(database, games, guard)


async def _create(address: URL) -> None:
    """Make a new database under another name and then give it its own, so that a half-made one is never found."""
    path = path_of(address)
    unfinished = path.with_name(path.name + ".new")
    for suffix in ("", "-wal", "-shm", "-journal"):
        unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)
    database = Database(address.set(database=str(unfinished)))
    try:
        await database.migrate(migrate.upgrade)
    finally:
        await database.close()
    failpoints.hit("inside-creation")
    unfinished.rename(path)
    files.sync_directory(path.parent)


async def _migrate(database: Database, path: Path, revision: str, backups: Path) -> None:
    newest = migrate.newest_revision()
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    target = backups / f"{path.stem}-{revision}-before-{newest}-{stamp}.db"
    await asyncio.to_thread(_keep_copy, path, target)
    log.info("the database is migrated from %s to %s; a copy of it is %s", revision, newest, target)
    failpoints.hit("before-migration")
    await database.migrate(migrate.upgrade)


def _keep_copy(path: Path, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupFailed(f"The directory {target.parent} for backups cannot be made ({error.strerror}).") from error
    files.copy_database(path, target)


# A database server.


async def _open_server(address: URL, games: Mapping[str, Game[Any, Any]]) -> Store:
    """The way to PostgreSQL: the same tables and queries; the lock is the server's, backups are its owner's
    business."""
    database = Database(address)
    try:
        if await _present(database) != migrate.newest_revision():
            await database.migrate(migrate.upgrade)
        database.watch()
    except BaseException:
        await database.close()
        raise
    return Store(database, games)


async def _present(database: Database) -> str | None:
    """The revision of the server's database, once its lock is ours."""
    try:
        return await database.write(migrate.present_revision)
    except TypeError as error:  # the driver was given an option that it does not know
        raise BadUrl(f"The database's address cannot be used ({error}).") from error
