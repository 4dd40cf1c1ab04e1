"""Search for computer players, for any game with compact positions: alpha-beta by the clock, over many worlds.

A game of open information searches one world. A game with hidden information lists several `determinize`d worlds, and
`best_move` plays what does best on their average (perfect-information Monte Carlo).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

Move = TypeVar("Move")

WIN = 1_000_000
"""The value of a certain win; estimates stay well below."""


class TimeUp(Exception):
    """The time for thinking is over."""


class Position(Protocol[Move]):
    """A position with one side to move; values are from that side's point of view, sides alternate."""

    def moves(self) -> Sequence[Move]:
        """The moves worth looking at, best first; empty when the game is over here."""

    def after(self, move: Move) -> Position[Move]:
        """The position after a move, with the other side to move."""

    def estimate(self) -> int:
        """How good it is for the side to move; +-WIN and beyond where the game is over."""


class Clock:
    """Asks `hurry` only once in a while, since it may be slow; raises TimeUp."""

    EVERY = 64

    def __init__(self, hurry: Callable[[], bool]) -> None:
        self.hurry = hurry
        self.ticks = 0

    def tick(self) -> None:
        """Count one position; TimeUp when the time is over."""
        self.ticks += 1
        if self.ticks % self.EVERY == 0 and self.hurry():
            raise TimeUp


class Search(Generic[Move]):
    """Iterative deepening alpha-beta on one world."""

    def __init__(self, root: Position[Move], clock: Clock) -> None:
        self.root = root
        self.clock = clock

    def values(self, depth: int) -> dict[Move, int]:
        """The value of each move at the root, searched `depth` moves deep (1: the position after the move)."""
        return {move: -self._value(self.root.after(move), depth - 1, -WIN * 2, WIN * 2) for move in self.root.moves()}

    def _value(self, position: Position[Move], depth: int, low: int, high: int) -> int:
        self.clock.tick()
        moves = position.moves() if depth > 0 else ()
        if not moves:
            return position.estimate()
        best = -WIN * 2
        for move in moves:
            value = -self._value(position.after(move), depth - 1, -high, -low)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if value >= high:
                        break
        return best


def best_move(
    worlds: Iterable[Position[Move]], depth: int, rng: random.Random, hurry: Callable[[], bool]
) -> Move | None:
    """The move with the best average value over the worlds, deepened until `depth` or until time is up.

    None when not even the shallowest search of the first world was finished. Ties are broken by lot.
    """
    clock = Clock(hurry)
    searches = [Search(world, clock) for world in worlds]
    best: dict[Move, float] = {}
    try:
        for deep in range(1, depth + 1):
            totals: dict[Move, float] = {}
            for search in searches:
                for move, value in search.values(deep).items():
                    totals[move] = totals.get(move, 0.0) + value
                if deep == 1:
                    best = dict(totals)
            best = totals
            if len(best) == 1:
                break
    except TimeUp:
        pass
    if not best:
        return None
    top = max(best.values())
    return rng.choice([move for move, value in best.items() if value == top])
