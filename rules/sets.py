"""Sets of a board's spaces as whole numbers, bit `number` for a space, and what belongs to the spaces of a set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

ThingT = TypeVar("ThingT")


class Sets(Generic[ThingT]):
    """Things that belong to the spaces of a board, and at once those of any set of spaces, in the spaces' order.

    All sets within nine spaces are made beforehand, and others are put together from them: games ask this several times
    a step, and to look at the bits one by one takes several times as long. A board of 25 spaces has three such parts.
    """

    def __init__(self, things: Sequence[Sequence[ThingT]]) -> None:
        self._first, self._second, self._third = (_subsets(things[start : start + 9]) for start in (0, 9, 18))
        self._rest = Sets(things[27:]) if len(things) > 27 else None

    def of(self, places: int) -> tuple[ThingT, ...]:
        """The things of a set of spaces."""
        found = self._first[places & 511] + self._second[places >> 9 & 511] + self._third[places >> 18 & 511]
        return found + self._rest.of(places >> 27) if self._rest else found


def _subsets(things: Sequence[Sequence[ThingT]]) -> list[tuple[ThingT, ...]]:
    """For every set of these spaces, as a number: all that belongs to it."""
    found: list[tuple[ThingT, ...]] = [()]
    for here in things:
        found += [before + tuple(here) for before in found]
    return found
