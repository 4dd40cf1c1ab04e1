"""The commands of İye."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from cogs.games import (
    MATCH_HELP,
    Choices,
    Interaction,
    find_match,
    game_group,
    match_choices,
    my_decision,
    suggesting,
    take_typed,
)
from cogs.house import House
from cogs.refusals import Refusal
from rules.game import LEVELS
from rules.iye import SPIRITS, IyeSettings

group = game_group("iye", "İye: two shamans, one drum, twenty-five spirits")

Level = Literal["easy", "normal", "hard"]
First = Literal["random", "host", "guest"]


@group.command(name="new", description="Open a table of İye for two in this channel")
@app_commands.describe(
    opponent="Whom you invite (nobody: anyone may join)",
    cycles="How many cycles win the match (default: 2)",
    first="Who begins the first cycle (default: by lot)",
)
async def new(
    interaction: Interaction,
    opponent: discord.Member | None = None,
    cycles: Literal[1, 2] = 2,
    first: First = "random",
) -> None:
    """`/iye new`."""
    invited: list[discord.abc.User] = [opponent] if opponent is not None else []
    await interaction.client.lobby.open(interaction, "iye", IyeSettings(cycles=cycles, first=first), invited)


@group.command(name="solo", description="Play İye against the computer, in a direct message")
@app_commands.describe(level="How well the computer plays", cycles="How many cycles win the match (default: 2)")
async def solo(interaction: Interaction, level: Level, cycles: Literal[1, 2] = 2) -> None:
    """`/iye solo`."""
    if level not in LEVELS:
        raise Refusal("The computer plays at the levels easy, normal and hard.")
    await interaction.client.lobby.solo(interaction, "iye", IyeSettings(cycles=cycles), [level])


@group.command(name="move", description="Move the drum in your match of İye")
@app_commands.rename(using="with")
@app_commands.describe(
    to="The square to land on, for example c4",
    using="The spirit you spend (nothing: natural movement)",
    match=MATCH_HELP,
)
async def move(interaction: Interaction, to: str, using: str | None = None, match: str | None = None) -> None:
    """`/iye move`."""
    square, spirit = to.strip().lower(), (using or "").strip().lower()
    if spirit in ("", "natural", "nothing"):
        option = square
    elif spirit in SPIRITS:
        option = f"{spirit}-{square}"
    else:
        raise Refusal(f"There is no spirit called “{spirit[:20]}”: they are {', '.join(SPIRITS)}.")
    await take_typed(interaction, await find_match(interaction, "iye", match), option)


@move.autocomplete("to")
@suggesting
async def squares(interaction: Interaction, current: str) -> Choices:
    """The squares that can be reached, by any means or by the one that was chosen."""
    sight = await my_decision(interaction, "iye", getattr(interaction.namespace, "match", None))
    if sight is None:
        return []
    spirit = getattr(interaction.namespace, "with", None)
    found: dict[str, list[str]] = {}
    for option in sight.options:
        means, _, square = option.rpartition("-")
        if spirit in (None, "", means or "natural") and len(square) == 2:
            found.setdefault(square, []).append(means or "natural")
    typed = current.strip().lower()
    return [
        app_commands.Choice(name=f"{square} ({', '.join(means)})", value=square)
        for square, means in found.items()
        if typed in square
    ][:25]


@move.autocomplete("using")
@suggesting
async def spirits(interaction: Interaction, current: str) -> Choices:
    """The means by which the chosen square can be reached."""
    square = (getattr(interaction.namespace, "to", None) or "").strip().lower()
    sight = await my_decision(interaction, "iye", getattr(interaction.namespace, "match", None))
    if sight is None:
        return []
    means = [option.rpartition("-")[0] or "natural" for option in sight.options if option.endswith(square)]
    return [
        app_commands.Choice(name=name, value=name) for name in dict.fromkeys(means) if current.strip().lower() in name
    ]


@move.autocomplete("match")
@suggesting
async def matches(interaction: Interaction, current: str) -> Choices:
    """The person's matches of İye."""
    return await match_choices(interaction, current, "iye")


async def setup(house: House) -> None:
    """Called by discord.py."""
    house.tree.add_command(group)


async def teardown(house: House) -> None:
    """Called by discord.py."""
    house.tree.remove_command(group.name)
