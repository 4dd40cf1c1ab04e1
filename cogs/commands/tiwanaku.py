"""The commands of Tiwanaku."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from discord import app_commands

from cogs.commands.common import (
    Choices,
    choices_of,
    find_match,
    game_group,
    match_choices,
    my_decision,
    option_choices,
    show_board,
    suggesting,
    take_typed,
)
from cogs.services import Client, Interaction
from cogs.ui.lobby import Lobby
from cogs.ui.play import Play
from render.tiwanaku.notes import told
from rules.tiwanaku import Settings
from rules.tiwanaku.discs import DISCS
from rules.tiwanaku.notation import CROPS, DONE
from rules.tiwanaku.notation import offer as write_offer
from table.errors import Refusal
from table.fold import fold, squeezed
from table.perspective import Perspective
from table.reading import Suggestions, exactly, meant

group = game_group("tiwanaku")

EXPLORE = ("explore", "enter", "retrieve")
"""How the choices of an Explore begin."""


@group.command(name="new")
async def new(
    interaction: Interaction,
    players: app_commands.Range[int, 2, 4] | None = None,
    size: Literal["short", "long"] | None = None,
    disc: str = "",
) -> None:
    """`/tiwanaku new`."""
    settings = Settings(size=size or "", disc=_disc(disc))
    await Lobby(interaction.client.services).open(interaction, "tiwanaku", settings, [], players=players)


@group.command(name="coop")
async def coop(
    interaction: Interaction,
    level: Literal["easy", "normal", "expert"],
    players: app_commands.Range[int, 2, 4] | None = None,
    disc: str = "",
) -> None:
    """`/tiwanaku coop`."""
    settings = Settings(mode="coop", level=level, disc=_disc(disc))
    await Lobby(interaction.client.services).open(interaction, "tiwanaku", settings, [], players=players)


@group.command(name="solo")
async def solo(interaction: Interaction, level: Literal["easy", "hard"], disc: str = "") -> None:
    """`/tiwanaku solo`."""
    settings = Settings(mode="solo", level=level, disc=_disc(disc))
    await Lobby(interaction.client.services).solo(interaction, "tiwanaku", settings, [])


@new.autocomplete("disc")
@coop.autocomplete("disc")
@solo.autocomplete("disc")
@suggesting
async def discs(interaction: Interaction, current: str) -> Choices:
    """The named discs."""
    return choices_of(_discs(), current)


def _discs() -> Suggestions:
    return [(f"{disc.name} ({disc.size})", disc.name) for disc in DISCS]


def _disc(typed: str) -> str:
    """The disc that was typed, by its name or as it is suggested; else the text, which may be a scenario's code."""
    return meant(_discs(), typed) or unicodedata.normalize("NFKC", typed).strip()


@group.command(name="explore")
async def explore(interaction: Interaction, choice: str, match: str | None = None) -> None:
    """`/tiwanaku explore`."""
    match_id = await find_match(interaction, "tiwanaku", match)
    perspective = await interaction.client.services.table.look(match_id, interaction.user.id)
    await take_typed(interaction, match_id, _way(perspective, choice))


def _way(perspective: Perspective, typed: str) -> str:
    """The choice that somebody means who typed less than all of it: "c3", "b2-c3", "b2 c3", "back b2".

    Refusal where several are meant.
    """
    if (option := exactly(perspective, typed)) is not None:
        return option
    written = re.sub(r"\b([a-i]) ([1-5])\b", r"\1\2", fold(typed))
    spaces = re.findall(r"\b[a-i][1-5]\b", written)
    verbs = [verb for verb in EXPLORE if re.search(rf"\b{verb}\b", written)] or ["explore", "enter"]
    ends = [
        option for option in perspective.options if option.startswith(tuple(verbs)) and spaces[-1:] == [option[-2:]]
    ]
    from_there = [option for option in ends if len(spaces) == 2 and option.split("-")[1:] == spaces]
    fitting = from_there or ends
    if len(fitting) > 1:
        raise Refusal("tiwanaku.several_ways", options=fitting)
    return fitting[0] if fitting else typed


@explore.autocomplete("choice")
@suggesting
async def ways(interaction: Interaction, current: str) -> Choices:
    """Every way to explore."""
    return await option_choices(interaction, "tiwanaku", current, lambda option: option.startswith(EXPLORE))


@group.command(name="divine")
async def divine(
    interaction: Interaction,
    space: str,
    crop: Literal["potato", "coca", "chili", "corn", "quinoa"],
    match: str | None = None,
) -> None:
    """`/tiwanaku divine`."""
    match_id = await find_match(interaction, "tiwanaku", match)
    named = squeezed(space)
    perspective = await interaction.client.services.table.look(match_id, interaction.user.id)
    if perspective.decision is not None and named not in (free := _divinable(perspective)):
        raise Refusal("tiwanaku.divine_elsewhere", spaces=free) if free else Refusal("tiwanaku.nothing_to_divine")
    await take_typed(interaction, match_id, f"divine-{named}-{crop}")


def _divinable(perspective: Perspective) -> list[str]:
    """The spaces where the person can divine now."""
    return list(dict.fromkeys(option.split("-")[1] for option in perspective.options if option.startswith("divine-")))


@divine.autocomplete("space")
@suggesting
async def spaces(interaction: Interaction, current: str) -> Choices:
    """The spaces where this person can divine now."""
    perspective = await my_decision(interaction, "tiwanaku", getattr(interaction.namespace, "match", None))
    if perspective is None:
        return []
    return choices_of([(space, space) for space in _divinable(perspective)], current)


@group.command(name="offer")
async def offer(interaction: Interaction, tokens: str, match: str | None = None) -> None:
    """`/tiwanaku offer`."""
    match_id = await find_match(interaction, "tiwanaku", match)
    perspective = await interaction.client.services.table.look(match_id, interaction.user.id)
    option = exactly(perspective, tokens) or offering(tokens)
    preview = await interaction.client.services.table.preview(
        match_id, interaction.user.id, option, perspective.revision
    )
    settings = await interaction.client.services.store.people.get(interaction.user.id)
    if preview is None or not settings.confirm or not _warned(preview.perspective, option):
        await take_typed(interaction, match_id, option)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await Play(interaction.client.services).show(interaction, preview.perspective, preview=preview, after=preview.after)


def _warned(perspective: Perspective, option: str) -> bool:
    """Whether the choice is one token for nothing, which is confirmed also when it was typed (G31)."""
    return perspective.decision is not None and bool(
        perspective.presenter.warn(option, perspective.decision, perspective.view)
    )


def offering(typed: str) -> str:
    """The offering that somebody means, its crops in any order and in any usual spelling: "chili, corn"."""
    words = re.findall(r"[a-z]+", fold(typed).replace("sweet", " ").replace("leaf", " "))
    words = [word for word in words if word not in ("offer", "and")]
    if words == [DONE]:
        return DONE
    levels = [CROPS.index(word) for word in words if word in CROPS]
    if not levels or len(levels) < len(words):
        return fold(typed)
    return write_offer(sum(1 << level for level in set(levels)))


@offer.autocomplete("tokens")
@suggesting
async def offerings(interaction: Interaction, current: str) -> Choices:
    """Every offering that is possible now."""
    return await option_choices(interaction, "tiwanaku", current, lambda option: option.startswith("offer-"))


@group.command(name="notes")
async def notes(
    interaction: Interaction,
    space: str | None = None,
    crops: str = "",
    tidy: bool | None = None,
    match: str | None = None,
) -> None:
    """`/tiwanaku notes`: kept for this person alone, and shown on their private board."""
    services = interaction.client.services
    match_id = await find_match(interaction, "tiwanaku", match)
    perspective = await services.table.look(match_id, interaction.user.id)
    if perspective.seat is None:
        raise Refusal("not_seated")
    marks = await services.store.notes.get(match_id, perspective.seat)
    if space is not None:
        _mark(marks, squeezed(space), fold(crops), perspective.view.ground.names)
    if tidy is not None:
        marks["tidy"] = "on" if tidy else "off"
    await services.store.notes.put(match_id, perspective.seat, marks)
    await show_board(interaction, match_id, told(marks))


def _mark(marks: dict[str, str], space: str, crops: str, names: tuple[str, ...]) -> None:
    if space not in names:
        raise Refusal("tiwanaku.space_unknown", name=space[:10])
    found = "".join(digit for digit in "12345" if digit in crops)
    found += "".join(str(level) for level, crop in enumerate(CROPS, start=1) if crop in crops)
    if crops.strip() and not found:
        raise Refusal("tiwanaku.notes_by_level")
    if found:
        marks[space] = "".join(sorted(set(found)))
    else:
        marks.pop(space, None)


@explore.autocomplete("match")
@divine.autocomplete("match")
@offer.autocomplete("match")
@notes.autocomplete("match")
@suggesting
async def matches(interaction: Interaction, current: str) -> Choices:
    """The person's matches of Tiwanaku."""
    return await match_choices(interaction, current, "tiwanaku")


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
