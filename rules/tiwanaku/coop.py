"""Cooperative mode: tiles behind screens steer the first step, and the Otoma run from whoever explores (T60-T74)."""

from __future__ import annotations

from typing import ClassVar

from rules.game import Decision, Events
from rules.tiwanaku import divine, ending, explore, otoma
from rules.tiwanaku.events import ActionLapsed, TerrainFound, TileSeen, TileSpent, TileSupplied, TurnSkipped
from rules.tiwanaku.explore import Reach, Stand
from rules.tiwanaku.notation import TERRAIN_NAMES, notation
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import TERRAIN_NUMBER, Position, Reaction

_PLAYER = "player-"
_SPEND = "spend-"


def spent_by(option: str) -> int:
    """The terrain of the stack that an option of `SpendTile` takes from."""
    return TERRAIN_NAMES.index(option.removeprefix(_SPEND))


class SpendTile(Decision):
    """Put the top tile of an own stack on the Diversity board (T66)."""

    open_options: ClassVar[bool] = False  # they tell of the tiles behind the screen (T64, G19)

    def options(self, state: Position) -> list[str]:
        """The own stacks that allow an action, by terrain; all of them when none does (G19)."""
        stacks = [(number, stack) for number, stack in enumerate(state.hands[self.seat]) if stack]
        if not state.bare(self.seat):
            useful = [(number, stack) for number, stack in stacks if can_explore(state, self.seat, stack[-1] % 4)]
            stacks = useful or stacks
        return [_SPEND + TERRAIN_NAMES[number] for number, _ in stacks]

    def resolve(self, state: Position, option: str) -> Events:
        terrain = spent_by(option)
        tile = state.hands[self.seat][terrain].pop()
        state.spent[terrain].append(tile)
        events: Events = [TileSpent(self.seat, terrain, tile), *_look(state, self.seat, terrain)]
        if state.bare(self.seat) or can_explore(state, self.seat, tile % 4):
            state.stack.append(GroupAct(self.seat, tile % 4))
        else:
            state.stage = "offer"
            events.append(ActionLapsed(self.seat))
        return events


class GroupAct(Decision):
    """Explore, with a first step in the arrow's direction (T67), or divine (T72)."""

    way: int

    def options(self, state: Position) -> list[str]:
        """Moves on the board, meeples brought in, divinations."""
        found: list[str] = []
        words = notation(state.size)
        explore.add_moves(words, reaches(state, self.seat, self.way), found)
        found += words.enter.of(entrances(state, self.seat, self.way))
        found += words.divinations.of(state.bare(self.seat))
        return found

    def resolve(self, state: Position, option: str) -> Events:
        choice = notation(state.size).read(option)
        if choice.verb == "divine":
            return divine.divine(state, self.seat, option)
        entering = choice.verb == "enter"
        path = route(state, self.seat, self.way, choice.origin, choice.target, entering=entering)
        events: Events = [explore.move(state, self.seat, path, entering)]
        # T70, G24: who will run is settled where the Explore ends.
        state.pending = _startled(state)
        state.stage = "react"
        if not state.tiles >> state.ended & 1:
            events += _find_tile(state, -1)
        return events

    def default(self, state: Position) -> str:
        """The first move, or a crop that is not plainly wrong where nothing can be moved."""
        first = self.options(state)[0]
        return divine.sensible(state, self.seat) if first.startswith("divine") else first


class SupplyTile(Decision):
    """The Diversity board has no tile of a terrain that was found: who supplies one (T69, G26).

    `cell` is where it was found; `otoma` is the number of the Otoma meeple that found it, -1 for the player's.
    """

    terrain: int
    cell: int
    otoma: int

    def options(self, state: Position) -> list[str]:
        """The players who have such a tile, counted from 1."""
        return [f"{_PLAYER}{seat + 1}" for seat in _holders(state, self.terrain)]

    def resolve(self, state: Position, option: str) -> Events:
        return _supply(state, int(option.removeprefix(_PLAYER)) - 1, self.terrain, self.otoma)


class OrderOtoma(Decision):
    """Several Otoma are equally near: the group chooses which runs first (T70)."""

    def options(self, state: Position) -> list[str]:
        """The Otoma by the spaces they stand on."""
        texts = notation(state.size).otoma
        return [texts[cell] for cell in sorted(state.otoma[reaction.otoma] for reaction in _nearest(state))]

    def resolve(self, state: Position, option: str) -> Events:
        cell = notation(state.size).read(option).target
        return _run(state, next(reaction for reaction in _nearest(state) if state.otoma[reaction.otoma] == cell))


def advance(state: Position) -> Events:
    """An action, the Otoma that run from it, an offering (T73), and the next turn; the end when no tiles are left."""
    if state.phase != "turns":
        return ending.next_offering(state) if state.phase == "offering" else []
    if state.stage == "react":
        if state.pending and state.tiles != state.ground.full:
            return _react(state)
        state.pending = []
        state.stage = "offer"
    last = not any(any(stacks) for stacks in state.hands)
    if state.stage == "offer":
        state.stage = "end"
        # When nothing follows but the last offering, that one is enough.
        if not last and state.parties[0].tokens:
            state.stack.append(Offer(state.active))
            return []
    if last:
        return ending.begin_offerings(state, [state.active])
    return _next_turn(state)


def _next_turn(state: Position) -> Events:
    """The next seat that has a tile to spend (G20)."""
    events: Events = []
    seat = state.active
    while True:
        seat = (seat + 1) % state.seats
        if any(state.hands[seat]):
            break
        events.append(TurnSkipped(seat))
    state.next_turn(seat)
    state.stack.append(SpendTile(seat))
    return events


def _react(state: Position) -> Events:
    nearest = _nearest(state)
    if len(nearest) > 1:
        state.stack.append(OrderOtoma(state.active))
        return []
    return _run(state, nearest[0])


def _run(state: Position, reaction: Reaction) -> Events:
    state.pending.remove(reaction)
    moved = otoma.run(state, reaction.otoma, reaction.way)
    return [moved, *_find_tile(state, reaction.otoma)]


def _nearest(state: Position) -> list[Reaction]:
    distance = min(reaction.distance for reaction in state.pending)
    return [reaction for reaction in state.pending if reaction.distance == distance]


def _startled(state: Position) -> list[Reaction]:
    """The Otoma in the row or column where the Explore ended, running away from there (T70, G25)."""
    found = []
    for number, cell in enumerate(state.otoma):
        if (line := state.ground.away(state.ended, cell)) is not None:
            distance, way = line
            found.append(Reaction(number, way, distance))
    return found


def _find_tile(state: Position, number: int) -> Events:
    """Take the tile of a discovery from the Diversity board, else from a player (T69)."""
    cell = state.ended if number < 0 else state.otoma[number]
    terrain = TERRAIN_NUMBER[state.terrain[cell]]
    if state.spent[terrain]:
        return _lay(state, number, state.spent[terrain].pop())
    holders = _holders(state, terrain)
    if len(holders) == 1:
        return _supply(state, holders[0], terrain, number)
    state.stack.append(SupplyTile(state.active, terrain, cell, number))
    return [TerrainFound(state.active if number < 0 else None, cell, terrain)]


def _supply(state: Position, seat: int, terrain: int, number: int) -> Events:
    tile = state.hands[seat][terrain].pop()
    events: Events = [TileSupplied(seat, terrain, tile), *_look(state, seat, terrain)]
    return events + _lay(state, number, tile)


def _lay(state: Position, number: int, tile: int) -> Events:
    if number < 0:
        return explore.lay_tile(state, state.active, state.ended, tile)
    return otoma.settle(state, number, tile, takes_token=True)


def _look(state: Position, seat: int, terrain: int) -> Events:
    """The owner sees the tile that came to the top (T64)."""
    stack = state.hands[seat][terrain]
    return [TileSeen(seat, terrain, stack[-1])] if stack else []


def _holders(state: Position, terrain: int) -> list[int]:
    return [seat for seat in range(state.seats) if state.hands[seat][terrain]]


def reaches(state: Position, seat: int, way: int) -> list[Reach]:
    """Where each meeple on the board may end, one space `way` first (T67, T68, G22, G23)."""
    stand = explore.stand_of(state, seat)
    own = stand.own
    found = []
    while own:
        low = own & -own
        if ends := _ends(state, stand, _first_step(state, low, way), low):
            found.append((low, ends))
        own ^= low
    return found


def entrances(state: Position, seat: int, way: int) -> int:
    """Where a meeple from the supply may end: coming in is its first step (G21)."""
    if not state.reserve[state.colour(seat)]:
        return 0
    stand = explore.stand_of(state, seat)
    return _ends(state, stand, stand.ground.entry[way], 0)


def can_explore(state: Position, seat: int, way: int) -> bool:
    """Whether a tile with an arrow that way allows any Explore."""
    return bool(entrances(state, seat, way) or reaches(state, seat, way))


def _first_step(state: Position, origin: int, way: int) -> int:
    cell = state.ground.step[way][origin.bit_length() - 1]
    return 1 << cell if cell >= 0 else 0


def _ends(state: Position, stand: Stand, first: int, origin: int) -> int:
    """The ends of a move by way of one of the spaces `first`; never on a crop, never through `origin` again (T68)."""
    through = stand.through & ~origin
    _, around = stand.ground.reach(first & through, through)
    return (first | around) & stand.free & ~state.planted


def route(state: Position, seat: int, way: int, origin: int, target: int, *, entering: bool) -> list[int]:
    """A shortest way for a legal move; `origin` -1 stands for the only meeple that can get there."""
    stand = explore.stand_of(state, seat)
    ground, through = stand.ground, stand.through
    if entering:
        return ground.walk(ground.entry[way] & (through | 1 << target), target, through)
    if origin < 0:
        origins = next(origins for origins, ends in reaches(state, seat, way) if ends >> target & 1)
        origin = origins.bit_length() - 1
    first = _first_step(state, 1 << origin, way)
    return [origin, *ground.walk(first, target, through & ~(1 << origin))]
