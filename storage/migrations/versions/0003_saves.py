"""How often a match was saved: two programs that change the same match at once are told of each other by it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column, in which every match begins with nought."""
    op.add_column("matches", sa.Column("saves", sa.Integer, nullable=False, server_default="0"))
