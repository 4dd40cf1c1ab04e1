"""A turn: move the drum naturally or by spending a tile (Game Structure and Rules, İye Tiles)."""

from __future__ import annotations

from typing import NamedTuple

from rules.game import Decision, Events
from rules.iye.events import DrumMoved
from rules.iye.position import Position
from rules.iye.tiles import CELLS, HORSE, NATURAL, OWL, SPENT, SPIRITS, SQUARES, SUN, TREE, WATER
from rules.sets import Sets


class Means(NamedTuple):
    """What a move option says: where the drum lands, and the spirit spent for it (None: natural movement)."""

    target: int
    spirit: int | None


def notation(target: int, spirit: int | None) -> str:
    """A move as people write it: `c4` for natural movement, `horse-d5` for a spent tile."""
    return SQUARES[target] if spirit is None else f"{SPIRITS[spirit]}-{SQUARES[target]}"


MOVES: dict[str, Means] = {
    notation(target, spirit): Means(target, spirit) for spirit in (None, *range(5)) for target in range(CELLS)
}
"""Every move option there can be, with its meaning."""

_ALLOWED = {option: (1 << move.target, move.spirit) for option, move in MOVES.items()}


class _Named(dict[int, list[str]]):
    """The options for a set of targets, made when first asked for. For spirits that reach few cells from each."""

    def __init__(self, spirit: int | None) -> None:
        super().__init__()
        self.texts = [notation(cell, spirit) for cell in range(CELLS)]

    def __missing__(self, targets: int) -> list[str]:
        found = self[targets] = [text for cell, text in enumerate(self.texts) if targets >> cell & 1]
        return found


_NATURALLY, _TREE, _HORSE, _SUN = (_Named(spirit) for spirit in (None, TREE, HORSE, SUN))
# Owls and Water reach so many cells that the same set of targets hardly comes twice.
_OWL, _WATER = (Sets([[notation(cell, spirit)] for cell in range(CELLS)]) for spirit in (OWL, WATER))
_FROM = tuple((NATURAL[cell], *(reach[cell] for reach in SPENT)) for cell in range(CELLS))


class MoveDrum(Decision):
    """Move the drum onto a tile, which goes to the opponent (Y4-Y14). There is no passing."""

    def options(self, state: Position) -> list[str]:
        """Natural landings first, then spent tiles from Owls to Sun; targets in reading order."""
        tiles = state.tiles
        natural, owl, water, tree, horse, sun = _FROM[state.drum]
        owls, waters, trees, horses, suns = state.hands[self.seat]
        found = _NATURALLY[tiles & natural]
        # Spelled out, since random play spends most of its time here.
        if owls:
            found = [*found, *_OWL.of(tiles & owl)]
        if waters:
            found = [*found, *_WATER.of(tiles & water)]
        if trees:
            found = found + _TREE[tiles & tree]
        if horses:
            found = found + _HORSE[tiles & horse]
        if suns:
            found = found + _SUN[tiles & sun]
        return found

    def legal(self, state: Position, option: str) -> bool:
        allowed = _ALLOWED.get(option)
        if allowed is None:
            return False
        landing, spirit = allowed
        if spirit is None:
            return bool(state.tiles & NATURAL[state.drum] & landing)
        return bool(state.hands[self.seat][spirit] and state.tiles & SPENT[spirit][state.drum] & landing)

    def resolve(self, state: Position, option: str) -> Events:
        """Land, and give tile and turn to the opponent (Y5, Y7), unless the cycle ends here (`cycle.advance`)."""
        target, spirit = MOVES[option]
        seat = self.seat
        opponent = 1 - seat
        if spirit is not None:
            state.hands[seat][spirit] -= 1
            state.spent[seat][spirit] += 1
        given = state.layout[target]
        state.hands[opponent][given] += 1
        tiles = state.tiles = state.tiles ^ 1 << target
        moved = state.last = DrumMoved(seat, state.drum, target, spirit, given)
        state.drum = target
        state.turn += 1
        # More than one tile is left, and nearly always there is a natural move.
        if tiles & (tiles - 1) and (tiles & NATURAL[target] or can_move(state, opponent)):
            state.stack.append(MoveDrum(opponent))
        return [moved]

    def default(self, state: Position) -> str:
        """The natural move that gives the least away, else the cheapest tile that can be spent."""
        return min(self.options(state), key=lambda option: _cost(state, MOVES[option]))


def _cost(state: Position, move: Means) -> tuple[int, int]:
    spent = -1 if move.spirit is None else move.spirit
    return spent, state.layout[move.target]


def can_move(state: Position, seat: int) -> bool:
    """Whether the seat has any legal move."""
    tiles, drum, hand = state.tiles, state.drum, state.hands[seat]
    if tiles & NATURAL[drum]:
        return True
    return any(hand[spirit] and tiles & SPENT[spirit][drum] for spirit in range(OWL, SUN + 1))
