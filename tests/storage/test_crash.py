"""`kill -9` at each point of a step's way to the disk: the committed is there, the rest is not, nothing is twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage import failpoints
from tests.engines import Home
from tests.storage.conftest import NOW, TOY, open_at, running, steps, url_of

_PROGRAM = """
import asyncio, sys
from storage import open_store
from tests.storage.toy import Toy

NOW = 1_800_000_000

async def main():
    store = await open_store(sys.argv[1], games={"toy": Toy()})
    for row in await store.outbox.pending(NOW):
        print("sent", row.nonce, flush=True)
        await store.outbox.sent(row.id, 900 + row.id, NOW)
    async with store.matches.open(1) as match:
        match.step(match.decision.seat, "add-1", NOW)
        match.announce("turn", {"by": 1}, NOW)
    print("stepped", flush=True)
    for row in await store.outbox.pending(NOW):
        print("sent", row.nonce, flush=True)
        await store.outbox.sent(row.id, 900 + row.id, NOW)
    await store.close()
    print("done", flush=True)

asyncio.run(main())
"""


def run(url: str, failpoint: str = "") -> tuple[int, list[str]]:
    """Run the program on a database, perhaps to be killed at a point; gives its exit code and what it said."""
    environment = {**os.environ, failpoints.VARIABLE: failpoint, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, url], env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    ("failpoint", "stepped", "marked"),
    [
        ("before-commit", False, False),
        ("inside-commit", False, False),
        ("after-commit", True, False),
        ("before-mark", True, False),
        ("after-mark", True, True),
    ],
)
async def test_killed_between_any_two_effects(home: Home, failpoint: str, stepped: bool, marked: bool) -> None:
    async with await open_at(home) as store:
        await steps(store, await running(store), "add-1")
    code, said = run(home.url, failpoint)
    assert code == -9
    async with await open_at(home) as store:
        match = await store.matches.read(1)
        assert match.step_count == len(await match.steps()) == (2 if stepped else 1)
        assert match.state.scores == [match.step_count, 0]
        assert await match.check() is None
        pending = await store.outbox.pending(NOW)
        assert len(pending) == (1 if stepped and not marked else 0)
        nonces = [row.nonce for row in pending]
    code, after = run(home.url)
    assert (code, after[-1]) == (0, "done")
    sent_before = [line for line in said if line.startswith("sent")]
    sent_after = [line for line in after if line.startswith("sent")]
    assert sent_after[: len(nonces)] == [f"sent {nonce}" for nonce in nonces]
    assert len({*sent_before, *sent_after}) == (2 if stepped else 1)  # a repeated send has the same nonce
    async with await open_at(home) as store:
        assert (await store.matches.read(1)).step_count == (3 if stepped else 2)
        assert await store.outbox.pending(NOW) == []


def test_killed_while_the_database_is_made(path: Path) -> None:
    assert run(url_of(path), "inside-migration")[0] == -9
    assert not path.exists()
    assert run(url_of(path), "inside-creation")[0] == -9
    assert not path.exists()
    code, _ = run(url_of(path))  # makes the database, and finds no match in it
    assert code == 1
    assert path.exists()
    assert sorted(file.name for file in path.parent.iterdir() if "lock" not in file.name)[0] == "longhouse.db"


async def test_killed_many_times_in_a_row(home: Home) -> None:
    async with await open_at(home) as store:
        await running(store)
    for failpoint in ("after-commit", "inside-commit", "after-mark"):
        assert run(home.url, failpoint)[0] == -9
    async with await open_at(home) as store:
        match = await store.matches.read(1)
        assert match.step_count == match.revision - 1 == 2
        assert TOY.to_json(await match.state_at(2)) == TOY.to_json(match.state)
        assert await store.outbox.pending(NOW) == []  # each start began with what the one before had left
        assert [(await store.outbox.get(number)).message_id for number in (1, 2)] == [901, 902]


def test_points_that_are_not_named_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(failpoints.VARIABLE, raising=False)
    failpoints.hit("after-commit")
    monkeypatch.setenv(failpoints.VARIABLE, "after-commit:1000")
    failpoints.hit("after-commit")
    failpoints.hit("after-mark")
    monkeypatch.setattr(os, "kill", lambda *_: (_ for _ in ()).throw(InterruptedError))
    monkeypatch.setenv(failpoints.VARIABLE, "third:3")
    monkeypatch.setattr(failpoints, "_counts", {})
    failpoints.hit("third")
    failpoints.hit("third")
    with pytest.raises(InterruptedError):
        failpoints.hit("third")
