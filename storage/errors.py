"""What can go wrong in storage, as codes and values (`rules.errors.CodedError`); the words for them stand in `render`,
and those of the start carry an exit code.

`StorageError`s are about the database; `MatchError`s are about a match that cannot be changed in the way that was
asked.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy.exc import DBAPIError, IntegrityError

from rules.errors import CodedError


class StorageError(CodedError):
    """The database cannot do what is asked. Nothing was changed. `exit_code` is for a program that ends because of
    it."""

    exit_code: ClassVar[int] = 70


class DatabaseCorrupt(StorageError):
    """The file is damaged, empty, or not a database of this program."""

    exit_code = 65


class DirectoryMissing(StorageError):
    """The directory that should hold the database does not exist."""

    exit_code = 66


class DatabaseNewer(StorageError):
    """A newer version of the program has written the database."""

    exit_code = 67


class SecondInstance(StorageError):
    """Another running program holds the database."""

    exit_code = 68


class DatabaseReadOnly(StorageError):
    """The database, or the directory around it, cannot be written."""

    exit_code = 69


class BackupFailed(StorageError):
    """A backup could not be made or is not sound."""

    exit_code = 71


class MoveFailed(StorageError):
    """A database could not be moved; the target is as it was."""

    exit_code = 73


class BadUrl(StorageError):
    """The database's address cannot be used."""

    exit_code = 72


class DiskFull(StorageError):
    """There is no room left to write."""

    exit_code = 74


class DatabaseBusy(StorageError):
    """Another program kept the database locked for longer than we wait."""

    exit_code = 75


class Collision(DatabaseBusy):
    """Two programs wrote at the same time what does not fit together, and this one was rolled back: it may be begun
    again."""


class Conflict(StorageError):
    """Somebody else has written the same thing first."""


class StoreClosed(StorageError):
    """The store is closing, so nothing more is begun."""


class MatchError(CodedError):
    """The match cannot be changed in the way that was asked."""


class MatchNotFound(MatchError):
    """No match has this number."""


class WrongStatus(MatchError):
    """The match is not in the condition that this needs (gathering, running, over, closed)."""


class LobbyFull(MatchError):
    """Every seat is taken."""


class AlreadySeated(MatchError):
    """The person sits in this match already."""


class HadAnotherSeat(MatchError):
    """The person has had another seat of this match, and knows what it hides."""


class NotSeated(MatchError):
    """The person, or the seat, is not in this match."""


class CannotUndo(MatchError):
    """The step stays; the code says why."""


class OtherRules(MatchError):
    """The match was played under rules that this program does not have."""


class MatchMoved(MatchError):
    """The match was changed while its past was being read."""


def wrong_status(status: str) -> WrongStatus:
    """The error that fits the condition in which a match is."""
    match status:
        case "lobby":
            return WrongStatus("match_not_begun")
        case "running":
            return WrongStatus("match_begun")
        case "closed":
            return WrongStatus("match_closed")
    return WrongStatus("match_over")


def of_sqlite(name: str) -> StorageError:
    """By SQLite's name for an error; extended names begin with that of their kind."""
    match "_".join(name.split("_")[:2]):
        case "SQLITE_FULL":
            return DiskFull("disk_full")
        case "SQLITE_BUSY" | "SQLITE_LOCKED":
            return DatabaseBusy("database_busy")
        case "SQLITE_READONLY" | "SQLITE_PERM":
            return DatabaseReadOnly("database_read_only")
        case "SQLITE_CORRUPT":
            return DatabaseCorrupt("database_damaged")
        case "SQLITE_NOTADB":
            return DatabaseCorrupt("not_a_database")
        case "SQLITE_CONSTRAINT":
            return Conflict("saved_by_another")
    return StorageError("database_failed", reason=name)


def of_server(state: str) -> StorageError:
    """By PostgreSQL's SQLSTATE, or its class (the first two characters) where all of that mean the same."""
    match state:
        case "25006":  # a read-only transaction
            return DatabaseReadOnly("database_read_only")
        case "40001" | "40P01":  # not serializable, a deadlock
            return Collision("written_by_another")
        case "42501":
            return DatabaseReadOnly("server_forbids")
        case "53100":
            return DiskFull("disk_full")
        case "55P03" | "57014":  # a lock, or time, was not to be had
            return DatabaseBusy("database_busy")
        case "XX001" | "XX002":
            return DatabaseCorrupt("database_damaged")
    match state[:2]:
        case "08" | "57":  # the connection, or the server is being shut down or started
            return unreachable()
        case "23":
            return Conflict("saved_by_another")
        case "28":  # the user or the password
            return BadUrl("server_refuses_us")
        case "3D":
            return BadUrl("server_has_no_such_database")
        case "53":  # memory, connections
            return DatabaseBusy("server_overloaded")
    return StorageError("database_failed", reason=state)


def unreachable() -> StorageError:
    """There is no way to the database server."""
    return DatabaseBusy("server_unreachable")


def storage_error(error: BaseException) -> StorageError:
    """The StorageError that fits an error of a driver or of SQLAlchemy."""
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    while cause is not None:
        if name := getattr(cause, "sqlite_errorname", None):
            return of_sqlite(name)
        if state := getattr(cause, "sqlstate", None):
            return of_server(state)
        cause = cause.__cause__
    if isinstance(error, IntegrityError):
        return Conflict("saved_by_another")
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return unreachable()
    return StorageError("database_failed", reason=type(error).__name__)
