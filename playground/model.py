"""What the world is made of, as plain data: users, servers, channels, threads, messages, files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from .ids import Json, now_iso

TEXT, DM, VOICE, NEWS, STAGE = 0, 1, 2, 5, 13
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
"""The kinds of channels, and of threads: those in an announcement channel are of their own."""
EPHEMERAL, LOADING, COMPONENTS_V2, HAS_THREAD = 1 << 6, 1 << 7, 1 << 15, 1 << 5
SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12
FILE_LIMIT = 10 * 1024 * 1024
"""Bytes that one uploaded file may have."""


@dataclass(slots=True)
class User:
    """A person or the bot."""

    id: str
    username: str
    global_name: str | None
    bot: bool = False
    avatar_color: str = "#5865f2"
    dms_open: bool = True
    installed: bool = True
    """Whether the bot is installed to this person's account (a user install)."""
    locale: str = "en-US"


@dataclass(slots=True)
class Role:
    id: str
    name: str
    permissions: int
    position: int = 0
    color: int = 0
    managed_by: str | None = None
    """The bot's user id when this is the role that came with the bot."""


@dataclass(slots=True)
class Overwrite:
    """What a channel allows or denies to a role (kind 0) or a member (kind 1)."""

    id: str
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Member:
    user: User
    roles: list[str] = field(default_factory=list)
    joined_at: str = field(default_factory=now_iso)
    nick: str | None = None


@dataclass(slots=True)
class Attachment:
    """An uploaded file: its description as Discord gives it, and the bytes."""

    data: Json
    content: bytes


@dataclass(slots=True)
class StoredMessage:
    """A message: ``data`` is the object of API v10 and is replaced, never changed in place, by an edit."""

    id: str
    channel_id: str
    author_id: str
    data: Json
    ephemeral_for: str | None = None
    """The only person who sees it."""
    files: dict[str, Attachment] = field(default_factory=dict)
    pinged: frozenset[str] = frozenset()
    """The people who were notified when it was sent."""
    written: float = field(default_factory=time.monotonic)
    edits: int = 0
    past: list[Json] = field(default_factory=list)
    """How it looked before its last edits, oldest first: what a slow client may still show."""
    gone: bool = False
    """Deleted, or dismissed by the one who saw it."""


@dataclass(slots=True)
class Thread:
    """What a channel has besides when it is a thread."""

    owner_id: str
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 1440
    created: str = field(default_factory=now_iso)
    archived_at: str = field(default_factory=now_iso)
    members: dict[str, str] = field(default_factory=dict)
    """User id to the time of joining."""
    sent: int = 0


@dataclass(slots=True)
class Channel:
    """A text channel, a thread (``thread`` is set) or a direct message (``recipients`` are set)."""

    id: str
    type: int
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[str] = field(default_factory=list)
    thread: Thread | None = None
    messages: dict[str, StoredMessage] = field(default_factory=dict)

    @property
    def last_message_id(self) -> str | None:
        for message in reversed(self.messages.values()):
            if message.ephemeral_for is None and not message.gone:
                return message.id
        return None

    def shown(self) -> Iterator[StoredMessage]:
        """The messages that everybody in the channel sees, oldest first."""
        return (m for m in self.messages.values() if m.ephemeral_for is None and not m.gone)


@dataclass(slots=True)
class Guild:
    """A server. The role with the server's own id is everyone's."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    joined_at: str = field(default_factory=now_iso)
