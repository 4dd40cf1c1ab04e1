"""For the host: is the bot well? A file whose time is renewed while it is, and figures for Prometheus.

Well means: connected to Discord, the database answers, and no announcement that is due was left lying. That Discord
itself refuses them is no illness of ours: they are tried again, and a restart would not help.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import prometheus_client

from cogs.metrics import FailureCounter
from cogs.services import Client, Services
from storage.errors import StorageError, StoreClosed

log = logging.getLogger("longhouse.health")

EVERY = 15.0
"""Seconds between two looks."""

STUCK = 300
"""Seconds after which an announcement that is due and was not even tried means that the dispatcher stands still."""

KEPT = 30 * 86_400
"""Seconds for which announcements are kept after they were sent."""

ADDRESS = "127.0.0.1"


class Health:
    """Looks at the bot. `look` is one look; `connected` is whether the gateway is."""

    def __init__(self, services: Services, client: Client, metrics_port: int, health_file: Path | None) -> None:
        self.services = services
        self.client = client
        self.metrics_port = metrics_port
        self.health_file = health_file
        self.connected = False
        self._troubled = False
        self._swept_at: int | None = None
        for event in ("connect", "ready", "resumed"):
            client.add_listener(self._on_connect, f"on_{event}")
        client.add_listener(self._on_disconnect, "on_disconnect")

    async def _on_connect(self) -> None:
        self.connected = True

    async def _on_disconnect(self) -> None:
        self.connected = False

    async def run(self) -> None:
        """Look until the bot ends, then take the file away."""
        with self._serving():
            try:
                await self.client.wait_until_ready()
                while True:
                    await self.look()
                    await asyncio.sleep(EVERY)
            finally:
                if (file := self.health_file) is not None:
                    with suppress(OSError):
                        file.unlink(missing_ok=True)

    async def look(self) -> bool:
        """Whether the bot is well; if so the file is renewed. Never raises; trouble is logged when it begins."""
        try:
            reason = await self._trouble()
        except StoreClosed:
            return False
        except StorageError as error:
            reason = f"the database does not answer: {error}"
        if reason is None and (file := self.health_file) is not None:
            reason = await asyncio.to_thread(renew, file)
        if reason is not None and not self._troubled:
            log.warning("not well: %s", reason)
        elif reason is None and self._troubled:
            log.info("well again")
        self._troubled = reason is not None
        self.services.metrics.well.set(0 if self._troubled else 1)
        return not self._troubled

    async def _trouble(self) -> str | None:
        """What is wrong, or None; the figures are brought up to date on the way."""
        store, now, connected = self.services.store, self.services.clock(), self.connected
        matches, steps = await store.matches.count(), await store.matches.step_total()
        self.services.metrics.stored(matches, steps, await store.outbox.oldest_age(now))
        await self._sweep(now)
        left_lying = [row for row in await store.outbox.pending(now, 500) if now - row.due_at > STUCK]
        if not connected:
            return "Discord is not connected"
        if left_lying:
            row = left_lying[0]
            return f"announcements are left lying: match={row.match_id} step={row.step_count} row={row.id}"
        return None

    async def _sweep(self, now: int) -> None:
        """Once a day, drop what was announced long ago."""
        if self._swept_at is None or now - self._swept_at >= 86_400:
            gone = await self.services.store.outbox.forget(now - KEPT)
            self._swept_at = now
            if gone:
                log.info("%s old announcements were dropped", gone)

    @contextmanager
    def _serving(self) -> Iterator[None]:
        """Serve the figures meanwhile, where that is asked for."""
        port = self.metrics_port
        if not port:
            yield
            return
        counter = FailureCounter(self.services.metrics)
        logging.getLogger().addHandler(counter)
        try:
            server, _ = prometheus_client.start_http_server(port, ADDRESS, self.services.metrics.registry)
        except OSError as error:
            log.error("METRICS_PORT: %s cannot be served: %s", port, error)
            server = None
        try:
            yield
        finally:
            logging.getLogger().removeHandler(counter)
            if server is not None:
                server.shutdown()
                server.server_close()


def renew(file: Path) -> str | None:
    """Set the file's time to now, and make it if need be; gives what went wrong, or None."""
    try:
        file.touch()
    except OSError as error:
        return f"HEALTH_FILE: {file} cannot be written ({error.strerror})"
    return None
