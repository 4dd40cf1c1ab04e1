"""The tables. A change here needs a migration in `storage/migrations/versions`; a test compares the two.

Times are whole seconds since 1970, UTC. JSON is text, except states, which are compressed.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Dialect,
    Double,
    ForeignKey,
    FromClause,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    literal_column,
)


class Json(TypeDecorator[Any]):
    """A JSON value of a given type, kept as text."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: Any = Any) -> None:
        super().__init__()
        self.kind = kind
        self._decoder = msgspec.json.Decoder(kind)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """To text."""
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """From text. msgspec.ValidationError when it is not of the type."""
        return None if value is None else self._decoder.decode(value)


Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts only INTEGER keys up by itself

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),  # of the rules that wrote the newest state
    Column("status", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", BigInteger),
    Column("revision", Integer, nullable=False),
    Column("step_count", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("to_act", Integer),
    Column("host_id", BigInteger, nullable=False),
    Column("host_name", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("messages", Json(dict[str, int]), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("moved_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("remind_at", BigInteger),
    Column("warned", Integer, nullable=False),
    Column("extra", Json(dict[str, Any]), nullable=False),
    Column("saves", Integer, nullable=False, server_default="0"),  # how often the row was written
    CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name="status"),
    sqlite_autoincrement=True,  # a number is never given twice, not even after a match was removed
)
Index("ix_matches_due", matches.c.due_at, sqlite_where=matches.c.due_at.is_not(None))
Index("ix_matches_remind", matches.c.remind_at, sqlite_where=matches.c.remind_at.is_not(None))
Index("ix_matches_host_status", matches.c.host_id, matches.c.status)
Index("ix_matches_guild_status", matches.c.guild_id, matches.c.status)
Index("ix_matches_status", matches.c.status, matches.c.id)
Index("ix_matches_thread", matches.c.thread_id)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("level", Text),
    Column("joined_at", BigInteger, nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("score", Integer),
    Column("rank", Integer),
    Column("winner", Boolean, nullable=False),
    Column("extra", Json(dict[str, Any]), nullable=False),
    PrimaryKeyConstraint("match_id", "seat"),
    sqlite_with_rowid=False,
)
Index("ix_seats_user", seats.c.user_id, seats.c.match_id)


def _step_columns() -> list[Any]:
    return [
        Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("option", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("version", Integer, nullable=False),
        Column("reveals", Boolean, nullable=False),
        Column("forced", Boolean, nullable=False),
        PrimaryKeyConstraint("match_id", "number"),
    ]


steps = Table("steps", metadata, *_step_columns(), sqlite_with_rowid=False)
undone = Table("undone", metadata, *_step_columns(), sqlite_with_rowid=False)
"""Steps that were undone and can be done again, until the next step."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("step", Integer, nullable=False),  # the state after so many steps
    Column("opens_turn", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("match_id", "step"),
)
"""The state at the beginning of each turn, and the newest state. Of a finished match only the newest."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE")),
    Column("revision", Integer, nullable=False),
    Column("step_count", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload", Json(dict[str, Any]), nullable=False),
    Column("lane", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text, nullable=False),
    Column("message_id", BigInteger),
    Column("sent_at", BigInteger),
    CheckConstraint("status IN ('pending', 'sent', 'dropped')", name="status"),
    sqlite_autoincrement=True,  # nonces are made of the number
)


def pending(table: FromClause = outbox) -> ColumnElement[bool]:
    """That a row of the outbox is to be sent yet: written out, since a partial index is not used for a bound value."""
    return table.c.status == literal_column("'pending'")


Index("ix_outbox_pending", outbox.c.due_at, sqlite_where=pending(), postgresql_where=pending())
Index("ix_outbox_lane", outbox.c.lane, outbox.c.id, sqlite_where=pending(), postgresql_where=pending())
Index("ix_outbox_match", outbox.c.match_id, outbox.c.kind, outbox.c.id)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("note", Json(dict[str, Any]), nullable=False),
    PrimaryKeyConstraint("match_id", "seat"),
    sqlite_with_rowid=False,
)
"""What a player keeps for himself in a match. Removed when the seat passes to somebody else."""

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),  # 0: everywhere
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("user_id", "game", "guild_id"),
    sqlite_with_rowid=False,
)
"""How well a person plays a game, in one server and (guild 0) everywhere."""
Index("ix_ratings_board", ratings.c.guild_id, ratings.c.game)

rated = Table(
    "rated",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("sides", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("match_id", "guild_id", "seat"),
    sqlite_with_rowid=False,
)
"""What a match made of a person's rating: a match that has rows here is never counted again."""
Index("ix_rated_user", rated.c.user_id, rated.c.game, rated.c.guild_id, rated.c.at)

attempts = Table(
    "tries",
    metadata,
    Column("game", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("match_id", ForeignKey("matches.id", ondelete="SET NULL")),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    PrimaryKeyConstraint("game", "number", "user_id"),
    sqlite_with_rowid=False,
)
"""The one scored try that each person has at a day's challenge; `number` is the day's."""
Index("ix_tries_user", attempts.c.user_id, attempts.c.game, attempts.c.number)
Index("ix_tries_match", attempts.c.match_id)

boards = Table(
    "boards",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("guild_id", "user_id"),
    sqlite_with_rowid=False,
)
"""Who is on the daily boards of which server: those who asked for a challenge there."""
