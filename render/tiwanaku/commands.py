"""What the slash commands of Tiwanaku say of themselves."""

from __future__ import annotations

from collections.abc import Mapping

from render.language import translatable
from render.messages.commands import MATCH, Description

_DISC = translatable("A disc's name or a scenario code (nothing: drawn by lot)")
_PLAYERS = translatable("For how many (default: two to four)")
_LEVEL = translatable("How hard it is")

COMMANDS: Mapping[str, Description] = {
    "tiwanaku": Description(translatable("Tiwanaku: explore a valley and divine what may grow there")),
    "tiwanaku new": Description(
        translatable("Open a table of Tiwanaku for two to four rivals in this channel"),
        {"players": _PLAYERS, "size": translatable("Short or long"), "disc": _DISC},
    ),
    "tiwanaku coop": Description(
        translatable("Open a table of Tiwanaku for two to four who play together against the Otoma"),
        {"level": _LEVEL, "players": _PLAYERS, "disc": _DISC},
    ),
    "tiwanaku solo": Description(
        translatable("Play Tiwanaku alone against the Otoma, in a direct message"), {"level": _LEVEL, "disc": _DISC}
    ),
    "tiwanaku explore": Description(
        translatable("Move a meeple, bring one in or take one back"),
        {"choice": translatable("Where to, with suggestions of all that is possible"), "match": MATCH},
    ),
    "tiwanaku divine": Description(
        translatable("Name the crop that you think grows under one of your meeples"),
        {"space": translatable("The space, for example c3"), "crop": translatable("The crop"), "match": MATCH},
    ),
    "tiwanaku offer": Description(
        translatable("Give offering tokens back for points"),
        {"tokens": translatable("Which tokens, with suggestions"), "match": MATCH},
    ),
    "tiwanaku notes": Description(
        translatable("Note for yourself which crops a space may still hold"),
        {
            "space": translatable("The space, for example c3 (nothing: show your notes)"),
            "crops": translatable("Levels 1 to 5 that it may hold, for example 135 (nothing: clear the note)"),
            "tidy": translatable("Let planted crops clear what they rule out from your notes"),
            "match": MATCH,
        },
    ),
}
"""By whole name; see `render.messages.commands`."""
