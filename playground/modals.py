"""Modals: what Discord accepts in one, and the answer that a person's entries make."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from .components import (
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    MENTIONABLE_SELECT,
    RADIO_GROUP,
    ROLE_SELECT,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    USER_SELECT,
    walk,
)
from .errors import FormErrors, Refused
from .ids import Json

_IN_LABEL = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
_RESOLVED = {
    USER_SELECT: "users",
    ROLE_SELECT: "roles",
    CHANNEL_SELECT: "channels",
    MENTIONABLE_SELECT: "mentionables",
}
Entry = str | bool | list[str]
"""What a person put into a field: a text, a tick, or the chosen values."""


def accept(data: object) -> Json:
    """The modal's data as it is shown. Raises ApiError 50035 with all that is wrong with it."""
    errors = FormErrors()
    if not isinstance(data, dict):
        errors.add("data", "BASE_TYPE_REQUIRED", "This field is required")
        errors.raise_if_any()
        return {}
    errors.length("data.title", data.get("title"), 1, 45)
    errors.length("data.custom_id", data.get("custom_id"), 1, 100)
    parts = data.get("components")
    errors.count("data.components", parts, 1, 5)
    for i, part in enumerate(parts if isinstance(parts, list) else []):
        _check_top(part, f"data.components.{i}", errors)
    ids = [part["custom_id"] for part in walk(parts or []) if "custom_id" in part]
    if len(set(ids)) < len(ids):
        code = "COMPONENT_CUSTOM_ID_DUPLICATED"
        errors.add("data.components", code, "Component custom id cannot be duplicated")
    errors.raise_if_any()
    shown = copy.deepcopy(data["components"])
    for number, part in enumerate(walk(shown), start=1):
        part.setdefault("id", number)
    return {"title": data["title"], "custom_id": data["custom_id"], "components": shown}


def _check_top(part: Json, path: str, errors: FormErrors) -> None:
    kind = part.get("type")
    if kind == ROW:
        inside = part.get("components") or []
        errors.count(f"{path}.components", inside, 1, 1)
        for child in inside:
            _check_field(child, f"{path}.components.0", SELECTS | {TEXT_INPUT}, errors)
            if child.get("type") == TEXT_INPUT:
                errors.length(f"{path}.components.0.label", child.get("label"), 1, 45)
    elif kind == LABEL:
        errors.length(f"{path}.label", part.get("label"), 1, 45)
        if part.get("description") is not None:
            errors.length(f"{path}.description", part["description"], 1, 100)
        _check_field(part.get("component") or {}, f"{path}.component", _IN_LABEL, errors)
    elif kind == TEXT:
        errors.length(f"{path}.content", part.get("content"), 1, 4000)
    else:
        errors.add(f"{path}.type", "BASE_TYPE_CHOICES", "Value of field must be one of (1, 10, 18).")


def _check_field(field: Json, path: str, allowed: frozenset[int], errors: FormErrors) -> None:
    kind = field.get("type")
    if kind not in allowed:
        errors.add(f"{path}.type", "BASE_TYPE_CHOICES", f"Value must be one of {sorted(allowed)}.")
        return
    errors.length(f"{path}.custom_id", field.get("custom_id"), 1, 100)
    options = field.get("options")
    if kind in (STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP):
        low, high = {STRING_SELECT: (1, 25), RADIO_GROUP: (2, 10), CHECKBOX_GROUP: (1, 10)}[kind]
        errors.count(f"{path}.options", options, low, high)
        for i, option in enumerate(options or []):
            errors.length(f"{path}.options.{i}.label", option.get("label"), 1, 100)
            errors.length(f"{path}.options.{i}.value", option.get("value"), 1, 100)
            errors.length(f"{path}.options.{i}.description", option.get("description") or "", 0, 100)
    if kind == TEXT_INPUT:
        if field.get("style") not in (1, 2):
            errors.add(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
        errors.length(f"{path}.placeholder", field.get("placeholder") or "", 0, 100)
        errors.length(f"{path}.value", field.get("value") or "", 0, 4000)


def submission(modal: Json, entries: Mapping[str, Entry]) -> tuple[Json, dict[str, list[str]]]:
    """The data of the interaction that submits the modal, and the ids in it by kind, to be resolved.

    A field that ``entries`` does not name keeps what it showed. Raises Refused where Discord's form
    would not let the person send it.
    """
    fields = {part["custom_id"]: part for part in walk(modal["components"]) if "custom_id" in part}
    for name in entries:
        if name not in fields:
            raise Refused(f"There is no field {name!r} in this form; it has {', '.join(fields)}.")
    ids: dict[str, list[str]] = {}
    filled = [_filled(part, entries, ids) for part in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": filled}, ids


def _filled(part: Json, entries: Mapping[str, Entry], ids: dict[str, list[str]]) -> Json:
    done: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == ROW:
        done["components"] = [_filled(child, entries, ids) for child in part["components"]]
    elif part["type"] == LABEL:
        done["component"] = _filled(part["component"], entries, ids)
    elif "custom_id" in part:
        done["custom_id"] = part["custom_id"]
        done |= _entry(part, entries.get(part["custom_id"]))
        if part["type"] in _RESOLVED:
            ids.setdefault(_RESOLVED[part["type"]], []).extend(done["values"])
    return done


def _entry(field: Json, entry: Entry | None) -> Json:
    kind, name = field["type"], field["custom_id"]
    if kind == CHECKBOX:
        return {"value": bool(field.get("default") if entry is None else entry)}
    if kind == TEXT_INPUT:
        return {"value": _text(field, field.get("value") or "" if entry is None else str(entry))}
    options = [option["value"] for option in field.get("options") or []]
    if entry is None:
        chosen = [option["value"] for option in field.get("options") or [] if option.get("default")]
        chosen += [str(value["id"]) for value in field.get("default_values") or []]
    else:
        chosen = [str(value) for value in entry] if isinstance(entry, list) else [str(entry)]
    if options and not set(chosen) <= set(options):
        raise Refused(f"{name} offers {', '.join(options)}, not {', '.join(chosen)}.")
    required = field.get("required") is not False
    if kind == RADIO_GROUP:
        if required and not chosen:
            raise Refused(f"{name} must be chosen.")
        return {"value": chosen[0] if chosen else None}
    low = field.get("min_values")
    low = (1 if low is None else low) if required or chosen else 0
    high = field.get("max_values") or (len(options) if kind == CHECKBOX_GROUP else 1)
    if not low <= len(chosen) <= high:
        raise Refused(f"{name} takes {low} to {high} choices.")
    return {"values": chosen}


def _text(field: Json, text: str) -> str:
    name, low, high = field["custom_id"], field.get("min_length") or 0, field.get("max_length") or 4000
    if not text:
        if field.get("required") is not False:
            raise Refused(f"{name} must be filled in.")
        return text
    if not low <= len(text) <= high:
        raise Refused(f"{name} takes {low} to {high} characters.")
    return text
