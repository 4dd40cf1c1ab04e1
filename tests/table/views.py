"""Discord's limits on a message of components, counted by ourselves on what discord.py would send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

ROW, BUTTON, SELECT, TEXT, GALLERY, CONTAINER = 1, 2, 3, 10, 12, 17

Part = dict[str, Any]


def parts(view: ui.LayoutView) -> list[Part]:
    """All components, those in others too."""
    return [part for top in view.to_components() for part in walk(top)]


def walk(part: Part) -> Iterator[Part]:
    yield part
    for child in part.get("components", ()):
        yield from walk(child)


def check(view: ui.LayoutView) -> list[Part]:
    """AssertionError where Discord would refuse the message; gives its components."""
    found = parts(view)
    assert 1 <= len(found) <= 40, len(found)
    texts = [part["content"] for part in found if part["type"] == TEXT]
    assert all(texts), "an empty text"
    assert sum(map(len, texts)) <= 4000, sum(map(len, texts))
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(set(ids)) == len(ids), f"two parts with one id: {ids}"
    assert all(1 <= len(name) <= 100 for name in ids)
    for part in found:
        CHECKS.get(part["type"], lambda part: None)(part)
    return found


def _row(part: Part) -> None:
    kinds = [child["type"] for child in part["components"]]
    assert kinds == [SELECT] or (set(kinds) == {BUTTON} and len(kinds) <= 5), kinds


def _button(part: Part) -> None:
    assert 1 <= len(part["label"]) <= 80, part["label"]
    assert part["label"].strip() == part["label"]


def _select(part: Part) -> None:
    options = part["options"]
    assert 1 <= len(options) <= 25, len(options)
    assert len(part.get("placeholder") or "") <= 150
    values = [option["value"] for option in options]
    assert len(set(values)) == len(values), values
    for option in options:
        assert 1 <= len(option["label"]) <= 100 and 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100


def _gallery(part: Part) -> None:
    assert 1 <= len(part["items"]) <= 10
    for item in part["items"]:
        assert 1 <= len(item["description"]) <= 256
        assert item["media"]["url"].startswith("attachment://")


CHECKS = {ROW: _row, BUTTON: _button, SELECT: _select, GALLERY: _gallery}
