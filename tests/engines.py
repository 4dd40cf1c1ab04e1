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
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from msgspec import Struct

from rules import GAMES
from rules.game import Game
from storage import Store, open_store
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

    from threading import Thread

    thread = Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


# The server.


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, or None."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return debian[-1].parent if debian else None


@cache
def server() -> str:
    """The address of the test run's server, up to the database's name: `name % "postgres"`. Skips without one."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    folder = (_memory() or Path(tempfile.gettempdir())) / f"longhouse-postgresql-{run[:12]}"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _start(found, folder)
            _finished(_make(_address(folder) % "template"))
            (folder / "ready").touch()
    return _address(folder)


def _address(folder: Path) -> str:
    return f"postgresql://{_USER}@/%s?host={folder}"


def _start(found: Path, folder: Path) -> None:
    """Make a cluster and have it served on a socket in the folder, until the test run's process is gone."""
    given = _as_somebody(folder)
    data = folder / "data"
    make = [found / "initdb", "-D", data, "-U", _USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL, **given)
    _serve(found, folder, {**given, "check": True, "stdout": subprocess.DEVNULL})
    subprocess.run([found / "createdb", "-h", folder, "-U", _USER, "template"], check=True, **given)
    run = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    watch = (
        f"while kill -0 {run} 2>/dev/null; do sleep 0.3; done; "
        f'kill -QUIT "$(head -n 1 {data}/postmaster.pid)"; sleep 0.3; rm -rf {folder}'
    )
    quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    subprocess.Popen(["sh", "-c", watch], start_new_session=True, **quiet)


def _serve(found: Path, folder: Path, given: dict[str, Any]) -> None:
    settings = (*_QUICK, "listen_addresses=", f"unix_socket_directories={folder}")
    options = " ".join(f"-c {setting}" for setting in settings)
    serve = [found / "pg_ctl", "-D", folder / "data", "-l", folder / "log", "-o", options, "-w", "start"]
    subprocess.run(serve, **given)


@contextmanager
def restart() -> Iterator[None]:
    """Stop the server, and start it again on leaving; all connections are lost."""
    found, folder = programs(), Path(server().partition("host=")[2])
    assert found is not None
    given: dict[str, Any] = {**_as_somebody(folder), "check": True, "stdout": subprocess.DEVNULL}
    subprocess.run([found / "pg_ctl", "-D", folder / "data", "-m", "fast", "-w", "stop"], **given)
    try:
        yield
    finally:
        _serve(found, folder, given)


def _as_somebody(folder: Path) -> dict[str, Any]:
    """PostgreSQL does not run as root: what makes a program run as somebody else, who then owns the folder."""
    if os.getuid() != 0:
        return {"cwd": folder}
    import pwd

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    somebody = names.get("postgres") or names["nobody"]
    os.chown(folder, somebody.pw_uid, somebody.pw_gid)
    return {"cwd": folder, "user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}


# Its databases.


def new_database(template: str = "template0") -> str:
    """The address of a new database: by default an empty one, without tables."""
    name = f"d{uuid.uuid4().hex[:12]}"
    _finished(_ask(server() % "postgres", f"CREATE DATABASE {name} TEMPLATE {template}"))
    return server() % name


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
