"""The bot on a playground: how soon it acknowledges, how soon a new picture is there, how long its loop stalls."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import app_commands

from bench.report import Row
from bench.stored import address, play
from bench.stores import folder
from bench.timing import Scale, percentile
from cogs.bot import LonghouseBot
from playground import Channel, Message, Person, Playground
from render.jobs import Job
from render.worker_pool import WorkerPool
from rules import GAMES
from storage import open_store
from storage.records import PersonSettings, Place
from table.state import TableState

CROWD = 50
NAP = 0.001


def point_at(playground: Playground) -> None:
    """Let discord.py talk to the playground."""
    discord.http.Route.BASE = playground.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway_url)


@asynccontextmanager
async def served() -> AsyncIterator[Playground]:
    """A playground, with patience for a busy machine."""
    async with Playground() as playground:
        playground.interactions.answer_within = 30
        point_at(playground)
        yield playground


@asynccontextmanager
async def running(bot: discord.Client, playground: Playground) -> AsyncIterator[None]:
    """A bot that is connected, and closed afterwards."""
    task = asyncio.create_task(bot.start(playground.token))
    await bot_ready(bot, playground)
    try:
        yield
    finally:
        await bot.close()
        await asyncio.wait([task])


async def bot_ready(bot: discord.Client, playground: Playground) -> None:
    """Wait until the bot has told its commands and heard of its servers."""
    await playground.bot_ready()
    await bot.wait_until_ready()


@asynccontextmanager
async def table(playground: Playground) -> AsyncIterator[LonghouseBot]:
    """Longhouse on the playground, its boards warm."""
    with folder() as name:
        async with await open_store(address(Path(name)), extra=TableState) as store, WorkerPool() as pool:
            await pool.warm(["iye"], ("light",))
            bot = LonghouseBot(store, pool, thinking_seconds=0.3, guild_ready_timeout=0.1)
            async with running(bot, playground):
                yield bot


class Pinged(discord.Client):
    """The smallest bot: `/ping` is answered with one word."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="ping", description="Answer")
        async def ping(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Pong")

    async def setup_hook(self) -> None:
        await self.tree.sync()


# The picture after a press.


async def picture(scale: Scale) -> list[Row]:
    """From the press on a choice to the new post in the match's thread, beside a trivial bot's `/ping`."""
    async with served() as playground:
        pings = await _pings(playground, scale.count(20, 2))
        async with table(playground) as bot:
            waits = await _presses(playground, bot, scale.count(12, 1))
        pings += await _pings(playground, scale.count(20, 2))
    figure, ping = statistics.median(waits), statistics.median(pings)
    what = f"step pressed -> new picture, median of {len(waits)}"
    return [
        Row(what=what, figure=figure, unit="ms", budget=300, ratio=figure / ping, beside="a trivial bot's /ping"),
        Row(what=f"a trivial bot's /ping, median of {len(pings)}", figure=ping, unit="ms"),
    ]


async def _pings(playground: Playground, count: int) -> list[float]:
    times = []
    async with running(Pinged(), playground):
        for _ in range(count):
            begun = time.perf_counter()
            await playground.person("Ada").command(playground.channel("games"), "ping")
            times.append((time.perf_counter() - begun) * 1000)
    return times


async def _presses(playground: Playground, bot: LonghouseBot, count: int) -> list[float]:
    """Milliseconds from each press to the picture. Nobody confirms, so that a press is a step."""
    ada, bo, games = playground.person("Ada"), playground.person("Bo"), playground.channel("games")
    for person in (ada, bo):
        await bot.services.store.people.put(int(person.id), PersonSettings(confirm=False))
    lobby = await ada.command(games, "iye new", opponent=bo)
    await bo.press(lobby, "Join")
    games.catch_up()
    await ada.press(lobby, "Start")
    thread = await games.next_thread()
    shown = await thread.next_message(has_board, timeout=30)
    times = []
    for _ in range(count):
        (person,) = shown.mentions
        panel: Any = await person.press(shown, "Play")
        await bot.services.lanes.idle()
        while (offered := choice(panel)) is not None and offered[0] == "group":
            panel = await offered[1](person)
        assert offered is not None
        begun = time.perf_counter()
        pressed = asyncio.create_task(offered[1](person))
        shown = await thread.next_message(has_board, timeout=30)
        times.append((time.perf_counter() - begun) * 1000)
        await pressed
        await bot.services.lanes.idle()
    return times


def has_board(message: Message) -> bool:
    """Whether the message shows a picture."""
    return bool(message.images)


def choice(panel: Message) -> tuple[str, Callable[[Person], Coroutine[Any, Any, Any]]] | None:
    """The first choice that a panel offers: "group", "option" or "confirm", and how a person takes it; None: none."""
    for select in panel.selects:
        return _action(select.custom_id), partial(_chosen, panel, select.options[0].value)
    for button in panel.buttons:
        if (action := _action(button.custom_id)) in ("group", "option", "confirm"):
            return action, partial(_pressed, panel, button.custom_id)
    return None


def _chosen(panel: Message, value: str, person: Person) -> Coroutine[Any, Any, Any]:
    return person.choose(panel, value)


def _pressed(panel: Message, custom_id: str, person: Person) -> Coroutine[Any, Any, Any]:
    return person.press(panel, custom_id)


def _action(custom_id: str) -> str:
    return custom_id.split(":")[1]


# Acknowledging.


async def acknowledging(scale: Scale) -> list[Row]:
    """Fifty people open their boards at once: until the bot's first answer to each."""
    crowd, rounds = scale.count(CROWD, 3), scale.count(6, 1)
    async with served() as playground, table(playground) as bot:
        games = playground.channel("games")
        people = [playground.person(f"Player {number}") for number in range(crowd)]
        place = Place(int(playground.guild.id), int(games.id), None, {})
        for number, person in enumerate(people):
            users = [int(person.id), int(people[number - 1].id)]
            await play(bot.services.store, "iye", 4, people=users, place=place, seed=number)
        times: list[float] = []
        lines = ("match list", "iye play")
        for turn in range(rounds):
            times += await _crowd(playground, games, people, lines[turn % 2])
            await _settled(bot)
    figure = percentile(times, 0.99)
    return [
        Row(what=f"acknowledge, {crowd} at once, p99 of {len(times)}", figure=figure, unit="ms", budget=300),
        Row(what="acknowledge, median", figure=statistics.median(times), unit="ms"),
    ]


async def _crowd(playground: Playground, games: Channel, people: Sequence[Person], line: str) -> list[float]:
    name, *path = line.split()
    values = {"option": "resign-never", "match": "1"} if name == "iye" else {}
    times: list[float] = []

    async def one(person: Person) -> None:
        begun = time.perf_counter()
        started = playground.actions.command(person.user, games.place, name, path, values)
        await asyncio.shield(started.first)
        times.append((time.perf_counter() - begun) * 1000)

    await asyncio.gather(*map(one, people))
    return times


async def _settled(bot: LonghouseBot) -> None:
    """Wait until the answers that follow the acknowledgements are out too."""
    async with asyncio.timeout(60):
        await bot.services.work.finished()
        await bot.services.lanes.idle()
        await asyncio.sleep(0.5)


# The loop.


async def stalling(scale: Scale) -> list[Row]:
    """The longest time for which the event loop ran nothing else while boards were drawn, beside an idle loop.

    The clock also counts what other programs take of the machine, so the processor time that the loop's own thread used
    without a break is given too.
    """
    async with WorkerPool() as pool:
        await pool.warm(["iye"], ("light",))
        jobs = [_job("iye") for _ in range(scale.count(20, 1))]
        idle = await _stall(asyncio.sleep(1.5 * scale.share))
        busy = await _stall(_all(pool.draw, jobs))
        idle_again = await _stall(asyncio.sleep(1.5 * scale.share))
    quiet = max(idle[0], idle_again[0])
    what = f"the loop's longest stall, {len(jobs)} boards drawn"
    return [
        Row(what=what, figure=busy[0], unit="ms", budget=20, ratio=busy[0] / quiet, beside="an idle loop"),
        Row(what="the same in processor time", figure=busy[1], unit="ms", budget=20),
    ]


def _job(key: str) -> Job:
    game = GAMES[key]
    return Job(key, game.to_json(game.view(game.setup(game.Settings(), 2, 1), None)))


async def _all(draw: Callable[[Job], Coroutine[Any, Any, Any]], jobs: list[Job]) -> None:
    await asyncio.gather(*map(draw, jobs))


async def _stall(work: Coroutine[Any, Any, None]) -> tuple[float, float]:
    """The longest time between two turns of the loop while `work` runs, by the clock and in the thread's own time."""
    longest = [0.0, 0.0]

    async def watch() -> None:
        while True:
            clock, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(NAP)
            waited, ran = time.perf_counter() - clock - NAP, time.thread_time() - used
            longest[:] = max(longest[0], waited), max(longest[1], ran)

    watching = asyncio.create_task(watch())
    await work
    watching.cancel()
    return longest[0] * 1000, longest[1] * 1000
