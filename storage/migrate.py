"""Bringing a database's schema up to what this program uses, with Alembic.

Alembic itself is loaded only when there is something to do: that takes longer than a start with nothing to migrate.
The name of a migration's file begins with its revision, and revisions are in the order of their names.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from storage import failpoints
from storage.errors import DatabaseCorrupt, DatabaseNewer

_HERE = Path(__file__).parent / "migrations"


def _directories() -> list[Path]:
    return [_HERE / "versions"]


def known_revisions() -> list[str]:
    """The names of all schema revisions that this program can start from, the oldest first."""
    files = (file for directory in _directories() for file in directory.glob("[0-9]*_*.py"))
    return sorted(file.name.partition("_")[0] for file in files)


def newest_revision() -> str:
    """The name of the schema that this program uses."""
    return known_revisions()[-1]


def present_revision(connection: Connection) -> str | None:
    """The revision of the database behind a connection; None when it is empty.

    DatabaseNewer when this program does not know it, DatabaseCorrupt when it holds tables of something else.
    """
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version")) if "alembic_version" in tables else None
    if found is None:
        raise DatabaseCorrupt("database_not_ours")
    if found not in known_revisions():
        raise DatabaseNewer("database_newer", revision=found)
    return str(found)


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date inside the connection's transaction; nothing of it lasts when this fails."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("path_separator", "newline")
    config.set_main_option("script_location", _escaped(_HERE))
    config.set_main_option("version_locations", "\n".join(map(_escaped, _directories())))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    failpoints.hit("inside-migration")


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")
