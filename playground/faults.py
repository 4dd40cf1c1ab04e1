"""Trouble on purpose: failing, late and lost answers, and rate limits.

A fault meets the next requests whose method and path match. With ``after`` it strikes when the request
has been carried out already, so that only the answer is lost: what a real network does to a bot.
"""

from __future__ import annotations

import asyncio
import re
import time
import zlib
from dataclasses import dataclass, field

from .ids import Json


@dataclass(eq=False, slots=True)
class Fault:
    """One kind of trouble that is still to come; ``hits`` counts how often it came."""

    method: str
    pattern: re.Pattern[str]
    times: int
    status: int = 0
    """What is answered; 0: the connection is dropped without an answer; -1: the true answer, but late."""
    after: bool = False
    retry_after: float = 0.0
    everywhere: bool = False
    """For a 429: that the limit is the global one."""
    code: int = 0
    message: str = ""
    seconds: float = 0.0
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    hits: int = 0

    def meets(self, method: str, path: str) -> bool:
        return self.times > 0 and self.method in ("*", method) and bool(self.pattern.search(path))

    def release(self) -> None:
        """Let the requests go on that `Faults.hold` holds."""
        self.times = 0
        self.gate.set()

    def body(self) -> Json:
        if self.status == 429:
            text = "You are being rate limited."
            return {"message": text, "retry_after": self.retry_after, "global": self.everywhere, "code": 0}
        return {"message": self.message or f"{self.status}: Trouble", "code": self.code}


class Faults:
    """The trouble that waits for the bot. Paths are patterns for `re.search` on the path after /api/v10."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []

    def _add(self, method: str, path: str, times: int) -> Fault:
        fault = Fault(method.upper(), re.compile(path), times)
        self.waiting.append(fault)
        return fault

    def fail(
        self,
        method: str,
        path: str,
        status: int = 500,
        *,
        times: int = 1,
        after: bool = False,
        code: int = 0,
        message: str = "",
    ) -> Fault:
        """Answer the next ``times`` requests with an error."""
        fault = self._add(method, path, times)
        fault.status, fault.after, fault.code, fault.message = status, after, code, message
        return fault

    def limit(
        self, method: str, path: str, retry_after: float = 0.2, *, times: int = 1, everywhere: bool = False
    ) -> Fault:
        """Answer the next ``times`` requests with 429; ``everywhere`` makes it the global limit."""
        fault = self.fail(method, path, 429, times=times)
        fault.retry_after, fault.everywhere = retry_after, everywhere
        return fault

    def drop(self, method: str, path: str, *, times: int = 1, after: bool = False) -> Fault:
        """Cut the connection of the next ``times`` requests without an answer.

        aiohttp's client repeats a GET, PUT or DELETE once by itself when a kept connection breaks.
        """
        fault = self._add(method, path, times)
        fault.after = after
        return fault

    def delay(self, method: str, path: str, seconds: float, *, times: int = 1, after: bool = False) -> Fault:
        """Let the next ``times`` requests wait before (or ``after``) they are carried out."""
        fault = self._add(method, path, times)
        fault.status, fault.seconds, fault.after = -1, seconds, after
        return fault

    def hold(self, method: str, path: str, *, times: int = 1_000_000, after: bool = False) -> Fault:
        """Hold matching requests until `Fault.release`.

        A request that is held before it was carried out, and whose sender is gone by then, is not carried out.
        """
        return self.delay(method, path, float("inf"), times=times, after=after)

    def clear(self) -> None:
        """No trouble any more; what is held goes on."""
        for fault in self.waiting:
            fault.release()
        self.waiting.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets, if any; it is used up by it."""
        for fault in self.waiting:
            if fault.meets(method, path):
                fault.times -= 1
                fault.hits += 1
                if not fault.times:
                    self.waiting.remove(fault)
                return fault
        return None

    @staticmethod
    async def wait(fault: Fault) -> None:
        """Sit out a delay or a hold."""
        if fault.seconds == float("inf"):
            await fault.gate.wait()
        else:
            await asyncio.sleep(fault.seconds)


@dataclass(slots=True)
class _Window:
    left: int
    ends: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rate limiter says of a request: the headers, and for a 429 the body."""

    headers: dict[str, str]
    body: Json | None = None


class RateLimits:
    """Buckets per route and channel (or webhook). Without rules nothing is limited, only the headers are sent.

    Discord does not publish its figures; `realistic` sets the ones commonly seen.
    """

    def __init__(self) -> None:
        self._rules: list[tuple[str, re.Pattern[str], int, float]] = []
        self._windows: dict[tuple[str, str, str], _Window] = {}
        self._global: tuple[int, float] | None = None
        self._global_window = _Window(0, 0.0)
        self.refused = 0
        """How many requests got a 429 from here."""

    def rule(self, method: str, route: str, limit: int, per: float) -> None:
        """At most ``limit`` requests in ``per`` seconds to routes that match, for each channel or webhook."""
        self._rules.append((method.upper(), re.compile(route), limit, per))

    def realistic(self) -> None:
        """5 messages and 5 edits in 5 seconds for a channel, and 50 requests a second in all."""
        self.rule("POST", r"^/channels/\{channel_id\}/messages$", 5, 5.0)
        self.rule("PATCH", r"^/channels/\{channel_id\}/messages/", 5, 5.0)
        self.rule("DELETE", r"^/channels/\{channel_id\}/messages/", 5, 1.0)
        self.rule("*", r"^/webhooks/", 5, 2.0)
        self._global = (50, 1.0)

    def clear(self) -> None:
        self._rules.clear()
        self._windows.clear()
        self._global = None

    def check(self, method: str, route: str, major: str) -> Verdict:
        """Count a request. ``major`` is the channel or webhook that the bucket is for."""
        now = time.monotonic()
        if self._global and not route.startswith(("/interactions", "/webhooks")):
            limit, per = self._global
            if now >= self._global_window.ends:
                self._global_window = _Window(limit, now + per)
            if not self._global_window.left:
                return self._refuse(self._global_window.ends - now, "global", everywhere=True)
            self._global_window.left -= 1
        for wanted, pattern, limit, per in self._rules:
            if wanted in ("*", method) and pattern.search(route):
                return self._count(method, route, major, limit, per, now)
        return Verdict(_headers(1000, 999, 1.0, f"{method}{route}"))

    def _count(self, method: str, route: str, major: str, limit: int, per: float, now: float) -> Verdict:
        key = (method, route, major)
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            window = self._windows[key] = _Window(limit, now + per)
        if not window.left:
            return self._refuse(window.ends - now, f"{method}{route}", everywhere=False)
        window.left -= 1
        return Verdict(_headers(limit, window.left, window.ends - now, f"{method}{route}"))

    def _refuse(self, wait: float, bucket: str, *, everywhere: bool) -> Verdict:
        self.refused += 1
        headers = _headers(1, 0, wait, bucket) | {"Retry-After": str(int(wait) + 1)}
        headers["X-RateLimit-Scope"] = "global" if everywhere else "user"
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        text = "You are being rate limited."
        return Verdict(headers, {"message": text, "retry_after": wait, "global": everywhere, "code": 0})


def _headers(limit: int, left: int, wait: float, bucket: str) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": f"{zlib.crc32(bucket.encode()):08x}",
    }
