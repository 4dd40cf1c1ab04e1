"""A SQLite database as a file: what it is before we touch it, and a copy of it that is known to be sound."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import (
    BackupFailed,
    DatabaseCorrupt,
    DatabaseNewer,
    DatabaseReadOnly,
    DirectoryMissing,
    StorageError,
    storage_error,
)

_MAGIC = b"SQLite format 3\x00"
_FULL_CHECK_BYTES = 256 * 1024 * 1024
"""Up to this size the whole file is checked at each start (about a second); above it, only its schema and the log's
table."""

_BUSY_SECONDS = 5.0


def inspect(path: Path, known: set[str]) -> str | None:
    """The schema revision of the database at `path`, after checking that it can be used; None when there is no file
    yet.

    `known` are the revisions that this program can read. Nothing is written. Raises DirectoryMissing, DatabaseCorrupt,
    DatabaseNewer, DatabaseReadOnly or DatabaseBusy.
    """
    if not path.parent.is_dir():
        raise DirectoryMissing("directory_missing", path=str(path.parent))
    if not path.exists():
        _refuse_orphans(path)
        return None
    if not path.is_file():
        raise DatabaseCorrupt("file_not_a_file", path=str(path))
    _check_head(path)
    _check_writable(path)
    try:
        with closing(_look(path)) as connection:
            _check_pages(path, connection)
            return _revision(path, connection, known)
    except sqlite3.Error as error:
        found = storage_error(error)
        if isinstance(found, DatabaseCorrupt):
            raise DatabaseCorrupt("file_damaged", path=str(path), reason=str(error)) from error
        raise found from error


def _refuse_orphans(path: Path) -> None:
    """A write-ahead log without its database holds the newest steps: a new database in its place would lose them."""
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise DatabaseCorrupt("file_missing_beside_log", path=str(path), log=log.name)


def _check_head(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except OSError as error:
        raise DatabaseReadOnly("file_unreadable", path=str(path), reason=str(error.strerror)) from error
    if not head:
        raise DatabaseCorrupt("file_empty", path=str(path))
    if head != _MAGIC:
        raise DatabaseCorrupt("file_not_a_database", path=str(path))


def _check_writable(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError as error:
        raise DatabaseReadOnly("file_unwritable", path=str(path), reason=str(error.strerror)) from error
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise DatabaseReadOnly("directory_unwritable", path=str(path.parent))


def _look(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing: `immutable` leaves no files behind, but may be used only where no log
    waits."""
    log = path.with_name(path.name + "-wal")
    mode = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=_BUSY_SECONDS)


def _check_pages(path: Path, connection: sqlite3.Connection) -> None:
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if path.stat().st_size > _FULL_CHECK_BYTES:
        return
    (first, *_rest) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if first != "ok":
        raise DatabaseCorrupt("file_damaged", path=str(path), reason=" ".join(first.split()))


def _revision(path: Path, connection: sqlite3.Connection, known: set[str]) -> str:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    found = (
        connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if "alembic_version" in tables
        else None
    )
    if found is None:
        raise DatabaseCorrupt("file_not_ours", path=str(path))
    revision = str(found[0])
    if revision not in known:
        raise DatabaseNewer("file_newer", path=str(path), revision=revision)
    return revision


def copy_database(source: Path, target: Path) -> None:
    """A sound copy of a database, also while it is in use, as one file. Refuses to overwrite.

    The copy appears under its name only when it is whole and checked. BackupFailed says what went wrong.
    """
    if target.exists():
        raise BackupFailed("backup_exists", path=str(target))
    if not source.is_file():
        raise BackupFailed("backup_of_nothing", path=str(source))
    if not target.parent.is_dir():
        raise BackupFailed("backup_directory_missing", path=str(target.parent))
    part = target.with_name(target.name + ".part")
    with _removed_after(part), _explained(target):
        _copy(source, part)
        _check_copy(part, target)
        _publish(part, target)


def _copy(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_SECONDS)) as old,
        closing(sqlite3.connect(part, timeout=_BUSY_SECONDS)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, with no log beside it


def _check_copy(part: Path, target: Path) -> None:
    with closing(sqlite3.connect(part)) as copy:
        (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BackupFailed("backup_unsound", path=str(target), reason=verdict)


def _publish(part: Path, target: Path) -> None:
    """Give the file its name, lasting, and never in the place of another one."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    try:
        os.link(part, target)
    except FileExistsError as error:
        raise BackupFailed("backup_exists", path=str(target)) from error
    except OSError:  # a file system without links
        shutil.move(part, target)
    sync_directory(target.parent)


def sync_directory(directory: Path) -> None:
    """Make new names in a directory lasting, where the system can do that."""
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


@contextmanager
def _removed_after(path: Path) -> Iterator[None]:
    try:
        yield
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def _explained(target: Path) -> Iterator[None]:
    try:
        yield
    except StorageError:
        raise
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed("backup_failed", path=str(target), reason=str(error)) from error
