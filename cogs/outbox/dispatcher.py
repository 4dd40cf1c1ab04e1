"""From the outbox to Discord: every announcement goes out in order, shows once, and is tried until told or hopeless.

The rows of one match are one lane and go one after another; different lanes go side by side. A row is marked only after
its message is sent, so a crash in between sends it again; the nonce makes Discord show it once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext

import discord
from msgspec import Struct

from cogs.outbox.delivery import Delivery
from cogs.outbox.errors import NotYet, SendingFailed, Undeliverable, refused
from cogs.services import Services
from storage import failpoints
from storage.errors import MatchMoved, MatchNotFound, OtherRules, StorageError, StoreClosed
from storage.records import OutboxRow

log = logging.getLogger("longhouse.dispatcher")

FIRST_PAUSE = 2
LONGEST_PAUSE = 600
"""Seconds before the second and between later tries, doubling from the one to the other."""

AT_ONCE = 8
"""How many lanes are worked on at the same time."""

WEARY = 3
"""After so many failures to think a computer player takes the default choice, and after so many to draw a board it is
posted in words alone, so that nobody waits for it."""

ENOUGH = 20
"""So many tries, over some hours, are enough for what fails by a fault of ours: what comes after it is not to wait."""

THINKING = ("think", "standin")
"""The kinds of rows for which a computer player thinks."""

BOARDS = ("open", "turn")
"""The kinds of rows by which a table sees how its match goes on."""


class Marked(Struct, frozen=True):
    """The message of a row that was marked as sent already, together with other changes of its match."""

    message_id: int


Sent = int | Marked | None
"""The id of a row's message, None where there is none."""

Sender = Callable[[OutboxRow], Awaitable[Sent]]
"""Sends a row of one kind."""

TELLING = ("turn", "open", "think")
"""The kinds of rows of which a newer one tells what an older one would."""


class Dispatcher:
    """Works the outbox off until it is stopped. `senders` has one for each kind of row."""

    def __init__(self, services: Services, delivery: Delivery, senders: Mapping[str, Sender]) -> None:
        self.services = services
        self.delivery = delivery
        self.senders = dict(senders)
        # Rows that went out and could not be marked, because the database failed: not to be sent again. (A nonce
        # holds for some minutes only.) Ids of messages by row.
        self._unmarked: dict[int, int | None] = {}
        self._free = asyncio.Semaphore(AT_ONCE)
        self._latest: int | None = None  # the time of the round before

    async def run(self) -> None:
        """Send what is due, then wait for more; never ends by itself."""
        while True:
            try:
                await self.round()
            except StoreClosed:
                return
            except Exception:
                log.exception("the outbox could not be read")
                await asyncio.sleep(FIRST_PAUSE)
            await self.services.store.outbox.wait(5)

    async def round(self) -> None:
        """Begin to work on every lane that has something due and is not being worked on."""
        await self._look_at_clock()
        lanes = self.services.lanes.tasks
        busy = set(lanes)  # what these send may be read as still to be sent, and they end before we go on
        rows = await self.services.store.outbox.pending(self.services.clock(), limit=500, newer=TELLING)
        for row in rows:
            if row.lane not in lanes and row.lane not in busy:
                lane = [other for other in rows if other.lane == row.lane]
                lanes[row.lane] = asyncio.create_task(self._work(row.lane, lane))

    async def _look_at_clock(self) -> None:
        """Nothing waits for a time to which it was put off by a clock that has been set back since."""
        now = self.services.clock()
        if self._latest is None or now < self._latest:
            await self.services.store.outbox.clock_went_back(now, LONGEST_PAUSE)
        self._latest = now

    async def _work(self, lane: str, rows: list[OutboxRow]) -> None:
        try:
            for number, read in enumerate(rows):
                row = await self._present(read) if number else read
                if row is None:
                    continue
                # A computer player thinks without holding up the lanes of others.
                async with nullcontext() if row.kind in THINKING else self._free:
                    going_on = await self._send(row)
                if not going_on:
                    break
        except StoreClosed:
            pass
        except Exception:
            log.exception("lane %s stopped", lane)
            await asyncio.sleep(FIRST_PAUSE)  # the database fails: not to be tried again at once, for ever
        finally:
            del self.services.lanes.tasks[lane]
            self.services.store.outbox.wake()

    async def _present(self, row: OutboxRow) -> OutboxRow | None:
        """A row as it is after others of its lane were sent: somebody may have been forgotten meanwhile."""
        found = await self.services.store.outbox.get(row.id, newer=TELLING)
        return found if found is not None and found.status == "pending" else None

    async def _send(self, row: OutboxRow) -> bool:
        """Send one row and mark it. False when the lane must wait."""
        outbox, now = self.services.store.outbox, self.services.clock()
        try:
            known = row.id in self._unmarked
            sent = self._unmarked[row.id] if known else await self.senders[row.kind](row)
        except NotYet as later:
            await outbox.retry(row.id, later.at, str(later))
            return False
        except (Undeliverable, MatchNotFound, OtherRules) as error:
            log.warning("given up: %s cause=%s", named(row), error)
            await outbox.give_up(row.id, str(error))
        except StoreClosed:
            raise
        except (*SendingFailed, StorageError, MatchMoved) as error:
            if refused(error) and row.attempts >= ENOUGH:
                log.error("given up, since Discord refuses it: %s cause=%s", named(row), error)
                await self._board_lost(row, error)
                await outbox.give_up(row.id, repr(error))
                return True
            log.warning("will be tried again: %s cause=%s", named(row), error)
            moved = isinstance(error, MatchMoved) and row.attempts < WEARY  # nothing failed: it is to be read anew
            await outbox.retry(row.id, now if moved else now + pause(row.attempts), repr(error))
            return False
        except Exception as error:
            log.exception("failed: %s", named(row))
            if row.attempts >= ENOUGH:
                await outbox.give_up(row.id, repr(error))
            else:
                await outbox.retry(row.id, now + pause(row.attempts), repr(error))
                return False
        else:
            if not isinstance(sent, Marked):
                failpoints.hit("after-send")
                self._unmarked[row.id] = sent
                await outbox.sent(row.id, sent, self.services.clock())
                del self._unmarked[row.id]
        self.delivery.forget(row.nonce)
        return True

    async def _board_lost(self, row: OutboxRow, error: Exception) -> None:
        """Have the host told that a board cannot be posted, and have it tried again daily: nobody else would know."""
        if row.kind in BOARDS and row.match_id is not None and isinstance(error, discord.HTTPException):
            await self.delivery.lost(await self.services.store.matches.read(row.match_id), error)


def pause(attempts: int) -> int:
    """Seconds until the next try."""
    return int(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(attempts, 12)))


def named(row: OutboxRow) -> str:
    """The row in a line of the log."""
    return f"match={row.match_id} step={row.step_count} row={row.id} kind={row.kind}"
