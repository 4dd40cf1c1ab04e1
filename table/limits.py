"""How much one person may open and call others: what a server's admins allow, and what holds where they say nothing."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from storage import Store
from storage.records import GuildSettings
from table.errors import Refusal

HOUR = 3600

TABLES_OF_ONE = 5
"""How many tables that have not begun one person may host in a server, where its admins allow no other number."""

TABLES_OF_ALL = 25
"""How many tables that have not begun there may be in one channel."""

INVITATIONS = 12
"""How many people (or roles) one person may call within an hour, to tables and to seats."""


class Doors:
    """One at a time opens a table in a server: of many presses at the same moment not all may pass."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, guild_id: int) -> asyncio.Lock:
        """What is held from the asking until the table is there."""
        lock = self._locks.get(guild_id)
        if lock is None:
            lock = self._locks[guild_id] = asyncio.Lock()
        return lock


def require_channel(rules: GuildSettings, channel_id: int | None) -> None:
    """Refusal where the server wants no matches to be opened."""
    if rules.channels and channel_id not in rules.channels:
        raise Refusal("wrong_channel", channels=rules.channels)


async def require_table(store: Store, rules: GuildSettings, guild_id: int, channel_id: int, user_id: int) -> None:
    """Refusal when the person, or the channel, has as many tables that gather players as there may be."""
    tables = await store.matches.running_in(guild_id, ("lobby",))
    most = rules.max_open or TABLES_OF_ONE
    if sum(table.host_id == user_id for table in tables) >= most:
        raise Refusal("too_many_tables", most=most)
    if sum(table.place.channel_id == channel_id for table in tables) >= TABLES_OF_ALL:
        raise Refusal("too_many_tables_here", most=TABLES_OF_ALL)


async def require_room(store: Store, rules: GuildSettings, guild_id: int | None, user_id: int) -> None:
    """Refusal when the person has as many open matches (gathering or running) in this server as it allows.

    Of two presses at the same moment both may pass, but where the server's `Doors` are held.
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


async def invite(store: Store, user_id: int, number: int, now: int) -> None:
    """Count so many invitations by this person. Refusal when they have called too many of late."""
    if not number:
        return
    again = await store.people.invite(user_id, number, now, most=INVITATIONS, within=HOUR)
    if again is not None:
        raise Refusal("too_many_invitations", most=INVITATIONS, again=again)
