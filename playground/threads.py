"""Channels and threads: making, changing, leaving and deleting them."""

from __future__ import annotations

from . import errors, messages, shapes
from .errors import FormErrors
from .event_bus import GUILDS, EventBus
from .ids import Json, now_iso
from .messages import MessageService
from .model import (
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    StoredMessage,
    Thread,
)
from .permissions import has
from .world import World

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class ThreadService:
    """Makes and changes the channels and threads of one playground."""

    def __init__(self, world: World, event_bus: EventBus, service: MessageService) -> None:
        self.world, self.event_bus, self.service = world, event_bus, service

    def _need(self, channel: Channel, user: str, *names: str) -> None:
        """Raise 50001 to one who cannot see the channel, 50013 to one who lacks a permission in it."""
        bits = self.world.permissions_in(user, channel)
        if not has(bits, "view_channel"):
            raise errors.missing_access()
        if not all(has(bits, name) for name in names):
            raise errors.missing_permissions()

    def create(self, parent: Channel, by: str, body: Json, start: StoredMessage | None = None) -> Channel:
        """Make a thread under a text channel, or out of one of its messages (then with the message's id)."""
        private = start is None and body.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
        self._need(parent, by, "create_private_threads" if private else "create_public_threads")
        kind = self._kind(parent, body, start)
        form = FormErrors()
        form.length("name", body.get("name"), 1, 100)
        minutes = body.get("auto_archive_duration") or 1440
        if minutes not in _ARCHIVE_MINUTES:
            choices = f"Value must be one of {_ARCHIVE_MINUTES}."
            form.add("auto_archive_duration", "BASE_TYPE_CHOICES", choices)
        form.raise_if_any()
        number = start.id if start else self.world.ids.new()
        if number in self.world.channels:
            raise errors.ApiError(400, 160004, "A thread has already been created for this message")
        self._need_room(parent)
        thread = Channel(number, kind, body["name"], parent.guild_id, parent.id)
        thread.thread = Thread(by, auto_archive=minutes, invitable=body.get("invitable") is not False)
        thread.thread.members[by] = now_iso()
        self.world.channels[thread.id] = thread
        data = shapes.channel(self.world, thread) | {"newly_created": True}
        self.service.tell_channel("THREAD_CREATE", thread, data)
        self._announce(parent, thread, by, start)
        return thread

    def _kind(self, parent: Channel, body: Json, start: StoredMessage | None) -> int:
        """What kind of thread it is to be. Raises 50024 where Discord has none: only text and announcement channels
        have any, those of announcement channels are of one kind alone."""
        if parent.thread or parent.guild_id is None or parent.type not in (TEXT, NEWS):
            raise errors.wrong_channel_type()
        if start:
            return NEWS_THREAD if parent.type == NEWS else PUBLIC_THREAD
        kind: int = body.get("type", PRIVATE_THREAD)
        if (kind == NEWS_THREAD) != (parent.type == NEWS):
            raise errors.wrong_channel_type()
        return kind

    def _need_room(self, parent: Channel) -> None:
        """Raise 160006 when the server has all the active threads that it may have."""
        threads = self.world.threads_of(parent.guild_id or "")
        active = sum(thread.thread is not None and not thread.thread.archived for thread in threads)
        if active >= self.world.most_threads:
            raise errors.too_many_threads()

    def _announce(self, parent: Channel, thread: Channel, by: str, start: StoredMessage | None) -> None:
        """Discord's own lines: under the parent for a thread of its own, in the thread for a message's."""
        if start:
            self.service.start_thread(start, thread)
            extra: Json = {"message_reference": self.service.reference_to(parent, start.id)}
            extra["referenced_message"] = start.data
            self.service.system(thread, start.author_id, messages.THREAD_STARTER, "", extra)
            assert thread.thread is not None
            thread.thread.sent = 0
        elif thread.type != PRIVATE_THREAD:
            reference = {"type": 0, "channel_id": thread.id, "guild_id": thread.guild_id}
            extra = {"message_reference": reference}
            self.service.system(parent, by, messages.THREAD_CREATED, thread.name, extra)

    def update(self, channel: Channel, by: str, body: Json) -> None:
        """Change a channel (name, topic, position) or a thread (name, archived, locked …)."""
        form = FormErrors()
        if body.get("name") is not None:
            form.length("name", body["name"], 1, 100)
        form.raise_if_any()
        if channel.thread is None:
            self._need(channel, by, "manage_channels")
            channel.name = body.get("name") or channel.name
            channel.topic = body.get("topic", channel.topic)
            self.service.tell_channel("CHANNEL_UPDATE", channel)
            return
        self._update_thread(channel, channel.thread, by, body)
        self.service.tell_channel("THREAD_UPDATE", channel)

    def _update_thread(self, channel: Channel, thread: Thread, by: str, body: Json) -> None:
        self._need(channel, by)
        manages = self.world.may(by, channel, "manage_threads")
        only_opens = set(body) <= {"archived", "locked"} and body.get("archived") is False
        opens = body.get("archived") is False and thread.archived
        if thread.archived and body.get("archived") is not False:
            raise errors.thread_archived()
        if not manages and (by != thread.owner_id and not only_opens):
            raise errors.missing_permissions()
        if not manages and (body.get("locked") not in (None, thread.locked) or (opens and thread.locked)):
            raise errors.missing_permissions()
        channel.name = body.get("name") or channel.name
        thread.auto_archive = body.get("auto_archive_duration") or thread.auto_archive
        if body.get("locked") is not None:
            thread.locked = bool(body["locked"])
        if body.get("archived") is not None and bool(body["archived"]) != thread.archived:
            thread.archived, thread.archived_at = bool(body["archived"]), now_iso()

    def set_archived(self, channel: Channel, archived: bool, *, locked: bool | None = None) -> None:
        """Archive or open a thread, whoever it is that does it."""
        assert channel.thread is not None
        channel.thread.archived, channel.thread.archived_at = archived, now_iso()
        if locked is not None:
            channel.thread.locked = locked
        self.service.tell_channel("THREAD_UPDATE", channel)

    def check_delete(self, channel: Channel, by: str) -> None:
        self._need(channel, by, "manage_threads" if channel.thread else "manage_channels")

    def delete(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread. A direct message is only closed."""
        if channel.guild_id is None:
            return
        for thread in self.world.threads_of(channel.guild_id):
            if thread.parent_id == channel.id:
                self.delete(thread)
        event = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
        data = shapes.channel(self.world, channel)
        if channel.thread:
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        audience, bot_sees = self.world.audience(channel), self.world.bot_is_in(channel)
        for message in list(channel.messages.values()):
            message.gone = True
        del self.world.channels[channel.id]
        if bot_sees:
            self.event_bus.to_bot(event, data, intent=GUILDS)
        self.event_bus.to_people(audience, event, data)

    def add_member(self, channel: Channel, by: str, user: str) -> None:
        """Bring somebody into a thread."""
        thread = self._of(channel)
        self._need(channel, by, "send_messages_in_threads")
        if thread.archived:
            raise errors.thread_archived()
        guild = self.world.guild_of(channel)
        if guild is None or user not in guild.members:
            raise errors.unknown_user()
        if user not in thread.members:
            thread.members[user] = now_iso()
            self._tell_members(channel, [user], [])

    def remove_member(self, channel: Channel, by: str, user: str) -> None:
        """Take somebody out of a thread; oneself, or with Manage Threads anybody."""
        thread = self._of(channel)
        self._need(channel, by, *(() if by == user else ("manage_threads",)))
        if thread.archived:
            raise errors.thread_archived()
        if thread.members.pop(user, None):
            self._tell_members(channel, [], [user])

    def _of(self, channel: Channel) -> Thread:
        if channel.thread is None:
            raise errors.wrong_channel_type()
        return channel.thread

    def _tell_members(self, channel: Channel, added: list[str], removed: list[str]) -> None:
        thread, guild = self._of(channel), self.world.guild_of(channel)
        assert guild is not None
        data: Json = {"id": channel.id, "guild_id": guild.id, "member_count": len(thread.members)}
        data["added_members"] = [
            shapes.thread_member(channel, u) | {"member": shapes.member(guild.members[u]), "presence": None}
            for u in added
        ]
        data["removed_member_ids"] = removed
        if self.world.may(self.world.bot.id, channel, "view_channel"):
            self.event_bus.to_bot("THREAD_MEMBERS_UPDATE", data, intent=GUILDS)
        self.event_bus.to_people(self.world.audience(channel), "THREAD_MEMBERS_UPDATE", data)
