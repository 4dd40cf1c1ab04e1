"""All matches: making one, opening one for change, and finding them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Select, Text, cast, func, insert, select

from rules.game import Game
from storage import commits, failpoints, loading, saving
from storage.database import Database
from storage.errors import OtherRules, StoreClosed
from storage.extra import MatchExtra
from storage.loading import Loaded
from storage.open_match import OpenMatch, settings_json
from storage.records import MatchSummary, Status
from storage.replay import Difference
from storage.schema import matches, seats
from storage.stored_match import StoredMatch

log = logging.getLogger(__name__)

_ALIVE: tuple[Status, ...] = ("lobby", "running")


class Matches:
    """The stored matches. Everything is read when it is asked for; nothing is held in memory between calls."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any, Any]],
        announced: Callable[[], None],
        extra: type[MatchExtra] = MatchExtra,
    ) -> None:
        self._extra = extra
        self._database = database
        self._games = games
        self._announced = announced
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closing = False
        self._open_count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def create(
        self,
        game_key: str,
        settings: Struct | bytes | str,
        host_id: int,
        host_name: str,
        guild_id: int | None,
        channel_id: int,
        now: int,
        *,
        extra: MatchExtra | None = None,
    ) -> int:
        """A new lobby with nobody seated; gives the match's number. `settings` are the game's Settings or their JSON.

        OtherRules for an unknown game, BadSettings, StorageError.
        """
        if self._closing:
            raise StoreClosed("closing_no_new_match")
        game = self._game(game_key)
        raw = settings_json(settings)
        game.settings_from(raw)
        values = {
            "game": game_key,
            "version": game.version,
            "status": "lobby",
            "settings": raw.decode(),
            "revision": 0,
            "step_count": 0,
            "turn": 0,
            "host_id": host_id,
            "host_name": host_name,
            "guild_id": guild_id,
            "channel_id": channel_id,
            "messages": {},
            "created_at": now,
            "moved_at": now,
            "warned": 0,
            "extra": extra or MatchExtra(),
        }
        query = insert(matches).values(values).returning(matches.c.id)
        return await self._database.write(lambda connection: int(connection.execute(query).scalar_one()))

    @asynccontextmanager
    async def open(self, match_id: int, *, recent: int = 0) -> AsyncIterator[OpenMatch]:
        """The only way to change a match: under its lock, saved in one transaction on leaving. `recent`: see `read`.

        Whatever is raised, nothing was saved; only a cancellation during the saving is raised after it. Others who open
        the same match wait, so do nothing slow inside (no drawing, no sending). MatchNotFound, OtherRules, StoreClosed,
        StorageError.
        """
        if self._closing:
            raise StoreClosed("closing")
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        self._enter()
        try:
            async with lock:
                loaded = await self._load(match_id, recent)
                match = OpenMatch(self._database, self._game(loaded.row["game"]), loaded, self._extra)
                before = saving.frozen(match)
                try:
                    yield match
                    await self._leave(match, before)
                finally:
                    match.changes.closed = True
        finally:
            self._exit()

    async def _leave(self, match: OpenMatch, before: bytes) -> None:
        """Save, to the end even when we are cancelled meanwhile: the lock is held until it is known what was
        written."""
        if match.changes.broken:
            raise RuntimeError(f"match {match.id} broke during a step, so nothing is saved")
        changes = match.changes
        said = changes.notices or changes.marks or changes.forgotten
        if not (changes.raises or changes.reseated or said or saving.frozen(match) != before):
            return
        saved = asyncio.ensure_future(self._save(match))
        try:
            await asyncio.shield(saved)
        except asyncio.CancelledError:
            await asyncio.wait([saved])
            if not saved.cancelled() and (error := saved.exception()) is not None:
                log.warning("match %s was not saved after a cancellation: %s", match.id, error)
            raise

    async def _save(self, match: OpenMatch) -> None:
        failpoints.hit("before-commit")
        changes = match.changes
        if changes.marks:
            failpoints.hit("before-mark")
        await self._database.write(lambda connection: saving.save(connection, match))
        match.saved()
        commits.note(match)
        failpoints.hit("after-commit")
        if changes.marks:
            failpoints.hit("after-mark")
        if changes.notices:
            self._announced()
        if changes.played and match.status == "over":
            await self._tidy(match)

    async def _tidy(self, match: OpenMatch) -> None:
        """Drop the snapshots of a finished match if its log leads to the same end. Its steps are saved already."""
        try:
            if (difference := await match.check()) is not None:
                log.warning("the snapshots are kept: %s", difference)
                return
            await self._database.write(lambda connection: saving.drop_snapshots(connection, match.id, match.step_count))
        except Exception:
            log.exception("match %s is over and saved, but its snapshots could not be dropped", match.id)

    async def read(self, match_id: int, *, recent: int = 0) -> StoredMatch:
        """The match as it is now, without a lock. MatchNotFound, OtherRules, StorageError.

        `recent`: so many of its last steps are read with it, and some of the positions before them. `steps`,
        `state_at`, `events_since` and `cannot_take_back` ask the database again only for what is older.
        """
        loaded = await self._load(match_id, recent)
        return StoredMatch(self._database, self._game(loaded.row["game"]), loaded, self._extra)

    async def look(self, match_id: int, *, recent: int = 0) -> OpenMatch:
        """As `read`, with all that is asked of an open match (what can be undone, say), which cannot be changed: it
        takes no lock, waits for nobody, and nothing of it is saved."""
        loaded = await self._load(match_id, recent)
        match = OpenMatch(self._database, self._game(loaded.row["game"]), loaded, self._extra)
        match.changes.closed = True
        return match

    async def _load(self, match_id: int, recent: int) -> Loaded:
        return await self._database.read(lambda connection: loading.load(connection, match_id, recent))

    # Finding.

    async def of_user(self, user_id: int, statuses: tuple[Status, ...] = _ALIVE) -> list[MatchSummary]:
        """The matches in which this person sits: first those that wait for this person, each part by the last move."""
        mine = select(seats.c.match_id).where(seats.c.user_id == user_id)
        found = await self._summaries(matches.c.id.in_(mine), matches.c.status.in_(statuses))
        return sorted(found, key=lambda match: (not match.waits_for(user_id), match.moved_at, match.id))

    async def waiting_for(self, user_id: int) -> list[MatchSummary]:
        """The running matches that wait for this person, the longest waiting first."""
        return [match for match in await self.of_user(user_id, ("running",)) if match.waits_for(user_id)]

    async def hosted_by(self, user_id: int, statuses: tuple[Status, ...] = _ALIVE) -> list[MatchSummary]:
        """The matches that this person hosts, the oldest first."""
        return await self._summaries(matches.c.host_id == user_id, matches.c.status.in_(statuses))

    async def running_in(self, guild_id: int | None, statuses: tuple[Status, ...] = _ALIVE) -> list[MatchSummary]:
        """The matches of a server (None: those in direct messages), the oldest first."""
        return await self._summaries(matches.c.guild_id == guild_id, matches.c.status.in_(statuses))

    async def gathering(self) -> list[MatchSummary]:
        """All tables at which players gather, the oldest first."""
        return await self._summaries(matches.c.status == "lobby")

    async def mentioning(self, user_id: int) -> list[int]:
        """The numbers of the matches in whose `extra` the person's number stands."""
        query = select(matches.c.id).where(cast(matches.c.extra, Text).contains(str(user_id))).order_by(matches.c.id)
        return list(await self._database.read(lambda connection: connection.scalars(query).all()))

    async def in_thread(self, thread_id: int) -> MatchSummary | None:
        """The newest match that is played in this thread."""
        query = select(matches).where(matches.c.thread_id == thread_id).order_by(matches.c.id.desc()).limit(1)
        found = await self._selected(query)
        return found[0] if found else None

    async def due(self, now: int, limit: int = 1000) -> list[MatchSummary]:
        """The matches whose deadline has passed, the earliest first."""
        return await self._timed(matches.c.due_at, now, limit)

    async def to_remind(self, now: int, limit: int = 1000) -> list[MatchSummary]:
        """The matches whose `remind_at` has come, the earliest first."""
        return await self._timed(matches.c.remind_at, now, limit)

    async def _timed(self, column: ColumnElement[int], now: int, limit: int) -> list[MatchSummary]:
        return await self._selected(
            select(matches).where(column.is_not(None), column <= now).order_by(column).limit(limit)
        )

    async def _summaries(self, *where: ColumnElement[bool]) -> list[MatchSummary]:
        return await self._selected(select(matches).where(*where).order_by(matches.c.id))

    async def _selected(self, query: Select[Any]) -> list[MatchSummary]:
        return await self._database.read(lambda connection: loading.load_summaries(connection, query, self._extra))

    async def count(self) -> dict[Status, int]:
        """How many matches there are of each status."""
        query = select(matches.c.status, func.count().label("number")).group_by(matches.c.status)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.status: row.number for row in rows}

    async def step_total(self) -> int:
        """How many steps are stored of all matches together."""
        query = select(func.coalesce(func.sum(matches.c.step_count), 0))
        return int(await self._database.read(lambda connection: connection.execute(query).scalar_one()))

    async def check_all(self) -> AsyncIterator[Difference]:
        """Replay every stored match under the present rules; gives each that differs or cannot be read (then its game
        is ""). Of one under way it says whether it can go on: that needs its newest position only."""
        query = select(matches.c.id).order_by(matches.c.id)
        ids = await self._database.read(lambda connection: connection.scalars(query).all())
        for match_id in ids:
            try:
                match = await self.read(match_id)
                difference = await match.check()
                if difference is not None and match.status == "running":
                    difference = await asyncio.to_thread(_with_outlook, difference, match)
            except OtherRules as error:
                difference = Difference(match=match_id, error=error)
            if difference is not None:
                yield difference

    # Within.

    def _game(self, key: str) -> Game[Any, Any]:
        game = self._games.get(key)
        if game is None:
            raise OtherRules("game_not_known", key=key)
        return game

    def _enter(self) -> None:
        self._open_count += 1
        self._idle.clear()

    def _exit(self) -> None:
        self._open_count -= 1
        if not self._open_count:
            self._idle.set()

    async def finish(self) -> None:
        """Open nothing more, and wait until every open match was left."""
        self._closing = True
        await self._idle.wait()


def _with_outlook(difference: Difference, match: StoredMatch) -> Difference:
    """Whether a match that does not replay can go on."""
    try:
        goes_on = match.decision is not None and bool(match.game.options(match.state))
    except Exception as error:
        return msgspec.structs.replace(difference, goes_on=False, obstacle=error)
    return msgspec.structs.replace(difference, goes_on=goes_on)
