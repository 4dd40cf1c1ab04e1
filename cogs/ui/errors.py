"""What is said to a person when something cannot be done: one sentence that says what and what to do."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from typing import Any, Literal

import aiohttp
import discord
from discord import app_commands

from cogs.outbox.errors import LOCKED, NO_THREADS, THREADS_FULL
from render.errors import words as words_for
from render.language import together
from render.messages import errors as words
from render.messages import markup
from rules.errors import CodedError
from storage import commits
from storage.errors import StorageError
from storage.stored_match import StoredMatch
from table.errors import Refusal
from table.events import PlaceLost
from table.perspective import title

log = logging.getLogger("longhouse")


ANSWERED = 40060
"""Discord's code for a second first answer: it has our first one, though its word of that was lost on the way."""

_OF_DISCORD = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What fails when Discord does not take an answer."""

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


_TO_POST = ("send_messages_in_threads", "attach_files", "create_public_threads")


def require_permissions(granted: discord.Permissions) -> None:
    """Refusal that names each permission which a match in a server needs and Longhouse lacks."""
    missing = [name for name in words.PERMISSIONS if not getattr(granted, name)]
    if missing:
        raise Refusal("permissions_missing", permissions=missing)


def sentence(error: BaseException) -> str:
    """What to tell the person for an error; unexpected ones are logged under a reference that the sentence names."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if commits.saved() and not (isinstance(error, CodedError) and not isinstance(error, StorageError)):
        log.error("failed after the commit", exc_info=None if isinstance(error, _OF_DISCORD) else error)
        return words.done_unanswered(_where(commits.newest_match()))
    if isinstance(error, discord.HTTPException) and error.code == ANSWERED:
        return words.came_twice()
    if isinstance(error, StorageError):
        log.error("storage failed: %s", error, exc_info=error)
        return together([words_for(error), words.try_again()])
    if isinstance(error, CodedError):
        return words_for(error)
    if isinstance(error, app_commands.AppCommandError) and (said := _of_commands(error)):
        return said
    if isinstance(error, discord.Forbidden):
        return forbidden(error)
    reference = secrets.token_hex(3)
    log.error("unexpected failure, reference %s", reference, exc_info=error)
    return words.unexpected(reference)


def _where(match: StoredMatch | None) -> str:
    """Where to look for what was saved."""
    if match is None:
        return words.look_again()
    place = match.place
    if place.guild_id is None:
        return words.look_in_direct_messages(title(match.game_key, match.id))
    if match.status == "lobby" or (match.status == "closed" and match.seed is None):
        return words.look_at_table(markup.channel(place.channel_id))
    return words.look_at_match(title(match.game_key, match.id), markup.channel(place.target))


def _of_commands(error: app_commands.AppCommandError) -> str:
    """The sentence for what discord.py finds wrong with a command; "" when it is nothing that is to be expected."""
    match error:
        case app_commands.TransformerError():
            return words.not_a_choice(str(error.value))
        case app_commands.NoPrivateMessage():
            return words.server_only()
        case app_commands.MissingPermissions():
            return words.admins_only()
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return words.command_changed()
    return ""


def for_log(error: BaseException) -> str:
    """An error in a line of the log, where nobody's name is to stand: what errors carry, and what people typed, may
    hold names."""
    if isinstance(error, CodedError):
        return f"{type(error).__name__}({error.code})"
    return type(error).__name__ if isinstance(error, app_commands.AppCommandError) else repr(error)


def forbidden(error: discord.Forbidden) -> str:
    """The sentence for a refusal by Discord itself."""
    if error.code == 50007:
        return words.no_direct_messages()
    if error.code == 50001:
        return words_for(Refusal("permissions_missing", permissions=["view_channel"]))
    return words_for(Refusal("permissions_missing", permissions=["view_channel", "send_messages", "attach_files"]))


def require_threads(channel: object) -> None:
    """Refusal for a channel of a kind in which Discord makes no threads."""
    if isinstance(channel, discord.abc.GuildChannel) and channel.type not in _WITH_THREADS:
        raise Refusal("channel_without_threads")


_WITH_THREADS = (discord.ChannelType.text, discord.ChannelType.news)


def why_not_here(error: discord.HTTPException) -> Refusal:
    """Why a match cannot go on in a place that was just tried."""
    found = why_closed(error)
    match found.why:
        case "closed":
            return Refusal("permissions_missing", permissions=found.lacks)
        case "unfit":
            return Refusal("channel_without_threads")
        case "full":
            return Refusal("threads_full")
    return Refusal("place_refused", code=error.code or error.status)


_OTHERWISE: dict[int, Literal["locked", "unfit", "full"]] = {
    **dict.fromkeys(LOCKED, "locked"),
    NO_THREADS: "unfit",
    THREADS_FULL: "full",
}


def why_closed(error: discord.HTTPException) -> PlaceLost:
    """Why a match's place cannot be written any more."""
    if isinstance(error, discord.NotFound):
        return PlaceLost("gone")
    if error.code in _OTHERWISE:
        return PlaceLost(_OTHERWISE[error.code])
    if not isinstance(error, discord.Forbidden):
        return PlaceLost("refused", code=error.code or error.status)
    return PlaceLost("closed", ("view_channel",) if error.code == 50001 else _TO_POST)
