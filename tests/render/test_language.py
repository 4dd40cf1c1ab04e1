"""The door of all words: places, numbers, lists."""

from __future__ import annotations

from datetime import date

import pytest

from render.language import either, enumeration, listing, long_date, number, plural, say, together, translatable


def test_places_are_filled_by_name() -> None:
    assert say("{name} left the match.", name="Ada") == "Ada left the match."
    assert say("Nothing to fill: {this} stays.") == "Nothing to fill: {this} stays."
    with pytest.raises(KeyError):
        say("{name} left.", nome="Ada")


def test_what_is_filled_in_is_no_sentence_with_places() -> None:
    assert say("{name} left.", name="{seed}") == "{seed} left."


def test_a_number_chooses_the_whole_phrase() -> None:
    assert [plural(count, "{count} fox of {name}", "{count} foxes of {name}", name="Bo") for count in (0, 1, 2)] == [
        "0 foxes of Bo",
        "1 fox of Bo",
        "2 foxes of Bo",
    ]
    assert plural(1, "point", "points") == "point"


def test_names_are_listed() -> None:
    names = [[], ["Ada"], ["Ada", "Bo"], ["Ada", "Bo", "Chi"]]
    assert [listing(some) for some in names] == ["", "Ada", "Ada and Bo", "Ada, Bo and Chi"]
    assert [either(some) for some in names] == ["", "Ada", "Ada or Bo", "Ada, Bo or Chi"]
    assert [enumeration(some) for some in names] == ["", "Ada", "Ada, Bo", "Ada, Bo, Chi"]


def test_sentences_follow_each_other() -> None:
    assert together(["You left.", "", "The seat is open."]) == "You left. The seat is open."


def test_numbers_and_days() -> None:
    assert (number(-3), number(4)) == ("\N{MINUS SIGN}3", "4")
    assert long_date(date(2026, 12, 3)) == "3 December 2026"
    assert translatable("Done.") == "Done."
