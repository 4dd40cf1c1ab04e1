"""The course of a cycle: deal, end, scoring, and who begins the next (Setup, Scoring a Cycle, Game End)."""

from __future__ import annotations

from rules.game import Decision, Events
from rules.iye import movement
from rules.iye.events import CycleEnded, Dealt, MatchWon, StarterChosen
from rules.iye.position import CycleResult, Position
from rules.iye.tiles import BOX, CENTRE, COUNTS, FULL, LETTERS

_BOX = tuple(LETTERS.index(letter) for letter in BOX)


def deal(state: Position, starter: int, layout: str = "") -> Events:
    """A new cycle (Y2, Y20): tiles dealt (or laid as `layout` says), hands emptied, the drum on the centre."""
    tiles = [LETTERS.index(letter) for letter in layout] if layout else list(_BOX)
    if not layout:
        state.luck().shuffle(tiles)
    state.layout = tiles
    state.tiles = FULL
    state.drum = CENTRE
    state.hands = [[0] * 5, [0] * 5]
    state.spent = [[0] * 5, [0] * 5]
    state.starter = starter
    state.last = None
    state.stack.append(movement.MoveDrum(starter))
    return [Dealt(len(state.past) + 1, starter)]


def score(hands: list[list[int]]) -> tuple[tuple[int, int], tuple[int | None, ...]]:
    """Points by seat and, by spirit, who scored it: strictly more unspent tiles take the spirit's worth (Y17)."""
    points = [0, 0]
    scored: list[int | None] = []
    for spirit, worth in enumerate(COUNTS):
        first, second = hands[0][spirit], hands[1][spirit]
        winner = None if first == second else int(second > first)
        if winner is not None:
            points[winner] += worth
        scored.append(winner)
    return (points[0], points[1]), tuple(scored)


def advance(state: Position) -> Events:
    """After a move that nobody can follow: the cycle's end, by scoring with one tile left (Y15, H5), or because the
    side to move has no legal move (Y16). Nothing where the match is won already."""
    if state.last is None or any(state.wins(seat) == state.cycles for seat in range(2)):
        return []
    seat = state.last.seat
    if state.tiles & (state.tiles - 1):
        return _end(state, seat, 1 - seat, (0, 0), (None,) * 5)
    points, scored = score(state.hands)
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    return _end(state, winner, None, points, scored)


def _end(
    state: Position,
    winner: int | None,
    stuck: int | None,
    points: tuple[int, int],
    scored: tuple[int | None, ...],
) -> Events:
    """Write the cycle down: the match is won (Y3), the loser chooses who begins (Y19), or a tie plays on (H8, H9)."""
    state.past.append(CycleResult(winner, stuck, points))
    events: Events = [CycleEnded(len(state.past), winner, stuck, points, scored)]
    if winner is None:
        events += deal(state, 1 - state.starter)
    elif state.wins(winner) == state.cycles:
        events.append(MatchWon(winner))
    else:
        state.stack.append(ChooseStarter(1 - winner))
    return events


class ChooseStarter(Decision):
    """The loser of a cycle chooses the first player of the next one (Y19)."""

    def options(self, state: Position) -> list[str]:
        return ["go-first", "go-second"]

    def resolve(self, state: Position, option: str) -> Events:
        starter = self.seat if option == "go-first" else 1 - self.seat
        state.turn += 1
        return [StarterChosen(self.seat, starter), *deal(state, starter)]

    def default(self, state: Position) -> str:
        """H10: whoever does not choose begins."""
        return "go-first"
