"""API routes of channels, threads, direct messages, users and the application itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import errors, shapes
from .api import Answer, Call, Route
from .model import Channel
from .rest_messages import MessageRoutes
from .threads import ThreadService
from .world import World

_CHANNEL = "/channels/{channel_id}"


class PlaceRoutes:
    """Where the bot is and whom it meets there."""

    def __init__(self, world: World, threads: ThreadService, messages: MessageRoutes) -> None:
        self.world, self.threads, self.messages = world, threads, messages
        self.gateway = ""
        """The address of the gateway, once the server runs."""

    def routes(self) -> Iterable[Route]:
        yield Route("GET", "/users/@me", self.me)
        yield Route("GET", "/oauth2/applications/@me", self.application)
        yield Route("GET", "/applications/@me", self.application)
        yield Route("GET", "/gateway", self.gateway_url, public=True)
        yield Route("GET", "/gateway/bot", self.gateway_url)
        yield Route("POST", "/users/@me/channels", self.open_direct)
        yield Route("GET", "/users/{user_id}", self.user)
        yield Route("GET", "/guilds/{guild_id}", self.guild)
        yield Route("GET", "/guilds/{guild_id}/threads/active", self.active_threads)
        yield Route("GET", "/guilds/{guild_id}/members/{user_id}", self.member)
        yield Route("GET", _CHANNEL, self.channel)
        yield Route("PATCH", _CHANNEL, self.update)
        yield Route("DELETE", _CHANNEL, self.delete)
        yield Route("POST", _CHANNEL + "/threads", self.create_thread)
        yield Route("POST", _CHANNEL + "/messages/{message_id}/threads", self.thread_from_message)
        yield Route("GET", _CHANNEL + "/thread-members", self.thread_members)
        yield Route("PUT", _CHANNEL + "/thread-members/{user_id}", self.add_member)
        yield Route("DELETE", _CHANNEL + "/thread-members/{user_id}", self.remove_member)

    # -- the bot itself ----------------------------------------------------------------------------------

    def me(self, call: Call) -> Answer:
        return 200, shapes.user(self.world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True}

    def application(self, call: Call) -> Answer:
        return 200, shapes.application(self.world)

    def gateway_url(self, call: Call) -> Answer:
        start = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return 200, {"url": self.gateway, "shards": 1, "session_start_limit": start}

    # -- people and servers ------------------------------------------------------------------------------

    def user(self, call: Call) -> Answer:
        user = self.world.users.get(call.params["user_id"])
        if user is None:
            raise errors.unknown_user()
        return 200, shapes.user(user)

    def _guild(self, call: Call) -> Any:
        guild = self.world.guilds.get(call.params["guild_id"])
        if guild is None or self.world.bot.id not in guild.members:
            raise errors.ApiError(404, 10004, "Unknown Guild")
        return guild

    def guild(self, call: Call) -> Answer:
        return 200, shapes.guild(self.world, self._guild(call), all_members=False)

    def active_threads(self, call: Call) -> Answer:
        me, guild = self.world.bot.id, self._guild(call)
        open_ones = [c for c in self.world.threads_of(guild.id) if c.thread and not c.thread.archived]
        seen = [c for c in open_ones if self.world.may(me, c, "view_channel")]
        mine = [shapes.thread_member(c, me) for c in seen if c.thread and me in c.thread.members]
        threads = [shapes.channel(self.world, c) for c in seen]
        return 200, {"threads": threads, "members": mine, "has_more": False}

    def member(self, call: Call) -> Answer:
        member = self._guild(call).members.get(call.params["user_id"])
        if member is None:
            raise errors.ApiError(404, 10007, "Unknown Member")
        return 200, shapes.member(member)

    def open_direct(self, call: Call) -> Answer:
        """Open the direct message channel. That its messages are closed shows only when one is sent."""
        person = self.world.users.get(str((call.body or {}).get("recipient_id")))
        if person is None or person.bot:
            raise errors.cannot_message_user()
        channel, made = self.world.direct(self.world.bot, person)
        if made:
            self.threads.service.tell_channel("CHANNEL_CREATE", channel)
        return 200, shapes.channel(self.world, channel)

    # -- channels and threads ----------------------------------------------------------------------------

    def _channel(self, call: Call) -> Channel:
        return self.messages.channel(call)

    def channel(self, call: Call) -> Answer:
        return 200, shapes.channel(self.world, self._channel(call))

    def update(self, call: Call) -> Answer:
        channel = self._channel(call)
        self.threads.update(channel, self.world.bot.id, call.body or {})
        return 200, shapes.channel(self.world, channel)

    def delete(self, call: Call) -> Answer:
        channel = self._channel(call)
        if channel.guild_id:
            self.threads.check_delete(channel, self.world.bot.id)
        data = shapes.channel(self.world, channel)
        self.threads.delete(channel)
        return 200, data

    def create_thread(self, call: Call) -> Answer:
        thread = self.threads.create(self._channel(call), self.world.bot.id, call.body or {})
        return 201, self._own(thread)

    def thread_from_message(self, call: Call) -> Answer:
        channel = self._channel(call)
        start = self.messages.message(channel, call)
        return 201, self._own(self.threads.create(channel, self.world.bot.id, call.body or {}, start))

    def _own(self, thread: Channel) -> dict[str, Any]:
        membership = shapes.thread_member(thread, self.world.bot.id)
        return shapes.channel(self.world, thread) | {"member": membership}

    def thread_members(self, call: Call) -> Answer:
        channel = self._channel(call)
        if channel.thread is None:
            raise errors.unknown_channel()
        return 200, [shapes.thread_member(channel, user) for user in channel.thread.members]

    def _who(self, call: Call) -> str:
        user = call.params["user_id"]
        return self.world.bot.id if user == "@me" else user

    def add_member(self, call: Call) -> Answer:
        self.threads.add_member(self._channel(call), self.world.bot.id, self._who(call))
        return 204, None

    def remove_member(self, call: Call) -> Answer:
        self.threads.remove_member(self._channel(call), self.world.bot.id, self._who(call))
        return 204, None
