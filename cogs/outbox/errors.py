"""Why an announcement is not sent, or not now."""

from __future__ import annotations

import aiohttp
import discord

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL = 10008, 10003
THREAD_EXISTS = 160004
ARCHIVED = 50083
LOCKED = (ARCHIVED, 160005)
"""Discord's codes for a thread that is archived and locked, or locked."""
NO_THREADS, THREADS_FULL = 50024, 160006
"""Discord's codes for a channel of a kind that has no threads, and for a server that has all it may have."""
OUR_FAULT = (50006, 50035, 40005)
"""Discord's codes for a message that it takes nowhere: empty, malformed, too large."""

SendingFailed = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What may go wrong on the way to Discord."""


class Undeliverable(Exception):
    """The place to which something should be sent is gone or closed to us; the text says why."""


class NotYet(Exception):
    """Something must not be sent before a time, `at`, in UTC seconds since 1970."""

    def __init__(self, at: int) -> None:
        super().__init__(f"not before {at}")
        self.at = at


def place_refused(error: discord.HTTPException) -> bool:
    """Whether a place does not take messages any more, or threads: nothing that the next try would find otherwise."""
    return refused(error) and error.code not in OUR_FAULT


def refused(error: Exception) -> bool:
    """Whether Discord does not take a message as it is, however often it is sent."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429
