"""A table is told that its match was closed: in its place, and on the lobby's message while players gathered."""

from __future__ import annotations

import discord

from cogs.outbox.delivery import Delivery
from cogs.outbox.old_posts import OldPosts
from cogs.services import Services
from cogs.ui import post
from cogs.ui.lobby import Lobby
from render.messages import admin
from storage.records import OutboxRow


class ClosedMatches:
    """The rows of the kind `closed`."""

    def __init__(self, services: Services, delivery: Delivery) -> None:
        self.services = services
        self.delivery = delivery

    async def send_closed(self, row: OutboxRow) -> int | None:
        """One row of the kind `closed`."""
        assert row.match_id is not None
        match = await self.services.store.matches.read(row.match_id)
        lobby = Lobby(self.services)
        view = lobby.closed(match, admin.closed_by_admin(post.title_of(match)))
        if match.seed is None:
            await lobby.edit(match, view)
            return None
        nobody = discord.AllowedMentions.none()
        message = await self.delivery.to_table(match, view, [], nobody, row.nonce)
        await OldPosts(self.services).retire_newest(match)
        return message.id
