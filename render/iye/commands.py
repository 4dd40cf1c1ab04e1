"""What the slash commands of İye say of themselves."""

from __future__ import annotations

from collections.abc import Mapping

from render.language import translatable
from render.messages.commands import MATCH, Description

_CYCLES = translatable("How many cycles win the match (default: 2)")

COMMANDS: Mapping[str, Description] = {
    "iye": Description(translatable("İye: two shamans, one drum, twenty-five spirits")),
    "iye new": Description(
        translatable("Open a table of İye for two in this channel"),
        {
            "opponent": translatable("Whom you invite (nobody: anyone may join)"),
            "cycles": _CYCLES,
            "first": translatable("Who begins the first cycle (default: by lot)"),
        },
    ),
    "iye solo": Description(
        translatable("Play İye against the computer, in a direct message"),
        {"level": translatable("How well the computer plays"), "cycles": _CYCLES},
    ),
    "iye move": Description(
        translatable("Move the drum in your match of İye"),
        {
            "to": translatable("The square to land on, for example c4"),
            "using": translatable("The spirit you spend (nothing: natural movement)"),
            "match": MATCH,
        },
    ),
}
"""By whole name; see `render.messages.commands`."""
