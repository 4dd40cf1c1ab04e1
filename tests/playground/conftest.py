"""A playground with a small discord.py bot on it, connected over real HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
import yarl
from discord.ext import commands

from playground import Playground
from tests.openapi_check import from_environment
from tests.patience import PATIENCE

from .bot import TrialBot


def point_discord_at(playground: Playground) -> None:
    """Let discord.py talk to the playground instead of discord.com."""
    discord.http.Route.BASE = playground.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway_url)


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        playground.interactions.answer_within = PATIENCE
        point_discord_at(playground)
        yield playground
    assert playground.api.failures == []
    if os.environ.get("DISCORD_OPENAPI"):
        found = from_environment().findings(playground.record.exchanges)
        assert not found, "\n".join(map(str, found))


StartBot = Callable[..., Awaitable[TrialBot]]


@pytest.fixture
async def start_bot(pg: Playground) -> AsyncIterator[StartBot]:
    """Connects a trial bot (given options of `discord.Client`) and closes it after the test."""
    running: list[tuple[commands.Bot, asyncio.Task[None]]] = []

    async def start(**options: object) -> TrialBot:
        bot = TrialBot(**options)
        running.append((bot, asyncio.create_task(bot.start(pg.token))))
        await pg.bot_ready()
        await asyncio.wait_for(bot.heard_ready.wait(), PATIENCE)
        return bot

    yield start
    for bot, task in running:
        await bot.close()
        await asyncio.wait([task], timeout=5)


@pytest.fixture
async def bot(start_bot: StartBot) -> TrialBot:
    return await start_bot()
