# ruff: noqa: ASYNC240 - a test may wait for its disk
"""Changes of the schema: the migrations make what the tables say; an older database is copied before it is changed."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from storage import BackupFailed, StorageError, migrate
from storage.schema import metadata
from tests.storage.conftest import open_at, running, steps

_NEXT = '''
"""The table of matches gets a column, in the way in which SQLite does it."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "LATEST"


def upgrade() -> None:
    with op.batch_alter_table("matches", recreate="always") as batch:
        batch.add_column(sa.Column("mood", sa.Text))
    BROKEN
'''


_LATEST = migrate.newest_revision()


def _next(broken: str) -> str:
    return _NEXT.replace("BROKEN", broken).replace("LATEST", _LATEST)


@pytest.fixture
async def old(path: Path, template: Path) -> Path:
    """A database as the program of today makes it, with a match of two steps."""
    shutil.copy(template, path)
    async with await open_at(path) as store:
        await steps(store, await running(store), "add-1", "look")
    return path


@pytest.fixture
def newer(old: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program with one more migration."""
    directory = tmp_path_factory.mktemp("versions")
    (directory / "9999_mood.py").write_text(_next(""))
    real = migrate._directories()
    monkeypatch.setattr(migrate, "_directories", lambda: [*real, directory])
    return directory


async def test_the_migrations_make_the_tables(path: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "target_metadata": metadata})
        return list(compare_metadata(context, metadata))

    async with await open_at(path) as store:
        assert await store._database.read(differences) == []


def test_the_names_of_the_files_tell_the_order_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert [script.revision for script in reversed(scripts)] == migrate.known_revisions()


def test_the_tables_fit_postgresql() -> None:
    dialect = postgresql.dialect()
    for table in metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert "CREATE INDEX" in str(CreateIndex(index).compile(dialect=dialect))


async def test_where_nothing_is_to_be_migrated_nothing_is_copied(old: Path) -> None:
    await (await open_at(old)).close()
    assert [file.name for file in old.parent.iterdir()] == ["longhouse.db"]


async def test_migrating_keeps_every_row_and_a_copy(path: Path, newer: Path) -> None:
    async with await open_at(path) as store:
        match = await store.matches.read(1)
        assert (match.step_count, len(match.seats), len(await match.steps())) == (2, 2, 2)
        await steps(store, 1, "add-1")
    (copy,) = path.with_name("backups").iterdir()
    assert copy.name.startswith(f"longhouse-{_LATEST}-before-9999-")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (_LATEST,)
        assert connection.execute("SELECT count(*) FROM steps").fetchone() == (2,)
    await (await open_at(path)).close()
    assert len(list(path.with_name("backups").iterdir())) == 1


async def test_a_migration_that_fails_changes_nothing(path: Path, newer: Path) -> None:
    (newer / "9999_mood.py").write_text(_next("op.execute('SELECT * FROM nowhere')"))
    with pytest.raises(StorageError):
        await open_at(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (_LATEST,)
        columns = {row[1] for row in connection.execute("PRAGMA table_info(matches)")}
        assert "mood" not in columns
        assert connection.execute("SELECT count(*) FROM steps").fetchone() == (2,)


async def test_no_backup_no_migration(path: Path, newer: Path) -> None:
    before = path.read_bytes()
    path.with_name("backups").write_text("in the way")
    with pytest.raises(BackupFailed):
        await open_at(path)
    assert path.read_bytes() == before
