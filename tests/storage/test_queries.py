"""The questions that are asked every minute or at every press find their rows by an index, however many there are."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event

from storage import Store
from storage.schema import metadata
from tests.engines import Home
from tests.storage.conftest import NOW, running, steps

QUESTIONS = {
    "pending": lambda store: store.outbox.pending(NOW),
    "next due": lambda store: store.outbox.next_due(),
    "oldest": lambda store: store.outbox.oldest_age(NOW),
    "last sent": lambda store: store.outbox.last_sent(1, "turn"),
    "deadlines": lambda store: store.matches.due(NOW),
    "reminders": lambda store: store.matches.to_remind(NOW),
    "of a person": lambda store: store.matches.of_user(1),
    "of a host": lambda store: store.matches.hosted_by(1),
    "of a server": lambda store: store.matches.running_in(1),
    "of a thread": lambda store: store.matches.in_thread(1),
    "one match": lambda store: store.matches.read(1),
    "its past": lambda store: store.matches.read(1, recent=60),
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_no_table_is_gone_through(store: Store, home: Home, question: str) -> None:
    await steps(store, await running(store), "add-1")
    asked: list[tuple[str, Any]] = []

    @event.listens_for(store._database.reader.sync_engine, "before_cursor_execute")
    def asking(_c: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, values))

    await QUESTIONS[question](store)
    queries = list(asked)
    assert queries
    for statement, values in queries:
        plan = await store._database.read(partial(planned, sqlite=home.sqlite, query=statement, values=values))
        assert not gone_through(plan), (statement, plan)


def planned(connection: Connection, *, sqlite: bool, query: str, values: Any) -> list[str]:
    """How the database goes about a query; a server shall not think that a small table is best gone through."""
    if sqlite:
        return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", tuple(values))]
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    return list(connection.exec_driver_sql(f"EXPLAIN {query}", tuple(values)).scalars())


def gone_through(plan: list[str]) -> list[str]:
    """The lines of a plan that say that a whole table is read (parts of a query are no tables)."""
    tables = "|".join(metadata.tables)
    return [line for line in plan if re.search(rf"^SCAN ({tables})\b|Seq Scan on ({tables})\b", line)]
