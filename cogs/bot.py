"""The bot: it holds the services, hands presses to whoever registered, and answers every failure with a sentence."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.metrics import Metrics
from cogs.outbox.dispatcher import Dispatcher
from cogs.ui.errors import for_log, sentence
from cogs.ui.presses import ChosenFromMenu, Handler, Press, PressedButton, late_press, on_private
from render import notices
from table.errors import Refusal
from table.table import Table

if TYPE_CHECKING:
    from cogs.outbox.notifier import Notifier
    from cogs.outbox.scheduler import Scheduler
    from cogs.ui.lobby import Lobby
    from render.worker_pool import WorkerPool
    from storage import Store

log = logging.getLogger("longhouse")

ANSWERED = 40060
"""Discord's code for a second first answer: it has our first one, though its word of that was lost on the way."""

ONLY_PRIVATE = "That button works in your own panel only: press Play, or write the command again."

PARTS = (
    "cogs.ui.lobby",
    "cogs.outbox.notices",
    "cogs.ui.play",
    "cogs.commands.match",
    "cogs.commands.seats",
    "cogs.commands.cancel",
    "cogs.commands.history",
    "cogs.ui.rematch",
    "cogs.outbox.scheduler",
    "cogs.commands.me",
    "cogs.commands.help",
    "cogs.commands.admin",
    "cogs.commands.privacy",
    "cogs.health",
    "cogs.commands.stats",
    "cogs.commands.daily",
    "cogs.commands.iye",
    "cogs.commands.tiwanaku",
    "cogs.commands.iwari",
)
"""What is set up, the shared parts before the games. No extensions: those forget their modules at the end."""


class _Tree(app_commands.CommandTree["LonghouseBot"]):
    """Commands: refused while the program ends, and every error answered."""

    async def interaction_check(self, interaction: discord.Interaction[LonghouseBot], /) -> bool:
        if not self.client.closing:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await self.client.say(interaction, notices.RESTARTING)
        return False

    async def _call(self, interaction: discord.Interaction[LonghouseBot]) -> None:
        """Called by discord.py for every command; counted, so that the program ends after it."""
        with self.client.working():
            await super()._call(interaction)

    async def on_error(
        self, interaction: discord.Interaction[LonghouseBot], error: app_commands.AppCommandError, /
    ) -> None:
        command = interaction.command.qualified_name if interaction.command else "?"
        await self.client.fail(interaction, error, f"command={command}")


class LonghouseBot(commands.Bot):
    """Longhouse on Discord. `clock` gives UTC seconds since 1970; `thinking_seconds` bounds a hard computer player."""

    lobby: Lobby
    notifier: Notifier
    scheduler: Scheduler

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        *,
        clock: Callable[[], int] = lambda: int(time.time()),
        thinking_seconds: float = 2.0,
        **options: Any,
    ) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(
            commands.when_mentioned,
            intents=intents,
            tree_cls=_Tree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **options,
        )
        self.store = store
        self.pool = pool
        self.clock = clock
        self.thinking_seconds = thinking_seconds
        self.table = Table(store, clock)
        self.dispatcher = Dispatcher(self)
        self.metrics = Metrics()
        self.metrics_port = 0
        self.health_file: Path | None = None
        self.closing = False
        self.handlers: dict[str, Handler] = {}
        self.private: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._working = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def setup_hook(self) -> None:
        """Before the gateway: load the parts, register the buttons, tell Discord the commands, begin to send."""
        for part in PARTS:
            await import_module(part).setup(self)
        self.add_dynamic_items(PressedButton, ChosenFromMenu)
        await self.tree.sync()
        self.keep(self.dispatcher.run(), "dispatcher")

    def keep(self, work: Awaitable[Any], name: str) -> None:
        """Run something for as long as the bot lives; that it ends by an error is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.set_name(name)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s ended", task.get_name(), exc_info=error)

    def watch(self, metrics_port: int, health_file: Path | None) -> None:
        """For the host: renew a health file, and serve metrics, where they are asked for."""
        self.health_file, self.metrics_port = health_file, metrics_port

    # Presses.

    def on_press(self, action: str, handler: Handler, *, private: bool = False) -> None:
        """Have `handler` called for every press of this action. ValueError when the action is taken.

        `private`: its buttons are on messages that one person sees, and the handler edits the message that was pressed.
        """
        if action in self.handlers:
            raise ValueError(f"two handlers for {action}")
        self.handlers[action] = handler
        if private:
            self.private.add(action)

    async def on_interaction(self, interaction: discord.Interaction[LonghouseBot]) -> None:
        """Called by discord.py for everything; here for what discord.py itself would leave unanswered."""
        if interaction.type is discord.InteractionType.component and (press := late_press(interaction)) is not None:
            await self.pressed(interaction, press)
        elif interaction.type is discord.InteractionType.modal_submit and self._forgotten(interaction):
            await self.say(interaction, notices.FORM_GONE)

    def _forgotten(self, interaction: discord.Interaction[LonghouseBot]) -> bool:
        """Whether a form was opened before the program started, so that nobody here waits for it."""
        custom_id = dict(interaction.data or {}).get("custom_id")
        return custom_id not in self._connection._view_store._modals

    async def pressed(self, interaction: discord.Interaction[LonghouseBot], press: Press) -> None:
        """Called for every press on one of our buttons and menus; answers whatever happens."""
        if self.closing:
            await self.say(interaction, notices.RESTARTING)
            return
        try:
            with self.working():
                handler = self.handlers.get(press.action)
                if handler is None:
                    raise Refusal("That button is from another version of Longhouse; use the newest post.")
                if press.action in self.private and not on_private(interaction):
                    raise Refusal(ONLY_PRIVATE)
                await handler(interaction, press)
        except Exception as error:
            await self.fail(interaction, error, f"press={press.action} match={press.match} revision={press.revision}")

    @contextmanager
    def working(self) -> Iterator[None]:
        """Something that must be finished before the program ends."""
        self._working += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._working -= 1
            if not self._working:
                self._quiet.set()

    # Answers.

    async def fail(self, interaction: discord.Interaction[Any], error: BaseException, where: str) -> None:
        """Tell the person in one sentence what went wrong, and the log where."""
        cause = getattr(error, "original", error)
        if isinstance(cause, discord.NotFound) and cause.code in (10062, 10015):
            log.warning("answered too late: %s user=%s", where, interaction.user.id)
            return
        log.info("refused: %s user=%s cause=%s", where, interaction.user.id, for_log(cause))
        if interaction.type is discord.InteractionType.autocomplete:
            return
        await self.say(interaction, sentence(error))

    async def say(self, interaction: discord.Interaction[Any], text: str) -> None:
        """A private sentence to the person, however far the interaction has come."""
        with suppress(discord.HTTPException, aiohttp.ClientError):
            if not interaction.response.is_done():
                try:
                    await interaction.response.send_message(text, ephemeral=True)
                    return
                except discord.HTTPException as error:
                    if error.code != ANSWERED:
                        raise
            await interaction.followup.send(text, ephemeral=True)

    async def close(self) -> None:
        """Take nothing more, finish what is open (three seconds at most), and leave."""
        if not self.closing:
            self.closing = True
            with suppress(TimeoutError):
                async with asyncio.timeout(3):
                    await self._quiet.wait()
                    await self.dispatcher.idle()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().close()
