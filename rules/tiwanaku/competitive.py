"""The course of the competitive mode: turns go round until the last terrain tile lies (Playing the Game)."""

from __future__ import annotations

from rules.game import Events
from rules.tiwanaku import ending
from rules.tiwanaku.explore import Act
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import Position


def advance(state: Position) -> Events:
    """Ask for what comes next: an offering, the next seat's turn, or the steps of the end."""
    if state.phase == "turns":
        seat = state.active
        if state.stage == "offer":
            state.stage = "end"
            if state.parties[seat].tokens:
                state.stack.append(Offer(seat))
                return []
        if not any(state.left):
            state.first_to_end = seat
            return ending.begin_divinations(state)
        seat = (seat + 1) % state.seats
        state.next_turn(seat)
        state.stack.append(Act(seat))
        return []
    if state.phase == "divining":
        return ending.next_divination(state)
    return ending.next_offering(state) if state.phase == "offering" else []
