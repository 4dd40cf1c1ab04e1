"""The settings of a match of Tiwanaku, in all modes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played.

    `size` "" is the disc's, or else short in the competitive mode and long in the others. `level` is "easy" or
    "hard" alone, "easy", "normal" or "expert" together, "" for the competitive mode. `disc` is a disc's name or
    a scenario code, or "" for a scenario drawn by lot, which stays secret until the end.
    """

    mode: Literal["competitive", "solo", "coop"] = "competitive"
    size: Literal["", "short", "long"] = ""
    level: Literal["", "easy", "normal", "hard", "expert"] = ""
    disc: str = ""
