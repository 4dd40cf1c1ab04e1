"""Alembic runs this file. The connection, already inside a transaction, comes from `storage.migrate`."""

from __future__ import annotations

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
    transactional_ddl=True,
)
context.run_migrations()
