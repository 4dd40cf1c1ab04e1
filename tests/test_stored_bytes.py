"""What is stored of a match keeps its bytes: running matches are decoded by whatever version comes next."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from rules import GAMES, match

STORED = [
    ("iye", 2, {}, "d3dc631c96468aae"),
    ("iye", 2, {"cycles": 1, "first": "host"}, "868c826740a7e6c0"),
    ("iwari", 2, {}, "df87f01a11e4f90b"),
    ("iwari", 2, {"draft": True, "feats": ["union", "discovery", "honour", "respect"]}, "68829fa9bad20261"),
    ("iwari", 5, {"feats": ["union", "honour"], "map": "base_b2"}, "71da491452dcc020"),
    ("tiwanaku", 2, {}, "e8f3cf0d5c414e6c"),
    ("tiwanaku", 4, {"size": "long"}, "33bab63668db8b57"),
    ("tiwanaku", 1, {"mode": "solo", "level": "hard"}, "e9631acd903f0044"),
    ("tiwanaku", 4, {"mode": "coop", "level": "expert"}, "6b06da3bdd2c190a"),
]
"""Game, seats, settings, and the digest of the settings and of every state of one random match, as it was stored when
these were written down. One that changes takes running matches along: it is a new version, or a mistake."""


@pytest.mark.parametrize(("key", "seats", "settings", "digest"), STORED)
def test_settings_and_states_keep_their_bytes(key: str, seats: int, settings: dict[str, Any], digest: str) -> None:
    game = GAMES[key]
    record = match.random_record(key, 5, seats, settings)
    found = hashlib.sha256()
    found.update(msgspec.json.encode(game.settings_from(msgspec.json.encode(settings))))
    found.update(game.to_json(match.start(record)))
    for _, state, _ in match.replay(record):
        found.update(game.to_json(state))
    assert found.hexdigest()[:16] == digest


def test_every_game_is_among_them() -> None:
    assert {key for key, *_ in STORED} == set(GAMES)
