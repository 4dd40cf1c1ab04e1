"""What is said about settings that make no match of Tiwanaku, and about what is typed in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.language import either, enumeration, listing, say, translatable
from render.presenter import ErrorWords


def _level_needed(levels: Sequence[str]) -> str:
    return say("Choose a level: {levels}.", levels=either(levels))


def _several_ways(options: Sequence[str]) -> str:
    return say("Which do you mean: {options}?", options=enumeration(f"`{option}`" for option in options))


def _divine_elsewhere(spaces: Sequence[str]) -> str:
    return say("You can divine on {spaces} now.", spaces=listing(spaces))


ERRORS: Mapping[str, ErrorWords] = {
    "tiwanaku.level_needless": translatable("Levels are for playing against the Otoma, alone or together."),
    "tiwanaku.level_needed": _level_needed,
    "tiwanaku.disc_of_other_size": translatable("That disc is a {disc} scenario, not a {size} one."),
    "tiwanaku.short_without_otoma": translatable("A short scenario has no Otoma: play a long one alone or together."),
    "tiwanaku.disc_needed": translatable("Name a disc, or write a code like short-7F3K or long-9QX2."),
    "tiwanaku.disc_unknown": translatable(
        "No disc or code is called {name}. A code looks like short-7F3K or long-9QX2."
    ),
    "tiwanaku.code_without_size": translatable(
        "Is {signs} a short or a long scenario? Write short-{signs} or long-{signs}."
    ),
    "tiwanaku.not_a_code": translatable(
        "{name} is not a code. After {size}- come four letters or digits, like {size}-7F3K, "
        "and the letter U is not used."
    ),
    "tiwanaku.several_ways": _several_ways,
    "tiwanaku.divine_elsewhere": _divine_elsewhere,
    "tiwanaku.nothing_to_divine": translatable(
        "There is nothing to divine now: that needs your turn, and a meeple of yours on bare terrain."
    ),
    "tiwanaku.space_unknown": translatable("There is no space “{name}” on this board; spaces are written like c3."),
    "tiwanaku.notes_by_level": translatable("Crops are noted by their levels 1 to 5, for example 135."),
}
"""By code; see `render.errors`."""
