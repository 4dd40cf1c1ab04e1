"""What the slash commands of Iwari say of themselves."""

from __future__ import annotations

from collections.abc import Mapping

from render.language import translatable
from render.messages.commands import MATCH, Description

COMMANDS: Mapping[str, Description] = {
    "iwari": Description(translatable("Iwari: tribes settle a land by tents and totems")),
    "iwari new": Description(
        translatable("Open a table of Iwari for two to five in this channel"),
        {
            "players": translatable("For how many (default: two to five)"),
            "map": translatable("Which land (default: the first)"),
            "feats": translatable("Which feats are in (more choices under Options)"),
            "draft": translatable("Draft the starting hands"),
        },
    ),
    "iwari place": Description(
        translatable("Place a tent or a totem, or say that you are done"),
        {"choice": translatable("What, where and by which cards, with suggestions"), "match": MATCH},
    ),
    "iwari discard": Description(
        translatable("Discard a card instead of placing"), {"card": translatable("Which card"), "match": MATCH}
    ),
    "iwari draw": Description(
        translatable("Draw a card from the display or the deck"),
        {"card": translatable("A biome of the display, or deck"), "match": MATCH},
    ),
    "iwari hand": Description(translatable("Show your hand to yourself"), {"match": MATCH}),
    "iwari score": Description(
        translatable("What every territory, connection and settlement would score now"), {"match": MATCH}
    ),
}
"""By whole name; see `render.messages.commands`."""
