"""The questions that are asked every minute or at every press find their rows by an index, however many there are."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from storage import Store
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
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_no_table_is_gone_through(store: Store, question: str) -> None:
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
        plan = await store._database.read(
            lambda connection, sql=statement, given=values: [
                row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", tuple(given))
            ]
        )
        assert not [line for line in plan if line.startswith("SCAN")], (statement, plan)
