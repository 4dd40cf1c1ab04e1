"""Longhouse: board games by post on Discord.

`python bot.py` runs the bot: on Discord when DISCORD_TOKEN is set, else on a playground on this machine.
`python bot.py backup FILE` copies the database; `python bot.py check` replays every stored match under these rules;
`python bot.py move SOURCE TARGET` moves everything from SQLite to PostgreSQL or back.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import discord
import yarl

from cogs.bot import LonghouseBot
from cogs.log_format import set_up_logging
from cogs.settings import BadEnvironment, Settings, load
from render.errors import words
from render.help import playground_welcome
from render.messages import host
from render.worker_pool import WorkerPool
from rules.errors import CodedError
from storage import SecondInstance, StorageError, Store, backup, move, open_store
from storage.replay import Difference
from table.state import TableState

log = logging.getLogger("longhouse")

GRACE = 5.0
"""Seconds within which the program has left after SIGTERM."""

WRONG_SETTINGS = 64
NO_DISCORD = 76


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0, or one that tells what is wrong (64 settings, 65 and more storage, 76 no Discord)."""
    parser = argparse.ArgumentParser(
        prog="bot.py", description=host.program(), formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command")
    copy = commands.add_parser("backup", help=host.backup_help())
    copy.add_argument("file", type=Path, metavar="FILE")
    commands.add_parser("check", help=host.check_help())
    moving = commands.add_parser("move", help=host.move_help())
    moving.add_argument("source", metavar="SOURCE")
    moving.add_argument("target", metavar="TARGET")
    given = parser.parse_args(arguments)
    try:
        settings = load()
        set_up_logging(settings.log_level)
        if given.command == "backup":
            return asyncio.run(copy_database(settings, given.file))
        if given.command == "check":
            return asyncio.run(check(settings))
        if given.command == "move":
            return asyncio.run(move_all(given.source, given.target))
        return asyncio.run(run(settings))
    except BadEnvironment as error:
        print(error, file=sys.stderr)
        return WRONG_SETTINGS
    except StorageError as error:
        print(words(error), file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 0


async def copy_database(settings: Settings, file: Path) -> int:
    """The `backup` command."""
    await backup(settings.database_url, file)
    print(host.copied(str(file)))
    return 0


async def move_all(source: str, target: str) -> int:
    """The `move` command."""

    def told(table: str, rows: int) -> None:
        print(host.table_moved(table, rows))

    print(host.moved(await move(source, target, told)))
    return 0


async def check(settings: Settings) -> int:
    """The `check` command: 0 when every match replays, else 1.

    It works on a copy, so that nothing is changed (not even by a migration, which is tried on the copy as well) and a
    bot may run meanwhile. A database server is not copied: there it looks at the database itself, and the bot must be
    stopped.
    """
    if not settings.database_url.startswith("sqlite"):
        return await report(settings.database_url)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "longhouse.db"
        await backup(settings.database_url, copy)
        return await report(f"sqlite:///{copy}")


async def report(url: str) -> int:
    """Print a line for each match that differs, and how many there are."""
    async with await open_store(url, extra=TableState) as store:
        found = [difference async for difference in store.matches.check_all()]
        total = sum((await store.matches.count()).values())
    for difference in found:
        print(in_words(difference))
    print(host.checked(total, len(found)))
    return 1 if found else 0


def in_words(difference: Difference) -> str:
    """A line about a match that differs."""
    match, reason = difference.match, why(difference.error)
    if not difference.game:
        return host.cannot_be_read(match, reason)
    line = host.does_not_replay(match, difference.game, difference.version, reason)
    if difference.goes_on is None:
        return line
    return host.goes_on(line) if difference.goes_on else host.cannot_go_on(line, why(difference.obstacle))


def why(error: Exception | None) -> str:
    """What an error says; "" when there is none."""
    if error is None:
        return ""
    return words(error) if isinstance(error, CodedError) else str(error) or type(error).__name__


async def run(settings: Settings) -> int:
    """Run until a signal asks to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    make_directory(settings)
    async with (
        await open_store(settings.database_url, backups=settings.backups, extra=TableState) as store,
        WorkerPool() as pool,
        discord_at(settings) as token,
    ):
        return await serve(settings, store, pool, token, stop)


async def serve(settings: Settings, store: Store, pool: WorkerPool, token: str, stop: asyncio.Event) -> int:
    """The bot itself, from its login until `stop`."""
    playing = not settings.discord_token.get_secret_value()
    # Discord sends its servers one by one after the login; a Discord on this machine sends them at once.
    wait = 0.1 if playing or settings.discord_api else 2.0
    bot = LonghouseBot(
        store,
        pool,
        thinking_seconds=settings.thinking_seconds,
        metrics_port=settings.metrics_port,
        health_file=settings.health_file,
        guild_ready_timeout=wait,
    )
    running = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    lost = asyncio.create_task(store.taken_over())
    await asyncio.wait((running, stopping, lost), return_when=asyncio.FIRST_COMPLETED)
    if not running.done():
        log.info("stopping")
        try:
            async with asyncio.timeout(GRACE):
                await bot.close()
                await asyncio.wait([running])
        except TimeoutError:
            log.warning("not everything could be finished; what was saved is sent after the next start")
        if lost.done():
            raise SecondInstance("server_in_use")
        lost.cancel()
        return 0
    stopping.cancel()
    lost.cancel()
    return explain(running.exception())


def explain(error: BaseException | None) -> int:
    """Why the bot ended by itself, in one line."""
    if isinstance(error, discord.LoginFailure):
        print(host.token_refused(), file=sys.stderr)
        return WRONG_SETTINGS
    if isinstance(error, aiohttp.ClientError | OSError):
        print(host.discord_unreachable(str(error)), file=sys.stderr)
        return NO_DISCORD
    if error is not None:
        log.error("the bot ended", exc_info=error)
        return 1
    return 0


@asynccontextmanager
async def discord_at(settings: Settings) -> AsyncIterator[str]:
    """Where the bot connects to; gives its token. Without a token that is a playground, served meanwhile."""
    token = settings.discord_token.get_secret_value()
    if token:
        point_at(settings.discord_api, settings.discord_gateway)
        yield token
        return
    from playground import Playground  # on real Discord its server, and Pillow with it, would only take memory

    playground = Playground(welcome=playground_welcome(), keep=world_folder(settings))
    try:
        await playground.start(settings.playground_port, settings.playground_host)
    except (OSError, ValueError) as error:
        raise BadEnvironment(host.playground_unservable(settings.playground_port, str(error))) from error
    try:
        point_at(playground.api_url, playground.gateway_url)
        print(host.playground_open(playground.page_url), flush=True)
        yield playground.token
    finally:
        await playground.close()


def point_at(api: str, gateway: str) -> None:
    """Let discord.py talk to another Discord; empty addresses leave the real one."""
    if api:
        discord.http.Route.BASE = api.rstrip("/")
    if gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def make_directory(settings: Settings) -> None:
    """The default database's folder is made; any other must be there: a wrong path is not to look like a new bot."""
    if "database_url" not in settings.model_fields_set:
        Path("var").mkdir(exist_ok=True)


def world_folder(settings: Settings) -> Path:
    """Where the playground keeps its people, channels and messages: beside the database."""
    path = Path(settings.database_url.partition("///")[2] or "var/longhouse.db")
    return path.with_suffix(".playground")


if __name__ == "__main__":
    raise SystemExit(main())
