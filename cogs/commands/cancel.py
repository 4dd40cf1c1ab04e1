"""`/match cancel`: a table that gathers players is closed or left, also where its message is gone; and the tables of a
channel that is deleted are closed with it. And what follows when the bot comes back to a server."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from cogs.bot import LonghouseBot
from cogs.commands.common import Choices, Interaction, number_of, suggesting
from cogs.commands.match import group
from cogs.ui import post
from cogs.ui.panel import MENU
from render import notices_seats as words
from render.presenter import shorten
from storage.errors import MatchError
from storage.records import MatchSummary
from table.errors import Refusal
from table.perspective import plain, title
from table.reminders import GONE


@group.command(name="cancel", description="Close your table that has not begun, or leave somebody else's")
@app_commands.describe(match="Which table, where you sit at several")
async def cancel(interaction: Interaction, match: str | None = None) -> None:
    """`/match cancel`."""
    bot, user = interaction.client, interaction.user
    await interaction.response.defer(ephemeral=True, thinking=True)
    number = number_of(match) if match is not None else await _only_table(interaction)
    async with bot.store.matches.open(number) as table:
        bot.lobby.require_lobby(table)
        mine = table.host_id == user.id
        view = bot.lobby.give_up(table) if mine else bot.lobby.stand_up(table, user.id)
    said = words.table_closed if mine else words.table_left
    await interaction.edit_original_response(view=post.note(said(post.title_of(table))))
    with suppress(discord.HTTPException):  # it is closed all the same
        await bot.lobby.edit(table, view)


async def _only_table(interaction: Interaction) -> int:
    tables = await _tables(interaction)
    if not tables:
        raise Refusal(words.NO_TABLE)
    if len(tables) > 1:
        raise Refusal(words.MANY_TABLES)
    return tables[0].id


async def _tables(interaction: Interaction) -> list[MatchSummary]:
    return await interaction.client.store.matches.of_user(interaction.user.id, ("lobby",))


@cancel.autocomplete("match")
@suggesting
async def _choices(interaction: Interaction, current: str) -> Choices:
    found = []
    for table in await _tables(interaction):
        name = shorten(f"{title(table.game_key, table.id)}: a table by {plain(table.host_name)}", 100)
        if current.strip().lower() in name.lower():
            found.append(app_commands.Choice(name=name, value=str(table.id)))
    return found[:MENU]


class Channels(commands.Cog):
    """What becomes of the tables in a channel that is gone."""

    def __init__(self, bot: LonghouseBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables whose message went with the channel; a match under way can go on elsewhere."""
        if self.bot.closing:
            return
        with self.bot.working():
            for table in await self.bot.store.matches.running_in(channel.guild.id, ("lobby",)):
                if table.place.channel_id == channel.id:
                    with suppress(MatchError):
                        await self._close(table.id)

    async def _close(self, number: int) -> None:
        async with self.bot.store.matches.open(number) as match:
            if match.status == "lobby":
                match.close(self.bot.clock())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the boards anew of the matches that could not be posted: the bot may have been here before."""
        if self.bot.closing:
            return
        with self.bot.working():
            for match in await self.bot.store.matches.running_in(guild.id, ("running",)):
                if match.extra.get("lost", GONE) != GONE:
                    with suppress(MatchError):
                        await self._post_anew(match.id)

    async def _post_anew(self, number: int) -> None:
        async with self.bot.store.matches.open(number) as match:
            if match.status == "running" and match.extra.get("lost"):
                match.announce("turn", {}, self.bot.clock())


async def setup(bot: LonghouseBot) -> None:
    """Called by the bot."""
    await bot.add_cog(Channels(bot))
