"""What is used of discord.py beyond what it promises is there, and works."""

from __future__ import annotations

import discord
from discord import ui

from cogs.discord_internals import waits_for_form


async def test_a_form_is_known_from_its_opening_until_it_is_handed_in() -> None:
    client = discord.Client(intents=discord.Intents.none())
    form = ui.Modal(title="Options", custom_id="a form")
    assert not waits_for_form(client, "a form")
    client._connection.store_view(form)
    assert waits_for_form(client, "a form") and not waits_for_form(client, "another")
    form.stop()
