"""The real bot on a playground: people open tables, press and type, and see what Discord would show them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl

from cogs.bot import LonghouseBot
from playground import Playground
from playground.people import Channel, Person
from playground.visible import Message
from render.worker_pool import WorkerPool
from storage import Store, open_store
from table.state import TableState
from tests.new_database import put_new_database
from tests.openapi_check import from_environment
from tests.patience import PATIENCE
from tests.table.quick import QuickPool

TOOLS = ("Describe", "Undo", "Redo", "Back")
"""Buttons of a panel that are no choice."""


class Scene:
    """A server with the bot in it. `stop` and `start` are a restart; `clock` is moved by hand.

    Matches are kept in a file in `folder`, or where `url` says.
    """

    def __init__(self, folder: Path, pool: WorkerPool, url: str = "") -> None:
        self.file = folder / "longhouse.db"
        self.url = url or f"sqlite+aiosqlite:///{self.file}"
        self.playground = Playground()
        self.playground.interactions.answer_within = PATIENCE
        self.pool = pool
        self.now = 1_800_000_000
        self.store: Store
        self.bot: LonghouseBot
        self._running: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Serve the playground and start the bot on it."""
        if str(self.file) in self.url and not self.file.exists():
            await put_new_database(self.file)
        await self.playground.start()
        discord.http.Route.BASE = self.playground.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.playground.gateway_url)
        await self.start()

    async def start(self) -> None:
        """Start the bot."""
        self.store = await open_store(self.url, extra=TableState)
        self.bot = LonghouseBot(
            self.store, self.pool, clock=lambda: self.now, thinking_seconds=0.3, guild_ready_timeout=0
        )
        self._running = asyncio.create_task(self.bot.start(self.playground.token))
        await self.playground.bot_ready()
        await self.bot.wait_until_ready()
        await self.playground.wait_for(lambda: not any(guild.unavailable for guild in self.bot.guilds))

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does."""
        await self.bot.close()
        if self._running is not None:
            await asyncio.wait([self._running])
        await self.store.close()

    async def close(self) -> None:
        """Stop everything; with the description of Discord's API at hand, every exchange is held against it."""
        await self.stop()
        await self.playground.close()
        if os.environ.get("DISCORD_OPENAPI"):
            found = from_environment().findings(self.playground.record.exchanges)
            assert not found, "\n".join(map(str, found))

    def person(self, name: str) -> Person:
        return self.playground.person(name)

    @property
    def games(self) -> Channel:
        return self.playground.channel("games")

    async def quiet(self) -> None:
        """Wait until the bot has sent everything that is due. It is told that time has passed: by itself it would look
        for that after five seconds."""
        while True:
            await self.bot.services.lanes.idle()
            if not await self.store.outbox.pending(self.now):
                return
            self.store.outbox.wake()
            await asyncio.sleep(0.01)

    # Playing.

    async def begin(self, host: Person, *guests: Person, line: str = "iye new", **options: Any) -> Channel:
        """Open a table with everybody seated and start it; gives the match's thread."""
        lobby = await host.command(self.games, line, **options)
        assert isinstance(lobby, Message)
        for guest in guests:
            await guest.press(lobby, "Join")
        self.games.catch_up()
        await host.press(lobby, "Start")
        await self.quiet()
        return self.games.threads[-1]

    def to_move(self, post: Message) -> Person:
        """Whom a post calls."""
        (person,) = post.mentions
        return person

    async def play(self, post: Message, wish: str = "") -> Message:
        """Whoever the post calls opens the panel and makes choices until the turn is over; gives the last panel.

        `wish` is a part of the label to prefer; else the first choice is taken.
        """
        person = self.to_move(post)
        panel = await person.press(post, "Play")
        for _ in range(40):
            assert isinstance(panel, Message)
            choice = pick(panel, wish)
            if choice is None:
                return panel
            kind, name = choice
            panel = await (person.press(panel, name) if kind == "button" else person.choose(panel, name))
        raise AssertionError("the turn does not end")

    async def play_out(self, thread: Channel, game: str, *, typed: int = 6, most: int = 3000) -> Message:
        """Play a match to its end by default choices (the first ones might go on for ever); gives its last post.

        The first choices are typed as commands. The rest go to the table without the private panels between them,
        whose pictures would take most of the time; the turn posts are all made.
        """
        await self.quiet()
        for number in range(most):
            post = newest_post(thread)
            if not post.mentions:
                return post
            person = self.to_move(post)
            if number < typed:
                choices = await person.autocomplete(thread, f"{game} play", focused="option")
                await person.command(thread, f"{game} play", option=choices[0]["value"])
            else:
                await self.finish_turn(int(post.buttons[0].custom_id.split(":")[2]), int(person.id))
            await self.quiet()
        raise AssertionError("the match does not end")

    async def finish_turn(self, match: int, person: int) -> None:
        """Take default choices until somebody else must choose."""
        while (perspective := await self.bot.services.table.look(match, person)).decision is not None:
            await self.bot.services.table.take(match, person, perspective.decision.default(perspective.view))


def newest_post(thread: Channel) -> Message:
    """The newest post with a board."""
    return [message for message in thread.messages if message.images][-1]


def pick(panel: Message, wish: str) -> tuple[str, str] | None:
    """What to press next: ("button", label) or ("menu", value); None when there is no choice."""
    labels = [button.label for button in panel.buttons if not button.disabled]
    if "Confirm" in labels:
        return "button", "Confirm"
    values = [(option.label, option.value) for select in panel.selects for option in select.options]
    for label, value in values:
        if wish.lower() in label.lower():
            return "menu", value
    if values:
        return "menu", values[0][1]
    choices = [label for label in labels if label not in TOOLS]
    for label in choices:
        if wish.lower() in label.lower():
            return "button", label
    return ("button", choices[0]) if choices else None


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with WorkerPool() as pool:
        scene = Scene(tmp_path, pool)
        await scene.open()
        yield scene
        await scene.close()


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[Scene]:
    """A scene for tests that look at no picture: nothing is drawn, which takes most of the time."""
    scene = Scene(tmp_path, QuickPool())
    await scene.open()
    yield scene
    await scene.close()
