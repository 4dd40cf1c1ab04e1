"""Names for scenarios that people can type and share: the discs, and codes such as short-7F3K.

A code is the scenario's size and number, written in 32 signs that are hard to mistake. It tells nothing of the solution
to somebody who reads it; it only lets the scenario be made again.
"""

from __future__ import annotations

from rules.errors import BadSettings
from rules.tiwanaku.discs import DISCS, Disc
from rules.tiwanaku.regions import SIZES

SEEDS = 1 << 20
"""How many scenarios of each size have a code: seeds from 0 to SEEDS - 1."""

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 4
_MISTAKEN = str.maketrans("OIL", "011")

# Neighbouring seeds get codes that do not look alike: exchange by an odd factor, folded on itself.
_FACTOR = 0x9E375
_BACK = pow(_FACTOR, -1, SEEDS)
_KEYS = {"short": 0x3C5A7, "long": 0xA961D}
_HALF = 10


def write(size: str, seed: int) -> str:
    """The code of a scenario, like "long-9QX2". ValueError when the seed is not from 0 to SEEDS - 1.

    >>> write("short", 0), find(write("short", 0))
    ('short-PT49', ('short', 0))
    """
    if not 0 <= seed < SEEDS:
        raise ValueError(f"only seeds below {SEEDS} have a code")
    number = (seed ^ _KEYS[size]) * _FACTOR % SEEDS
    number ^= number >> _HALF
    signs = "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))
    return f"{size}-{signs}"


def find(text: str) -> tuple[str, int]:
    """Size and seed of the scenario that a disc's name or a code means. BadSettings when it means none.

    Upper and lower case, spaces and dashes do not matter, nor does O for 0 or I and L for 1.
    """
    plain = _plain(text)
    if not plain:
        raise BadSettings("tiwanaku.disc_needed")
    for disc in DISCS:
        if plain == _plain(disc.name):
            return disc.size, disc.seed
    for size in SIZES:
        if plain.startswith(size.upper()):
            return size, _seed(size, plain.removeprefix(size.upper()), text)
    if _are_signs(plain.translate(_MISTAKEN)):
        raise BadSettings("tiwanaku.code_without_size", signs=plain)
    raise BadSettings("tiwanaku.disc_unknown", name=_shown(text))


def disc_of(size: str, seed: int) -> Disc | None:
    """The disc that is this scenario, or None."""
    return next((disc for disc in DISCS if (disc.size, disc.seed) == (size, seed)), None)


def _seed(size: str, signs: str, text: str) -> int:
    signs = signs.translate(_MISTAKEN)
    if not _are_signs(signs):
        raise BadSettings("tiwanaku.not_a_code", name=_shown(text), size=size)
    number = 0
    for sign in signs:
        number = number << 5 | _SIGNS.index(sign)
    number ^= number >> _HALF
    return (number * _BACK % SEEDS) ^ _KEYS[size]


def _are_signs(signs: str) -> bool:
    return len(signs) == _LENGTH and all(sign in _SIGNS for sign in signs)


def _plain(text: str) -> str:
    return "".join(sign for sign in text.upper() if sign.isalnum())


def _shown(text: str) -> str:
    """What was typed, short enough to be said back."""
    plain = " ".join(text.split())
    return plain if len(plain) <= 30 else plain[:29] + "…"
