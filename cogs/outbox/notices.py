"""Notices in a match's place, with buttons where they ask something; the buttons come off once it was answered."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui

from cogs.outbox.delivery import Delivery
from cogs.outbox.errors import ARCHIVED
from cogs.services import Services
from cogs.ui import post
from cogs.ui.presses import button, press_id
from render.messages import markup
from render.messages.buttons import label
from storage.records import OutboxRow
from storage.stored_match import StoredMatch
from table.perspective import see_state
from table.proposals import ASKING, entry_of

log = logging.getLogger("longhouse.notices")


class Notices:
    """The rows of the kinds `notice` and `answered`."""

    def __init__(self, services: Services, delivery: Delivery) -> None:
        self.services = services
        self.delivery = delivery

    async def send_notice(self, row: OutboxRow) -> int | None:
        """A short public message. What was answered meanwhile is not asked any more."""
        match = await self._match(row)
        entry = entry_of(match, row.payload.get("number"))
        asks = entry is not None and "ended" not in entry
        if row.payload.get("ask") and not asks:
            return None
        buttons = [ui.ActionRow[Any](*_buttons(match, row))] if asks else []
        text = row.payload["text"]
        view = post.plain_post(see_state(match, match.state, None), text, *buttons)
        people = [discord.Object(user) for user in row.payload.get("mention", [])]
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=people)
        message = await self.delivery.to_table(match, view, [], allowed, row.nonce)
        if asks:
            await self._note(row, message, text)
        if match.status == "closed":
            await self.delivery.retire_newest(match)
        return message.id

    async def _note(self, row: OutboxRow, message: discord.Message, text: str) -> None:
        """Keep where the buttons are. If it was ended meanwhile, the row that takes them off comes after this one."""
        assert row.match_id is not None
        async with self.services.store.matches.open(row.match_id) as opened:
            entry = entry_of(opened, row.payload["number"])
            if entry is not None:
                entry.update(id=message.id, channel=message.channel.id, text=text)

    async def send_answered(self, row: OutboxRow) -> int | None:
        """Take the buttons off every notice that was answered, and say there how it ended."""
        match = await self._match(row)
        ended = {number: entry for number, entry in match.extra.get(ASKING, {}).items() if "ended" in entry}
        shown = [number for number, entry in ended.items() if "id" not in entry or await self._show(match, row, entry)]
        async with self.services.store.matches.open(match.id) as opened:
            left = {number: entry for number, entry in opened.extra.get(ASKING, {}).items() if number not in shown}
            opened.extra[ASKING] = left
            if len(shown) < len(ended):
                opened.announce("answered", {}, self.services.clock())
        return None

    async def _show(self, match: StoredMatch, row: OutboxRow, entry: dict[str, Any]) -> bool:
        """Show the outcome on a notice; False when that should be tried after what is posted next."""
        channel = self.services.discord.get_partial_messageable(entry["channel"], guild_id=match.place.guild_id)
        view = post.closing(match.game_key, f"{entry['text']}\n{markup.small(entry['ended'])}")
        try:
            await channel.get_partial_message(entry["id"]).edit(view=view)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Nothing in an archived thread can be edited until something is posted there.
            if error.code == ARCHIVED and await self.services.store.outbox.follows(row, besides="answered"):
                return False
            log.info("a notice keeps its buttons: match=%s message=%s cause=%s", match.id, entry["id"], error)
        return True

    async def _match(self, row: OutboxRow) -> StoredMatch:
        assert row.match_id is not None
        return await self.services.store.matches.read(row.match_id)


def _buttons(match: StoredMatch, row: OutboxRow) -> list[ui.Button[Any]]:
    number, revision = str(row.payload["number"]), match.revision
    if row.payload.get("ask"):
        agree = button(label("agree"), press_id("agree", match.id, revision, number), discord.ButtonStyle.success)
        return [agree, button(label("decline"), press_id("decline", match.id, revision, number))]
    return [button(label("take_over"), press_id("takeover", match.id, revision, str(row.payload["seat"])))]
