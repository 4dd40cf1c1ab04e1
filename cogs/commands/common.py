"""What every game's group of commands has: board, play, rules; and how a typed command finds its match."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable, Coroutine
from typing import Any

from discord import app_commands

from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.services import Interaction
from cogs.ui.panel import MENU
from cogs.ui.play import Play, rules_page
from render import PRESENTERS
from render.help import example
from render.messages import matches as words
from render.presenter import shorten
from rules import GAMES
from storage.errors import MatchError
from storage.records import MatchSummary
from storage.stored_match import StoredMatch
from table.errors import Refusal
from table.fold import fits, fold
from table.perspective import Perspective, plain, title
from table.reading import CHOICE, Suggestions, looked_for, option_meant, suggested

Choices = list[app_commands.Choice[str]]
Suggester = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]

log = logging.getLogger("longhouse.commands")


def game_group(key: str) -> app_commands.Group:
    """A game's group of commands with those that all games share."""
    group = app_commands.Group(
        name=key,
        description=NOT_DESCRIBED,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )

    @group.command(name="board")
    async def board(interaction: Interaction, match: str | None = None) -> None:
        await show_board(interaction, await find_match(interaction, key, match))

    @group.command(name="play")
    async def play(interaction: Interaction, option: str, match: str | None = None) -> None:
        await take_typed(interaction, await find_match(interaction, key, match), option)

    @group.command(name="rules")
    async def rules(interaction: Interaction) -> None:
        await interaction.response.send_message(view=rules_page(key, 0), ephemeral=True)

    @suggesting
    async def matches(interaction: Interaction, current: str) -> Choices:
        return await match_choices(interaction, current, key)

    @play.autocomplete("option")
    @suggesting
    async def options(interaction: Interaction, current: str) -> Choices:
        return await option_choices(interaction, key, current)

    board.autocomplete("match")(matches)
    play.autocomplete("match")(matches)
    return group


def suggesting(suggest: Suggester) -> Suggester:
    """An autocomplete that answers whatever happens: with no suggestions where it fails, and a line in the log."""

    @functools.wraps(suggest)
    async def safe(interaction: Interaction, current: str) -> Choices:
        try:
            return await suggest(interaction, current)
        except Exception:
            log.exception("no suggestions: user=%s", interaction.user.id)
            return []

    return safe


# Finding the match.


async def find_match(interaction: Interaction, key: str | None, named: str | None) -> int:
    """The number of the match that a command is about: the one named, that of this place, or the person's only one.

    Refusal when there is none, when several fit, or when the one named is played elsewhere by others. MatchNotFound.
    """
    store = interaction.client.services.store
    if named is not None:
        number = number_of(named)
        require_near(interaction, await store.matches.read(number))
        return number
    if interaction.channel_id is not None and interaction.guild_id is not None:
        here = await store.matches.in_thread(interaction.channel_id)
        if here is not None and (key is None or here.game_key == key):
            return here.id
    mine = [match for match in await playing(interaction) if key is None or match.game_key == key]
    waiting = [match for match in mine if match.waits_for(interaction.user.id)] or mine
    if len(waiting) == 1:
        return waiting[0].id
    if not mine and key:
        raise Refusal("no_match_of_game", game=GAMES[key].title, command=f"/{PRESENTERS[key].example}")
    if not mine:
        raise Refusal("no_match", command=example())
    raise Refusal("several_matches_of_game", game=GAMES[key].title) if key else Refusal("several_matches")


def require_near(interaction: Interaction, match: StoredMatch) -> None:
    """Refusal for a match of another server, or of somebody's direct messages, in which the person has no part."""
    person, guild = interaction.user.id, match.place.guild_id
    if match.seat_of(person) is None and match.host_id != person and (guild is None or guild != interaction.guild_id):
        raise Refusal("played_elsewhere")


async def playing(interaction: Interaction) -> list[MatchSummary]:
    """The person's running matches, those that wait for them first."""
    return await interaction.client.services.store.matches.of_user(interaction.user.id, ("running",))


def number_of(named: str) -> int:
    """The number of the match that was typed or suggested. Refusal."""
    found = re.fullmatch(r"(?:.*?#)?\s*([0-9]{1,12})|.*?#([0-9]{1,12})\b.*", fold(named))
    if found is None:
        raise Refusal("match_not_understood", typed=shorten(named, 40))
    return int(found[1] or found[2])


async def match_choices(interaction: Interaction, current: str, key: str | None = None) -> Choices:
    """The person's running matches, for autocomplete."""
    found = []
    for match in await playing(interaction):
        if key is not None and match.game_key != key:
            continue
        waits = match.waits_for(interaction.user.id)
        others = [plain(seat.name) or words.computer() for seat in match.seats if seat.user_id != interaction.user.id]
        name = words.suggestion(title(match.game_key, match.id), others, your_turn=waits)
        if fits(current, name):
            found.append(app_commands.Choice(name=shorten(name, 100), value=str(match.id)))
    return found[:MENU]


# Typed choices.


async def my_decision(interaction: Interaction, key: str, named: str | None = None) -> Perspective | None:
    """For autocomplete: the decision that waits for this person, None when there is none to be found."""
    try:
        match_id = await find_match(interaction, key, named)
        perspective = await interaction.client.services.table.look(match_id, interaction.user.id)
    except (Refusal, MatchError):
        return None
    return perspective if perspective.decision is not None and perspective.key == key else None


async def option_choices(
    interaction: Interaction, key: str, current: str, wanted: Callable[[str], bool] = lambda option: True
) -> Choices:
    """The legal options that fit what was typed so far, for autocomplete."""
    perspective = await my_decision(interaction, key, getattr(interaction.namespace, "match", None))
    if perspective is None or perspective.decision is None:
        return []
    return choices_of(suggested(perspective, wanted), current)


def choices_of(suggestions: Suggestions, current: str) -> Choices:
    """Those that fit what was typed so far, for autocomplete."""
    found = looked_for(suggestions, current)
    return [app_commands.Choice(name=shorten(name, CHOICE), value=value) for name, value in found[:MENU]]


async def take_typed(interaction: Interaction, match_id: int, *readings: str) -> None:
    """Take a choice that was typed, and show the panel as it is then. Of several readings the first that fits."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    table, person = interaction.client.services.table, interaction.user.id
    chosen = option_meant(await table.look(match_id, person), *readings)
    await Play(interaction.client.services).show_outcome(interaction, await table.take(match_id, person, chosen))


async def show_board(interaction: Interaction, match_id: int, said: str = "") -> None:
    """The private panel of a match."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await Play(interaction.client.services).open_panel(interaction, match_id, said)
