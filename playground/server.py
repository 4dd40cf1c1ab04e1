"""The playground: a Discord on loopback, with people to be and a page to be them on."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from aiohttp import web

from . import permissions, shapes
from .actions import Actions
from .api import PREFIX, Api
from .attachments import Files
from .commands import CommandBook
from .event_bus import EventBus
from .faults import Faults, RateLimits
from .gateway import Gateway
from .interactions import InteractionService
from .messages import MessageService
from .model import TEXT, Guild, Overwrite, StoredMessage, User
from .page_api import PageApi, refuse_foreign
from .people import Channel, Person
from .persistence import Persistence
from .record import Recorder
from .rest_interactions import CommandRoutes, InteractionRoutes
from .rest_messages import MessageRoutes
from .rest_places import PlaceRoutes
from .threads import ThreadService
from .visible import Message
from .world import World

T = TypeVar("T")

PEOPLE = ("Ada", "Bo", "Cem", "Dilara", "Emre")
COLORS = ("#c2593f", "#3f7cac", "#6a994e", "#8e5ea2", "#b08537", "#3d8f8a", "#a34d74", "#5b6770")
CHANNELS = {"welcome": "Where to begin", "games": "Start a match here", "table-talk": "Everything else"}


class Playground:
    """A Discord of its own. ``token`` is the bot's; ``privileged`` the privileged intents it may ask for.

    The first of the people owns the server. `welcome` is the bot's first message, in the first channel, where `#games`
    and the like become links. `keep` is a folder from which the world is read at the start, and into which it is
    written while it is served.
    """

    def __init__(
        self,
        *,
        people: Sequence[str] = PEOPLE,
        guild_name: str = "The Longhouse",
        bot_name: str = "Longhouse",
        token: str = "playground",
        privileged: int = 0,
        welcome: str = "",
        keep: Path | None = None,
    ) -> None:
        self.token = token
        self.world = World(bot_name)
        self.event_bus = EventBus()
        self.files = Files(self.world.ids)
        self.faults, self.limits, self.record = Faults(), RateLimits(), Recorder()
        self.service = MessageService(self.world, self.event_bus, self.files)
        self.book = CommandBook(self.world)
        self.threads = ThreadService(self.world, self.event_bus, self.service)
        self.interactions = InteractionService(self.world, self.event_bus, self.service, self.book)
        self.actions = Actions(self.world, self.service, self.threads, self.book, self.interactions)
        self.gateway = Gateway(self.world, self.event_bus, token)
        self.gateway.privileged = privileged
        self.settle = 10.0
        """Seconds that a person of the Python interface waits for a deferred answer to become a real one."""
        self.hand = 0.03
        """Seconds that a message must be old before a person presses something on it."""
        self.api = Api(token, self.faults, self.limits, self.record)
        self._people: dict[str, Person] = {}
        self._handles: dict[str, Channel] = {}
        self._runner: web.AppRunner | None = None
        self._address = ""
        self._furnish(people, guild_name)
        if welcome:
            self._say_welcome(welcome)
        self._keeper = Persistence(self.world, self.files, keep) if keep else None
        self._keeping: asyncio.Task[None] | None = None

    def _furnish(self, people: Sequence[str], guild_name: str) -> None:
        users = [self.world.add_user(name, color=COLORS[i % len(COLORS)]) for i, name in enumerate(people)]
        self.guild = self.world.add_guild(guild_name, users[0])
        for user in users[1:]:
            self.world.join(self.guild, user)
        for name, topic in CHANNELS.items():
            self.world.add_channel(self.guild, name, topic)

    def _say_welcome(self, text: str) -> None:
        places = list(self.world.channels.values())
        for place in places:
            text = text.replace(f"#{place.name}", f"<#{place.id}>")
        self.service.create(places[0], self.world.bot.id, {"content": text})

    # -- running -----------------------------------------------------------------------------------------

    async def start(self, port: int = 0, host: str = "127.0.0.1") -> None:
        """Serve; port 0 takes a free one. Raises ValueError for a host that is not loopback."""
        if not _is_loopback(host):
            raise ValueError(f"The playground serves loopback addresses only, not {host}.")
        app = web.Application(client_max_size=128 * 1024 * 1024, middlewares=[refuse_foreign])
        messages = MessageRoutes(self.world, self.service)
        places = PlaceRoutes(self.world, self.threads, messages)
        callbacks = InteractionRoutes(self.interactions)
        commands = CommandRoutes(self.world, self.book, self.interactions)
        self.api.add_to(app, [r for group in (places, messages, callbacks, commands) for r in group.routes()])
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{channel_id}/{id}/{name}", self._attachment)
        page = PageApi(self)
        page.add_to(app, Path(__file__).with_name("page"))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        bound = self._runner.addresses[0][1]
        shown = f"[{host}]" if ":" in host else host
        self._address = f"http://{shown}:{bound}"
        self.files.base = self._address
        self.gateway.url = places.gateway = self.gateway_url
        if self._keeper:
            if self._keeper.load():
                self.guild = next(iter(self.world.guilds.values()))
            self._keeper.save()
            self._keeping = asyncio.create_task(self._keeper.run())

    async def close(self) -> None:
        """Stop serving. The world stays, and `start` serves it again."""
        self.faults.clear()
        if self._keeper and self._keeping:
            self._keeping.cancel()
            self._keeper.save()
        await self.gateway.close()
        self.event_bus.close_pages()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Playground:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def page_url(self) -> str:
        """The address for people with a browser."""
        return f"{self._address}/"

    @property
    def api_url(self) -> str:
        """What `discord.http.Route.BASE` is to be."""
        return self._address + PREFIX

    @property
    def gateway_url(self) -> str:
        """What `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY` is to be."""
        return f"ws{self._address.removeprefix('http')}/gateway/"

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        file = self.files.by_id.get(request.match_info["id"])
        if file is None:
            raise web.HTTPNotFound(text="This file is not there.")
        kind = str(file.data["content_type"])
        headers = {"Content-Type": kind, "Cache-Control": "private, max-age=86400"}
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
        return web.Response(body=file.content, headers=headers)

    # -- for tests ---------------------------------------------------------------------------------------

    def person(self, name: str) -> Person:
        """Somebody by name; who is not there yet joins the server."""
        for user in self.world.people:
            if user.global_name == name:
                return self.person_of(user.id)
        return self.person_of(self.add_person(name).id)

    def add_person(self, name: str) -> User:
        """Somebody new joins the server."""
        user = self.world.add_user(name, color=COLORS[len(self.world.people) % len(COLORS)])
        member = self.world.join(self.guild, user)
        for channel in self.world.channels.values():
            if channel.guild_id == self.guild.id and channel.last_message_id:
                self.world.last_read[user.id, channel.id] = channel.last_message_id
        data = shapes.member(member) | {"guild_id": self.guild.id}
        self.event_bus.to_bot("GUILD_MEMBER_ADD", data, intent=1 << 1)
        self.event_bus.to_people([person.id for person in self.world.people], "GUILD_MEMBER_ADD", data)
        return user

    def person_of(self, user_id: str) -> Person:
        """Somebody by id."""
        if user_id not in self._people:
            self._people[user_id] = Person(self, self.world.users[user_id])
        return self._people[user_id]

    def channel(self, name: str) -> Channel:
        """A channel or thread of any server by name; the newest of that name. One that is missing is made."""
        for place in reversed(self.world.channels.values()):
            if place.name == name:
                return self.handle(place.id)
        return self.add_channel(name)

    def add_channel(self, name: str, guild: Guild | None = None, kind: int = TEXT) -> Channel:
        """A new channel; `kind` as in `playground.world`."""
        place = self.world.add_channel(guild or self.guild, name, kind=kind)
        self.service.tell_channel("CHANNEL_CREATE", place)
        return self.handle(place.id)

    def add_guild(self, name: str, owner: Person, *, with_bot: bool = True) -> Guild:
        """Another server. Without the bot in it only user installs reach the bot there."""
        guild = self.world.add_guild(name, owner.user, with_bot=with_bot)
        if with_bot:
            self._tell_joined(guild)
        return guild

    def _tell_joined(self, guild: Guild) -> None:
        data = shapes.guild(self.world, guild, all_members=False)
        del data["unavailable"]  # it stands only where a server is told of that the bot was in already
        self.event_bus.to_bot("GUILD_CREATE", data, intent=1)

    def handle(self, channel_id: str) -> Channel:
        """The channel of this id, always the same object."""
        if channel_id not in self._handles:
            self._handles[channel_id] = Channel(self, self.world.channels[channel_id])
        return self._handles[channel_id]

    async def wait_for(self, predicate: Callable[[], T], timeout: float = 30.0) -> T:  # noqa: ASYNC109
        """The first true value of a predicate about the world. Raises TimeoutError."""
        return await self.event_bus.wait_for(predicate, timeout)

    async def bot_ready(self, timeout: float = 30.0) -> None:  # noqa: ASYNC109
        """Wait until the bot listens and has registered commands."""
        await self.wait_for(lambda: self.gateway.connected and (self.book.everywhere or self.book.by_guild), timeout)

    async def beat(self, message: StoredMessage) -> None:
        """Wait until a hand could have reached a message that was just written."""
        await asyncio.sleep(max(0.0, message.written + self.hand - time.monotonic()))

    def message(self, message_id: str) -> Message | None:
        """A message by id."""
        stored = self.world.find_message(message_id)
        return Message(self, stored) if stored else None

    # -- trouble with places (trouble with requests: `faults`, with the gateway: `gateway`) ----------------

    def deny(self, channel: Channel, *names: str, who: Person | None = None) -> None:
        """Take permissions in a channel from the bot (or from somebody)."""
        self._overwrite(channel, who, deny=permissions.mask(names))

    def allow(self, channel: Channel, *names: str, who: Person | None = None) -> None:
        """Give permissions in a channel to the bot (or to somebody)."""
        self._overwrite(channel, who, allow=permissions.mask(names))

    def _overwrite(self, channel: Channel, who: Person | None, *, allow: int = 0, deny: int = 0) -> None:
        user = who.id if who else self.world.bot.id
        place = self.world.channels[channel.place.parent_id or channel.id]
        saw = set(self.world.audience(place))
        entry = place.overwrites.setdefault(user, Overwrite(user, 1))
        entry.allow, entry.deny = entry.allow & ~deny | allow, entry.deny & ~allow | deny
        self.service.tell_channel("CHANNEL_UPDATE", place)
        lost = saw - set(self.world.audience(place))
        self.event_bus.to_people(lost, "CHANNEL_DELETE", shapes.channel(self.world, place))

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as Discord does after a while or (locked) a moderator."""
        self.threads.set_archived(thread.place, True, locked=locked)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, as a moderator would."""
        self.threads.delete(channel.place)

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator would."""
        self.service.delete(message.stored)

    def remove_person(self, person: Person, guild: Guild | None = None) -> None:
        """Somebody leaves a server. The bot is told only with the members intent, which it does not have."""
        del (guild or self.guild).members[person.id]

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Throw the bot out of a server."""
        guild = guild or self.guild
        member = guild.members.pop(self.world.bot.id)
        for role in member.roles:
            guild.roles.pop(role)
        self.event_bus.to_bot("GUILD_DELETE", {"id": guild.id}, intent=1)

    def add_bot(self, guild: Guild | None = None) -> None:
        """Let the bot in again."""
        guild = guild or self.guild
        self.world.join_bot(guild)
        self._tell_joined(guild)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
