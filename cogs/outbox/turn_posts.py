"""Turn posts: the thread at the beginning, then the board after each turn, and the call to whoever must act."""

from __future__ import annotations

import logging

import discord

from cogs.outbox.delivery import Delivery
from cogs.outbox.dispatcher import WEARY, Marked, Sent, named
from cogs.outbox.notifier import Call, Notifier
from cogs.outbox.old_posts import OldPosts
from cogs.outbox.thinking import keep_unsaid
from cogs.services import Services
from cogs.ui import post
from cogs.ui.lobby import Lobby
from render.worker_pool import WorkerError
from storage import failpoints
from storage.records import OutboxRow, PastStep, Place
from storage.stored_match import StoredMatch
from table import consent, narration
from table.announcements import TurnPayload, payload
from table.perspective import Perspective, see_state
from table.state import PostMemo, kept
from table.telling import tell

log = logging.getLogger("longhouse.dispatcher")

KEPT_POSTS = 8
"""How many of a match's posts are remembered, to take their buttons off or to mark them as taken back."""


class TurnPosts:
    """The rows of the kinds `open` and `turn`."""

    def __init__(self, services: Services, delivery: Delivery, notifier: Notifier) -> None:
        self.services = services
        self.delivery = delivery
        self.notifier = notifier
        self.lobby = Lobby(services)
        self.old_posts = OldPosts(services)

    async def send_open(self, row: OutboxRow) -> Sent:
        """Make the match's thread (in a direct message: none), then post the first board.

        A match that was closed has no board to show any more.
        """
        match = await self._match(row)
        if match.status == "closed":
            return None
        new = match.place.guild_id is not None and match.place.thread_id is None
        if new:
            thread_id = await self.delivery.open_thread(match)
            async with self.services.store.matches.open(match.id) as opened:
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
            await self.lobby.show_begun(match, thread_id)
        except discord.HTTPException as error:
            log.info("a lobby does not show where its match is: match=%s cause=%s", match.id, error)

    async def send_turn(self, row: OutboxRow) -> Sent:
        """Post the board as it was when the row was written, and call the next player.

        Left out when a later row of this match says more: only the newest board matters after an interruption. Where
        the thread could not be made at the beginning, it is made now.
        """
        if row.superseded:
            await keep_unsaid(self.services, row)
            return None
        return await self.send_open(row)

    async def _tell_turn(self, match: StoredMatch, row: OutboxRow) -> Marked:
        rows = [*kept(match).unsaid.values(), payload(row, TurnPayload)]
        taken_back = min((told.taken_back for told in rows if told.taken_back is not None), default=None)
        call = await self.notifier.before_post(match, row)
        count = min(row.step_count, match.step_count)
        perspective = see_state(match, await match.state_at(count), None)
        perspective.revision, perspective.step_count = row.revision, count
        perspective.can_take_back = await consent.may_take_back(match)
        past = await match.events_since(_first_told(match, taken_back, count))
        since = _told(match, taken_back, count)
        new = [step for step in past if since < step.number <= count]
        perspective.show_sheet(narration.public(new))
        memo = PostMemo(id=0, steps=count, told_from=since, said=[event for told in rows for event in told.events])
        memo.sheet = perspective.sheet
        lines = [told.said for told in rows if told.said] + [tell(match, event) for event in memo.said]
        lines += narration.happened(perspective, new)
        message = await self._post_board(match, perspective, lines, row, call)
        memo.id, memo.picture = message.id, next((found.filename for found in message.attachments), "")
        failpoints.hit("after-send")
        await self._retire(match, taken_back, memo, past)
        await self._remember(match, row, memo, call)
        return Marked(message.id)

    # Within.

    async def _match(self, row: OutboxRow) -> StoredMatch:
        assert row.match_id is not None
        return await self.services.store.matches.read(row.match_id, recent=consent.RECENT)

    async def _post_board(
        self, match: StoredMatch, perspective: Perspective, lines: list[str], row: OutboxRow, call: Call
    ) -> discord.Message:
        name, count, files = "", dict[str, discord.File](), list[discord.File]()
        try:
            board = post.picture_file(perspective, await self.services.pictures.board(perspective, "light"))
            if perspective.waits_for is None:
                count = post.chapter_files(perspective, await self.services.pictures.chapters(perspective, "light"))
            name, files = board.filename, [board, *count.values()]
        except WorkerError:
            if row.attempts < WEARY:
                raise
            log.exception("posted without a picture: %s", named(row))
        view = post.turn_post(perspective, lines, name, post.names(count), mention=call.mention)
        allowed = post.mentions(perspective) if call.mention else discord.AllowedMentions.none()
        return await self.delivery.to_table(match, view, files, allowed, row.nonce, silent=call.silent)

    async def _retire(self, match: StoredMatch, taken_back: int | None, memo: PostMemo, past: list[PastStep]) -> None:
        """Take the buttons off the post before, and say so on those that were taken back. It comes before the post is
        noted: where the program ends in between, all of it is done once more."""
        before = [post for post in kept(match).posts if post.id != memo.id]
        for old in before:
            undone = taken_back is not None and old.steps > taken_back and not old.undone
            if old is before[-1] or undone:
                await self.old_posts.retire(match, old, undone=undone, past=past)

    async def _remember(self, match: StoredMatch, row: OutboxRow, memo: PostMemo, call: Call) -> None:
        """Note what was told, mark its row and have told what else must be, in one transaction."""
        failpoints.hit("before-mark")
        async with self.services.store.matches.open(match.id) as opened:
            opened.mark_sent(row.id, memo.id, self.services.clock())
            if opened.place.target == match.place.target:  # else it was moved meanwhile: all is told there once more
                table = kept(opened)
                table.told, table.unsaid, table.lost = memo.steps, {}, None
                if not table.posts or table.posts[-1].id != memo.id:  # else it was noted before an interruption
                    table.posts = [*table.posts, memo][-KEPT_POSTS:]
                    self.notifier.after_post(opened, call)
        failpoints.hit("after-mark")


def _told(match: StoredMatch, taken_back: int | None, count: int) -> int:
    """How many steps were told before; after a takeback nothing that still stands is told again."""
    return min(kept(match).told, count if taken_back is None else taken_back, count)


def _first_told(match: StoredMatch, taken_back: int | None, count: int) -> int:
    """From where on the past is needed: for this post, and to write the one before once more without its buttons."""
    posts = kept(match).posts
    earlier = posts[-1].told_from if posts else None
    told = _told(match, taken_back, count)
    return told if earlier is None else min(earlier, told)
