"""API routes of interactions: the first answer, follow-ups and edits by token, and application commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import errors
from .api import Answer, Call, Route
from .commands import CommandBook
from .interactions import Interaction, InteractionService
from .world import World

_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_APPLICATION = "/applications/{application_id}"


class InteractionRoutes:
    """What the bot does to answer people. The secret in the path stands for the token of the bot."""

    def __init__(self, service: InteractionService) -> None:
        self.service = service

    def routes(self) -> Iterable[Route]:
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        yield Route("POST", callback, self.respond, public=True)
        yield Route("POST", _WEBHOOK, self.follow_up, public=True)
        for last in ("@original", "{message_id}"):
            path = f"{_WEBHOOK}/messages/{last}"
            yield Route("GET", path, self.get, public=True)
            yield Route("PATCH", path, self.edit, public=True)
            yield Route("DELETE", path, self.delete, public=True)

    def respond(self, call: Call) -> Answer:
        number, token = call.params["interaction_id"], call.params["interaction_token"]
        done = self.service.respond(number, token, call.body or {}, call.files)
        wanted = call.query.get("with_response", "").lower() in ("1", "true")
        return (200, done) if wanted else (204, None)

    def _interaction(self, call: Call) -> Interaction:
        return self.service.by_webhook(call.params["webhook_id"], call.params["webhook_token"])

    def follow_up(self, call: Call) -> Answer:
        message = self.service.follow_up(self._interaction(call), call.body or {}, call.files)
        return 200, message.data

    def get(self, call: Call) -> Answer:
        return 200, self.service.message(self._interaction(call), _which(call)).data

    def edit(self, call: Call) -> Answer:
        return 200, self.service.edit(self._interaction(call), _which(call), call.body or {}, call.files).data

    def delete(self, call: Call) -> Answer:
        self.service.delete(self._interaction(call), _which(call))
        return 204, None


def _which(call: Call) -> str:
    return call.params.get("message_id", "@original")


class CommandRoutes:
    """Registering application commands, and the application's own emoji."""

    def __init__(self, world: World, book: CommandBook, service: InteractionService) -> None:
        self.world, self.book, self.service = world, book, service

    def routes(self) -> Iterable[Route]:
        here = _APPLICATION + "/guilds/{guild_id}/commands"
        yield Route("GET", _APPLICATION + "/commands", self.listing)
        yield Route("PUT", _APPLICATION + "/commands", self.replace)
        yield Route("GET", here, self.listing)
        yield Route("PUT", here, self.replace)
        yield Route("GET", _APPLICATION + "/emojis", self.emojis)
        yield Route("POST", _APPLICATION + "/emojis", self.add_emoji)
        yield Route("DELETE", _APPLICATION + "/emojis/{emoji_id}", self.drop_emoji)

    def _guild(self, call: Call) -> str | None:
        if call.params["application_id"] != self.world.bot.id:
            raise errors.ApiError(403, 20012, "You are not authorized to perform this action")
        guild = call.params.get("guild_id")
        if guild is not None and guild not in self.world.guilds:
            raise errors.ApiError(404, 10004, "Unknown Guild")
        return guild

    def listing(self, call: Call) -> Answer:
        return 200, self.book.of(self._guild(call))

    def replace(self, call: Call) -> Answer:
        done = self.book.replace(call.body, self._guild(call))
        self.service.event_bus.to_people(
            [person.id for person in self.world.people], "COMMANDS", {"commands": self.book.everything()}
        )
        return 200, done

    def emojis(self, call: Call) -> Answer:
        return 200, {"items": list(self.world.emojis.values())}

    def add_emoji(self, call: Call) -> Answer:
        body: dict[str, Any] = call.body
        number = self.world.ids.new()
        emoji = {"id": number, "name": body["name"], "roles": [], "animated": False, "managed": False}
        emoji |= {"require_colons": True, "available": True}
        self.world.emojis[number] = emoji
        return 201, emoji

    def drop_emoji(self, call: Call) -> Answer:
        if self.world.emojis.pop(call.params["emoji_id"], None) is None:
            raise errors.ApiError(404, 10014, "Unknown Emoji")
        return 204, None
