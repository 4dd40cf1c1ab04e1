"""``python -m playground [PORT]``: a playground without a bot, for people who work on the page."""

from __future__ import annotations

import asyncio
import contextlib
import sys

from .server import Playground


async def main(port: int = 0) -> None:
    """Serve until interrupted."""
    playground = Playground()
    await playground.start(port)
    print(f"Page:    {playground.page_url}")
    print(f"API:     {playground.api_url}")
    print(f"Gateway: {playground.gateway_url}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await playground.close()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
