"""Half Journey Scoring and End of the Journey Scoring: tents, totem connections, settlements, and the feats on them."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from rules.game import Events, Row, Standing, ranked
from rules.iwari.board import DIGITS, FREE, Board
from rules.iwari.events import (
    ConnectionScored,
    FinalTotals,
    HalfJourney,
    HalfTotals,
    JourneyEnd,
    SettlementScored,
    TerritoryScored,
)
from rules.iwari.position import Position

SETTLEMENT = 4
"""The fewest tents that make a settlement."""


class TerritoryCount(Struct, frozen=True):
    """The tents of one territory: counts and points by tribe; the points include the `times` of its feats."""

    territory: int
    tents: list[int]
    points: list[int]
    times: int


class LinkCount(Struct, frozen=True):
    """The totems at both ends of one connection (`link`: its index), and the points by tribe, `times` included."""

    link: int
    totems: tuple[list[int], list[int]]
    points: list[int]
    times: int


class SettlementCount(Struct, frozen=True):
    """A settlement: its tribe and its spaces (running numbers). It scores a point for each."""

    tribe: int
    spaces: tuple[int, ...]


@lru_cache(maxsize=8192)
def tent_points(row: str) -> tuple[int, ...]:
    """Points of the tribes 0-9 for the tents of a territory (Tent Scoring, B-43).

    The most tents get a point for every tent there; each next number of tents gets the number above it.

    >>> tent_points("0001123")[:5]
    (7, 3, 2, 2, 0)
    """
    return _points(tuple(row.count(tribe) for tribe in DIGITS))


@lru_cache(maxsize=8192)
def _points(tents: tuple[int, ...]) -> tuple[int, ...]:
    """The same from the numbers of tents by tribe; these come again more often than rows do."""
    steps = sorted(set(tents) - {0}, reverse=True)
    worth = {0: 0} | dict(zip(steps, [sum(tents), *steps], strict=False))
    return tuple(worth[count] for count in tents)


@lru_cache(maxsize=8192)
def majority(stack: str) -> str:
    """The tribes that have most totems in a stack, as digits; nobody in an empty one (B-46, B-47)."""
    most = max(map(stack.count, stack), default=0)
    return "".join(tribe for tribe in DIGITS if most and stack.count(tribe) == most)


def times_of(state: Position, site: str) -> int:
    """By how much the points of a territory or connection are multiplied: 1, and 1 for each feat there (F-12)."""
    return 1 + sum(feat.site == site for feat in state.feats) if state.feats else 1


def territory_counts(state: Position, half: bool = False) -> list[TerritoryCount]:
    """Every territory that holds a tent. At the half journey feats do not count (F-13)."""
    table, marks = state.board, DIGITS[: state.tribes]
    counts = []
    for place, row in enumerate(state.tents):
        if row == table.empty[place]:
            continue
        times = 1 if half else times_of(state, table.ids[place])
        tents = [row.count(mark) for mark in marks]
        points = [worth * times for worth in _points(tuple(tents))]
        counts.append(TerritoryCount(place, tents, points, times))
    return counts


def link_counts(state: Position) -> list[LinkCount]:
    """Every connection without a mountain, in ascending order (Totem Scoring)."""
    stacks = state.totems
    by_tribe = [[stack.count(mark) for mark in DIGITS[: state.tribes]] for stack in stacks]
    counts = []
    for number, link in enumerate(state.board.links):
        if link.no in state.mountains:
            continue
        here, there = stacks[link.a], stacks[link.b]
        times = times_of(state, str(link.no))
        points = [0] * state.tribes
        for mark in majority(here):
            if mark in majority(there):
                points[int(mark)] = (len(here) + len(there)) * times
        counts.append(LinkCount(number, (by_tribe[link.a], by_tribe[link.b]), points, times))
    return counts


def settlements(state: Position) -> list[SettlementCount]:
    """Every settlement on the map, tribe by tribe (Settlement Scoring, B-44)."""
    found = groups(state.board, "".join(state.tents))
    return [
        SettlementCount(tribe, tuple(group))
        for tribe in range(state.tribes)
        for group in found.get(DIGITS[tribe], [])
        if len(group) >= SETTLEMENT
    ]


def groups(table: Board, flat: str) -> dict[str, list[list[int]]]:
    """The connected groups of tents by their tribe's mark; `flat` is the whole map's spaces as one text."""
    tents: dict[str, int] = {}
    for number, mark in enumerate(flat):
        if mark != FREE:
            tents[mark] = tents.get(mark, 0) | 1 << number
    return {mark: _split(table.near, own) for mark, own in tents.items()}


def _split(near: tuple[int, ...], spaces: int) -> list[list[int]]:
    """A set of spaces as its connected groups. Sets are bits here, since this is done for whole maps."""
    found = []
    while spaces:
        edge = spaces & -spaces
        spaces ^= edge
        group = []
        while edge:
            number = edge.bit_length() - 1
            group.append(number)
            more = near[number] & spaces
            spaces ^= more
            edge ^= more | 1 << number
        found.append(sorted(group))
    return found


def group_at(table: Board, flat: str, number: int) -> set[int]:
    """The tents of the same tribe that are connected with the one on this space, that one included."""
    mark = flat[number]
    group = {number}
    edge = [number]
    while edge:
        for near in table.roads[edge.pop()]:
            if flat[near] == mark and near not in group:
                group.add(near)
                edge.append(near)
    return group


class Parts(Struct, frozen=True):
    """Points by tribe, chapter by chapter, in the order in which they are counted."""

    half: list[int]
    tents: list[int]
    totems: list[int]
    settlements: list[int]

    @property
    def total(self) -> list[int]:
        """The points of each tribe."""
        return self.up_to("settlements")

    def up_to(self, part: str) -> list[int]:
        """The points of each tribe when this part has been counted."""
        counted = self.__struct_fields__[: self.__struct_fields__.index(part) + 1]
        return [sum(row) for row in zip(*(getattr(self, name) for name in counted), strict=True)]


def parts(state: Position) -> Parts:
    """The score if the match ended now; all of it is open information (B-51)."""
    return _parts(state, territory_counts(state), link_counts(state), settlements(state))


def _parts(
    state: Position, places: list[TerritoryCount], links: list[LinkCount], chains: list[SettlementCount]
) -> Parts:
    lengths = [0] * state.tribes
    for chain in chains:
        lengths[chain.tribe] += len(chain.spaces)
    nothing = [0] * state.tribes
    tents = [sum(column) for column in zip(nothing, *(place.points for place in places), strict=True)]
    totems = [sum(column) for column in zip(nothing, *(link.points for link in links), strict=True)]
    return Parts(list(state.half), tents, totems, lengths)


def unused(state: Position) -> list[int]:
    """Tents and totems that each tribe has left: they break ties; the tent on the score track is not one (B-50)."""
    return [tents + totems for tents, totems in zip(state.tents_left, state.totems_left, strict=True)]


def standings(state: Position) -> list[Standing]:
    """Seats, then the third tribe. If that one wins alone, nobody else does (T2-7)."""
    found = parts(state)
    spare = unused(state)
    rows: list[Row] = []
    for tribe, score in enumerate(found.total):
        named = {
            "half": found.half[tribe],
            "tents": found.tents[tribe],
            "totems": found.totems[tribe],
            "settlements": found.settlements[tribe],
        }
        key = (score, spare[tribe])
        if tribe < state.seats:
            rows.append(Row(tribe, score, named, key))
        else:
            # Who gives up loses to the other player, not to the third tribe.
            rows.append(Row(None, score, named, (-1, 0) if state.resigned else key, "third tribe"))
    return ranked(rows, over=state.phase == "over")


def score_half(state: Position) -> Events:
    """The half journey: tents only (B-45)."""
    counts = territory_counts(state, half=True)
    for count in counts:
        state.half = [old + new for old, new in zip(state.half, count.points, strict=True)]
    places = {state.board.ids[count.territory]: count.points for count in counts}
    return [HalfJourney(), *_told(state, counts, half=True), HalfTotals(list(state.half), places)]


def score_end(state: Position) -> Events:
    """The final scoring, told territory by territory, connection by connection, settlement by settlement."""
    table = state.board
    places, links, chains = territory_counts(state), link_counts(state), settlements(state)
    events: Events = [JourneyEnd(), *_told(state, places, half=False)]
    for count in links:
        link = table.links[count.link]
        ends = (table.ids[link.a], table.ids[link.b])
        events.append(ConnectionScored(link.no, ends, count.totems, count.points, count.times))
    for chain in chains:
        spaces = tuple(table.space_ids[space] for space in chain.spaces)
        events.append(SettlementScored(chain.tribe, spaces, len(spaces)))
    found = _parts(state, places, links, chains)
    events.append(FinalTotals(found.half, found.tents, found.totems, found.settlements, found.total, unused(state)))
    return events


def _told(state: Position, counts: list[TerritoryCount], half: bool) -> Events:
    ids = state.board.ids
    return [TerritoryScored(ids[count.territory], count.tents, count.points, count.times, half) for count in counts]
