"""SQLAlchemy's asyncio engines for the two databases, each with what safety needs.

SQLite, by aiosqlite: a write-ahead log, each commit forced to the disk, foreign keys on. Who writes takes the lock at
the beginning, and who reads cannot write. PostgreSQL, by asyncpg: who reads sees one moment of the database and cannot
write; two who write at once get what one after the other would have got, or one of them is refused (`Collision`).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.addresses import is_sqlite

READERS = 3
"""So many may read at the same time; one may write."""

BUSY_MS = 5000
"""How long SQLite waits for another program that keeps the database locked."""

_CONNECT_SECONDS = 10
_ANSWER_SECONDS = 30

_SERVER_SETTINGS = {
    "application_name": "longhouse",
    "jit": "off",  # compiling takes longer than our queries
    # So that a lost bot's lock is let go of within a minute, where nobody tells the server that it is lost.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


def make_engine(url: URL, *, writes: bool, migrates: bool = False) -> AsyncEngine:
    """An engine on the database at a parsed address. `migrates`: foreign keys are off, and an answer may take long."""
    # Errors, which come into the log, do not tell what was to be written.
    size = 1 if writes else READERS
    common: dict[str, Any] = {"pool_size": size, "max_overflow": 0, "hide_parameters": True}
    if is_sqlite(url):
        # We begin transactions ourselves; the driver would leave changes of the schema outside.
        engine = create_async_engine(url, connect_args={"isolation_level": None}, **common)
        _prepare_sqlite(engine, writes, migrates)
        return engine
    arguments = {"server_settings": _SERVER_SETTINGS, "timeout": _CONNECT_SECONDS}
    if not migrates:
        arguments["command_timeout"] = _ANSWER_SECONDS
    engine = create_async_engine(
        url,
        isolation_level="SERIALIZABLE" if writes else "REPEATABLE READ",
        execution_options={"postgresql_readonly": not writes},
        connect_args=arguments,
        **common,
    )
    _prepare_postgresql(engine)
    return engine


def _prepare_sqlite(engine: AsyncEngine, writes: bool, migrates: bool) -> None:
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"  # a writer that upgrades its lock later could fail half-way
    pragmas = {"busy_timeout": BUSY_MS, "foreign_keys": "OFF" if migrates else "ON"}
    pragmas |= {"journal_mode": "WAL", "synchronous": "FULL"} if writes else {"query_only": "ON"}
    script = "".join(f"PRAGMA {name} = {value};" for name, value in pragmas.items())

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.run_async(lambda driver: driver.executescript(script))

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        adapted: Any = connection.connection.dbapi_connection
        adapted.run_async(lambda driver: driver.execute(begin))


def _prepare_postgresql(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "checkout")
    def checked_out(connection: Any, _record: Any, _proxy: Any) -> None:
        if connection.driver_connection.is_closed():  # by the server, while it lay there
            raise DisconnectionError("the server has closed the connection")
