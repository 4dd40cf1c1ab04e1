"""2 Player Additional Rules: after the own action the player plays a turn of the third tribe with the cards left."""

from __future__ import annotations

from typing import ClassVar

from rules.game import Decision, Events
from rules.iwari.playing import (
    DONE,
    can_place,
    discard,
    discards,
    is_explored,
    place,
    placements,
    placements_in,
)
from rules.iwari.position import Position

THIRD = 2
"""The tribe that nobody owns."""


class PlayThirdTribe(Decision):
    """Place a piece for the third tribe; only when none can be placed, discard a card instead (T2-1, T2-2)."""

    open_options: ClassVar[bool] = False  # they tell of the hand (B-31)

    def options(self, state: Position) -> list[str]:
        hand = state.hands[self.seat]
        return placements(state, THIRD, hand) or list(discards(hand))

    def resolve(self, state: Position, option: str) -> Events:
        move = state.board.moves.get(option)
        if move is None:
            return discard(state, self.seat, THIRD, option)
        explored = is_explored(state, move[1])
        events = place(state, self.seat, THIRD, move)
        if explored and can_place(state, self.seat, THIRD, move[1]):
            state.stack.append(PlayThirdTribeMore(self.seat, move[1]))
        return events


class PlayThirdTribeMore(Decision):
    """Place a second piece for the third tribe in the same territory, or be done (T2-4)."""

    open_options: ClassVar[bool] = False  # they tell of the hand (B-31)
    place: int

    def options(self, state: Position) -> list[str]:
        return [*placements_in(state, THIRD, state.hands[self.seat], self.place), DONE]

    def resolve(self, state: Position, option: str) -> Events:
        return [] if option == DONE else place(state, self.seat, THIRD, state.board.moves[option])

    def default(self, state: Position) -> str:
        return DONE
