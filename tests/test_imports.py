"""No two files of ours import each other, however long the way round; imports for type checking alone count, too."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "render", "storage", "table", "cogs", "playground", "bench", "docs")


def modules(root: Path, packages: Iterable[str]) -> dict[str, Path]:
    """Every file of these packages by the name under which it is imported."""
    found = {}
    for file in (file for package in packages for file in sorted((root / package).rglob("*.py"))):
        parts = file.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported(source: str, package: str) -> Iterator[str]:
    """The names that a file of a package imports anywhere: `package.module`, and with it each name taken from there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package.split(".")[: len(package.split(".")) + 1 - node.level]) if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def graph(files: dict[str, Path]) -> dict[str, set[str]]:
    """For each file those of ours that it imports."""

    def file_of(name: str) -> str:
        while name and name not in files:
            name = name.rpartition(".")[0]
        return name

    uses = {}
    for name, path in files.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found = {file_of(other) for other in imported(path.read_text(encoding="utf-8"), package)}
        uses[name] = found - {"", name}
    return uses


def circles(uses: dict[str, set[str]]) -> list[list[str]]:
    """One circle, as short as can be, for each set of files that all reach each other."""
    reach = {name: set(found) for name, found in uses.items()}
    for middle in reach:
        for found in reach.values():
            if middle in found:
                found |= reach[middle]
    groups = {
        frozenset(other for other in reach[name] if name in reach[other]) for name in reach if name in reach[name]
    }
    return [_shortest(uses, group) for group in sorted(groups, key=sorted)]


def _shortest(uses: dict[str, set[str]], group: frozenset[str]) -> list[str]:
    ways = [[name] for name in sorted(group)]
    while True:
        longer = []
        for way in ways:
            if way[0] in uses[way[-1]]:
                return way
            longer += [[*way, name] for name in sorted(uses[way[-1]] & group) if name not in way]
        ways = longer


def told(circle: list[str]) -> str:
    return " imports ".join([*circle, circle[0]])


def test_no_two_files_import_each_other_in_a_circle() -> None:
    found = circles(graph(modules(ROOT, PACKAGES)))
    assert not found, "\n".join(map(told, found))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a": "from p import b", "b": "import sys"}, []),
        ({"a": "from p.b import thing", "b": "import p.a"}, [["p.a", "p.b"]]),
        ({"a": "import p.b", "b": "import p.c\nimport p.a", "c": "import p.a"}, [["p.a", "p.b"]]),
        (
            {"a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import T", "b": "import p.a"},
            [["p.a", "p.b"]],
        ),
        ({"a": "def late():\n    from p import c", "c": "from p import d", "d": "import p.a"}, [["p.a", "p.c", "p.d"]]),
        ({"__init__": "from p import a", "a": "from p import name"}, [["p", "p.a"]]),
        ({"__init__": "from p import a", "a": "from p import b", "b": ""}, []),
        ({"a": "from . import b", "b": "from .a import name"}, [["p.a", "p.b"]]),
    ],
)
def test_a_circle_is_found_and_named(tmp_path: Path, files: dict[str, str], expected: list[list[str]]) -> None:
    (tmp_path / "p").mkdir()
    for name, source in files.items():
        (tmp_path / "p" / f"{name}.py").write_text(source)
    assert circles(graph(modules(tmp_path, ["p"]))) == expected
