"""Tables whose opening was interrupted, so that nobody can see them: posted at the next start, or removed."""

from __future__ import annotations

import logging

import discord

from cogs.outbox.errors import SendingFailed, refused
from cogs.services import Services
from cogs.ui.lobby import Lobby
from storage.errors import MatchError
from storage.records import Place
from storage.stored_match import StoredMatch
from table.state import kept

log = logging.getLogger("longhouse.lobby")


class InterruptedTables:
    """The program ended between a table's entry and its message, or before the message was noted."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def find(self) -> list[int]:
        """The tables without a message. Before anybody can open one, else these are among them."""
        tables = await self.services.store.matches.gathering()
        return [table.id for table in tables if not table.place.messages.get("lobby")]

    async def finish(self, numbers: list[int]) -> None:
        """Post each of them, or close it where nobody sits at it or its place takes nothing."""
        for number in numbers:
            try:
                await self._finish(number)
            except MatchError:
                continue
            except SendingFailed as error:
                log.warning("a table stays without its message: match=%s cause=%s", number, error)

    async def _finish(self, number: int) -> None:
        match = await self.services.store.matches.read(number)
        if match.status != "lobby" or match.place.messages.get("lobby"):
            return
        message_id = await self._post(match)
        async with self.services.store.matches.open(number) as opened:
            if opened.status != "lobby":
                return
            if message_id is None:
                log.info("a table that nobody could see was closed: match=%s", number)
                opened.close(self.services.clock())
                return
            place = opened.place
            opened.place = Place(place.guild_id, place.channel_id, None, {"lobby": message_id})

    async def _post(self, match: StoredMatch) -> int | None:
        """Post the table; gives its message's id, None where there is nothing to be posted, or no place for it."""
        place = match.place
        if place.guild_id is None or all(seat.user_id is None for seat in match.seats):
            return None
        channel = self.services.discord.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        role = kept(match).ping
        allowed = discord.AllowedMentions(
            users=[discord.Object(user) for user in kept(match).invited],
            roles=[discord.Object(role)] if role is not None else [],
        )
        view = Lobby(self.services).message(match, match.revision)
        try:
            message = await channel.send(view=view, allowed_mentions=allowed, nonce=f"table{match.id}")
        except discord.HTTPException as error:
            if not refused(error):
                raise
            return None
        return message.id
