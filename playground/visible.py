"""What people see, for tests: messages, buttons, menus and forms as plain objects.

A `Message` is live: it always tells how the message looks now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from . import components
from .attachments import Files
from .components import walk
from .ids import Json
from .interactions import Interaction
from .model import COMPONENTS_V2, LOADING, StoredMessage
from .world import World


class Stage(Protocol):
    """What is behind everything that people see: the playground (`server.Playground`)."""

    world: World
    files: Files

    def handle(self, channel_id: str) -> Any:
        """The `people.Channel` of this id."""

    def person_of(self, user_id: str) -> Any:
        """The `people.Person` of this id."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it looked when it was asked for."""

    label: str
    emoji: str
    custom_id: str
    url: str
    disabled: bool
    style: int

    def is_called(self, name: str) -> bool:
        return name in (self.label, self.emoji, self.custom_id) and bool(name)


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    description: str
    default: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A menu. Those of users, roles and channels have no options of their own."""

    kind: int
    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    disabled: bool
    min_values: int
    max_values: int

    def value_of(self, name: str) -> str:
        """The value of the option with this label or value; the name itself where there is none."""
        for option in self.options:
            if name in (option.value, option.label):
                return option.value
        return name


def _button(part: Json) -> Button:
    emoji = (part.get("emoji") or {}).get("name") or ""
    label, custom_id = part.get("label") or "", part.get("custom_id") or ""
    return Button(label, emoji, custom_id, part.get("url") or "", part["disabled"], part["style"])


def _option(option: Json) -> Option:
    description, default = option.get("description") or "", bool(option.get("default"))
    return Option(option["label"], option["value"], description, default)


def _select(part: Json) -> Select:
    options = tuple(map(_option, part.get("options") or ()))
    low, high = part.get("min_values", 1), part.get("max_values", 1)
    placeholder, disabled = part.get("placeholder") or "", bool(part.get("disabled"))
    return Select(part["type"], part["custom_id"], placeholder, options, disabled, low, high)


class Message:
    """A message of the playground, seen live."""

    def __init__(self, playground: Stage, stored: StoredMessage) -> None:
        self._playground, self.stored = playground, stored

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and other.stored is self.stored

    def __hash__(self) -> int:
        return hash(self.stored.id)

    def __repr__(self) -> str:
        return f"<Message {self.id} {self.text[:60]!r} {[b.label or b.emoji for b in self.buttons]}>"

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def data(self) -> Json:
        """The message object of API v10."""
        return self.stored.data

    @property
    def author(self) -> str:
        """The name of who wrote it."""
        author = self.data["author"]
        return str(author["global_name"] or author["username"])

    @property
    def from_bot(self) -> bool:
        return bool(self.data["author"]["bot"])

    @property
    def channel(self) -> Any:
        """The `people.Channel` in which it stands."""
        return self._playground.handle(self.stored.channel_id)

    @property
    def thread(self) -> Any:
        """The `people.Channel` of the thread that hangs on the message, or None."""
        found = self._playground.world.channels.get(self.id)
        return self._playground.handle(found.id) if found else None

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.stored.ephemeral_for is not None

    @property
    def pending(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.data["flags"] & LOADING)

    @property
    def deleted(self) -> bool:
        return self.stored.gone

    @property
    def edits(self) -> int:
        """How often it was changed."""
        return self.stored.edits

    @property
    def is_v2(self) -> bool:
        return bool(self.data["flags"] & COMPONENTS_V2)

    @property
    def content(self) -> str:
        return str(self.data["content"])

    @property
    def parts(self) -> list[Json]:
        """All components in reading order."""
        return list(walk(self.data["components"]))

    @property
    def text(self) -> str:
        """Everything there is to read: content, text displays and embeds; labels of buttons are not in it."""
        return "\n".join(filter(None, self._texts()))

    def _texts(self) -> Iterator[str]:
        yield self.content
        for part in self.parts:
            if part["type"] == components.TEXT:
                yield part["content"]
        for embed in self.data["embeds"]:
            yield from (embed.get("title", ""), embed.get("description", ""))
            for field in embed.get("fields", ()):
                yield from (field["name"], field["value"])
            yield (embed.get("footer") or {}).get("text", "")

    @property
    def buttons(self) -> list[Button]:
        return [_button(part) for part in self.parts if part["type"] == components.BUTTON]

    @property
    def labels(self) -> list[str]:
        """What is written on the buttons (their emoji where nothing is)."""
        return [button.label or button.emoji for button in self.buttons]

    @property
    def selects(self) -> list[Select]:
        return [_select(part) for part in self.parts if part["type"] in components.SELECTS]

    def button(self, name: str) -> Button | None:
        """The button with this label, emoji or custom id."""
        return next((button for button in self.buttons if button.is_called(name)), None)

    @property
    def images(self) -> list[bytes]:
        """The pictures that are shown, as bytes."""
        files = self._playground.files.by_id
        shown = (files.get(url.split("/")[-2]) for url, _ in self._pictures() if "/attachments/" in url)
        return [file.content for file in shown if file]

    @property
    def alts(self) -> list[str]:
        """The alternative text of each picture that is shown; empty where there is none."""
        return [alt or "" for _, alt in self._pictures()]

    def _pictures(self) -> Iterator[tuple[str, str | None]]:
        for part in self.parts:
            if part["type"] == components.GALLERY:
                for item in part["items"]:
                    yield item["media"]["url"], item["description"]
            elif part["type"] == components.THUMBNAIL:
                yield part["media"]["url"], part["description"]
        if self.is_v2:
            return
        for file in self.data["attachments"]:
            if file.get("content_type", "").startswith("image/"):
                yield file["url"], file.get("description")

    @property
    def files(self) -> dict[str, bytes]:
        """All attached files by name."""
        return {file.data["filename"]: file.content for file in self.stored.files.values()}

    @property
    def mentions(self) -> list[Any]:
        """The people whom the message names (and its allowed_mentions let it call)."""
        return [self._playground.person_of(user["id"]) for user in self.data["mentions"] if not user["bot"]]

    @property
    def notified(self) -> list[Any]:
        """The people who were notified when it was sent."""
        return [self._playground.person_of(user) for user in sorted(self.stored.pinged, key=int)]


class Modal:
    """A form that the bot showed to a person."""

    def __init__(self, interaction: Interaction) -> None:
        assert interaction.modal is not None
        self.interaction = interaction
        self.data = interaction.modal

    def __repr__(self) -> str:
        return f"<Modal {self.title!r} {list(self.fields)}>"

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def fields(self) -> dict[str, Json]:
        """The fields by custom id."""
        return {part["custom_id"]: part for part in walk(self.data["components"]) if "custom_id" in part}

    @property
    def labels(self) -> dict[str, str]:
        """The label of each field, by custom id."""
        found: dict[str, str] = {}
        for part in self.data["components"]:
            for inner in [part["component"]] if "component" in part else part.get("components", ()):
                found[inner["custom_id"]] = part.get("label") or inner.get("label") or ""
        return found

    @property
    def text(self) -> str:
        """The texts between the fields."""
        return "\n".join(part["content"] for part in self.data["components"] if "content" in part)

    def id_of(self, name: str) -> str:
        """The custom id of the field with this custom id or label."""
        by_label = {label: custom_id for custom_id, label in self.labels.items()}
        return name if name in self.fields else by_label.get(name, name)


Answer = Message | Modal
