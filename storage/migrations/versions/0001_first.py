"""The first schema: matches, seats, steps, snapshots, the outbox, people, guilds and notes.

A migration is a record of its day: it does not import the tables of `storage.schema`, which move on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create everything."""
    _matches()
    _seats()
    _steps("steps")
    _steps("undone")
    _snapshots()
    _outbox()
    _settings()


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _match_id(table: str, nullable: bool = False) -> sa.Column[int]:
    link = sa.ForeignKey("matches.id", name=f"fk_{table}_match_id", ondelete="CASCADE")
    return sa.Column("match_id", _ID, link, nullable=nullable)


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", _ID, nullable=False),
        _text("game"),
        _int("version"),
        _text("status"),
        _text("settings"),
        sa.Column("seed", sa.BigInteger),
        _int("revision"),
        _int("step_count"),
        _int("turn"),
        sa.Column("to_act", sa.Integer),
        _big("host_id"),
        _text("host_name"),
        sa.Column("guild_id", sa.BigInteger),
        _big("channel_id"),
        sa.Column("thread_id", sa.BigInteger),
        _text("messages"),
        _big("created_at"),
        sa.Column("started_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        _big("moved_at"),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("remind_at", sa.BigInteger),
        _int("warned"),
        _text("extra"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name="status"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_due", "matches", ["due_at"], sqlite_where=sa.text("due_at IS NOT NULL"))
    op.create_index("ix_matches_remind", "matches", ["remind_at"], sqlite_where=sa.text("remind_at IS NOT NULL"))
    op.create_index("ix_matches_host_status", "matches", ["host_id", "status"])
    op.create_index("ix_matches_guild_status", "matches", ["guild_id", "status"])
    op.create_index("ix_matches_status", "matches", ["status", "id"])
    op.create_index("ix_matches_thread", "matches", ["thread_id"])


def _seats() -> None:
    op.create_table(
        "seats",
        _match_id("seats"),
        _int("seat"),
        sa.Column("user_id", sa.BigInteger),
        _text("name"),
        sa.Column("level", sa.Text),
        _big("joined_at"),
        _flag("muted"),
        sa.Column("score", sa.Integer),
        sa.Column("rank", sa.Integer),
        _flag("winner"),
        _text("extra"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user", "seats", ["user_id", "match_id"])


def _steps(table: str) -> None:
    op.create_table(
        table,
        _match_id(table),
        _int("number"),
        _int("seat"),
        _text("option"),
        _big("at"),
        _int("turn"),
        _int("version"),
        _flag("reveals"),
        _flag("forced"),
        sa.PrimaryKeyConstraint("match_id", "number", name=f"pk_{table}"),
        sqlite_with_rowid=False,
    )


def _snapshots() -> None:
    op.create_table(
        "snapshots",
        _match_id("snapshots"),
        _int("step"),
        _flag("opens_turn"),
        _int("version"),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "step", name="pk_snapshots"),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _ID, nullable=False),
        _match_id("outbox", nullable=True),
        _int("revision"),
        _int("step_count"),
        _text("kind"),
        _text("payload"),
        _text("lane"),
        _text("status"),
        _big("created_at"),
        _big("due_at"),
        _int("attempts"),
        _text("error"),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("sent_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.CheckConstraint("status IN ('pending', 'sent', 'dropped')", name="status"),
        sqlite_autoincrement=True,
    )
    pending = sa.text("status = 'pending'")
    op.create_index("ix_outbox_pending", "outbox", ["due_at"], sqlite_where=pending, postgresql_where=pending)
    op.create_index("ix_outbox_lane", "outbox", ["lane", "id"], sqlite_where=pending, postgresql_where=pending)
    op.create_index("ix_outbox_match", "outbox", ["match_id", "kind", "id"])


def _settings() -> None:
    for table, key in (("people", "user_id"), ("guilds", "guild_id")):
        op.create_table(
            table,
            sa.Column(key, sa.BigInteger, autoincrement=False, nullable=False),
            _text("settings"),
            sa.PrimaryKeyConstraint(key, name=f"pk_{table}"),
        )
    op.create_table(
        "notes",
        _match_id("notes"),
        _int("seat"),
        _text("note"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_notes"),
        sqlite_with_rowid=False,
    )
