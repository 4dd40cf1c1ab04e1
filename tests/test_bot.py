"""The door: what `bot.py` says and with which code it ends, as its host meets it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from playground import Playground
from storage import open_store
from table.state import TableState
from tests.patience import PATIENCE
from tests.table.program import bot_on, environment, on, run, start


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'longhouse.db'}"


async def make_database(folder: Path) -> Path:
    """A database with one running match in it."""
    async with await open_store(url(folder), extra=TableState) as store:
        number = await store.matches.create("iye", b"{}", 1, "Ada", 2, 3, 0)
        async with store.matches.open(number) as match:
            match.sit(1, "Ada")
            match.sit(4, "Bo")
            match.start(7, 0)
    return folder / "longhouse.db"


def nothing_in(folder: Path) -> bool:
    return not list(folder.iterdir())


def readable(said: str) -> None:
    """An error for the host: a line or a few, no traceback."""
    assert said.strip() and "Traceback" not in said, said
    assert len(said.strip().splitlines()) <= 6, said


# Settings.


async def test_each_wrong_setting_is_named_in_a_line(tmp_path: Path) -> None:
    code, out, said = await run(
        tmp_path,
        LOG_LEVEL="LOUD",
        PLAYGROUND_PORT="99999",
        THINKING_SECONDS="soon",
        DISCORD_API="https://example.com/api",
        DISCORD_GATEWAY="wss://example.com",
    )
    assert (code, out) == (64, "")
    readable(said)
    names = ("LOG_LEVEL", "PLAYGROUND_PORT", "THINKING_SECONDS", "DISCORD_API", "DISCORD_GATEWAY")
    assert sorted(line.partition(":")[0] for line in said.strip().splitlines()) == sorted(names)
    assert nothing_in(tmp_path)


async def test_settings_come_from_a_file_too_and_the_token_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=very-secret\nDISCORD_API=http://127.0.0.1:9/\n")
    code, _, said = await run(tmp_path)
    assert code == 64 and "go together" in said and "very-secret" not in said
    readable(said)


async def test_a_token_that_discord_does_not_accept(tmp_path: Path) -> None:
    async with Playground() as playground:
        code, _, said = await run(tmp_path, **on(playground) | {"DISCORD_TOKEN": "wrong-one"})
    assert code == 64 and "DISCORD_TOKEN" in said and "wrong-one" not in said
    readable(said)


async def test_discord_that_cannot_be_reached(tmp_path: Path) -> None:
    nowhere = {"DISCORD_API": "http://127.0.0.1:9/api/v10", "DISCORD_GATEWAY": "ws://127.0.0.1:9/"}
    code, _, said = await run(tmp_path, DISCORD_TOKEN="x", **nowhere)
    assert code == 76 and "cannot be reached" in said
    readable(said)


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    async with Playground() as playground:
        port = re.findall(r":(\d+)/", playground.page_url)[0]
        code, _, said = await run(tmp_path, PLAYGROUND_PORT=port)
    assert code == 64 and f"port {port}" in said
    readable(said)


# The database.


@pytest.mark.parametrize(
    ("damage", "code", "reason"),
    [
        ("corrupt", 65, "not a SQLite database"),
        ("empty", 65, "is empty"),
        ("newer", 67, "newer version"),
        ("foreign", 65, "not one of Longhouse"),
    ],
)
async def test_a_database_that_cannot_be_used_is_left_alone(
    tmp_path: Path, damage: str, code: int, reason: str
) -> None:
    path = tmp_path / "longhouse.db"
    if damage == "corrupt":
        path.write_bytes(b"not at all a database" * 500)
    elif damage == "empty":
        path.touch()
    else:
        await make_database(tmp_path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "DROP TABLE alembic_version" if damage == "foreign" else "UPDATE alembic_version SET version_num='9999'"
            )
            connection.commit()
    before = path.read_bytes()
    found, _, said = await run(tmp_path, DISCORD_TOKEN="x")
    assert found == code and reason in said and "longhouse.db" in said
    readable(said)
    assert path.read_bytes() == before


async def test_a_directory_that_is_missing_is_not_made(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    code, _, said = await run(tmp_path, DATABASE_URL=f"sqlite:///{place / 'longhouse.db'}")
    assert code == 66 and str(place) in said and not place.exists()
    readable(said)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
async def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    path = await make_database(tmp_path)
    path.chmod(0o400)
    code, _, said = await run(tmp_path, DISCORD_TOKEN="x")
    assert code == 69 and "cannot be written" in said
    readable(said)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a place where nobody can write")
async def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    code, _, said = await run(tmp_path, DATABASE_URL="sqlite:////proc/longhouse.db")
    assert code == 69 and "/proc cannot be written" in said
    readable(said)


async def test_an_address_that_is_none(tmp_path: Path) -> None:
    code, _, said = await run(tmp_path, DATABASE_URL="longhouse.db")
    assert code == 72 and "sqlite:///longhouse.db" in said
    readable(said)


async def test_a_second_program_is_refused_and_a_killed_one_blocks_nobody(tmp_path: Path) -> None:
    async with Playground() as playground:
        async with bot_on(playground, tmp_path) as process:
            code, _, said = await run(tmp_path, **on(playground))
            assert code == 68 and f"(process {process.pid})" in said
            readable(said)
            process.kill()
            await process.wait()
        async with bot_on(playground, tmp_path) as process:
            process.send_signal(signal.SIGINT)
            assert await process.wait() == 0


# Leaving.


async def test_sigterm_while_something_hangs(tmp_path: Path) -> None:
    """The program leaves in time though Discord does not answer, and the step that was taken is kept."""
    async with Playground() as playground:
        playground.interactions.answer_within = PATIENCE
        ada, games = playground.person("Ada"), playground.channel("games")
        async with bot_on(playground, tmp_path) as process:
            held = playground.faults.hold("POST", r"/callback$")
            doing = asyncio.create_task(ada.command(games, "iye new"))
            await playground.wait_for(lambda: held.hits)
            process.terminate()
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
        held.release()
        doing.cancel()
        await asyncio.wait([doing])
    async with await open_store(url(tmp_path), extra=TableState) as store:
        assert (await store.matches.count())["lobby"] == 1


async def test_sigterm_finishes_what_is_open(tmp_path: Path) -> None:
    async with Playground() as playground:
        playground.interactions.answer_within = PATIENCE
        ada, games = playground.person("Ada"), playground.channel("games")
        async with bot_on(playground, tmp_path) as process:
            held = playground.faults.hold("POST", r"/callback$")
            doing = asyncio.create_task(ada.command(games, "iye new"))
            await playground.wait_for(lambda: held.hits)
            process.terminate()
            await asyncio.sleep(0.2)
            held.release()
            answer = await doing
            assert "Join" in answer.labels  # type: ignore[union-attr]
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    assert not (tmp_path / "longhouse.db.lock").exists()


async def test_without_a_token_the_playground_opens(tmp_path: Path) -> None:
    process = await start(tmp_path, PLAYGROUND_PORT="0")
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", line)
        async with aiohttp.ClientSession() as session, session.get(address) as page:
            assert page.status == 200 and 'id="app"' in await page.text()
        process.terminate()
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert (tmp_path / "longhouse.db").exists()


# The other commands.


async def test_backup_also_while_the_bot_runs(tmp_path: Path) -> None:
    await make_database(tmp_path)
    copy = tmp_path / "copy.db"
    async with await open_store(url(tmp_path), extra=TableState):
        code, out, _ = await run(tmp_path, "backup", str(copy))
        assert code == 0 and str(copy) in out
        code, _, said = await run(tmp_path, "backup", str(copy))
        assert code == 71 and "never overwrites" in said
        readable(said)
    shutil.copy(copy, tmp_path / "longhouse.db")
    async with await open_store(url(tmp_path), extra=TableState) as store:
        assert (await store.matches.read(1)).status == "running"


async def test_check(tmp_path: Path) -> None:
    path = await make_database(tmp_path)
    code, out, _ = await run(tmp_path, "check")
    assert code == 0 and out.splitlines()[-1] == "1 match checked, 0 differ."
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE matches SET seed = seed + 1")
        connection.commit()
    code, out, _ = await run(tmp_path, "check")
    assert code == 1 and "match 1" in out and "1 differ" in out


async def test_help_names_the_commands(tmp_path: Path) -> None:
    code, out, _ = await run(tmp_path, "--help")
    assert code == 0 and "backup" in out and "check" in out
    code, _, said = await run(tmp_path, "dance")
    assert code == 2 and "dance" in said


def test_the_program_is_tried_without_the_settings_of_whoever_runs_the_tests(tmp_path: Path) -> None:
    assert {"DATABASE_URL", "PATH"} <= set(environment(tmp_path)) and "DISCORD_TOKEN" not in environment(tmp_path)
