"""The gateway: the WebSocket on which the bot hears what happens, with heartbeat and resume."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
import zlib
from collections import deque
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from . import shapes
from .event_bus import GUILD_MEMBERS, PRIVILEGED, EventBus, is_for
from .ids import Json
from .world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME = 0, 1, 2, 3, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11
ACK_SECONDS = 0.1
"""How long a heartbeat waits for its acknowledgement."""
UNKNOWN_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN, DISALLOWED_INTENTS = 4000, 4003, 4004, 4014
KEEP_FRAMES = 5000
"""How many events a session keeps for a resume."""


class Link:
    """One connection. Frames go out in order through one task, compressed with one zlib context."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request, *, compressed: bool) -> None:
        self.ws, self._request = ws, request
        self._deflate = zlib.compressobj(1) if compressed else None
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    def put(self, frame: bytes) -> None:
        self._queue.put_nowait(frame)

    def send(self, op: int, data: Any) -> None:
        self.put(msgspec.json.encode({"op": op, "d": data, "s": None, "t": None}))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while (frame := await self._queue.get()) is not None:
                if self._deflate:
                    packed = self._deflate.compress(frame) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(packed)
                else:
                    await self.ws.send_str(frame.decode())

    async def close(self, code: int) -> None:
        """Send what is waiting, then close with this code."""
        self._queue.put_nowait(None)
        await self.writer
        await self.ws.close(code=code)

    def cut(self) -> None:
        """Lose the connection as a network does: no closing frame."""
        self.writer.cancel()
        if self._request.transport:
            self._request.transport.abort()


class Session:
    """What the bot has been told since it identified, so that it can resume on another connection."""

    def __init__(self, intents: int, shard: tuple[int, int] = (0, 1)) -> None:
        self.id = secrets.token_hex(16)
        self.intents, self.shard = intents, shard
        self.sequence = 0
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=KEEP_FRAMES)
        self.link: Link | None = None
        self.lost_at = 0.0

    def dispatch(self, event: str, encoded: bytes) -> None:
        self.sequence += 1
        frame = b'{"op":0,"t":"%s","s":%d,"d":%s}' % (event.encode(), self.sequence, encoded)
        self.frames.append((self.sequence, frame))
        if self.link:
            self.link.put(frame)


class Gateway:
    """Serves the bot's connections and keeps its sessions."""

    def __init__(self, world: World, event_bus: EventBus, token: str) -> None:
        self.world, self.event_bus, self.token = world, event_bus, token
        self.url = ""
        self.heartbeat_ms = 41_250
        self.resume_window = 90.0
        """Seconds that a lost session can be resumed."""
        self.privileged = 0
        """The privileged intents that are switched on for the bot."""
        self.sessions: dict[str, Session] = {}
        self.resumes = 0
        """How often the bot resumed a session."""
        self.identifies = 0
        self._open = asyncio.Event()
        self._open.set()

    @property
    def connected(self) -> bool:
        """Whether the bot listens just now."""
        return any(session.link for session in self.sessions.values())

    # -- serving -----------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        await self._open.wait()
        ws = web.WebSocketResponse(max_msg_size=1 << 20)
        await ws.prepare(request)
        link = Link(ws, request, compressed=request.query.get("compress") == "zlib-stream")
        link.send(HELLO, {"heartbeat_interval": self.heartbeat_ms})
        session: Session | None = None
        try:
            async for message in ws:
                if message.type is not WSMsgType.TEXT:
                    break
                frame = msgspec.json.decode(message.data)
                op, data = frame["op"], frame.get("d")
                if op == HEARTBEAT:
                    # Discord is never at once; an acknowledgement that overtakes discord.py's own note of when it
                    # sent the heartbeat makes it complain of being one whole interval behind. What comes after the
                    # heartbeat does not wait for that.
                    asyncio.get_running_loop().call_later(ACK_SECONDS, link.send, ACK, None)
                elif op == IDENTIFY and session is None:
                    session = await self._identify(link, data)
                elif op == RESUME and session is None:
                    session = self._resume(link, data)
                elif session is None:
                    await link.close(NOT_AUTHENTICATED)
                elif op == REQUEST_MEMBERS:
                    self._members(session, data)
        finally:
            self._lost(session, link)
        return ws

    async def _identify(self, link: Link, data: Json) -> Session | None:
        if data.get("token") != self.token:
            await link.close(WRONG_TOKEN)
            return None
        intents = int(data.get("intents") or 0)
        if intents & PRIVILEGED & ~self.privileged:
            await link.close(DISALLOWED_INTENTS)
            return None
        number, count = data.get("shard") or (0, 1)
        session = Session(intents, (number, count))
        self.identifies += 1
        self._welcome(session)
        self._attach(session, link)
        for _, frame in session.frames:
            link.put(frame)
        return session

    def _welcome(self, session: Session) -> None:
        guilds = [
            guild
            for guild in self.world.guilds.values()
            if self.world.bot.id in guild.members and is_for(session.shard, guild.id)
        ]
        ready: Json = {
            "v": 10,
            "user": shapes.user(self.world.bot) | {"mfa_enabled": False, "verified": True, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "private_channels": [],
            "application": {"id": self.world.bot.id, "flags": 0},
            "shard": list(session.shard),
        }
        session.dispatch("READY", msgspec.json.encode(ready))
        for guild in guilds:
            everybody = bool(session.intents & GUILD_MEMBERS)
            data = shapes.guild(self.world, guild, all_members=everybody)
            session.dispatch("GUILD_CREATE", msgspec.json.encode(data))

    def _attach(self, session: Session, link: Link) -> None:
        was = self.connected
        session.link = link
        self.sessions[session.id] = session
        if session not in self.event_bus.sessions:
            self.event_bus.sessions.append(session)
        if not was:
            self.event_bus.to_people([person.id for person in self.world.people], "READY_BOT", {})
        self.event_bus.changed()

    def _resume(self, link: Link, data: Json) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        last = int(data.get("seq") or 0)
        known = session is not None and data.get("token") == self.token and last <= session.sequence
        if session is None or not known:
            link.send(INVALID_SESSION, False)
            return None
        if session.frames and session.frames[0][0] > last + 1:
            self.forget(session)
            link.send(INVALID_SESSION, False)
            return None
        self.resumes += 1
        missed = [frame for number, frame in session.frames if number > last]
        self._attach(session, link)
        for frame in missed:
            link.put(frame)
        session.dispatch("RESUMED", b"{}")
        return session

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        wanted = {str(user) for user in data.get("user_ids") or []}
        query = str(data.get("query") or "").lower()
        found = [
            member
            for user, member in guild.members.items()
            if (user in wanted if wanted else member.user.username.startswith(query))
        ]
        chunk: Json = {"guild_id": guild.id, "members": [shapes.member(member) for member in found]}
        chunk |= {"chunk_index": 0, "chunk_count": 1, "not_found": sorted(wanted - set(guild.members))}
        chunk |= {"nonce": data["nonce"]} if data.get("nonce") else {}
        session.dispatch("GUILD_MEMBERS_CHUNK", msgspec.json.encode(chunk))

    def _lost(self, session: Session | None, link: Link) -> None:
        link.writer.cancel()
        if session is None:
            return
        if session.link is link:
            session.link, session.lost_at = None, time.monotonic()
        # A client that says good-bye with 1000 or 1001 gives its session up.
        if link.ws.close_code in (1000, 1001):
            self.forget(session)
        for old in list(self.sessions.values()):
            if old.link is None and time.monotonic() - old.lost_at > self.resume_window:
                self.forget(old)
        if not self.connected:
            self.event_bus.to_people([person.id for person in self.world.people], "BOT_GONE", {})
        self.event_bus.changed()

    def forget(self, session: Session) -> None:
        """End a session: it can no longer be resumed."""
        self.sessions.pop(session.id, None)
        if session in self.event_bus.sessions:
            self.event_bus.sessions.remove(session)

    # -- trouble -----------------------------------------------------------------------------------------

    async def drop(self, *, resumable: bool = True) -> None:
        """Cut the bot's connections; without ``resumable`` its sessions are lost as well."""
        for session in list(self.sessions.values()):
            link = session.link
            if not resumable:
                session.link = None
                self.forget(session)
            if link:
                link.cut()

    def hold(self) -> None:
        """Let new connections wait until `release`."""
        self._open.clear()

    def release(self) -> None:
        """Take new connections again."""
        self._open.set()

    async def ask_reconnect(self) -> None:
        """Send op 7: the bot shall come back on a new connection and resume."""
        for session in self.sessions.values():
            if session.link:
                session.link.send(RECONNECT, None)

    async def invalidate(self, *, resumable: bool) -> None:
        """Send op 9; without ``resumable`` the bot has to identify anew (discord.py waits 5 s before)."""
        for session in list(self.sessions.values()):
            link = session.link
            if not resumable:
                session.link = None
                self.forget(session)
            if link:
                link.send(INVALID_SESSION, resumable)

    async def close(self) -> None:
        """Say good-bye to every connection."""
        self.release()
        for session in list(self.sessions.values()):
            if session.link:
                with contextlib.suppress(asyncio.TimeoutError, ConnectionError):
                    async with asyncio.timeout(1):
                        await session.link.close(1001)
