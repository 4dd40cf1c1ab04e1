"""`/privacy`: what is stored, all of it about oneself as a file, and its removal."""

from __future__ import annotations

import gzip
import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import discord
import msgspec
from discord import app_commands, ui

from cogs.commands.admin import close_match
from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.services import Client, Interaction, Services
from cogs.ui import post
from cogs.ui.lobby import Lobby
from cogs.ui.presses import Press, button, press_id
from render.messages import markup
from render.messages import privacy as words
from render.messages.buttons import label
from storage.errors import MatchError, WrongStatus
from storage.people import FORMER_PLAYER
from table.errors import Refusal
from table.state import kept

PAPERS = ("PRIVACY.md", "TERMS.md")
"""The texts, which lie beside the program; a button for each."""

LARGE = 7 * 1024 * 1024
"""Bytes from which a file is sent compressed: a message takes 10 MiB."""

TRIES = 3

group = app_commands.Group(
    name="privacy",
    description=NOT_DESCRIBED,
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)


@group.command(name="show")
async def show(interaction: Interaction) -> None:
    """`/privacy show`."""
    await interaction.response.send_message(view=paper(0), ephemeral=True)


async def press_paper(interaction: Interaction, press: Press) -> None:
    """To another text: its number stands in the revision's place."""
    await interaction.response.edit_message(view=paper(press.revision))


def paper(number: int) -> ui.LayoutView:
    """One of the texts, with buttons to all."""
    number = min(number, len(PAPERS) - 1)
    title, text = read_paper(PAPERS[number])
    if number == 0:
        text += f"\n\n{words.what_you_can_do()}"
    buttons = [
        button(read_paper(name)[0], press_id("paper", 0, index), disabled=index == number)
        for index, name in enumerate(PAPERS)
    ]
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay[Any](f"{markup.heading(title)}\n{text}"), ui.ActionRow(*buttons)))
    return view


@lru_cache
def read_paper(name: str) -> tuple[str, str]:
    """Title and text, a line a paragraph: Discord would show the breaks that a file's lines have."""
    text = Path(__file__).parents[2].joinpath(name).read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    return head.lstrip("# ").strip(), re.sub(r"(?<!\n)\n(?!\n|[-*#] )\s*", " ", rest.strip())


# Taking along.


@group.command(name="export")
async def export(interaction: Interaction) -> None:
    """`/privacy export`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await interaction.client.services.store.people.everything(interaction.user.id)
    name, raw = "longhouse-about-me.json", msgspec.json.format(msgspec.json.encode(found), indent=2)
    if len(raw) > LARGE:
        name, raw = f"{name}.gz", gzip.compress(raw)
    file = discord.File(io.BytesIO(raw), filename=name)
    await interaction.edit_original_response(content=words.your_data(), attachments=[file])


# Being forgotten.


@group.command(name="delete")
async def delete(interaction: Interaction) -> None:
    """`/privacy delete`: asks first."""
    mine = await interaction.client.services.store.matches.of_user(interaction.user.id)
    running = sum(match.status == "running" for match in mine)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words.really_delete(running, len(mine) - running)))
    sure = button(label("remove_everything"), press_id("forgetme", 0, 0), discord.ButtonStyle.danger)
    view.add_item(ui.ActionRow(sure, button(label("keep_it"), press_id("keepmatch", 0, 0))))
    await interaction.response.send_message(view=view, ephemeral=True)


async def press_forget(interaction: Interaction, press: Press) -> None:
    """The removal was confirmed. Every part of it may be done twice, so that it can be tried again after a failure."""
    await interaction.response.defer()
    await forget(interaction.client.services, interaction.user.id)
    await interaction.edit_original_response(view=post.note(words.deleted()))


async def forget(services: Services, user_id: int) -> None:
    """Leave every match and table, then remove all that is stored. Refusal when new matches begin meanwhile."""
    given_up: set[int] = set()
    for _ in range(TRIES):
        for match in await services.store.matches.of_user(user_id):
            given_up.add(match.id)
            if match.status == "running":
                await _resign(services, match.id, user_id)
            else:
                await _stand_up(services, match.id, user_id)
        for number in await _traces(services, user_id):
            running = await _clean(services, number, user_id)
            if running or number in given_up:
                # A post that was being sent is noted after that, and may hold the number.
                await services.lanes.finish(f"match:{number}")
                await _clean(services, number, user_id)
        try:
            await services.store.people.forget(user_id)
        except WrongStatus:
            continue
        return
    raise Refusal("new_matches")


async def _resign(services: Services, match_id: int, user_id: int) -> None:
    """Resign; a match that cannot go on under the present rules is closed instead."""
    try:
        await services.table.resign(match_id, user_id)
    except Refusal:
        return  # it has ended meanwhile
    except MatchError:
        async with services.store.matches.open(match_id) as match:
            if match.status == "running":
                close_match(match, services.clock())


async def _stand_up(services: Services, match_id: int, user_id: int) -> None:
    async with services.store.matches.open(match_id) as match:
        if match.status != "lobby" or match.seat_of(user_id) is None:
            return  # it has begun, and is resigned in the next round
        view = Lobby(services).stand_up(match, user_id)
    await Lobby(services).edit(match, view)


async def _traces(services: Services, user_id: int) -> set[int]:
    """The numbers of all matches that know this person."""
    matches = services.store.matches
    held = await matches.of_user(user_id, ("over", "closed"))
    hosted = await matches.hosted_by(user_id, ("lobby", "running", "over", "closed"))
    return {match.id for match in (*held, *hosted)} | set(await matches.mentioning(user_id))


async def _clean(services: Services, match_id: int, user_id: int) -> bool:
    """Take the person's number and name off a match; gives whether that goes on. What it keeps of its posts goes
    when it is over.

    Under the match's lock: whoever is just noting a post there would else write the number back.
    """
    try:
        async with services.store.matches.open(match_id) as match:
            match.forget(user_id, FORMER_PLAYER)
            if match.status in ("over", "closed"):
                kept(match).posts = []
    except MatchError:
        return False  # a game that this bot does not know any more
    return match.status == "running"


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
    client.services.presses.on("paper", press_paper, private=True)
    client.services.presses.on("forgetme", press_forget, private=True)
