"""How choices are written: `explore-c3`, `explore-b2-c3`, `enter-a2`, `divine-d4-corn`, `offer-corn+chili`.

The texts are made once and kept, since the full list of choices is wanted at every step of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import compress
from operator import itemgetter
from typing import NamedTuple

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


_CELLS = range(45)

_ZEROS_AND_ONES = bytes.maketrans(b"01", b"\x00\x01")


def selector(places: int) -> bytes:
    """A set of spaces for `itertools.compress`: a zero or one for each space, in reading order.

    Picking texts by it costs a fraction of looking at the bits one by one, and this is done at every step.
    """
    return f"{places:b}"[::-1].encode().translate(_ZEROS_AND_ONES)


def cells_of(places: int) -> Callable[[list[str]], Iterable[str]]:
    """Picks the texts of a set of spaces out of a list, one text a space. Made once, it picks from many lists."""
    cells = list(compress(_CELLS, selector(places)))
    if len(cells) == 1:
        cell = cells[0]
        return lambda texts: (texts[cell],)
    return itemgetter(*cells)


class Notation:
    """All options that name spaces of one board, space by space. Get it by `notation`, which makes each only once."""

    def __init__(self, ground: Valley) -> None:
        names = ground.names
        self.explore = [f"explore-{name}" for name in names]
        self.explore_from = [[f"explore-{origin}-{name}" for name in names] for origin in names]
        self.enter = [f"enter-{name}" for name in names]
        self.retrieve = [f"retrieve-{name}" for name in names]
        self.otoma = [f"otoma-{name}" for name in names]
        self.divine = [[f"divine-{name}-{crop}" for crop in CROPS] for name in names]
        self._index = ground.index
        self._read: dict[str, Choice] = {}

    def read(self, option: str) -> Choice:
        """What a legal option of this board means."""
        found = self._read.get(option)
        if found is None:
            found = self._read[option] = self._parse(option)
        return found

    def divinations(self, places: int) -> list[str]:
        """Every crop for each of these spaces (G32), in reading order and rising level."""
        found: list[str] = []
        while places:
            low = places & -places
            found += self.divine[low.bit_length() - 1]
            places ^= low
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
