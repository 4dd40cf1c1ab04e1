"""What a table announces is told at once, and the courier is woken once for it: by the storage that saved it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cogs.table import Table
from storage import open_store

ADA, BO = 11, 12


class Counted(asyncio.Event):
    """Counts how often it is set."""

    times = 0

    def set(self) -> None:
        self.times += 1
        super().set()


@pytest.mark.parametrize("act", ["take", "resign", "propose", "answer"])
async def test_the_courier_is_woken_once(tmp_path: Path, act: str) -> None:
    async with await open_store(f"sqlite+aiosqlite:///{tmp_path / 'longhouse.db'}") as store:
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
            await table.answer(number, BO, revision, True)
        assert news.times == 1
