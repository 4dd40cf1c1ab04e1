"""The objects of API v10: how users, members, servers, channels and threads look on the wire."""

from __future__ import annotations

from .ids import Json
from .model import DM, FILE_LIMIT, STAGE, VOICE, Channel, Guild, Member, Role, User
from .world import World

__all__ = ["FILE_LIMIT", "application", "channel", "guild", "member", "role", "thread_member", "user"]


def user(u: User) -> Json:
    return {
        "id": u.id,
        "username": u.username,
        "global_name": u.global_name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "bot": u.bot,
        "primary_guild": None,
    }


def member(m: Member, *, with_user: bool = True) -> Json:
    data: Json = {
        "roles": list(m.roles),
        "joined_at": m.joined_at,
        "nick": m.nick,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "pending": False,
        "premium_since": None,
        "mute": False,
        "deaf": False,
    }
    if with_user:
        data["user"] = user(m.user)
    return data


def role(r: Role) -> Json:
    return {
        "id": r.id,
        "name": r.name,
        "permissions": str(r.permissions),
        "position": r.position,
        "color": r.color,
        "colors": {"primary_color": r.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": r.managed_by is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
        **({"tags": {"bot_id": r.managed_by}} if r.managed_by else {}),
    }


def channel(world: World, c: Channel, *, viewer: str | None = None) -> Json:
    """A channel of any kind; in a direct message without the one who looks at it (the bot, if not said)."""
    data: Json = {"id": c.id, "type": c.type, "last_message_id": c.last_message_id, "flags": 0}
    if c.type == DM:
        people = [u for u in c.recipients if u != (viewer or world.bot.id)]
        return data | {"recipients": [user(world.users[u]) for u in people]}
    data |= {"guild_id": c.guild_id, "name": c.name, "parent_id": c.parent_id, "rate_limit_per_user": 0}
    if c.thread:
        return data | _thread(c)
    voice = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if c.type in (VOICE, STAGE) else {}
    return (
        data
        | voice
        | {
            "position": c.position,
            "topic": c.topic,
            "nsfw": False,
            "default_auto_archive_duration": 1440,
            "permission_overwrites": [
                {"id": o.id, "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)} for o in c.overwrites.values()
            ],
        }
    )


def channel_for(world: World, c: Channel, person: str) -> Json:
    """A channel as one person's page has it: with what they may do there, and whether they are in the thread."""
    data = channel(world, c, viewer=person) | {"my_permissions": str(world.permissions_in(person, c))}
    if c.thread:
        thread = c.thread
        data |= {"member": person in thread.members, "archived": thread.archived, "locked": thread.locked}
    return data


def _thread(c: Channel) -> Json:
    assert c.thread is not None
    thread = c.thread
    metadata: Json = {
        "archived": thread.archived,
        "locked": thread.locked,
        "archive_timestamp": thread.archived_at,
        "auto_archive_duration": thread.auto_archive,
        "create_timestamp": thread.created,
    }
    if c.type == 12:
        metadata["invitable"] = thread.invitable
    return {
        "owner_id": thread.owner_id,
        "thread_metadata": metadata,
        "message_count": thread.sent,
        "total_message_sent": thread.sent,
        "member_count": len(thread.members),
    }


def thread_member(c: Channel, user_id: str) -> Json:
    assert c.thread is not None
    return {"id": c.id, "user_id": user_id, "join_timestamp": c.thread.members[user_id], "flags": 0}


def guild(world: World, g: Guild, *, all_members: bool) -> Json:
    """A server as GUILD_CREATE carries it; without the members intent only the bot's own member is in it."""
    channels = [c for c in world.channels.values() if c.guild_id == g.id]
    threads = [c for c in channels if c.thread and not c.thread.archived]
    seen = [c for c in threads if world.may(world.bot.id, c, "view_channel")]
    members = [m for m in g.members.values() if all_members or m.user.id == world.bot.id]
    return {
        "id": g.id,
        "name": g.name,
        "icon": None,
        "owner_id": g.owner_id,
        "preferred_locale": "en-US",
        "features": [],
        "emojis": [],
        "stickers": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "system_channel_id": None,
        "afk_timeout": 300,
        "large": False,
        "unavailable": False,
        "joined_at": g.joined_at,
        "member_count": len(g.members),
        "roles": [role(r) for r in g.roles.values()],
        "members": [member(m) for m in members],
        "channels": [channel(world, c) for c in channels if not c.thread],
        "threads": [_with_own_membership(world, c) for c in seen],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _with_own_membership(world: World, c: Channel) -> Json:
    data = channel(world, c)
    if c.thread and world.bot.id in c.thread.members:
        data["member"] = thread_member(c, world.bot.id)
    return data


def application(world: World) -> Json:
    """The bot's application, as /applications/@me answers it."""
    owner = next(iter(world.people), world.bot)
    bots = sum(1 for g in world.guilds.values() if world.bot.id in g.members)
    return {
        "id": world.bot.id,
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": user(owner),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": bots,
        "approximate_user_install_count": sum(u.installed for u in world.people),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "integration_types_config": {"0": {}, "1": {}},
    }
