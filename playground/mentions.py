"""Who a message names, and who of them is called by it (allowed_mentions)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .components import TEXT, walk
from .ids import Json
from .model import Channel
from .world import World

_USER, _ROLE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Mentions:
    """The users and roles that a message calls, in order of appearance."""

    users: tuple[str, ...]
    roles: tuple[str, ...]
    everyone: bool


def text_of(content: str, components: list[Json]) -> str:
    """All text of a message in which a mention counts."""
    shown = (part["content"] for part in walk(components) if part["type"] == TEXT)
    return "\n".join((content, *shown))


def find(text: str, allowed: Json | None, *, may_everyone: bool, replied: str | None = None) -> Mentions:
    """Whom a text calls. ``allowed`` is the request's allowed_mentions; None allows everything.

    ``replied`` is the author of the message that this one answers.
    """
    users, roles = list(dict.fromkeys(_USER.findall(text))), list(dict.fromkeys(_ROLE.findall(text)))
    everyone = bool(_EVERYONE.search(text)) and may_everyone
    ping_replied = replied is not None
    if allowed is not None:
        parse = allowed.get("parse") or []
        users = users if "users" in parse else [u for u in users if u in _ids(allowed, "users")]
        roles = roles if "roles" in parse else [r for r in roles if r in _ids(allowed, "roles")]
        everyone = everyone and "everyone" in parse
        ping_replied = ping_replied and bool(allowed.get("replied_user"))
    if ping_replied and replied and replied not in users:
        users.append(replied)
    return Mentions(tuple(users), tuple(roles), everyone)


def _ids(allowed: Json, key: str) -> set[str]:
    return {str(number) for number in allowed.get(key) or []}


def called(world: World, channel: Channel, mentions: Mentions, author: str) -> frozenset[str]:
    """The people in the channel who are notified. In a direct message: the other one, whatever is written."""
    if channel.guild_id is None or mentions.everyone:
        return frozenset(world.audience(channel)) - {author}
    members = world.guilds[channel.guild_id].members
    named = {user for user in mentions.users if user in members}
    for role in mentions.roles:
        named |= {user for user, member in members.items() if role in member.roles}
    return frozenset(u for u in named - {author, world.bot.id} if world.may(u, channel, "view_channel"))
