"""Embeds: Discord's limits, and the form in which it gives them back."""

from __future__ import annotations

from .components import Media
from .errors import FormErrors
from .ids import Json

_TEXTS = {"title": 256, "description": 4096}
_NESTED = {"footer": ("text", 2048), "author": ("name", 256)}
MAX_EMBEDS, MAX_FIELDS, MAX_ALTOGETHER = 10, 25, 6000


def accept(embeds: object, media: Media) -> list[Json]:
    """The embeds as Discord gives them back. Raises ApiError 50035 with all that is wrong with them."""
    errors = FormErrors()
    errors.count("embeds", embeds, 0, MAX_EMBEDS)
    if not isinstance(embeds, list):
        errors.raise_if_any()
        return []
    done = [_one(embed, f"embeds.{i}", media, errors) for i, embed in enumerate(embeds)]
    if sum(map(_size, embeds)) > MAX_ALTOGETHER:
        errors.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    errors.raise_if_any()
    return done


def _size(embed: Json) -> int:
    texts = [embed.get(key) for key in _TEXTS]
    texts += [(embed.get(key) or {}).get(inner) for key, (inner, _) in _NESTED.items()]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if text)


def _one(embed: Json, path: str, media: Media, errors: FormErrors) -> Json:
    done: Json = {"type": "rich"}
    for key, limit in _TEXTS.items():
        if embed.get(key):
            errors.length(f"{path}.{key}", embed[key], 1, limit)
            done[key] = embed[key]
    for key, (inner, limit) in _NESTED.items():
        if embed.get(key):
            errors.length(f"{path}.{key}.{inner}", embed[key].get(inner), 1, limit)
            done[key] = {k: v for k, v in embed[key].items() if v is not None}
    for key in ("url", "timestamp", "color"):
        if embed.get(key) is not None:
            done[key] = embed[key]
    for key in ("image", "thumbnail"):
        if embed.get(key):
            done[key] = _picture(str(embed[key].get("url")), f"{path}.{key}", media, errors)
    if embed.get("fields"):
        errors.count(f"{path}.fields", embed["fields"], 0, MAX_FIELDS)
        for i, field in enumerate(embed["fields"]):
            errors.length(f"{path}.fields.{i}.name", field.get("name"), 1, 256)
            errors.length(f"{path}.fields.{i}.value", field.get("value"), 1, 1024)
        done["fields"] = [{"inline": False, **field} for field in embed["fields"]]
    if len(done) == 1:
        errors.add(path, "BASE_TYPE_REQUIRED", "An embed must have something in it")
    return done


def _picture(url: str, path: str, media: Media, errors: FormErrors) -> Json:
    found = media(url)
    if found is None:
        errors.add(f"{path}.url", "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return {}
    return {key: found[key] for key in ("url", "proxy_url", "width", "height") if found.get(key) is not None}
