"""The board: a map as tables that the rules look things up in, made once for each map.

Spaces have a running number, territory by territory. What the tribes have placed lies in the state as texts, two for
each territory: a character for each tent space (`.` free, else the digit of the tribe), and its stack of totems, lowest
first.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from rules.iwari import maps
from rules.iwari.components import LETTERS, NAMES

FREE = "."
DIGITS = "0123456789"

Move = tuple[str, int, int, str]
"""A placement: "tent" or "totem", territory, space within it (-1 for a totem), and the cards that pay."""


class Link(Struct, frozen=True):
    """A numbered connection between territories `a` and `b` (indexes); `kind` is "land" or "water"."""

    no: int
    a: int
    b: int
    kind: str


_ONES = str.maketrans(FREE + DIGITS, "1" + "0" * len(DIGITS))
"""Writes a row as a binary number whose ones are the free spaces, the first space in front."""


class Rows(dict[str, tuple[int, int]]):
    """A row of tents -> its free spaces as bits, and the cap of totems, wherever the row lies.

    Filled as rows occur, and emptied when it grows too large; the rules ask it for every territory at every step.
    """

    LIMIT = 10_000

    def __missing__(self, row: str) -> tuple[int, int]:
        if len(self) >= self.LIMIT:
            self.clear()
        free = int(row.translate(_ONES)[::-1], 2)
        found = self[row] = (free, max(map(row.count, DIGITS)))
        return found


ROWS = Rows()


class Settling(dict[int, tuple[str, ...]]):
    """For one territory and the ways to pay there: free spaces (bits) -> options of placing a tent."""

    def __init__(self, texts: list[tuple[str, ...]]) -> None:
        super().__init__()
        self.texts = texts

    def __missing__(self, free: int) -> tuple[str, ...]:
        found = self[free] = tuple(text for row in self.texts for space, text in enumerate(row) if free >> space & 1)
        return found


Reachable = tuple[int, Settling, tuple[str, ...]]
"""A territory (index) that a hand can pay for: what it may settle there, and the options of placing a totem."""


class Reach(dict[str, dict[int, Reachable]]):
    """A hand -> the territories that it can pay for, by their indexes, in the map's order."""

    def __init__(
        self,
        biomes: tuple[str, ...],
        tents: tuple[dict[str, tuple[str, ...]], ...],
        totems: tuple[dict[str, str], ...],
    ) -> None:
        super().__init__()
        self.biomes, self.tents, self.totems = biomes, tents, totems
        self.settling: dict[tuple[int, tuple[str, ...]], Settling] = {}

    def __missing__(self, hand: str) -> dict[int, Reachable]:
        found = self[hand] = {}
        for place, biome in enumerate(self.biomes):
            if prices := payments(hand)[biome]:
                key = (place, prices)
                if key not in self.settling:
                    self.settling[key] = Settling([self.tents[place][cards] for cards in prices])
                stack = self.totems[place]
                found[place] = place, self.settling[key], tuple(stack[cards] for cards in prices if stack)
        return found


class Board(Struct, frozen=True):
    """Tables of one map. Lists are by territory index or by running space number; cards are letters.

    `tent_texts[t][cards]` are the options of placing a tent there for these cards, one for each space; `totem_texts`
    likewise (no entry where the territory takes no totem). `roads` are the spaces connected with each space, `near` the
    same as bits. `moves` gives what an option means. `twins[p]` are the numbers of the connections that carry the
    symbol with p peaks. `reach[hand]` tells what a hand can pay for.
    """

    map: maps.Map
    ids: tuple[str, ...]
    biomes: tuple[str, ...]
    empty: tuple[str, ...]
    spaces: tuple[tuple[str, ...], ...]
    first: tuple[int, ...]
    space_ids: tuple[str, ...]
    home: tuple[int, ...]
    index: dict[str, int]
    roads: tuple[tuple[int, ...], ...]
    near: tuple[int, ...]
    links: tuple[Link, ...]
    links_of: tuple[tuple[int, ...], ...]
    twins: dict[int, tuple[int, ...]]
    tent_texts: tuple[dict[str, tuple[str, ...]], ...]
    totem_texts: tuple[dict[str, str], ...]
    moves: dict[str, Move]
    reach: Reach


@cache
def board(map_id: str) -> Board:
    """The board of a map. Raises what `maps.load` raises for an unknown or broken one."""
    return build(maps.load(map_id))


def build(land: maps.Map) -> Board:
    """The tables of a loaded map."""
    spaces = tuple(tuple(space.id for space in place.spaces) for place in land.territories)
    space_ids = tuple(space for row in spaces for space in row)
    numbers = {space: number for number, space in enumerate(space_ids)}
    index = {place.id: number for number, place in enumerate(land.territories)}
    biomes = tuple(LETTERS[place.biome] for place in land.territories)
    links = tuple(
        Link(link.no, index[link.ends[0]], index[link.ends[1]], link.kind)
        for link in sorted(land.connections, key=lambda link: link.no)
    )
    tent_texts = tuple(_tent_texts(row, biome) for row, biome in zip(spaces, biomes, strict=True))
    totem_texts = tuple(
        _totem_texts(place.id, biome) if place.totem is not None else {}
        for place, biome in zip(land.territories, biomes, strict=True)
    )
    roads = _roads(land, numbers)
    return Board(
        map=land,
        ids=tuple(index),
        biomes=biomes,
        empty=tuple(FREE * len(row) for row in spaces),
        spaces=spaces,
        first=tuple(numbers[row[0]] for row in spaces),
        space_ids=space_ids,
        home=tuple(place for place, row in enumerate(spaces) for _ in row),
        index=index,
        roads=roads,
        near=tuple(sum(1 << number for number in row) for row in roads),
        links=links,
        links_of=tuple(
            tuple(number for number, link in enumerate(links) if place in (link.a, link.b))
            for place in range(len(index))
        ),
        twins=_twins(land),
        tent_texts=tent_texts,
        totem_texts=totem_texts,
        moves=_moves(tent_texts, totem_texts),
        reach=Reach(biomes, tent_texts, totem_texts),
    )


@cache
def payments(hand: str) -> dict[str, tuple[str, ...]]:
    """For each biome the ways to pay for one piece there: one card of it, or a pair of another (Playing Pieces; B-15).

    >>> payments("CCD")["D"], payments("CCD")["C"], payments("CCD")["F"]
    (('D', 'CC'), ('C',), ('CC',))
    """
    cards = sorted(set(hand) - {"?"})
    pairs = [card for card in cards if hand.count(card) >= 2]
    return {
        biome: tuple([biome] * (biome in cards) + [card * 2 for card in pairs if card != biome])
        for biome in LETTERS.values()
    }


def cap(row: str) -> int:
    """The most totems a territory may hold: the number of tents of whoever has most there (B-22, B-25)."""
    return ROWS[row][1]


@cache
def spend(hand: str, cards: str) -> str:
    """A hand without these cards; a card that is not in it is passed over."""
    for card in cards:
        hand = hand.replace(card, "", 1)
    return hand


@cache
def named(cards: str) -> tuple[str, ...]:
    """The biomes of cards."""
    return tuple(NAMES[card] for card in cards)


def _prices(biome: str) -> list[tuple[str, str]]:
    """Every payment for a piece in a biome, as cards and as it is written."""
    singles = [(biome, NAMES[biome])]
    return singles + [(card * 2, f"{name}+{name}") for name, card in LETTERS.items() if card != biome]


def _tent_texts(spaces: tuple[str, ...], biome: str) -> dict[str, tuple[str, ...]]:
    return {cards: tuple(f"tent-{space}-{text}" for space in spaces) for cards, text in _prices(biome)}


def _totem_texts(place: str, biome: str) -> dict[str, str]:
    return {cards: f"totem-{place}-{text}" for cards, text in _prices(biome)}


def _moves(tents: tuple[dict[str, tuple[str, ...]], ...], totems: tuple[dict[str, str], ...]) -> dict[str, Move]:
    moves: dict[str, Move] = {}
    for place, by_cards in enumerate(tents):
        for cards, texts in by_cards.items():
            moves |= {text: ("tent", place, space, cards) for space, text in enumerate(texts)}
    for place, texts_by_cards in enumerate(totems):
        moves |= {text: ("totem", place, -1, cards) for cards, text in texts_by_cards.items()}
    return moves


def _roads(land: maps.Map, numbers: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    near: list[set[int]] = [set() for _ in numbers]
    for one, other in land.roads:
        near[numbers[one]].add(numbers[other])
        near[numbers[other]].add(numbers[one])
    return tuple(tuple(sorted(found)) for found in near)


def _twins(land: maps.Map) -> dict[int, tuple[int, ...]]:
    twins: dict[int, tuple[int, ...]] = {}
    for link in land.connections:
        if link.mountain is not None:
            twins[link.mountain] = (*twins.get(link.mountain, ()), link.no)
    return {peaks: tuple(sorted(numbers)) for peaks, numbers in sorted(twins.items())}
