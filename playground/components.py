"""Message components: what Discord accepts, and the form in which it gives them back.

`accept` checks a message's components against Discord's limits and returns them with an id each, defaults
filled in and media resolved. Source: "Component Reference" of Discord's documentation; the codes of the
errors are those that Discord sends where they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from .errors import FormErrors
from .ids import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23

SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
_IN_ROW = SELECTS | {BUTTON}
_IN_CONTAINER = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
_TOP_V2 = _IN_CONTAINER | {CONTAINER}
_TOP_LEGACY = frozenset({ROW})

MAX_COMPONENTS, MAX_TEXT = 40, 4000

Media = Callable[[str], Json | None]
"""Turns a URL (``attachment://name`` or a web address) into an unfurled media item; None when it is unknown."""


def accept(parts: object, *, v2: bool, media: Media, emojis: Collection[str]) -> list[Json]:
    """The components as Discord gives them back. Raises ApiError 50035 with all that is wrong with them.

    ``emojis`` are the ids of the custom emoji that exist.
    """
    errors = FormErrors()
    check = _Check(errors, media, emojis)
    top = _TOP_V2 if v2 else _TOP_LEGACY
    errors.count("components", parts, 0, MAX_COMPONENTS if v2 else 5)
    done = check.children(parts, "components", top) if isinstance(parts, list) else []
    if check.total > MAX_COMPONENTS:
        errors.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number is 40.")
    if check.text > MAX_TEXT:
        errors.add("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Text must be 4000 or fewer.")
    errors.raise_if_any()
    check.number(done)
    return done


def walk(parts: Collection[Json]) -> Iterator[Json]:
    """Every component in reading order, whatever it is nested in."""
    for part in parts:
        yield part
        yield from walk(part.get("components", ()))
        for key in ("accessory", "component"):
            if key in part:
                yield from walk((part[key],))


class _Check:
    """One message's components on their way in."""

    def __init__(self, errors: FormErrors, media: Media, emojis: Collection[str]) -> None:
        self.errors, self.media, self.emojis = errors, media, emojis
        self.total = self.text = 0
        self.custom_ids: set[str] = set()
        self.kinds: dict[int, Callable[[Json, str], Json]] = {
            ROW: self.row,
            BUTTON: self.button,
            STRING_SELECT: self.string_select,
            USER_SELECT: self.auto_select,
            ROLE_SELECT: self.auto_select,
            MENTIONABLE_SELECT: self.auto_select,
            CHANNEL_SELECT: self.auto_select,
            SECTION: self.section,
            TEXT: self.text_display,
            THUMBNAIL: self.thumbnail,
            GALLERY: self.gallery,
            FILE: self.file,
            SEPARATOR: self.separator,
            CONTAINER: self.container,
        }

    def children(self, parts: list[Json], path: str, allowed: Collection[int]) -> list[Json]:
        return [self.one(part, f"{path}.{i}", allowed) for i, part in enumerate(parts)]

    def one(self, part: Json, path: str, allowed: Collection[int]) -> Json:
        self.total += 1
        kind = int(part.get("type") or 0)
        if kind not in allowed:
            choice = tuple(sorted(allowed))
            self.errors.add(f"{path}.type", "BASE_TYPE_CHOICES", f"Value of field must be one of {choice}.")
            return {}
        return {"type": kind, "id": part.get("id") or 0, **self.kinds[kind](part, path)}

    def number(self, parts: list[Json]) -> None:
        """Give every component that has none an id that is free."""
        everything = list(walk(parts))
        taken = {part["id"] for part in everything if part["id"]}
        fresh = 0
        for part in everything:
            if not part["id"]:
                fresh += 1
                while fresh in taken:
                    fresh += 1
                part["id"] = fresh

    # -- interactive -------------------------------------------------------------------------------------

    def row(self, part: Json, path: str) -> Json:
        inside = part.get("components")
        self.errors.count(f"{path}.components", inside, 1, 5)
        if not isinstance(inside, list):
            return {}
        kinds = [child.get("type") for child in inside]
        if any(kind in SELECTS for kind in kinds) and len(kinds) > 1:
            self.errors.add(f"{path}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The row is too wide.")
        return {"components": self.children(inside, f"{path}.components", _IN_ROW)}

    def custom_id(self, part: Json, path: str) -> str:
        text = part.get("custom_id")
        self.errors.length(f"{path}.custom_id", text, 1, 100)
        if text in self.custom_ids:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            self.errors.add(f"{path}.custom_id", code, "Component custom id cannot be duplicated")
        self.custom_ids.add(str(text))
        return str(text)

    def button(self, part: Json, path: str) -> Json:
        style, label, emoji = part.get("style"), part.get("label"), part.get("emoji")
        done: Json = {"style": style, "disabled": bool(part.get("disabled"))}
        if style not in (1, 2, 3, 4, 5, 6):
            self.errors.add(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
        elif style == 5:
            done["url"] = part.get("url")
            self.errors.length(f"{path}.url", done["url"], 1, 512)
        elif style == 6:
            return done | {"sku_id": str(part.get("sku_id"))}
        else:
            done["custom_id"] = self.custom_id(part, path)
        if bool(part.get("url")) != (style == 5) or (style == 5 and part.get("custom_id")):
            message = "A custom id and url cannot both be specified"
            self.errors.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
        if not label and not emoji:
            self.errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
        if label:
            self.errors.length(f"{path}.label", label, 1, 80)
            done["label"] = label
        if emoji:
            done["emoji"] = self.emoji(emoji, f"{path}.emoji")
        return done

    def emoji(self, emoji: Json, path: str) -> Json:
        """Discord refuses the whole message for one emoji that it does not know."""
        number, name = emoji.get("id"), emoji.get("name") or ""
        known = str(number) in self.emojis if number else bool(name) and not name.isascii()
        if not known:
            self.errors.add(path, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        done: Json = {"name": name}
        return done | {"id": str(number), "animated": bool(emoji.get("animated"))} if number else done

    def _select(self, part: Json, path: str) -> Json:
        low, high = part.get("min_values"), part.get("max_values")
        low, high = 1 if low is None else low, 1 if high is None else high
        if not (0 <= low <= 25 and 1 <= high <= 25 and low <= high):
            self.errors.add(f"{path}.min_values", "BASE_TYPE_MAX", "0 to 25, and no more than max_values.")
        done: Json = {"custom_id": self.custom_id(part, path), "min_values": low, "max_values": high}
        done["disabled"] = bool(part.get("disabled"))
        if part.get("placeholder"):
            self.errors.length(f"{path}.placeholder", part["placeholder"], 1, 150)
            done["placeholder"] = part["placeholder"]
        return done

    def string_select(self, part: Json, path: str) -> Json:
        done, options = self._select(part, path), part.get("options")
        self.errors.count(f"{path}.options", options, 1, 25)
        if not isinstance(options, list):
            return done
        done["options"] = [self.option(o, f"{path}.options.{i}") for i, o in enumerate(options)]
        if len({option["value"] for option in done["options"]}) < len(options):
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            self.errors.add(f"{path}.options", code, "The specified option value is already used")
        if done["max_values"] > len(options):
            self.errors.add(f"{path}.max_values", "BASE_TYPE_MAX", "No more than there are options.")
        if sum(option["default"] for option in done["options"]) > done["max_values"]:
            code = "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"
            self.errors.add(f"{path}.options", code, "More default values than max_values.")
        return done

    def option(self, option: Json, path: str) -> Json:
        done: Json = {"label": option.get("label"), "value": option.get("value")}
        self.errors.length(f"{path}.label", done["label"], 1, 100)
        self.errors.length(f"{path}.value", done["value"], 1, 100)
        done["default"] = bool(option.get("default"))
        if option.get("description"):
            self.errors.length(f"{path}.description", option["description"], 1, 100)
            done["description"] = option["description"]
        if option.get("emoji"):
            done["emoji"] = self.emoji(option["emoji"], f"{path}.emoji")
        return done

    def auto_select(self, part: Json, path: str) -> Json:
        done = self._select(part, path)
        defaults = part.get("default_values")
        if defaults:
            done["default_values"] = [{"id": str(d["id"]), "type": d["type"]} for d in defaults]
            if len(defaults) > done["max_values"]:
                self.errors.add(f"{path}.default_values", "BASE_TYPE_BAD_LENGTH", "More than max_values.")
        if part.get("channel_types"):
            done["channel_types"] = list(part["channel_types"])
        return done

    # -- layout and content ------------------------------------------------------------------------------

    def container(self, part: Json, path: str) -> Json:
        inside = part.get("components")
        self.errors.count(f"{path}.components", inside, 1, MAX_COMPONENTS)
        color = part.get("accent_color")
        if color is not None and not (isinstance(color, int) and 0 <= color <= 0xFFFFFF):
            self.errors.add(f"{path}.accent_color", "NUMBER_TYPE_MAX", "int value should be 0 to 16777215.")
        children = self.children(inside or [], f"{path}.components", _IN_CONTAINER)
        return {"accent_color": color, "spoiler": bool(part.get("spoiler")), "components": children}

    def section(self, part: Json, path: str) -> Json:
        inside, accessory = part.get("components"), part.get("accessory")
        self.errors.count(f"{path}.components", inside, 1, 3)
        done: Json = {"components": self.children(inside or [], f"{path}.components", {TEXT})}
        if isinstance(accessory, dict):
            done["accessory"] = self.one(accessory, f"{path}.accessory", {BUTTON, THUMBNAIL})
        else:
            self.errors.add(f"{path}.accessory", "BASE_TYPE_REQUIRED", "This field is required")
        return done

    def text_display(self, part: Json, path: str) -> Json:
        content = part.get("content")
        self.errors.length(f"{path}.content", content, 1, MAX_TEXT)
        self.text += len(str(content))
        return {"content": content}

    def unfurl(self, media: object, path: str) -> Json:
        url = media.get("url") if isinstance(media, dict) else None
        self.errors.length(f"{path}.url", url, 1, 2048)
        found = self.media(str(url))
        if found is None:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            self.errors.add(f"{path}.url", code, "The referenced attachment was not found")
        return found or {}

    def _described(self, part: Json, path: str) -> Json:
        text = part.get("description")
        if text is not None:
            self.errors.length(f"{path}.description", text, 1, 1024)
        media = self.unfurl(part.get("media"), f"{path}.media")
        media.pop("size", None)
        return {"media": media, "description": text, "spoiler": bool(part.get("spoiler"))}

    def thumbnail(self, part: Json, path: str) -> Json:
        return self._described(part, path)

    def gallery(self, part: Json, path: str) -> Json:
        items = part.get("items")
        self.errors.count(f"{path}.items", items, 1, 10)
        return {"items": [self._described(item, f"{path}.items.{i}") for i, item in enumerate(items or [])]}

    def file(self, part: Json, path: str) -> Json:
        url = str((part.get("file") or {}).get("url"))
        if not url.startswith("attachment://"):
            code = "FILE_COMPONENT_URL_MUST_BE_ATTACHMENT"
            self.errors.add(f"{path}.file.url", code, "Only attachment:// is supported")
        media = self.unfurl(part.get("file"), f"{path}.file")
        name = url.removeprefix("attachment://")
        size = media.pop("size", None)
        return {"file": media, "name": name, "size": size, "spoiler": bool(part.get("spoiler"))}

    def separator(self, part: Json, path: str) -> Json:
        spacing = part.get("spacing") or 1
        if spacing not in (1, 2):
            self.errors.add(f"{path}.spacing", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
        return {"divider": part.get("divider") is not False, "spacing": spacing}
