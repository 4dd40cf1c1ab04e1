"""The state of a match of Iwari."""

from __future__ import annotations

from rules.iwari.drawing import DrawCard
from rules.iwari.feats import ChooseFeat
from rules.iwari.playing import PlayCards, PlayMore
from rules.iwari.position import Position
from rules.iwari.third_tribe import PlayThirdTribe, PlayThirdTribeMore


class State(Position, kw_only=True):
    """The position with its decisions by type, so that JSON gives them back."""

    stack: list[PlayCards | PlayMore | PlayThirdTribe | PlayThirdTribeMore | DrawCard | ChooseFeat] = []
