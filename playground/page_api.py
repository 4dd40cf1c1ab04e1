"""What the page talks to: its few HTTP calls and the stream of events of one person. All ids are strings."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec
from aiohttp import web

from . import shapes
from .actions import Actions
from .commands import CommandBook
from .errors import NoAnswer, Refused
from .event_bus import EventBus
from .gateway import Gateway
from .ids import Json
from .interactions import InteractionService
from .messages import MessageService
from .model import DM, Channel, Guild, StoredMessage, User
from .world import World


class Playground(Protocol):
    """What the page needs of the playground that it shows (`server.Playground`)."""

    world: World
    actions: Actions
    event_bus: EventBus
    book: CommandBook
    gateway: Gateway
    interactions: InteractionService
    service: MessageService

    def add_person(self, name: str) -> User:
        """Somebody new joins the server."""


Action = Callable[[User, Json], Awaitable[Any]]


class PageApi:
    """Serves the page and its protocol for one playground."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.world, self.actions, self.event_bus = playground.world, playground.actions, playground.event_bus

    def add_to(self, app: web.Application, folder: Path) -> None:
        """Add the routes; ``folder`` holds the files of the page."""
        app.router.add_get("/page/people", self._guard(self.people))
        app.router.add_post("/page/people", self._guard(self.add_person))
        app.router.add_get("/page/world", self._guard(self.world_of))
        app.router.add_get("/page/messages", self._guard(self.messages))
        app.router.add_get("/page/events", self.events)
        posts: dict[str, Action] = {
            "read": self.read,
            "say": self.say,
            "dm": self.dm,
            "command": self.command,
            "autocomplete": self.autocomplete,
            "press": self.press,
            "modal": self.modal,
            "dismiss": self.dismiss,
            "thread": self.thread,
            "settings": self.settings,
        }
        for name, action in posts.items():
            app.router.add_post(f"/page/{name}", self._guard(self._action(action)))
        if folder.is_dir():
            app.router.add_get("/", _index(folder))
            app.router.add_static("/", folder)
            app.on_response_prepare.append(_ask_again)

    # -- reading requests ----------------------------------------------------------------------------------

    def _guard(self, handler: Callable[[web.Request], Awaitable[Any]]) -> Any:
        """Answer as JSON, and turn what went wrong into one sentence."""

        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                data = await handler(request)
            except Refused as refused:
                return _json({"error": str(refused)}, 400)
            except (KeyError, ValueError, TypeError, msgspec.DecodeError) as error:
                return _json({"error": f"The page asked for something odd: {error!r}."}, 400)
            return _json(data)

        return handle

    def _action(self, action: Action) -> Callable[[web.Request], Awaitable[Any]]:
        async def handle(request: web.Request) -> Any:
            body = msgspec.json.decode(await request.read())
            body["tab"] = request.headers.get("X-Tab", "")
            return await action(self._person(body["as"]), body)

        return handle

    def _person(self, number: str) -> User:
        user = self.world.users.get(number)
        if user is None or user.bot:
            raise Refused("There is no such person here.")
        return user

    def _channel(self, number: str) -> Channel:
        channel = self.world.channels.get(number)
        if channel is None:
            raise Refused("This channel was deleted.")
        return channel

    def _message(self, user: User, number: str) -> StoredMessage:
        message = self.world.find_message(number)
        if message is None or not self.world.visible(user.id, message):
            raise Refused("This message is not there any more.")
        return message

    # -- what there is -------------------------------------------------------------------------------------

    def _user(self, user: User) -> Json:
        return shapes.user(user) | {"avatar_color": user.avatar_color}

    async def people(self, request: web.Request) -> list[Json]:
        return [self._user(user) for user in self.world.people]

    async def add_person(self, request: web.Request) -> Json:
        name = str(msgspec.json.decode(await request.read())["name"]).strip()
        if not 1 <= len(name) <= 32:
            raise Refused("A name has 1 to 32 characters.")
        if any(user.global_name == name for user in self.world.people):
            raise Refused(f"{name} is here already.")
        return self._user(self.playground.add_person(name))

    async def world_of(self, request: web.Request) -> Json:
        user = self._person(request.query["as"])
        guilds = [g for g in self.world.guilds.values() if user.id in g.members]
        dms = [c for c in self.world.channels.values() if c.type == DM and user.id in c.recipients]
        seen = [c for c in self.world.channels.values() if self.world.may(user.id, c, "view_channel")]
        unread = {c.id: self.world.unread(user.id, c) for c in seen}
        return {
            "me": self._user(user) | {"dms_open": user.dms_open},
            "people": [self._user(person) for person in self.world.people],
            "bot": self._user(self.world.bot) | {"online": self.playground.gateway.connected},
            "guilds": [self._guild(user, guild) for guild in guilds],
            "dms": [shapes.channel_for(self.world, c, user.id) for c in dms],
            "read": {c.id: self.world.last_read.get((user.id, c.id)) for c in seen},
            "unread": {c: {"count": n, "mentions": m} for c, (n, m) in unread.items() if n},
            "commands": self.playground.book.everything(),
        }

    def _guild(self, user: User, guild: Guild) -> Json:
        here = [c for c in self.world.channels.values() if c.guild_id == guild.id]
        seen = [c for c in here if self.world.may(user.id, c, "view_channel")]
        return {
            "id": guild.id,
            "name": guild.name,
            "owner_id": guild.owner_id,
            "roles": [shapes.role(role) for role in guild.roles.values()],
            "members": [self._member(guild, number) for number in guild.members],
            "channels": [shapes.channel_for(self.world, c, user.id) for c in seen if not c.thread],
            "threads": [shapes.channel_for(self.world, c, user.id) for c in seen if c.thread],
        }

    def _member(self, guild: Guild, number: str) -> Json:
        member = guild.members[number]
        return shapes.member(member) | {"user": self._user(member.user)}

    async def messages(self, request: web.Request) -> list[Json]:
        user, channel = self._person(request.query["as"]), self._channel(request.query["channel"])
        before = int(request.query.get("before") or 1 << 63)
        limit = min(int(request.query.get("limit") or 50), 100)
        shown = [m for m in self.actions.visible(user, channel) if int(m.id) < before]
        return [self.playground.service.page_form(channel, m) for m in shown[-limit:]]

    # -- what a person does --------------------------------------------------------------------------------

    async def read(self, user: User, body: Json) -> Json:
        channel = self._channel(body["channel"])
        last = max(int(body["message"]), int(self.world.last_read.get((user.id, channel.id), "0")))
        self.world.last_read[user.id, channel.id] = str(last)
        count, mentions = self.world.unread(user.id, channel)
        unread = {"channel": channel.id, "count": count, "mentions": mentions}
        self.event_bus.to_people([user.id], "UNREAD", unread)
        return {"ok": True}

    async def say(self, user: User, body: Json) -> Json:
        channel = self._channel(body["channel"])
        message = self.actions.say(user, channel, str(body["content"]))
        return {"ok": True, "message": message.id}

    async def dm(self, user: User, body: Json) -> Json:
        other = self.world.users.get(body["user"])
        if other is None:
            raise Refused("There is no such person here.")
        return shapes.channel(self.world, self.actions.open_direct(user, other), viewer=user.id)

    async def command(self, user: User, body: Json) -> Json:
        channel, options = self._channel(body["channel"]), body.get("options") or {}
        path = list(body.get("path") or [])
        started = self.actions.command(user, channel, body["name"], path, options)
        started.tab = body["tab"]
        return {"ok": True, "interaction": started.id}

    async def autocomplete(self, user: User, body: Json) -> Json:
        channel, options = self._channel(body["channel"]), body.get("options") or {}
        path, focused = list(body.get("path") or []), body["focused"]
        started = self.actions.autocomplete(user, channel, body["name"], path, options, focused)
        try:
            await asyncio.shield(started.first)
        except NoAnswer:
            raise Refused("The bot offered no choices in time.") from None
        return {"choices": started.choices}

    async def press(self, user: User, body: Json) -> Json:
        message = self._message(user, body["message"])
        values = body.get("values")
        chosen = None if values is None else [str(value) for value in values]
        started = self.actions.press(user, message, body["custom_id"], chosen)
        started.tab = body["tab"]
        return {"ok": True, "interaction": started.id}

    async def modal(self, user: User, body: Json) -> Json:
        shown = self.playground.interactions.by_id.get(body["interaction"])
        if shown is None:
            raise Refused("This form is too old to be sent.")
        started = self.actions.submit(user, shown, body.get("fields") or {})
        return {"ok": True, "interaction": started.id}

    async def dismiss(self, user: User, body: Json) -> Json:
        self.actions.dismiss(user, self._message(user, body["message"]))
        return {"ok": True}

    async def thread(self, user: User, body: Json) -> Json:
        self.actions.thread(user, self._channel(body["channel"]), body["action"])
        return {"ok": True}

    async def settings(self, user: User, body: Json) -> Json:
        user.dms_open = bool(body["dms_open"])
        return {"ok": True, "dms_open": user.dms_open}

    # -- events --------------------------------------------------------------------------------------------

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send one person's events until the page goes or the server ends."""
        try:
            user = self._person(request.query.get("as", ""))
        except Refused as refused:
            return _json({"error": str(refused)}, 404)
        ws = web.WebSocketResponse(heartbeat=30)
        await ws.prepare(request)
        queue: asyncio.Queue[str] = asyncio.Queue()
        queues = self.event_bus.pages.setdefault(user.id, set())
        queues.add(queue)
        sender = asyncio.create_task(_send(ws, queue))
        try:
            async for _ in ws:
                pass
        finally:
            sender.cancel()
            queues.discard(queue)
            if not queues:
                self.event_bus.pages.pop(user.id, None)
        return ws


async def _send(ws: web.WebSocketResponse, queue: asyncio.Queue[str]) -> None:
    """Send what is queued; an empty text is the end."""
    while text := await queue.get():
        await ws.send_str(text)
    await ws.close(code=1001)


def _json(data: Any, status: int = 200) -> web.Response:
    body = msgspec.json.encode(data)
    return web.Response(status=status, body=body, headers={"Content-Type": "application/json"})


@web.middleware
async def refuse_foreign(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Keep other sites' pages out, which may run in the same browser: only loopback's own pages may ask.

    The check of the host stops a foreign name that was made to point at loopback.
    """
    origin = request.headers.get("Origin")
    if origin and origin != f"{request.scheme}://{request.host}":
        raise web.HTTPForbidden(text="Another site's page may not use the playground.")
    name = request.host.rsplit(":", 1)[0].strip("[]")
    if name != "localhost" and not name.startswith("127.") and name != "::1":
        raise web.HTTPForbidden(text="The playground answers to loopback addresses only.")
    return await handler(request)


async def _ask_again(request: web.Request, response: web.StreamResponse) -> None:
    """A browser that keeps some of the page's files must not mix them with newer ones after an upgrade."""
    if request.path.endswith((".js", ".css")):
        response.headers["Cache-Control"] = "no-cache"


def _index(folder: Path) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def index(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(folder / "index.html", headers={"Cache-Control": "no-cache"})

    return index
