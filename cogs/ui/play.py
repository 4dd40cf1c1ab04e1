"""Presses on turn posts and in private panels."""

from __future__ import annotations

import io
import logging
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.services import Client, Interaction, Services
from cogs.ui import panel, post
from cogs.ui.presses import Press, button, press_id
from cogs.ui.sure import sure
from render import PRESENTERS
from render.messages import history, markup, turns, votes
from render.messages import panel as words
from render.messages.buttons import Button, label
from render.presenter import LONG, shorten
from render.worker_pool import WorkerError
from rules import GAMES
from table.errors import Refusal
from table.events import ProposalKind
from table.perspective import Perspective
from table.table import Outcome

log = logging.getLogger("longhouse.play")


class Play:
    """The private panel and the buttons under a board."""

    def __init__(self, services: Services) -> None:
        self.services = services

    # The panel.

    async def show(self, interaction: Interaction, perspective: Perspective, **given: Any) -> None:
        """Put the panel into the answer that was deferred before, with a fresh picture."""
        settings = perspective.settings or await self.services.store.people.get(interaction.user.id)
        after = given.pop("after", None)
        shown = perspective if after is None else msgspec.structs.replace(perspective, view=after, decision=None)
        try:
            picture = await self.services.pictures.board(shown, settings.theme, ask=shown.decision is not None)
        except WorkerError:
            log.exception("no picture: match=%s step=%s", perspective.match, perspective.step_count)
            name, files = None, []
        else:
            name = post.picture_name(perspective, picture.suffix)
            files = [discord.File(io.BytesIO(picture.data), filename=name)]
        view = panel.panel(perspective, name, shown=shown.view, **given)
        await interaction.edit_original_response(view=view, attachments=files)

    async def show_outcome(self, interaction: Interaction, outcome: Outcome) -> None:
        """The panel after a change, or after none."""
        await self.show(interaction, outcome.perspective, said=outcome.said)

    async def press_play(self, interaction: Interaction, press: Press) -> None:
        """Open the panel."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.open_panel(interaction, press.match)

    async def open_panel(self, interaction: Interaction, match_id: int, said: str = "") -> None:
        """The panel in an answer that was deferred; for somebody who does not play, the board as it is open to all."""
        perspective = await self.services.table.panel(match_id, interaction.user.id)
        if perspective.seat is None:
            said = turns.not_seated()
        await self.show(interaction, perspective, said=said)

    async def show_score(self, interaction: Interaction, match_id: int) -> None:
        """What everything would score now, chapter by chapter, in an answer that was deferred."""
        perspective = await self.services.table.look(match_id, interaction.user.id)
        settings = await self.services.store.people.get(interaction.user.id)
        try:
            pictures = await self.services.pictures.chapters(perspective, settings.theme)
            count = post.chapter_files(perspective, pictures)
        except WorkerError:
            log.exception("no pictures of the score: match=%s step=%s", perspective.match, perspective.step_count)
            count = {}
        head = ui.TextDisplay[Any](
            turns.heading(
                perspective.title,
                markup.small(turns.score_now() if perspective.waits_for else turns.score_at_the_end()),
            )
        )
        view = ui.LayoutView(timeout=None)
        view.add_item(post.container(perspective, head, *post.scored(perspective, post.TEXT - 200, post.names(count))))
        await interaction.edit_original_response(view=view, attachments=list(count.values()))

    async def press_panel(self, interaction: Interaction, press: Press) -> None:
        """Back to the first page of the panel."""
        await interaction.response.defer()
        perspective = await self.services.table.panel(press.match, interaction.user.id)
        await self.show(interaction, perspective, said=_stale(perspective, press))

    async def press_group(self, interaction: Interaction, press: Press) -> None:
        """Open a heading; the picture stays."""
        await interaction.response.defer()
        perspective = await self.services.table.panel(press.match, interaction.user.id)
        await self.show(interaction, perspective, said=_stale(perspective, press), heading=press.argument)

    async def press_option(self, interaction: Interaction, press: Press) -> None:
        """A choice: shown for confirmation where there is no way back from it, else carried out."""
        await interaction.response.defer()
        settings = await self.services.store.people.get(interaction.user.id)
        if settings.confirm:
            preview = await self.services.table.preview(
                press.match, interaction.user.id, press.argument, press.revision
            )
            if preview is not None:
                await self.show(interaction, preview.perspective, preview=preview, after=preview.after)
                return
        await self._take(interaction, press)

    async def press_picks(self, interaction: Interaction, press: Press) -> None:
        """Several choices at a time: shown for confirmation, or carried out, as a single one is."""
        await interaction.response.defer()
        user, table = interaction.user.id, self.services.table
        settings = await self.services.store.people.get(user)
        if settings.confirm:
            preview = await table.preview_many(press.match, user, press.values, press.revision)
            if preview is not None:
                await self.show(interaction, preview.perspective, preview=preview, after=preview.after)
                return
        await self.show_outcome(interaction, await table.take_many(press.match, user, press.values, press.revision))

    async def press_confirmpicks(self, interaction: Interaction, press: Press) -> None:
        """Carry several confirmed choices out."""
        await interaction.response.defer()
        user, table = interaction.user.id, self.services.table
        perspective = await table.look(press.match, user)
        stale = perspective.revision != press.revision
        picked = [] if stale else panel.picked_by(perspective, press.argument)
        await self.show_outcome(interaction, await table.take_many(press.match, user, picked, press.revision))

    async def press_confirm(self, interaction: Interaction, press: Press) -> None:
        """Carry a confirmed choice out."""
        await interaction.response.defer()
        await self._take(interaction, press)

    async def _take(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user.id
        outcome = await self.services.table.take(press.match, user, press.argument, press.revision)
        await self.show_outcome(interaction, outcome)

    async def press_undo(self, interaction: Interaction, press: Press) -> None:
        """Take the last choice of the running turn back."""
        await interaction.response.defer()
        outcome = await self.services.table.undo(press.match, interaction.user.id, press.revision)
        await self.show_outcome(interaction, outcome)

    async def press_redo(self, interaction: Interaction, press: Press) -> None:
        """Do the choice again that was undone last."""
        await interaction.response.defer()
        outcome = await self.services.table.undo(press.match, interaction.user.id, press.revision, redo=True)
        await self.show_outcome(interaction, outcome)

    async def press_describe(self, interaction: Interaction, press: Press) -> None:
        """The whole position in words, as this person may know it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        perspective = await self.services.table.look(press.match, interaction.user.id)
        await interaction.edit_original_response(view=description(perspective, 0))

    async def press_page(self, interaction: Interaction, press: Press) -> None:
        """Another page of the position in words, as it is now: the id holds the page."""
        await interaction.response.defer()
        perspective = await self.services.table.look(press.match, interaction.user.id)
        page = int(press.argument[:4]) if press.argument.isdecimal() else 0
        await interaction.edit_original_response(view=description(perspective, page))

    async def press_sheet(self, interaction: Interaction, press: Press) -> None:
        """Another picture of the position, to this person alone."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._show_sheet(interaction, press, said="")

    async def press_turnsheet(self, interaction: Interaction, press: Press) -> None:
        """Another picture of the position in the panel."""
        await interaction.response.defer()
        await self._show_sheet(interaction, press)

    async def _show_sheet(self, interaction: Interaction, press: Press, said: str | None = None) -> None:
        """A public post is older than the position as a rule, so nothing is said then; a panel says that it was."""
        perspective = await self.services.table.panel(press.match, interaction.user.id)
        told = _stale(perspective, press) if said is None else said
        if any(sheet.key == press.argument for sheet in perspective.sheets):
            perspective.sheet = press.argument
        else:
            told = words.sheet_gone()
        await self.show(interaction, perspective, said=told)

    # Together.

    async def press_askback(self, interaction: Interaction, press: Press) -> None:
        """Ask the others for a takeback."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.propose(interaction, press.match, "takeback")

    async def propose(self, interaction: Interaction, match_id: int, kind: ProposalKind) -> None:
        """Ask the others, in an answer that was deferred; what ends or degrades the match is confirmed first."""
        match, means = await self.services.table.before_asking(match_id, interaction.user.id, kind)
        name, alone = post.title_of(match), means.endswith("-alone")
        if means == "none":
            said = await self.services.table.propose(match_id, interaction.user.id, kind)
            await interaction.edit_original_response(view=post.note(said))
            return
        yes: tuple[Button, str] = ("offer_draw", "offerdraw") if kind == "draw" else ("take_back", "takeback")
        drawn, back = votes.really_offer_draw(name, to_computers=alone), votes.really_take_back(name, alone=alone)
        asked = drawn if kind == "draw" else back
        await interaction.edit_original_response(view=sure(match, asked, yes, ("play_on", "panel"), means))

    async def press_offerdraw(self, interaction: Interaction, press: Press) -> None:
        """The offer of a draw was confirmed."""
        await self._propose_confirmed(interaction, press, "draw")

    async def press_takeback(self, interaction: Interaction, press: Press) -> None:
        """The wish for a takeback was confirmed."""
        await self._propose_confirmed(interaction, press, "takeback")

    async def _propose_confirmed(self, interaction: Interaction, press: Press, kind: ProposalKind) -> None:
        """Asked anew where the match has moved on or it means something else by now."""
        await interaction.response.defer()
        match, means = await self.services.table.before_asking(press.match, interaction.user.id, kind)
        if (match.revision, means) != (press.revision, press.argument):
            await self.propose(interaction, press.match, kind)
            return
        said = await self.services.table.propose(press.match, interaction.user.id, kind)
        await interaction.edit_original_response(view=post.note(said))

    async def press_agree(self, interaction: Interaction, press: Press) -> None:
        """Agree to a takeback or a draw."""
        await self._answer(interaction, press, agree=True)

    async def press_decline(self, interaction: Interaction, press: Press) -> None:
        """Decline a takeback or a draw."""
        await self._answer(interaction, press, agree=False)

    async def _answer(self, interaction: Interaction, press: Press, *, agree: bool) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        number = int(press.argument[:9]) if press.argument.isdecimal() else None
        said = await self.services.table.answer(press.match, interaction.user.id, press.revision, number, agree)
        await interaction.edit_original_response(content=said)

    # Rules.

    async def press_rules(self, interaction: Interaction, press: Press) -> None:
        """Another page of a game's rules: the id holds the page as its revision and the game as its argument."""
        if press.argument not in GAMES:
            raise Refusal("game_unknown")
        await interaction.response.edit_message(view=rules_page(press.argument, press.revision))


def _stale(perspective: Perspective, press: Press) -> str:
    return turns.board_changed() if perspective.revision != press.revision else ""


def description(perspective: Perspective, page: int) -> ui.LayoutView:
    """The position in words, or a page of it with buttons to the others."""
    pages = perspective.presenter.describe(perspective.view, perspective.audience_in_text)
    page = max(0, min(page, len(pages) - 1))
    text = words.description(perspective.title, shorten(pages[page], LONG), page, len(pages))
    if len(pages) == 1:
        return post.note(text)

    def press(number: int) -> str:
        return press_id("page", perspective.match, perspective.revision, str(number))

    before = button(label("back"), press(max(0, page - 1)), disabled=page == 0)
    after = button(label("next"), press(page + 1), disabled=page == len(pages) - 1)
    view = ui.LayoutView(timeout=None)
    view.add_item(post.container(perspective, ui.TextDisplay(text), ui.ActionRow(before, after)))
    return view


def rules_page(key: str, page: int) -> ui.LayoutView:
    """A page of a game's rules with buttons to the others."""
    pages = PRESENTERS[key].rules()
    page = max(0, min(page, len(pages) - 1))
    title, text = pages[page]
    before = button(label("back"), press_id("rules", 0, max(0, page - 1), key), disabled=page == 0)
    after = button(label("next"), press_id("rules", 0, page + 1, key), disabled=page == len(pages) - 1)
    count = history.page_number(page, len(pages))
    view = ui.LayoutView(timeout=None)
    body = ui.TextDisplay[Any](
        turns.heading(turns.rules_page(GAMES[key].title, title), f"{shorten(text, LONG)}\n{count}")
    )
    view.add_item(ui.Container(body, ui.ActionRow(before, after), accent_colour=post.accent(key)))
    return view


_CONFIRMED = ("offerdraw", "takeback")
_CHOOSING = ("group", "option", "confirm", "picks", "confirmpicks")


def register(client: Client) -> None:
    """Add what this file answers."""
    panels = Play(client.services)
    for action in ("play", "describe", "sheet", "askback", "agree", "decline"):
        client.services.presses.on(action, getattr(panels, f"press_{action}"))
    for action in (*_CHOOSING, "panel", "undo", "redo", "page", "turnsheet", "rules", *_CONFIRMED):
        client.services.presses.on(action, getattr(panels, f"press_{action}"), private=True)
