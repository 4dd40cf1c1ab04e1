"""The program as a whole, in processes of its own: how soon it is ready, and its memory, with 10,000 matches."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bench.loopback import choice, served
from bench.report import Row
from bench.stored import address, fill
from bench.stores import folder
from bench.timing import Scale, optional
from playground import Channel, Message, Person, Playground

ROOT = Path(__file__).resolve().parent.parent
MATCHES = 10_000
MIB = 1024 * 1024


@asynccontextmanager
async def program(folder: Path, playground: Playground) -> AsyncIterator[asyncio.subprocess.Process]:
    """`python bot.py` on a playground of ours, ended as a host would."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": playground.token,
        "DISCORD_API": playground.api_url,
        "DISCORD_GATEWAY": playground.gateway_url,
        "DATABASE_URL": address(folder),
        "LOG_LEVEL": "ERROR",
    }
    process = await asyncio.create_subprocess_exec(sys.executable, str(ROOT / "bot.py"), cwd=folder, env=environment)
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


async def starting(scale: Scale) -> list[Row]:
    """From the start of the process to commands that can be used, with 10,000 stored matches and with one."""
    matches = scale.count(MATCHES, 20)
    with folder() as name:
        full, empty = Path(name, "full"), Path(name, "empty")
        for path, count in ((full, matches), (empty, 1)):
            path.mkdir()
            await fill(path, count)
        times = {path: [await _start(path)] for path in (full, empty)}
        for path in (full, empty) * scale.count(2, 0):
            times[path].append(await _start(path))
    figure, bare = (sorted(times[path])[len(times[path]) // 2] for path in (full, empty))
    what = f"ready after start, {matches:,} stored matches"
    return [Row(what=what, figure=figure, unit="s", budget=3, ratio=figure / bare, beside="a start with one match")]


async def _start(folder: Path) -> float:
    async with served() as playground:
        begun = time.perf_counter()
        async with program(folder, playground):
            await playground.bot_ready(60)
            return time.perf_counter() - begun


async def memory(scale: Scale) -> list[Row]:
    """The bot with its workers, 10,000 running matches stored, after boards of every game and a computer's moves.

    Proportional set size where the system tells it, so that what processes share counts once; else resident size.
    """
    psutil = optional("psutil")
    if psutil is None:
        return [Row(what="memory", missing="psutil is not installed")]
    matches = scale.count(MATCHES, 20)
    with folder() as name:
        path = Path(name)
        await fill(path, matches)
        async with served() as playground, program(path, playground) as process:
            await playground.bot_ready(60)
            await _use(playground, scale.count(12, 2))
            parts, kind = _sizes(psutil, process.pid)
    return [
        Row(
            what=f"memory of all processes, {matches:,} running matches ({kind})",
            figure=sum(parts),
            unit="MiB",
            budget=300,
        ),
        Row(what=f"of it the bot; {len(parts) - 1} workers are the rest", figure=parts[0], unit="MiB"),
    ]


async def _use(playground: Playground, presses: int) -> None:
    """Boards of every game, and a computer player that thinks hard."""
    ada, games = playground.person("Ada"), playground.channel("games")
    direct = await ada.dm()
    for line, level in (("tiwanaku solo", "hard"), ("iye solo", "hard")):
        direct.catch_up()
        await ada.command(games, line, level=level)
        await _choices(ada, direct, presses)
    lobby = await ada.command(games, "iwari new")
    levels = await ada.press(lobby, "Add Computer")
    await ada.press(levels, "Easy")
    assert isinstance(lobby, Message)
    await playground.wait_for(partial(_ready, lobby), 30)
    games.catch_up()
    await ada.press(lobby, "Start")
    await _choices(ada, await games.next_thread(timeout=30), presses)


async def _choices(person: Person, place: Channel, count: int) -> None:
    """Press so many times, on the first choice each time; after a turn in the panel of the next one."""
    panel: Any = None
    for _ in range(count):
        if panel is None or (offered := choice(panel)) is None:
            shown = await place.next_message(_asks, timeout=60)
            panel = await person.press(shown, "Play")
        else:
            panel = await offered[1](person)


def _ready(lobby: Message) -> bool:
    start = lobby.button("Start")
    return start is not None and not start.disabled


def _asks(message: Message) -> bool:
    return "Play" in message.labels


def _sizes(psutil: Any, number: int) -> tuple[list[float], str]:
    """MiB of the process and of each of its children, and what kind of size that is."""
    bot = psutil.Process(number)
    sizes, kind = [], "resident"
    for process in (bot, *bot.children(recursive=True)):
        full = process.memory_full_info()
        proportional = getattr(full, "pss", 0)
        kind = "PSS" if proportional else kind
        sizes.append((proportional or full.rss) / MIB)
    return sizes, kind
