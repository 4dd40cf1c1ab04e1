"""A store with nothing in it, with the toy game beside the real ones, on each of the engines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from rules.game import Game
from storage import Store, open_store
from tests.engines import ENGINES, Home, make_home, memory_folder, own_server
from tests.storage.toy import Toy, ToySettings

__all__ = ["memory_folder", "own_server"]

ADA, BEN, CLEO = 11, 22, 33
NOW = 1_800_000_000
TOY = Toy()
TOYS: dict[str, Game[Any, Any]] = {**GAMES, "toy": TOY}


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def open_at(where: Path | Home, game: Game[Any, Any] = TOY) -> Store:
    url = where.url if isinstance(where, Home) else url_of(where)
    return await open_store(url, games={**GAMES, "toy": game})


@pytest.fixture
def path(memory_folder: Path) -> Path:
    """Where a file of SQLite can be made."""
    return memory_folder / "longhouse.db"


@pytest.fixture(params=ENGINES)
def home(request: pytest.FixtureRequest, memory_folder: Path) -> Home:
    """An empty database."""
    return make_home(request.param, memory_folder)


@pytest.fixture
async def store(home: Home) -> AsyncIterator[Store]:
    async with await open_at(home) as store:
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
