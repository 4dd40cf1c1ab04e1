"""A small world for the page: a server with channels and threads, a bot with commands, and messages of every kind."""

from __future__ import annotations

import functools
import io
import itertools
import time
from typing import Any

from PIL import Image, ImageDraw

Json = dict[str, Any]

EPOCH = 1420070400000
EVERYTHING = str((1 << 50) - 1)
GUILD, WELCOME, GAMES, TALK, THREAD = "100", "101", "102", "103", "104"
BOT = "200"
NAMES = {"201": "Ada", "202": "Bo", "203": "Cem", "204": "Dilara", "205": "Emre"}
_serial = itertools.count()


def snowflake(seconds_ago: float = 0) -> str:
    return str((int((time.time() - seconds_ago) * 1000) - EPOCH << 22) + next(_serial))


def person(key: str, name: str) -> Json:
    return {
        "id": key,
        "username": name.lower(),
        "global_name": name,
        "bot": False,
        "discriminator": "0",
        "avatar": None,
    }


@functools.lru_cache
def picture(name: str) -> bytes:
    """A plain board of 1200 x 900 as PNG, coloured after its name."""
    image = Image.new("RGB", (1200, 900), "#d9e7e4")
    draw = ImageDraw.Draw(image)
    tint = sum(name.encode()) % 80
    for row, column in itertools.product(range(5), range(5)):
        box = (230 + column * 150, 75 + row * 150, 360 + column * 150, 205 + row * 150)
        draw.rounded_rectangle(box, 22, fill=(190 - tint, 150 + (row * 9), 90 + column * 18))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def attachment(channel: str, name: str, description: str | None = None) -> Json:
    url = f"/attachments/{channel}/{snowflake()}/{name}"
    kind = "image/png" if name.endswith("png") else "text/plain"
    shape = {"width": 1200, "height": 900} if name.endswith("png") else {}
    return {
        "id": snowflake(),
        "filename": name,
        "size": 12345,
        "url": url,
        "proxy_url": url,
        "content_type": kind,
        "description": description,
        **shape,
    }


def option(name: str, kind: int, description: str, **more: Any) -> Json:
    return {"name": name, "type": kind, "description": description, **more}


def commands() -> list[Json]:
    opponent = option("opponent", 6, "The person to play against")
    cycles = option("cycles", 4, "Cycles to win", choices=[{"name": "One", "value": 1}, {"name": "Two", "value": 2}])
    first = option(
        "first",
        3,
        "Who starts",
        choices=[{"name": n, "value": n.lower()} for n in ("Random", "Host", "Guest")],
    )
    to = option("to", 3, "The square to move to", required=True, autocomplete=True)
    with_ = option("with", 3, "The spirit that carries the drum", autocomplete=True)
    iye = {
        "id": "300",
        "name": "iye",
        "type": 1,
        "description": "İye",
        "contexts": [0, 1],
        "options": [
            option("new", 1, "Open a match of İye", options=[opponent, cycles, first]),
            option("move", 1, "Move the drum", options=[with_, to]),
            option("board", 1, "Show the board"),
        ],
    }
    match = {
        "id": "301",
        "name": "match",
        "type": 1,
        "description": "Matches",
        "contexts": None,
        "options": [
            option("list", 1, "Your matches"),
            option(
                "remind",
                1,
                "Set reminders",
                options=[
                    option("hours", 4, "Hours before the deadline", required=True, min_value=1, max_value=48),
                    option("private", 5, "Only to you"),
                    option("channel", 7, "Where", channel_types=[0]),
                    option("note", 3, "A note", max_length=20),
                ],
            ),
        ],
    }
    return [
        iye,
        match,
        {"id": "302", "name": "solo", "type": 1, "description": "Play alone", "contexts": [1]},
    ]


class World:
    """What the stand-in serves; tests change it freely."""

    def __init__(self) -> None:
        self.people = [person(key, name) for key, name in NAMES.items()]
        self.bot = {
            "id": BOT,
            "username": "longhouse",
            "global_name": "Longhouse",
            "bot": True,
            "discriminator": "0",
            "avatar": None,
        }
        self.roles = [
            {"id": GUILD, "name": "@everyone", "color": 0, "position": 0, "hoist": False},
            {"id": "110", "name": "Longhouse", "color": 0x2F9E6E, "position": 1, "hoist": True},
            {"id": "111", "name": "Keeper", "color": 0xD9822B, "position": 2, "hoist": True},
        ]
        names = {WELCOME: "welcome", GAMES: "games", TALK: "table-talk"}
        self.channels = [self.channel(key, name, place) for place, (key, name) in enumerate(names.items())]
        self.channels[1]["topic"] = "Open a match with </iye new:300>, then play in its thread."
        self.threads = [self.thread(THREAD, "İye: Ada against Bo")]
        self.dms: list[Json] = []
        self.commands = commands()
        self.unread: dict[str, Json] = {}
        self.read: dict[str, str] = {}
        self.messages: dict[str, list[Json]] = {}

    def channel(self, key: str, name: str, position: int) -> Json:
        return {
            "id": key,
            "type": 0,
            "guild_id": GUILD,
            "name": name,
            "position": position,
            "parent_id": None,
            "my_permissions": EVERYTHING,
        }

    def thread(self, key: str, name: str, parent: str = GAMES) -> Json:
        meta = {"archived": False, "locked": False}
        return {
            "id": key,
            "type": 11,
            "guild_id": GUILD,
            "parent_id": parent,
            "name": name,
            "owner_id": BOT,
            "member": True,
            "message_count": 4,
            "thread_metadata": meta,
            **meta,
        }

    def dm(self) -> Json:
        """A direct channel with the bot."""
        channel = {"id": "150", "type": 1, "recipients": [self.bot], "last_message_id": None}
        self.dms.append(channel)
        return channel

    def user(self, key: str) -> Json:
        return next(u for u in [*self.people, self.bot] if u["id"] == key)

    def add_person(self, name: str) -> Json:
        self.people.append(person(snowflake(), name))
        return self.people[-1]

    def seen_by(self, key: str) -> Json:
        roles = {BOT: ["110"], "201": ["111"]}
        members = [{"user": u, "roles": roles.get(u["id"], []), "nick": None} for u in [*self.people, self.bot]]
        guild = {
            "id": GUILD,
            "name": "The Longhouse",
            "roles": self.roles,
            "members": members,
            "channels": self.channels,
            "threads": self.threads,
        }
        return {
            "me": self.user(key),
            "people": self.people,
            "bot": self.bot,
            "guilds": [guild],
            "dms": self.dms,
            "read": dict(self.read),
            "unread": dict(self.unread),
            "commands": self.commands,
        }

    def message(self, channel: str, author: str, content: str = "", ago: float = 0, **more: Any) -> Json:
        """A message object in Discord's shape."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(time.time() - ago))
        base = {
            "id": snowflake(ago),
            "channel_id": channel,
            "author": self.user(author),
            "content": content,
            "type": 0,
            "flags": 0,
            "timestamp": stamp,
            "edited_timestamp": None,
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "embeds": [],
            "components": [],
            "attachments": [],
        }
        return {**base, **more}


def button(label: str, custom_id: str, style: int = 2, **more: Any) -> Json:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def board_post(world: World, channel: str, ago: float = 0, **more: Any) -> Json:
    """A turn post as a bot makes it with Components V2."""
    image = attachment(channel, "iye-7.png", "Board after 7 moves. The drum is on c4; Bo moves next.")
    media = {"type": 12, "items": [{"media": image, "description": image["description"]}]}
    due = int(time.time()) + 2 * 86400 + 60
    body = [
        text("## İye: Ada against Bo\nCycle **1** of 2"),
        media,
        text("Ada moved the drum to **c4** by horse and took a sun.\n-# Ada 3, Bo 2"),
        {"type": 14, "divider": True, "spacing": 1},
        text(f"<@202>: Choose where the drum goes next. Due <t:{due}:R>."),
        row(
            button("Play", "play", 1),
            button("Describe", "describe"),
            button("Undo", "undo", 4, disabled=True),
        ),
    ]
    container = {"type": 17, "accent_color": 0xC98A2B, "components": body}
    who = [world.user("202")]
    return world.message(
        channel,
        BOT,
        "",
        ago,
        flags=1 << 15,
        components=[container],
        attachments=[image],
        mentions=who,
        **more,
    )
