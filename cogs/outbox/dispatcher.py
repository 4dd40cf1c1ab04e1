"""From the outbox to Discord: every announcement goes out in order, shows once, and is tried until told or hopeless.

The rows of one match are one lane and go one after another; different lanes go side by side. A row is marked only after
its message is sent, so a crash in between sends it again; the nonce makes Discord show it once.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from cogs.pictures import Pictures
from cogs.ui import post
from cogs.ui.errors import why_closed
from render import notices
from render.worker_pool import WorkerError
from storage import failpoints
from storage.errors import MatchMoved, MatchNotFound, OtherRules, StorageError, StoreClosed
from storage.records import OutboxRow, PastStep, Place
from storage.stored_match import StoredMatch
from table import narration
from table.hours import DAY
from table.perspective import Perspective, plain, see_state
from table.table import thinking_rng

if TYPE_CHECKING:
    from cogs.bot import LonghouseBot
    from cogs.outbox.notifier import Call
    from render.encode import Picture

log = logging.getLogger("longhouse.dispatcher")

FIRST_PAUSE = 2
LONGEST_PAUSE = 600
"""Seconds before the second and between later tries, doubling from the one to the other."""

AT_ONCE = 8
"""How many lanes are worked on at the same time."""

THREAD_EXISTS, UNKNOWN_MESSAGE = 160004, 10008
ARCHIVED = 50083
LOCKED = (ARCHIVED, 160005)
"""Discord's codes for a thread that is archived and locked, or locked."""

KEPT_POSTS = 8
"""How many of a match's posts are remembered, to take their buttons off or to mark them as taken back."""


WEARY = 3
"""After so many failures to think a computer player takes the default choice, and after so many to draw a board it is
posted in words alone, so that nobody waits for it."""


ENOUGH = 20
"""So many tries, over some hours, are enough for what fails by a fault of ours: what comes after it is not to wait."""

THINKING = ("think", "standin")
"""The kinds of rows for which a computer player thinks."""


class Hopeless(Exception):
    """The place to which something should be sent is gone or closed to us; the text says why."""


class Later(Exception):
    """Something must not be sent before a time, `at`, in UTC seconds since 1970."""

    def __init__(self, at: int) -> None:
        super().__init__(f"not before {at}")
        self.at = at


class Dispatcher:
    """Works the outbox off until it is stopped. Each kind of row has a method `send_KIND`."""

    def __init__(self, bot: LonghouseBot) -> None:
        self.bot = bot
        self.kinds: dict[str, Callable[[OutboxRow], Awaitable[int | None]]] = {
            "open": self.send_open,
            "turn": self.send_turn,
            "think": self.send_think,
            "direct": self.send_direct,
        }
        self._lanes: dict[str, asyncio.Task[None]] = {}
        # What went out and could not be marked, because the database failed: not to be sent again. (A nonce holds for
        # some minutes only.) Messages by nonce, ids of messages by row.
        self._delivered: dict[str, discord.Message] = {}
        self._unmarked: dict[int, int | None] = {}
        self._free = asyncio.Semaphore(AT_ONCE)
        self._pictures = Pictures(bot.pool)

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
            await self.bot.store.outbox.wait(5)

    async def round(self) -> None:
        """Begin to work on every lane that has something due and is not being worked on."""
        busy = set(self._lanes)  # what these send may be read as still to be sent, and they end before we go on
        rows = await self.bot.store.outbox.pending(self.bot.clock(), limit=500)
        for row in rows:
            if row.lane not in self._lanes and row.lane not in busy:
                lane = [other for other in rows if other.lane == row.lane]
                task = asyncio.create_task(self._work(row.lane, lane))
                self._lanes[row.lane] = task

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        while self._lanes:
            await asyncio.wait(self._lanes.values())

    async def finish(self, lane: str, seconds: float = 10) -> None:
        """Wait until what is just being sent of a lane was sent, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (task := self._lanes.get(lane)) is not None:
                    await asyncio.wait([task])

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
            del self._lanes[lane]
            self.bot.store.outbox.wake()

    async def _present(self, row: OutboxRow) -> OutboxRow | None:
        """A row as it is after others of its lane were sent: somebody may have been forgotten meanwhile."""
        found = await self.bot.store.outbox.get(row.id)
        return found if found is not None and found.status == "pending" else None

    async def _send(self, row: OutboxRow) -> bool:
        """Send one row and mark it. False when the lane must wait."""
        outbox, now = self.bot.store.outbox, self.bot.clock()
        try:
            known = row.id in self._unmarked
            message_id = self._unmarked[row.id] if known else await self.kinds[row.kind](row)
        except Later as later:
            await outbox.retry(row.id, later.at, str(later))
            return False
        except (Hopeless, MatchNotFound, OtherRules) as error:
            log.warning("given up: %s cause=%s", named(row), error)
            await outbox.give_up(row.id, str(error))
        except StoreClosed:
            raise
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, StorageError, MatchMoved) as error:
            if refused(error) and row.attempts >= ENOUGH:
                log.error("given up, since Discord refuses it: %s cause=%s", named(row), error)
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
            failpoints.hit("after-send")
            self._unmarked[row.id] = message_id
            await outbox.sent(row.id, message_id, self.bot.clock())
            del self._unmarked[row.id]
        self._delivered.pop(row.nonce, None)
        return True

    # The kinds.

    async def send_open(self, row: OutboxRow) -> int | None:
        """Make the match's thread (in a direct message: none), then post the first board.

        A match that was closed has no board to show any more.
        """
        match = await self._match(row)
        if match.status == "closed":
            return None
        new = match.place.guild_id is not None and match.place.thread_id is None
        if new:
            thread_id = await self._open_thread(match)
            async with self.bot.store.matches.open(match.id) as opened:
                if opened.place.target != match.place.target:
                    return None  # it was moved meanwhile, and another row posts it there
                place = opened.place
                opened.place = Place(place.guild_id, place.channel_id, thread_id, place.messages)
            match = await self._match(row)
        if match.place.thread_id is not None and (new or row.kind == "open"):
            await self._show_begun(match, match.place.thread_id)
        return await self._tell_turn(match, row)

    async def _show_begun(self, match: StoredMatch, thread_id: int) -> None:
        """Have the lobby lead to the thread. The match begins also where that fails."""
        try:
            await self.bot.lobby.show_begun(match, thread_id)
        except discord.HTTPException as error:
            log.info("a lobby does not show where its match is: match=%s cause=%s", match.id, error)

    async def send_turn(self, row: OutboxRow) -> int | None:
        """Post the board as it was when the row was written, and call the next player.

        Left out when a later row of this match says more: only the newest board matters after an interruption. Where
        the thread could not be made at the beginning, it is made now.
        """
        if await self.bot.store.outbox.later(row.match_id or 0, row.id, ("turn", "open", "think")):
            await self._keep_unsaid(row)
            return None
        return await self.send_open(row)

    async def _keep_unsaid(self, row: OutboxRow) -> None:
        """Keep what a row would have told beside the board, for the next post."""
        if row.payload and row.match_id is not None:
            async with self.bot.store.matches.open(row.match_id) as opened:
                opened.extra.setdefault("unsaid", {})[str(row.id)] = row.payload

    async def _tell_turn(self, match: StoredMatch, row: OutboxRow) -> int:
        told = [*match.extra.get("unsaid", {}).values(), row.payload]
        taken_back = min((one["taken_back"] for one in told if "taken_back" in one), default=None)
        call = await self.bot.notifier.before_post(match, row)
        count = min(row.step_count, match.step_count)
        perspective = see_state(match, await match.state_at(count), None)
        perspective.revision, perspective.step_count = row.revision, count
        perspective.can_take_back = await self.bot.table.may_take_back(match)
        lines = [one["said"] for one in told if one.get("said")]
        lines += narration.happened(perspective, await self._untold(match, taken_back, count))
        message = await self._post_board(match, perspective, lines, row, call)
        await self._remember(match, taken_back, perspective, lines, message, call)
        return message.id

    async def _untold(self, match: StoredMatch, taken_back: int | None, count: int) -> list[PastStep]:
        """What happened since the last post; after a takeback nothing that still stands is told again."""
        told = min(match.extra.get("told", 0), count if taken_back is None else taken_back, count)
        return [step for step in await match.events_since(told) if step.number <= count]

    async def send_think(self, row: OutboxRow) -> int | None:
        """Let the computer player that is to move think, and carry out what it chose."""
        assert row.match_id is not None
        await self._keep_unsaid(row)
        waiting = await self.bot.table.thinking(row.match_id, row.revision)
        if waiting is None:
            return None
        match, seat = waiting
        option = await self.choose(match, seat.index, seat.level or "normal", weary=row.attempts >= WEARY)
        await self.bot.table.computed(match.id, row.revision, seat.index, option)
        return None

    async def choose(self, match: StoredMatch, seat: int, level: str, *, weary: bool) -> str:
        """What a computer player of this level chooses for the seat that is to act; `weary`: without thinking."""
        game = match.game
        options = game.options(match.state)
        if weary and match.decision is not None:
            return match.decision.default(match.state)
        if len(options) == 1:
            return options[0]
        seed = thinking_rng(match.id, match.revision).getrandbits(62)
        seconds = self.bot.thinking_seconds * {"easy": 0.15, "normal": 0.4}.get(level, 1.0)
        view = game.to_json(game.view(match.state, seat))
        return await self.bot.pool.think(game.key, view, seat, level, seed, seconds)

    async def send_direct(self, row: OutboxRow) -> int | None:
        """A line to one person in a direct message. Hopeless when he does not take any."""
        try:
            user = discord.Object(row.payload["user"])
            channel = await self.bot.create_dm(user)
            message = await channel.send(
                row.payload["text"][:2000], nonce=row.nonce, allowed_mentions=discord.AllowedMentions.none()
            )
        except (discord.Forbidden, discord.NotFound) as error:
            raise Hopeless(f"direct messages are closed ({error.code})") from error
        return message.id

    # Within.

    async def _match(self, row: OutboxRow) -> StoredMatch:
        assert row.match_id is not None
        return await self.bot.store.matches.read(row.match_id)

    async def _open_thread(self, match: StoredMatch) -> int:
        place = match.place
        lobby = place.messages.get("lobby")
        names = ", ".join(plain(seat.name) or "Computer" for seat in match.seats)
        name = f"{match.game.title} #{match.id}: {names}"[:100]
        try:
            if lobby is not None:
                try:
                    made = await self.bot.http.start_thread_with_message(
                        place.channel_id, lobby, name=name, auto_archive_duration=10080
                    )
                    return int(made["id"])
                except discord.HTTPException as error:
                    if error.code == THREAD_EXISTS:  # it was made before an interruption
                        return lobby
                    if error.code != UNKNOWN_MESSAGE:  # else somebody deleted the table's message
                        raise
            made = await self.bot.http.start_thread_without_message(
                place.channel_id, name=name, auto_archive_duration=10080, type=11
            )
            return int(made["id"])
        except discord.HTTPException as error:
            raise await self._given_up(match, error) from error

    async def picture(self, perspective: Perspective, theme: str, *, ask: bool = False, chapter: str = "") -> Picture:
        """The board for a perspective, or a chapter of its score, drawn by a worker. WorkerError, whatever failed."""
        with self.bot.metrics.drawn():
            try:
                return await self._pictures.draw(perspective, theme, ask=ask, chapter=chapter)
            except WorkerError:
                raise
            except Exception as error:
                raise WorkerError(f"The worker could not draw {perspective.key}: {error!r}") from error

    async def count(self, perspective: Perspective, theme: str) -> dict[str, discord.File]:
        """The pictures of the chapters of its score, by the chapters' names; none where a text tells it all."""
        chapters = [
            found.picture
            for found in perspective.presenter.chapters(perspective.view, perspective.audience)
            if found.picture
        ]
        pictures = await asyncio.gather(*(self.picture(perspective, theme, chapter=chapter) for chapter in chapters))
        return {
            chapter: discord.File(
                io.BytesIO(drawn.data), filename=post.picture_name(perspective, drawn.suffix, chapter)
            )
            for chapter, drawn in zip(chapters, pictures, strict=True)
        }

    async def _post_board(
        self, match: StoredMatch, perspective: Perspective, lines: list[str], row: OutboxRow, call: Call
    ) -> discord.Message:
        name, count, files = "", dict[str, discord.File](), list[discord.File]()
        try:
            picture = await self.picture(perspective, "light")
            count = await self.count(perspective, "light") if perspective.waits_for is None else {}
            name = post.picture_name(perspective, picture.suffix)
            files = [discord.File(io.BytesIO(picture.data), filename=name), *count.values()]
        except WorkerError:
            if row.attempts < WEARY:
                raise
            log.exception("posted without a picture: %s", named(row))
        view = post.turn_post(perspective, lines, name, post.names(count), mention=call.mention)
        allowed = post.mentions(perspective) if call.mention else discord.AllowedMentions.none()
        return await self.deliver(match, view, files, allowed, row.nonce, silent=call.silent)

    async def deliver(
        self,
        match: StoredMatch,
        view: discord.ui.LayoutView,
        files: list[discord.File],
        allowed: discord.AllowedMentions,
        nonce: str,
        *,
        silent: bool = False,
    ) -> discord.Message:
        """Send into the match's place. Hopeless, and the host is told, when that place is gone or closed to us."""
        if (sent := self._delivered.get(nonce)) is not None:
            return sent
        channel = self.bot.get_partial_messageable(match.place.target, guild_id=match.place.guild_id)
        try:
            failpoints.hit("before-send")
            sent = await channel.send(view=view, allowed_mentions=allowed, nonce=nonce, files=files, silent=silent)
        except discord.HTTPException as error:
            raise await self._given_up(match, error) from error
        self._delivered[nonce] = sent
        return sent

    async def _given_up(self, match: StoredMatch, error: discord.HTTPException) -> Exception:
        """Hopeless, when the match's place is gone or closed to us, and the host is told; else the error itself."""
        if not isinstance(error, discord.Forbidden | discord.NotFound) and error.code not in LOCKED:
            return error
        await self._lost(match, error)
        return Hopeless(f"{error.status} {error.code}: {error.text}")

    async def _lost(self, match: StoredMatch, error: discord.HTTPException) -> None:
        """The match's place cannot be written any more: note it, and tell the host once."""
        async with self.bot.store.matches.open(match.id) as opened:
            if opened.extra.get("lost") or opened.place.target != match.place.target:
                return
            opened.extra["lost"] = error.code or error.status
            if sum(seat.user_id is not None for seat in opened.seats) > 1:
                opened.remind_at = self.bot.clock() + DAY  # then it is tried again
            where = f"The place where {post.title_of(opened)} is played"
            text = notices.place_lost(where, why_closed(error), opened.id)
            lane = f"person:{opened.host_id}"
            opened.announce("direct", {"user": opened.host_id, "text": text}, self.bot.clock(), lane=lane)

    async def _remember(
        self,
        match: StoredMatch,
        taken_back: int | None,
        perspective: Perspective,
        lines: list[str],
        message: discord.Message,
        call: Call,
    ) -> None:
        """Note what was told, have told what else must be, and take the buttons off the post before."""
        async with self.bot.store.matches.open(match.id) as opened:
            if opened.place.target != match.place.target:
                return  # it was moved meanwhile: all is told there once more
            opened.extra["told"] = perspective.step_count
            opened.extra.pop("unsaid", None)
            opened.extra.pop("lost", None)
            kept: list[dict[str, Any]] = opened.extra.get("posts", [])
            if kept and kept[-1]["id"] == message.id:  # noted before an interruption
                kept = kept[:-1]
            else:
                opened.extra["posts"] = [*kept, post.memo(perspective, lines, message)][-KEPT_POSTS:]
                self.bot.notifier.after_post(opened, call)
        for old in kept:
            undone = taken_back is not None and old["steps"] > taken_back and not old.get("undone")
            if old is kept[-1] or undone:
                await self._retire(match, old, undone)

    async def retire_newest(self, match: StoredMatch) -> None:
        """Take the buttons off the newest post of a match that no post will follow."""
        if posts := match.extra.get("posts"):
            await self._retire(match, posts[-1], undone=False)

    async def _retire(self, match: StoredMatch, memo: dict[str, Any], undone: bool) -> None:
        """Take the buttons off an old post, and say so where it was taken back. It matters little if that fails."""
        channel = self.bot.get_partial_messageable(match.place.target, guild_id=match.place.guild_id)
        try:
            await channel.get_partial_message(memo["id"]).edit(view=post.retired(match.game_key, memo, undone))
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("an old post keeps its buttons: match=%s message=%s cause=%s", match.id, memo["id"], error)


def refused(error: Exception) -> bool:
    """Whether Discord does not take a message as it is, however often it is sent."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429


def pause(attempts: int) -> int:
    """Seconds until the next try."""
    return int(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(attempts, 12)))


def named(row: OutboxRow) -> str:
    """The row in a line of the log."""
    return f"match={row.match_id} step={row.step_count} row={row.id} kind={row.kind}"
