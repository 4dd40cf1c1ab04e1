"""`/help`: a few pages for somebody who has never seen the bot."""

from __future__ import annotations

from typing import Any

from discord import app_commands, ui

from cogs.services import Client, Interaction
from cogs.ui.presses import Press, button, press_id
from render.help import pages
from render.messages import markup


@app_commands.command(name="help")
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=True)
async def show(interaction: Interaction) -> None:
    """`/help`."""
    await interaction.response.send_message(view=page(0), ephemeral=True)


async def turn(interaction: Interaction, press: Press) -> None:
    """To another page: its number stands in the revision's place."""
    await interaction.response.edit_message(view=page(press.revision))


def page(number: int) -> ui.LayoutView:
    """A page with buttons to all."""
    every = pages()
    number = min(number, len(every) - 1)
    view = ui.LayoutView(timeout=None)
    buttons = [
        button(title, press_id("help", 0, index), disabled=index == number) for index, (title, _) in enumerate(every)
    ]
    title, text = every[number]
    body = ui.TextDisplay[Any](f"{markup.heading(title)}\n{text}")
    view.add_item(ui.Container(body, ui.ActionRow(*buttons), accent_colour=0x3F7D6E))
    return view


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(show)
    client.services.presses.on("help", turn, private=True)
