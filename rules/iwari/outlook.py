"""What a position is worth to a computer player: the points if it ended now, or those to be expected at the end.

The expectation is a simple one. The cards left tell how many tents and totems will still be placed; each free tent
space and each free place in a stack of totems is filled with the same probability, by any tribe alike. That tells a
safe majority from one that will be contested, and it becomes the exact score as the deck runs out.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rules.iwari.board import DIGITS, FREE, Move, cap
from rules.iwari.components import components, deck_for
from rules.iwari.position import Position
from rules.iwari.scoring import SETTLEMENT, group_at, groups, times_of

SAMPLES = 40
TENTS_PER_CARD = 0.52
TOTEMS_PER_CARD = 0.19
"""Pieces placed for each card that leaves the deck (measured)."""

Changes = dict[tuple[str, int, int], float]
"""What a kind of piece of a tribe in a territory changes, chains left aside."""

Undo = tuple[int, str, str, Changes]


class Outlook:
    """The value of a position to one seat, and of changes to it, in points.

    `weights` tell what a point of each tribe is worth: 1 for the seat's own, less than nothing for the others'. Without
    `future` only the points of the moment count. `tents` and `totems` are its own copies, and may be changed by `put`.
    """

    def __init__(self, view: Position, seat: int, future: bool) -> None:
        self.board = view.board
        self.tents = list(view.tents)
        self.totems = list(view.totems)
        self.tribes = view.tribes
        self.open = [link.no not in view.mountains for link in self.board.links]
        self.times = [times_of(view, place) for place in self.board.ids]
        self.link_times = [times_of(view, str(link.no)) for link in self.board.links]
        self.first_journey = view.journey == 1 or view.scoring_due
        self.soon = self.late = self.higher = self.longer = 0.0
        if future:
            self._look_ahead(view)
        self.weights = _weights(view, seat, self.expected_scores(view.half))
        self.tent_values: dict[tuple[int, str], float] = {}
        self.link_values: dict[tuple[int, str, int, str, int], float] = {}
        self.changes: Changes = {}

    def _look_ahead(self, view: Position) -> None:
        """How likely a free tent space is filled until the half and until the end, a totem's place, a longer chain."""
        soon = late = len(view.deck)
        if view.journey == 1:
            late += len(deck_for(view.seats)) - components().printed.hand * view.seats - components().printed.display
        free = sum(row.count(FREE) for row in self.tents) or 1
        room = sum(self._room(place) for place in range(len(self.tents))) or 1
        self.soon = _tenths(soon * TENTS_PER_CARD / free) if view.journey == 1 else 0.0
        self.late = _tenths(late * TENTS_PER_CARD / free)
        self.higher = _tenths(late * TOTEMS_PER_CARD / room)
        self.longer = min(1.0, late / (14.0 * view.seats))

    def _room(self, place: int) -> int:
        """How many totems a stack may still take, with one tent more where there is space."""
        row = self.tents[place]
        return max(0, cap(row) + (FREE in row) - len(self.totems[place]))

    def expected_scores(self, half: Sequence[int]) -> list[float]:
        """The points of each tribe."""
        scores = [float(points) for points in half]
        places = [self._tents(place, self.tents[place]) for place in range(len(self.tents))]
        for points in [*places, *(self._link(number) for number in range(len(self.open)))]:
            scores = [score + more for score, more in zip(scores, points, strict=True)]
        flat = "".join(self.tents)
        for mark, found in groups(self.board, flat).items():
            scores[int(mark)] += sum(self._chain(len(group), self._exits(flat, group)) for group in found)
        return scores

    def delta(self, tribe: int, move: Move) -> float:
        """What a placement changes, in points; the position is left as it was."""
        kind, place, spot, _ = move
        key = (kind, place, tribe)
        change = self.changes.get(key)
        if change is None:
            # The same for every space of the territory, but for the chains.
            before = self._local(place)
            undo = self.put(tribe, move)
            change = self._local(place) - before
            self.take_back(undo)
            self.changes[key] = change
        return change + self._chain_change(tribe, self.board.first[place] + spot) if kind == "tent" else change

    def put(self, tribe: int, move: Move) -> Undo:
        """Make a placement. Give the result to `take_back`, the last one first."""
        kind, place, spot, _ = move
        undo = (place, self.tents[place], self.totems[place], self.changes)
        self.changes = {}
        if kind == "totem":
            self.totems[place] += DIGITS[tribe]
        else:
            row = self.tents[place]
            self.tents[place] = row[:spot] + DIGITS[tribe] + row[spot + 1 :]
        return undo

    def take_back(self, undo: Undo) -> None:
        """Undo a placement."""
        place, self.tents[place], self.totems[place], self.changes = undo

    def feat(self, site: str) -> float:
        """What one feat more on a territory or connection is worth."""
        if site in self.board.index:
            place = self.board.index[site]
            return self._weigh(expected_points(self._counts(self.tents[place]), *self._fill(place)))
        number = next(index for index, link in enumerate(self.board.links) if str(link.no) == site)
        return self._weigh(self._link(number)) / self.link_times[number]

    def _local(self, place: int) -> float:
        """The worth of a territory's tents and of its connections."""
        row = self.tents[place]
        value = self.tent_values.get((place, row))
        if value is None:
            value = self.tent_values[place, row] = self._weigh(self._tents(place, row))
        for number in self.board.links_of[place]:
            if self.open[number]:
                link = self.board.links[number]
                stacks = self.totems[link.a], self._room(link.a), self.totems[link.b], self._room(link.b)
                worth = self.link_values.get((number, *stacks))
                if worth is None:
                    worth = self.link_values[number, *stacks] = self._weigh(self._link(number))
                value += worth
        return value

    def _weigh(self, points: Sequence[float]) -> float:
        return sum(weight * worth for weight, worth in zip(self.weights, points, strict=True))

    def _counts(self, row: str) -> tuple[int, ...]:
        return tuple(row.count(DIGITS[tribe]) for tribe in range(self.tribes))

    def _fill(self, place: int) -> tuple[int, float]:
        return self.tents[place].count(FREE), self.late

    def _tents(self, place: int, row: str) -> Sequence[float]:
        counts, free = self._counts(row), row.count(FREE)
        times = self.times[place]
        points = [worth * times for worth in expected_points(counts, free, self.late)]
        if self.first_journey and self.late:
            now = expected_points(counts, free, self.soon)
            points = [late + soon for late, soon in zip(points, now, strict=True)]
        return points

    def _link(self, number: int) -> Sequence[float]:
        if not self.open[number]:
            return (0.0,) * self.tribes
        link = self.board.links[number]
        here, high = self._stack(link.a)
        there, higher = self._stack(link.b)
        worth = (high + higher) * self.link_times[number]
        return [one * other * worth for one, other in zip(here, there, strict=True)]

    def _stack(self, place: int) -> tuple[tuple[float, ...], float]:
        room = self._room(place) if self.higher else 0
        return expected_stack(self._counts(self.totems[place]), room, self.higher)

    def _chain_change(self, tribe: int, space: int) -> float:
        """What a tent on a free space changes in chains: it joins own ones, and shuts others out."""
        flat = "".join(self.tents)
        joined = {space}
        seen: set[int] = set()
        change = 0.0
        for near in self.board.roads[space]:
            if flat[near] == FREE or near in seen:
                continue
            group = group_at(self.board, flat, near)
            seen |= group
            owner = int(flat[near])
            exits = self._exits(flat, group)
            change -= self.weights[owner] * self._chain(len(group), exits)
            if owner == tribe:
                joined |= group
            else:
                change += self.weights[owner] * self._chain(len(group), exits - 1)
        exits = self._exits(flat, joined) - (len(joined) > 1)
        return change + self.weights[tribe] * self._chain(len(joined), exits)

    def _exits(self, flat: str, group: Iterable[int]) -> int:
        """How many free spaces a chain can grow to."""
        return len({near for space in group for near in self.board.roads[space] if flat[near] == FREE})

    def _chain(self, size: int, exits: int) -> float:
        """The points of a settlement, and a share of those of a chain that may become one."""
        if size >= SETTLEMENT:
            return size + 0.35 * min(exits, 2) * self.longer
        return (0.1, 0.7, 2.0)[size - 1] * self.longer if exits > 0 else 0.0


@lru_cache(maxsize=4096)
def points_of(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Tent points for numbers of tents (Tent Scoring)."""
    steps = sorted(set(counts) - {0}, reverse=True)
    worth = {0: 0} | dict(zip(steps, [sum(counts), *steps], strict=False))
    return tuple(worth[count] for count in counts)


@lru_cache(maxsize=60_000)
def expected_points(counts: tuple[int, ...], free: int, fill: float) -> tuple[float, ...]:
    """Tent points by tribe when each of the free spaces is filled with probability `fill`."""
    if not free or not fill:
        return points_of(counts)
    order = sorted(range(len(counts)), key=lambda tribe: -counts[tribe])
    values = _sampled_points(tuple(counts[tribe] for tribe in order), free, fill)
    result = [0.0] * len(counts)
    for tribe, value in zip(order, values, strict=True):
        result[tribe] = value
    return tuple(result)


@lru_cache(maxsize=20_000)
def _sampled_points(counts: tuple[int, ...], free: int, fill: float) -> tuple[float, ...]:
    totals = [0.0] * len(counts)
    for drawn in _samples(len(counts), free, fill):
        for tribe, points in enumerate(points_of(tuple(map(sum, zip(counts, drawn, strict=True))))):
            totals[tribe] += points
    return _even(counts, [total / SAMPLES for total in totals])


@lru_cache(maxsize=60_000)
def expected_stack(counts: tuple[int, ...], room: int, fill: float) -> tuple[tuple[float, ...], float]:
    """By tribe the chance to hold a majority in a stack of totems, and the height to be expected."""
    chances = [0.0] * len(counts)
    height = 0
    for drawn in _samples(len(counts), room, fill):
        stack = [have + more for have, more in zip(counts, drawn, strict=True)]
        most = max(stack)
        height += sum(stack)
        for tribe, count in enumerate(stack):
            chances[tribe] += most > 0 and count == most
    return _even(counts, [chance / SAMPLES for chance in chances]), height / SAMPLES


@lru_cache(maxsize=2_000)
def _samples(tribes: int, places: int, fill: float) -> tuple[tuple[int, ...], ...]:
    """Some ways in which places may be filled, as numbers by tribe; always the same ones, so that values compare."""
    dice = random.Random(7)
    found = []
    for _ in range(SAMPLES):
        counts = [0] * tribes
        for _ in range(places):
            if dice.random() < fill:
                counts[int(dice.random() * tribes)] += 1
        found.append(tuple(counts))
    return tuple(found)


def _even(counts: tuple[int, ...], values: list[float]) -> tuple[float, ...]:
    """Give tribes that stand alike the same value."""
    alike = {count: [value for have, value in zip(counts, values, strict=True) if have == count] for count in counts}
    return tuple(sum(alike[count]) / len(alike[count]) for count in counts)


def _tenths(share: float) -> float:
    return round(min(0.9, max(0.0, share)), 1)


def _weights(view: Position, seat: int, scores: list[float]) -> list[float]:
    """Points of rivals count against the seat, the leading rival's most; the third tribe's when it comes near."""
    rivals = [other for other in range(view.seats) if other != seat]
    leader = max(rivals, key=lambda other: scores[other])
    weights = [-0.5 / len(rivals)] * len(scores)
    weights[leader] -= 0.3
    weights[seat] = 1.0
    if view.third is not None:
        lead = max(scores[seat], scores[leader]) - scores[view.third]
        weights[view.third] = -0.2 - 0.1 * min(10.0, max(0.0, 12.0 - lead))
    return weights
