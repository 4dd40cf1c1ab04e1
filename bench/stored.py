"""Databases to measure with: a match played through the store, and thousands of copies of one."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rules import GAMES
from storage import Store, open_store
from storage.records import Place
from table.state import Question, TableState, kept

FIRST_USER = 10_000
MATCHES_EACH = 20
"""How many matches every person of a full database plays in."""
WAIT = 6 * 3600


def address(folder: Path) -> str:
    """The database in a folder."""
    return f"sqlite:///{folder / 'longhouse.db'}"


async def play(
    store: Store, game: str, steps: int, *, people: Sequence[int] = (), place: Place | None = None, seed: int = 1
) -> int:
    """A running match of so many random steps (fewer where it would be over), saved turn by turn; gives its number."""
    rules = GAMES[game]
    now = int(time.time())
    users = people or range(FIRST_USER, FIRST_USER + rules.seat_range(rules.Settings()).start)
    place = place or Place(1, 2, None, {})
    number = await store.matches.create(game, rules.Settings(), users[0], "Ada", place.guild_id, place.channel_id, now)
    chance = random.Random(seed)
    async with store.matches.open(number) as match:
        for user in users:
            match.sit(user, f"Player {user}", now=now)
        match.start(seed, now)
        match.place = place
        kept(match).asked = Question(user=users[match.to_act or 0], at=now, revision=match.revision_after)
        match.remind_at = now + WAIT
        for _ in range(steps):
            decision = match.decision
            assert decision is not None, "the match is over too early"
            match.step(decision.seat, chance.choice(match.game.options(match.state)), now)
    return number


async def fill(folder: Path, matches: int, steps: int = 10) -> None:
    """A database of so many running matches of İye: one is played, the others are its copies with people of their
    own, each of whom plays in `MATCHES_EACH`."""
    store = await open_store(address(folder), extra=TableState)
    number = await play(store, "iye", steps)
    await store.close()
    with closing(sqlite3.connect(folder / "longhouse.db")) as database, database:
        database.execute("CREATE TEMP TABLE copies (number INTEGER PRIMARY KEY)")
        others = ((number + copy,) for copy in range(1, matches))
        database.executemany("INSERT INTO copies VALUES (?)", others)
        for table, key in (("matches", "id"), ("seats", "match_id"), ("steps", "match_id"), ("snapshots", "match_id")):
            _copy(database, table, key)
        people = max(1, matches // MATCHES_EACH)
        database.execute(
            "UPDATE seats SET user_id = ? + 2 * (match_id % ?) + seat, name = 'Player ' || match_id",
            (FIRST_USER, people),
        )


def _copy(database: sqlite3.Connection, table: str, key: str) -> None:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    taken = ", ".join("copies.number" if column == key else f"{table}.{column}" for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    database.execute(f"INSERT INTO {table} ({names}) SELECT {taken} FROM {table} CROSS JOIN copies")
