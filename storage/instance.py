"""The lock that keeps a second program off the same database, for as long as we live.

For SQLite a locked file beside it. The operating system drops the lock when the process ends, however it ends, so a
file that was left by `kill -9` blocks nobody. It is a POSIX record lock, which a forked child (a drawing process that
outlives us) does not inherit. The database file itself is not used for it: closing a second handle on it would drop
SQLite's own locks.

For PostgreSQL a lock of the server, which lives as long as the connection that took it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import DatabaseReadOnly, SecondInstance

if sys.platform == "win32":
    import msvcrt

    def _grab(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _grab(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_ours: set[Path] = set()
"""The lock files that this process holds: record locks do not keep a process out of its own files, so this does."""


class InstanceLock:
    """Held from construction to `release`. SecondInstance when another process, or this one, holds it already."""

    def __init__(self, database: Path) -> None:
        real = database.resolve()  # whatever link leads to it
        self.path = real.with_name(real.name + ".lock")
        if self.path in _ours:
            raise SecondInstance(f"{database} is open already in this program.")
        self._handle = self._acquire(database)
        _ours.add(self.path)
        os.truncate(self._handle, 0)
        os.write(self._handle, f"{os.getpid()}\n".encode())

    def _acquire(self, database: Path) -> int:
        while True:
            try:
                handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
            except OSError as error:
                raise DatabaseReadOnly(f"{self.path.parent} cannot be written ({error.strerror}).") from error
            try:
                _grab(handle)
            except OSError as error:
                os.close(handle)
                raise SecondInstance(f"{database} is in use by another program{self._holder()}.") from error
            if self._is_current(handle):
                return handle
            os.close(handle)  # the holder before us removed the file between our open and our lock

    def _is_current(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self.path.stat())
        except FileNotFoundError:
            return False

    def _holder(self) -> str:
        try:
            number = self.path.read_text().strip()
        except OSError:
            return ""
        return f" (process {number})" if number.isdecimal() else ""

    def release(self) -> None:
        """Remove the file and let go of the lock. Does nothing the second time."""
        if self._handle < 0:
            return
        if sys.platform != "win32":  # there an open file cannot be removed; it stays, unlocked
            self.path.unlink(missing_ok=True)
        os.close(self._handle)
        self._handle = -1
        _ours.discard(self.path)


_SERVER_LOCK = 0x4C6F6E67
"""The number of the lock in each database of a server."""

SERVER_PATIENCE = 2.0
"""For so many seconds the lock is asked for: a connection of ours that was lost may take a moment to end."""


async def hold_server(connection: AsyncConnection) -> None:
    """Have a connection hold the server's lock until it ends. SecondInstance when another one has it."""
    query, until = text("SELECT pg_try_advisory_lock(:key)"), asyncio.get_running_loop().time() + SERVER_PATIENCE
    while not await connection.scalar(query, {"key": _SERVER_LOCK}):
        if asyncio.get_running_loop().time() >= until:
            raise SecondInstance("The database is in use by another program.")
        await asyncio.sleep(0.05)
    await connection.rollback()  # the lock outlives the transaction
