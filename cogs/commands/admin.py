"""`/table`: what those who manage a server can set, close and take along."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands, ui

from cogs.commands.common import Choices, number_of, suggesting
from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.commands.server_export import pack, picked
from cogs.services import Client, Interaction
from cogs.ui import errors, post
from cogs.ui.forms import DAYS
from cogs.ui.panel import MENU
from cogs.ui.presses import Press
from cogs.ui.sure import sure
from render.messages import admin as words
from render.messages.matches import named
from render.presenter import shorten
from storage import commits
from storage.records import GuildSettings, MatchSummary
from table import proposals
from table.errors import Refusal
from table.fold import fits
from table.perspective import plain, seat_name, title

if TYPE_CHECKING:
    from storage.open_match import OpenMatch

MOST_CHANNELS = 25

group = app_commands.Group(
    name="table",
    description=NOT_DESCRIBED,
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)


def require_admin(interaction: Interaction) -> int:
    """The server's number. Refusal unless the person may manage it: a server can give commands to others too."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal("admins_only")
    return interaction.guild_id


# Settings.


@group.command(name="settings")
async def change_settings(interaction: Interaction) -> None:
    """`/table settings`."""
    guild_id = require_admin(interaction)
    rules = await interaction.client.services.store.guilds.get(guild_id)
    await interaction.response.send_modal(SettingsForm(rules, interaction.guild))


@group.command(name="show")
async def show(interaction: Interaction) -> None:
    """`/table show`."""
    rules = await interaction.client.services.store.guilds.get(require_admin(interaction))
    await interaction.response.send_message(view=post.note(told(rules)), ephemeral=True)


def told(rules: GuildSettings) -> str:
    """The settings in words."""
    return words.overview(rules.channels, rules.ping_role, rules.max_open, rules.deadline_days)


class SettingsForm(ui.Modal):
    """The form with a server's settings. A channel or role that is gone meanwhile is not shown, and so leaves them."""

    def __init__(self, rules: GuildSettings, guild: discord.Guild | None) -> None:
        super().__init__(title=words.form_title())
        self.channels = _channels(rules, guild)
        self.role = _role(rules, guild)
        self.most = _numbers("most", rules.max_open, {most: words.so_many_matches(most) for most in (0, *words.LIMITS)})
        self.days = _numbers("days", rules.deadline_days, {days: words.so_many_days(days) for days in (0, *DAYS)})
        for (text, hint), part in (
            (words.channels_label(), self.channels),
            (words.role_label(), self.role),
            (words.limit_label(), self.most),
            (words.days_label(), self.days),
        ):
            self.add_item(ui.Label(text=text, description=hint or None, component=part))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Save all of it."""
        commits.watch()
        guild_id = require_admin(interaction)
        role = self.role.values[0].id if self.role.values else None
        if role == guild_id:
            raise Refusal("role_of_everybody")
        guilds = interaction.client.services.store.guilds
        rules = msgspec.structs.replace(
            await guilds.get(guild_id),
            channels=[channel.id for channel in self.channels.values],
            ping_role=role,
            max_open=int(self.most.values[0]) or None,
            deadline_days=int(self.days.values[0]) or None,
        )
        await guilds.put(guild_id, rules)
        await interaction.response.send_message(view=post.note(told(rules)), ephemeral=True)

    async def on_error(self, interaction: Interaction, error: Exception, /) -> None:  # type: ignore[override]
        """A sentence instead of a silent failure."""
        await errors.answer(interaction, error, f"form=settings guild={interaction.guild_id}")


def _channels(rules: GuildSettings, guild: discord.Guild | None) -> ui.ChannelSelect[Any]:
    known = [number for number in rules.channels if guild is None or guild.get_channel(number) is not None]
    return ui.ChannelSelect(
        custom_id="channels",
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        min_values=0,
        max_values=MOST_CHANNELS,
        required=False,
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(number)) for number in known],
    )


def _role(rules: GuildSettings, guild: discord.Guild | None) -> ui.RoleSelect[Any]:
    number = rules.ping_role
    known = number is not None and (guild is None or guild.get_role(number) is not None)
    return ui.RoleSelect(
        custom_id="role",
        min_values=0,
        required=False,
        default_values=[discord.Object(number, type=discord.Role)] if known and number is not None else [],
    )


def _numbers(name: str, value: int | None, choices: dict[int, str]) -> ui.Select[Any]:
    """A menu of numbers; 0 stands for none."""
    options = [
        discord.SelectOption(label=text, value=str(number), default=number == (value or 0))
        for number, text in choices.items()
    ]
    return ui.Select(custom_id=name, options=options)


# Closing.


@group.command(name="close")
async def close(interaction: Interaction, match: str) -> None:
    """`/table close`: asks first."""
    found = await _of_server(interaction, number_of(match))
    asked = words.really_close(title(found.game_key, found.id))
    view = sure(found, asked, ("close_match", "closematch"), ("keep_it", "keepmatch"))
    await interaction.response.send_message(view=view, ephemeral=True)


async def press_close(interaction: Interaction, press: Press) -> None:
    """The closing was confirmed. The state is never looked at, so that a match whose state is the trouble can go."""
    require_admin(interaction)
    services = interaction.client.services
    found = await _of_server(interaction, press.match)
    async with services.store.matches.open(press.match) as match:
        if match.status not in ("lobby", "running"):
            raise Refusal("match_ended")
        close_match(match, services.clock())
    name = title(found.game_key, found.id)
    await interaction.response.edit_message(view=post.note(words.closed(name)))


def close_match(match: OpenMatch, now: int) -> None:
    """End it without a result and tell its table, in a lane of its own: what the match said before may be stuck."""
    match.close(now)
    proposals.end_all(match, now)
    match.announce("closed", None, now, lane=f"closed:{match.id}")


async def press_keep(interaction: Interaction, press: Press) -> None:
    """Not closed after all."""
    await interaction.response.edit_message(view=post.note(words.kept()))


async def _of_server(interaction: Interaction, number: int) -> MatchSummary:
    """An open match of this server. Refusal."""
    guild_id = require_admin(interaction)
    for match in await interaction.client.services.store.matches.running_in(guild_id):
        if match.id == number:
            return match
    raise Refusal("match_not_here")


@close.autocomplete("match")
@suggesting
async def _open_matches(interaction: Interaction, current: str) -> Choices:
    found = []
    for match in await interaction.client.services.store.matches.running_in(require_admin(interaction)):
        names = [seat_name(seat) for seat in match.seats] or [plain(match.host_name)]
        name = shorten(named(title(match.game_key, match.id), names), 100)
        if fits(current, name):
            found.append(app_commands.Choice(name=name, value=str(match.id)))
    return found[:MENU]


# Taking along.


@group.command(name="export")
async def export(interaction: Interaction) -> None:
    """`/table export`."""
    guild_id = require_admin(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    store = interaction.client.services.store
    rules = await store.guilds.get(guild_id)
    matches = await store.matches.running_in(guild_id, ("lobby", "running", "over", "closed"))
    logs, left_out = await picked(store, matches)
    raw = await asyncio.to_thread(pack, rules, matches, logs)
    file = discord.File(io.BytesIO(raw), filename=f"longhouse-{guild_id}.zip")
    said = words.exported(len(matches), left_out)
    await interaction.edit_original_response(content=said, attachments=[file])


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
    client.services.presses.on("closematch", press_close, private=True)
    client.services.presses.on("keepmatch", press_keep, private=True)
