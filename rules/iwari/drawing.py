"""Drawing Cards: the hand, the display, and what happens the moment the deck is used up."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rules.game import Decision, Events
from rules.iwari.board import named
from rules.iwari.components import LETTERS, NAMES, components
from rules.iwari.events import CardSeen, CardTaken, DeckDrawn, DeckReshuffled, DisplayRefilled, LastRound

if TYPE_CHECKING:
    from rules.iwari.state import IwariState

FROM_DECK = "draw-deck"

HAND = components().printed.hand
DISPLAY = components().printed.display


class DrawCard(Decision):
    """Pick one card, from the display or from the top of the deck, in any order and combination (B-32)."""

    def options(self, state: IwariState) -> list[str]:
        return list(draws(state.display, bool(state.deck)))

    def resolve(self, state: IwariState, option: str) -> Events:
        if option == FROM_DECK:
            return draw_blind(state, self.seat)
        name = option.removeprefix("draw-")
        card = LETTERS[name]
        state.display = state.display.replace(card, "", 1)
        state.known[self.seat] += card
        _take(state, self.seat, card)
        return [CardTaken(self.seat, name)]

    def default(self, state: IwariState) -> str:
        """A card from the deck, where there is one."""
        return self.options(state)[-1]


@cache
def draws(display: str, deck: bool) -> tuple[str, ...]:
    """The options of drawing a card."""
    return tuple(f"draw-{NAMES[card]}" for card in LETTERS.values() if card in display) + (FROM_DECK,) * deck


def draw_blind(state: IwariState, seat: int) -> Events:
    """Draw the top card of the deck into a hand."""
    card, events = _top(state, seat)
    _take(state, seat, card)
    return [DeckDrawn(seat, len(state.deck)), CardSeen(seat, NAMES[card]), *events]


def wants_card(state: IwariState, seat: int) -> bool:
    """Whether the seat still refills its hand and there is a card to take (B-37)."""
    return len(state.hands[seat]) < HAND and bool(state.display or state.deck)


def refill_display(state: IwariState, seat: int) -> Events:
    """Fill the display up to four, once the hand is full; not after the deck was used up for good (B-33, B-37)."""
    new = ""
    events: Events = []
    while len(state.display) < DISPLAY and state.deck:
        card, more = _top(state, seat)
        state.display += card
        new += card
        events += more
    return [DisplayRefilled(named(new), len(state.deck)), *events] if new else []


def _take(state: IwariState, seat: int, card: str) -> None:
    state.hands[seat] = "".join(sorted(state.hands[seat] + card))


def _top(state: IwariState, seat: int) -> tuple[str, Events]:
    """The deck's top card. The deck is exhausted the moment its last card leaves it (B-34)."""
    card = state.deck[-1]
    state.deck = state.deck[:-1]
    return card, [] if state.deck else _exhausted(state, seat)


def _exhausted(state: IwariState, seat: int) -> Events:
    if state.journey == 1:
        # All discards, this turn's too, are the new deck; the tents are counted once hand and display are full (B-35).
        state.journey = 2
        state.scoring_due = True
        cards = list(state.discard)
        state.luck().shuffle(cards)
        state.deck, state.discard = "".join(cards), ""
        return [DeckReshuffled(len(cards))]
    return [begin_last_round(state, seat, "deck")]


def begin_last_round(state: IwariState, seat: int, cause: str) -> LastRound:
    """The current round is the last: it goes on until the seat before the starting one has moved (B-38)."""
    state.last_round = cause
    return LastRound(seat, cause, state.order[-1])
