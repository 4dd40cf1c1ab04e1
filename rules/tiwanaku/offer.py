"""Offer: tokens go back to the supply for points (T32)."""

from __future__ import annotations

from rules.game import Decision, Events
from rules.tiwanaku.events import OfferingMade
from rules.tiwanaku.notation import DONE, OFFERS, crops_in, offers
from rules.tiwanaku.position import OTOMA, Position

OFFER_POINTS = (0, 0, 1, 3, 6, 10)
"""Points by the number of tokens offered."""


class Offer(Decision):
    """At the end of a turn: offer some tokens, or not (T32, T73). One token alone is legal, for no points (G31)."""

    def options(self, state: Position) -> list[str]:
        """Larger offerings first, `done` last."""
        return [*offers(state.party(self.seat).tokens), DONE]

    def resolve(self, state: Position, option: str) -> Events:
        return [] if option == DONE else make(state, self.seat, OFFERS[option])

    def default(self, state: Position) -> str:
        """Keep the tokens."""
        return DONE


def make(state: Position, seat: int, tokens: int) -> Events:
    """A player's offering; together, the Otoma then offer all they have (T73)."""
    events: Events = [_give(state, seat, state.side(seat), tokens)]
    # Alone, the Otoma never hold tokens (T41), so this is the co-operative mode's rule only.
    if state.otoma and state.parties[OTOMA].tokens:
        events.append(otoma_offer(state))
    return events


def otoma_offer(state: Position) -> OfferingMade:
    """The Otoma offer all their tokens, even a single one for nothing (T73, G30)."""
    return _give(state, None, OTOMA, state.parties[OTOMA].tokens)


def _give(state: Position, seat: int | None, side: int, tokens: int) -> OfferingMade:
    party = state.parties[side]
    points = OFFER_POINTS[tokens.bit_count()]
    party.tokens &= ~tokens
    party.points += points
    party.offerings += points
    return OfferingMade(seat, side, tuple(crops_in(tokens)), points)
