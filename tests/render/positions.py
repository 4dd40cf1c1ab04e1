"""Positions to look at: matches of every game that has a look, played at random, at each moment of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from render import PRESENTERS, Audience, Presenter
from rules.game import Decision, Event, State

LONG = ("Maximiliane von Hohenstaufen-Wet", "Кирилл Ğüneş-Çağlayan İstanbullu", "W" * 32) * 2
"""Names of the greatest length that Discord allows (32), in three alphabets and widths."""


def described(look: Presenter, view: Any, audience: Audience) -> str:
    """All pages of a description as one text."""
    return "\n".join(look.describe(view, audience))


class Moment(NamedTuple):
    """A moment of a match: what the decision's seat sees (at the end: a spectator), and what has just happened."""

    look: Presenter
    view: State
    ask: Decision | None
    audience: Audience
    events: list[Event]


def moments(key: str, seed: int, seats: int | None = None, settings: bytes = b"{}") -> Iterator[Moment]:
    """A random match from its first moment to its end."""
    look = PRESENTERS[key]
    game = look.game
    chosen = game.settings_from(settings)
    count = seats or game.seat_range(chosen).start
    state: Any = game.setup(chosen, count, seed)
    chance = random.Random(seed)
    events: list[Event] = []
    while (decision := game.decision(state)) is not None:
        view = game.view(state, decision.seat)
        yield Moment(look, view, game.decision(view), Audience(LONG[:count], decision.seat, "Match #1234567"), events)
        events = game.apply(state, chance.choice(decision.options(state)))
    yield Moment(look, game.view(state, None), None, Audience(LONG[:count], None, "Match #1234567"), events)
