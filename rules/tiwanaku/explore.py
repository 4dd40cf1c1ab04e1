"""Explore: move a meeple or take one back, and discover the terrain where it stops (T15-T27)."""

from __future__ import annotations

from msgspec import Struct

from rules.game import Decision, Events
from rules.tiwanaku import divine
from rules.tiwanaku.events import MeepleMoved, MeepleRetrieved, TileDiscovered, TrackAdvanced
from rules.tiwanaku.notation import Notation, notation, picker
from rules.tiwanaku.position import LAST_LEVEL, TERRAIN_NUMBER, UNKNOWN, Position
from rules.tiwanaku.regions import bits
from rules.tiwanaku.valley import Valley, valley

Reach = tuple[int, int]
"""Meeples (a set of spaces) that may all end their move on the same spaces, and those spaces."""


class Act(Decision):
    """Explore or divine; one of them is compulsory (T15)."""

    def options(self, state: Position) -> list[str]:
        """Moves on the board, meeples brought in, meeples taken back, divinations."""
        words = notation(state.size)
        stand = stand_of(state, self.seat)
        own = stand.own
        found: list[str] = []
        add_moves(words, reaches(stand), found)
        if state.reserve[self.seat % len(state.meeples)]:
            found += words.enter.of(entrances(stand))
        if own and not state.otoma:
            # Only the competitive mode lets a meeple be taken back (T24; not T45).
            found += words.retrieve.of(own)
        if bare := own & state.tiles & ~state.planted:
            found += words.divinations.of(bare)
        return found

    def resolve(self, state: Position, option: str) -> Events:
        choice = notation(state.size).read(option)
        if choice.verb == "divine":
            return divine.divine(state, self.seat, option)
        state.stage = "offer"
        if choice.verb == "retrieve":
            return [retrieve(state, self.seat, choice.target)]
        entering = choice.verb == "enter"
        path = route(state, self.seat, choice.origin, choice.target, entering=entering)
        events: Events = [move(state, self.seat, path, entering)]
        if not state.tiles >> choice.target & 1:
            events += discover(state, self.seat, choice.target)
        return events

    def default(self, state: Position) -> str:
        """The first discovery within reach. Nothing is nearer to passing that would not let a match go on for ever."""
        return min(self.options(state), key=_Urgency(state, self.seat))


class Stand(Struct, frozen=True, gc=False):
    """Where a colour stands: its meeples, the spaces it may walk on (T18, T20) and those it may stop on (T20, T21)."""

    ground: Valley
    own: int
    through: int
    free: int


def stand_of(state: Position, seat: int) -> Stand:
    """How the board is for the meeples of a seat: crops and own meeples are walked on, nobody else's space is."""
    ground = valley(state.size)
    own = state.meeples[seat % len(state.meeples)]
    occupied = state.occupied()
    return Stand(ground, own, state.planted & ~occupied | own, ground.full & ~occupied)


def reaches(stand: Stand) -> list[Reach]:
    """How far each meeple on the board may move (T17-T21, T23).

    Meeples that can walk to one another have the same ends: each may pass through the others.
    """
    ground, waiting, through, free = stand.ground, stand.own, stand.through, stand.free
    found = []
    while waiting:
        area = waiting & -waiting
        around = ground.beside[area.bit_length() - 1]
        if around & through:
            area, around = ground.reach(area | around & through, through)
        found.append((waiting & area, (area | around) & free))
        waiting &= ~area
    return found


def entrances(stand: Stand) -> int:
    """Where a meeple from the supply may end its first move (T22)."""
    edge = stand.ground.edge
    inner, around = stand.ground.reach(edge & stand.through, stand.through)
    return (edge | inner | around) & stand.free


def add_moves(words: Notation, moves: list[Reach], found: list[str]) -> None:
    """Append the moves on the board: `explore-c3` where one meeple alone can get there, else `explore-b2-c3`."""
    once = twice = 0
    for origins, ends in moves:
        twice |= ends if origins & (origins - 1) else once & ends
        once |= ends
    texts = words.explore_from
    for origins, ends in moves:
        if alone := ends & ~twice:
            # No other meeple gets there, so this is one meeple's reach.
            found += words.explore.of(alone)
        if shared := ends & twice:
            pick = picker(words.cells.of(shared))
            while origins:
                low = origins & -origins
                found += pick(texts[low.bit_length() - 1])
                origins ^= low


def route(state: Position, seat: int, origin: int, target: int, *, entering: bool) -> list[int]:
    """A shortest way for a legal move; `origin` -1 leaves the meeple to the program (only one can get there)."""
    ground = valley(state.size)
    own = state.meeples[seat % len(state.meeples)]
    through = state.planted & ~state.occupied() | own
    if entering:
        sources = ground.edge & (through | 1 << target)
    else:
        sources = own if origin < 0 else 1 << origin
    return ground.walk(sources, target, through)


def move(state: Position, seat: int, path: list[int], entered: bool) -> MeepleMoved:
    """Put the meeple where its way ends."""
    colour = seat % len(state.meeples)
    first, end = path[0], path[-1]
    if entered:
        state.reserve[colour] -= 1
        state.meeples[colour] |= 1 << end
    else:
        state.meeples[colour] ^= 1 << first | 1 << end
    state.ended = end
    state.trace.route = path
    return MeepleMoved(seat, colour, tuple(path), entered)


def retrieve(state: Position, seat: int, cell: int) -> MeepleRetrieved:
    """Take a meeple back to the supply: the whole Explore (T24)."""
    colour = seat % len(state.meeples)
    state.meeples[colour] ^= 1 << cell
    state.reserve[colour] += 1
    state.trace.cells.append(cell)
    return MeepleRetrieved(seat, colour, cell)


def discover(state: Position, seat: int, cell: int) -> Events:
    """The discovery on an empty space where a move ended (T25), with a tile from the general supply."""
    # Alone the tiles are shuffled and laid with the arrow up (T42, T46).
    tile = state.piles[TERRAIN_NUMBER[state.terrain[cell]]].pop() if state.piles else UNKNOWN
    return lay_tile(state, seat, cell, tile)


def lay_tile(state: Position, seat: int | None, cell: int, tile: int) -> Events:
    """Lay the tile of a discovery, and let the side's pawn advance. `seat` None: the Otoma."""
    terrain = TERRAIN_NUMBER[state.terrain[cell]]
    state.tiles |= 1 << cell
    state.left[terrain] -= 1
    if state.arrows:
        state.arrows[cell] = tile
    state.trace.cells.append(cell)
    side = 1 if seat is None else state.side(seat)
    return [TileDiscovered(seat, cell, terrain, tile), advance_pawn(state, side, terrain)]


def advance_pawn(state: Position, side: int, terrain: int) -> TrackAdvanced:
    """One level up, and a point for each own pawn on that very level (T26); one point only at the last level (T27)."""
    party = state.parties[side]
    level = party.levels[terrain]
    stuck = level == LAST_LEVEL
    if stuck:
        points = 1
    else:
        level = party.levels[terrain] = level + 1
        points = party.levels.count(level)
    party.points += points
    party.discovery += points
    return TrackAdvanced(side, terrain, level, points, stuck)


class _Urgency:
    """Orders options for somebody whose time is out, so that the match goes on: what is found or planted stays so.

    Discoveries come first, then divinations of a crop that is not plainly wrong, then moves onto bare terrain.
    """

    def __init__(self, state: Position, seat: int) -> None:
        self.words = notation(state.size)
        self.tiles = state.tiles
        self.planted = state.planted
        self.bare = state.bare(seat)
        self.guesses = [(cell, divine.plausible(state, cell)) for cell in bits(self.bare)]

    def __call__(self, option: str) -> int:
        verb, origin, target, crop = self.words.read(option)
        if verb == "divine":
            return 2 if (target, crop) in self.guesses else 6
        if verb == "retrieve":
            return 5 if self.bare >> target & 1 else 4
        leaves = origin >= 0 and self.bare >> origin & 1
        if not self.tiles >> target & 1:
            return 1 if leaves else 0
        return 5 if leaves or self.planted >> target & 1 else 3
