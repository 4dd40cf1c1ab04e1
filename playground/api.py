"""The HTTP side of the API: reading requests, trouble, rate limits, errors, recording, answers."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from aiohttp import BodyPartReader, web

from .attachments import Upload
from .errors import ApiError
from .faults import Fault, Faults, RateLimits
from .record import Exchange, Recorder

PREFIX = "/api/v10"
Answer = tuple[int, Any]
"""HTTP status and what goes back as JSON; None sends no body."""

log = logging.getLogger(__name__)

_BROKEN = object()
"""Stands for a body that is no JSON."""

_JSON = {"Content-Type": "application/json"}
_FILE_PART = re.compile(r"files\[(\d+)\]")
_MAJOR = ("channel_id", "webhook_token", "guild_id")


@dataclass(frozen=True, slots=True)
class Call:
    """A request of the bot, read."""

    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Mapping[int, Upload]


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the API. The handler runs without a pause, so a request is carried out whole or not at all."""

    method: str
    path: str
    handler: Callable[[Call], Answer]
    public: bool = False
    """Whether it needs no bot token (its path carries a secret)."""


@dataclass(slots=True)
class _Reply:
    status: int
    body: bytes
    headers: dict[str, str]


class Api:
    """Serves routes under /api/v10."""

    def __init__(self, token: str, faults: Faults, limits: RateLimits, record: Recorder) -> None:
        self.token, self.faults, self.limits, self.record = token, faults, limits, record
        self.failures: list[Exception] = []
        """Errors of the playground itself; a test that uses it is right to fail on them."""

    def add_to(self, app: web.Application, routes: Iterable[Route]) -> None:
        for route in routes:
            app.router.add_route(route.method, PREFIX + route.path, self._handler(route))
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._handler(Route("*", "/{rest}", _nothing)))

    def _handler(self, route: Route) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._serve(route, request)

        return handle

    async def _serve(self, route: Route, request: web.Request) -> web.StreamResponse:
        began = time.perf_counter()
        path = request.path.removeprefix(PREFIX)
        fault = self.faults.take(request.method, path)
        call, reply = await self._read(request), None
        if call.body is _BROKEN:
            reply = _Reply(400, b'{"message": "The request body contains invalid JSON.", "code": 50109}', _JSON)
        if fault and not fault.after:
            reply = await self._strike(fault) or reply
            if request.transport is None or request.transport.is_closing():
                # Who asked is gone (killed, it may be) while the request waited: it never arrived.
                reply = _Reply(0, b"", {})
        reply = reply or self._answer(route, request, call)
        if fault and fault.after:
            reply = await self._strike(fault) or reply
        names = tuple(upload.filename for upload in call.files.values())
        seconds = time.perf_counter() - began
        self.record.add(Exchange(request.method, path, route.path, call.body, names, reply.status, reply.body, seconds))
        if not reply.status:
            if request.transport:
                request.transport.abort()
            return web.Response(status=500)
        return web.Response(status=reply.status, body=reply.body or None, headers=reply.headers)

    async def _strike(self, fault: Fault) -> _Reply | None:
        """Carry a fault out: wait (and give no answer of its own), or answer in place of the server."""
        if fault.status < 0:
            await self.faults.wait(fault)
            return None
        headers = {"Via": "1.1 google", "Content-Type": "application/json"}
        if fault.everywhere:
            headers["X-RateLimit-Global"] = "true"
        return _Reply(fault.status, msgspec.json.encode(fault.body()) if fault.status else b"", headers)

    def _answer(self, route: Route, request: web.Request, call: Call) -> _Reply:
        headers = {"Via": "1.1 google"}
        data: Any
        if not route.public and request.headers.get("Authorization") != f"Bot {self.token}":
            status, data = 401, {"message": "401: Unauthorized", "code": 0}
        else:
            major = next((call.params[key] for key in _MAJOR if key in call.params), "")
            verdict = self.limits.check(request.method, route.path, major)
            headers |= verdict.headers
            status, data = (429, verdict.body) if verdict.body else self._carry_out(route, call)
        if data is None:
            return _Reply(status, b"", headers)
        # Exactly this content type: discord.py takes anything else, even with a charset, for plain text.
        headers["Content-Type"] = "application/json"
        return _Reply(status, msgspec.json.encode(data), headers)

    async def _read(self, request: web.Request) -> Call:
        body: Any = None
        files: dict[int, Upload] = {}
        # Not request.content_type: that parses the header at great length, once per request.
        if request.headers.get("Content-Type", "").startswith("multipart/form-data"):
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                content = bytes(await part.read())
                place = _FILE_PART.fullmatch(part.name or "")
                if place:
                    files[int(place[1])] = Upload(part.filename or "unknown", content)
                elif part.name == "payload_json":
                    body = _decode(content)
        elif request.can_read_body:
            raw = await request.read()
            body = _decode(raw) if raw else None
        return Call(request.match_info, request.query, body, files)

    def _carry_out(self, route: Route, call: Call) -> Answer:
        try:
            return route.handler(call)
        except ApiError as error:
            return error.status, error.body()
        except Exception as error:
            # discord.py would try a 500 again and again, which looks like a hang: say what it was.
            log.exception("%s %s broke the playground", route.method, route.path)
            self.failures.append(error)
            return 500, {"message": "500: Internal Server Error", "code": 0}


def _decode(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return _BROKEN


def _nothing(call: Call) -> Answer:
    raise ApiError(404, 0, "404: Not Found")
