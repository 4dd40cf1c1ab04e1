"""`/daily`: one challenge a game and day, the same for everybody, tried once in direct messages."""

from __future__ import annotations

from discord import app_commands

from cogs.commands.descriptions import NOT_DESCRIBED
from cogs.services import Client, Interaction
from cogs.ui import post
from cogs.ui.lobby import Lobby
from cogs.ui.presses import Press
from render import PRESENTERS
from render.messages import daily as words
from rules import GAMES, daily
from rules.daily import Challenge
from storage.attempts import Attempt, AttemptTaken
from storage.extra import DailyChallenge
from table.errors import Refusal
from table.perspective import bold
from table.state import TableState

KEPT = 8
"""How many challenges are remembered: those of a few days."""

DAILY_CHOICES = [app_commands.Choice(name=GAMES[key].title, value=key) for key in daily.games()]

group = app_commands.Group(
    name="daily",
    description=NOT_DESCRIBED,
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)


def name_of(game: str, number: int) -> str:
    """How a day's challenge is called."""
    return words.name(GAMES[game].title, number, daily.day_of(number))


def outcome(tried: Attempt) -> str:
    """How a try ended, in words that give nothing away."""
    goal = daily.goal(tried.game, tried.number)
    return PRESENTERS[tried.game].outcome(goal, tried.won, tried.score, tried.moves)


@group.command(name="today")
async def today(interaction: Interaction) -> None:
    """`/daily today`."""
    await show_today(interaction)


async def press_today(interaction: Interaction, press: Press) -> None:
    """The same, from the last post of a try."""
    await show_today(interaction)


async def show_today(interaction: Interaction) -> None:
    """Today's challenges to one person, with how they did."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    number = interaction.client.services.challenges.today
    lines = [await _state(interaction, game, number) for game in daily.games()]
    without = [game.title for key, game in GAMES.items() if key not in daily.games()]
    await interaction.edit_original_response(view=post.note(words.today(lines, without)))


async def _state(interaction: Interaction, game: str, number: int) -> str:
    attempts, user = interaction.client.services.store.attempts, interaction.user.id
    tried = await attempts.get(game, number, user)
    streak = await attempts.streak(game, number, user)
    if tried is not None and tried.over:
        return words.result(name_of(game, number), outcome(tried), tried.won, streak)
    if tried is not None:
        return words.under_way(name_of(game, number))
    return words.to_play(name_of(game, number), PRESENTERS[game].task(daily.goal(game, number)))


@group.command(name="play")
@app_commands.choices(game=DAILY_CHOICES)
async def play(interaction: Interaction, game: str) -> None:
    """`/daily play`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    services, user = interaction.client.services, interaction.user
    number = interaction.client.services.challenges.today
    if interaction.guild_id is not None:
        await services.store.attempts.appear(interaction.guild_id, user.id)
    if (tried := await services.store.attempts.get(game, number, user.id)) is not None:
        name = name_of(game, number)
        raise Refusal("daily_tried", challenge=name) if tried.over else Refusal("daily_under_way", challenge=name)
    challenge = await interaction.client.services.challenges.get(game, number)
    direct = interaction.guild_id is None
    if direct and interaction.channel_id is not None:
        channel_id = interaction.channel_id
    else:
        channel_id = (await user.create_dm()).id
        await user.send(words.played_here(name_of(game, number)))  # so that closed messages are told at once
    await begin(interaction, challenge, channel_id)
    await interaction.edit_original_response(content=words.begins(name_of(game, number), direct=direct))


async def begin(interaction: Interaction, challenge: Challenge, channel_id: int) -> int:
    """Begin a person's try: the match and the try are saved together. AttemptTaken where there was one already."""
    services, user = interaction.client.services, interaction.user
    now = services.clock()
    extra = TableState(daily=DailyChallenge(challenge.number, challenge.version))
    match_id = await services.store.matches.create(
        challenge.game, challenge.settings, user.id, user.display_name, None, channel_id, now, extra=extra
    )
    try:
        async with services.store.matches.open(match_id) as match:
            match.sit(user.id, user.display_name, now=now)
            for level in challenge.levels:
                match.sit(None, "", level=level, now=now)
            await Lobby(services).begin(match, challenge.seed)
    except AttemptTaken:
        async with services.store.matches.open(match_id) as match:
            match.close(now)
        raise
    return match_id


@group.command(name="share")
@app_commands.choices(game=DAILY_CHOICES)
async def share(interaction: Interaction, game: str, yesterday: bool = False) -> None:
    """`/daily share`."""
    number = interaction.client.services.challenges.today - yesterday
    attempts, user = interaction.client.services.store.attempts, interaction.user
    tried = await attempts.get(game, number, user.id)
    if tried is None or not tried.over:
        raise Refusal("daily_not_finished", challenge=name_of(game, number))
    if interaction.guild_id is not None:
        await attempts.appear(interaction.guild_id, user.id)
    text = words.result(name_of(game, number), outcome(tried), tried.won, await attempts.streak(game, number, user.id))
    await interaction.response.send_message(view=post.note(f"{bold(user.display_name)}\n{text}"))


@group.command(name="board")
@app_commands.choices(game=DAILY_CHOICES)
async def board(interaction: Interaction, game: str, yesterday: bool = False) -> None:
    """`/daily board`: those who asked for a challenge, or shared a result, in this server."""
    if interaction.guild_id is None:
        raise Refusal("daily_board_elsewhere")
    await interaction.response.defer(thinking=True)
    number = interaction.client.services.challenges.today - yesterday
    rows = await interaction.client.services.store.attempts.board(game, number, interaction.guild_id)
    lines = [
        words.board_line(rank, bold(tried.name), outcome(tried), tried.won) for rank, tried in enumerate(rows, start=1)
    ]
    await interaction.edit_original_response(view=post.note(words.board(name_of(game, number), lines)))


def register(client: Client) -> None:
    """Add what this file answers."""
    client.tree.add_command(group)
    client.services.presses.on("today", press_today)
