"""A second referee, written from the rulebook and the map file alone: whose choice it is, and what may be chosen.

It keeps its own account of the pieces and of the turn; only the cards are looked up in the state.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.iwari import IWARI, Settings, State
from tests.iwari.raw_maps import raw_map
from tests.iwari.tables import ALL_FEATS

BIOMES = {"G": "glaciers", "T": "tundra", "F": "forest", "C": "coast", "D": "desert"}
NUMBER = {"union": 2, "discovery": 2, "honour": 1, "respect": 1}


class Referee:
    """What may be done. `asked` is own, own2, third, third2 or draw; "2" stands for a second piece in `place`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.land: Any = raw_map(state.settings.map)
        self.spaces = {place["id"]: [row["id"] for row in place["spaces"]] for place in self.land["territories"]}
        self.tents: dict[str, int] = {}
        self.totems: dict[str, list[int]] = {name: [] for name in self.spaces}
        self.supply = list(state.tents_left), list(state.totems_left)
        self.order, self.drafting = list(state.order), state.settings.draft
        self.turn = len(self.order) - 1 if self.drafting else 0
        self.asked, self.place = "draw" if self.drafting else "own", ""
        self.owed: dict[str, set[str]] = {}
        self.had: dict[str, set[int]] = {feat: set() for feat in state.settings.feats}
        self.again = self.shuffled = self.last = self.over = False
        self.discards = len(state.discard)

    @property
    def seat(self) -> int:
        return self.order[self.turn]

    # What may be chosen.

    def options(self) -> set[str]:
        hand = self.state.hands[self.seat]
        if self.over:
            return set()
        if self.owed:
            declines = [f"decline-{feat}" for feat in self.owed] if len(self.owed) > 1 else ["decline"]
            return {f"{feat}-{site}" for feat, sites in self.owed.items() for site in sites}.union(declines)
        if self.asked == "draw":
            deck = {"draw-deck"} if self.state.deck else set()
            return {f"draw-{BIOMES[card]}" for card in self.state.display} | deck
        discards = {f"discard-{BIOMES[card]}" for card in hand}
        if self.asked == "own":
            return self.pieces(self.seat) | discards
        if self.asked == "third":
            return self.pieces(2) or discards
        return self.pieces(self.seat if self.asked == "own2" else 2, self.place) | {"done"}

    def pieces(self, tribe: int, only: str = "") -> set[str]:
        """Where the cards in hand let this tribe place a piece."""
        hand, found = Counter(self.state.hands[self.seat]), set()
        for place in self.land["territories"]:
            own = next(card for card, name in BIOMES.items() if name == place["biome"])
            paid = [BIOMES[own]] * (own in hand)
            paid += [f"{BIOMES[card]}+{BIOMES[card]}" for card in hand if card != own and hand[card] > 1]
            if only in ("", place["id"]):
                found |= {f"{piece}-{price}" for piece in self.room(tribe, place["id"]) for price in paid}
        return found

    def room(self, tribe: int, place: str) -> list[str]:
        free = [space for space in self.spaces[place] if space not in self.tents]
        tents = [f"tent-{space}" for space in free if self.supply[0][tribe]]
        here = Counter(self.tents[space] for space in self.spaces[place] if space in self.tents)
        more = self.supply[1][tribe] and len(self.totems[place]) < max(here.values(), default=0)
        return tents + [f"totem-{place}"] * bool(more)

    # What it leads to.

    def follow(self, option: str) -> None:
        """Called after the rules have carried the option out."""
        verb, _, rest = option.partition("-")
        again = False
        if self.owed:
            self.settle(verb, rest)
            again = self.again
        elif verb in ("tent", "totem"):
            again = self.again = self.put(verb, rest.partition("-")[0])
        self.shuffled |= len(self.state.discard) < self.discards
        self.discards = len(self.state.discard)
        self.last |= self.shuffled and not self.state.deck
        if not self.owed:
            self.go_on(again)

    def put(self, piece: str, where: str) -> bool:
        """Place it; gives whether it was the first one, in an explored territory."""
        tribe = 2 if self.asked.startswith("third") else self.seat
        self.place = where[:2]
        first = not self.asked.endswith("2")
        explored = any(space in self.tents for space in self.spaces[self.place])
        self.supply[piece == "totem"][tribe] -= 1
        if piece == "tent":
            self.tents[where] = tribe
            self.last |= tribe == self.seat and not self.supply[0][tribe]
        else:
            self.totems[where].append(tribe)
        if tribe == self.seat:
            earned = self.by_tent(where) if piece == "tent" else self.by_totem()
            open_for = [feat for feat, had in self.had.items() if self.seat not in had and len(had) < NUMBER[feat]]
            self.owed = {feat: earned[feat] for feat in open_for if earned.get(feat)}
        return first and explored

    def by_tent(self, space: str) -> dict[str, set[str]]:
        group, size = {space}, 0
        while size < len(group):
            size = len(group)
            for road in self.land["roads"]:
                if group.intersection(road) and all(self.tents.get(end) == self.seat for end in road):
                    group.update(road)
        full = all(row in self.tents for row in self.spaces[self.place])
        others = set(self.spaces) - {self.place}
        return {"union": {row[:2] for row in group if size >= 4}, "discovery": others if full else set()}

    def by_totem(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {"land": set(), "water": set()}
        for link in self.land["connections"]:
            stacks = [Counter(self.totems[end]) for end in link["ends"]]
            leads = all(stack[self.seat] and stack[self.seat] == max(stack.values()) for stack in stacks)
            if leads and self.place in link["ends"] and link["no"] not in self.state.mountains:
                found[link["kind"]].add(str(link["no"]))
        return {"honour": found["land"], "respect": found["water"]}

    def settle(self, verb: str, rest: str) -> None:
        feat = verb if verb != "decline" else rest or next(iter(self.owed))
        self.had[feat].add(self.seat)
        del self.owed[feat]

    def go_on(self, again: bool) -> None:
        """Second piece, third tribe, drawing, the next one: the first of these that there is."""
        hand, state = self.state.hands[self.seat], self.state
        tribe = 2 if self.asked == "third" else self.seat
        if again and self.pieces(tribe, self.place):
            self.asked += "2"
        elif self.asked.startswith("own") and state.seats == 2 and hand:
            self.asked = "third"
        elif (self.asked == "draw" or not self.last) and len(hand) < 3 and (state.display or state.deck):
            self.asked = "draw"
        else:
            self.hand_over()

    def hand_over(self) -> None:
        begin = self.drafting and self.turn == 0
        if self.drafting:
            self.drafting, self.turn = not begin, max(0, self.turn - 1)
        else:
            self.over = self.last and self.turn == len(self.order) - 1
            self.turn = (self.turn + 1) % len(self.order)
        self.asked = "draw" if self.drafting else "own"


def pieces_of(state: State) -> tuple[dict[str, int], dict[str, list[int]]]:
    """Tents by space and totems by territory."""
    tents = dict(zip(state.board.space_ids, "".join(state.tents), strict=True))
    totems = {name: [int(mark) for mark in row] for name, row in zip(state.board.ids, state.totems, strict=True)}
    return {space: int(mark) for space, mark in tents.items() if mark != "."}, totems


def play(state: State, dice: random.Random) -> Counter[str]:
    """A whole match by chance, with a liking for `liked`; gives how often each thing was asked and chosen."""
    referee, met = Referee(state), Counter[str]()
    liked = dice.choice(("", "tent", "totem"))
    while (decision := IWARI.decision(state)) is not None:
        found = IWARI.options(state)
        assert (decision.seat, set(found)) == (referee.seat, referee.options())
        option = dice.choice([option for option in found if option.startswith(liked)] or found)
        met.update({option.partition("-")[0], "feat" if referee.owed else referee.asked})
        IWARI.apply(state, option)
        referee.follow(option)
        assert pieces_of(state) == (referee.tents, referee.totems)
    assert referee.over
    met.update(["ended by tents"] if state.last_round == "tents" else [])
    return met


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_second_referee_allows_the_same_at_every_choice(seats: int) -> None:
    dice, met = random.Random(seats), Counter[str]()
    for number in range(24):
        land = ("base_a", "base_b2")[number % 2]
        feats = tuple(feat for feat in ALL_FEATS if dice.random() < 0.7)
        met += play(IWARI.setup(Settings(land, number % 3 == 0, feats), seats, number), dice)
    wanted = {"own", "own2", "draw", "feat", *ALL_FEATS, "decline", "discard", "done"}
    assert wanted | ({"third", "third2"} if seats == 2 else set()) <= set(met)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_second_referee_allows_the_same_where_pieces_run_out(seats: int) -> None:
    dice, met = random.Random(seats), Counter[str]()
    for number in range(16):
        state = IWARI.setup(Settings(feats=ALL_FEATS), seats, number)
        state.tents_left = [dice.randint(4, 14) for _ in state.tents_left]
        state.totems_left = [dice.randint(0, 3) for _ in state.totems_left]
        met += play(state, dice)
    assert met["ended by tents"] > 4
