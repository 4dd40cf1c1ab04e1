"""The settings of a match of İye."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


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
