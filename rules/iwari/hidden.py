"""What a seat may know: its own hand, and of the others the cards that were taken from the display (B-31)."""

from __future__ import annotations

import random
from collections import Counter

from rules.iwari.components import deck_for
from rules.iwari.position import Position

HIDDEN = "?"


def blank(view: Position, seat: int | None) -> None:
    """Hide the deck and what nobody saw in the hands of others."""
    view.deck = HIDDEN * len(view.deck)
    for other, hand in enumerate(view.hands):
        if other != seat:
            known = view.known[other]
            view.hands[other] = known + HIDDEN * (len(hand) - len(known))


def guess(view: Position, rng: random.Random) -> None:
    """Deal the cards that are not to be seen anywhere to the hidden places."""
    pool = list(unseen(view).elements())
    rng.shuffle(pool)
    for seat, hand in enumerate(view.hands):
        shown = hand.replace(HIDDEN, "")
        dealt = [pool.pop() for _ in range(len(hand) - len(shown))]
        view.hands[seat] = "".join(sorted(shown + "".join(dealt)))
    view.deck = "".join(pool)


def unseen(view: Position) -> Counter[str]:
    """How many cards of each biome are out of sight; which cards were removed from the deck is known (B-6)."""
    cards = Counter(deck_for(view.seats))
    cards.subtract(view.discard + view.display + "".join(view.hands).replace(HIDDEN, ""))
    return cards
