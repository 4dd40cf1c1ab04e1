"""That words for people stand in `render` alone, whole, where a catalogue can be put behind them."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).resolve().parent.parent

MISUSE = {"AssertionError", "KeyError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"}
"""Errors of whoever writes the program, not of people."""

SQL = r"(BEGIN|PRAGMA|SELECT|SET NULL)\b|\w+ (IN \(|IS NOT NULL)|INSERT |DELETE "

EXCEPTIONS = {
    "rules/__main__.py": r"That is not one of the choices",  # a game in the terminal, in which there is only English
    "rules/iwari/maps/loader.py": r"There is no|The file",  # faults of map files, told to whoever draws maps
    "storage": SQL,
    "storage/engines.py": r"REPEATABLE READ|the server has closed",  # to SQLAlchemy, which connects anew then
    "cogs/health.py": r"",  # what is wrong with the bot, for its log
    "cogs/metrics.py": r"",  # what Prometheus says of the figures, to whoever runs it
    "cogs/settings.py": r"",  # what each setting is, for whoever reads the code
    "cogs/pictures.py": r"A worker could not draw",  # for the log
    "cogs/outbox/delivery.py": r"direct messages are closed \(",  # for the log
    "cogs/log_format.py": r"%|\{\}\nTraceback",
}
"""Texts with words that may stand outside of `render`, by file or folder, as a pattern of how they begin."""

CONTEXT = re.compile(r"(\w+=\S+ ?)+$")
"""Where something happened, for the log: "match=3 step=4"."""

NOT_FOR_PEOPLE = ("render/language.py", "render/measure.py", "render/worker_pool.py")
"""Files of `render` that speak to nobody: how lists are joined, a measuring program, why a worker failed."""


def python_files(*places: str) -> list[Path]:
    found: list[Path] = []
    for place in places:
        found += [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py"))
    return found


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def text_of(node: ast.AST) -> str | None:
    """The text of a literal, with `{}` for what is put into it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "{}" for part in node.values)
    return None


def called(node: ast.AST) -> str:
    """The name of the function that is called, "" where that is no plain name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def spared(tree: ast.AST) -> set[int]:
    """All that stands in docstrings, in lines of a log, in errors of the program itself and in assertions."""
    found: set[int] = set()
    for node in ast.walk(tree):
        inner: ast.AST | None = None
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            inner = node if isinstance(node.func.value, ast.Name) and node.func.value.id == "log" else None
        elif isinstance(node, ast.Raise) and node.exc is not None:
            inner = node.exc if called(node.exc) in MISUSE else None
        elif isinstance(node, ast.Assert):
            inner = node
        found.update(id(child) for child in ast.walk(inner)) if inner is not None else None
    return found


def literals(path: Path) -> Iterator[tuple[str, str]]:
    """Place and text of every literal that is not spared."""
    tree = parsed(path)
    aside = spared(tree)
    aside |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) not in aside and (text := text_of(node)) is not None:
            yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", text


def words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z']{2,}", text)


def sentence(text: str) -> bool:
    """Whether it looks like something that people read: it begins with a capital, or ends with a full stop."""
    if " " not in text.strip() or not words(text):
        return False
    return text.lstrip("*#-> \n{}:“")[:1].isupper() or text.rstrip().endswith(".")


def excepted(place: str, text: str) -> bool:
    return any(place.startswith(where) and re.match(how, text) for where, how in EXCEPTIONS.items())


def test_sentences_would_be_found() -> None:
    for text in ("You left.", "Play On", "{} left.", "{}: It is late", "**{}** begins below."):
        assert sentence(text), text
    for text in ("lane {}", "Play", "a b", "match:{}"):
        assert not sentence(text), text


def test_no_sentence_stands_outside_of_render() -> None:
    found = [
        f"{place}: {text}"
        for path in python_files("rules", "storage", "table", "cogs", "bot.py")
        for place, text in literals(path)
        if sentence(text) and not excepted(place, text)
    ]
    assert not found, "\n".join(found)


def test_no_words_stand_outside_of_render_and_the_rules_own_programs() -> None:
    """Also none that begin small: three words or more are no key."""
    found = [
        f"{place}: {text}"
        for path in python_files("storage", "table", "cogs", "bot.py")
        for place, text in literals(path)
        if " " in text and len(words(text)) > 2 and not CONTEXT.match(text) and not excepted(place, text)
    ]
    assert not found, "\n".join(found)


def test_no_exception_is_without_need() -> None:
    texts = [row for path in python_files("rules", "storage", "table", "cogs") for row in literals(path)]
    for where, how in EXCEPTIONS.items():
        assert any(place.startswith(where) and " " in text and re.match(how, text) for place, text in texts), where


# Within render.


def calls(*functions: str) -> Iterator[tuple[str, ast.Call]]:
    for path in python_files("render"):
        for node in ast.walk(parsed(path)):
            if called(node) in functions:
                assert isinstance(node, ast.Call)
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def given(call: ast.Call) -> set[str | None]:
    return {keyword.arg for keyword in call.keywords}


def test_every_place_of_a_sentence_is_filled_and_no_value_is_left_over() -> None:
    wrong = []
    for place, call in calls("say"):
        text = text_of(call.args[0])
        if isinstance(call.args[0], ast.JoinedStr) or (text is not None and places(text) != given(call)):
            wrong.append(f"{place}: {text}")
    for place, call in calls("plural"):
        texts = [text_of(argument) or "" for argument in call.args[1:]]
        named = set().union(*map(places, texts)) - {"count"}
        if len(texts) != 2 or named != given(call) or any(isinstance(one, ast.JoinedStr) for one in call.args[1:]):
            wrong.append(f"{place}: {texts}")
    assert not wrong, "\n".join(wrong)


def test_a_sentence_is_written_out_where_a_catalogue_is_gathered() -> None:
    """What `say` takes from elsewhere was marked there."""
    for place, call in calls("translatable", "plural"):
        texts = call.args if called(call) == "translatable" else call.args[1:]
        assert texts and all(isinstance(text, ast.Constant) for text in texts), place


def test_nothing_in_render_is_glued() -> None:
    """Words stand in what `say` and its like take, and in no f-string: there only names and signs are put together."""
    wrong = []
    for path in python_files("render"):
        if str(path.relative_to(ROOT)) in NOT_FOR_PEOPLE:
            continue
        aside = spared(parsed(path))
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.JoinedStr) and id(node) not in aside:
                text = text_of(node) or ""
                if re.search(r"(^|\s|[({])[A-Za-z']{2,}(\s|[.,;:)}]|$)", text.replace("{}", " {} ")) and " " in text:
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {text}")
    assert not wrong, "\n".join(wrong)


def test_no_key_of_the_program_is_shown_by_writing_it_large() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in python_files("render", "table", "cogs")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and node.attr in ("title", "capitalize")
        if any(isinstance(call, ast.Call) and call.func is node and not call.args for call in ast.walk(parsed(path)))
    ]
    assert not wrong, "\n".join(wrong)
