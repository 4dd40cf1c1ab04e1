# ruff: noqa: ASYNC240 - a test may wait for its disk
"""Changes of the schema: the migrations make what the tables say; an older database is copied before it is changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from storage import BackupFailed, DatabaseCorrupt, DatabaseNewer, PersonSettings, StorageError, Store, migrate
from storage.schema import metadata
from tests.engines import Home, new_database
from tests.refused import refused
from tests.storage.conftest import NOW, open_at, running, steps

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
async def old(path: Path) -> Path:
    """A database as the program of today makes it, with a match of two steps."""
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


async def test_the_migrations_make_the_tables(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "target_metadata": metadata})
        return list(compare_metadata(context, metadata))

    assert await store._database.read(differences) == []


def test_the_names_of_the_files_tell_the_order_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert [script.revision for script in reversed(scripts)] == migrate.known_revisions()


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


# A database of an older version.


SCHEMAS = Path(__file__).parent / "schemas"
"""Databases as older versions wrote them, by their revision: a match under way, a lobby, people, and announcements of
which two are still to be sent."""


@pytest.mark.parametrize("revision", [file.stem for file in sorted(SCHEMAS.glob("*.sql"))])
async def test_an_older_database_goes_on(path: Path, revision: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SCHEMAS / f"{revision}.sql").read_text())
    async with await open_at(path) as store:
        match = await store.matches.read(1)
        assert (match.status, match.step_count, match.revision, match.to_act) == ("running", 3, 4, 1)
        assert [(seat.user_id, seat.name) for seat in match.seats] == [(11, "Ada"), (22, "Bo")]
        assert (match.place.thread_id, match.due_at, match.remind_at) == (77, NOW + 86400, NOW + 3600)
        assert await match.check() is None
        pending = await store.outbox.pending(NOW + 9)
        assert [(row.id, row.nonce, row.step_count) for row in pending] == [(3, "lh1-3", 2), (4, "lh1-4", 3)]
        assert (await store.people.get(22)) == PersonSettings(theme="dark")
        assert await store.notes.get(1, 1) == {"c4": "mine"}
        async with store.matches.open(1) as match:
            match.step(1, match.game.options(match.state)[0], NOW)
            match.announce("turn", {}, NOW)
            match.mark_sent(4, 903, NOW)
        assert [row.id for row in await store.outbox.pending(NOW + 9)] == [3, 5]
        assert await store.matches.create("iye", "{}", 1, "Cem", 5, 6, NOW) == 3
    (copy,) = path.with_name("backups").iterdir()
    assert f"-{revision}-before-{_LATEST}-" in copy.name


# On a server.


@pytest.fixture
async def newer_server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> tuple[Home, Path]:
    """A server's database of today with a match of two steps, and a program with one more migration."""
    home = Home(new_database())
    async with await open_at(home) as store:
        await steps(store, await running(store), "add-1", "look")
    directory = tmp_path_factory.mktemp("versions")
    (directory / "9999_mood.py").write_text(_next("").replace("always", "auto"))
    real = migrate._directories()
    monkeypatch.setattr(migrate, "_directories", lambda: [*real, directory])
    return home, directory


async def test_a_server_is_migrated_with_every_row(newer_server: tuple[Home, Path]) -> None:
    home, _ = newer_server
    async with await open_at(home) as store:
        match = await store.matches.read(1)
        assert (match.step_count, len(match.seats), len(await match.steps())) == (2, 2, 2)
        await steps(store, 1, "add-1")


async def test_a_migration_that_fails_changes_nothing_on_a_server(
    newer_server: tuple[Home, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, directory = newer_server
    (directory / "9999_mood.py").write_text(_next("op.execute('SELECT * FROM nowhere')").replace("always", "auto"))
    with pytest.raises(StorageError):
        await open_at(home)
    monkeypatch.undo()
    async with await open_at(home) as store:
        assert (await store.matches.read(1)).step_count == 2


async def test_a_server_with_something_else_or_newer_in_it_is_refused() -> None:
    home = Home(new_database())
    async with await open_at(home) as store:
        change = text("UPDATE alembic_version SET version_num = '9999'")
        await store._database.write(lambda connection: connection.execute(change).close())
    with pytest.raises(DatabaseNewer):
        await open_at(home)
    async with await open_at(Home(new_database())) as store:
        await store._database.write(lambda connection: connection.execute(text("DROP TABLE alembic_version")).close())
        other = Home(str(store._database.url.render_as_string(hide_password=False)))
    with refused("not those of Longhouse", DatabaseCorrupt):
        await open_at(other)
