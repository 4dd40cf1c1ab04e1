"""Sending into a match's place, or to one person; and what follows when a place is gone or closed to us."""

from __future__ import annotations

import logging
from typing import Literal

import discord

from cogs.outbox.errors import THREAD_EXISTS, UNKNOWN_MESSAGE, Undeliverable, place_refused
from cogs.services import Services
from cogs.ui import post
from cogs.ui.errors import why_closed
from render.messages import matches
from storage import failpoints
from storage.records import OutboxRow, Place
from storage.stored_match import StoredMatch
from table.announcements import DirectPayload, payload
from table.hours import DAY
from table.perspective import plain
from table.state import kept
from table.telling import tell

log = logging.getLogger("longhouse.dispatcher")

ARCHIVE_MINUTES: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a match's thread: a week, the most it allows."""

NEWS_THREAD: Literal[10] = 10
PUBLIC_THREAD: Literal[11] = 11
"""Discord's numbers for a thread in an announcement channel, and in a text channel."""


async def make_thread(services: Services, match: StoredMatch, place: Place) -> int:
    """Make a thread for the match at a place, once; gives its id. HTTPException where Discord makes none."""
    http, lobby = services.discord.http, place.messages.get("lobby")
    names = [plain(seat.name) or matches.computer() for seat in match.seats]
    name = matches.named(post.title_of(match), names)[:100]
    if lobby is not None:
        try:
            made = await http.start_thread_with_message(
                place.channel_id, lobby, name=name, auto_archive_duration=ARCHIVE_MINUTES
            )
            return int(made["id"])
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:  # it was made before an interruption
                return lobby
            if error.code != UNKNOWN_MESSAGE:  # else somebody deleted the table's message
                raise
    channel = services.discord.get_channel(place.channel_id)
    news = isinstance(channel, discord.TextChannel) and channel.is_news()
    made = await http.start_thread_without_message(
        place.channel_id, name=name, auto_archive_duration=ARCHIVE_MINUTES, type=NEWS_THREAD if news else PUBLIC_THREAD
    )
    return int(made["id"])


class Delivery:
    """Messages on their way."""

    def __init__(self, services: Services) -> None:
        self.services = services
        # What went out and could not be marked, because the database failed, by nonce: not to be sent again.
        self._delivered: dict[str, discord.Message] = {}

    async def to_table(
        self,
        match: StoredMatch,
        view: discord.ui.LayoutView,
        files: list[discord.File],
        allowed: discord.AllowedMentions,
        nonce: str,
        *,
        silent: bool = False,
    ) -> discord.Message:
        """Send into the match's place. Undeliverable, and the host is told, when that is gone or closed to us."""
        if (sent := self._delivered.get(nonce)) is not None:
            return sent
        channel = self.services.discord.get_partial_messageable(match.place.target, guild_id=match.place.guild_id)
        try:
            failpoints.hit("before-send")
            sent = await channel.send(view=view, allowed_mentions=allowed, nonce=nonce, files=files, silent=silent)
        except discord.HTTPException as error:
            raise await self._given_up(match, error) from error
        self._delivered[nonce] = sent
        return sent

    def forget(self, nonce: str) -> None:
        """The message of this nonce was marked as sent."""
        self._delivered.pop(nonce, None)

    async def to_person(self, row: OutboxRow, user_id: int, text: str) -> int:
        """A line to one person in a direct message; gives its id. Undeliverable when they take none."""
        try:
            channel = await self.services.discord.create_dm(discord.Object(user_id))
            message = await channel.send(
                text[:2000], nonce=row.nonce, allowed_mentions=discord.AllowedMentions.none(), suppress_embeds=True
            )
        except (discord.Forbidden, discord.NotFound) as error:
            raise Undeliverable(f"direct messages are closed ({error.code})") from error
        return message.id

    async def send_direct(self, row: OutboxRow) -> int | None:
        """The rows of the kind `direct`."""
        told = payload(row, DirectPayload)
        text = told.text
        if told.event is not None and row.match_id is not None:
            text = tell(await self.services.store.matches.read(row.match_id), told.event)
        return await self.to_person(row, told.user, text)

    async def open_thread(self, match: StoredMatch) -> int:
        """Make the match's thread, once; gives its id. Undeliverable, as `to_table`."""
        try:
            return await make_thread(self.services, match, match.place)
        except discord.HTTPException as error:
            raise await self._given_up(match, error) from error

    async def _given_up(self, match: StoredMatch, error: discord.HTTPException) -> Exception:
        """Undeliverable, when the match's place is gone or closed to us, and the host is told; else the error."""
        if not place_refused(error):
            return error
        await self.lost(match, error)
        return Undeliverable(f"{error.status} {error.code}: {error.text}")

    async def lost(self, match: StoredMatch, error: discord.HTTPException) -> None:
        """The match's place cannot be written any more: note it, and tell the host once."""
        async with self.services.store.matches.open(match.id) as opened:
            if kept(opened).lost or opened.place.target != match.place.target:
                return
            kept(opened).lost = error.code or error.status
            if opened.place.guild_id is not None or sum(seat.user_id is not None for seat in opened.seats) > 1:
                opened.remind_at = self.services.clock() + DAY  # then it is tried again
            told = DirectPayload(user=opened.host_id, event=why_closed(error))
            opened.announce("direct", told, self.services.clock(), lane=f"person:{opened.host_id}")
