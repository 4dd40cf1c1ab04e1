"""Setting a row, whether it is there or not, in one statement: both databases have it, in words of their own."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(connection: Connection, table: Table, *rows: dict[str, Any]) -> None:
    """Write rows in all their columns; those with the same primary key are replaced."""
    if rows:
        connection.execute(_query(table, connection.dialect.name), list(rows))


@cache  # building a query takes as long as running it
def _query(table: Table, dialect: str) -> Any:
    query: Any = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    keys = [column.name for column in table.primary_key.columns]
    rest = {column.name: query.excluded[column.name] for column in table.columns if column.name not in keys}
    if not rest:
        return query.on_conflict_do_nothing(index_elements=keys)
    return query.on_conflict_do_update(index_elements=keys, set_=rest)
