"""A Discord that only writes down what it is sent, and a bot on it whose clock is moved by hand.

The table, the dispatcher, the calls and the scheduler are the real ones; there is no network and nothing is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord

from cogs.outbox.assembly import dispatcher_for
from cogs.outbox.scheduler import Scheduler
from cogs.services import Services
from storage import Store, open_store
from storage.records import Place
from table import flow
from table.state import TableState
from tests.engines import ask_at_once
from tests.table.quick import QuickPool

GUILD = 7
NEVER = 2**40


class Letter(NamedTuple):
    """Something that was sent: when, to which channel (or in a direct message to whom), calling whom, and the text."""

    at: int
    channel: int
    direct: int | None
    called: tuple[int, ...]
    text: str
    silent: bool


class Post:
    """Discord: it keeps letters, shows a repeated nonce once, and at times loses its answer.

    `closed` are people who take no direct messages, `gone` are channels that were deleted.
    """

    def __init__(self, seed: int = 1, losing: float = 0.0) -> None:
        self.letters: list[Letter] = []
        self.closed: set[int] = set()
        self.gone: set[int] = set()
        self.now = 0
        self._chance = random.Random(seed)
        self._losing = losing
        self._seen: dict[str, int] = {}

    def take(self, channel: int, direct: int | None, given: dict[str, Any]) -> Any:
        """A message is sent."""
        if direct in self.closed:
            raise discord.Forbidden(_answer(403), {"code": 50007, "message": "closed"})
        if channel in self.gone:
            raise discord.NotFound(_answer(404), {"code": 10003, "message": "gone"})
        if given["nonce"] not in self._seen:
            called = tuple(user.id for user in given["allowed_mentions"].users or ())
            text = given.get("content") or "\n".join(_texts(given["view"]))
            self.letters.append(Letter(self.now, channel, direct, called, text, bool(given.get("silent"))))
            self._seen[given["nonce"]] = len(self.letters)
            if self._chance.random() < self._losing:
                raise aiohttp.ClientError("the answer was lost")
        return SimpleNamespace(id=self._seen[given["nonce"]], channel=SimpleNamespace(id=channel), attachments=[])


def _answer(status: int) -> Any:
    return SimpleNamespace(status=status, reason="")


def _texts(view: discord.ui.LayoutView) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            yield item.content


class Channel:
    """Where letters go."""

    def __init__(self, post: Post, number: int, direct: int | None = None) -> None:
        self.post, self.id, self.direct = post, number, direct

    async def send(self, content: str = "", **given: Any) -> Any:
        return self.post.take(self.id, self.direct, {"content": content, **given})

    def get_partial_message(self, number: int) -> Channel:
        return self

    async def edit(self, **given: Any) -> None:
        return


class SimulatedDiscord:
    """What the outbox needs of a connection."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self.http = self

    async def get_member(self, guild: int, user: int) -> dict[str, Any]:
        """Nobody leaves the server."""
        return {}

    def get_partial_messageable(self, number: int, guild_id: int | None = None) -> Channel:
        return Channel(self.post, number)

    async def create_dm(self, user: Any) -> Channel:
        return Channel(self.post, 10_000 + user.id, user.id)


class SimulatedBot:
    """The bot's services, its dispatcher and its scheduler, with a clock that is moved by hand."""

    def __init__(self, store: Store, post: Post) -> None:
        self.post = post
        connection: Any = SimulatedDiscord(post)
        self.services = Services(store, QuickPool(), connection, self.clock, thinking_seconds=0.01)
        self.store = store
        self.dispatcher = dispatcher_for(self.services)
        self.scheduler = Scheduler(self.services)

    def clock(self) -> int:
        return self.post.now

    async def send_all(self) -> None:
        """Send what is due, and what is due within a minute because its first try failed."""
        while (due := await self.store.outbox.next_due()) is not None and due <= self.clock() + 60:
            self.post.now = max(self.post.now, due)
            if not await self.store.outbox.pending(self.clock(), limit=1):
                self.post.now += 1  # a row waits behind one of its lane that is tried again in a moment
            await self.dispatcher.round()
            await self.services.lanes.idle()

    async def round(self) -> None:
        """What the bot does at this moment. The rounds since the last one would have found nothing."""
        if self.scheduler._last is not None:
            self.scheduler._last = self.clock()
        if await self.next_event() <= self.clock():
            await self.scheduler.tick()
            await self.send_all()

    async def next_event(self) -> int:
        """The next moment at which there is something to do by the database; far away when there is none."""
        query = (
            "SELECT MIN(at) FROM (SELECT MIN(due_at) AS at FROM matches UNION ALL SELECT MIN(remind_at) FROM matches "
            "UNION ALL SELECT MIN(due_at) FROM outbox WHERE status = 'pending')"
        )
        database: Any = self.store._database
        found = await database.read(lambda connection: connection.exec_driver_sql(query).scalar())
        return NEVER if found is None else int(found)

    async def wait(self, seconds: int, grid: int = 60) -> None:
        """Time passes, with a round at each moment of the grid at which there is something to do."""
        until = self.post.now + seconds
        while self.post.now < until:
            soon = -(-max(await self.next_event(), self.post.now + 1) // grid) * grid
            self.post.now = min(until, soon)
            await self.round()

    async def begin(self, key: str, people: list[int], settings: Any, muted: int | None = None, **extra: Any) -> int:
        """A running match of these people in a thread of its own, muted for one seat; gives its number."""
        matches, now = self.store.matches, self.clock()
        number = await matches.create(
            key, settings, people[0], f"P{people[0]}", GUILD, 100, now, extra=TableState(**extra)
        )
        async with matches.open(number) as match:
            for person in people:
                match.sit(person, f"P{person}", now=now)
            match.place = Place(GUILD, 100, 1000 + number)
            if muted is not None:
                match.mute(muted, True)
            match.start(number, now)
            flow.ask(match, now)
            match.announce("open", None, now)
        return number


async def open_simulation(folder: Path, post: Post) -> SimulatedBot:
    """A bot on a database in this folder; close its store in the end.

    The database is asked in the same thread and does not wait for the disk, which makes a month four times shorter.
    """
    store = await open_store(f"sqlite:///{folder / 'longhouse.db'}", extra=TableState)
    ask_at_once(store)
    return SimulatedBot(store, post)
