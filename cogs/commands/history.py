"""Looking back: `/match history`, `/match at`, `/match replay`, `/match export`.

Whoever plays sees what their seat may know; everybody else in the match's server sees what is open to all.
"""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

from cogs.commands.common import Choices, find_match, require_near, suggesting
from cogs.commands.match import group
from cogs.services import Client, Interaction
from cogs.ui import post
from cogs.ui.panel import MENU
from cogs.ui.presses import Press, button, press_id
from render.messages import history as words
from render.messages import matches
from render.messages.buttons import label
from render.presenter import shorten
from render.replay import FRAMES, Replay, chosen
from render.worker_pool import WorkerError
from storage.stored_match import StoredMatch
from table import narration, past
from table.errors import Refusal
from table.fold import fits
from table.perspective import Perspective, seat_name, see_state, title

if TYPE_CHECKING:
    from render.encode import Picture

log = logging.getLogger("longhouse.history")

_FILMING: set[int] = set()
"""Who waits for a film: one at a time each, since computer players think in the same processes."""


async def _find(interaction: Interaction, named: str | None) -> int:
    return await find_match(interaction, None, named)


async def in_sight(interaction: Interaction, match_id: int) -> tuple[StoredMatch, int | None]:
    """A match that has begun, and the person's seat in it. Refusal for a match of another server or a direct
    message in which the person does not play."""
    match = await interaction.client.services.store.matches.read(match_id)
    seat = match.seat_of(interaction.user.id)
    require_near(interaction, match)
    if match.seed is None:
        raise Refusal("match_not_begun") if match.status == "lobby" else Refusal("table_closed")
    return match, seat.index if seat is not None else None


# In words.


@group.command(name="history")
async def history(interaction: Interaction, match: str | None = None) -> None:
    """`/match history`."""
    match_id = await _find(interaction, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(view=await _history(interaction, match_id, None))


async def press_history(interaction: Interaction, press: Press) -> None:
    """Another page of the history."""
    await interaction.response.defer()
    page = int(press.argument) if press.argument.isdecimal() else None
    await interaction.edit_original_response(view=await _history(interaction, press.match, page))


async def _history(interaction: Interaction, match_id: int, page: int | None) -> ui.LayoutView:
    """A page of the history; None: the last one."""
    match, seat = await in_sight(interaction, match_id)
    pages = past.pages(await past.history(match, seat))
    page = len(pages) - 1 if page is None else min(page, len(pages) - 1)
    view = ui.LayoutView(timeout=None)
    text = ui.TextDisplay[Any](words.page(post.title_of(match), pages[page], page, len(pages)))
    parts: list[ui.Item[Any]] = [text]
    if len(pages) > 1:
        parts.append(_paging(match, "history", page, len(pages) - 1))
    view.add_item(ui.Container(*parts, accent_colour=post.accent(match.game_key)))
    return view


def _paging(match: StoredMatch, action: str, number: int, last: int) -> ui.ActionRow[Any]:
    earlier = press_id(action, match.id, match.revision, str(max(0, number - 1)))
    # Both buttons need ids of their own, also where they lead to the same place.
    later = press_id(action, match.id, match.revision, str(number + 1))
    return ui.ActionRow(
        button(label("earlier"), earlier, disabled=number == 0),
        button(label("later"), later, disabled=number >= last),
    )


# As a board.


@group.command(name="at")
async def at(interaction: Interaction, turn: app_commands.Range[int, 0, 100_000], match: str | None = None) -> None:
    """`/match at`."""
    match_id = await _find(interaction, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _show_at(interaction, match_id, turn)


async def press_at(interaction: Interaction, press: Press) -> None:
    """The board a turn earlier or later."""
    await interaction.response.defer()
    await _show_at(interaction, press.match, int(press.argument) if press.argument.isdecimal() else 0)


async def _show_at(interaction: Interaction, match_id: int, number: int) -> None:
    match, seat = await in_sight(interaction, match_id)
    happened = await match.events_since(0)
    found = past.turns(step.step for step in happened)
    if number > len(found):
        raise Refusal("no_such_turn", last=len(found))
    state = await match.state_at(found[number - 1].last if number else 0)
    perspective = see_state(match, state, seat)
    perspective.decision = None
    lines = past.told(match, happened, found[number - 1], seat) if number else []
    perspective.show_sheet(narration.public(past.steps_of(happened, found[number - 1])) if number else ())
    settings = await interaction.client.services.store.people.get(interaction.user.id)
    picture = await interaction.client.services.pictures.board(perspective, settings.theme, ask=False)
    name = f"{perspective.key}-{perspective.match}-turn-{number}.{picture.suffix}"
    view = _board(
        match, perspective, words.board_at(perspective.title, number, len(found), lines), name, number, len(found)
    )
    file = discord.File(io.BytesIO(picture.data), filename=name)
    await interaction.edit_original_response(view=view, attachments=[file])


def _board(
    match: StoredMatch, perspective: Perspective, head: str, picture: str, number: int, last: int
) -> ui.LayoutView:
    standing = shorten(perspective.presenter.standing(perspective.view, perspective.audience_in_text), 500)
    view = ui.LayoutView(timeout=None)
    view.add_item(
        post.container(
            perspective,
            ui.TextDisplay(shorten(head, 2500)),
            post.gallery(picture, perspective.alt()),
            ui.TextDisplay(standing),
            _paging(match, "at", number, last),
        )
    )
    return view


# As a film.


@group.command(name="replay")
async def replay(interaction: Interaction, public: bool = False, match: str | None = None) -> None:
    """`/match replay`."""
    match_id = await _find(interaction, match)
    found, seat = await in_sight(interaction, match_id)
    if interaction.user.id in _FILMING:
        raise Refusal("film_under_way")
    _FILMING.add(interaction.user.id)
    try:
        await interaction.response.defer(ephemeral=not public, thinking=True)
        picture, boards = await _film(interaction, found, None if public else seat)
        name = f"{found.game_key}-{found.id}-replay.{picture.suffix}"
        perspective = see_state(found, found.state, None)
        view = ui.LayoutView(timeout=None)
        alt = words.film_alt(perspective.title, boards)
        view.add_item(
            post.container(perspective, ui.TextDisplay(words.film(perspective.title)), post.gallery(name, alt))
        )
        file = discord.File(io.BytesIO(picture.data), filename=name)
        await interaction.edit_original_response(view=view, attachments=[file])
    finally:
        _FILMING.discard(interaction.user.id)


async def _film(interaction: Interaction, match: StoredMatch, seat: int | None) -> tuple[Picture, int]:
    """The film for a seat (None: for everybody), and how many boards it shows. Refusal when there can be none."""
    services = interaction.client.services
    settings = await services.store.people.get(interaction.user.id)
    counts = [0, *(turn.last for turn in past.turns(await match.steps()))]
    wanted = {counts[index] for index in chosen(len(counts), FRAMES)}
    views = await past.views(match, seat, wanted)
    audience = see_state(match, match.state, seat).audience
    try:
        picture = await services.pool.film(Replay(match.game_key, tuple(views), settings.theme, audience))
    except (ValueError, WorkerError) as error:
        log.warning("no film: match=%s step=%s cause=%s", match.id, match.step_count, error)
        raise Refusal("no_film") from error
    return picture, len(views)


# As a log.


@group.command(name="export")
async def export(interaction: Interaction, match: str | None = None) -> None:
    """`/match export`."""
    match_id = await _find(interaction, match)
    found, seat = await in_sight(interaction, match_id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    text = await past.log(found, seat)
    file = discord.File(io.BytesIO(text.encode()), filename=f"{found.game_key}-{found.id}.txt")
    said = words.log_file(post.title_of(found), over=found.status != "running")
    await interaction.edit_original_response(content=said, attachments=[file])


@history.autocomplete("match")
@at.autocomplete("match")
@replay.autocomplete("match")
@export.autocomplete("match")
@suggesting
async def _matches(interaction: Interaction, current: str) -> Choices:
    """The person's matches, also those that are over: the newest of these first."""
    store, me = interaction.client.services.store, interaction.user.id
    running = await store.matches.of_user(me, ("running",))
    ended = await store.matches.of_user(me, ("over", "closed"))
    found = []
    for match in [*running, *reversed(ended)]:
        if match.started_at is None:
            continue
        others = [seat_name(seat) for seat in match.seats if seat.user_id != me]
        over = match.status != "running"
        name = matches.suggestion(title(match.game_key, match.id), others, over=over)
        if fits(current, name):
            found.append(app_commands.Choice(name=shorten(name, 100), value=str(match.id)))
    return found[:MENU]


def register(client: Client) -> None:
    """Add what this file answers."""
    client.services.presses.on("history", press_history, private=True)
    client.services.presses.on("at", press_at, private=True)
