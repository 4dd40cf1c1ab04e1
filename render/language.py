"""The door through which every word for people goes: whole sentences with named places, counted phrases, lists.

What stands in the source is English, as the first argument of these functions, and nothing is put together from parts
of sentences. So a catalogue can be put behind them without a change anywhere else: gettext behind `say`, ngettext
behind `plural`, Babel's `format_list` behind `listing`, `either` and `enumeration`, `format_date` behind `long_date`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date


def say(text: str, /, **values: object) -> str:
    """A sentence, or a name that stands by itself, with its places filled: `say("{name} left.", name="Ada")`.

    `text` is written out where it is said, or marked by `translatable`. KeyError when a place has no value.
    """
    return text.format_map(values) if values else text


def translatable(text: str, /) -> str:
    """The text itself. Marks what stands in a table or a constant and is said later, for whoever gathers a
    catalogue."""
    return text


def plural(count: int, one: str, many: str, /, **values: object) -> str:
    """One of two whole phrases, by a number that both may name: `plural(3, "{count} point", "{count} points")`."""
    return say(one if count == 1 else many, count=count, **values)


def listing(names: Sequence[str]) -> str:
    """All of them, as they stand in a sentence: "", "Ada", "Ada and Bo", "Ada, Bo and Chi"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def either(names: Sequence[str]) -> str:
    """Any of them: "", "Ada", "Ada or Bo", "Ada, Bo or Chi"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def enumeration(items: Iterable[str]) -> str:
    """A bare list, as after a colon: "c4 Owls, c5 Sun"."""
    return ", ".join(items)


def together(sentences: Iterable[str]) -> str:
    """Whole sentences one after the other in a line; empty ones are left out."""
    return " ".join(filter(None, sentences))


def number(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def long_date(day: date) -> str:
    """A day with its month written out: "3 December 2026"."""
    return f"{day.day} {day:%B %Y}"
