"""`bot.py` as a program of its own, on the playground of a test: to be killed, and to be looked at from outside."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playground import Playground
from storage import failpoints

ROOT = Path(__file__).parents[2]


def environment(folder: Path, **given: str) -> dict[str, str]:
    """The environment of a program that keeps its matches in `folder` and knows no other setting than those given."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {"PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{folder / 'longhouse.db'}"} | given


async def start(folder: Path, *arguments: str, **given: str) -> asyncio.subprocess.Process:
    """Start the program in `folder`, where there is no `.env`."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        *arguments,
        cwd=folder,
        env=environment(folder, **given),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(folder: Path, *arguments: str, **given: str) -> tuple[int, str, str]:
    """Run it to its end; gives its exit code and what it wrote to standard output and error."""
    process = await start(folder, *arguments, **given)
    out, said = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), said.decode()


def on(playground: Playground) -> dict[str, str]:
    """The settings that make a program the bot of this playground."""
    return {
        "DISCORD_TOKEN": playground.token,
        "DISCORD_API": playground.api_url,
        "DISCORD_GATEWAY": playground.gateway_url,
    }


@asynccontextmanager
async def bot_on(
    playground: Playground, folder: Path, failpoint: str = ""
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot of this playground, perhaps to be killed at a failpoint; it is ended at the end whatever happens."""
    given = {failpoints.VARIABLE: failpoint} if failpoint else {}
    process = await start(folder, **on(playground), **given)
    try:
        await playground.bot_ready(60)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
