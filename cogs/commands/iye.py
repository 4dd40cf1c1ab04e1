"""The commands of İye."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from cogs.commands.common import (
    Choices,
    find_match,
    game_group,
    match_choices,
    my_decision,
    suggesting,
    take_typed,
)
from cogs.services import Client, Interaction
from cogs.ui.lobby import Lobby
from cogs.ui.panel import MENU
from render.iye import words
from rules.game import LEVELS
from rules.iye import MOVES, SPIRITS, Settings
from table.errors import Refusal

group = game_group("iye")

SPENT = {
    written: spirit
    for spirit, name in zip(SPIRITS, words.spirit_names(), strict=True)
    for written in (spirit, name.lower(), f"spend {name.lower()}")
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
    square, spirit = to.strip().lower(), (using or "").strip().lower()
    if spirit in ("", "natural", "natural movement", "nothing"):
        option = square
    elif (known := SPENT.get(spirit)) is not None:
        option = f"{known}-{square}"
    else:
        raise Refusal("iye.spirit_unknown", name=spirit[:20])
    await take_typed(interaction, await find_match(interaction, "iye", match), option)


@move.autocomplete("to")
@suggesting
async def squares(interaction: Interaction, current: str) -> Choices:
    """The squares that can be reached, by any means or by the one that was chosen."""
    perspective = await my_decision(interaction, "iye", getattr(interaction.namespace, "match", None))
    if perspective is None:
        return []
    chosen = (getattr(interaction.namespace, "with", None) or "").strip().lower()
    spirit = SPENT.get(chosen, chosen)
    found: dict[str, list[str]] = {}
    for option in (one for one in perspective.options if one in MOVES):
        means, _, square = option.rpartition("-")
        if spirit in ("", means or "natural"):
            found.setdefault(square, []).append(option)
    typed = current.strip().lower()
    choices = []
    for square, options in found.items():
        name = words.landing(options, perspective.view)
        if typed in square or (len(typed) > 2 and typed in name.lower()):
            choices.append(app_commands.Choice(name=name, value=square))
    return choices[:MENU]


@move.autocomplete("using")
@suggesting
async def spirits(interaction: Interaction, current: str) -> Choices:
    """The means by which the chosen square can be reached."""
    square = (getattr(interaction.namespace, "to", None) or "").strip().lower()
    perspective = await my_decision(interaction, "iye", getattr(interaction.namespace, "match", None))
    if perspective is None:
        return []
    moves = [option for option in perspective.options if option in MOVES]
    ways = {option.rpartition("-")[0] or "natural": words.means(option) for option in moves if option.endswith(square)}
    typed = current.strip().lower()
    return [app_commands.Choice(name=name, value=value) for value, name in ways.items() if typed in name.lower()]


@move.autocomplete("match")
@suggesting
async def matches(interaction: Interaction, current: str) -> Choices:
    """The person's matches of İye."""
    return await match_choices(interaction, current, "iye")


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
