"""A stand-in for the playground's server: the page protocol with answers that a test prescribes.

It keeps what the page posted (`posted`), pushes events to whoever listens (`push`) and answers a command or a press
with what the test put into `answers`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from tests.patience import PATIENCE

from .sample import Json, World, picture

PAGE = Path(__file__).resolve().parents[2] / "playground" / "page"
Answer = Callable[[Json], Awaitable[Json | None]]


class FakePlayground:
    """Serves the page and the protocol on a port of the system's choice; `url` is where."""

    def __init__(self) -> None:
        self.world = World()
        self.posted: list[tuple[str, Json]] = []
        self.answers: dict[str, Answer] = {}
        self.listeners: dict[str, set[web.WebSocketResponse]] = {}
        self.slow: dict[str, asyncio.Event] = {}
        """Persons whose world is told as it was when asked for, but no sooner than this."""
        self.known_people_only = False
        self.url = ""
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._port = 0

    async def start(self) -> None:
        app = web.Application()
        app.add_routes(
            [
                web.get("/page/people", self._people),
                web.post("/page/people", self._add_person),
                web.get("/page/world", self._world),
                web.get("/page/messages", self._messages),
                web.get("/page/events", self._events),
                web.post("/page/{what}", self._post),
                web.get("/attachments/{name:.*}", self._attachment),
                web.get("/", self._index),
                web.static("/", PAGE),
            ]
        )
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, "127.0.0.1", self._port, reuse_address=True)
        await self._site.start()
        self._port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{self._port}/"

    async def close(self) -> None:
        """Stops serving; a later `start` comes back on the same port, as a restarted server does."""
        if self._runner and self._site:
            await self._site.stop()  # first, or a page comes back between its goodbye and the end
            for _, socket in self._listening():
                await socket.close()
            await self._runner.cleanup()
            self._site = None

    def _listening(self) -> list[tuple[str, web.WebSocketResponse]]:
        """Who listens now; pages come and go while one of them is written to."""
        return [(who, socket) for who, sockets in self.listeners.items() for socket in sockets]

    async def push(self, kind: str, data: Json, person: str | None = None) -> None:
        """Sends an event to one person, or to everybody."""
        text = json.dumps({"t": kind, "d": data})
        for who, socket in self._listening():
            if person in (None, who):
                await socket.send_str(text)

    async def say(self, message: Json, person: str | None = None) -> Json:
        """Stores a message and tells of it; with `person` it is for them alone."""
        self.world.messages.setdefault(message["channel_id"], []).append(message)
        await self.push("MESSAGE_CREATE", message, person)
        return message

    def posts(self, what: str) -> list[Json]:
        return [body for kind, body in self.posted if kind == what]

    async def wait_post(self, what: str, count: int = 1) -> Json:
        """The latest body posted to /page/`what`, once there are `count` of them."""
        end = time.monotonic() + PATIENCE
        while len(self.posts(what)) < count:
            if time.monotonic() > end:
                raise AssertionError(f"{what} was not posted {count} times; posted: {self.posted}")
            await asyncio.sleep(0.02)
        return self.posts(what)[-1]

    async def listened(self, person: str) -> None:
        """Waits until somebody listens to this person's events."""
        while not self.listeners.get(person):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    # ---- routes

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def _people(self, request: web.Request) -> web.Response:
        return web.json_response(self.world.people)

    async def _add_person(self, request: web.Request) -> web.Response:
        return web.json_response(self.world.add_person((await request.json())["name"]))

    async def _world(self, request: web.Request) -> web.Response:
        who = request.query["as"]
        answer = web.json_response(self.world.seen_by(who))
        if who in self.slow:
            await self.slow[who].wait()
        return answer

    async def _messages(self, request: web.Request) -> web.Response:
        everything = self.world.messages.get(request.query["channel"], [])
        if "before" in request.query:
            everything = [m for m in everything if int(m["id"]) < int(request.query["before"])]
        return web.json_response(everything[-int(request.query.get("limit", 50)) :])

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if self.known_people_only and request.query["as"] not in [p["id"] for p in self.world.people]:
            return web.json_response({"error": "There is no such person here."}, status=404)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        sockets = self.listeners.setdefault(request.query["as"], set())
        sockets.add(socket)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
        finally:
            sockets.discard(socket)
        return socket

    async def _post(self, request: web.Request) -> web.Response:
        what = request.match_info["what"]
        body: Json = await request.json()
        self.posted.append((what, body))
        answer: Json | None = {"ok": True}
        if what == "say":
            await self.say(self.world.message(body["channel"], body["as"], body["content"]))
        if what in self.answers:
            answer = await self.answers[what](body)
        status = 400 if answer and "error" in answer else 200
        return web.json_response(answer or {"ok": True}, status=status)

    async def _attachment(self, request: web.Request) -> web.Response:
        return web.Response(body=picture(request.match_info["name"]), content_type="image/png")
