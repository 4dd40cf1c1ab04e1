"""API routes of messages, files in channels, and what else the bot does in a channel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import errors
from .api import Answer, Call, Route
from .messages import MessageService
from .model import DM, Channel, StoredMessage
from .permissions import has
from .world import World

_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"


def check_sending(world: World, user: str, channel: Channel, *, files: bool, embeds: bool = False) -> None:
    """Raise what Discord answers to one who may not send this to the channel."""
    if channel.type == DM:
        _check_direct(world, user, channel)
        return
    bits = world.permissions_in(user, channel)
    if not has(bits, "view_channel"):
        raise errors.missing_access()
    needed = ["send_messages_in_threads" if channel.thread else "send_messages"]
    needed += ["attach_files"] * files + ["embed_links"] * embeds
    if not all(has(bits, name) for name in needed):
        raise errors.missing_permissions()
    if channel.thread and channel.thread.locked and not has(bits, "manage_threads"):
        if channel.thread.archived:
            raise errors.thread_archived()
        raise errors.ApiError(403, 160005, "This thread is locked")


def _check_direct(world: World, user: str, channel: Channel) -> None:
    """The bot writes only to people whose direct messages are open and who share a server or installed it."""
    other = next((u for u in channel.recipients if u != user), user)
    person = world.users[other]
    if not person.dms_open:
        raise errors.cannot_message_user()
    shared = any({user, other} <= set(guild.members) for guild in world.guilds.values())
    if not shared and not (user == world.bot.id and person.installed):
        text = "You do not have any mutual guilds with this user"
        raise errors.ApiError(403, 50278, text)


class MessageRoutes:
    """What the bot does with messages."""

    def __init__(self, world: World, service: MessageService) -> None:
        self.world, self.service = world, service

    def routes(self) -> Iterable[Route]:
        table: list[tuple[str, str, Callable[[Call], Answer]]] = [
            ("POST", _MESSAGES, self.create),
            ("GET", _MESSAGES, self.listing),
            ("PUT", _MESSAGES + "/pins/{message_id}", self.pin),
            ("DELETE", _MESSAGES + "/pins/{message_id}", self.unpin),
            ("PUT", "/channels/{channel_id}/pins/{message_id}", self.pin),
            ("DELETE", "/channels/{channel_id}/pins/{message_id}", self.unpin),
            ("GET", _MESSAGE, self.get),
            ("PATCH", _MESSAGE, self.edit),
            ("DELETE", _MESSAGE, self.delete),
            ("POST", "/channels/{channel_id}/typing", self.typing),
            ("PUT", _MESSAGE + "/reactions/{emoji_name}/@me", self.react),
            ("DELETE", _MESSAGE + "/reactions/{emoji_name}/@me", self.react),
        ]
        return [Route(method, path, handler) for method, path, handler in table]

    # -- what a request is about -------------------------------------------------------------------------

    def channel(self, call: Call, *needed: str) -> Channel:
        """The channel of a request, which the bot must see and have these permissions in."""
        channel = self.world.channels.get(call.params["channel_id"])
        if channel is None:
            raise errors.unknown_channel()
        bits = self.world.permissions_in(self.world.bot.id, channel)
        if not has(bits, "view_channel"):
            raise errors.missing_access()
        if not all(has(bits, name) for name in needed):
            raise errors.missing_permissions()
        return channel

    def message(self, channel: Channel, call: Call) -> StoredMessage:
        """The message of a request. No channel route shows an ephemeral one."""
        message = channel.messages.get(call.params["message_id"])
        if message is None or message.gone or message.ephemeral_for is not None:
            raise errors.unknown_message()
        return message

    # -- routes ------------------------------------------------------------------------------------------

    def create(self, call: Call) -> Answer:
        channel = self.world.channels.get(call.params["channel_id"])
        if channel is None:
            raise errors.unknown_channel()
        body: dict[str, Any] = call.body or {}
        files, embeds = bool(call.files), bool(body.get("embeds"))
        check_sending(self.world, self.world.bot.id, channel, files=files, embeds=embeds)
        return 200, self.service.create(channel, self.world.bot.id, body, call.files).data

    def get(self, call: Call) -> Answer:
        channel = self.channel(call, "read_message_history")
        return 200, self.message(channel, call).data

    def listing(self, call: Call) -> Answer:
        channel = self.channel(call)
        limit = int(call.query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise errors.invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        if not self.world.may(self.world.bot.id, channel, "read_message_history"):
            return 200, []
        before, after = int(call.query.get("before", 0)), int(call.query.get("after", 0))
        found = [m.data for m in channel.shown() if int(m.id) > after and (not before or int(m.id) < before)]
        found = found[:limit] if after else found[-limit:]
        return 200, found[::-1]

    def edit(self, call: Call) -> Answer:
        channel = self.channel(call)
        message = self.message(channel, call)
        if message.author_id != self.world.bot.id:
            raise errors.ApiError(403, 50005, "Cannot edit a message authored by another user")
        if channel.thread and channel.thread.archived:
            raise errors.thread_archived()
        if call.files and not self.world.may(self.world.bot.id, channel, "attach_files"):
            raise errors.missing_permissions()
        return 200, self.service.edit(message, call.body or {}, call.files).data

    def delete(self, call: Call) -> Answer:
        channel = self.channel(call)
        message = self.message(channel, call)
        if message.author_id != self.world.bot.id:
            if channel.type == DM:
                raise errors.ApiError(403, 50003, "Cannot execute action on a DM channel")
            self.channel(call, "manage_messages")
        self.service.delete(message)
        return 204, None

    def _pin(self, call: Call, pinned: bool) -> Answer:
        channel = self.channel(call)
        if channel.guild_id and not self.world.may(self.world.bot.id, channel, "pin_messages"):
            self.channel(call, "manage_messages")
        self.service.mark(self.message(channel, call), pinned=pinned)
        return 204, None

    def pin(self, call: Call) -> Answer:
        return self._pin(call, True)

    def unpin(self, call: Call) -> Answer:
        return self._pin(call, False)

    def typing(self, call: Call) -> Answer:
        channel = self.channel(call)
        data = {"channel_id": channel.id, "user_id": self.world.bot.id}
        self.service.event_bus.to_people(self.world.audience(channel), "TYPING", data)
        return 204, None

    def react(self, call: Call) -> Answer:
        """Reactions are taken and not shown."""
        self.message(self.channel(call, "add_reactions", "read_message_history"), call)
        return 204, None
