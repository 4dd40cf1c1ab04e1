"""What can be chosen for a match of Tiwanaku; the mode is chosen by the command."""

from __future__ import annotations

from render.fields import Field, Fields
from render.language import say, translatable
from rules.tiwanaku import Settings
from rules.tiwanaku.setup import LEVELS

_LEVELS = {
    "easy": translatable("Easy"),
    "normal": translatable("Normal"),
    "hard": translatable("Hard"),
    "expert": translatable("Expert"),
}


def fields(settings: Settings) -> Fields:
    """See `Presenter.fields`."""
    disc = Field("disc", say("Disc or scenario code"), hint=say("Empty: drawn by lot"))
    if settings.mode == "competitive":
        sizes = (("", say("As the disc")), ("short", say("Short")), ("long", say("Long")))
        return (Field("size", say("Size"), sizes), disc)
    levels = tuple((level, say(_LEVELS[level])) for level in LEVELS[settings.mode])
    return (Field("level", say("How hard it is"), levels), disc)
