"""A problem: from a position in mid-cycle the host must leave the guest without a move in a number of moves.

Not in the rulebook: a way to play a cycle's end alone. All moves are those of the game (Y5-Y12), and a side without a
move has lost as ever (Y16); but the host has lost, too, when the moves are used up.
"""

from __future__ import annotations

from rules.errors import BadSettings
from rules.game import Events
from rules.iye import cycle
from rules.iye.events import MatchWon, OutOfMoves
from rules.iye.movement import MoveDrum
from rules.iye.position import CycleResult, Position
from rules.iye.settings import Settings

HOST, GUEST = 0, 1


class ProblemMove(MoveDrum):
    """A move in a problem; `left` is how many moves the host has, this one included when it is the host's."""

    left: int

    def resolve(self, state: Position, option: str) -> Events:
        """As any move, but the guest has won when the host has none left."""
        events = super().resolve(state, option)
        if not state.stack:
            events += cycle.advance(state)
        if state.past:
            return events
        left = self.left - (self.seat == HOST)
        state.stack.pop()
        if left:
            state.stack.append(ProblemMove(1 - self.seat, left))
        else:
            points, _ = cycle.score(state.hands)
            state.past.append(CycleResult(GUEST, None, points))
            events += [OutOfMoves(HOST), MatchWon(GUEST)]
        return events


def check(settings: Settings) -> None:
    """Opening and problem must fit the layout. BadSettings."""
    if settings.within < 0:
        raise BadSettings("iye.problem_without_moves")
    if not settings.layout and (settings.opening or settings.within):
        raise BadSettings("iye.layout_needed")
    if settings.within and settings.cycles != 1:
        raise BadSettings("iye.problem_of_cycles")
    moves = settings.opening.split()
    starter = _starter(settings, len(moves))
    if settings.within and (starter + len(moves)) % 2 != HOST:
        raise BadSettings("iye.problem_for_guest")
    if moves or settings.within:
        _check_moves(settings, starter, moves)


def _starter(settings: Settings, moves: int) -> int:
    if settings.first == "random":
        if moves or settings.within:
            raise BadSettings("iye.starter_needed")
        return HOST
    return HOST if settings.first == "host" else GUEST


def _check_moves(settings: Settings, starter: int, moves: list[str]) -> None:
    state = Position(seats=2, chance=None, cycles=1, layout=[], tiles=0, drum=0, hands=[], spent=[], starter=0)
    cycle.deal(state, starter, settings.layout)
    for option in moves:
        if not state.stack or not state.stack[-1].legal(state, option):
            raise BadSettings("iye.opening_illegal", move=option[:20])
        state.stack.pop().resolve(state, option)
    if not state.stack:
        raise BadSettings("iye.opening_ends")
    if settings.within and state.tiles.bit_count() <= 2 * settings.within:
        raise BadSettings("iye.problem_too_long")


def begin(state: Position, settings: Settings) -> None:
    """Make the moves of the opening on a fresh deal, and put the problem where there is one. Already checked."""
    for option in settings.opening.split():
        state.stack.pop().resolve(state, option)
    state.turn = 0
    if settings.within:
        state.stack[-1] = ProblemMove(HOST, settings.within)
