"""What happens in a match of İye."""

from __future__ import annotations

from typing import ClassVar

from rules.game import Event


class Dealt(Event, frozen=True):
    """A new cycle: 25 tiles dealt face up, the drum on the centre (Setup). `cycle` counts from 1."""

    reveals: ClassVar[bool] = True
    cycle: int
    starter: int


class DrumMoved(Event, frozen=True):
    """The drum went from cell to cell; `spirit` was spent for it (None: none); `given` went to the opponent."""

    seat: int
    origin: int
    target: int
    spirit: int | None
    given: int


class CycleEnded(Event, frozen=True):
    """A cycle is over. `winner` is None for a tie; `stuck` is the seat that could not move (Y16), else None.

    `points[seat]` are zero where no scoring took place; `scored[spirit]` is who scored it (Y17), None for nobody.
    """

    always_told: ClassVar[bool] = True
    cycle: int
    winner: int | None
    stuck: int | None
    points: tuple[int, int]
    scored: tuple[int | None, ...]


class OutOfMoves(Event, frozen=True):
    """In a problem the seat has used its moves up, and the other side can still move: it was not solved."""

    seat: int


class StarterChosen(Event, frozen=True):
    """The loser of a cycle chose who begins the next one (Y19)."""

    seat: int
    starter: int


class MatchWon(Event, frozen=True):
    """A seat has won the cycles that the match asks for (Y3)."""

    seat: int
