"""The commands of İye."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from cogs.commands.common import (
    Choices,
    choices_of,
    find_match,
    game_group,
    match_choices,
    my_decision,
    suggesting,
    take_typed,
)
from cogs.services import Client, Interaction
from cogs.ui.lobby import Lobby
from render.iye import words
from render.presenter import shorten
from rules.game import LEVELS
from rules.iye import MOVES, SPIRITS, Settings
from table.errors import Refusal
from table.fold import fits, fold, squeezed
from table.perspective import Perspective
from table.reading import Suggestions, meant

group = game_group("iye")

SPENT = {
    written: spirit
    for spirit, name in zip(SPIRITS, words.spirit_names(), strict=True)
    for written in (fold(spirit), fold(name), fold(f"spend {name}"))
}
"""The spirit that somebody means, by what may be written for it."""

Level = Literal["easy", "normal", "hard"]
First = Literal["random", "host", "guest"]


@group.command(name="new")
async def new(
    interaction: Interaction,
    opponent: discord.Member | None = None,
    cycles: Literal[1, 2] = 2,
    first: First = "random",
) -> None:
    """`/iye new`."""
    invited: list[discord.abc.User] = [opponent] if opponent is not None else []
    await Lobby(interaction.client.services).open(interaction, "iye", Settings(cycles=cycles, first=first), invited)


@group.command(name="solo")
async def solo(interaction: Interaction, level: Level, cycles: Literal[1, 2] = 2) -> None:
    """`/iye solo`."""
    if level not in LEVELS:
        raise Refusal("level_unknown")
    await Lobby(interaction.client.services).solo(interaction, "iye", Settings(cycles=cycles), [level])


@group.command(name="move")
@app_commands.rename(using="with")
async def move(interaction: Interaction, to: str, using: str | None = None, match: str | None = None) -> None:
    """`/iye move`."""
    match_id, spirit = await find_match(interaction, "iye", match), fold(using or "")
    perspective = await interaction.client.services.table.look(match_id, interaction.user.id)
    square = meant(_landings(perspective), to) or fold(to)
    if spirit in ("", "natural", "natural movement", "nothing"):
        option = square
    elif (known := SPENT.get(spirit)) is not None:
        option = f"{known}-{square}"
    else:
        raise Refusal("iye.spirit_unknown", name=shorten(using or "", 20))
    await take_typed(interaction, match_id, option)


def _landings(perspective: Perspective, spirit: str = "") -> Suggestions:
    """The squares that can be reached, by any means or by this one."""
    found: dict[str, list[str]] = {}
    for option in (one for one in perspective.options if one in MOVES):
        means, _, square = option.rpartition("-")
        if spirit in ("", means or "natural"):
            found.setdefault(square, []).append(option)
    return [(words.landing(options, perspective.view), square) for square, options in found.items()]


@move.autocomplete("to")
@suggesting
async def squares(interaction: Interaction, current: str) -> Choices:
    """The squares that can be reached, by any means or by the one that was chosen."""
    perspective = await my_decision(interaction, "iye", getattr(interaction.namespace, "match", None))
    if perspective is None:
        return []
    chosen = fold(getattr(interaction.namespace, "with", None) or "")
    landings = _landings(perspective, SPENT.get(chosen, chosen))
    if len(squeezed(current)) > 2:
        return choices_of(landings, current)
    return choices_of([(name, square) for name, square in landings if fits(current, square)], "")


@move.autocomplete("using")
@suggesting
async def spirits(interaction: Interaction, current: str) -> Choices:
    """The means by which the chosen square can be reached."""
    perspective = await my_decision(interaction, "iye", getattr(interaction.namespace, "match", None))
    if perspective is None:
        return []
    to = getattr(interaction.namespace, "to", None) or ""
    square = meant(_landings(perspective), to) or fold(to)
    moves = [option for option in perspective.options if option in MOVES]
    ways = {option.rpartition("-")[0] or "natural": words.means(option) for option in moves if option.endswith(square)}
    return choices_of([(name, value) for value, name in ways.items()], current)


@move.autocomplete("match")
@suggesting
async def matches(interaction: Interaction, current: str) -> Choices:
    """The person's matches of İye."""
    return await match_choices(interaction, current, "iye")


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
