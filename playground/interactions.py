"""Interactions: what a person starts, how the bot may answer it, and until when."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import errors, modals, shapes
from .attachments import Upload
from .commands import CommandBook
from .errors import ApiError, FormErrors, NoAnswer
from .event_bus import EventBus
from .ids import Json
from .messages import COMMAND_REPLY, REPLY, MessageService
from .model import EPHEMERAL, FILE_LIMIT, LOADING, Channel, StoredMessage, User
from .world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
_ANSWERS = {
    COMMAND: {MESSAGE, DEFERRED, SHOW_MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, SHOW_MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE},
}
FOLLOW_UPS_OF_USER_INSTALL = 5


@dataclass(eq=False, slots=True)
class Interaction:
    """One thing that a person started, and what became of it."""

    id: str
    token: str
    kind: int
    user: User
    channel: Channel
    owners: dict[str, str]
    first: asyncio.Future[int]
    """The kind of the bot's first answer; NoAnswer when there was none in time."""
    source: StoredMessage | None = None
    """The message whose component was used."""
    looked: Json | None = None
    """How that message looked to the person who used it."""
    parent: Interaction | None = None
    """The interaction that showed the modal which this one submits."""
    created: float = field(default_factory=time.monotonic)
    answer: int | None = None
    original: StoredMessage | None = None
    name: str = ""
    """The command with its subcommands, as in "iye new"."""
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    follow_ups: list[StoredMessage] = field(default_factory=list)
    acts: int = 0
    """How often the bot did something with the token after its first answer."""
    tab: str = ""
    """The page's tab in which it was started: a form opens there alone. "" where no page started it."""

    @property
    def without_bot(self) -> bool:
        """Whether it came about by a user install alone: the bot itself is not here."""
        return "0" not in self.owners


class InteractionService:
    """Hands interactions to the bot and takes its answers."""

    def __init__(self, world: World, event_bus: EventBus, service: MessageService, book: CommandBook) -> None:
        self.world, self.event_bus, self.service, self.book = world, event_bus, service, book
        self.answer_within = 3.0
        """Seconds that the bot has for its first answer."""
        self.token_valid = 900.0
        """Seconds that the token is good for follow-ups and edits."""
        self.by_token: dict[str, Interaction] = {}
        self.by_id: dict[str, Interaction] = {}

    # -- starting one ------------------------------------------------------------------------------------

    def start(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        owners: dict[str, str],
        source: StoredMessage | None = None,
        looked: Json | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """Send an interaction to the bot; the clock for its answer runs from here."""
        loop = asyncio.get_running_loop()
        interaction = Interaction(
            self.world.ids.new(),
            secrets.token_urlsafe(60),
            kind,
            user,
            channel,
            owners,
            loop.create_future(),
            source,
            looked or (source.data if source else None),
            parent,
            name=_command_name(data) if kind == COMMAND else "",
        )
        self._forget_old()
        self.by_token[interaction.token] = self.by_id[interaction.id] = interaction
        loop.call_later(self.answer_within, self._expire, interaction)
        self.event_bus.to_bot("INTERACTION_CREATE", self._payload(interaction, data))
        return interaction

    def _forget_old(self) -> None:
        """Drop what is older than any token or form is good for, so that a long day costs no memory."""
        end = time.monotonic() - 2 * self.token_valid
        while self.by_id:
            oldest = next(iter(self.by_id.values()))
            if oldest.created > end:
                return
            del self.by_id[oldest.id], self.by_token[oldest.token]

    def _payload(self, interaction: Interaction, data: Json) -> Json:
        user, channel = interaction.user, interaction.channel
        guild = self.world.guild_of(channel)
        bits = self.world.permissions_in(user.id, channel)
        payload: Json = {
            "id": interaction.id,
            "application_id": self.world.bot.id,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": channel.id,
            "channel": shapes.channel(self.world, channel) | {"permissions": str(bits)},
            "app_permissions": str(self.world.permissions_in(self.world.bot.id, channel)),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "context": self.book.context(channel),
            "attachment_size_limit": FILE_LIMIT,
        }
        if guild:
            member = shapes.member(guild.members[user.id]) | {"permissions": str(bits)}
            payload |= {"guild_id": guild.id, "member": member, "guild_locale": "en-US"}
            payload["guild"] = {"id": guild.id, "locale": "en-US", "features": []}
        else:
            payload["user"] = shapes.user(user)
        if interaction.looked:
            payload["message"] = interaction.looked
        return payload

    def resolved(self, channel: Channel, ids: Mapping[str, Iterable[str]]) -> Json:
        """The objects behind the ids in an interaction, by kind."""
        guild = self.world.guild_of(channel)
        done: Json = {}
        either = list(ids.get("mentionables", ()))
        users = [*ids.get("users", ()), *(number for number in either if number in self.world.users)]
        for user_id in users:
            done.setdefault("users", {})[user_id] = shapes.user(self.world.users[user_id])
            if guild and user_id in guild.members:
                member = shapes.member(guild.members[user_id], with_user=False)
                member["permissions"] = str(self.world.permissions_in(user_id, channel))
                done.setdefault("members", {})[user_id] = member
        for channel_id in ids.get("channels", ()):
            other = shapes.channel(self.world, self.world.channels[channel_id])
            done.setdefault("channels", {})[channel_id] = other | {"permissions": "0"}
        for role_id in (*ids.get("roles", ()), *either):
            if guild and role_id in guild.roles:
                done.setdefault("roles", {})[role_id] = shapes.role(guild.roles[role_id])
        for message_id in ids.get("messages", ()):
            message = self.world.find_message(message_id)
            if message:
                done.setdefault("messages", {})[message_id] = message.data
        return done

    def _expire(self, interaction: Interaction) -> None:
        """The time for the first answer is over: Discord tells the person that the interaction failed."""
        if interaction.answer is not None or interaction.first.done():
            return
        interaction.first.set_exception(NoAnswer("The bot did not answer in time."))
        interaction.first.exception()  # A page that nobody waits at must not make asyncio complain.
        if interaction.kind != AUTOCOMPLETE:
            data: Json = {"interaction": interaction.id, "channel": interaction.channel.id}
            data |= {"message": interaction.source.id} if interaction.source else {}
            self.event_bus.to_people([interaction.user.id], "INTERACTION_FAILED", data)
        self.event_bus.changed()

    # -- the first answer --------------------------------------------------------------------------------

    def respond(self, number: str, token: str, body: Json, uploads: Mapping[int, Upload]) -> Json:
        """Take the bot's first answer. Raises ApiError 10062 (unknown or too late) or 40060 (a second one)."""
        interaction = self.by_token.get(token)
        if interaction is None or interaction.id != number:
            raise errors.unknown_interaction()
        if interaction.answer is not None:
            raise errors.already_acknowledged()
        if interaction.first.done():
            raise errors.unknown_interaction()
        kind = body.get("type")
        if kind not in _ANSWERS[interaction.kind]:
            choices = tuple(sorted(_ANSWERS[interaction.kind]))
            raise errors.invalid("type", "BASE_TYPE_CHOICES", f"Value of field must be one of {choices}.")
        data = body.get("data") or {}
        if kind in (UPDATE, DEFERRED_UPDATE) and interaction.source is None:
            raise errors.invalid("type", "INTERACTION_TYPE_INVALID", "There is no message to update")
        self._carry_out(interaction, kind, data, uploads)
        interaction.answer = kind
        interaction.first.set_result(kind)
        if interaction.source:
            data = {"interaction": interaction.id, "message": interaction.source.id}
            self.event_bus.to_people([interaction.user.id], "INTERACTION_DONE", data)
        self.event_bus.changed()
        return self._response(interaction, kind)

    def _carry_out(self, interaction: Interaction, kind: int, data: Json, uploads: Mapping[int, Upload]) -> None:
        if kind == MESSAGE:
            interaction.original = self._send(interaction, data, uploads)
        elif kind == DEFERRED:
            channel = self._channel(interaction)
            extra = self._extra(interaction)
            interaction.original = self.service.thinking(channel, extra, self._only_for(interaction, data))
        elif kind == DEFERRED_UPDATE:
            interaction.original = interaction.source
        elif kind == UPDATE:
            assert interaction.source is not None
            interaction.original = interaction.source
            self._edit(interaction.source, data, uploads)
        elif kind == CHOICES:
            interaction.choices = accept_choices(data.get("choices"))
        else:
            interaction.modal = modals.accept(data)
            shown = {"interaction": interaction.id, "channel": interaction.channel.id, "data": interaction.modal}
            shown |= {"tab": interaction.tab}
            self.event_bus.to_people([interaction.user.id], "MODAL", shown)

    def _response(self, interaction: Interaction, kind: int) -> Json:
        about: Json = {"id": interaction.id, "type": interaction.kind}
        response: Json = {"interaction": about}
        message = interaction.original
        if message:
            about["response_message_id"] = message.id
            about["response_message_loading"] = bool(message.data["flags"] & LOADING)
            about["response_message_ephemeral"] = message.ephemeral_for is not None
            if kind in (MESSAGE, UPDATE):
                response["resource"] = {"type": kind, "message": message.data}
        return response

    def _channel(self, interaction: Interaction) -> Channel:
        channel = self.world.channels.get(interaction.channel.id)
        if channel is None:
            raise errors.unknown_channel()
        return channel

    def _only_for(self, interaction: Interaction, data: Json) -> str | None:
        """Whom alone the answer is for. A user install that may not speak up here whispers always."""
        hushed = interaction.without_bot and not self.world.may(
            interaction.user.id, interaction.channel, "use_external_apps"
        )
        return interaction.user.id if hushed or int(data.get("flags") or 0) & EPHEMERAL else None

    def _extra(self, interaction: Interaction) -> Json:
        extra: Json = {"application_id": self.world.bot.id, "webhook_id": self.world.bot.id}
        extra["interaction_metadata"] = self._metadata(interaction)
        if interaction.name:
            about: Json = {"id": interaction.id, "type": interaction.kind, "name": interaction.name}
            extra["interaction"] = about | {"user": shapes.user(interaction.user)}
        source = interaction.source
        if source is None or source.gone:
            return extra | {"type": COMMAND_REPLY}
        reference = self.service.reference_to(interaction.channel, source.id)
        return extra | {"type": REPLY, "message_reference": reference}

    def _metadata(self, interaction: Interaction) -> Json:
        data: Json = {"id": interaction.id, "type": interaction.kind}
        data["user"] = shapes.user(interaction.user)
        data["authorizing_integration_owners"] = interaction.owners
        if interaction.kind == COMPONENT and interaction.source:
            data["interacted_message_id"] = interaction.source.id
        if interaction.parent:
            data["triggering_interaction_metadata"] = self._metadata(interaction.parent)
        return data

    def _send(self, interaction: Interaction, data: Json, uploads: Mapping[int, Upload]) -> StoredMessage:
        return self.service.create(
            self._channel(interaction),
            self.world.bot.id,
            data,
            uploads,
            ephemeral_for=self._only_for(interaction, data),
            extra=self._extra(interaction),
        )

    def _edit(self, message: StoredMessage, data: Json, uploads: Mapping[int, Upload]) -> StoredMessage:
        channel = self.world.channels.get(message.channel_id)
        if channel is None:
            raise errors.unknown_channel()
        if message.gone:
            raise errors.unknown_message()
        if channel.thread and channel.thread.archived and message.ephemeral_for is None:
            raise errors.thread_archived()
        return self.service.edit(message, data, uploads)

    # -- afterwards, by the token --------------------------------------------------------------------------

    def by_webhook(self, application: str, token: str) -> Interaction:
        """The answered interaction of a webhook's token. Raises ApiError 10015 or (too late) 50027."""
        interaction = self.by_token.get(token)
        if interaction is None or application != self.world.bot.id or interaction.answer is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        if time.monotonic() - interaction.created > self.token_valid:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return interaction

    def follow_up(self, interaction: Interaction, data: Json, uploads: Mapping[int, Upload]) -> StoredMessage:
        """Send a further message; the first one after a deferred answer fills its "thinking" message."""
        original = interaction.original
        if original and not original.gone and original.data["flags"] & LOADING:
            message = self._edit(original, data, uploads)
        else:
            if interaction.without_bot and len(interaction.follow_ups) >= FOLLOW_UPS_OF_USER_INSTALL:
                text = "This interaction has reached the maximum number of follow-up messages"
                raise ApiError(400, 40094, text)
            message = self._send(interaction, data, uploads)
            interaction.follow_ups.append(message)
        self._acted(interaction)
        return message

    def message(self, interaction: Interaction, which: str) -> StoredMessage:
        """The message "@original" or one by its id, among those that came of the interaction."""
        known = [m for m in (interaction.original, *interaction.follow_ups) if m]
        for message in known:
            if not message.gone and which in (message.id, "@original" if message is known[0] else None):
                return message
        raise errors.unknown_message()

    def edit(self, interaction: Interaction, which: str, data: Json, uploads: Mapping[int, Upload]) -> StoredMessage:
        message = self._edit(self.message(interaction, which), data, uploads)
        self._acted(interaction)
        return message

    def delete(self, interaction: Interaction, which: str) -> None:
        self.service.delete(self.message(interaction, which))
        self._acted(interaction)

    def _acted(self, interaction: Interaction) -> None:
        interaction.acts += 1
        self.event_bus.changed()


def _command_name(data: Json) -> str:
    names, options = [data["name"]], data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)


def accept_choices(choices: Any) -> list[Json]:
    """The choices of an autocompletion as they are shown. Raises ApiError 50035 for what is over the limits."""
    form = FormErrors()
    form.count("data.choices", choices, 0, 25)
    for i, choice in enumerate(choices if isinstance(choices, list) else []):
        form.length(f"data.choices.{i}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.length(f"data.choices.{i}.value", choice["value"], 1, 100)
    form.raise_if_any()
    return [{"name": choice["name"], "value": choice["value"]} for choice in choices]
