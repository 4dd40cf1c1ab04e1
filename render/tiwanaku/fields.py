"""What can be chosen for a match of Tiwanaku; the mode is chosen by the command."""

from __future__ import annotations

from render.fields import Field, Fields
from rules.tiwanaku import Settings
from rules.tiwanaku.setup import LEVELS

_LEVELS = {"easy": "Easy", "normal": "Normal", "hard": "Hard", "expert": "Expert"}


def fields(settings: Settings) -> Fields:
    """See `Presenter.fields`."""
    disc = Field("disc", "Disc or scenario code", hint="Empty: drawn by lot")
    if settings.mode == "competitive":
        return (Field("size", "Size", (("", "As the disc"), ("short", "Short"), ("long", "Long"))), disc)
    levels = tuple((level, _LEVELS[level]) for level in LEVELS[settings.mode])
    return (Field("level", "How hard it is", levels), disc)
