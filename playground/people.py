"""People for tests: they run commands, press, choose, fill in, and see what Discord would show them.

playground = Playground()
await playground.start()
ada, bo = playground.person("Ada"), playground.person("Bo")
lobby = await ada.command(playground.channel("games"), "iye new", opponent=bo)
await bo.press(lobby, "Join")
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from . import interactions as kinds
from .actions import Actions
from .commands import CommandBook
from .errors import NoAnswer, Refused
from .interactions import Interaction
from .messages import COMMAND_REPLY, DEFAULT, REPLY
from .modals import Entry
from .model import LOADING, StoredMessage, User
from .model import Channel as Place
from .visible import Answer, Message, Modal, Stage

T = TypeVar("T")


class Playground(Stage, Protocol):
    """What people need of the playground that they are on (`server.Playground`)."""

    actions: Actions
    book: CommandBook
    settle: float

    async def wait_for(self, predicate: Callable[[], T], timeout: float = 30.0) -> T:  # noqa: ASYNC109
        """The first true value of a predicate about the world."""

    async def beat(self, message: StoredMessage) -> None:
        """Wait until a hand could have reached a message that was just written."""


_WRITTEN = (DEFAULT, REPLY, COMMAND_REPLY)


class Channel:
    """A channel, thread or direct message as tests hold it."""

    def __init__(self, playground: Playground, place: Place) -> None:
        self._playground, self.place = playground, place
        self._read = 0

    def __repr__(self) -> str:
        return f"<Channel {self.name or 'direct'} {self.id}>"

    @property
    def id(self) -> str:
        return self.place.id

    @property
    def name(self) -> str:
        return self.place.name

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def messages(self) -> list[Message]:
        """What everybody in the channel sees, oldest first (without Discord's own lines)."""
        shown = self.place.shown()
        return [Message(self._playground, m) for m in shown if m.data["type"] in _WRITTEN]

    @property
    def last(self) -> Message:
        """The newest message that everybody sees. Raises IndexError in an empty channel."""
        return self.messages[-1]

    @property
    def threads(self) -> list[Channel]:
        """The threads under the channel, oldest first."""
        places = self._playground.world.channels.values()
        return [self._playground.handle(c.id) for c in places if c.parent_id == self.id]

    @property
    def archived(self) -> bool:
        return bool(self.place.thread and self.place.thread.archived)

    @property
    def locked(self) -> bool:
        return bool(self.place.thread and self.place.thread.locked)

    @property
    def members(self) -> list[Person]:
        """The people in the thread or direct message."""
        world = self._playground.world
        ids = self.place.thread.members if self.place.thread else self.place.recipients
        return [self._playground.person_of(u) for u in ids if u != world.bot.id]

    @property
    def deleted(self) -> bool:
        return self.id not in self._playground.world.channels

    def catch_up(self) -> None:
        """Count everything there is as read, so that `next_message` gives what comes after this."""
        self._read = int(self.place.last_message_id or 0)

    async def next_message(
        self,
        matching: Callable[[Message], bool] | None = None,
        *,
        timeout: float = 5.0,  # noqa: ASYNC109
    ) -> Message:
        """The next message of the bot that everybody sees, after the ones this gave before.

        It may have come already: the channel keeps its place like an inbox, from its first message on
        (`catch_up` skips what is there). A message that is still "thinking" counts once it is filled.
        ``matching`` leaves out others. Raises TimeoutError.
        """

        def found() -> Message | None:
            for message in self.messages:
                if int(message.id) <= self._read or not message.from_bot or message.pending:
                    continue
                if matching is None or matching(message):
                    return message
            return None

        message = await self._playground.wait_for(found, timeout)
        assert message is not None
        self._read = int(message.id)
        return message

    async def next_thread(self, *, timeout: float = 5.0) -> Channel:  # noqa: ASYNC109
        """The first thread under the channel, as soon as there is one."""
        threads = await self._playground.wait_for(lambda: self.threads, timeout)
        return threads[0]


class Person:
    """Somebody on the server. What they cannot see or use raises `Refused`."""

    def __init__(self, playground: Playground, user: User) -> None:
        self._playground, self.user = playground, user

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def id(self) -> str:
        return self.user.id

    @property
    def name(self) -> str:
        return str(self.user.global_name)

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    # -- seeing ------------------------------------------------------------------------------------------

    def sees(self, channel: Channel) -> list[Message]:
        """The messages before this person's eyes, oldest first, with those that only they see.

        Discord's own lines (that a thread was made) are left out.
        """
        shown = self._playground.actions.visible(self.user, channel.place)
        return [Message(self._playground, m) for m in shown if m.data["type"] in _WRITTEN]

    def commands(self, channel: Channel) -> list[str]:
        """The names of the slash commands and menus that this person has in the channel."""
        return [c["name"] for c in self._playground.book.available(self.user, channel.place)]

    async def dm(self) -> Channel:
        """The direct messages with the bot."""
        place = self._playground.actions.open_direct(self.user, self._playground.world.bot)
        channel: Channel = self._playground.handle(place.id)
        return channel

    @property
    def notices(self) -> list[Message]:
        """The messages that notified this person, oldest first, of those that are still there."""
        everything = (m for c in self._playground.world.channels.values() for m in c.messages.values())
        mine = sorted((m for m in everything if self.id in m.pinged), key=lambda m: int(m.id))
        return [Message(self._playground, message) for message in mine]

    # -- acting ------------------------------------------------------------------------------------------

    async def say(self, channel: Channel, text: str, reply_to: Message | None = None) -> Message:
        """Write a message."""
        stored = reply_to.stored if reply_to else None
        return Message(self._playground, self._playground.actions.say(self.user, channel.place, text, stored))

    async def command(self, channel: Channel, line: str, /, **options: Any) -> Answer:
        """Run a slash command such as "iye new" and wait for the bot's answer.

        Options are given by name; people and channels as such, all else as Discord sends it. An option
        whose name is a word of Python takes an underscore behind it (``with_``).
        """
        name, *path = line.removeprefix("/").split()
        values = _plain(options)
        started = self._playground.actions.command(self.user, channel.place, name, path, values)
        return await self._answer(started)

    async def autocomplete(
        self, channel: Channel, line: str, /, focused: str, value: str = "", **others: Any
    ) -> list[dict[str, Any]]:
        """The choices ({"name", "value"}) that the bot offers for an option whose text so far is ``value``."""
        name, *path = line.removeprefix("/").split()
        values = _plain(others) | {focused: value}
        started = self._playground.actions.autocomplete(self.user, channel.place, name, path, values, focused)
        await self._first(started)
        return started.choices

    async def menu(self, channel: Channel, name: str, target: Person | Message) -> Answer:
        """Run a command from the context menu of a person or a message."""
        what = target.user if isinstance(target, Person) else target.stored
        return await self._answer(self._playground.actions.menu(self.user, channel.place, name, what))

    async def press(self, message: Answer, name: str, *, anyway: bool = False) -> Answer:
        """Press the button with this label, emoji or custom id and wait for the bot's answer.

        ``anyway`` presses by custom id even what is gone or disabled by now, as a client may that has not
        heard of it yet.
        """
        seen = await self._look_at(message)
        button = seen.button(name)
        if button is None and not anyway:
            raise Refused(f"There is no button {name!r}, only {', '.join(seen.labels) or 'none'}.")
        if button and button.url:
            raise Refused(f"{name!r} is a link.")
        custom_id = button.custom_id if button else name
        press = self._playground.actions.press
        return await self._answer(press(self.user, seen.stored, custom_id, anyway=anyway))

    async def choose(
        self, message: Answer, *choices: str | Person | Channel, menu: str | None = None, anyway: bool = False
    ) -> Answer:
        """Choose in a menu by value or label (or people, channels) and wait for the bot's answer.

        ``menu`` is the custom id or placeholder of the menu; without it the first that offers the choice.
        """
        seen = await self._look_at(message)
        names = [choice if isinstance(choice, str) else choice.id for choice in choices]
        for select in seen.selects:
            offers = {name for option in select.options for name in (option.label, option.value)}
            wanted = menu in (select.custom_id, select.placeholder) if menu else False
            if wanted or (menu is None and (not select.options or set(names) <= offers)):
                values = [select.value_of(name) for name in names]
                press = self._playground.actions.press
                started = press(self.user, seen.stored, select.custom_id, values, anyway=anyway)
                return await self._answer(started)
        offers_all = [option.label for select in seen.selects for option in select.options]
        raise Refused(f"No menu offers {', '.join(names)}; there are {', '.join(offers_all) or 'none'}.")

    async def fill(self, modal: Answer, /, **fields: Entry | Person) -> Answer:
        """Fill in a form, by the custom ids or labels of its fields, send it and wait for the answer."""
        assert isinstance(modal, Modal), f"{modal!r} is no form"
        entries = {modal.id_of(name): _entry(value) for name, value in fields.items()}
        return await self._answer(self._playground.actions.submit(self.user, modal.interaction, entries))

    async def dismiss(self, message: Answer) -> None:
        """Hide a message that only this person sees."""
        assert isinstance(message, Message)
        self._playground.actions.dismiss(self.user, message.stored)

    async def thread(self, channel: Channel, action: str) -> None:
        """Archive, unarchive, delete, join or leave a thread."""
        self._playground.actions.thread(self.user, channel.place, action)

    def close_dms(self) -> None:
        """Take no direct messages from the bot any more."""
        self.user.dms_open = False

    def open_dms(self) -> None:
        self.user.dms_open = True

    # -- waiting for the bot -----------------------------------------------------------------------------

    async def _look_at(self, message: Answer) -> Message:
        """A message, once a hand could have reached it: the bot has read that its request succeeded."""
        assert isinstance(message, Message), f"{message!r} is no message"
        await self._playground.beat(message.stored)
        return message

    async def _first(self, started: Interaction) -> int:
        try:
            return await asyncio.shield(started.first)
        except NoAnswer as failed:
            raise NoAnswer(f"{self.name} got no answer: {failed}") from None

    async def _answer(self, started: Interaction) -> Answer:
        kind = await self._first(started)
        if kind == kinds.SHOW_MODAL:
            return Modal(started)
        if kind == kinds.DEFERRED:
            await self._settle(started, lambda: not _thinking(started.original))
        elif kind == kinds.DEFERRED_UPDATE:
            edits = started.source.edits if started.source else 0
            await self._settle(started, lambda: started.acts > 0 or _changed(started.source, edits))
            if started.follow_ups and started.source and not started.source.edits:
                return Message(self._playground, started.follow_ups[-1])
        assert started.original is not None
        return Message(self._playground, started.original)

    async def _settle(self, started: Interaction, done: Callable[[], bool]) -> None:
        """Give a deferred answer the time to become a real one; one that never does is what the person sees."""
        try:
            await self._playground.wait_for(done, self._playground.settle)
        except TimeoutError:
            if started.answer == kinds.DEFERRED:
                raise NoAnswer(f"{self.name} still sees that the bot is thinking.") from None


def _thinking(message: StoredMessage | None) -> bool:
    return bool(message and not message.gone and message.data["flags"] & LOADING)


def _changed(message: StoredMessage | None, edits: int) -> bool:
    return bool(message and (message.gone or message.edits != edits))


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    return {
        name.removesuffix("_"): value.id if isinstance(value, Person | Channel) else value
        for name, value in options.items()
    }


def _entry(value: Entry | Person) -> Entry:
    return [value.id] if isinstance(value, Person) else value
