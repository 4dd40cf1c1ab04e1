"""What a person does: write, run a command, press, choose, fill in. Discord's client as a set of functions.

Each refuses with `Refused` what the client would not let the person do. The page and the Python interface
for tests both act through here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import commands, components, modals
from .commands import CommandBook
from .errors import ApiError, Refused
from .ids import Json
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction, InteractionService
from .messages import MessageService
from .modals import Entry
from .model import DM, LOADING, Channel, StoredMessage, User
from .rest_messages import check_sending
from .threads import ThreadService
from .world import World

_RESOLVED = {
    components.USER_SELECT: "users",
    components.ROLE_SELECT: "roles",
    components.CHANNEL_SELECT: "channels",
    components.MENTIONABLE_SELECT: "mentionables",
}


class Actions:
    """What people can do in one playground."""

    def __init__(
        self,
        world: World,
        service: MessageService,
        threads: ThreadService,
        book: CommandBook,
        taker: InteractionService,
    ) -> None:
        self.world, self.service, self.threads, self.book, self.taker = world, service, threads, book, taker

    # -- being somewhere ---------------------------------------------------------------------------------

    def see(self, user: User, channel: Channel) -> None:
        """Refuse one who cannot see the channel, or to whom it is gone."""
        if channel.id not in self.world.channels:
            raise Refused("This channel was deleted.")
        if not self.world.may(user.id, channel, "view_channel"):
            raise Refused(f"{user.global_name} cannot see this channel.")

    def _use(self, user: User, channel: Channel) -> None:
        self.see(user, channel)
        if channel.thread and channel.thread.archived:
            raise Refused("This thread is archived; write a message in it to open it again.")

    def visible(self, user: User, channel: Channel) -> list[StoredMessage]:
        """What the person has before their eyes in the channel, oldest first."""
        self.see(user, channel)
        if not self.world.may(user.id, channel, "read_message_history"):
            return []
        return [m for m in channel.messages.values() if self.world.visible(user.id, m)]

    # -- writing -----------------------------------------------------------------------------------------

    def say(self, user: User, channel: Channel, text: str, reply_to: StoredMessage | None = None) -> StoredMessage:
        """Write an ordinary message."""
        self.see(user, channel)
        body: Json = {"content": text}
        if reply_to:
            body["message_reference"] = {"message_id": reply_to.id}
        try:
            check_sending(self.world, user.id, channel, files=False)
            return self.service.create(channel, user.id, body)
        except ApiError as error:
            raise Refused(f"The message was not sent: {error.message}.") from None

    def open_direct(self, user: User, other: User) -> Channel:
        """Open the direct messages with the bot or another person."""
        if user is other:
            raise Refused("Nobody writes direct messages to themselves here.")
        channel, made = self.world.direct(user, other)
        if made:
            self.service.tell_channel("CHANNEL_CREATE", channel)
        return channel

    # -- commands ----------------------------------------------------------------------------------------

    def command(
        self, user: User, channel: Channel, name: str, path: list[str], values: Mapping[str, Any]
    ) -> Interaction:
        """Run a slash command: ``name`` with its subcommands in ``path`` and the options given."""
        self._use(user, channel)
        command = self.book.find(user, channel, name)
        options, ids = commands.fill(commands.leaf(command, path), values)
        self._check_ids(channel, ids)
        data: Json = {"id": command["id"], "name": name, "type": commands.CHAT_INPUT}
        data["options"] = commands.nest(command, path, options)
        data["resolved"] = self.taker.resolved(channel, ids)
        return self._start(COMMAND, user, channel, command, data)

    def autocomplete(
        self,
        user: User,
        channel: Channel,
        name: str,
        path: list[str],
        values: Mapping[str, Any],
        focused: str,
    ) -> Interaction:
        """Ask the bot to complete the option ``focused``, whose text so far is in the values."""
        self._use(user, channel)
        command = self.book.find(user, channel, name)
        leaf = commands.leaf(command, path)
        option = next((o for o in leaf if o["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise Refused(f"The option {focused!r} has no completion.")
        options, ids = commands.fill(leaf, {focused: "", **values}, focused)
        data: Json = {"id": command["id"], "name": name, "type": commands.CHAT_INPUT}
        data["options"] = commands.nest(command, path, options)
        data["resolved"] = self.taker.resolved(channel, ids)
        return self._start(AUTOCOMPLETE, user, channel, command, data)

    def menu(self, user: User, channel: Channel, name: str, target: User | StoredMessage) -> Interaction:
        """Run a command of the context menu of a person or a message."""
        self._use(user, channel)
        kind = commands.USER_MENU if isinstance(target, User) else commands.MESSAGE_MENU
        command = self.book.find(user, channel, name, kind)
        data: Json = {"id": command["id"], "name": name, "type": kind, "target_id": target.id}
        ids = {"users" if kind == commands.USER_MENU else "messages": [target.id]}
        data["resolved"] = self.taker.resolved(channel, ids)
        return self._start(COMMAND, user, channel, command, data)

    def _start(self, kind: int, user: User, channel: Channel, command: Json, data: Json) -> Interaction:
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        owners = self.book.owners(command, user, channel)
        return self.taker.start(kind, user, channel, data, owners=owners)

    def _check_ids(self, channel: Channel, ids: Mapping[str, list[str]]) -> None:
        guild = self.world.guild_of(channel)
        places: dict[str, Mapping[str, Any]] = {"users": self.world.users, "channels": self.world.channels}
        places["roles"] = guild.roles if guild else {}
        places["mentionables"] = {**places["users"], **places["roles"]}
        for kind, numbers in ids.items():
            for number in numbers:
                if number not in places[kind]:
                    raise Refused(f"{number} is none of the {kind} here.")

    # -- components --------------------------------------------------------------------------------------

    def press(
        self,
        user: User,
        message: StoredMessage,
        custom_id: str,
        values: list[str] | None = None,
        *,
        anyway: bool = False,
    ) -> Interaction:
        """Press a button, or choose ``values`` in a select.

        ``anyway`` sends what a client would that has not heard yet of the last edits of the message: the
        component may be gone or disabled by now (but not the message or the channel).
        """
        channel = self.world.channels.get(message.channel_id)
        if channel is None:
            raise Refused("This channel was deleted.")
        self._use(user, channel)
        if not self.world.visible(user.id, message):
            raise Refused("This message is not there any more.")
        looked, part = message.data, find_component(message.data, custom_id)
        if anyway:
            looked, part = _as_it_was(message, custom_id)
        else:
            part = self._usable(message, custom_id, part)
        kind = part["type"] if part else components.BUTTON if values is None else components.STRING_SELECT
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": part["id"] if part else 1}
        if values is not None:
            data |= self._chosen(channel, part, values, anyway=anyway)
        owners = self._owners_of(user, channel, message)
        start = self.taker.start
        return start(COMPONENT, user, channel, data, owners=owners, source=message, looked=looked)

    def _usable(self, message: StoredMessage, custom_id: str, part: Json | None) -> Json:
        if message.data["flags"] & LOADING:
            raise Refused("The bot is still thinking.")
        if part is None:
            raise Refused(f"There is nothing with the id {custom_id!r} on this message.")
        if part.get("disabled"):
            raise Refused(f"{part.get('label') or custom_id} is disabled.")
        return part

    def _chosen(self, channel: Channel, part: Json | None, values: list[str], *, anyway: bool) -> Json:
        data: Json = {"values": values}
        if part is None:
            return data
        if part["type"] == components.STRING_SELECT:
            offered = {option["value"] for option in part["options"]}
            if not anyway and not set(values) <= offered:
                raise Refused(f"The menu does not offer {', '.join(set(values) - offered)}.")
        elif part["type"] in _RESOLVED:
            ids = {_RESOLVED[part["type"]]: values}
            self._check_ids(channel, ids)
            data["resolved"] = self.taker.resolved(channel, ids)
        if not anyway and not part["min_values"] <= len(values) <= part["max_values"]:
            raise Refused(f"The menu takes {part['min_values']} to {part['max_values']} choices.")
        return data

    def _owners_of(self, user: User, channel: Channel, message: StoredMessage) -> dict[str, str]:
        """A component belongs to the installation that its message came from."""
        metadata = message.data.get("interaction_metadata")
        if metadata:
            owners: dict[str, str] = metadata["authorizing_integration_owners"]
            return owners
        if channel.type == DM:
            return {"0": "0"}
        return {"0": str(channel.guild_id)}

    def submit(self, user: User, shown: Interaction, entries: Mapping[str, Entry]) -> Interaction:
        """Send the modal that an interaction showed to this person."""
        if shown.modal is None or shown.user is not user:
            raise Refused("There is no form to send.")
        self._use(user, shown.channel)
        data, ids = modals.submission(shown.modal, entries)
        self._check_ids(shown.channel, ids)
        data["resolved"] = self.taker.resolved(shown.channel, ids)
        source = shown.source if shown.source and not shown.source.gone else None
        owners, channel = shown.owners, shown.channel
        return self.taker.start(MODAL, user, channel, data, owners=owners, source=source, parent=shown)

    def dismiss(self, user: User, message: StoredMessage) -> None:
        """Hide a message that only this person sees. The bot hears nothing of it."""
        if message.ephemeral_for != user.id:
            raise Refused("Only a message that nobody else sees can be dismissed.")
        self.service.delete(message)

    # -- threads -----------------------------------------------------------------------------------------

    def thread(self, user: User, channel: Channel, action: str) -> None:
        """Archive, unarchive, delete, join or leave a thread."""
        self.see(user, channel)
        if channel.thread is None:
            raise Refused("This is no thread.")
        try:
            if action in ("archive", "unarchive"):
                self.threads.update(channel, user.id, {"archived": action == "archive"})
            elif action == "delete":
                self.threads.check_delete(channel, user.id)
                self.threads.delete(channel)
            elif action == "join":
                self.threads.add_member(channel, user.id, user.id)
            elif action == "leave":
                self.threads.remove_member(channel, user.id, user.id)
            else:
                raise Refused(f"There is no action {action!r} on a thread.")
        except ApiError as error:
            raise Refused(f"That did not work: {error.message}.") from None


def find_component(looked: Json, custom_id: str) -> Json | None:
    """The component of this custom id on a message object."""
    return next((part for part in components.walk(looked["components"]) if part.get("custom_id") == custom_id), None)


def _as_it_was(message: StoredMessage, custom_id: str) -> tuple[Json, Json | None]:
    """The last look of a message that had the component, and the component; without one, the look of now."""
    for looked in (message.data, *reversed(message.past)):
        part = find_component(looked, custom_id)
        if part is not None:
            return looked, part
    return message.data, None
