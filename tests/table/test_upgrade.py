"""The rules of a game change while its matches run; and `bot.py check`, which tells beforehand what that does."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bot
from cogs.settings import load
from playground.visible import Message
from rules import GAMES
from rules.iye import Settings
from storage import open_store
from table.state import TableState
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in

GAME = type(GAMES["iye"])


def raise_version(patched: pytest.MonkeyPatch) -> None:
    """From now on İye is another game: its version is higher, and it is set up with another seed than before."""
    setup: Callable[..., Any] = GAME.setup
    patched.setattr(GAME, "version", GAME.version + 1)
    patched.setattr(GAME, "setup", lambda self, settings, seats, seed: setup(self, settings, seats, seed + 1))


async def test_a_match_goes_on_under_newer_rules(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, cycles=1, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    before = await match_in(quick, thread)
    post = newest_post(thread)
    await quick.stop()
    raise_version(monkeypatch)
    await quick.start()
    found = await match_in(quick, thread)
    assert found.game.to_json(found.state) == before.game.to_json(before.state)
    assert (found.version, found.game.version) == (before.version, before.version + 1)
    panel = await bo.press(post, "Play")
    assert isinstance(panel, Message) and "move the drum" in panel.text.lower()
    last = await quick.play_out(thread, "iye", typed=1)
    ended = await match_in(quick, thread)
    assert ended.status == "over" and ended.version == before.version + 1
    assert last.button("Rematch") is not None


# The check.


async def a_match(path: Path) -> None:
    """A match of two moves, under way."""
    async with await open_store(f"sqlite:///{path}", extra=TableState) as store:
        number = await store.matches.create("iye", Settings(first="host"), 11, "Ada", 5, 6, 100)
        async with store.matches.open(number) as match:
            match.sit(11, "Ada")
            match.sit(22, "Bo")
            match.start(7, 100)
        for _ in range(2):
            async with store.matches.open(number) as match:
                assert match.decision is not None
                match.step(match.decision.seat, match.game.options(match.state)[0], 100)


@pytest.fixture
async def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "longhouse.db"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    await a_match(path)
    return path


def rows(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        return list(connection.iterdump())


async def test_all_replay(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await bot.check(load()) == 0
    assert capsys.readouterr().out == "1 match checked, 0 differ.\n"


async def test_what_differs_is_reported_and_nothing_is_changed(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(database), sorted(path.name for path in database.parent.iterdir())
    raise_version(monkeypatch)
    assert await bot.check(load()) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("match 1 (iye, version ") and first.endswith("goes on from its stored position")
    assert last == "1 match checked, 1 differ."
    assert (rows(database), sorted(path.name for path in database.parent.iterdir())) == before


async def test_a_match_that_cannot_go_on_is_told(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE snapshots SET version = 99")
    assert await bot.check(load()) == 1
    assert "is under way and cannot go on: " in capsys.readouterr().out


async def test_a_bot_may_run_meanwhile(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with await open_store(f"sqlite:///{database}", extra=TableState) as store:
        assert await bot.check(load()) == 0
        async with store.matches.open(1) as match:
            assert match.decision is not None
            match.step(match.decision.seat, match.game.options(match.state)[0], 100)


def test_without_a_database_there_is_one_line_and_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'none.db'}")
    assert bot.main(["check"]) >= 64
    assert "There is no database at" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
