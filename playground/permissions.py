"""Discord's permission bits, and what a member may do in a channel."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Channel, Guild, Member

BITS = {
    "create_instant_invite": 0,
    "kick_members": 1,
    "ban_members": 2,
    "administrator": 3,
    "manage_channels": 4,
    "manage_guild": 5,
    "add_reactions": 6,
    "view_audit_log": 7,
    "view_channel": 10,
    "send_messages": 11,
    "send_tts_messages": 12,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "change_nickname": 26,
    "manage_nicknames": 27,
    "manage_roles": 28,
    "manage_webhooks": 29,
    "use_application_commands": 31,
    "manage_threads": 34,
    "create_public_threads": 35,
    "create_private_threads": 36,
    "use_external_stickers": 37,
    "send_messages_in_threads": 38,
    "send_polls": 49,
    "use_external_apps": 50,
    "pin_messages": 51,
}
"""The permissions that matter to a bot of text channels, by their names in discord.py."""

ALL = (1 << 53) - 1


def mask(names: Iterable[str]) -> int:
    """The bits of several permissions together. Raises KeyError for a name that is not in `BITS`."""
    return sum(1 << BITS[name] for name in set(names))


def has(permissions: int, name: str) -> bool:
    """Whether the bits contain this permission."""
    return bool(permissions >> BITS[name] & 1)


EVERYONE = mask(
    [
        "create_instant_invite",
        "add_reactions",
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "use_external_emojis",
        "change_nickname",
        "use_application_commands",
        "create_public_threads",
        "create_private_threads",
        "send_messages_in_threads",
        "send_polls",
        "use_external_apps",
    ]
)
"""What everyone may do on a new server."""

_NEED_SENDING = mask(["mention_everyone", "send_tts_messages", "attach_files", "embed_links"])


def of_member(guild: Guild, member: Member, channel: Channel | None = None) -> int:
    """The permissions of a member on the server, or in one of its channels (a thread: its parent's).

    Source: "Permissions" in Discord's documentation: base, then overwrites of everyone, of the
    roles together, of the member; without View Channel nothing is left.
    """
    if member.user.id == guild.owner_id:
        return ALL
    roles = [guild.roles[guild.id], *(guild.roles[role] for role in member.roles)]
    bits = 0
    for role in roles:
        bits |= role.permissions
    if has(bits, "administrator"):
        return ALL
    if channel is None:
        return bits
    allow = deny = 0
    everyone = channel.overwrites.get(guild.id)
    if everyone:
        bits = bits & ~everyone.deny | everyone.allow
    for role in roles[1:]:
        overwrite = channel.overwrites.get(role.id)
        if overwrite:
            allow, deny = allow | overwrite.allow, deny | overwrite.deny
    bits = bits & ~deny | allow
    own = channel.overwrites.get(member.user.id)
    if own:
        bits = bits & ~own.deny | own.allow
    return bits if has(bits, "view_channel") else 0


def without_silence(bits: int, sending: str) -> int:
    """The bits less those that mean nothing to one who may not send (``sending`` names which sending)."""
    return bits if has(bits, sending) else bits & ~_NEED_SENDING
