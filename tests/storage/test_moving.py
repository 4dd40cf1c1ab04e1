"""`python bot.py move SOURCE TARGET`: everything goes from SQLite to PostgreSQL and back, or nothing does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

import bot
from render.errors import words
from storage import MoveFailed, SecondInstance, Store, move, open_store
from storage.schema import metadata
from tests.engines import new_database
from tests.storage.conftest import ADA, NOW, TOY, running

GAMES = {"toy": TOY}


async def opened(url: str) -> Store:
    return await open_store(url, games=GAMES)


async def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    async with await opened(url) as store:
        found = {}
        for table in metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key.columns)
            read = await store._database.read(lambda connection, query=query: connection.execute(query).all())
            found[table.name] = [tuple(row) for row in read]
        return found


async def some_matches(url: str) -> None:
    async with await opened(url) as store:
        for _ in range(3):
            number = await running(store)
        async with store.matches.open(number) as match:
            match.announce("turn", {"said": "İye"}, NOW)
            match.close(NOW)
        await store.notes.put(1, 0, {"a1": "135"})


@pytest.fixture
async def file(memory_folder: Path) -> str:
    url = f"sqlite:///{memory_folder / 'source.db'}"
    await some_matches(url)
    return url


async def test_there_and_back_again(file: str, memory_folder: Path) -> None:
    before = await rows(file)
    told: dict[str, int] = {}
    server = new_database()
    count = await move(file, server, told.__setitem__)
    assert count == sum(told.values()) == sum(map(len, before.values())) > 10
    assert await rows(server) == before
    async with await opened(server) as store:
        match = await store.matches.read(1)
        assert match.status == "running" and match.decision is not None
        new = await store.matches.create("toy", b"{}", ADA, "Ada", None, 6, NOW)
        assert new == 4, "numbers go on where they were"
    back = f"sqlite:///{memory_folder / 'back.db'}"
    await move(server, back, lambda table, number: None)
    after = await rows(back)
    assert after["matches"][:3] == before["matches"] and after["steps"] == before["steps"]
    async with await opened(back) as store:
        assert await store.matches.create("toy", b"{}", ADA, "Ada", None, 6, NOW) == 5


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix == ".db")


async def test_a_target_that_is_not_empty_is_refused(file: str, memory_folder: Path) -> None:
    other = f"sqlite:///{memory_folder / 'other.db'}"
    await some_matches(other)
    with pytest.raises(MoveFailed) as refused:
        await move(file, other, lambda table, number: None)
    assert "not empty" in words(refused.value)
    server = new_database()
    await move(file, server, lambda table, number: None)
    with pytest.raises(MoveFailed):
        await move(file, server, lambda table, number: None)
    assert await rows(server) == await rows(file)


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [("same", "same", "move_to_itself"), ("nowhere", "new", "move_from_nothing")],
)
async def test_what_cannot_be_moved(memory_folder: Path, source: str, target: str, code: str) -> None:
    urls = [f"sqlite:///{memory_folder / name}.db" for name in (source, target)]
    with pytest.raises(MoveFailed) as refused:
        await move(*urls, lambda table, number: None)
    assert refused.value.code == code and not (memory_folder / "new.db").exists()


async def test_an_older_source_is_refused(file: str, memory_folder: Path) -> None:
    async with await opened(file) as store:
        await store._database.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'").close()
        )
    with pytest.raises(MoveFailed) as refused:
        await move(file, f"sqlite:///{memory_folder / 'new.db'}", lambda table, number: None)
    assert refused.value.code == "move_from_older" and files_in(memory_folder) == ["source.db"]


async def test_nothing_is_moved_while_a_bot_runs(file: str, memory_folder: Path) -> None:
    async with await opened(file):
        with pytest.raises(SecondInstance):
            await move(file, f"sqlite:///{memory_folder / 'new.db'}", lambda table, number: None)
    server = new_database()
    async with await opened(server):
        with pytest.raises(SecondInstance):
            await move(file, server, lambda table, number: None)


def test_the_command_says_what_it_did(
    memory_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(memory_folder)
    source, target = (f"sqlite:///{memory_folder / name}" for name in ("empty.db", "target.db"))
    assert bot.main(["move", source, target]) == 73
    assert "There is no database at" in capsys.readouterr().err
    asyncio.run(some_matches(source))
    assert bot.main(["move", source, target]) == 0
    out = capsys.readouterr().out
    assert "matches: 3 rows" in out and "were moved and compared" in out
