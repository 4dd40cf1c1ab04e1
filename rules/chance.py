"""Chance that is part of a state: a seed and a counter, the same numbers on every machine and every Python.

`random.Random` is not used in the rules: its shuffles may differ between Pythons, and its state takes kilobytes.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Chance(Struct):
    """A counter-based generator (SplitMix64). `seed` is any integer; `drawn` counts the numbers taken so far."""

    seed: int
    drawn: int = 0

    def bits(self) -> int:
        """The next 64 random bits."""
        self.drawn += 1
        word = (self.seed + self.drawn * _GOLDEN) & _MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely. ValueError when bound is not positive."""
        if bound <= 0:
            raise ValueError("bound must be positive")
        limit = _MASK + 1 - (_MASK + 1) % bound
        while (word := self.bits()) >= limit:
            pass
        return word % bound

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle a list in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
