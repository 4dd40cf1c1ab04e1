"""`/match cancel`: a table that gathers players is closed or left, also where its message is gone; and the tables of a
channel that is deleted are closed with it. And what follows when the bot comes back to a server."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands

from cogs.commands.common import Choices, number_of, suggesting
from cogs.commands.match import group
from cogs.services import Client, Interaction
from cogs.ui import post
from cogs.ui.lobby import Lobby
from cogs.ui.panel import MENU
from cogs.ui.presses import Press
from render.messages import lobby as words
from render.presenter import shorten
from storage.records import MatchSummary
from table.errors import Refusal
from table.fold import fits
from table.perspective import plain, title


@group.command(name="cancel")
async def cancel(interaction: Interaction, match: str | None = None) -> None:
    """`/match cancel`."""
    user, lobby = interaction.user, Lobby(interaction.client.services)
    await interaction.response.defer(ephemeral=True, thinking=True)
    number = number_of(match) if match is not None else await _only_table(interaction)
    async with interaction.client.services.store.matches.open(number) as table:
        lobby.require_lobby(table)
        mine = table.host_id == user.id
        view = lobby.really_close(table) if mine else lobby.stand_up(table, user.id)
    if mine:
        await interaction.edit_original_response(view=view)
        return
    await interaction.edit_original_response(view=post.note(words.you_left(post.title_of(table))))
    with suppress(discord.HTTPException):  # they have left all the same
        await lobby.edit(table, view)


async def press_close_table(interaction: Interaction, press: Press) -> None:
    """The host's wish to give the table up was confirmed."""
    lobby = Lobby(interaction.client.services)
    await interaction.response.defer()
    async with interaction.client.services.store.matches.open(press.match) as table:
        lobby.require_lobby(table)
        lobby.require_host(table, interaction.user)
        view = lobby.give_up(table)
    await interaction.edit_original_response(view=post.note(words.you_closed(post.title_of(table))))
    with suppress(discord.HTTPException):  # it is closed all the same
        await lobby.edit(table, view)


async def _only_table(interaction: Interaction) -> int:
    tables = await _tables(interaction)
    if not tables:
        raise Refusal("no_table")
    if len(tables) > 1:
        raise Refusal("several_tables")
    return tables[0].id


async def _tables(interaction: Interaction) -> list[MatchSummary]:
    return await interaction.client.services.store.matches.of_user(interaction.user.id, ("lobby",))


@cancel.autocomplete("match")
@suggesting
async def _choices(interaction: Interaction, current: str) -> Choices:
    found = []
    for table in await _tables(interaction):
        name = shorten(words.suggestion(title(table.game_key, table.id), plain(table.host_name)), 100)
        if fits(current, name):
            found.append(app_commands.Choice(name=name, value=str(table.id)))
    return found[:MENU]


def register(client: Client) -> None:
    """The command is in the group of `/match`."""
    client.services.presses.on("closetable", press_close_table, private=True)
