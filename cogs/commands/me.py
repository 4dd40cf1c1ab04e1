"""`/me`: what a person has set for himself, and `/match mute`."""

from __future__ import annotations

from typing import Any

import msgspec
from discord import app_commands

from cogs.commands.common import MATCH_HELP, Choices, find_match, match_choices, suggesting
from cogs.commands.match import group as match_group
from cogs.services import Client, Interaction
from cogs.ui import post
from render import notices_me as say
from render.presenter import shorten
from storage.records import PersonSettings
from table import seating
from table.errors import Refusal
from table.hours import DAY, is_quiet, zones

MENU = 25
LONGEST_AWAY = 60
"""Days off that can be taken at once: nobody should have to wait longer for somebody who may have left."""

group = app_commands.Group(
    name="me",
    description="Your own settings: pictures, notices, quiet hours, days off",
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
        mark = int(person.extra.get("digest", 0)) + 1
        person = msgspec.structs.replace(person, extra={**person.extra, "digest": mark})
        await people.put(user_id, person)
        await interaction.client.services.table.begin_digest(user_id, person)
    else:
        await people.put(user_id, person)
    if "away_until" in changes:
        await interaction.client.services.table.days_off(user_id, before, person)
    await show_settings(interaction, person)
    return person


async def show_settings(interaction: Interaction, person: PersonSettings) -> None:
    """All of a person's settings, to himself alone."""
    now = interaction.client.services.clock()
    text = say.settings(person, resting=is_quiet(person, now), away=(person.away_until or 0) > now)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=post.note(text))
    else:
        await interaction.response.send_message(view=post.note(text), ephemeral=True)


@group.command(name="show", description="Show your settings")
async def show(interaction: Interaction) -> None:
    """`/me show`."""
    await show_settings(interaction, await interaction.client.services.store.people.get(interaction.user.id))


@group.command(name="theme", description="Light or dark pictures in your private panels")
@app_commands.describe(colours="Which pictures you like better")
@app_commands.choices(
    colours=[app_commands.Choice(name="Light", value="light"), app_commands.Choice(name="Dark", value="dark")]
)
async def theme(interaction: Interaction, colours: str) -> None:
    """`/me theme`."""
    await change(interaction, theme=colours)


@group.command(name="confirm", description="Whether a choice that cannot be undone is shown to you first")
@app_commands.describe(first="Show it and ask, or carry it out at once")
async def confirm(interaction: Interaction, first: bool) -> None:
    """`/me confirm`."""
    await change(interaction, confirm=first)


@group.command(name="reminders", description="How often you are reminded of a match that waits for you")
@app_commands.describe(every="At most three reminders, so far apart")
@app_commands.choices(
    every=[app_commands.Choice(name=name, value=hours) for hours, name in say.INTERVALS.items() if hours]
    + [app_commands.Choice(name=say.INTERVALS[0], value=0)]
)
async def reminders(interaction: Interaction, every: int) -> None:
    """`/me reminders`."""
    await change(interaction, remind_hours=every or None)


@group.command(name="zone", description="Your time zone, for quiet hours and the daily list")
@app_commands.describe(zone="Its name, such as Europe/Istanbul")
async def zone(interaction: Interaction, zone: str) -> None:
    """`/me zone`."""
    await change(interaction, zone=require_zone(zone))


@group.command(name="quiet", description="Hours in which you are told nothing; without hours there are none")
@app_commands.rename(first="from")
@app_commands.describe(first="The hour at which they begin, 0 to 23", to="The hour at which they end, 0 to 23")
@app_commands.describe(zone="Your time zone, such as Europe/Istanbul")
async def quiet(
    interaction: Interaction,
    first: app_commands.Range[int, 0, 23] | None = None,
    to: app_commands.Range[int, 0, 23] | None = None,
    zone: str | None = None,
) -> None:
    """`/me quiet`."""
    if (first is None) != (to is None):
        raise Refusal("Quiet hours need both their beginning and their end.")
    if first is not None and first == to:
        raise Refusal("Quiet hours cannot last the whole day; for days off there is `/me vacation`.")
    changes: dict[str, Any] = {"quiet_from": first, "quiet_to": to}
    if zone is not None:
        changes["zone"] = require_zone(zone)
    await change(interaction, **changes)


@group.command(name="notices", description="Where you are told that a match waits for you")
@app_commands.describe(where="In the match's thread, or in a direct message")
@app_commands.choices(
    where=[
        app_commands.Choice(name="In the match's thread", value="thread"),
        app_commands.Choice(name="In a direct message", value="direct"),
    ]
)
async def notices(interaction: Interaction, where: str) -> None:
    """`/me notices`. A direct message is tried at once, so that somebody who takes none learns of it now."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if where == "direct":
        await interaction.user.send(say.DIRECT_FROM_NOW)
    await change(interaction, notices=where)


@group.command(name="headsup", description="A note when the player before you has the turn (with three or more)")
@app_commands.describe(wanted="Whether you want it")
async def headsup(interaction: Interaction, wanted: bool) -> None:
    """`/me headsup`."""
    await change(interaction, heads_up=wanted)


@group.command(name="digest", description="A daily list of all matches that wait for you, in a direct message")
@app_commands.describe(hour="The hour at which it comes, 0 to 23; none: no list", zone="Your time zone")
async def digest(
    interaction: Interaction, hour: app_commands.Range[int, 0, 23] | None = None, zone: str | None = None
) -> None:
    """`/me digest`."""
    named = None if zone is None else require_zone(zone)
    await interaction.response.defer(ephemeral=True, thinking=True)
    if hour is not None:
        await interaction.user.send(say.DIGEST_FROM_NOW)
    changes: dict[str, Any] = {"digest_hour": hour}
    if named is not None:
        changes["zone"] = named
    await change(interaction, **changes)


@group.command(name="vacation", description="Days off from now on: no notices, and your deadlines wait")
@app_commands.describe(days="How many days, 1 to 60; 0: you are back")
async def vacation(interaction: Interaction, days: app_commands.Range[int, 0, 60]) -> None:
    """`/me vacation`."""
    await change(interaction, away_until=interaction.client.services.clock() + days * DAY if days else None)


def require_zone(name: str) -> str:
    """The zone's exact name. Refusal when there is none."""
    wanted = name.strip().lower().replace(" ", "_")
    for known in zones():
        if known.lower() == wanted:
            return known
    raise Refusal(f"“{shorten(name, 40)}” is no time zone; choose one of the suggestions, such as Europe/Istanbul.")


@suggesting
async def _zones(interaction: Interaction, current: str) -> Choices:
    typed = current.strip().lower().replace(" ", "_")
    names = [name for name in zones() if typed in name.lower()]
    names.sort(key=lambda name: not name.lower().rpartition("/")[2].startswith(typed))
    return [app_commands.Choice(name=name, value=name) for name in names[:MENU]]


@match_group.command(name="mute", description="Hear nothing more of a match, or hear of it again")
@app_commands.describe(muted="Whether it is muted for you", match=MATCH_HELP)
async def mute(interaction: Interaction, muted: bool = True, match: str | None = None) -> None:
    """`/match mute`."""
    match_id = await find_match(interaction, None, match)
    async with interaction.client.services.store.matches.open(match_id) as opened:
        seat = seating.seat_of(opened, interaction.user.id)
        opened.mute(seat.index, muted)
    text = say.muted(post.title_of(opened)) if muted else say.unmuted(post.title_of(opened))
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
