"""`python -m bench [NAME ...]`: the whole table, or some of its parts."""

from __future__ import annotations

import argparse
import asyncio
import logging
import platform
import sys
import time
from collections.abc import Awaitable, Callable

from bench import loopback, pictures, playing, programs, stores
from bench.report import Row, table
from bench.timing import Scale

Part = Callable[[Scale], list[Row] | Awaitable[list[Row]]]

PARTS: dict[str, Part] = {
    "play": playing.random_play,
    "generator": playing.generator,
    "pictures": pictures.boards,
    "commits": stores.commits,
    "loading": stores.loading,
    "queries": stores.queries,
    "picture": loopback.picture,
    "acknowledging": loopback.acknowledging,
    "stalling": loopback.stalling,
    "starting": programs.starting,
    "memory": programs.memory,
}
"""The parts of the table by name."""


def measure(name: str, scale: Scale) -> list[Row]:
    """The rows of one part; one that cannot be measured says why."""
    found = PARTS[name](scale)
    if isinstance(found, list):
        return found
    return asyncio.run(_awaited(found))


async def _awaited(rows: Awaitable[list[Row]]) -> list[Row]:
    return await rows


def main(arguments: list[str] | None = None) -> int:
    """Print the table. The exit code is 0 even where a budget is missed: figures of a busy machine prove nothing."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"parts to measure: {', '.join(PARTS)}")
    parser.add_argument("--share", type=float, default=1.0, help="share of the repetitions, for a quick look")
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    logging.basicConfig(level=logging.ERROR)
    begun = time.monotonic()
    rows: list[Row] = []
    for name in given.names or PARTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += measure(name, Scale(given.share))
    print(table(rows))
    taken = time.monotonic() - begun
    print(f"Python {platform.python_version()}, {platform.machine()}, measured within {taken:.0f} s.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
