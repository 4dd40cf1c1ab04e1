"""Who is still in a server: looked up before somebody is called, since without the members intent nobody tells us."""

from __future__ import annotations

import logging
import time

import discord

from cogs.outbox.errors import SendingFailed
from cogs.services import Services

log = logging.getLogger("longhouse.calls")

UNKNOWN = (10007, 10013)
"""Discord's codes for somebody who is not in a server, and for an account that is gone."""

HERE, GONE = 3600.0, 60.0
"""Seconds for which it is believed that somebody is in a server, and that they are not."""

MOST = 10_000
"""How many answers are kept; when there are more, all are forgotten."""


class Members:
    """Looks people up, and remembers the answers for a while."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._known: dict[tuple[int, int], tuple[bool, float]] = {}

    async def left(self, guild_id: int, user_id: int) -> bool:
        """Whether this person is not in the server any more. In doubt they are there."""
        key = guild_id, user_id
        here, until = self._known.get(key, (True, 0.0))
        if time.monotonic() < until:
            return not here
        try:
            await self.services.discord.http.get_member(guild_id, user_id)
            here = True
        except discord.NotFound as error:
            here = error.code not in UNKNOWN
        except SendingFailed as error:
            log.info("nobody could tell who is in a server: guild=%s cause=%s", guild_id, error)
            return False
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = here, time.monotonic() + (HERE if here else GONE)
        return not here
