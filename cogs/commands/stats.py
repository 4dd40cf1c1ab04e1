"""`/stats`: how well people play each game; and `/me rated`."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands, ui

from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.commands.me import change
from cogs.commands.me import group as me_group
from cogs.services import Client, Interaction
from cogs.ui import post
from render import jobs
from render.messages import stats as words
from render.rating_history import FEWEST, RatingHistory
from rules import GAMES
from storage.ratings import EVERYWHERE, Rating
from table.perspective import bold, plain

BEST = 10
NEWEST = 60
"""How many matches a picture of a history shows."""

GAME_CHOICES = [app_commands.Choice(name=game.title, value=key) for key, game in GAMES.items()]

group = app_commands.Group(
    name="stats",
    description=NOT_DESCRIBED,
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)


@group.command(name="me")
@app_commands.choices(game=GAME_CHOICES)
async def me(interaction: Interaction, game: str | None = None) -> None:
    """`/stats me`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    store, user = interaction.client.services.store, interaction.user
    mine = await store.ratings.of(user.id)
    lines = [words.your_ratings()]
    if not (await store.people.get(user.id)).rated:
        lines.append(words.not_wanted())
    if not mine:
        lines.append(words.unrated())
        await interaction.edit_original_response(view=post.note("\n".join(lines)))
        return
    lines += [_line(rating) for rating in mine]
    if interaction.guild_id is not None and (here := await store.ratings.of(user.id, interaction.guild_id)):
        lines += ["", words.in_this_server(), *(_line(rating) for rating in here)]
    lines.append(words.how_it_works())
    key = game or max(mine, key=lambda rating: rating.played).game
    await _answer(interaction, "\n".join(lines), key)


def _line(rating: Rating) -> str:
    title = GAMES[rating.game].title if rating.game in GAMES else rating.game
    return words.rating(title, rating.shown, rating.provisional, rating.played, rating.won)


async def _answer(interaction: Interaction, text: str, key: str) -> None:
    """The text, with a picture of the person's history where there is enough of one."""
    services, user = interaction.client.services, interaction.user
    history = await services.store.ratings.history(user.id, key, limit=NEWEST)
    if len(history) < FEWEST:
        await interaction.edit_original_response(view=post.note(text))
        return
    ratings, title = [row.shown for row in history], GAMES[key].title
    theme = (await services.store.people.get(user.id)).theme
    called = plain(user.display_name)
    rating_history = RatingHistory(called, title, ratings, [row.won for row in history], theme)
    picture = await services.pool.run(jobs.chart, rating_history)
    name = f"rating-{key}.{picture.suffix}"
    view = ui.LayoutView(timeout=None)
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(text),
        post.gallery(name, words.chart_alt(called, title, ratings)),
    ]
    view.add_item(ui.Container(*parts, accent_colour=post.accent(key)))
    file = discord.File(io.BytesIO(picture.data), filename=name)
    await interaction.edit_original_response(view=view, attachments=[file])


@group.command(name="game")
@app_commands.choices(game=GAME_CHOICES)
async def of_game(interaction: Interaction, game: str) -> None:
    """`/stats game`: in a server its best; in direct messages only one's own place among all."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    store, guild_id = interaction.client.services.store, interaction.guild_id
    title = GAMES[game].title
    if guild_id is None:
        mine = [rating for rating in await store.ratings.of(interaction.user.id, EVERYWHERE) if rating.game == game]
        text = "\n".join([_line(mine[0]), words.how_it_works()]) if mine else words.unrated()
        await _answer(interaction, text, game)
        return
    best = await store.ratings.best(game, guild_id, BEST)
    lines = [words.game_in_this_server(title)]
    lines += [
        words.place(rank, bold(rating.name), rating.shown, rating.provisional, rating.played)
        for rank, rating in enumerate(best, start=1)
    ]
    lines.append(words.how_it_works() if best else words.nobody_yet())
    await interaction.edit_original_response(view=post.note("\n".join(lines)))


@me_group.command(name="rated")
async def rated(interaction: Interaction, wanted: bool) -> None:
    """`/me rated`."""
    await change(interaction, rated=wanted)
    said = words.rated_from_now() if wanted else words.not_rated_from_now()
    await interaction.followup.send(view=post.note(said), ephemeral=True)


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
