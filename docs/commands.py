"""The README's list of slash commands, from the bot itself."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from discord import app_commands

from cogs.bot import LonghouseBot
from render.worker_pool import WorkerPool
from storage import open_store
from table.state import TableState

README = Path(__file__).parent.parent / "README.md"
HEADING = "## Commands"

Command = app_commands.Command[Any, ..., Any]


def all_commands() -> dict[str, Command]:
    """Every slash command by its whole name, as Discord is told them, in order. Connects to nothing."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_collect(Path(folder)))


async def _collect(folder: Path) -> dict[str, Command]:
    async with await open_store(f"sqlite:///{folder / 'empty.db'}", extra=TableState) as store:
        bot = LonghouseBot(store, WorkerPool())
        await bot.register()
        found = [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
        await bot.close()
    return {command.qualified_name: command for command in sorted(found, key=lambda command: command.qualified_name)}


def table(commands: dict[str, Command]) -> str:
    """The list as Markdown: what is typed, and what it does."""
    lines = [f"| `/{name}` | {command.description} |" for name, command in commands.items()]
    return "\n".join(["| command | what it does |", "| --- | --- |", *lines])


def renew_commands() -> None:
    """Put the list into the README, in the place of the table under its heading."""
    text = README.read_text(encoding="utf-8")
    before, heading, rest = text.partition(HEADING + "\n")
    section, mark, after = rest.partition("\n## ")
    prose = section.partition("\n|")[0].strip("\n")
    README.write_text(f"{before}{heading}\n{prose}\n\n{table(all_commands())}\n{mark}{after}", encoding="utf-8")
