"""What is said to a person when something cannot be done: one sentence that says what and what to do."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord import app_commands

from render.errors import words
from render.presenter import among
from rules.errors import CodedError
from storage.errors import MatchError, StorageError
from table.errors import Refusal

log = logging.getLogger("longhouse")


ANSWERED = 40060
"""Discord's code for a second first answer: it has our first one, though its word of that was lost on the way."""

TOO_LATE = (10062, 10015)
"""Discord's codes for an interaction or its token that does not live any more."""


async def answer(interaction: discord.Interaction[Any], error: BaseException, where: str) -> None:
    """Tell the person in one sentence what went wrong, and the log where."""
    cause = getattr(error, "original", error)
    if isinstance(cause, discord.NotFound) and cause.code in TOO_LATE:
        log.warning("answered too late: %s user=%s", where, interaction.user.id)
        return
    log.info("refused: %s user=%s cause=%s", where, interaction.user.id, for_log(cause))
    if interaction.type is discord.InteractionType.autocomplete:
        return
    await say(interaction, sentence(error))


async def say(interaction: discord.Interaction[Any], text: str) -> None:
    """A private sentence to the person, however far the interaction has come."""
    with suppress(discord.HTTPException, aiohttp.ClientError):
        if not interaction.response.is_done():
            try:
                await interaction.response.send_message(text, ephemeral=True)
                return
            except discord.HTTPException as error:
                if error.code != ANSWERED:
                    raise
        await interaction.followup.send(text, ephemeral=True)


PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""What a server match needs, by discord.py's name, with the name that Discord shows to people."""

_TO_PLAY = tuple(PERMISSIONS)
_TO_POST = ("send_messages_in_threads", "attach_files", "create_public_threads")


def require_permissions(granted: discord.Permissions, needed: tuple[str, ...] = _TO_PLAY) -> None:
    """Refusal that names each missing permission and how to grant it."""
    missing = [PERMISSIONS[name] for name in needed if not getattr(granted, name)]
    if missing:
        raise Refusal(missing_permissions(missing))


def missing_permissions(names: list[str]) -> str:
    """The sentence about permissions that Longhouse lacks in a channel."""
    return (
        f"Longhouse may not do this here: it needs {among([f'**{name}**' for name in names])}. "
        "Somebody who manages the channel can grant it under Edit Channel, Permissions, Longhouse."
    )


def sentence(error: BaseException) -> str:
    """What to tell the person for an error; unexpected ones are logged under a reference that the sentence names."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, CodedError):
        return words(error)
    if isinstance(error, Refusal | MatchError):
        return str(error)
    if isinstance(error, StorageError):
        log.error("storage failed: %s", error, exc_info=error)
        return f"{error} Please try again in a minute; nothing was lost."
    if isinstance(error, app_commands.TransformerError):
        return f"“{error.value}” cannot be used there; choose one of the suggestions."
    if isinstance(error, app_commands.NoPrivateMessage):
        return "This command works in a server only."
    if isinstance(error, app_commands.MissingPermissions):
        return "This command is for people who may manage the server."
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        return "This command has changed; please reload Discord and try once more."
    if isinstance(error, discord.Forbidden):
        return forbidden(error)
    reference = secrets.token_hex(3)
    log.error("unexpected failure, reference %s", reference, exc_info=error)
    return f"Something went wrong on our side and nothing was changed; please try again (reference {reference})."


def for_log(error: BaseException) -> str:
    """An error in a line of the log, where nobody's name is to stand: sentences for people, and what they typed, may
    hold names."""
    return type(error).__name__ if isinstance(error, Refusal | app_commands.AppCommandError) else repr(error)


def forbidden(error: discord.Forbidden) -> str:
    """The sentence for a refusal by Discord itself."""
    if error.code == 50007:
        return (
            "Longhouse cannot send you direct messages: allow them under Privacy Settings of a server "
            "that you share with it, then try again."
        )
    if error.code == 50001:
        return missing_permissions(["View Channel"])
    return missing_permissions(["View Channel", "Send Messages", "Attach Files"])


def why_closed(error: discord.HTTPException) -> str:
    """Why a place cannot be written any more, to go on from "the place where it is played"."""
    if isinstance(error, discord.NotFound):
        return "is gone"
    if not isinstance(error, discord.Forbidden):
        return "is archived and locked"
    names = ["View Channel"] if error.code == 50001 else [PERMISSIONS[name] for name in _TO_POST]
    return (
        f"is closed to Longhouse, which needs {among([f'**{name}**' for name in names])} there "
        "(Edit Channel, Permissions, Longhouse)"
    )
