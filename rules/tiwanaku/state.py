"""The state of a match of Tiwanaku."""

from __future__ import annotations

from rules.tiwanaku.coop import GroupAct, OrderOtoma, SpendTile, SupplyTile
from rules.tiwanaku.divine import DivineAll, DivineMore
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.explore import Act
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import Position
from rules.tiwanaku.solo import ChooseOtoma


class State(Position, kw_only=True):
    """The position with its decisions by type, so that JSON gives them back."""

    stack: list[
        Act
        | DivineMore
        | DivineAll
        | Offer
        | FinalDivine
        | FinalOffer
        | ChooseOtoma
        | SpendTile
        | GroupAct
        | SupplyTile
        | OrderOtoma
    ] = []
