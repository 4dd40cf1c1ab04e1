"""Old turn posts: their buttons are taken off, and it is said where one was taken back."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from cogs.outbox.errors import SendingFailed
from cogs.services import Services
from cogs.ui import post
from storage.errors import MatchMoved, OtherRules
from storage.records import PastStep
from storage.stored_match import StoredMatch
from table import narration
from table.perspective import see_state
from table.state import PostMemo, kept
from table.telling import tell

log = logging.getLogger("longhouse.dispatcher")

TRIES = 5
"""How often the past of a match that is being played is read anew."""


class OldPosts:
    """Posts that another has overtaken. It matters little if one keeps its buttons: a press on them is answered."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def retire_newest(self, match: StoredMatch) -> None:
        """Take the buttons off the newest post of a match that no post will follow."""
        if posts := kept(match).posts:
            await self.retire(match, posts[-1])

    async def retire(
        self, match: StoredMatch, memo: PostMemo, *, undone: bool = False, past: Sequence[PastStep] | None = None
    ) -> None:
        """Write a post once more without its buttons. `past`: what is known of the steps since it began to tell."""
        channel = self.services.discord.get_partial_messageable(match.place.target, guild_id=match.place.guild_id)
        try:
            words = await self._words_now(match, memo, past)
            await channel.get_partial_message(memo.id).edit(view=post.retired(match, memo.picture, words, undone))
        except SendingFailed as error:
            log.info("an old post keeps its buttons: match=%s message=%s cause=%s", match.id, memo.id, error)

    async def _words_now(self, match: StoredMatch, memo: PostMemo, past: Sequence[PastStep] | None) -> post.OldWords:
        for _ in range(TRIES):
            try:
                return await self._words(match, memo, past)
            except MatchMoved:  # somebody plays on meanwhile
                match = await self.services.store.matches.read(match.id)
        return post.OldWords()

    async def _words(self, match: StoredMatch, memo: PostMemo, past: Sequence[PastStep] | None) -> post.OldWords:
        """What the post said, made anew; no more than its title where that position stands no more."""
        if memo.told_from is None:
            return post.OldWords(memo.head, memo.standing, memo.alt)  # of an older version
        if memo.steps > match.step_count:
            return post.OldWords()
        try:
            state = await match.state_at(memo.steps)
            steps = await match.events_since(memo.told_from) if past is None else past
        except OtherRules:
            return post.OldWords()
        perspective = see_state(match, state, None)
        perspective.step_count, perspective.sheet = memo.steps, memo.sheet
        told = [step for step in steps if memo.told_from < step.number <= memo.steps]
        lines = [tell(match, event) for event in memo.said]
        return post.old_words(perspective, lines + narration.happened(perspective, told))
