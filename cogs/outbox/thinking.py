"""Computer players think: for their own seats, and for somebody whose time is out."""

from __future__ import annotations

from cogs.outbox.dispatcher import WEARY
from cogs.services import Services
from storage.records import OutboxRow
from storage.stored_match import StoredMatch
from table import deadlines
from table.announcements import TurnPayload, payload
from table.state import kept
from table.table import thinking_rng


class Thinking:
    """The rows of the kinds `think` and `standin`."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def send_think(self, row: OutboxRow) -> int | None:
        """Let the computer player that is to move think, and carry out what it chose."""
        assert row.match_id is not None
        await keep_unsaid(self.services, row)
        waiting = await self.services.table.thinking(row.match_id, row.revision)
        if waiting is None:
            return None
        match, seat = waiting
        option = await self.choose(match, seat.index, seat.level or "normal", weary=row.attempts >= WEARY)
        await self.services.table.computed(match.id, row.revision, seat.index, option)
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
        seconds = self.services.thinking_seconds * {"easy": 0.15, "normal": 0.4}.get(level, 1.0)
        view = game.to_json(game.view(match.state, seat))
        return await self.services.pool.think(game.key, view, seat, level, seed, seconds)

    async def send_stand_in(self, row: OutboxRow) -> int | None:
        """Let the computer choose for somebody whose time is out, unless the match has moved on since."""
        assert row.match_id is not None
        match = await self.services.store.matches.read(row.match_id)
        seat = match.waits_for
        if match.status != "running" or match.revision != row.revision or seat is None or seat.user_id is None:
            return None
        option = await self.choose(match, seat.index, "normal", weary=row.attempts >= WEARY)
        async with self.services.store.matches.open(match.id) as opened:
            if opened.revision == row.revision and opened.to_act == seat.index and opened.status == "running":
                deadlines.stand_in(opened, option, self.services.clock())
        return None


async def keep_unsaid(services: Services, row: OutboxRow) -> None:
    """Keep what a row would have told beside the board, for the next post."""
    told = payload(row, TurnPayload)
    if told and row.match_id is not None:
        async with services.store.matches.open(row.match_id) as opened:
            kept(opened).unsaid[row.id] = told
