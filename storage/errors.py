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


class Collision(DatabaseBusy):
    """Two programs wrote at the same time what does not fit together, and this one was rolled back: it may be begun
    again."""


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


_FULL = (DiskFull, "The disk is full, so nothing could be saved.")
_LOCKED = (DatabaseBusy, "Another program keeps the database locked, so nothing could be saved.")
_READ_ONLY = (DatabaseReadOnly, "The database cannot be written, so nothing could be saved.")
_DAMAGED = (DatabaseCorrupt, "The database is damaged; restore it from a backup.")
_TAKEN = (Conflict, "Somebody else has saved the same thing first, so nothing was changed.")
_COLLIDED = (Collision, "Another program was writing at the same time, so nothing was saved.")
_LOST = (DatabaseBusy, "The database server cannot be reached; try again in a moment.")
_OVERLOADED = (DatabaseBusy, "The database server has no room for us at the moment; try again.")
_SHUT = (BadUrl, "The database server does not let us in; look at the address, the user and the password.")

_BY_NAME: dict[str, tuple[type[StorageError], str]] = {
    "SQLITE_FULL": _FULL,
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_PERM": _READ_ONLY,
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": (DatabaseCorrupt, "The file is not a database; restore it from a backup."),
    "SQLITE_CONSTRAINT": _TAKEN,
}
"""SQLite's errors by the first two words of their names."""

_BY_SQLSTATE: dict[str, tuple[type[StorageError], str]] = {
    "08": _LOST,  # connection exceptions
    "23": _TAKEN,  # integrity constraints
    "25006": _READ_ONLY,  # a read-only transaction
    "28": _SHUT,  # the user or the password
    "3D": (BadUrl, "The database server has no database of this name; make it first."),
    "40001": _COLLIDED,  # not serializable
    "40P01": _COLLIDED,  # a deadlock
    "42501": (DatabaseReadOnly, "The database server does not allow us this, so nothing could be saved."),
    "53100": _FULL,
    "53": _OVERLOADED,  # memory, connections
    "55P03": _LOCKED,
    "57014": _LOCKED,  # it took too long
    "57": _LOST,  # the server is being shut down or started
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
"""PostgreSQL's errors by their SQLSTATE or, where all of it mean the same, by its class."""


def storage_error(error: BaseException) -> StorageError:
    """The StorageError that fits an error of a driver or of SQLAlchemy."""
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    while cause is not None:
        if name := getattr(cause, "sqlite_errorname", None):
            kind = "_".join(name.split("_")[:2])
            found, sentence = _BY_NAME.get(kind, (StorageError, f"The database failed ({name})."))
            return found(sentence)
        if state := getattr(cause, "sqlstate", None):
            unknown = (StorageError, f"The database failed ({state}).")
            found, sentence = _BY_SQLSTATE.get(state) or _BY_SQLSTATE.get(state[:2], unknown)
            return found(sentence)
        cause = cause.__cause__
    if isinstance(error, IntegrityError):
        return Conflict(_TAKEN[1])
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return unreachable()
    return StorageError(f"The database failed ({type(error).__name__}).")


def unreachable() -> StorageError:
    """What is said when there is no way to the database server."""
    return DatabaseBusy(_LOST[1])
