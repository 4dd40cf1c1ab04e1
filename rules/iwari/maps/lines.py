"""On which line of a JSON text something stands, so that a wrong map file can be mended."""

from __future__ import annotations

import json
import re

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder().raw_decode
_SCALAR = re.compile(r"[^\s,\]}]+")

Path = tuple[str | int, ...]
"""Where something stands in a JSON text: the keys and indexes that lead to it."""


def line_of(text: str, path: Path) -> int:
    """The line (from 1) of the value at a path, or of the nearest value around it that there is.

    A text that is no JSON gives the line on which that is found out.

    >>> line_of('{"a":\\n [1,\\n  2]}', ("a", 1))
    3
    """
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    offsets: dict[Path, int] = {}
    _scan(text, _skip(text, 0), (), offsets)
    while path not in offsets:
        path = path[:-1]
    return text.count("\n", 0, offsets[path]) + 1


def _scan(text: str, at: int, path: Path, offsets: dict[Path, int]) -> int:
    """Note where the value that begins at `at` and all in it stand; give the offset behind it."""
    offsets[path] = at
    opening = text[at]
    if opening == '"':
        return _DECODE(text, at)[1]
    if opening not in "[{":
        found = _SCALAR.match(text, at)
        return found.end() if found else at + 1
    at = _skip(text, at + 1)
    count = 0
    while text[at] not in "]}":
        key: str | int = count
        if opening == "{":
            key, at = _DECODE(text, at)
            at = _skip(text, at, ":")
        at = _skip(text, _scan(text, at, (*path, key), offsets), ",")
        count += 1
    return at + 1


def _skip(text: str, at: int, mark: str = "") -> int:
    """Behind white space, one `mark` if it is there, and white space again."""
    found = _SPACE.match(text, at)
    at = found.end() if found else at
    if mark and text.startswith(mark, at):
        return _skip(text, at + 1)
    return at
