"""Puzzles of İye: positions in which the side to move can leave the other without a move, whatever it does.

A puzzle is found, not composed: random cycles are played from a seed until one runs through a position that asks for
thought. Nothing here is kept or looked up, so the same seed gives the same puzzle on every machine.
"""

from __future__ import annotations

from msgspec import Struct

from rules.chance import Chance
from rules.iye.solver import Cycle, Move, option
from rules.iye.tiles import BOX, CENTRE, FULL, LETTERS, NATURAL

FEWEST_TILES = {2: 7, 3: 8, 4: 10}
"""By the number of moves: a puzzle has at least so many tiles, since fewer leave nothing to think about."""

MOST_TILES = 12
"""A puzzle has at most so many tiles on the board, so that a person can look through what may come."""

FEWEST_MOVES = 4
"""The first move of a puzzle is one of at least so many."""

FEWEST_REPLIES = 2
"""After the right first move the defender has at least so many answers, each of which must be met."""

_ATTEMPTS = 100_000


class Puzzle(Struct, frozen=True):
    """`layout` (25 letters), the moves that were made on it, and in how many moves of their own who is next can win.

    `key` is the one first move that does it; no other does, and no fewer moves do.
    """

    layout: str
    opening: tuple[str, ...]
    within: int
    key: str


def keys(position: Cycle, within: int) -> list[Move]:
    """The moves after which the other side is left without a move within so many moves of the side to move."""
    return [move for move in position.moves() if _caught(position.after(move), within - 1)]


def _caught(position: Cycle, within: int) -> bool:
    """Whether the side to move is without a move now, or will be after `within` more moves of the other."""
    if position.tiles & NATURAL[position.drum]:
        stuck = False
    else:
        stuck = not position.moves()
    if stuck or within <= 0:
        return stuck and position.tiles & (position.tiles - 1) != 0
    return all(_catches(position.after(move), within) for move in position.moves())


def _catches(position: Cycle, within: int) -> bool:
    return any(_caught(position.after(move), within - 1) for move in position.moves())


def longest(position: Cycle, most: int) -> list[Move]:
    """The moves of the side to move that put off being caught the longest, looked `most` moves of the other ahead."""
    moves = position.moves()
    for within in range(1, most + 1):
        left = [move for move in moves if not _catches(position.after(move), within)]
        if not left:
            return moves
        moves = left
    return moves


def make(seed: int, within: int) -> Puzzle:
    """The puzzle of a seed: to catch the other side in `within` (2 to 4) moves.

    Takes from some tenths of a second to some seconds: to be called in a worker. ValueError when nothing was found.
    """
    chance = Chance(seed)
    for _ in range(_ATTEMPTS):
        if (found := _from_one_cycle(chance, within)) is not None:
            return found
    raise ValueError(f"no puzzle was found for the seed {seed}")


def _from_one_cycle(chance: Chance, within: int) -> Puzzle | None:
    letters = list(BOX)
    chance.shuffle(letters)
    layout = tuple(LETTERS.index(letter) for letter in letters)
    position = Cycle(layout, CENTRE, FULL, 0, 0)
    opening: list[str] = []
    while position.tiles.bit_count() >= FEWEST_TILES[within] and (moves := position.moves()):
        if position.tiles.bit_count() <= MOST_TILES and (key := _key(position, moves, within)) is not None:
            return Puzzle("".join(letters), tuple(opening), within, option(key))
        move = moves[chance.below(len(moves))]
        opening.append(option(move))
        position = position.after(move)
    return None


def _key(position: Cycle, moves: list[Move], within: int) -> Move | None:
    """The one move that solves the position in just so many moves; None when it is no puzzle."""
    if len(moves) < FEWEST_MOVES:
        return None
    if any(_catches(position, fewer) for fewer in range(1, within)):
        return None
    found = keys(position, within)
    if len(found) != 1 or len(position.after(found[0]).moves()) < FEWEST_REPLIES:
        return None
    return found[0]
