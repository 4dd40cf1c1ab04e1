"""What a match of İye keeps. All but the deals to come is open information (Y13, Y14)."""

from __future__ import annotations

from msgspec import Struct

from rules import game
from rules.iye.events import DrumMoved


class CycleResult(Struct, frozen=True):
    """How a past cycle ended: its winner (None: tie), the seat that was stuck (None: scored), the points by seat."""

    winner: int | None
    stuck: int | None
    points: tuple[int, int]


class Position(game.State, kw_only=True):
    """A match of İye, but for the types of its decisions, which `State` gives.

    `layout[cell]` is the spirit dealt there in this cycle; `tiles` is the mask of cells that still hold theirs.
    `hands` and `spent` count tiles by seat and spirit. `past` holds the finished cycles in order.
    """

    cycles: int
    layout: list[int]
    tiles: int
    drum: int
    hands: list[list[int]]
    spent: list[list[int]]
    starter: int
    last: DrumMoved | None = None
    past: list[CycleResult] = []

    def wins(self, seat: int) -> int:
        """How many cycles the seat has won."""
        return sum(result.winner == seat for result in self.past)
