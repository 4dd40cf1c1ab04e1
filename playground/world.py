"""The world of the playground: users, servers, channels, threads, direct messages, messages.

Plain data with look-ups. Who is told of a change is the matter of `event_bus`, what a change may be of the
modules that make it (`messages`, `threads`, `interactions`).
"""

from __future__ import annotations

from . import permissions
from .ids import Json, Snowflakes
from .model import DM, PRIVATE_THREAD, TEXT, Channel, Guild, Member, Role, StoredMessage, User


class World:
    """Everything there is. The bot's application has the same id as the bot's user, as on Discord today."""

    def __init__(self, bot_name: str = "Longhouse") -> None:
        self.ids = Snowflakes()
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.emojis: dict[str, Json] = {}
        self.last_read: dict[tuple[str, str], str] = {}
        self.most_threads = 1000  # active ones, in one server
        self.bot = self.add_user(bot_name, bot=True)

    # -- making things ---------------------------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False, color: str = "#5865f2") -> User:
        handle = "".join(c for c in name.lower() if c.isalnum() or c in "._") or "someone"
        taken = {user.username for user in self.users.values()}
        username, number = handle, 2
        while username in taken:
            username, number = f"{handle}{number}", number + 1
        user = User(self.ids.new(), username, None if bot else name, bot, color)
        if bot:
            user.username = name
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User, *, with_bot: bool = True) -> Guild:
        guild = Guild(self.ids.new(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE)
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        if with_bot:
            self.join_bot(guild)
        return guild

    def join_bot(self, guild: Guild) -> None:
        """The bot becomes a member, with a role of its own."""
        role = Role(self.ids.new(), self.bot.username, permissions.EVERYONE, 1, managed_by=self.bot.id)
        guild.roles[role.id] = role
        self.join(guild, self.bot).roles.append(role.id)

    def join(self, guild: Guild, user: User) -> Member:
        member = Member(user)
        guild.members[user.id] = member
        return member

    def add_channel(self, guild: Guild, name: str, topic: str | None = None, kind: int = TEXT) -> Channel:
        position = sum(1 for channel in self.channels.values() if channel.guild_id == guild.id)
        channel = Channel(self.ids.new(), kind, name, guild.id, position=position, topic=topic)
        self.channels[channel.id] = channel
        return channel

    def direct(self, one: User, other: User) -> tuple[Channel, bool]:
        """The direct message channel of two users, and whether it was made just now."""
        pair = {one.id, other.id}
        for channel in self.channels.values():
            if channel.type == DM and set(channel.recipients) == pair:
                return channel, False
        channel = Channel(self.ids.new(), DM, recipients=[one.id, other.id])
        self.channels[channel.id] = channel
        return channel, True

    # -- looking things up -----------------------------------------------------------------------------

    @property
    def people(self) -> list[User]:
        return [user for user in self.users.values() if not user.bot]

    def guild_of(self, channel: Channel) -> Guild | None:
        return self.guilds.get(channel.guild_id) if channel.guild_id else None

    def permissions_in(self, user_id: str, channel: Channel) -> int:
        """The bits that a user has in a channel; 0 where they cannot see it. In a direct message: all."""
        guild = self.guild_of(channel)
        if guild is None:
            return permissions.ALL if user_id in channel.recipients else 0
        member = guild.members.get(user_id)
        if member is None:
            return 0
        place = self.channels.get(channel.parent_id or "", channel) if channel.thread else channel
        bits = permissions.of_member(guild, member, place)
        if channel.thread is None:
            return permissions.without_silence(bits, "send_messages")
        if channel.type == PRIVATE_THREAD and user_id not in channel.thread.members:
            bits = bits if permissions.has(bits, "manage_threads") else 0
        return permissions.without_silence(bits, "send_messages_in_threads")

    def may(self, user_id: str, channel: Channel, *names: str) -> bool:
        """Whether the user has all these permissions in the channel."""
        bits = self.permissions_in(user_id, channel)
        return all(permissions.has(bits, name) for name in names)

    def audience(self, channel: Channel) -> list[str]:
        """The people (not the bot) who can see the channel."""
        if channel.guild_id is None:
            return [user for user in channel.recipients if user != self.bot.id]
        members = self.guilds[channel.guild_id].members
        return [u for u in members if u != self.bot.id and self.may(u, channel, "view_channel")]

    def bot_is_in(self, channel: Channel) -> bool:
        """Whether the bot is a member of the channel's server, or one of the two in a direct message."""
        guild = self.guild_of(channel)
        return self.bot.id in (guild.members if guild else channel.recipients)

    def visible(self, user_id: str, message: StoredMessage) -> bool:
        """Whether this user has the message before their eyes (given that they can see the channel)."""
        return not message.gone and message.ephemeral_for in (None, user_id)

    def find_message(self, message_id: str) -> StoredMessage | None:
        for channel in self.channels.values():
            message = channel.messages.get(message_id)
            if message is not None:
                return message
        return None

    def threads_of(self, guild_id: str) -> list[Channel]:
        return [c for c in self.channels.values() if c.guild_id == guild_id and c.thread]

    def unread(self, user_id: str, channel: Channel) -> tuple[int, int]:
        """How many messages the person has not read in the channel, and how many of them called them."""
        last = int(self.last_read.get((user_id, channel.id), "0"))
        count = mentions = 0
        for message in reversed(channel.messages.values()):
            if int(message.id) <= last:
                break
            if message.author_id == user_id or not self.visible(user_id, message):
                continue
            count += 1
            mentions += user_id in message.pinged
        return count, mentions
