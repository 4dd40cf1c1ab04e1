"""Solo mode: after an Explore the arrow of the tile sets one of the Otoma running (T40-T52)."""

from __future__ import annotations

from rules.game import Decision, Events
from rules.tiwanaku import ending, otoma
from rules.tiwanaku.events import ArrowIgnored, Stuck
from rules.tiwanaku.explore import Act, entrances, reaches, stand_of
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import TERRAIN_NUMBER, Position, Reaction
from rules.tiwanaku.tiles import COLOURS

PLAYER = 0

_PREFIX = "otoma-"


class ChooseOtoma(Decision):
    """At the hard level an arrow of the player's own colour lets them choose which Otoma runs (T47)."""

    way: int

    def options(self, state: Position) -> list[str]:
        """The Otoma by their colours."""
        return [_PREFIX + COLOURS[state.otoma_colour(number)] for number in range(len(state.otoma))]

    def resolve(self, state: Position, option: str) -> Events:
        return _run(state, self.options(state).index(option), self.way)


def advance(state: Position) -> Events:
    """Explore or Divine, then an offering, then the reaction of the Otoma (G15), and the next turn."""
    if state.phase != "turns":
        return ending.next_offering(state) if state.phase == "offering" else []
    full = state.tiles == state.ground.full
    if state.stage == "offer":
        state.stage = "react"
        # When nothing follows but the last offering, that one is enough.
        if not full and state.parties[0].tokens:
            state.stack.append(Offer(PLAYER))
            return []
    if state.stage == "react":
        state.stage = "end"
        if not full and (events := react(state)) is not None:
            return events
    if full:
        # T52, G18: no final divination, but a last offering.
        return ending.begin_offerings(state, [PLAYER])
    return _next_turn(state)


def _next_turn(state: Position) -> Events:
    state.next_turn(PLAYER)
    if not state.bare(PLAYER) and not (ends := within_reach(state)) & ~state.planted:
        # G19. A move from crop to crop could still have been followed by an offering (T32), so one is allowed.
        return [Stuck(PLAYER, bool(ends)), *ending.begin_offerings(state, [PLAYER] if ends else [])]
    state.stack.append(Act(PLAYER))
    return []


def within_reach(state: Position) -> int:
    """The spaces where a move may end.

    When all of them are planted and nothing is left to divine, no move leads anywhere else: who walks over crops comes
    as far in one move as in many, the Otoma run only from a meeple that ends on bare terrain (T47, T48), and so
    nothing can ever be found or planted again.
    """
    stand = stand_of(state, PLAYER)
    found = entrances(stand) if state.reserve[0] else 0
    for _, ends in reaches(stand):
        found |= ends
    return found


def react(state: Position) -> Events | None:
    """What the arrow under the meeple that explored brings about (T47, T48); None when there is no arrow to act."""
    cell = state.ended
    if cell < 0 or state.planted >> cell & 1:
        return None
    colour, way = divmod(state.arrows[cell], 4)
    if colour != state.colour(PLAYER):
        return _run(state, colour - 1, way)
    if state.settings.level == "easy":
        return [ArrowIgnored(PLAYER, cell)]
    state.pending = [Reaction(-1, way)]
    state.stack.append(ChooseOtoma(PLAYER, way))
    return []


def _run(state: Position, number: int, way: int) -> Events:
    state.pending = []
    moved = otoma.run(state, number, way)
    # The tile comes from the same stack, its arrow unseen (T50); alone the Otoma win no tokens.
    state.piles[TERRAIN_NUMBER[state.terrain[state.otoma[number]]]].pop()
    return [moved, *otoma.settle(state, number, -1, takes_token=False)]
