"""What people can choose when a match is set up, as plain data: a form is made of it, in whatever program shows one."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Field(Struct, frozen=True):
    """A setting of a game that people can change: its name in Settings, a label, and its choices (value, label).

    With `many` any number of the choices make up a list; `flags` are choices beside them that are settings of their
    own, each on or off. A field without choices is a text of at most `length` characters, in capitals with `capitals`.
    Labels fit into 45 characters, hints and choices into 100, and there are at most 25 choices with the flags.
    """

    name: str
    label: str
    choices: tuple[tuple[Any, str], ...] = ()
    hint: str = ""
    length: int = 100
    many: bool = False
    flags: tuple[tuple[str, str], ...] = ()
    capitals: bool = False


Fields = tuple[Field, ...]
