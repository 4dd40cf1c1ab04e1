"""How choices are written: `explore-c3`, `explore-b2-c3`, `enter-a2`, `divine-d4-corn`, `offer-corn+chili`.

The texts are made once and kept, since the full list of choices is wanted at every step of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from rules.sets import Sets
from rules.tiwanaku.valley import Valley, valley

CROPS = ("potato", "coca", "chili", "corn", "quinoa")
"""Sweet Potato, Coca Leaf, Chili, Corn, Quinoa: levels 1 to 5 (Crop Values)."""

TERRAIN_NAMES = ("dirt", "sand", "grass", "rock")
"""The terrains in the order of their numbers."""

DONE = "done"
PASS = "pass"


class Choice(NamedTuple):
    """What an option says: a verb, and the spaces and the crop level that it names (-1, -1 and 0 where it does not)."""

    verb: str
    origin: int
    target: int
    crop: int = 0


def picker(cells: tuple[int, ...]) -> Callable[[Sequence[str]], Iterable[str]]:
    """Picks the texts of some spaces (at least one) out of a list, one text a space; made once, out of many lists."""
    if len(cells) == 1:
        (cell,) = cells
        return lambda texts: (texts[cell],)
    return itemgetter(*cells)


class Notation:
    """All options that name spaces of one board, space by space. Get it by `notation`, which makes each only once.

    `divinations` are every crop for each space (G32), by rising level.
    """

    def __init__(self, ground: Valley) -> None:
        names = ground.names
        self.cells = Sets([[cell] for cell in range(ground.cells)])
        self.explore = Sets([[f"explore-{name}"] for name in names])
        self.explore_from = [[f"explore-{origin}-{name}" for name in names] for origin in names]
        self.enter = Sets([[f"enter-{name}"] for name in names])
        self.retrieve = Sets([[f"retrieve-{name}"] for name in names])
        self.otoma = [f"otoma-{name}" for name in names]
        self.divine = [[f"divine-{name}-{crop}" for crop in CROPS] for name in names]
        self.divinations = Sets(self.divine)
        self._index = ground.index
        self._read: dict[str, Choice] = {}

    def read(self, option: str) -> Choice:
        """What a legal option of this board means."""
        found = self._read.get(option)
        if found is None:
            found = self._read[option] = self._parse(option)
        return found

    def _parse(self, option: str) -> Choice:
        verb, *words = option.split("-")
        if verb == "divine":
            return Choice(verb, -1, self._index[words[0]], CROPS.index(words[1]) + 1)
        if verb in ("explore", "enter", "retrieve", "otoma"):
            origin = self._index[words[0]] if len(words) == 2 else -1
            return Choice(verb, origin, self._index[words[-1]])
        return Choice(verb, -1, -1)


@cache
def notation(size: str) -> Notation:
    """The notation of a board, "short" or "long"."""
    return Notation(valley(size))


def crops_in(tokens: int) -> list[int]:
    """The crop levels of a set of tokens (bit `level - 1`), highest first."""
    return [level for level in range(5, 0, -1) if tokens >> level - 1 & 1]


def offer(tokens: int) -> str:
    """How an offering is written, the highest crop first."""
    return "offer-" + "+".join(CROPS[level - 1] for level in crops_in(tokens))


OFFERS = {offer(tokens): tokens for tokens in range(1, 32)}
"""Every offering there can be, with its set of tokens."""


@cache
def offers(tokens: int) -> list[str]:
    """Every offering that these tokens allow (Offer): the largest first, then by the value of the crops in it."""
    subsets = [part for part in range(1, 32) if part & tokens == part]
    subsets.sort(key=lambda part: (part.bit_count(), part), reverse=True)
    return [offer(part) for part in subsets]
