"""Commands are told what they do, and what their options are for: `render` has the words, by the commands' names."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from render import PRESENTERS
from render.messages.commands import COMMANDS, OF_EACH_GAME, Description, spoken

NOT_DESCRIBED = "…"
"""What a group says of itself until `describe` has found its words."""


def describe(tree: app_commands.CommandTree[Any]) -> None:
    """Put the words to every command and group of the tree. KeyError for one that has none."""
    for command in tree.walk_commands():
        found, game = description_of(command.qualified_name)
        command.description = spoken(found.does, game)
        if isinstance(command, app_commands.Command):
            options = {name: spoken(text, game) for name, text in found.options.items()}
            app_commands.describe(**options)(command)


def description_of(name: str) -> tuple[Description, str]:
    """The description of a command by its whole name, and the title of its game ("": it is of none)."""
    first, _, rest = name.partition(" ")
    if first not in PRESENTERS:
        return COMMANDS[name], ""
    presenter = PRESENTERS[first]
    return OF_EACH_GAME[rest] if rest in OF_EACH_GAME else presenter.commands[name], presenter.title
