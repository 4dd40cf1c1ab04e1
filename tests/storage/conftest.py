"""A store on a new file, with the toy game beside the real ones."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from rules.game import Game
from storage import Store, open_store
from tests.storage.toy import Toy, ToySettings

ADA, BEN, CLEO = 11, 22, 33
NOW = 1_800_000_000
TOY = Toy()
TOYS: dict[str, Game[Any, Any]] = {**GAMES, "toy": TOY}


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def open_at(path: Path, game: Game[Any, Any] = TOY) -> Store:
    return await open_store(url_of(path), games={**GAMES, "toy": game})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longhouse.db"


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, made once: making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("template") / "longhouse.db"

    async def make() -> None:
        await (await open_at(path)).close()

    asyncio.run(make())
    return path


@pytest.fixture
async def store(path: Path, template: Path) -> AsyncIterator[Store]:
    shutil.copy(template, path)
    async with await open_at(path) as store:
        yield store


async def lobby(store: Store, **settings: int) -> int:
    return await store.matches.create("toy", ToySettings(**settings), ADA, "Ada", 5, 6, NOW)


async def running(store: Store, **settings: int) -> int:
    """A match of Ada and Ben in its first turn."""
    number = await lobby(store, **settings)
    async with store.matches.open(number) as match:
        match.sit(ADA, "Ada", now=NOW)
        match.sit(BEN, "Ben", now=NOW)
        match.start(7, NOW)
    return number


async def steps(store: Store, number: int, *options: str) -> None:
    """Take steps, each by the seat whose turn it is and each in a transaction of its own."""
    for option in options:
        async with store.matches.open(number) as match:
            assert match.decision is not None
            match.step(match.decision.seat, option, NOW, forced=option == "pay")
