"""Bringing a database's schema up to what this program uses, with Alembic."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from storage import failpoints
from storage.errors import DatabaseCorrupt, DatabaseNewer


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def known_revisions() -> frozenset[str]:
    """The names of all schema revisions that this program can start from."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


@cache
def newest_revision() -> str:
    """The name of the schema that this program uses."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if head is None:
        raise RuntimeError("there are no migrations")
    return head


def present_revision(connection: Connection) -> str | None:
    """The revision of the database behind a connection; None when it is empty.

    DatabaseNewer when this program does not know it, DatabaseCorrupt when it holds tables of something else.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None and inspect(connection).has_table("matches"):
        raise DatabaseCorrupt("The database holds tables, but no note of their version; restore it from a backup.")
    if found is not None and found not in known_revisions():
        raise DatabaseNewer(f"The database was written by a newer version of Longhouse ({found}).")
    return found


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date inside the connection's transaction; nothing of it lasts when this fails."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    failpoints.hit("inside-migration")
