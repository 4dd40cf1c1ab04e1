"""Computer players. They read the view of their seat and think as a person does; nobody looks at the solution.

Easy moves almost at random and divines by the crops it sees beside a space. Normal takes the points of the moment and
divines what simple exclusion settles. Hard thinks as far as the scenarios ask for (the tiers of `crops`), weighs
chances, tokens and the diversity to come, and moves so that its meeples stand where they can be of use.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from rules.tiwanaku.coop import OrderOtoma, SupplyTile
from rules.tiwanaku.divine import DivineAll, DivineMore
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.judgement import Judge
from rules.tiwanaku.notation import DONE, PASS
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import Position
from rules.tiwanaku.solo import ChooseOtoma


def choose(view: Position, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
    """An option for the decision that waits for the seat."""
    decision = view.stack[-1]
    options: list[str] = decision.options(view)
    if len(options) == 1:
        return options[0]
    if isinstance(decision, SupplyTile | OrderOtoma):
        return rng.choice(options)
    judge = Judge(view, seat, level, rng, hurry)
    if isinstance(decision, ChooseOtoma):
        numbers = range(len(view.otoma))
        return options[min(numbers, key=lambda number: judge.harm(number, decision.way))]
    if isinstance(decision, FinalOffer):
        return options[0]
    if isinstance(decision, Offer):
        return judge.offering() or DONE
    if isinstance(decision, FinalDivine):
        return judge.final_divination() or PASS
    if isinstance(decision, DivineMore):
        return judge.divination() or judge.offering() or DONE
    if isinstance(decision, DivineAll):
        return judge.best_guess()
    return judge.act(options)
