"""What a server's admins allow: where matches are opened, and how many a person may have open there."""

from __future__ import annotations

from storage import Store
from storage.records import GuildSettings
from table.errors import Refusal


def require_channel(rules: GuildSettings, channel_id: int | None) -> None:
    """Refusal where the server wants no matches to be opened."""
    if rules.channels and channel_id not in rules.channels:
        raise Refusal("wrong_channel", channels=rules.channels)


async def require_room(store: Store, rules: GuildSettings, guild_id: int | None, user_id: int) -> None:
    """Refusal when the person has as many open matches (gathering or running) in this server as it allows.

    Of two presses at the same moment both may pass: the limit keeps order, it guards nothing.
    """
    if rules.max_open is None or guild_id is None:
        return
    mine = await store.matches.of_user(user_id)
    if sum(match.place.guild_id == guild_id for match in mine) >= rules.max_open:
        raise Refusal("too_many_open", most=rules.max_open)


async def require_seat(store: Store, guild_id: int | None, user_id: int) -> None:
    """`require_room` by what this server has set: for somebody who is about to take a seat."""
    if guild_id is not None:
        await require_room(store, await store.guilds.get(guild_id), guild_id, user_id)
