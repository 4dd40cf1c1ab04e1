"""The Otoma people: their runs along terrain and trails, and what they find (Movement: Rules of the Otoma People)."""

from __future__ import annotations

from rules.game import Events
from rules.tiwanaku import explore
from rules.tiwanaku.events import CropPlanted, OtomaMoved
from rules.tiwanaku.position import OTOMA, TERRAIN_NUMBER, Position


def run(state: Position, number: int, way: int) -> OtomaMoved:
    """Move an Otoma meeple straight on, whatever lies or stands there, to the first space without a tile (T49)."""
    path = state.ground.slide(state.otoma[number], way, state.tiles)
    state.otoma[number] = path[-1]
    state.trace.otoma.append(path)
    return OtomaMoved(number, tuple(path))


def settle(state: Position, number: int, tile: int, *, takes_token: bool) -> Events:
    """Discover the terrain under an Otoma meeple and plant the right crop there (T50); `takes_token` as T71."""
    cell = state.otoma[number]
    events = explore.lay_tile(state, None, cell, tile)
    party = state.parties[OTOMA]
    crop = int(state.crops[cell])
    state.planted |= 1 << cell
    party.points += crop
    party.divination += crop
    token = 1 << crop - 1 & ~party.tokens if takes_token else 0
    party.tokens |= token
    events.append(CropPlanted(cell, crop, crop, bool(token)))
    return events


def score_starts(state: Position) -> None:
    """At setup the Otoma score the crops under them and a step for each terrain, in reading order (T43, T63, G10)."""
    party = state.parties[OTOMA]
    for cell in sorted(state.otoma):
        crop = int(state.crops[cell])
        party.points += crop
        party.divination += crop
        explore.advance_pawn(state, OTOMA, TERRAIN_NUMBER[state.terrain[cell]])
