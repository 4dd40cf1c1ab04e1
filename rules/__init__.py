"""The games: pure Python. No Discord, no files but component data, no clock, no global random."""

from __future__ import annotations

from typing import Any

from rules.errors import BadSettings, CodedError, IllegalOption, NotYourTurn
from rules.game import Decision, Event, Events, Game, Standing, State
from rules.iwari import IWARI
from rules.iye import IYE
from rules.tiwanaku import TIWANAKU

GAMES: dict[str, Game[Any, Any]] = {game.key: game for game in (IYE, TIWANAKU, IWARI)}
"""Every game by its key, in the order in which they are listed to people."""

__all__ = [
    "GAMES",
    "BadSettings",
    "CodedError",
    "Decision",
    "Event",
    "Events",
    "Game",
    "IllegalOption",
    "NotYourTurn",
    "Standing",
    "State",
]
