"""Notices in a match's place, with buttons where they ask something; the buttons come off once it was answered."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui

from cogs.outbox.delivery import Delivery
from cogs.outbox.errors import ARCHIVED
from cogs.outbox.old_posts import OldPosts
from cogs.services import Services
from cogs.ui import post
from cogs.ui.presses import button, press_id
from render.messages import markup
from render.messages.buttons import label
from storage.records import OutboxRow
from storage.stored_match import StoredMatch
from table import proposals
from table.announcements import NoticePayload, payload
from table.perspective import see_state
from table.state import OpenNotice, kept
from table.telling import outcome, tell

log = logging.getLogger("longhouse.notices")


class Notices:
    """The rows of the kinds `notice` and `answered`."""

    def __init__(self, services: Services, delivery: Delivery) -> None:
        self.services = services
        self.delivery = delivery

    async def send_notice(self, row: OutboxRow) -> int | None:
        """A short public message. What was answered meanwhile is not asked any more."""
        match = await self._match(row)
        told = payload(row, NoticePayload)
        notice = proposals.notice_of(match, told.number)
        asks = notice is not None and notice.ended is None
        if told.ask and not asks:
            return None
        buttons = [ui.ActionRow[Any](*_buttons(match, told))] if asks else []
        text = told.text if told.event is None else tell(match, told.event)
        if not text:
            return None  # of an older version, and about somebody who is forgotten
        view = post.plain_post(see_state(match, match.state, None), text, *buttons)
        people = [discord.Object(user) for user in told.mention]
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=people)
        message = await self.delivery.to_table(match, view, [], allowed, row.nonce)
        if asks:
            await self._note(match.id, told.number, message)
        if match.status == "closed":
            await OldPosts(self.services).retire_newest(match)
        return message.id

    async def _note(self, match_id: int, number: int | None, message: discord.Message) -> None:
        """Keep where the buttons are. If it was ended meanwhile, the row that takes them off comes after this one."""
        async with self.services.store.matches.open(match_id) as opened:
            if (notice := proposals.notice_of(opened, number)) is not None:
                notice.id, notice.channel = message.id, message.channel.id

    async def send_answered(self, row: OutboxRow) -> int | None:
        """Take the buttons off every notice that was answered, and say there how it ended."""
        match = await self._match(row)
        ended = {number: notice for number, notice in kept(match).asking.items() if notice.ended is not None}
        shown = [number for number, notice in ended.items() if await self._show(match, row, notice)]
        async with self.services.store.matches.open(match.id) as opened:
            for number in shown:
                kept(opened).asking.pop(number, None)
            if len(shown) < len(ended):
                opened.announce("answered", None, self.services.clock())
        return None

    async def _show(self, match: StoredMatch, row: OutboxRow, notice: OpenNotice) -> bool:
        """Show the outcome on a notice; False when that should be tried after what is posted next."""
        if notice.id is None or notice.channel is None or notice.ended is None:
            return True  # it was never sent
        channel = self.services.discord.get_partial_messageable(notice.channel, guild_id=match.place.guild_id)
        said = notice.text if notice.said is None else tell(match, notice.said)
        view = post.closing(match.game_key, f"{said}\n{markup.small(outcome(match, notice.ended))}")
        try:
            await channel.get_partial_message(notice.id).edit(view=view)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Nothing in an archived thread can be edited until something is posted there.
            if error.code == ARCHIVED and await self.services.store.outbox.follows(row, besides="answered"):
                return False
            log.info("a notice keeps its buttons: match=%s message=%s cause=%s", match.id, notice.id, error)
        return True

    async def _match(self, row: OutboxRow) -> StoredMatch:
        assert row.match_id is not None
        return await self.services.store.matches.read(row.match_id)


def _buttons(match: StoredMatch, told: NoticePayload) -> list[ui.Button[Any]]:
    number, revision = str(told.number), match.revision
    if told.ask:
        agree = button(label("agree"), press_id("agree", match.id, revision, number), discord.ButtonStyle.success)
        return [agree, button(label("decline"), press_id("decline", match.id, revision, number))]
    return [button(label("take_over"), press_id("takeover", match.id, revision, str(told.seat)))]
