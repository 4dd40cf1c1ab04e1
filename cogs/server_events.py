"""What follows when a channel is deleted, or the bot comes back to a server."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord.ext import commands

from cogs.services import Services
from storage.errors import MatchError
from table.reminders import GONE
from table.state import kept


class ServerEvents(commands.Cog):
    """The tables of a channel that is gone, and the matches of a server that the bot has come back to."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables whose message went with the channel; a match under way can go on elsewhere."""
        if self.services.work.closing:
            return
        with self.services.work.going_on():
            for table in await self.services.store.matches.running_in(channel.guild.id, ("lobby",)):
                if table.place.channel_id == channel.id:
                    with suppress(MatchError):
                        await self._close(table.id)

    async def _close(self, number: int) -> None:
        async with self.services.store.matches.open(number) as match:
            if match.status == "lobby":
                match.close(self.services.clock())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the boards anew of the matches that could not be posted: the bot may have been here before."""
        if self.services.work.closing:
            return
        with self.services.work.going_on():
            for match in await self.services.store.matches.running_in(guild.id, ("running",)):
                if (kept(match).lost or GONE) != GONE:
                    with suppress(MatchError):
                        await self._post_anew(match.id)

    async def _post_anew(self, number: int) -> None:
        async with self.services.store.matches.open(number) as match:
            if match.status == "running" and kept(match).lost:
                match.announce("turn", None, self.services.clock())
