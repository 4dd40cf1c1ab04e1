"""The databases that tests run on: files of SQLite, and a PostgreSQL of the tests' own, where its programs are found.

    @pytest.fixture(params=ENGINES)
    def home(request, memory_folder): return make_home(request.param, memory_folder)

The server is started once for a whole test run, by whichever process needs it first, in a folder of its own and without
a network, and ends with the run. Each process keeps to a database of its own, which is emptied between tests.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import asyncpg
import pytest
from msgspec import Struct
from sqlalchemy import create_engine, event

from rules import GAMES
from rules.game import Game
from storage import Store, open_store
from storage.database import translated
from storage.schema import metadata

ENGINES = ("sqlite", "postgresql")

on_sqlite = pytest.mark.parametrize("home", ["sqlite"], indirect=True)
"""For a test that is about files of SQLite, or what only SQLite does."""

on_postgresql = pytest.mark.parametrize("home", ["postgresql"], indirect=True)
"""For a test that is about the server."""

_MEMORY = Path("/dev/shm")
_USER = "longhouse"
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB", "max_connections=300")


class Home(Struct, frozen=True):
    """Where a test keeps its matches: an empty database with today's tables. `path` is that of SQLite's file."""

    url: str
    path: Path | None = None

    @property
    def sqlite(self) -> bool:
        return self.path is not None

    async def open(self, games: Mapping[str, Game[Any, Any]] = GAMES) -> Store:
        """The store; close it before the test ends."""
        return await open_store(self.url, games=games)


def make_home(engine: str, folder: Path) -> Home:
    """An empty database with today's tables. Skips the test where there is no such engine."""
    if engine == "sqlite":
        path = folder / "longhouse.db"
        path.write_bytes(_sqlite_template())
        return Home(f"sqlite:///{path}", path)
    return Home(_own_database())


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    """A folder for databases, in memory where that can be had: no test measures a disk."""
    with tempfile.TemporaryDirectory(prefix="longhouse-", dir=_memory(), ignore_cleanup_errors=True) as name:
        yield Path(name)


def _memory() -> Path | None:
    return _MEMORY if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else None


@cache
def _sqlite_template() -> bytes:
    """An empty database: to make one takes longer than most tests."""
    with tempfile.TemporaryDirectory(dir=_memory()) as name:
        path = Path(name) / "longhouse.db"
        _finished(_make(f"sqlite:///{path}"))
        return path.read_bytes()


async def _make(url: str) -> None:
    await (await open_store(url)).close()


def _finished(doing: Any) -> Any:
    """What a coroutine comes to, also where an event loop runs already."""
    found: list[Any] = []

    def run() -> None:
        found.append(asyncio.run(doing))

    thread = Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


# The server.


class Server(Struct, frozen=True):
    """A running PostgreSQL: where its programs are, and the folder with its data and its socket."""

    programs: Path
    folder: Path

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://{_USER}@/{database}?host={self.folder}"

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of its programs, not as root: as somebody else, to whom the folder belongs."""
        somebody: dict[str, Any] = {}
        if os.getuid() == 0:
            owner = self.folder.stat()
            somebody = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
        command = [self.programs / program, *arguments]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, **somebody)

    def make(self) -> None:
        """Make it in its folder, and start it."""
        if os.getuid() == 0:
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            somebody = names.get("postgres") or names["nobody"]
            os.chown(self.folder, somebody.pw_uid, somebody.pw_gid)
        to_user = ("-U", _USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.run("initdb", "-D", self.folder / "data", *to_user)
        self.start()

    def start(self) -> None:
        """Serve it on a socket in its folder."""
        settings = (*_QUICK, "listen_addresses=", f"unix_socket_directories={self.folder}")
        options = " ".join(f"-c {setting}" for setting in settings)
        self.run("pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-o", options, "-w", "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it; all connections are lost."""
        self.run("pg_ctl", "-D", self.folder / "data", "-m", how, "-w", "stop")

    def end_with(self, process: int) -> None:
        """Have it end, and its folder removed, once that process is gone."""
        watch = (
            f"while kill -0 {process} 2>/dev/null; do sleep 0.3; done; "
            f'kill -QUIT "$(head -n 1 {self.folder}/data/postmaster.pid)"; sleep 0.3; rm -rf {self.folder}'
        )
        quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        subprocess.Popen(["sh", "-c", watch], start_new_session=True, **quiet)


def programs() -> Path:
    """The folder with PostgreSQL's programs. Skips without them."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not debian:
        pytest.skip("PostgreSQL is not installed")
    return debian[-1].parent


@cache
def server() -> Server:
    """The server of this test run, of which every process has databases of its own."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    folder = (_memory() or Path(tempfile.gettempdir())) / f"longhouse-postgresql-{run[:12]}"
    found = Server(programs(), folder)
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            found.make()
            found.end_with(os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid())
            found.run("createdb", "-h", folder, "-U", _USER, "template")
            _finished(_make(found.url("template")))
            (folder / "ready").touch()
    return found


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server for one test, which may stop it."""
    with tempfile.TemporaryDirectory(prefix="longhouse-", dir=_memory(), ignore_cleanup_errors=True) as name:
        found = Server(programs(), Path(name))
        found.make()
        try:
            yield found
        finally:
            found.stop("immediate")


# Its databases.


def new_database(template: str = "template0") -> str:
    """The address of a new database: by default an empty one, without tables."""
    name = f"d{uuid.uuid4().hex[:12]}"
    _finished(_ask(server().url("postgres"), f"CREATE DATABASE {name} TEMPLATE {template}"))
    return server().url(name)


@cache
def _process_database() -> str:
    return new_database("template")


def _own_database() -> str:
    """This process's database, with nothing in it."""
    url = _process_database()
    empty = "".join(f"DELETE FROM {table.name};" for table in reversed(metadata.sorted_tables))
    start = "".join(f"SELECT setval('{table}_id_seq', 1, false);" for table in ("matches", "outbox"))
    _finished(_ask(url, empty + start))
    return url


async def _ask(url: str, script: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(script)
    finally:
        await connection.close()


def ask_at_once(store: Store) -> None:
    """From now on a store asks its file of SQLite in the same thread and does not wait for the disk: for long lives,
    which ask a million times."""
    database: Any = store._database
    engine = create_engine(f"sqlite:///{database.url.database}", connect_args={"isolation_level": None})

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.executescript("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF;")

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    async def asked(work: Any) -> Any:
        with translated(), engine.begin() as connection:
            return work(connection)

    async def closed() -> None:
        engine.dispose()
        await close()

    close = database.close
    database.read = database.write = asked
    database.close = closed
