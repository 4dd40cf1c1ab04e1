"""Computer players. They see what their seat sees; the hands of the others are hidden from them as from anyone.

Easy takes the best of a few choices by the points of the moment. Normal takes the best of all, one piece at a time.
Hard weighs whole turns, the third tribe's part included, by the points to be expected at the end, and draws cards for
the next turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from rules.iwari.board import Move, spend
from rules.iwari.components import LETTERS
from rules.iwari.drawing import FROM_DECK, DrawCard
from rules.iwari.feats import DECLINE, ChooseFeat
from rules.iwari.hidden import unseen
from rules.iwari.outlook import Outlook
from rules.iwari.playing import DONE, PlayCards, PlayMore, is_explored, placements, placements_in
from rules.iwari.position import Position
from rules.iwari.third_tribe import THIRD, PlayThirdTribe

Hurry = Callable[[], bool]

EASY_LOOKS = 4
EASY_LOOKS_FOR_THIRD = 16
"""Of how many options the easy player takes the best, in its own turn and in the third tribe's, lest that one wins."""
CARD = 0.4
"""What a card kept is worth to the hard player, in points."""
BEST = 10
"""How many of its own turns the hard player follows into the third tribe's turn."""


def choose(view: Position, seat: int, level: str, rng: random.Random, hurry: Hurry) -> str:
    """An option for the decision that waits for the seat."""
    decision = view.stack[-1]
    options: list[str] = decision.options(view)
    if len(options) == 1:
        return options[0]
    outlook = Outlook(view, seat, future=level == "hard")
    if isinstance(decision, ChooseFeat):
        return _feat(outlook, options, level, rng)
    if isinstance(decision, DrawCard):
        return _draw(view, outlook, options, level, rng, hurry)
    own = isinstance(decision, PlayCards | PlayMore)
    if level == "easy":
        options = rng.sample(options, min(EASY_LOOKS if own else EASY_LOOKS_FOR_THIRD, len(options)))
    if level != "hard":
        return _greedy(view, outlook, options, rng)
    first = isinstance(decision, PlayCards | PlayThirdTribe)
    turns = Turns(view, outlook, seat, hurry)
    return turns.best(options, own, first, rng)


def _greedy(view: Position, outlook: Outlook, options: list[str], rng: random.Random) -> str:
    """The option with the most points at once; a pair of cards counts as dearer than one."""
    decision = view.stack[-1]
    tribe = decision.seat if isinstance(decision, PlayCards | PlayMore) else THIRD
    values = []
    for option in options:
        move = outlook.board.moves.get(option)
        values.append(-0.5 if move is None else outlook.delta(tribe, move) - 0.5 * (len(move[3]) - 1))
    if tribe == THIRD and max(values) < 0 and DONE in options:
        return DONE
    return _top(options, values, rng)


def _top(options: list[str], values: list[float], rng: random.Random) -> str:
    most = max(values)
    return rng.choice([option for option, value in zip(options, values, strict=True) if value >= most - 1e-9])


def _feat(outlook: Outlook, options: list[str], level: str, rng: random.Random) -> str:
    """The site where a feat gains most on the others; declined when it gains nothing."""
    if level == "easy":
        return rng.choice(options)
    values = [0.0 if option.startswith(DECLINE) else outlook.feat(option.split("-")[1]) for option in options]
    return _top(options, values, rng)


def _draw(view: Position, outlook: Outlook, options: list[str], level: str, rng: random.Random, hurry: Hurry) -> str:
    """The card that makes the best hand: easy takes any, normal looks for pairs, hard tries every card out."""
    seat = view.active
    hand = view.hands[seat]
    if level == "easy":
        return rng.choice(options)
    if level == "normal":
        pairs = [option for option in options if option != FROM_DECK and LETTERS[option[5:]] in hand]
        return rng.choice(pairs or options)
    turns = Turns(view, outlook, seat, hurry)
    values = {card: turns.worth(hand + card) for card in LETTERS.values()}
    left = unseen(view)
    total = sum(left.values()) or 1
    blind = sum(values[card] * number for card, number in left.items()) / total
    worths = [blind + 0.1 if option == FROM_DECK else values[LETTERS[option[5:]]] for option in options]
    return _top(options, worths, rng)


class Line(NamedTuple):
    """A turn: its value, the option that begins it, its placements, and the cards left after it."""

    value: float
    option: str
    moves: tuple[Move, ...]
    left: str


class Turns:
    """Weighs turns: a first piece, perhaps a second in the same territory, then those of the third tribe.

    `view` shares its tents and totems with the outlook, so that pieces which are tried out count for both.
    """

    def __init__(self, view: Position, outlook: Outlook, seat: int, hurry: Hurry) -> None:
        self.view = replace(view, tents=outlook.tents, totems=outlook.totems)
        self.outlook = outlook
        self.seat = seat
        self.hurry = hurry
        self.moves = outlook.board.moves

    def best(self, options: list[str], own: bool, first: bool, rng: random.Random) -> str:
        """The option that begins the best turn."""
        tribe = self.seat if own else THIRD
        hand = self.view.hands[self.seat]
        lines: list[Line] = []
        for option in options:
            if self.hurry() and lines:
                break
            lines.append(self._from(option, tribe, hand, first))
        if own and self.view.third is not None:
            lines.sort(key=lambda line: -line.value)
            lines = [self._with_third(line) for line in lines[:BEST]]
        return _top([line.option for line in lines], [line.value for line in lines], rng)

    def worth(self, hand: str) -> float:
        """The value of the best turn that these cards would allow now; nothing when there is no time to tell."""
        if self.hurry():
            return 0.0
        options = placements(self.view, self.seat, hand)
        return max((self._from(option, self.seat, hand, True).value for option in options), default=0.0)

    def _from(self, option: str, tribe: int, hand: str, first: bool) -> Line:
        """The best turn that begins with this option."""
        move = self.moves.get(option)
        if move is None:
            left = hand if option == DONE else spend(hand, LETTERS[option.removeprefix("discard-")])
            return Line(CARD * len(left), option, (), left)
        left = spend(hand, move[3])
        value = self.outlook.delta(tribe, move)
        line = Line(value + CARD * len(left), option, (move,), left)
        if first and left and is_explored(self.view, move[1]):
            return max(line, self._second(line, value, tribe), key=lambda line: line.value)
        return line

    def _second(self, line: Line, value: float, tribe: int) -> Line:
        """The best turn that goes on with a second piece; `value` is that of the first alone."""
        (move,) = line.moves
        hand = line.left
        undo = self.outlook.put(tribe, move)
        for option in placements_in(self.view, tribe, hand, move[1]):
            more = self.moves[option]
            left = spend(hand, more[3])
            gain = value + self.outlook.delta(tribe, more) + CARD * len(left)
            if gain > line.value:
                line = Line(gain, line.option, (move, more), left)
        self.outlook.take_back(undo)
        return line

    def _with_third(self, line: Line) -> Line:
        """The same turn with the best that can follow as the third tribe."""
        if not line.left or self.hurry():
            return line
        outlook, cards = self.outlook, len(line.left)
        undos = [outlook.put(self.seat, move) for move in line.moves]
        replies = [self._from(reply, THIRD, line.left, True).value for reply in placements(self.view, THIRD, line.left)]
        for undo in reversed(undos):
            outlook.take_back(undo)
        reply = max(replies, default=CARD * (cards - 1))
        return line._replace(value=line.value - CARD * cards + reply)
