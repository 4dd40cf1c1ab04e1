"""Who is told what: events to the bot's gateway sessions, to the pages, and to tests that wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

import msgspec

from .ids import Json

T = TypeVar("T")
POLL_SECONDS = 0.02

GUILDS, GUILD_MEMBERS = 1 << 0, 1 << 1
GUILD_MESSAGES, GUILD_TYPING = 1 << 9, 1 << 11
DIRECT_MESSAGES, DIRECT_TYPING = 1 << 12, 1 << 14
PRESENCES, MESSAGE_CONTENT = 1 << 8, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT


class BotSession(Protocol):
    """A gateway session of the bot, connected or to be resumed."""

    intents: int
    shard: tuple[int, int]
    """The session's number among how many: a server's events go to one of them."""

    def dispatch(self, event: str, encoded: bytes) -> None:
        """Send an event, or keep it for the resume."""


def is_for(shard: tuple[int, int], guild: str | None) -> bool:
    """Whether a shard is the one of this server. What is in no server goes to the first."""
    number, count = shard
    return (int(guild) >> 22) % count == number if guild else number == 0


class EventBus:
    """The switchboard of one playground. All methods belong to the event loop that serves it."""

    def __init__(self) -> None:
        self.sessions: list[BotSession] = []
        self.pages: dict[str, set[asyncio.Queue[str]]] = {}
        self._change = asyncio.Event()

    def to_bot(self, event: str, data: Json, *, intent: int = 0, veiled: Json | None = None) -> None:
        """Tell the bot, in every session that asked for one of the ``intent`` bits (0: always).

        ``veiled`` is what sessions without the message content intent get in its place.
        """
        encoded: dict[bool, bytes] = {}
        guild = data["id"] if event in ("GUILD_CREATE", "GUILD_DELETE") else data.get("guild_id")
        for session in self.sessions:
            if not is_for(session.shard, guild):
                continue
            if intent and not session.intents & intent:
                continue
            veil = veiled is not None and not session.intents & MESSAGE_CONTENT
            if veil not in encoded:
                encoded[veil] = msgspec.json.encode(veiled if veil else data)
            session.dispatch(event, encoded[veil])
        self.changed()

    def to_people(self, people: Iterable[str], event: str, data: Json) -> None:
        """Tell the pages of these people."""
        text = ""
        for person in people:
            for queue in self.pages.get(person, ()):
                text = text or msgspec.json.encode({"t": event, "d": data}).decode()
                queue.put_nowait(text)
        self.changed()

    def close_pages(self) -> None:
        """Tell every open page that the server ends."""
        for queues in self.pages.values():
            for queue in queues:
                queue.put_nowait("")

    def changed(self) -> None:
        """Wake everybody who waits for the world to be different."""
        self._change.set()
        self._change = asyncio.Event()

    async def wait_for(self, predicate: Callable[[], T], timeout: float) -> T:  # noqa: ASYNC109
        """The first true value of the predicate. Raises TimeoutError after ``timeout`` seconds.

        It is asked now, after every change of the world, and now and then besides, so that it may look at
        things that are none of the playground's as well.
        """
        async with asyncio.timeout(timeout):
            while True:
                change = self._change
                if value := predicate():
                    return value
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL_SECONDS):
                        await change.wait()
