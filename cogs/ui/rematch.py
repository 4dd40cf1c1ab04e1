"""Rematch: the same settings and people once more, with the seats turned by one."""

from __future__ import annotations

import discord

from cogs.services import Client, Interaction, Services
from cogs.ui.lobby import Lobby, keep_seats
from cogs.ui.presses import Press
from render.messages import lobby as words
from storage import commits
from storage.records import Place, SeatRow
from storage.stored_match import StoredMatch
from table import limits, seating
from table.errors import Refusal
from table.state import TableState, kept

SHOWN = 60
"""Seconds within which a rematch is shown or begins, else the program was ended in between."""


async def press_rematch(interaction: Interaction, press: Press) -> None:
    """Open the rematch, once for each match; among people it begins when all have agreed by sitting down."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    services = interaction.client.services
    async with services.store.matches.open(press.match) as old:
        seating.seat_of(old, interaction.user.id)
        if old.status != "over":
            raise Refusal("not_over")
        if old.extra.daily is not None:
            raise Refusal("daily_once")
        if (link := await _already(services, old)) is not None:
            raise Refusal("rematch_there", link=link)
        alone = len([seat for seat in old.seats if seat.user_id is not None]) == 1
        await limits.require_seat(services.store, old.place.guild_id, interaction.user.id)
        if not alone:  # those who have played together are called by it as one
            await limits.invite(services.store, interaction.user.id, 1, services.clock())
        match_id = await _create(interaction, old)
        kept(old).next_match = match_id
    async with services.store.matches.open(match_id) as match:
        for seat in turned(old):
            if seat.user_id is None:
                match.sit(None, "", level=seat.level or "normal", now=services.clock())
            elif seat.user_id == interaction.user.id:
                match.sit(seat.user_id, interaction.user.display_name, now=services.clock())
        if alone:
            await Lobby(services).begin(match)
        else:
            keep_seats(match, services.clock())
    said = words.next_match_begins() if alone else await _show(interaction, match_id)
    await interaction.edit_original_response(content=said)


def turned(old: StoredMatch) -> list[SeatRow]:
    """Those who sat there, each one seat further on: whoever was second is first now."""
    return [*old.seats[1:], *old.seats[:1]]


async def _already(services: Services, old: StoredMatch) -> str | None:
    """The address of the rematch ("": it is at hand), if there is one that was not given up; one that nobody ever saw
    is closed."""
    if (number := kept(old).next_match) is None:
        return None
    match = await services.store.matches.read(number)
    if match.status == "closed":
        return None
    message = match.place.messages.get("lobby")
    if match.status == "lobby" and message is None and services.clock() - match.created_at > SHOWN:
        async with services.store.matches.open(number) as lost:
            lost.close(services.clock())
        return None
    if match.place.guild_id is None or message is None:
        return ""
    return f"https://discord.com/channels/{match.place.guild_id}/{match.place.channel_id}/{message}"


async def _create(interaction: Interaction, old: StoredMatch) -> int:
    agreed = kept(old)
    people = [seat.user_id for seat in old.seats if seat.user_id is not None]
    extra = TableState(
        deadline_days=agreed.deadline_days,
        weekends_off=agreed.weekends_off,
        on_timeout=agreed.on_timeout,
        invited=[user for user in people if user != interaction.user.id],
        players=len(old.seats),
        order=[seat.user_id or seating.COMPUTER for seat in turned(old)],
        rematch=old.id,
    )
    return await interaction.client.services.store.matches.create(
        old.game_key,
        old.settings_json,
        interaction.user.id,
        interaction.user.display_name,
        old.place.guild_id,
        old.place.channel_id,
        interaction.client.services.clock(),
        extra=extra,
    )


async def _show(interaction: Interaction, match_id: int) -> str:
    """Post the table in the channel of the old one. One that nobody can see is closed."""
    services = interaction.client.services
    match = await services.store.matches.read(match_id)
    place = match.place
    channel = services.discord.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    invited = [discord.Object(user) for user in kept(match).invited]
    view = Lobby(services).message(match, match.revision)
    try:
        message = await channel.send(view=view, allowed_mentions=discord.AllowedMentions(users=invited))
    except discord.HTTPException:
        async with services.store.matches.open(match_id) as opened:
            opened.close(services.clock())
        commits.undone()
        raise
    async with services.store.matches.open(match_id) as opened:
        opened.place = Place(place.guild_id, place.channel_id, None, {"lobby": message.id})
    return words.rematch_open(message.jump_url)


def register(client: Client) -> None:
    """Add what this file answers."""
    client.services.presses.on("rematch", press_rematch)
