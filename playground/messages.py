"""Messages: sending, editing and deleting them under Discord's rules, and telling everybody."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from . import components, embeds, errors, mentions, shapes
from .attachments import Files, Upload
from .event_bus import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, EventBus
from .ids import Json, now_iso
from .model import (
    COMPONENTS_V2,
    DM,
    EPHEMERAL,
    HAS_THREAD,
    LOADING,
    PRIVATE_THREAD,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Channel,
    StoredMessage,
)
from .world import World

MAX_CONTENT = 2000
NONCE_SECONDS = 300.0
"""How long a nonce with enforce_nonce is remembered ("a few minutes" in Discord's documentation)."""

KEEP_PAST = 10
"""How many former looks of a message are kept."""

DEFAULT, THREAD_CREATED, REPLY, COMMAND_REPLY, THREAD_STARTER = 0, 18, 19, 20, 21
_SENDER_FLAGS = EPHEMERAL | COMPONENTS_V2 | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


class MessageService:
    """Writes the messages of one playground."""

    def __init__(self, world: World, event_bus: EventBus, files: Files) -> None:
        self.world, self.event_bus, self.files = world, event_bus, files
        self._nonces: dict[tuple[str, str, str], tuple[float, StoredMessage]] = {}

    # -- sending -----------------------------------------------------------------------------------------

    def create(
        self,
        channel: Channel,
        author: str,
        body: Json,
        uploads: Mapping[int, Upload] | None = None,
        *,
        ephemeral_for: str | None = None,
        extra: Json | None = None,
    ) -> StoredMessage:
        """Send a message. ``extra`` are more keys of its object (type, interaction_metadata, flags …).

        With enforce_nonce a nonce of the same author in the same channel gives the first message back.
        """
        nonce = body.get("nonce")
        key = (author, channel.id, str(nonce))
        if nonce is not None and body.get("enforce_nonce") and (known := self._known(key)):
            return known
        body_flags = int(body.get("flags") or 0) & _SENDER_FLAGS
        ephemeral = ephemeral_for is not None
        chosen = self.files.choose(body, uploads or {}, channel.id, {}, ephemeral=ephemeral)
        data = self._blank(channel, author) | self._content(body, chosen, body_flags, {})
        data["flags"] = body_flags & ~EPHEMERAL | (EPHEMERAL if ephemeral else 0)
        if nonce is not None:
            data["nonce"] = nonce
        replied = self._reference(channel, body, data)
        self._wake_thread(channel, author)
        data |= extra or {}
        called = self._mention(channel, author, body, data, replied)
        message = StoredMessage(data["id"], channel.id, author, data, ephemeral_for, chosen)
        if not ephemeral and not data["flags"] & SUPPRESS_NOTIFICATIONS:
            message.pinged = called
        self._keep(channel, message)
        if nonce is not None:
            self._remember(key, message)
        return message

    def system(self, channel: Channel, author: str, kind: int, content: str, extra: Json) -> StoredMessage:
        """A message that Discord writes itself, such as the line that a thread was made."""
        data = self._blank(channel, author) | {"type": kind, "content": content} | extra
        message = StoredMessage(data["id"], channel.id, author, data)
        self._keep(channel, message)
        return message

    def thinking(self, channel: Channel, extra: Json, ephemeral_for: str | None) -> StoredMessage:
        """The empty message of a deferred answer, which the first follow-up or edit fills."""
        data = self._blank(channel, self.world.bot.id) | extra
        data["flags"] = LOADING | (EPHEMERAL if ephemeral_for else 0)
        message = StoredMessage(data["id"], channel.id, self.world.bot.id, data, ephemeral_for)
        self._keep(channel, message)
        return message

    def _remember(self, key: tuple[str, str, str], message: StoredMessage) -> None:
        now = time.monotonic()
        self._nonces[key] = (now, message)
        while now - (first := next(iter(self._nonces.items())))[1][0] > NONCE_SECONDS:
            del self._nonces[first[0]]

    def _known(self, key: tuple[str, str, str]) -> StoredMessage | None:
        at, message = self._nonces.get(key, (float("-inf"), None))
        return message if time.monotonic() - at < NONCE_SECONDS else None

    def _blank(self, channel: Channel, author: str) -> Json:
        return {
            "id": self.world.ids.new(),
            "channel_id": channel.id,
            "author": shapes.user(self.world.users[author]),
            "content": "",
            "timestamp": now_iso(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "type": DEFAULT,
            "flags": 0,
        }

    def _keep(self, channel: Channel, message: StoredMessage) -> None:
        channel.messages[message.id] = message
        if channel.thread and message.ephemeral_for is None:
            channel.thread.sent += 1
            if message.author_id not in channel.thread.members:
                channel.thread.members[message.author_id] = now_iso()
        if message.author_id != self.world.bot.id and message.ephemeral_for is None:
            self.world.last_read[message.author_id, channel.id] = message.id
        self._tell("MESSAGE_CREATE", channel, message)
        self._tell_unread(channel, message)

    def _wake_thread(self, channel: Channel, author: str) -> None:
        """Sending opens an archived thread again, unless it is locked."""
        thread = channel.thread
        if thread is None or not thread.archived:
            return
        if thread.locked and not self.world.may(author, channel, "manage_threads"):
            raise errors.thread_archived()
        thread.archived, thread.archived_at = False, now_iso()
        self.tell_channel("THREAD_UPDATE", channel)

    def _reference(self, channel: Channel, body: Json, data: Json) -> str | None:
        """Fill in what the message answers; the author of that, if there is one."""
        reference = body.get("message_reference")
        if not reference:
            return None
        target = channel.messages.get(str(reference.get("message_id")))
        if target is None or target.gone:
            if reference.get("fail_if_not_exists") is False:
                return None
            raise errors.invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        data |= {"type": REPLY, "referenced_message": target.data}
        data["message_reference"] = self.reference_to(channel, target.id)
        return target.author_id

    @staticmethod
    def reference_to(channel: Channel, message_id: str) -> Json:
        reference: Json = {"type": 0, "channel_id": channel.id, "message_id": message_id}
        return reference | ({"guild_id": channel.guild_id} if channel.guild_id else {})

    def _mention(self, channel: Channel, author: str, body: Json, data: Json, replied: str | None) -> frozenset[str]:
        text = mentions.text_of(data["content"], data["components"])
        everyone = self.world.may(author, channel, "mention_everyone") and channel.guild_id is not None
        found = mentions.find(text, body.get("allowed_mentions"), may_everyone=everyone, replied=replied)
        users = [self.world.users[u] for u in found.users if u in self.world.users]
        data["mentions"] = [shapes.user(user) for user in users]
        data["mention_roles"] = list(found.roles)
        data["mention_everyone"] = found.everyone
        if channel.thread and not channel.thread.archived:
            self._join_mentioned(channel, [user.id for user in users])
        return mentions.called(self.world, channel, found, author)

    def _join_mentioned(self, channel: Channel, users: list[str]) -> None:
        """Who is mentioned in a public thread becomes a member of it."""
        assert channel.thread is not None
        if channel.type == PRIVATE_THREAD:
            return
        for user in users:
            if self.world.may(user, channel, "view_channel"):
                channel.thread.members.setdefault(user, now_iso())

    # -- what is in a message ------------------------------------------------------------------------------

    def _content(self, body: Json, files: dict[str, Attachment], flags: int, old: Json) -> Json:
        """The parts of a message that a request sets, checked; what it does not name stays as in ``old``."""
        v2 = bool(flags & COMPONENTS_V2)
        data: Json = {key: old.get(key, "" if key == "content" else []) for key in ("content", "embeds")}
        media = self.files.media(files)
        if "content" in body:
            data["content"] = self._text(body["content"])
        if "embeds" in body:
            data["embeds"] = embeds.accept(body["embeds"] or [], media)
        if v2 and (data["content"] or data["embeds"] or body.get("poll") or body.get("sticker_ids")):
            message = "The 'content' and 'embeds' fields cannot be used with MessageFlags.IS_COMPONENTS_V2"
            raise errors.invalid("content" if data["content"] else "embeds", _LEGACY, message)
        if "components" in body or not old:
            parts = body.get("components") or []
            data["components"] = components.accept(parts, v2=v2, media=media, emojis=self.world.emojis)
        shown = data.get("components", old.get("components"))
        data["attachments"] = [file.data for file in files.values()]
        legacy = data["content"] or data["embeds"] or files or body.get("poll")
        if not shown and (v2 or not legacy):
            raise errors.empty_message()
        return data

    @staticmethod
    def _text(content: Any) -> str:
        text = "" if content is None else str(content).strip()
        if len(text) > MAX_CONTENT:
            raise errors.invalid("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
        return text

    # -- changing ------------------------------------------------------------------------------------------

    def edit(self, message: StoredMessage, body: Json, uploads: Mapping[int, Upload]) -> StoredMessage:
        """Change a message; an empty one that was "thinking" is filled by this."""
        channel = self.world.channels[message.channel_id]
        flags = int(message.data["flags"])
        wanted = int(body.get("flags") or 0)
        flags = flags & ~LOADING | wanted & COMPONENTS_V2
        if body.get("flags") is not None:
            flags = flags & ~SUPPRESS_EMBEDS | wanted & SUPPRESS_EMBEDS
        ephemeral = message.ephemeral_for is not None
        files = self.files.choose(body, uploads, channel.id, message.files, ephemeral=ephemeral)
        filling = bool(message.data["flags"] & LOADING)
        new = {**message.data, **self._content(body, files, flags, message.data), "flags": flags}
        if not filling:
            new["edited_timestamp"] = now_iso()
        called = self._mention(channel, message.author_id, body, new, None)
        self.files.drop(message.files.keys() - files.keys())
        message.past = [*message.past[1 - KEEP_PAST :], message.data]
        message.data, message.files, message.written = new, files, time.monotonic()
        message.edits += 1
        self._follow(message)
        if filling and not ephemeral:
            message.pinged = called
        self._tell("MESSAGE_UPDATE", channel, message)
        if filling:
            self._tell_unread(channel, message)
        return message

    def mark(self, message: StoredMessage, **changes: Any) -> None:
        """Change keys of the message's object that are no one's to choose (pinned, thread, flags)."""
        message.data = {**message.data, **changes}
        self._follow(message)
        self._tell("MESSAGE_UPDATE", self.world.channels[message.channel_id], message)

    def start_thread(self, message: StoredMessage, thread: Channel) -> None:
        flags = message.data["flags"] | HAS_THREAD
        self.mark(message, flags=flags, thread=shapes.channel(self.world, thread))

    def delete(self, message: StoredMessage) -> None:
        """Take a message away, for everybody who saw it."""
        channel = self.world.channels[message.channel_id]
        message.gone = True
        channel.messages.pop(message.id, None)
        self._follow(message)
        self.files.drop(message.files)
        data: Json = {"id": message.id, "channel_id": channel.id}
        data |= {"guild_id": channel.guild_id} if channel.guild_id else {}
        if message.ephemeral_for is None and self._bot_reads(channel):
            self.event_bus.to_bot("MESSAGE_DELETE", data, intent=self._intent(channel))
        self.event_bus.to_people(self._readers(channel, message), "MESSAGE_DELETE", data)

    def _follow(self, message: StoredMessage) -> None:
        """Show a message as it is now where others refer to it: in replies, and at the head of its thread. Of this
        Discord tells nobody: a client knows it from the message's own event."""
        thread = self.world.channels.get(message.id)
        places = [self.world.channels[message.channel_id], *([thread] if thread else [])]
        for other in [other for place in places for other in place.messages.values()]:
            reference = other.data.get("message_reference") or {}
            if "referenced_message" in other.data and reference.get("message_id") == message.id:
                other.data = {**other.data, "referenced_message": None if message.gone else message.data}

    # -- telling -------------------------------------------------------------------------------------------

    def _intent(self, channel: Channel) -> int:
        return GUILD_MESSAGES if channel.guild_id else DIRECT_MESSAGES

    def _bot_reads(self, channel: Channel) -> bool:
        return self.world.may(self.world.bot.id, channel, "view_channel")

    def _readers(self, channel: Channel, message: StoredMessage) -> list[str]:
        one = message.ephemeral_for
        return [one] if one else self.world.audience(channel)

    def event(self, channel: Channel, message: StoredMessage) -> Json:
        """The message as an event carries it: with its server and its author's membership."""
        data = message.data
        guild = self.world.guild_of(channel)
        if guild:
            data = data | {"guild_id": guild.id}
            member = guild.members.get(message.author_id)
            if member:
                data["member"] = shapes.member(member, with_user=False)
        return data

    def page_form(self, channel: Channel, message: StoredMessage) -> Json:
        """The message as the page gets it."""
        data = self.event(channel, message)
        return data | {"interaction_pending": True} if data["flags"] & LOADING else data

    def _tell(self, event: str, channel: Channel, message: StoredMessage) -> None:
        if message.ephemeral_for is None and self._bot_reads(channel):
            data = self.event(channel, message)
            veiled = self._veiled(channel, message, data)
            self.event_bus.to_bot(event, data, intent=self._intent(channel), veiled=veiled)
        if self.event_bus.pages:
            self.event_bus.to_people(self._readers(channel, message), event, self.page_form(channel, message))
        self.event_bus.changed()

    def _veiled(self, channel: Channel, message: StoredMessage, data: Json) -> Json | None:
        """What the bot gets without the message content intent: others' words only where they call it."""
        own = message.author_id == self.world.bot.id
        named = any(user["id"] == self.world.bot.id for user in data["mentions"])
        if own or named or channel.type == DM:
            return None
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    def _tell_unread(self, channel: Channel, message: StoredMessage) -> None:
        if not self.event_bus.pages:
            return
        for person in self._readers(channel, message):
            if person in self.event_bus.pages and person != message.author_id:
                count, calls = self.world.unread(person, channel)
                self.event_bus.to_people([person], "UNREAD", {"channel": channel.id, "count": count, "mentions": calls})

    def tell_channel(self, event: str, channel: Channel, data: Json | None = None) -> None:
        """Tell the bot and the people that a channel or thread was made, changed or deleted."""
        data = data or shapes.channel(self.world, channel)
        if self.world.bot_is_in(channel) and (not channel.thread or self._bot_reads(channel)):
            self.event_bus.to_bot(event, data, intent=GUILDS if channel.guild_id else 0)
        for person in self.world.audience(channel) if self.event_bus.pages else ():
            if person in self.event_bus.pages:
                self.event_bus.to_people([person], event, shapes.channel_for(self.world, channel, person))
        self.event_bus.changed()
