"""`/match`: what can be done with any match, whatever its game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from cogs.commands.common import MATCH_HELP, Choices, find_match, match_choices, show_board, suggesting
from cogs.services import Client, Interaction
from cogs.ui import post
from cogs.ui.errors import require_permissions
from cogs.ui.play import Play
from cogs.ui.presses import Press, button, press_id
from render import notices
from render import notices_seats as words
from render.notices_stats import COMES_LAST
from render.presenter import counted
from storage.records import MatchSummary, Place
from storage.stored_match import StoredMatch
from table import seating
from table.errors import Refusal
from table.perspective import bold, seat_name, title

ENDS, GOES_ON = "ends", "goeson"
"""What a button to resign was said to mean: the match ends by it, or the computer plays on."""

group = app_commands.Group(
    name="match",
    description="Your matches: list, board, undo, takeback, resign",
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)


@group.command(name="list", description="Your matches, those that wait for you first")
async def list_matches(interaction: Interaction) -> None:
    """`/match list`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    mine = await interaction.client.services.store.matches.of_user(interaction.user.id)
    if not mine:
        await interaction.edit_original_response(view=post.note("You are in no match. Begin one with `/iye new`."))
        return
    lines = [_line(match, interaction.user.id) for match in mine[:25]]
    if len(mine) > 25:
        lines.append(f"-# and {counted(len(mine) - 25, 'match', 'matches')} more")
    await interaction.edit_original_response(view=post.note("### Your Matches\n" + "\n".join(lines)))


def _line(match: MatchSummary, user_id: int) -> str:
    others = [bold(seat_name(seat)) for seat in match.seats if seat.user_id != user_id]
    name = f"**{title(match.game_key, match.id)}** with {', '.join(others) or 'nobody else yet'}"
    if match.status == "lobby":
        return f"{name}: {words.gathering(match.place.channel_id, _table_link(match), match.host_id == user_id)}"
    where = f" in <#{match.place.target}>" if match.place.guild_id is not None else " in your direct messages"
    if match.waits_for(user_id):
        return f"{name}: **your turn**{where}.{notices.due(match.due_at)}"
    waiting = match.seats[match.to_act] if match.to_act is not None else None
    whom = bold(seat_name(waiting)) if waiting is not None else "nobody"
    return f"{name}: waits for {whom}{where}.{notices.due(match.due_at)}"


def _table_link(match: MatchSummary) -> str:
    """To the table's message, which may be gone meanwhile."""
    message, place = match.place.messages.get("lobby"), match.place
    return f" https://discord.com/channels/{place.guild_id}/{place.channel_id}/{message}" if message else ""


@group.command(name="board", description="Show the board of a match to yourself")
@app_commands.describe(match=MATCH_HELP)
async def board(interaction: Interaction, match: str | None = None) -> None:
    """`/match board`."""
    await show_board(interaction, await find_match(interaction, None, match))


@group.command(name="undo", description="Take back your last choice, while it is still your turn")
@app_commands.describe(match=MATCH_HELP)
async def undo(interaction: Interaction, match: str | None = None) -> None:
    """`/match undo`."""
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    outcome = await interaction.client.services.table.undo(match_id, interaction.user.id)
    await Play(interaction.client.services).show_outcome(interaction, outcome)


@group.command(name="redo", description="Do again what you undid last")
@app_commands.describe(match=MATCH_HELP)
async def redo(interaction: Interaction, match: str | None = None) -> None:
    """`/match redo`."""
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    outcome = await interaction.client.services.table.undo(match_id, interaction.user.id, redo=True)
    await Play(interaction.client.services).show_outcome(interaction, outcome)


@group.command(name="takeback", description="Ask the others whether you may take your last turn back")
@app_commands.describe(match=MATCH_HELP)
async def takeback(interaction: Interaction, match: str | None = None) -> None:
    """`/match takeback`."""
    await _propose(interaction, match, "takeback")


@group.command(name="draw", description="Offer to end the match as a draw, where its game allows that")
@app_commands.describe(match=MATCH_HELP)
async def draw(interaction: Interaction, match: str | None = None) -> None:
    """`/match draw`."""
    await _propose(interaction, match, "draw")


async def _propose(interaction: Interaction, named: str | None, kind: str) -> None:
    match_id = await find_match(interaction, None, named)
    await interaction.response.defer(ephemeral=True, thinking=True)
    said = await interaction.client.services.table.propose(match_id, interaction.user.id, kind)
    await interaction.edit_original_response(content=said)


@group.command(name="resign", description="Give a match up")
@app_commands.describe(match=MATCH_HELP)
async def resign(interaction: Interaction, match: str | None = None) -> None:
    """`/match resign`: asks first."""
    match_id = await find_match(interaction, None, match)
    stored = await interaction.client.services.store.matches.read(match_id)
    seating.seat_of(stored, interaction.user.id)
    seating.require_running(stored)
    await interaction.response.send_message(view=_really_resign(stored), ephemeral=True)


def _really_resign(match: StoredMatch) -> ui.LayoutView:
    """What resigning means in this match, as it stands now."""
    ends = seating.ends_by_resigning(match)
    asked = words.really_resign(post.title_of(match), ends)
    if not ends and seating.comes_last(match):
        asked += f" {COMES_LAST}"
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(asked))
    resign_id = press_id("resign", match.id, match.revision, ENDS if ends else GOES_ON)
    confirm = button("Resign", resign_id, discord.ButtonStyle.danger)
    view.add_item(ui.ActionRow(confirm, button("Play On", press_id("panel", match.id, match.revision))))
    return view


async def press_resign(interaction: Interaction, press: Press) -> None:
    """The resignation was confirmed. Asked anew where it means something else by now: others have come or gone."""
    services = interaction.client.services
    await interaction.response.defer()
    match = await services.store.matches.read(press.match)
    seating.require_running(match)
    ends = seating.ends_by_resigning(match)
    if press.argument != (ENDS if ends else GOES_ON):
        seating.seat_of(match, interaction.user.id)
        await interaction.edit_original_response(view=_really_resign(match))
        return
    perspective = await services.table.resign(press.match, interaction.user.id)
    await interaction.edit_original_response(view=post.note(words.resigned(perspective.title, ends)))


@group.command(name="here", description="Go on with a match in this channel, when its thread or channel is gone")
@app_commands.describe(match=MATCH_HELP)
async def here(interaction: Interaction, match: str | None = None) -> None:
    """`/match here`."""
    services = interaction.client.services
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    async with services.store.matches.open(match_id) as opened:
        if opened.status != "running":
            raise Refusal(notices.MATCH_OVER)
        if opened.seat_of(interaction.user.id) is None and opened.host_id != interaction.user.id:
            raise Refusal("Only those who play in a match can move it.")
        await _require_movable(interaction, opened.place)
        guild, channel = interaction.guild_id, interaction.channel_id
        assert channel is not None
        thread = channel if isinstance(interaction.channel, discord.Thread) else None
        parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else channel
        opened.place = Place(guild, parent, thread, {})
        opened.extra.pop("posts", None)
        opened.extra.pop("lost", None)
        opened.announce("open" if guild is not None and thread is None else "turn", {}, services.clock())
    await interaction.edit_original_response(content=f"**{post.title_of(opened)}** goes on here.")


async def _require_movable(interaction: Interaction, place: Place) -> None:
    """A server match moves within its server, one in direct messages stays in those; and we must be able to play."""
    if interaction.guild_id != place.guild_id:
        raise Refusal("A match can only move within the server in which it is played.")
    if interaction.guild_id is None:
        return
    require_permissions(interaction.app_permissions)


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
