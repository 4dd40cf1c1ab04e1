"""The history of the schema, for Alembic. Programs run it through `storage.migrate`."""
