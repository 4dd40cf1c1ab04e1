"""Drawing Cards: the hand, the display, and what happens the moment the deck is used up."""

from __future__ import annotations

from functools import cache

from rules.game import Decision, Events
from rules.iwari.board import named
from rules.iwari.components import LETTERS, NAMES, components
from rules.iwari.events import CardSeen, CardTaken, DeckDrawn, DeckReshuffled, DisplayRefilled, LastRound
from rules.iwari.position import Position

FROM_DECK = "draw-deck"

HAND = components().printed.hand
DISPLAY = components().printed.display


class DrawCard(Decision):
    """Pick one card, from the display or from the top of the deck, in any order and combination (B-32)."""

    def options(self, state: Position) -> list[str]:
        found = draws(state.display)
        return [*found, FROM_DECK] if state.deck else list(found)

    def resolve(self, state: Position, option: str) -> Events:
        if option == FROM_DECK:
            return draw_blind(state, self.seat)
        card = _DRAWN[option]
        state.display = state.display.replace(card, "", 1)
        state.known[self.seat] += card
        state.hands[self.seat] = _sorted(state.hands[self.seat] + card)
        return [CardTaken(self.seat, NAMES[card])]

    def default(self, state: Position) -> str:
        """A card from the deck, where there is one."""
        return self.options(state)[-1]


_DRAWN = {f"draw-{name}": card for name, card in LETTERS.items()}
"""The card that an option takes from the display."""


@cache
def draws(display: str) -> tuple[str, ...]:
    """The options of drawing a card from the display."""
    return tuple(option for option, card in _DRAWN.items() if card in display)


def draw_blind(state: Position, seat: int) -> Events:
    """Draw the top card of the deck into a hand."""
    card, events = _top(state, seat, 1)
    state.hands[seat] = _sorted(state.hands[seat] + card)
    left = 0 if events else len(state.deck)  # what was drawn from had no card left, if the deck is another one now
    return [DeckDrawn(seat, left), CardSeen(seat, NAMES[card]), *events]


def wants_card(state: Position, seat: int) -> bool:
    """Whether the seat still refills its hand and there is a card to take (B-37)."""
    return len(state.hands[seat]) < HAND and bool(state.display or state.deck)


def refill_display(state: Position, seat: int) -> Events:
    """Fill the display up to four, once the hand is full; not after the deck was used up for good (B-33, B-37)."""
    new = ""
    events: Events = []
    # Twice where the deck is used up in between.
    while state.deck and (missing := DISPLAY - len(state.display)) > 0:
        cards, more = _top(state, seat, missing)
        state.display += cards
        new += cards
        events += more
    return [*events, DisplayRefilled(named(new), len(state.deck))] if new else []


@cache
def _sorted(hand: str) -> str:
    return "".join(sorted(hand))


def _top(state: Position, seat: int, count: int) -> tuple[str, Events]:
    """So many of the deck's top cards, or all. The deck is exhausted the moment its last card leaves it (B-34)."""
    deck = state.deck
    state.deck = deck[:-count]
    return deck[: -count - 1 : -1], [] if state.deck else _exhausted(state, seat)


def _exhausted(state: Position, seat: int) -> Events:
    if state.journey == 1:
        # All discards, this turn's too, are the new deck; the tents are counted once hand and display are full (B-35).
        state.journey = 2
        state.scoring_due = True
        cards = list(state.discard)
        state.luck().shuffle(cards)
        state.deck, state.discard = "".join(cards), ""
        return [DeckReshuffled(len(cards))]
    return [begin_last_round(state, seat, "deck")]


def begin_last_round(state: Position, seat: int, cause: str) -> LastRound:
    """The current round is the last: it goes on until the seat before the starting one has moved (B-38)."""
    state.last_round = cause
    return LastRound(seat, cause, state.order[-1])
