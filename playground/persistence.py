"""The world on disk, so that a playground that is stopped and started again is the same one.

A folder holds `world.json` (replaced as a whole, never changed in place) and each uploaded file under its id. What
only one person sees is kept as well: Discord's clients show it as long as they run, whatever becomes of the bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import Struct

from .attachments import Files
from .model import LOADING, Attachment, Channel, Guild, StoredMessage, User
from .world import World

log = logging.getLogger(__name__)

NEWEST = 300
"""How many messages of a channel are kept."""

NEWEST_PRIVATE = 100
"""How many more of a channel that only one person sees."""

PAUSE = 1.0
"""Seconds between a change and its being written, at the most."""


class _Message(Struct):
    """A message without what is of the moment: bytes, earlier looks, when it was read last."""

    id: str
    channel_id: str
    author_id: str
    data: dict[str, object]
    files: list[str]
    pinged: list[str]
    only_for: str | None = None
    """Who alone sees it."""


class _Saved(Struct):
    """The whole of `world.json`. `base` is the address that its links began with."""

    base: str
    bot: str
    users: list[User]
    guilds: list[Guild]
    channels: list[Channel]
    messages: list[_Message]
    files: dict[str, dict[str, object]]
    emojis: dict[str, dict[str, object]]
    last_read: list[tuple[str, str, str]]


class Persistence:
    """Writes a world and its files into a folder after every change, and reads them back."""

    def __init__(self, world: World, files: Files, folder: Path) -> None:
        self.world, self.files, self.folder = world, files, folder
        self._written = b""

    @property
    def _world_file(self) -> Path:
        return self.folder / "world.json"

    def load(self) -> bool:
        """Put what the folder holds in the place of the world's furniture. False when there is nothing to read.

        A damaged file is set aside, with a line in the log, and the playground begins anew.
        """
        try:
            raw = self._world_file.read_bytes()
            old = msgspec.json.decode(raw, type=_Saved)
            moved = raw.replace(old.base.encode(), self.files.base.encode()) if old.base else raw
            self._restore(msgspec.json.decode(moved, type=_Saved))
        except FileNotFoundError:
            return False
        except (OSError, msgspec.DecodeError, KeyError) as error:
            log.error("the playground's world cannot be read, so a new one begins: %s", error)
            with contextlib.suppress(OSError):
                self._world_file.rename(self._world_file.with_suffix(".damaged"))
            return False
        return True

    def _restore(self, saved: _Saved) -> None:
        world = self.world
        world.users = {user.id: user for user in saved.users}
        world.bot = world.users[saved.bot]
        world.guilds = {guild.id: guild for guild in saved.guilds}
        for guild in saved.guilds:
            for member in guild.members.values():
                member.user = world.users[member.user.id]
        world.channels = {channel.id: channel for channel in saved.channels}
        world.emojis = dict(saved.emojis)
        world.last_read = {(person, channel): message for person, channel, message in saved.last_read}
        for number, data in saved.files.items():
            with contextlib.suppress(OSError):
                self.files.by_id[number] = Attachment(data, (self.folder / number).read_bytes())
        for kept in saved.messages:
            files = {number: self.files.by_id[number] for number in kept.files if number in self.files.by_id}
            world.channels[kept.channel_id].messages[kept.id] = StoredMessage(
                kept.id, kept.channel_id, kept.author_id, kept.data, kept.only_for, files, frozenset(kept.pinged)
            )

    def save(self) -> None:
        """Write the world, if it is not what was written last."""
        messages = list(self._messages())
        files = {number: file for message in messages for number, file in message.files.items()}
        raw = msgspec.json.encode(self._saved(messages, files))
        if raw == self._written:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, file in files.items():
            if not (path := self.folder / number).exists():
                path.write_bytes(file.content)
        fresh = self._world_file.with_suffix(".new")
        fresh.write_bytes(raw)
        fresh.replace(self._world_file)
        self._written = raw
        for path in self.folder.iterdir():
            if path.name.isdecimal() and path.name not in files:
                path.unlink()

    def _messages(self) -> Iterator[StoredMessage]:
        for channel in self.world.channels.values():
            private = [m for m in channel.messages.values() if m.ephemeral_for is not None and _lasts(m)]
            kept = {m.id for m in (*list(channel.shown())[-NEWEST:], *private[-NEWEST_PRIVATE:])}
            yield from (message for number, message in channel.messages.items() if number in kept)

    def _saved(self, messages: list[StoredMessage], files: dict[str, Attachment]) -> _Saved:
        world = self.world
        return _Saved(
            self.files.base,
            world.bot.id,
            list(world.users.values()),
            list(world.guilds.values()),
            [replace(channel, messages={}) for channel in world.channels.values()],
            [_kept(message) for message in messages],
            {number: file.data for number, file in files.items()},
            world.emojis,
            [(person, channel, message) for (person, channel), message in world.last_read.items()],
        )

    async def run(self) -> None:
        """Save now and then until cancelled; that it fails is logged and does no harm to the playing."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                self.save()
            except OSError as error:
                log.error("the playground's world could not be written: %s", error)


def _lasts(message: StoredMessage) -> bool:
    """Whether a private message is still there, and not one that only says that the bot is thinking."""
    return not message.gone and not int(message.data.get("flags") or 0) & LOADING


def _kept(message: StoredMessage) -> _Message:
    number, channel, author, data = message.id, message.channel_id, message.author_id, message.data
    return _Message(number, channel, author, data, list(message.files), sorted(message.pinged), message.ephemeral_for)
