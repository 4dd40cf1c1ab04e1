"""The state and the settings of a match of İye. All but the deals to come is open information (Y13, Y14)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules import game
from rules.iye.events import DrumMoved


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """`cycles` to win (H12), who is `first` in the first cycle (H7), and a fixed first `layout` or "" for a deal.

    A layout is 25 letters of O W T H S, row 1 first. "host" is seat 0, "guest" seat 1.

    `opening` are moves on that layout, in notation with spaces between, that were made before the match begins.
    `within` makes the match a problem: the host wins by leaving the guest without a move in so many own moves, or
    else loses (0: an ordinary match). Neither is in the rulebook; both are ours.
    """

    cycles: Literal[1, 2] = 2
    first: Literal["random", "host", "guest"] = "random"
    layout: str = ""
    opening: str = ""
    within: int = 0


class CycleResult(Struct, frozen=True):
    """How a past cycle ended: its winner (None: tie), the seat that was stuck (None: scored), the points by seat."""

    winner: int | None
    stuck: int | None
    points: tuple[int, int]


class State(game.State, kw_only=True):
    """A match of İye.

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
