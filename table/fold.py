"""How what people type, and what it is compared with, is read: as phones and keyboards write it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_ENDS = " .,;:\N{IDEOGRAPHIC FULL STOP}`'\"\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
_LETTERS = str.maketrans({"\N{LATIN SMALL LETTER DOTLESS I}": "i", "\N{MINUS SIGN}": "-"})


@lru_cache(maxsize=8192)  # names of zones and of options are looked through at each letter typed
def fold(text: str) -> str:
    """The text without what does not matter: width, case, accents, the dot of an i, the kind and the number of spaces
    and dashes, quotation marks and full stops around it.

    >>> fold("ｃ４."), fold(" İYE "), fold("Iğdır"), fold("tent \N{EN DASH} G1a")
    ('c4', 'iye', 'igdir', 'tent - g1a')
    """
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold()).translate(_LETTERS)
    kept = (_plain(letter, unicodedata.category(letter)) for letter in plain)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()).strip(_ENDS))


def _plain(letter: str, category: str) -> str:
    match category:
        case "Mn" | "Cf":
            return ""  # accents; joiners and other marks without width
        case "Pd":
            return "-"
        case "Zs" | "Zl" | "Zp" | "Cc":
            return " "
    return letter


def squeezed(text: str) -> str:
    """The folded text's letters and numbers alone, for a choice that is written with other gaps.

    >>> squeezed("C 4"), squeezed("tent G1a tundra") == squeezed("tent-G1a-tundra")
    ('c4', True)
    """
    return "".join(letter for letter in fold(text) if letter.isalnum())


def fits(typed: str, text: str) -> bool:
    """Whether a suggestion is one that somebody looks for who has typed so far: the text holds it."""
    return fold(typed) in fold(text) or (bool(squeezed(typed)) and squeezed(typed) in squeezed(text))


def same(typed: str, text: str) -> bool:
    """Whether the text is what somebody means who typed this; nothing typed means nothing."""
    return bool(squeezed(typed)) and squeezed(typed) == squeezed(text)
