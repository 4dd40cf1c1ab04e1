"""The database's address: which notations are understood, and what each means."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import BadUrl

SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+asyncpg"
_DRIVERS = {"sqlite": SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL}


def parse(url: str | None) -> URL:
    """The address in `url`, without it that of the environment's DATABASE_URL, with the driver that is used.

    `sqlite:///FILE`, `postgresql://USER:PASSWORD@HOST/NAME` and `postgres://…`; a driver named in it (`sqlite+…`) makes
    no difference. A file's path is made absolute. BadUrl.
    """
    given = url or os.environ.get("DATABASE_URL", "")
    if not given:
        raise BadUrl("No database is named: set DATABASE_URL, for example sqlite:///longhouse.db.")
    try:
        address = make_url(given)
    except (ArgumentError, ValueError) as error:
        raise BadUrl("The database's address cannot be read; it looks like sqlite:///longhouse.db.") from error
    driver = _DRIVERS.get(address.get_backend_name())
    if driver is None:
        raise BadUrl("The database must be SQLite or PostgreSQL.")
    address = address.set(drivername=driver)
    return _file(address) if driver == SQLITE else _server(address)


def _file(address: URL) -> URL:
    if address.database in (None, "", ":memory:") or str(address.database).startswith("file:"):
        raise BadUrl("The database must be a file, since one in memory loses every match.")
    return address.set(database=str(Path(str(address.database)).absolute()))


def _server(address: URL) -> URL:
    """Hosts hand out addresses in the notation of PostgreSQL's own programs; the driver calls one option otherwise."""
    options = dict(address.query)
    if "sslmode" in options:
        options["ssl"] = options.pop("sslmode")
    return address.set(query=options)


def is_sqlite(address: URL) -> bool:
    """Whether it is a file on this machine."""
    return address.drivername == SQLITE


def path_of(address: URL) -> Path:
    """The file of a SQLite database."""
    return Path(str(address.database))
