"""A small game with all that storage must care for: turns of several steps, hidden cards, forced steps, two endings."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct

from rules.chance import Chance
from rules.game import Decision, Event, Events, Game, Standing, State


class Added(Event, frozen=True):
    seat: int
    amount: int


class Drawn(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: int
    card: int

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.seat,)


class Act(Decision):
    """Add one or two, look at a card, or end the turn."""

    def options(self, state: Any) -> list[str]:
        return ["end", "add-1", "add-2", *(["look"] if state.deck else []), "crash"]

    def resolve(self, state: Any, option: str) -> Events:
        if option == "crash":
            state.scores[self.seat] = 1_000_000
            raise ZeroDivisionError("a rule that fails half-way")
        if option == "end":
            state.turn += 1
            if state.turn < state.length:
                state.stack.append(Act((self.seat + 1) % state.seats))
            return []
        state.stack.append(Act(self.seat))
        if option == "look":
            card = state.deck.pop()
            state.scores[self.seat] += card
            return [Drawn(self.seat, card)]
        amount = int(option[-1])
        state.scores[self.seat] += amount
        if amount == 2:
            state.stack.append(Pay(self.seat))
        return [Added(self.seat, amount)]


class Pay(Decision):
    """There is only one thing to do."""

    def options(self, state: Any) -> list[str]:
        return ["pay"]

    def resolve(self, state: Any, option: str) -> Events:
        state.scores[self.seat] -= 1
        return [Added(self.seat, -1)]


class ToyState(State, kw_only=True):
    length: int
    scores: list[int]
    deck: list[int]
    stack: list[Act | Pay] = []


class ToySettings(Struct, frozen=True):
    length: int = 4
    cards: int = 5


class Toy(Game[ToyState, ToySettings]):
    key = "toy"
    title = "Toy"
    seats = range(2, 4)
    version = 1
    Settings = ToySettings
    State = ToyState

    def start(self, settings: ToySettings, seats: int, chance: Chance) -> ToyState:
        deck = list(range(1, settings.cards + 1))
        chance.shuffle(deck)
        return ToyState(
            seats=seats, chance=chance, length=settings.length, scores=[0] * seats, deck=deck, stack=[Act(0)]
        )

    def scores(self, state: ToyState) -> list[Standing]:
        over = not state.stack
        ranks = [1 + sum(other > score for other in state.scores) for score in state.scores]
        return [
            Standing(seat=seat, score=score, parts={"all": score}, rank=rank, winner=over and rank == 1)
            for seat, (score, rank) in enumerate(zip(state.scores, ranks, strict=True))
        ]

    def choose(self, view: ToyState, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
        return "end"


class NewerToy(Toy):
    """The same game after its rules were changed: a look at a card is worth nothing, and one counts double."""

    version = 2

    def start(self, settings: ToySettings, seats: int, chance: Chance) -> ToyState:
        state = super().start(settings, seats, chance)
        state.deck.reverse()
        return state
