"""`/me`: what a person has set for themselves, and `/match mute`."""

from __future__ import annotations

from typing import Any

import msgspec
from discord import app_commands

from cogs.commands.common import Choices, find_match, match_choices, suggesting
from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.commands.match import group as match_group
from cogs.services import Client, Interaction
from cogs.ui import post
from render.messages import settings as words
from render.presenter import shorten
from storage.extra import PersonExtra
from storage.records import PersonSettings
from table import seating
from table.errors import Refusal
from table.fold import fits, same, squeezed
from table.hours import DAY, is_quiet, zones

MENU = 25
LONGEST_AWAY = 60
"""Days off that can be taken at once: nobody should have to wait longer for somebody who may have left."""

group = app_commands.Group(
    name="me",
    description=NOT_DESCRIBED,
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)


async def change(interaction: Interaction, **changes: Any) -> PersonSettings:
    """Save the person's settings with these changes, do what follows from them, and show them as they are then."""
    people, user_id = interaction.client.services.store.people, interaction.user.id
    before = await people.get(user_id)
    person = msgspec.structs.replace(before, **changes)
    if person.digest_hour is not None and {"digest_hour", "zone"} & set(changes):
        # A new mark ends the daily lists that were planned by earlier settings.
        person = msgspec.structs.replace(person, extra=PersonExtra(person.extra.digest + 1))
        await people.put(user_id, person)
        await interaction.client.services.table.begin_digest(user_id, person)
    else:
        await people.put(user_id, person)
    if "away_until" in changes:
        await interaction.client.services.table.days_off(user_id, before, person)
    await show_settings(interaction, person)
    return person


async def show_settings(interaction: Interaction, person: PersonSettings) -> None:
    """All of a person's settings, to themselves alone."""
    now = interaction.client.services.clock()
    text = words.overview(person, resting=is_quiet(person, now), away=(person.away_until or 0) > now)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=post.note(text))
    else:
        await interaction.response.send_message(view=post.note(text), ephemeral=True)


@group.command(name="show")
async def show(interaction: Interaction) -> None:
    """`/me show`."""
    await show_settings(interaction, await interaction.client.services.store.people.get(interaction.user.id))


@group.command(name="theme")
@app_commands.choices(colours=[app_commands.Choice(name=name, value=key) for key, name in words.themes().items()])
async def theme(interaction: Interaction, colours: str) -> None:
    """`/me theme`."""
    await change(interaction, theme=colours)


@group.command(name="confirm")
async def confirm(interaction: Interaction, first: bool) -> None:
    """`/me confirm`."""
    await change(interaction, confirm=first)


@group.command(name="reminders")
@app_commands.choices(
    every=[app_commands.Choice(name=words.interval(hours), value=hours) for hours in (*words.INTERVALS, 0)]
)
async def reminders(interaction: Interaction, every: int) -> None:
    """`/me reminders`."""
    await change(interaction, remind_hours=every or None)


@group.command(name="zone")
async def zone(interaction: Interaction, zone: str) -> None:
    """`/me zone`."""
    await change(interaction, zone=require_zone(zone))


@group.command(name="quiet")
@app_commands.rename(first="from")
async def quiet(
    interaction: Interaction,
    first: app_commands.Range[int, 0, 23] | None = None,
    to: app_commands.Range[int, 0, 23] | None = None,
    zone: str | None = None,
) -> None:
    """`/me quiet`."""
    if (first is None) != (to is None):
        raise Refusal("quiet_hours_half")
    if first is not None and first == to:
        raise Refusal("quiet_hours_whole")
    changes: dict[str, Any] = {"quiet_from": first, "quiet_to": to}
    if zone is not None:
        changes["zone"] = require_zone(zone)
    await change(interaction, **changes)


@group.command(name="notices")
@app_commands.choices(where=[app_commands.Choice(name=name, value=key) for key, name in words.places().items()])
async def notices(interaction: Interaction, where: str) -> None:
    """`/me notices`. A direct message is tried at once, so that somebody who takes none learns of it now."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if where == "direct":
        await interaction.user.send(words.told_here_from_now())
    await change(interaction, notices=where)


@group.command(name="headsup")
async def headsup(interaction: Interaction, wanted: bool) -> None:
    """`/me headsup`."""
    await change(interaction, heads_up=wanted)


@group.command(name="digest")
async def digest(
    interaction: Interaction, hour: app_commands.Range[int, 0, 23] | None = None, zone: str | None = None
) -> None:
    """`/me digest`."""
    named = None if zone is None else require_zone(zone)
    await interaction.response.defer(ephemeral=True, thinking=True)
    if hour is not None:
        await interaction.user.send(words.listed_here_from_now())
    changes: dict[str, Any] = {"digest_hour": hour}
    if named is not None:
        changes["zone"] = named
    await change(interaction, **changes)


@group.command(name="vacation")
async def vacation(interaction: Interaction, days: app_commands.Range[int, 0, 60]) -> None:
    """`/me vacation`."""
    await change(interaction, away_until=interaction.client.services.clock() + days * DAY if days else None)


def require_zone(name: str) -> str:
    """The zone's exact name, also by its city alone. Refusal when there is none, or several."""
    for known in zones():
        if same(name, known):
            return known
    cities = [known for known in zones() if same(name, known.rpartition("/")[2])]
    if len(cities) == 1:
        return cities[0]
    raise Refusal("zone_unknown", name=shorten(name, 40))


@suggesting
async def _zones(interaction: Interaction, current: str) -> Choices:
    names = [name for name in zones() if fits(current, name)]
    names.sort(key=lambda name: not squeezed(name.rpartition("/")[2]).startswith(squeezed(current)))
    return [app_commands.Choice(name=name, value=name) for name in names[:MENU]]


@match_group.command(name="mute")
async def mute(interaction: Interaction, muted: bool = True, match: str | None = None) -> None:
    """`/match mute`."""
    match_id = await find_match(interaction, None, match)
    async with interaction.client.services.store.matches.open(match_id) as opened:
        seat = seating.seat_of(opened, interaction.user.id)
        opened.mute(seat.index, muted)
    text = words.muted(post.title_of(opened)) if muted else words.unmuted(post.title_of(opened))
    await interaction.response.send_message(view=post.note(text), ephemeral=True)


@suggesting
async def _matches(interaction: Interaction, current: str) -> Choices:
    return await match_choices(interaction, current)


mute.autocomplete("match")(_matches)
_command: app_commands.Command[Any, ..., None]
for _command in (zone, quiet, digest):
    _command.autocomplete("zone")(_zones)


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
