"""What a piece of work asks of the database: statements and commits, of whichever engine.

    with counting(store) as counted:
        ...
    assert len(counted.statements) <= 8 and counted.commits == 1

A statement that is given several rows counts once. BEGIN, COMMIT and ROLLBACK are no statements here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, field
from sqlalchemy import event

from storage import Store


class Counted(Struct):
    """`reads` are the transactions of those who only read."""

    statements: list[str] = field(default_factory=list)
    commits: int = 0
    reads: int = 0

    def __str__(self) -> str:
        return "\n".join(" ".join(statement.split())[:150] for statement in self.statements)


@contextmanager
def counting(store: Store) -> Iterator[Counted]:
    """Count until it is left."""
    counted = Counted()
    database = store._database
    reader, writer = database.reader.sync_engine, database.writer.sync_engine

    def asked(_c: Any, _cursor: Any, statement: str, _values: Any, _context: Any, _many: bool) -> None:
        counted.statements.append(statement)

    def committed(_c: Any) -> None:
        counted.commits += 1

    def begun(_c: Any) -> None:
        counted.reads += 1

    listeners = (
        (reader, "before_cursor_execute", asked),
        (writer, "before_cursor_execute", asked),
        (writer, "commit", committed),
        (reader, "begin", begun),
    )
    for target, name, listener in listeners:
        event.listen(target, name, listener)
    try:
        yield counted
    finally:
        for target, name, listener in listeners:
            event.remove(target, name, listener)
