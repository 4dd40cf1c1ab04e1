"""`/match`: what can be done with any match, whatever its game."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands, ui

from cogs.commands.common import Choices, find_match, match_choices, show_board, suggesting
from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.outbox.delivery import make_thread
from cogs.outbox.errors import place_refused
from cogs.services import Client, Interaction, Services
from cogs.ui import post
from cogs.ui.errors import require_permissions, require_threads, why_not_here
from cogs.ui.play import Play
from cogs.ui.presses import Press
from cogs.ui.sure import sure
from render.help import example
from render.messages import markup, seats
from render.messages import matches as words
from storage.records import MatchSummary, Place
from storage.stored_match import StoredMatch
from table import seating
from table.errors import Refusal
from table.events import ProposalKind
from table.perspective import bold, seat_name, title
from table.state import PostMemo, kept

LISTED = 25
"""How many matches are listed one by one."""

PATIENCE, LOOK = 3.0, 0.1
"""Seconds for which a board that moves is waited for before that is answered, and between two looks."""

ENDS, GOES_ON = "ends", "goeson"
"""What a button to resign was said to mean: the match ends by it, or the computer plays on."""

group = app_commands.Group(
    name="match",
    description=NOT_DESCRIBED,
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)


@group.command(name="list")
async def list_matches(interaction: Interaction) -> None:
    """`/match list`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    mine = await interaction.client.services.store.matches.of_user(interaction.user.id)
    if not mine:
        await interaction.edit_original_response(view=post.note(words.none(example())))
        return
    lines = [_line(match, interaction.user.id) for match in mine[:LISTED]]
    await interaction.edit_original_response(view=post.note(words.yours(lines, len(mine) - len(lines))))


def _line(match: MatchSummary, user_id: int) -> str:
    others = [bold(seat_name(seat)) for seat in match.seats if seat.user_id != user_id]
    name = title(match.game_key, match.id)
    if match.status == "lobby":
        channel = markup.channel(match.place.channel_id)
        return words.gathering(name, others, channel, _table_link(match), hosts=match.host_id == user_id)
    where = markup.channel(match.place.target) if match.place.guild_id is not None else ""
    if match.waits_for(user_id):
        return words.your_turn(name, others, where, match.due_at)
    waiting = match.seats[match.to_act] if match.to_act is not None else None
    whom = bold(seat_name(waiting)) if waiting is not None else words.nobody()
    return words.waits(name, others, whom, where, match.due_at)


def _table_link(match: MatchSummary) -> str:
    """To the table's message, which may be gone meanwhile."""
    message, place = match.place.messages.get("lobby"), match.place
    return f"https://discord.com/channels/{place.guild_id}/{place.channel_id}/{message}" if message else ""


@group.command(name="board")
async def board(interaction: Interaction, match: str | None = None) -> None:
    """`/match board`."""
    await show_board(interaction, await find_match(interaction, None, match))


@group.command(name="undo")
async def undo(interaction: Interaction, match: str | None = None) -> None:
    """`/match undo`."""
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    outcome = await interaction.client.services.table.undo(match_id, interaction.user.id)
    await Play(interaction.client.services).show_outcome(interaction, outcome)


@group.command(name="redo")
async def redo(interaction: Interaction, match: str | None = None) -> None:
    """`/match redo`."""
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    outcome = await interaction.client.services.table.undo(match_id, interaction.user.id, redo=True)
    await Play(interaction.client.services).show_outcome(interaction, outcome)


@group.command(name="takeback")
async def takeback(interaction: Interaction, match: str | None = None) -> None:
    """`/match takeback`."""
    await _propose(interaction, match, "takeback")


@group.command(name="draw")
async def draw(interaction: Interaction, match: str | None = None) -> None:
    """`/match draw`."""
    await _propose(interaction, match, "draw")


async def _propose(interaction: Interaction, named: str | None, kind: ProposalKind) -> None:
    match_id = await find_match(interaction, None, named)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await Play(interaction.client.services).propose(interaction, match_id, kind)


@group.command(name="resign")
async def resign(interaction: Interaction, match: str | None = None) -> None:
    """`/match resign`: asks first."""
    match_id = await find_match(interaction, None, match)
    stored = await interaction.client.services.store.matches.read(match_id)
    seating.seat_of(stored, interaction.user.id)
    seating.require_running(stored)
    await interaction.response.send_message(view=await _really_resign(stored), ephemeral=True)


async def _really_resign(match: StoredMatch) -> ui.LayoutView:
    """What resigning means in this match, as it stands now."""
    ends = seating.ends_by_resigning(match)
    last = not ends and seating.comes_last(match)
    asked = seats.really_resign(
        post.title_of(match), ends=ends, rated=await seating.would_count(match), comes_last=last
    )
    return sure(match, asked, ("resign", "resign"), ("play_on", "panel"), ENDS if ends else GOES_ON)


async def press_resign(interaction: Interaction, press: Press) -> None:
    """The resignation was confirmed. Asked anew where it means something else by now: others have come or gone."""
    services = interaction.client.services
    await interaction.response.defer()
    match = await services.store.matches.read(press.match)
    seating.require_running(match)
    ends = seating.ends_by_resigning(match)
    if press.argument != (ENDS if ends else GOES_ON):
        seating.seat_of(match, interaction.user.id)
        await interaction.edit_original_response(view=await _really_resign(match))
        return
    perspective = await services.table.resign(press.match, interaction.user.id)
    await interaction.edit_original_response(view=post.note(seats.you_resigned(perspective.title, ends=ends)))


@group.command(name="here")
async def here(interaction: Interaction, match: str | None = None) -> None:
    """`/match here`."""
    services = interaction.client.services
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    stored = await services.store.matches.read(match_id)
    _require_movable(interaction, stored)
    place = await _place_here(interaction, stored)
    async with services.store.matches.open(match_id) as opened:
        _require_movable(interaction, opened)
        table = kept(opened)
        before, opened.place = (opened.place, table.posts, table.lost), place
        table.posts, table.lost = [], None
        opened.announce("turn", None, services.clock())
    posted = await _posted(services, match_id, before)
    said = words.goes_on_here if posted else words.will_go_on_here
    await interaction.edit_original_response(content=said(post.title_of(opened)))


def _require_movable(interaction: Interaction, match: StoredMatch) -> None:
    """A server match moves within its server, one in direct messages stays in those; and we must be able to play."""
    if match.status != "running":
        raise Refusal("match_over")
    if match.seat_of(interaction.user.id) is None and match.host_id != interaction.user.id:
        raise Refusal("only_players_move")
    if interaction.guild_id != match.place.guild_id:
        raise Refusal("other_server_move")
    if interaction.guild_id is None:
        return
    require_permissions(interaction.app_permissions)
    if not isinstance(interaction.channel, discord.Thread):
        require_threads(interaction.channel)


async def _place_here(interaction: Interaction, match: StoredMatch) -> Place:
    """This place for the match, with a thread made where it needs one. Refusal where Discord makes none."""
    guild, channel = interaction.guild_id, interaction.channel_id
    assert channel is not None
    if isinstance(interaction.channel, discord.Thread):
        return Place(guild, interaction.channel.parent_id, channel, {})
    place = Place(guild, channel, None, {})
    if guild is None:
        return place
    try:
        thread = await make_thread(interaction.client.services, match, place)
    except discord.HTTPException as error:
        if not place_refused(error):
            raise
        raise why_not_here(error) from error
    return Place(guild, channel, thread, {})


async def _posted(services: Services, match_id: int, before: tuple[Place, list[PostMemo], int | None]) -> bool:
    """Whether the board was posted in the match's new place; False: not yet. Where it could not be, the match stays at
    the place that it had `before`, and Refusal says why."""
    for _ in range(round(PATIENCE / LOOK)):
        if await services.store.outbox.on_the_way(match_id, ("open", "turn"), "") is None:
            break
        await asyncio.sleep(LOOK)
    else:
        return False
    match = await services.store.matches.read(match_id)
    if not (code := kept(match).lost):
        return True
    async with services.store.matches.open(match_id) as opened:
        if opened.place == match.place:
            opened.place, kept(opened).posts, kept(opened).lost = before
    raise Refusal("place_refused", code=code)


@suggesting
async def _matches(interaction: Interaction, current: str) -> Choices:
    return await match_choices(interaction, current)


_command: app_commands.Command[Any, ..., None]
for _command in (board, undo, redo, takeback, draw, resign, here):
    _command.autocomplete("match")(_matches)


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
    client.services.presses.on("resign", press_resign, private=True)
