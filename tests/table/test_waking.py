"""What a table announces is told at once, and the dispatcher is woken once for it: by the storage that saved it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from storage import open_store
from storage.errors import MatchMoved
from storage.stored_match import StoredMatch
from table.state import TableState
from table.table import Table
from tests.table.conftest import Scene, newest_post

ADA, BO = 11, 12


class Counted(asyncio.Event):
    """Counts how often it is set."""

    times = 0

    def set(self) -> None:
        self.times += 1
        super().set()


@pytest.mark.parametrize("act", ["take", "resign", "propose", "answer"])
async def test_the_courier_is_woken_once(tmp_path: Path, act: str) -> None:
    async with await open_store(f"sqlite+aiosqlite:///{tmp_path / 'longhouse.db'}", extra=TableState) as store:
        table = Table(store, lambda: 1_800_000_000)
        number = await store.matches.create("iye", b'{"first":"host"}', ADA, "Ada", 1, 2, 0)
        async with store.matches.open(number) as match:
            match.sit(ADA, "Ada")
            match.sit(BO, "Bo")
            match.start(3, 0)
        if act == "answer":
            await table.propose(number, ADA, "draw")
        store.outbox._news = news = Counted()
        revision = (await store.matches.read(number)).revision
        if act == "take":
            option = (await table.look(number, ADA)).options[0]
            await table.take(number, ADA, option)
        elif act == "resign":
            await table.resign(number, ADA)
        elif act == "propose":
            await table.propose(number, ADA, "draw")
        else:
            await table.answer(number, BO, revision, 1, True)
        assert news.times == 1


async def test_a_post_whose_match_moved_meanwhile_is_made_anew_at_once(
    quick: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scene's clock stands still: whatever is put off is never sent."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    right, moved = StoredMatch.state_at, [MatchMoved("The match has moved on.")]

    async def state_at(match: StoredMatch, count: int) -> Any:
        if moved:
            raise moved.pop()
        return await right(match, count)

    monkeypatch.setattr(StoredMatch, "state_at", state_at)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert not moved and newest_post(thread).mentions == [bo]
