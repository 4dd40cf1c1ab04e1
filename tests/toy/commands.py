"""The commands of the toy. To be imported when it is registered, as the commands of any game."""

from __future__ import annotations

from discord import app_commands

from cogs.commands.common import game_group
from cogs.services import Client, Interaction
from cogs.ui.lobby import Lobby
from tests.toy.game import Settings

group = game_group("toy")


@group.command(name="new")
async def new(interaction: Interaction, purse: app_commands.Range[int, 1, 5] = 3) -> None:
    settings = Settings(purse=5 if purse > 3 else 3 if purse > 1 else 1, first="host")
    await Lobby(interaction.client.services).open(interaction, "toy", settings, [])


@group.command(name="solo")
async def solo(interaction: Interaction) -> None:
    await Lobby(interaction.client.services).solo(interaction, "toy", Settings(), ["easy"])


def register(client: Client) -> None:
    client.tree.add_command(group)
