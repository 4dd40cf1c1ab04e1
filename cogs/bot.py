"""The client: it connects to Discord, puts the services together, and answers what discord.py leaves unanswered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import GAMES, SUBJECTS
from cogs.commands.descriptions import describe
from cogs.discord_internals import waits_for_form
from cogs.health import Health
from cogs.outbox.assembly import dispatcher_for
from cogs.outbox.interrupted import InterruptedTables
from cogs.outbox.scheduler import Scheduler
from cogs.server_events import ServerEvents
from cogs.services import AnyInteraction, Client, Services, utc_now
from cogs.ui import errors, lobby, play, rematch
from cogs.ui.presses import ChosenFromMenu, PressedButton, late_press
from render.messages.errors import form_gone, restarting
from render.worker_pool import WorkerPool
from storage import Store

log = logging.getLogger("longhouse")

CLOSE_SECONDS = 3
"""Seconds that what is open has to be finished when the program ends."""


class _Tree(app_commands.CommandTree["LonghouseBot"]):
    """Commands: refused while the program ends, and every error answered."""

    async def interaction_check(self, interaction: discord.Interaction[LonghouseBot], /) -> bool:
        if not self.client.services.work.closing:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await errors.say(interaction, restarting())
        return False

    async def _call(self, interaction: discord.Interaction[LonghouseBot]) -> None:
        """discord.py calls it for every command; counted, so that the program ends after it."""
        if self.client.services.work.again(interaction.id):
            return
        with self.client.services.work.going_on():
            await super()._call(interaction)

    async def on_error(
        self, interaction: discord.Interaction[LonghouseBot], error: app_commands.AppCommandError, /
    ) -> None:
        command = interaction.command.qualified_name if interaction.command else "?"
        await errors.answer(interaction, error, f"command={command}")


class LonghouseBot(Client):
    """Longhouse on Discord. `clock` gives UTC seconds since 1970; `thinking_seconds` bounds a hard computer player.

    For the host: `health_file` is renewed while the bot is well; `metrics_port` serves figures (0: none).
    """

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        *,
        clock: Callable[[], int] = utc_now,
        thinking_seconds: float = 2.0,
        metrics_port: int = 0,
        health_file: Path | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
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
        self.services = Services(store, pool, self, clock, thinking_seconds)
        self.dispatcher = dispatcher_for(self.services)
        self.tables = InterruptedTables(self.services)
        self.scheduler = Scheduler(self.services)
        self.health = Health(self.services, self, metrics_port, health_file)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Before the gateway: register commands and buttons, tell Discord the commands, begin to send."""
        await self.register()
        await self.tree.sync()
        self._start(self._finish_tables(await self.tables.find()), "interrupted tables")
        self._start(self.scheduler.run(), "scheduler")
        self._start(self.health.run(), "health")
        self._start(self.dispatcher.run(), "dispatcher")

    async def _finish_tables(self, numbers: list[int]) -> None:
        await self.wait_until_ready()
        with self.services.work.going_on():
            await self.tables.finish(numbers)

    async def register(self) -> None:
        """All commands, buttons and listeners. No extensions: those forget their modules at the end."""
        for part in (lobby, play, rematch, *SUBJECTS, *GAMES):
            part.register(self)
        describe(self.tree)
        await self.add_cog(ServerEvents(self.services))
        self.add_dynamic_items(PressedButton, ChosenFromMenu)

    def _start(self, work: Awaitable[Any], name: str) -> None:
        """Run something for as long as the bot lives; that it ends by an error is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.set_name(name)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s ended", task.get_name(), exc_info=error)

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """discord.py calls it for everything; here for what discord.py itself would leave unanswered."""
        if interaction.type is discord.InteractionType.component and (press := late_press(interaction)) is not None:
            await self.services.presses.handle(interaction, press)
        elif (
            interaction.type is discord.InteractionType.modal_submit
            and not self.services.work.again(interaction.id)
            and not waits_for_form(self, dict(interaction.data or {}).get("custom_id"))
        ):
            await errors.say(interaction, form_gone())  # it was opened before the program started

    async def close(self) -> None:
        """Take nothing more, finish what is open (three seconds at most), and leave."""
        work = self.services.work
        if not work.closing:
            work.closing = True
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await work.finished()
                    await self.services.lanes.idle()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().close()
