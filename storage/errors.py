"""What can go wrong in storage: each error is one sentence for a person, and those of the start carry an exit code.

`StorageError`s are about the database; `MatchError`s are about a match that cannot be changed in the way that was
asked.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy.exc import DBAPIError, IntegrityError


class StorageError(Exception):
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


class BadUrl(StorageError):
    """The database's address cannot be used."""

    exit_code = 72


class DiskFull(StorageError):
    """There is no room left to write."""

    exit_code = 74


class DatabaseBusy(StorageError):
    """Another program kept the database locked for longer than we wait."""

    exit_code = 75


class Conflict(StorageError):
    """Somebody else has written the same thing first."""


class StoreClosed(StorageError):
    """The store is closing, so nothing more is begun."""


class MatchError(Exception):
    """The match cannot be changed in the way that was asked. The text is a sentence for a person."""


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
    """The step stays; the text says why."""


class OtherRules(MatchError):
    """The match was played under rules that this program does not have."""


class MatchMoved(MatchError):
    """The match was changed while its past was being read."""


_BY_CODE: dict[str, tuple[type[StorageError], str]] = {
    "SQLITE_FULL": (DiskFull, "The disk is full, so nothing could be saved."),
    "SQLITE_BUSY": (DatabaseBusy, "Another program keeps the database locked, so nothing could be saved."),
    "SQLITE_LOCKED": (DatabaseBusy, "Another program keeps the database locked, so nothing could be saved."),
    "SQLITE_READONLY": (DatabaseReadOnly, "The database cannot be written, so nothing could be saved."),
    "SQLITE_PERM": (DatabaseReadOnly, "The database cannot be written, so nothing could be saved."),
    "SQLITE_CORRUPT": (DatabaseCorrupt, "The database is damaged; restore it from a backup."),
    "SQLITE_NOTADB": (DatabaseCorrupt, "The file is not a database; restore it from a backup."),
    "SQLITE_CONSTRAINT": (Conflict, "Somebody else has saved the same thing first, so nothing was changed."),
}


def storage_error(error: BaseException) -> StorageError:
    """The StorageError that fits an error of SQLite or SQLAlchemy."""
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    while cause is not None:
        name = getattr(cause, "sqlite_errorname", None)
        if name:
            kind = "_".join(name.split("_")[:2])
            found, sentence = _BY_CODE.get(kind, (StorageError, f"The database failed ({name})."))
            return found(sentence)
        cause = cause.__cause__
    if isinstance(error, IntegrityError):
        return Conflict(_BY_CODE["SQLITE_CONSTRAINT"][1])
    return StorageError(f"The database failed ({type(error).__name__}).")
