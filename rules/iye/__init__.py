"""İye: two shamans move one drum over a board of spirits; whatever it lands on goes to the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from rules.chance import Chance
from rules.errors import BadSettings
from rules.game import Events, Game, Goal, Row, Standing, ranked
from rules.iye import challenge, computer, cycle, problem
from rules.iye.cycle import ChooseStarter
from rules.iye.movement import MOVES, MoveDrum
from rules.iye.problem import ProblemMove
from rules.iye.settings import Settings
from rules.iye.state import State
from rules.iye.tiles import BOX, COUNTS, LETTERS, SPIRITS


class Iye(Game[State, Settings]):
    """The game object of İye."""

    key: ClassVar[str] = "iye"
    title: ClassVar[str] = "İye"
    seats: ClassVar[range] = range(2, 3)
    version: ClassVar[int] = 1
    may_draw: ClassVar[bool] = True
    challenges: ClassVar[int] = 0

    def check(self, settings: Settings, seats: int) -> None:
        """A layout must be the 25 tiles of the box, and what was played on it legal."""
        self._check_layout(settings)
        problem.check(settings)

    def _check_layout(self, settings: Settings) -> None:
        if not settings.layout:
            return
        if unknown := sorted(set(settings.layout) - set(LETTERS)):
            raise BadSettings("iye.layout_letters", letters=LETTERS, unknown="".join(unknown))
        if len(settings.layout) != len(BOX):
            raise BadSettings("iye.layout_length", found=len(settings.layout))
        for spirit, (letter, count) in enumerate(zip(LETTERS, COUNTS, strict=True)):
            if (found := settings.layout.count(letter)) != count:
                raise BadSettings("iye.layout_count", letter=letter, spirit=spirit, count=count, found=found)

    def start(self, settings: Settings, seats: int, chance: Chance) -> State:
        """The first cycle is dealt; who begins is drawn by lot unless the settings say (Y2, H7)."""
        state = State(
            seats=2,
            chance=chance,
            cycles=settings.cycles,
            layout=[],
            tiles=0,
            drum=0,
            hands=[],
            spent=[],
            starter=0,
        )
        starter = {"host": 0, "guest": 1}.get(settings.first)
        cycle.deal(state, chance.below(2) if starter is None else starter, settings.layout)
        problem.begin(state, settings)
        return state

    def advance(self, state: State) -> Events:
        """See rules.iye.cycle."""
        return cycle.advance(state)

    def scores(self, state: State) -> list[Standing]:
        """Cycles won decide; the parts are the points that the tiles in hand would score now (Y17)."""
        points, _ = cycle.score(state.hands)
        over = not state.stack
        wins = [state.wins(seat) for seat in range(2)]
        rows = [
            Row(seat, wins[seat], {"cycles": wins[seat]}, (wins[seat], 0 if over else points[seat]))
            for seat in range(2)
        ]
        return ranked(rows, over)

    def choose(self, view: State, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
        """See rules.iye.computer."""
        return computer.choose(view, seat, level, rng, hurry)

    def goal(self, weekday: int) -> Goal:
        """See rules.iye.challenge."""
        return challenge.goal(weekday)

    def challenge(self, goal: Goal, chance: Chance) -> tuple[Settings, int]:
        """See rules.iye.challenge."""
        return challenge.make(goal, chance)

    def achieved(self, won: bool, score: int, moves: int) -> tuple[int, ...]:
        """A problem has no points: fewer moves are better."""
        return won, -moves


IYE = Iye()

__all__ = [
    "COUNTS",
    "IYE",
    "LETTERS",
    "MOVES",
    "SPIRITS",
    "ChooseStarter",
    "MoveDrum",
    "ProblemMove",
    "Settings",
    "State",
]
