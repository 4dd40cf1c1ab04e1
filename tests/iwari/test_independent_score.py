"""A second scorer, written from the rulebook and the map file alone, agrees on random final positions."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import rules.iwari
from rules.iwari import IWARI, Settings, State
from rules.iwari.position import Feat
from tests.iwari.tables import ALL_FEATS

FOLDER = Path(rules.iwari.__file__).parent / "maps"
LANDS: dict[str, Any] = {
    name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in ("base_a", "base_b2")
}


class Scorer:
    """Points of tribes from pieces on the map: tents by space, totems by territory, feats by site."""

    def __init__(
        self,
        land: Any,
        tents: dict[str, int],
        totems: dict[str, list[int]],
        mountains: list[int],
        feats: list[str],
    ) -> None:
        self.land = land
        self.tents, self.totems, self.mountains, self.feats = tents, totems, mountains, feats
        self.points: Counter[tuple[str, int]] = Counter()

    def score(self) -> Counter[tuple[str, int]]:
        for territory in self.land["territories"]:
            self.territory(territory)
        for link in self.land["connections"]:
            if link["no"] not in self.mountains:
                self.connection(link)
        for tribe in set(self.tents.values()):
            self.points["settlements", tribe] = self.settlements(tribe)
        return self.points

    def multiplier(self, site: str) -> int:
        return {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}[self.feats.count(site)]

    def territory(self, territory: Any) -> None:
        """The first gets a point a tent; the second as many as the first has tents; the third as the second has; …"""
        here = Counter(self.tents[space["id"]] for space in territory["spaces"] if space["id"] in self.tents)
        reward = sum(here.values())
        while here:
            most = max(here.values())
            leaders = [tribe for tribe, count in here.items() if count == most]
            for tribe in leaders:
                self.points["tents", tribe] += reward * self.multiplier(territory["id"])
                del here[tribe]
            reward = most

    def leads(self, tribe: int, territory: str) -> bool:
        stack = self.totems.get(territory, [])
        return tribe in stack and all(stack.count(tribe) >= stack.count(rival) for rival in stack)

    def connection(self, link: Any) -> None:
        one, other = link["ends"]
        together = self.totems.get(one, []) + self.totems.get(other, [])
        for tribe in set(together):
            if self.leads(tribe, one) and self.leads(tribe, other):
                self.points["totems", tribe] += len(together) * self.multiplier(str(link["no"]))

    def settlements(self, tribe: int) -> int:
        """Merge groups along the roads until nothing changes, then count the tents of those of four and more."""
        name = {space: space for space, owner in self.tents.items() if owner == tribe}
        changed = True
        while changed:
            changed = False
            for one, other in self.land["roads"]:
                if one in name and other in name and name[one] != name[other]:
                    name[one] = name[other] = min(name[one], name[other])
                    changed = True
        return sum(size for size in Counter(name.values()).values() if size >= 4)


def spaces_of(state: State) -> dict[str, int]:
    flat = "".join(state.tents)
    spaces = [space["id"] for territory in LANDS[state.settings.map]["territories"] for space in territory["spaces"]]
    return {space: int(mark) for space, mark in zip(spaces, flat, strict=True) if mark != "."}


def agree(state: State) -> None:
    land = LANDS[state.settings.map]
    stacks = dict(zip((place["id"] for place in land["territories"]), state.totems, strict=True))
    scorer = Scorer(
        land,
        spaces_of(state),
        {name: [int(mark) for mark in stack] for name, stack in stacks.items()},
        state.mountains,
        [feat.site for feat in state.feats],
    )
    points = scorer.score()
    for tribe, row in enumerate(IWARI.standings(state)):
        for part in ("tents", "totems", "settlements"):
            assert row.parts[part] == points[part, tribe], (part, tribe, state.tents, state.totems, state.feats)
        assert row.score == sum(row.parts.values())


def random_position(dice: random.Random) -> State:
    """Any pieces anywhere, clumped so that majorities, ties and settlements are common."""
    seats = dice.randint(2, 5)
    state = IWARI.setup(Settings(map=dice.choice(list(LANDS)), feats=ALL_FEATS), seats, dice.getrandbits(30))
    favour = dice.choices(range(state.tribes), k=4)
    density = dice.random()
    for place, row in enumerate(state.tents):
        marks = [str(dice.choice(favour)) if dice.random() < density else "." for _ in row]
        state.tents[place] = "".join(marks)
        state.totems[place] = "".join(str(dice.choice(favour)) for _ in range(dice.choice((0, 0, 1, 2, 2, 3, 4))))
    sites = [*state.board.ids, *(str(link.no) for link in state.board.links if link.no not in state.mountains)]
    state.feats = [Feat("union", 0, dice.choice(sites)) for _ in range(dice.randint(0, 4))]
    state.phase = "over"
    state.stack = []
    return state


def test_two_thousand_random_final_positions() -> None:
    dice = random.Random(2026)
    settled = 0
    for _ in range(1500):
        state = random_position(dice)
        agree(state)
        settled += any(row.parts["settlements"] for row in IWARI.standings(state))
    assert 300 < settled < 1500, "both kinds of positions are met"


def half_of(state: State) -> list[int]:
    """What the half journey brings from this position: tents alone, without feats, whatever the rules have counted."""
    scorer = Scorer(LANDS[state.settings.map], spaces_of(state), {}, [], [])
    points = scorer.score()
    return [points["tents", tribe] for tribe in range(state.tribes)]


class Half:
    """The half journey of a match that is looked at step by step.

    It is known by the pile of discards, which is gone when the deck is used up for the first time; from then on nobody
    places a piece until the turn is over, and then the points must be there, never to change again.
    """

    def __init__(self, state: State) -> None:
        self.points = [0] * state.tribes
        self.due = self.counted = False
        self.feats = 0
        self.look(state)

    def look(self, state: State) -> None:
        """After a step, or before the first one."""
        self.before = (state.discard, state.turn, state.half)

    def follow(self, state: State) -> None:
        """Hold what a step has done against what should be."""
        discard, turn, half = self.before
        if discard and not state.discard:
            assert not self.due and not self.counted, "only once"
            self.due, self.points = True, half_of(state)
            self.feats = sum(feat.site in state.board.ids for feat in state.feats)
        if self.due and (state.turn > turn or state.phase == "over"):
            self.due, self.counted = False, True
            assert state.half == self.points
        else:
            assert state.half == half, "neither before it is due nor after it was counted"
        self.look(state)


def test_five_hundred_positions_that_play_leads_to() -> None:
    dice = random.Random(7)
    counted = multiplied = 0
    for number in range(500):
        state = IWARI.setup(Settings(map=dice.choice(list(LANDS)), feats=ALL_FEATS), 2 + number % 4, number)
        half = Half(state)
        while (found := IWARI.options(state)) and IWARI.decision(state) is not None:
            IWARI.apply(state, found[int(dice.random() * len(found))])
            half.follow(state)
        agree(state)
        assert [row.parts["half"] for row in IWARI.standings(state)] == half.points
        counted += half.counted and sum(half.points) > 0
        multiplied += half.feats > 0
    assert counted == 500 and multiplied > 20, "also with feats on the map, which do not count yet (F-13)"


def test_a_half_journey_that_is_never_counted_brings_nothing() -> None:
    """With few tents each, somebody's last one may end the match before the deck is used up (B-40)."""
    dice = random.Random(11)
    without = 0
    for number in range(40):
        state = IWARI.setup(Settings(map=dice.choice(list(LANDS))), 3, number)
        state.tents_left = [dice.randint(6, 20) for _ in state.tents_left]
        half = Half(state)
        while (found := IWARI.options(state)) and IWARI.decision(state) is not None:
            tents = [option for option in found if option.startswith("tent")]
            IWARI.apply(state, dice.choice(tents or found))
            half.follow(state)
        agree(state)
        assert [row.parts["half"] for row in IWARI.standings(state)] == half.points
        without += not half.counted
    assert 5 < without < 40
