"""The commands of Iwari."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from cogs.commands.common import (
    Choices,
    find_match,
    game_group,
    match_choices,
    option_choices,
    show_board,
    suggesting,
    take_typed,
)
from cogs.services import Client, Interaction
from cogs.ui.lobby import Lobby
from cogs.ui.play import Play
from render.iwari.position import own_hand
from rules.iwari import Settings, maps
from rules.iwari.components import components

group = game_group("iwari")

FeatChoice = Literal["none", "all", "union", "discovery", "honour", "respect"]


@group.command(name="new")
@app_commands.choices(map=[app_commands.Choice(name=maps.load(key).name, value=key) for key in maps.ids()])
async def new(
    interaction: Interaction,
    players: app_commands.Range[int, 2, 5] | None = None,
    map: str = maps.default(),
    feats: FeatChoice = "none",
    draft: bool = False,
) -> None:
    """`/iwari new`."""
    chosen = {"none": (), "all": tuple(components().ours.feats)}.get(feats, (feats,))
    settings = Settings(map=map, draft=draft, feats=chosen)
    await Lobby(interaction.client.services).open(interaction, "iwari", settings, [], players=players)


@group.command(name="place")
async def place(interaction: Interaction, choice: str, match: str | None = None) -> None:
    """`/iwari place`."""
    await take_typed(interaction, await find_match(interaction, "iwari", match), choice)


@group.command(name="discard")
async def discard(interaction: Interaction, card: str, match: str | None = None) -> None:
    """`/iwari discard`."""
    await take_typed(interaction, await find_match(interaction, "iwari", match), card, f"discard-{card}")


@group.command(name="draw")
async def draw(interaction: Interaction, card: str, match: str | None = None) -> None:
    """`/iwari draw`."""
    await take_typed(interaction, await find_match(interaction, "iwari", match), card, f"draw-{card}")


@group.command(name="hand")
async def hand(interaction: Interaction, match: str | None = None) -> None:
    """`/iwari hand`: in words too, which the question has already where one is asked."""
    match_id = await find_match(interaction, "iwari", match)
    perspective = await interaction.client.services.table.look(match_id, interaction.user.id)
    said = "" if perspective.decision is not None else own_hand(perspective.view, perspective.audience_in_text)
    await show_board(interaction, match_id, said)


@group.command(name="score")
async def score(interaction: Interaction, match: str | None = None) -> None:
    """`/iwari score`: all of it is open information (B-51)."""
    match_id = await find_match(interaction, "iwari", match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await Play(interaction.client.services).show_score(interaction, match_id)


@place.autocomplete("choice")
@suggesting
async def placements(interaction: Interaction, current: str) -> Choices:
    """Everything but discarding and drawing."""
    others = ("discard-", "draw-")
    return await option_choices(interaction, "iwari", current, lambda option: not option.startswith(others))


@discard.autocomplete("card")
@suggesting
async def discards(interaction: Interaction, current: str) -> Choices:
    """The cards that can be discarded."""
    return await option_choices(interaction, "iwari", current, lambda option: option.startswith("discard-"))


@draw.autocomplete("card")
@suggesting
async def draws(interaction: Interaction, current: str) -> Choices:
    """The cards that can be drawn."""
    return await option_choices(interaction, "iwari", current, lambda option: option.startswith("draw-"))


@place.autocomplete("match")
@discard.autocomplete("match")
@draw.autocomplete("match")
@hand.autocomplete("match")
@score.autocomplete("match")
@suggesting
async def mine(interaction: Interaction, current: str) -> Choices:
    """The person's matches of Iwari."""
    return await match_choices(interaction, current, "iwari")


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
