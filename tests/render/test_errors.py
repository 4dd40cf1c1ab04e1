"""Errors that carry a code: each has words with just the values it carries, and no words are left over."""

from __future__ import annotations

import ast
import inspect
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from render import PRESENTERS
from render.errors import UNKNOWN, tables, words
from render.presenter import ErrorWords
from rules.errors import BadSettings, CodedError, IllegalOption, NotYourTurn

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("rules", "storage", "table", "cogs")


class Made(NamedTuple):
    """A place in the program where an error with a code is made."""

    where: str
    code: str | None
    values: frozenset[str | None]


def trees() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text(encoding="utf-8"))


def coded_classes() -> set[str]:
    """The names of all classes that come from CodedError."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"CodedError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def made() -> list[Made]:
    classes = coded_classes()
    found = []
    for file, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes:
                first = node.args[0] if len(node.args) == 1 else None
                code = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
                found.append(Made(f"{file}:{node.lineno}", code, frozenset(word.arg for word in node.keywords)))
    return found


MADE = made()

FAULTS = {"MapError", "UnknownMap", "ComponentError", "BadTiles", "BadRecord"}
"""Faults of data files and of match logs: they are told to whoever makes or checks those, in sentences of their own."""

MISUSE = {"ValueError", "RuntimeError", "NotImplementedError", "TimeUp", "SystemExit", "_error"}
"""What no person comes to see: calls that are wrong, and signals within the rules."""


def places(text: ErrorWords) -> set[str]:
    """The values that words name."""
    if isinstance(text, str):
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return set(inspect.signature(text).parameters)


def test_errors_are_found() -> None:
    assert {"BadSettings", "IllegalOption", "NotYourTurn"} <= coded_classes()
    assert len({row.code for row in MADE}) > 20


@pytest.mark.parametrize("error", MADE, ids=lambda row: f"{row.where} {row.code}")
def test_each_has_words_that_name_just_its_values(error: Made) -> None:
    assert error.code is not None, "a code is written out where the error is made"
    (table,) = [table for table in tables() if error.code in table]
    assert places(table[error.code]) == error.values


def test_no_words_are_left_over() -> None:
    used = {row.code for row in MADE}
    assert [code for table in tables() for code in table if code not in used] == []


def test_the_rules_tell_people_nothing_but_codes() -> None:
    raised = {
        node.exc.func.id
        for file, tree in trees()
        for node in ast.walk(tree)
        if file.startswith("rules") and isinstance(node, ast.Raise)
        if isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name)
    }
    assert raised - coded_classes() - FAULTS - MISUSE == set()


def test_a_game_has_words_for_its_own_codes_alone() -> None:
    for key, presenter in PRESENTERS.items():
        assert all(code.startswith(f"{key}.") for code in presenter.errors)


def test_words_are_whole_sentences() -> None:
    for error in (
        BadSettings("seats_not_allowed", game="İye", fewest=2, most=2, seats=3),
        BadSettings("iye.layout_count", letter="O", spirit=0, count=1, found=2),
        NotYourTurn("not_your_turn"),
    ):
        assert words(error)[0].isupper() and words(error).endswith(".")
    assert words(BadSettings("seats_not_allowed", game="İye", fewest=2, most=2, seats=3)) == (
        "İye is for 2 players here, not for 3."
    )
    assert words(BadSettings("seats_not_allowed", game="X", fewest=1, most=1, seats=2)) == (
        "X is for 1 player here, not for 2."
    )


def test_what_was_typed_is_no_pattern() -> None:
    assert "{size}" in words(BadSettings("iye.opening_illegal", move="{size}"))


def test_an_unknown_code_is_answered_all_the_same() -> None:
    assert words(CodedError("nobody.knows", value=1)) == UNKNOWN


def test_an_error_comes_whole_out_of_another_process() -> None:
    error = pickle.loads(pickle.dumps(IllegalOption("not_offered", option="c4")))
    assert (type(error), error.code, error.values) == (IllegalOption, "not_offered", {"option": "c4"})
    assert str(error) == "not_offered (option='c4')"
