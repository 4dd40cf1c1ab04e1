"""Ratings, what each match did to them, the tries of the daily challenges, and who is on which server's board."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the four tables."""
    _ratings()
    _rated()
    _tries()
    _boards()


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _real(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=False)


def _match_id(table: str, ondelete: str, nullable: bool) -> sa.Column[int]:
    link = sa.ForeignKey("matches.id", name=f"fk_{table}_match_id", ondelete=ondelete)
    return sa.Column("match_id", _ID, link, nullable=nullable)


def _ratings() -> None:
    op.create_table(
        "ratings",
        _big("user_id"),
        _text("game"),
        _big("guild_id"),
        _real("mu"),
        _real("sigma"),
        _int("played"),
        _int("won"),
        _text("name"),
        _big("changed_at"),
        sa.PrimaryKeyConstraint("user_id", "game", "guild_id", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_board", "ratings", ["guild_id", "game"])


def _rated() -> None:
    op.create_table(
        "rated",
        _match_id("rated", "CASCADE", False),
        _big("guild_id"),
        _int("seat"),
        _big("user_id"),
        _text("game"),
        _real("mu"),
        _real("sigma"),
        _int("rank"),
        _int("sides"),
        sa.Column("won", sa.Boolean, nullable=False),
        _big("at"),
        sa.PrimaryKeyConstraint("match_id", "guild_id", "seat", name="pk_rated"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rated_user", "rated", ["user_id", "game", "guild_id", "at"])


def _tries() -> None:
    op.create_table(
        "tries",
        _text("game"),
        _int("number"),
        _big("user_id"),
        _text("name"),
        _int("version"),
        _match_id("tries", "SET NULL", True),
        _big("started_at"),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("won", sa.Boolean, nullable=False),
        _int("score"),
        _int("moves"),
        sa.PrimaryKeyConstraint("game", "number", "user_id", name="pk_tries"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tries_user", "tries", ["user_id", "game", "number"])
    op.create_index("ix_tries_match", "tries", ["match_id"])


def _boards() -> None:
    op.create_table(
        "boards",
        _big("guild_id"),
        _big("user_id"),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_boards"),
        sqlite_with_rowid=False,
    )
