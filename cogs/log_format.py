"""The log: one line an event, `time level logger message`, with match and step as `name=value` pairs in the message."""

from __future__ import annotations

import logging
import sys

import discord


class _OneLine(logging.Formatter):
    """Line breaks of a message are escaped, so that nothing a person types can look like a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        head, _, trace = text.partition("\nTraceback ")
        head = head.replace("\n", "\\n").replace("\r", "\\r")
        return f"{head}\nTraceback {trace}" if trace else head


def set_up_logging(level: str) -> None:
    """Log to standard error at this level; discord.py's and SQLAlchemy's own chatter from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # Longhouse has no voice; discord.py need not warn that it cannot.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for name in ("discord", "sqlalchemy", "alembic", "aiohttp", "PIL"):
        logging.getLogger(name).setLevel(logging.WARNING)
