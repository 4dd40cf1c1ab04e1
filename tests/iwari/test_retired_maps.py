"""Maps that are not played any more: stored matches go on with them."""

from __future__ import annotations

import hashlib
import random

from rules.iwari import IWARI, Settings, maps
from rules.iwari.maps.loader import RETIRED

SUMS = {"base_b": "ffa48c018cda33798d501d77b5123ed2a3ccf9bb6bd6e0041c59bae96737bd36"}
"""SHA-256 of each file: a byte that changes may change a stored match."""


def test_a_retired_map_stays_as_it_was_and_is_not_offered() -> None:
    found = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in RETIRED.glob("*.json")}
    assert found == SUMS
    assert not SUMS.keys() & set(maps.ids()) and all(maps.load(name).id == name for name in SUMS)


def test_a_match_on_a_retired_map_goes_on() -> None:
    state = IWARI.setup(Settings(map="base_b"), 2, 5)
    assert [len(row) for row in state.tents] == [5, 6, 4, 3, 5, 6, 4, 5, 5, 5, 5, 3]
    chance = random.Random(5)
    while found := IWARI.options(state):
        IWARI.apply(state, chance.choice(found))
    assert state.phase == "over"
