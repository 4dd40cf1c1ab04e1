"""A map file as plain data, to change a thing in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.iwari.maps.loader import FOLDER, ids

Raw = dict[str, Any]
Breaker = Callable[[Raw], None]
"""Changes one thing in a map, in place."""


def raw_map(map_id: str = "base_a") -> Raw:
    raw: Raw = json.loads((FOLDER / f"{map_id}.json").read_text(encoding="utf-8"))
    return raw


def place(raw: Raw, name: str) -> Raw:
    return next(row for row in raw["territories"] if row["id"] == name)


def link(raw: Raw, number: int) -> Raw:
    return next(row for row in raw["connections"] if row["no"] == number)


def space(raw: Raw, name: str) -> Raw:
    return next(row for row in place(raw, name[:2])["spaces"] if row["id"] == name)


def write(folder: Path, raw: Raw) -> Path:
    """Write a map as `broken.json`, under that id where it still has that of the map it was made from."""
    path = folder / "broken.json"
    if raw.get("id") in ids():
        raw["id"] = "broken"
    path.write_text(json.dumps(raw, indent=1), encoding="utf-8")
    return path
