"""Positions to test with: a match on the first map with pieces, hands and cards where a test wants them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from rules.game import Events
from rules.iwari import IWARI, Settings, State
from rules.iwari.components import TENTS, deck_for
from rules.iwari.playing import PlayCards

ALL_FEATS = ("union", "discovery", "honour", "respect")


def table(
    seats: int = 3,
    tents: dict[str, str] | None = None,
    totems: dict[str, str] | None = None,
    hands: tuple[str, ...] = (),
    active: int = 0,
    feats: tuple[str, ...] = (),
    mountains: tuple[int, ...] = (),
    **fields: Any,
) -> State:
    """Seat `active` to play, in the order 0, 1, 2, … Texts of pieces are padded with free spaces.

    Cards that lie nowhere are the deck; `fields` overwrite what else the state has.
    """
    state: State = IWARI.setup(Settings(feats=feats), seats, 1)
    board = state.board
    state.order = list(range(seats))
    state.active = active
    state.mountains = list(mountains)
    for place, row in (tents or {}).items():
        index = board.index[place]
        state.tents[index] = row.ljust(len(board.empty[index]), ".")
    for place, stack in (totems or {}).items():
        state.totems[board.index[place]] = stack
    for tribe in range(state.tribes):
        state.tents_left[tribe] = TENTS - "".join(state.tents).count(str(tribe))
        state.totems_left[tribe] -= "".join(state.totems).count(str(tribe))
    for seat, hand in enumerate(hands):
        state.hands[seat] = "".join(sorted(hand))
    state.stack = [PlayCards(active)]
    state.display = "GTFC"
    for name, value in fields.items():
        setattr(state, name, value)
    if "deck" not in fields:
        cards = Counter(deck_for(seats))
        cards.subtract("".join(state.hands) + state.display + state.discard)
        state.deck = "".join(cards.elements())
    return state


def middle(seats: int, seed: int, steps: int = 80) -> State:
    """A position after some random steps, with all feats."""
    state: State = IWARI.setup(Settings(feats=ALL_FEATS), seats, seed)
    dice = random.Random(seed)
    for _ in range(steps):
        if not (found := IWARI.options(state)):
            break
        IWARI.apply(state, dice.choice(found))
    return state


def play(state: State, *options: str) -> Events:
    """Take these steps; returns all that happened."""
    events: Events = []
    for option in options:
        events += IWARI.apply(state, option)
    return events


def options(state: State, beginning: str = "") -> list[str]:
    """The options that begin so."""
    return [option for option in IWARI.options(state) if option.startswith(beginning)]


def kind(state: State) -> str:
    """What is to be decided."""
    decision = IWARI.decision(state)
    return decision.kind if decision is not None else "over"


def row(state: State, place: str) -> str:
    """The tents of a territory."""
    return state.tents[state.board.index[place]]


def stack(state: State, place: str) -> str:
    """The totems of a territory."""
    return state.totems[state.board.index[place]]


def of(events: Events, which: type) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, which)]


def full_rows(state: State, tribe: int, but: tuple[str, ...] = ()) -> None:
    """Fill every free space of the map with a tribe's tents, whatever its supply."""
    for place, name in enumerate(state.board.ids):
        if name not in but:
            state.tents[place] = state.tents[place].replace(".", str(tribe))
