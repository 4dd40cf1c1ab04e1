"""Rematch: the same settings and people once more, with the seats turned by one."""

from __future__ import annotations

from typing import Any

import discord

from cogs.bot import LonghouseBot
from cogs.ui.presses import Press
from render import notices
from render.notices_stats import TRIED_ONCE
from storage.open_match import OpenMatch
from storage.records import Place, SeatRow
from storage.stored_match import StoredMatch
from table import limits
from table.errors import Refusal

Interaction = discord.Interaction[LonghouseBot]

TERMS = ("deadline_days", "weekends_off", "on_timeout")
"""What a table agreed on about time: it holds for the rematch too."""

SHOWN = 60
"""Seconds within which a rematch is shown or begins, else the program was ended in between."""

COMPUTER = 0
"""Stands for a computer player in the order of seats."""


async def press_rematch(interaction: Interaction, press: Press) -> None:
    """Open the rematch, once for each match; among people it begins when all have agreed by sitting down."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = interaction.client
    async with bot.store.matches.open(press.match) as old:
        bot.table.seat(old, interaction.user.id)
        if old.status != "over":
            raise Refusal(notices.NOT_OVER)
        if old.extra.get("daily"):
            raise Refusal(TRIED_ONCE)
        if (there := await _already(bot, old)) is not None:
            raise Refusal(there)
        alone = len([seat for seat in old.seats if seat.user_id is not None]) == 1
        await limits.require_seat(bot.store, old.place.guild_id, interaction.user.id)
        match_id = await _create(interaction, old)
        old.extra["next"] = match_id
    async with bot.store.matches.open(match_id) as match:
        for seat in turned(old):
            if seat.user_id is None:
                match.sit(None, "", level=seat.level or "normal", now=bot.clock())
            elif seat.user_id == interaction.user.id:
                match.sit(seat.user_id, interaction.user.display_name, now=bot.clock())
        if alone:
            await bot.lobby.begin(match)
    said = notices.NEXT_BEGINS if alone else await _show(interaction, match_id)
    await interaction.edit_original_response(content=said)


def turned(old: StoredMatch) -> list[SeatRow]:
    """Those who sat there, each one seat further on: whoever was second is first now."""
    return [*old.seats[1:], *old.seats[:1]]


async def _already(bot: LonghouseBot, old: StoredMatch) -> str | None:
    """Where the rematch is, if there is one that was not given up; one that nobody ever saw is closed."""
    if (number := old.extra.get("next")) is None:
        return None
    match = await bot.store.matches.read(number)
    if match.status == "closed":
        return None
    message = match.place.messages.get("lobby")
    if match.status == "lobby" and message is None and bot.clock() - match.created_at > SHOWN:
        async with bot.store.matches.open(number) as lost:
            lost.close(bot.clock())
        return None
    if match.place.guild_id is None or message is None:
        return notices.REMATCH_THERE
    link = f"https://discord.com/channels/{match.place.guild_id}/{match.place.channel_id}/{message}"
    return f"{notices.REMATCH_THERE} {link}"


async def _create(interaction: Interaction, old: StoredMatch) -> int:
    extra: dict[str, Any] = {name: old.extra[name] for name in TERMS if name in old.extra}
    people = [seat.user_id for seat in old.seats if seat.user_id is not None]
    extra["invited"] = [user for user in people if user != interaction.user.id]
    extra["players"] = len(old.seats)
    extra["order"] = [seat.user_id or COMPUTER for seat in turned(old)]
    extra["rematch"] = old.id
    return await interaction.client.store.matches.create(
        old.game_key,
        old.settings_json,
        interaction.user.id,
        interaction.user.display_name,
        old.place.guild_id,
        old.place.channel_id,
        interaction.client.clock(),
        extra=extra,
    )


async def _show(interaction: Interaction, match_id: int) -> str:
    """Post the table in the channel of the old one. One that nobody can see is closed."""
    bot = interaction.client
    match = await bot.store.matches.read(match_id)
    place = match.place
    channel = bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    invited = [discord.Object(user) for user in match.extra["invited"]]
    view = bot.lobby.message(match, match.revision)
    try:
        message = await channel.send(view=view, allowed_mentions=discord.AllowedMentions(users=invited))
    except discord.HTTPException:
        async with bot.store.matches.open(match_id) as opened:
            opened.close(bot.clock())
        raise
    async with bot.store.matches.open(match_id) as opened:
        opened.place = Place(place.guild_id, place.channel_id, None, {"lobby": message.id})
    return f"{notices.REMATCH_OPEN} {message.jump_url}"


def keep_order(match: OpenMatch) -> None:
    """Seat those at a rematch's table in its order, in whatever order they sat down; others come after them."""
    order: list[int] = list(match.extra.get("order", []))
    if not order:
        return
    places = []
    for seat in match.seats:
        audience = COMPUTER if seat.user_id is None else seat.user_id
        place = order.index(audience) if audience in order else len(order)
        if place < len(order):
            order[place] = -1  # taken
        places.append(place)
    wanted = sorted(range(len(places)), key=lambda index: (places[index], index))
    if wanted != list(range(len(places))):
        match.arrange(wanted)


async def setup(bot: LonghouseBot) -> None:
    """Called by the bot."""
    bot.on_press("rematch", press_rematch)
