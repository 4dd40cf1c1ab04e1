"""The settings of a match of Iwari."""

from __future__ import annotations

from msgspec import Struct

from rules.iwari import maps


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may choose: the map, drafted starting hands (B-5), and which of the four kinds of feats are in."""

    map: str = maps.default()
    draft: bool = False
    feats: tuple[str, ...] = ()
