"""A toy: a market game with one thing of each kind that the contract of a game allows, and nothing more.

In a turn a seat gathers coins, buys goods, or rests; at any time in it it may look at the deck once. Then it plays a
card from its hidden hand. A collector whom nobody plays takes a coin a turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar, Literal

import msgspec
from msgspec import Struct

from rules import game
from rules.chance import Chance
from rules.errors import BadSettings
from rules.game import Decision, Event, Events, Game, Goal, Picks, Row, Standing, ranked

COSTS = {"fig": 1, "oat": 2, "yam": 3, "rye": 1}
CARDS = {"hen": 1, "ewe": 2, "cow": 3}
HIDDEN = "?"
AT_ONCE = 3
"""The most goods bought in one turn."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Six fields of a form, and two flags beside one of them."""

    rounds: Literal[2, 3] = 2
    purse: Literal[1, 3, 5] = 3
    pace: Literal["calm", "brisk"] = "calm"
    first: Literal["random", "host"] = "random"
    goods: tuple[str, ...] = ("fig", "oat", "yam")
    peeking: bool = True
    collector: bool = True
    motto: str = ""


class Gathered(Event, frozen=True):
    seat: int
    coins: int


class Bought(Event, frozen=True):
    seat: int
    good: str


class Peeked(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: int


class TopSeen(Event, frozen=True):
    """Private: the card on top of the deck."""

    reveals: ClassVar[bool] = True
    seat: int
    card: str

    @property
    def seen_by(self) -> tuple[int, ...]:
        return (self.seat,)


class CardPlayed(Event, frozen=True):
    always_told: ClassVar[bool] = True
    seat: int
    card: str


class Position(game.State, kw_only=True):
    """Lists are by seat; `deck`'s last card is its top."""

    settings: Settings
    coins: list[int]
    goods: list[list[str]]
    hands: list[list[str]]
    played: list[list[str]]
    deck: list[str]
    collector: int = 0
    peeked: bool = False


class Act(Decision):
    """What the turn is about; a look at the deck at any time in it."""

    def options(self, state: Position) -> list[str]:
        peek = ["peek"] if state.settings.peeking and state.deck and not state.peeked else []
        return ["gather", *(["buy"] if affordable(state, self.seat, []) else []), *peek, "rest"]

    def anytime(self, state: Position) -> list[str]:
        return [option for option in self.options(state) if option == "peek"]

    def resolve(self, state: Position, option: str) -> Events:
        if option == "peek":
            state.peeked = True
            state.stack.append(Act(self.seat))
            return [Peeked(self.seat), TopSeen(self.seat, state.deck[-1])]
        state.stack.append(PlayCard(self.seat))
        if option == "buy":
            state.stack.append(Buy(self.seat, []))
        if option != "gather":
            return []
        state.coins[self.seat] += 2
        return [Gathered(self.seat, 2)]


class Buy(Decision):
    """Goods, each once, as long as there are coins for them; several may be chosen together."""

    had: list[str]

    def options(self, state: Position) -> list[str]:
        return [*affordable(state, self.seat, self.had), "done"]

    def picks(self, state: Position) -> Picks | None:
        found = affordable(state, self.seat, self.had)
        most = min(len(found), AT_ONCE - len(self.had))
        return Picks(found, 0, most, "done") if most > 1 else None

    def resolve(self, state: Position, option: str) -> Events:
        if option == "done":
            return []
        good = option.removeprefix("take-")
        state.coins[self.seat] -= COSTS[good]
        state.goods[self.seat].append(good)
        had = [*self.had, good]
        if len(had) < AT_ONCE and affordable(state, self.seat, had):
            state.stack.append(Buy(self.seat, had))
        return [Bought(self.seat, good)]

    def default(self, state: Position) -> str:
        return "done"


class PlayCard(Decision):
    """A card from the hand, which nobody else knows."""

    open_options: ClassVar[bool] = False

    def options(self, state: Position) -> list[str]:
        return [f"play-{card}" for card in CARDS if card in state.hands[self.seat]]

    def resolve(self, state: Position, option: str) -> Events:
        card = option.removeprefix("play-")
        hand = state.hands[self.seat]
        hand.remove(card)
        if state.deck:
            hand.append(state.deck.pop())
        state.played[self.seat].append(card)
        return [CardPlayed(self.seat, card)]


def affordable(state: Position, seat: int, had: list[str]) -> list[str]:
    return [f"take-{good}" for good in state.settings.goods if COSTS[good] <= state.coins[seat] and good not in had]


class State(Position, kw_only=True):
    stack: list[Act | Buy | PlayCard] = []


class Toy(Game[State, Settings]):
    key = "toy"
    title = "Toy"
    seats = range(2, 4)
    version = 1
    challenges = 200

    def check(self, settings: Settings, seats: int) -> None:
        if unknown := [good for good in settings.goods if good not in COSTS]:
            raise BadSettings("toy.good_unknown", good=unknown[0])
        if not settings.goods:
            raise BadSettings("toy.no_goods")

    def start(self, settings: Settings, seats: int, chance: Chance) -> State:
        deck = list(CARDS) * 6
        chance.shuffle(deck)
        first = 0 if settings.first == "host" else chance.below(seats)
        hands = [[deck.pop(), deck.pop()] for _ in range(seats)]
        return State(
            seats=seats,
            chance=chance,
            settings=settings,
            coins=[settings.purse] * seats,
            goods=[[] for _ in range(seats)],
            hands=hands,
            played=[[] for _ in range(seats)],
            deck=deck,
            stack=[Act(first)],
        )

    def advance(self, state: State) -> Events:
        """The turn has ended."""
        played = [len(cards) for cards in state.played]
        state.collector += state.settings.collector
        if sum(played) == state.settings.rounds * state.seats:
            return []
        state.turn += 1
        state.peeked = False
        fewest = min(played)
        after = [seat for seat in range(state.seats) if played[seat] == fewest]
        state.stack.append(Act(after[0]))
        return []

    def scores(self, state: State) -> list[Standing]:
        rows = []
        for seat in range(state.seats):
            cards = sum(CARDS[card] for card in state.played[seat])
            goods = sum(COSTS[good] for good in state.goods[seat])
            rows.append(Row(seat, cards + goods, {"cards": cards, "goods": goods}, (cards + goods,)))
        if state.settings.collector:
            rows.append(Row(None, state.collector, {"coins": state.collector}, (state.collector,), "collector"))
        return ranked(rows, not state.stack)

    def blank(self, view: State, seat: int | None) -> None:
        view.deck = [HIDDEN] * len(view.deck)
        view.hands = [hand if owner == seat else [HIDDEN] * len(hand) for owner, hand in enumerate(view.hands)]

    def guess(self, view: State, seat: int | None, rng: random.Random) -> None:
        pool = list(CARDS) * 6
        for card in [card for cards in [*view.played, *view.hands] for card in cards if card != HIDDEN]:
            pool.remove(card)
        rng.shuffle(pool)
        view.hands = [[pool.pop() if card == HIDDEN else card for card in hand] for hand in view.hands]
        view.deck = [pool.pop() for _ in view.deck]

    def choose(self, view: State, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
        return rng.choice(self.options(view))

    def rated(self, settings: Settings, seats: int) -> bool:
        return settings.pace == "brisk"

    def goal(self, weekday: int) -> Goal:
        return Goal(level="calm" if weekday < 5 else "brisk")

    def challenge(self, goal: Goal, chance: Chance) -> tuple[Settings, int]:
        settings = Settings(purse=(1, 3, 5)[chance.below(3)], first="host")
        return msgspec.structs.replace(settings, pace="brisk" if goal.level == "brisk" else "calm"), 2


TOY = Toy()
