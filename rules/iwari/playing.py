"""Gameplay, Playing Cards and Playing Pieces: one territory, up to three cards, up to two pieces."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from rules.chance import Chance
from rules.game import Decision, Events
from rules.iwari.board import DIGITS, FREE, ROWS, Move, named, spend
from rules.iwari.components import LETTERS, NAMES
from rules.iwari.drawing import begin_last_round
from rules.iwari.events import CardDiscarded, TentPlaced, TotemPlaced
from rules.iwari.feats import offer
from rules.iwari.position import Position

DONE = "done"


class PlayCards(Decision):
    """Place a first piece, or discard a card (Gameplay 1 and 2; B-11, B-12)."""

    open_options: ClassVar[bool] = False  # they tell of the hand (B-31)

    def options(self, state: Position) -> list[str]:
        hand = state.hands[self.seat]
        found = placements(state, self.seat, hand)
        found += discards(hand)
        return found

    def resolve(self, state: Position, option: str) -> Events:
        table = state.board
        move = table.moves.get(option)
        if move is None:
            return discard(state, self.seat, self.seat, option)
        explored = is_explored(state, move[1])
        events = place(state, self.seat, self.seat, move)
        if explored and can_place(state, self.seat, self.seat, move[1]):
            state.stack.append(PlayMore(self.seat, move[1]))
        if state.claims:
            offer(state, self.seat, move)
        return events

    def default(self, state: Position) -> str:
        """Discard a card by chance (B-42)."""
        hand = state.hands[self.seat]
        return f"discard-{NAMES[hand[_lot(state, len(hand))]]}"


def _lot(state: Position, bound: int) -> int:
    """A number below `bound` that nobody can foresee, for this turn always the same; 0 in a view, which has no chance.

    It comes from a series of its own: the match's chance does not advance by it, and it tells nothing of the shuffles.
    """
    return Chance(state.chance.seed ^ _LOTS, state.turn).below(bound) if state.chance is not None else 0


_LOTS = 0x5851F42D4C957F2D
"""Makes another seed of a match's own; any number would do."""


class PlayMore(Decision):
    """Place a second piece in the same explored territory, or be done (the 3-2-1 rule)."""

    open_options: ClassVar[bool] = False  # they tell of the hand (B-31)
    place: int

    def options(self, state: Position) -> list[str]:
        return [*placements_in(state, self.seat, state.hands[self.seat], self.place), DONE]

    def resolve(self, state: Position, option: str) -> Events:
        if option == DONE:
            return []
        move = state.board.moves[option]
        events = place(state, self.seat, self.seat, move)
        offer(state, self.seat, move)
        return events

    def default(self, state: Position) -> str:
        return DONE


def is_explored(state: Position, territory: int) -> bool:
    """Whether a territory holds a tent of anyone (B-20)."""
    row = state.tents[territory]
    return row.count(FREE) < len(row)


def placements(state: Position, tribe: int, hand: str) -> list[str]:
    """Every first piece that this tribe may place with these cards, territory by territory."""
    tents, totems = state.tents, state.totems
    has_tents, has_totems = state.tents_left[tribe] > 0, state.totems_left[tribe] > 0
    found: list[str] = []
    for place, settling, stacking in state.board.reach[hand].values():
        free, cap = ROWS[tents[place]]
        if has_tents:
            found += settling[free]
        if has_totems and len(totems[place]) < cap:
            found += stacking
    return found


def placements_in(state: Position, tribe: int, hand: str, place: int) -> tuple[str, ...]:
    """Every piece that this tribe may place in one explored territory with these cards."""
    reach = state.board.reach[hand].get(place)
    if reach is None:
        return ()
    _, settling, stacking = reach
    free, cap = ROWS[state.tents[place]]
    found = settling[free] if state.tents_left[tribe] > 0 else ()
    return found + stacking if state.totems_left[tribe] > 0 and len(state.totems[place]) < cap else found


def can_place(state: Position, seat: int, tribe: int, place: int) -> bool:
    """Whether the cards left in the seat's hand allow the tribe another piece in this territory."""
    hand = state.hands[seat]
    return bool(hand) and bool(placements_in(state, tribe, hand, place))


def place(state: Position, seat: int, tribe: int, move: Move) -> Events:
    """Put the tribe's piece on the board and discard the seat's cards for it."""
    kind, territory, spot, cards = move
    table = state.board
    pay(state, seat, cards)
    if kind == "totem":
        state.totems[territory] += DIGITS[tribe]
        state.totems_left[tribe] -= 1
        state.touched.append(table.ids[territory])
        height = len(state.totems[territory])
        return [TotemPlaced(seat, tribe, table.ids[territory], height, named(cards))]
    row = state.tents[territory]
    opened = row == table.empty[territory]
    state.tents[territory] = row[:spot] + DIGITS[tribe] + row[spot + 1 :]
    state.tents_left[tribe] -= 1
    space = table.spaces[territory][spot]
    state.touched.append(space)
    events: Events = [TentPlaced(seat, tribe, table.ids[territory], space, named(cards), opened)]
    if tribe == seat and state.tents_left[tribe] == 0 and not state.last_round:
        # "When a player has no Tents left": a player, so the third tribe's last tent ends nothing (B-39).
        events.append(begin_last_round(state, seat, "tents"))
    return events


def pay(state: Position, seat: int, cards: str) -> None:
    """Move cards from a hand to the discards. Of two equal ones the one that everybody knows of goes first."""
    state.hands[seat] = spend(state.hands[seat], cards)
    state.known[seat] = spend(state.known[seat], cards)
    state.discard += cards


@cache
def discards(hand: str) -> tuple[str, ...]:
    """The options of discarding one card."""
    return tuple(f"discard-{NAMES[card]}" for card in LETTERS.values() if card in hand)


def discard(state: Position, seat: int, tribe: int, option: str) -> Events:
    """Discard the card that the option names."""
    name = option.removeprefix("discard-")
    pay(state, seat, LETTERS[name])
    return [CardDiscarded(seat, tribe, name)]
