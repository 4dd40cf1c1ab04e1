"""Matches, seats, steps and people, kept so that nothing is ever lost.

    store = await open_store("sqlite:///longhouse.db")
    number = await store.matches.create("iye", settings, host_id, "Ada", guild_id, channel_id, now)
    async with store.matches.open(number) as match:
        match.sit(host_id, "Ada", now=now)
    await store.close()

All times are whole seconds since 1970, UTC.
"""

from __future__ import annotations

from rules.errors import NotYourTurn
from rules.match import DRAW, RESIGN
from storage import failpoints
from storage.errors import (
    AlreadySeated,
    BackupFailed,
    BadUrl,
    CannotUndo,
    Conflict,
    DatabaseBusy,
    DatabaseCorrupt,
    DatabaseNewer,
    DatabaseReadOnly,
    DirectoryMissing,
    DiskFull,
    HadAnotherSeat,
    LobbyFull,
    MatchError,
    MatchMoved,
    MatchNotFound,
    MoveFailed,
    NotSeated,
    OtherRules,
    SecondInstance,
    StorageError,
    StoreClosed,
    WrongStatus,
)
from storage.moving import move
from storage.open_match import Notice, OpenMatch
from storage.records import (
    GuildSettings,
    MatchSummary,
    OutboxRow,
    PastStep,
    PersonSettings,
    Place,
    SeatRow,
    Status,
    StepRow,
)
from storage.store import Store, backup, open_store
from storage.stored_match import StoredMatch

__all__ = [
    "DRAW",
    "RESIGN",
    "AlreadySeated",
    "BackupFailed",
    "BadUrl",
    "CannotUndo",
    "Conflict",
    "DatabaseBusy",
    "DatabaseCorrupt",
    "DatabaseNewer",
    "DatabaseReadOnly",
    "DirectoryMissing",
    "DiskFull",
    "GuildSettings",
    "HadAnotherSeat",
    "LobbyFull",
    "MatchError",
    "MatchMoved",
    "MatchNotFound",
    "MatchSummary",
    "MoveFailed",
    "NotSeated",
    "NotYourTurn",
    "Notice",
    "OpenMatch",
    "OtherRules",
    "OutboxRow",
    "PastStep",
    "PersonSettings",
    "Place",
    "SeatRow",
    "SecondInstance",
    "Status",
    "StepRow",
    "StorageError",
    "Store",
    "StoreClosed",
    "StoredMatch",
    "WrongStatus",
    "backup",
    "failpoints",
    "move",
    "open_store",
]
