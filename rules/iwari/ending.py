"""The order of a turn, and how the journey ends: what comes next when nothing is left to decide."""

from __future__ import annotations

from rules.game import Events
from rules.iwari.drawing import DrawCard, refill_display, wants_card
from rules.iwari.playing import PlayCards
from rules.iwari.position import Position
from rules.iwari.scoring import score_end, score_half
from rules.iwari.third_tribe import PlayThirdTribe


def advance(state: Position) -> Events:
    """Go on after own pieces, third tribe or cards: push what is decided next, or score and end the match."""
    phase = state.phase
    if phase == "play" and state.seats == 2 and state.hands[state.active]:
        # After the own action and before drawing, with what is left of the hand (2 Player Additional Rules, T2-3).
        state.phase = "third"
        state.stack.append(PlayThirdTribe(state.active))
        return []
    if phase in ("play", "third"):
        if state.last_round:
            return _end_turn(state)  # nobody refills in the last round (B-38)
        state.phase = phase = "draw"
    if phase == "draw":
        if wants_card(state, state.active):
            state.stack.append(DrawCard(state.active))
            return []
        return refill_display(state, state.active) + _end_turn(state)
    return _draft(state) if phase == "draft" else []


def _draft(state: Position) -> Events:
    """The last player draws first; the display is filled after each (Set-up, after the first game; B-5)."""
    if wants_card(state, state.active):
        state.stack.append(DrawCard(state.active))
        return []
    events = refill_display(state, state.active)
    state.turn += 1
    if state.active == state.order[0]:
        state.phase = "play"
        state.stack.append(PlayCards(state.active))
    else:
        state.active = state.order[state.order.index(state.active) - 1]
        state.stack.append(DrawCard(state.active))
    return events


def after(state: Position, seat: int) -> int | None:
    """Who follows in the order of play; in a draft the order is reversed, and its last to draw is the first to play."""
    if state.phase == "draft":
        return state.order[max(0, state.order.index(seat) - 1)]
    return None if state.last_round and seat == state.order[-1] else state.after(seat)


def _end_turn(state: Position) -> Events:
    """Count what is due and hand over; the last seat's turn in the last round ends the match (B-36, B-38, B-41)."""
    events: Events = []
    if state.scoring_due:
        state.scoring_due = False
        events += score_half(state)
    if state.last_round and state.active == state.order[-1]:
        state.phase = "over"
        return events + score_end(state)
    state.last, state.touched = state.touched, []
    state.turn += 1
    state.active = state.after(state.active)
    state.phase = "play"
    state.stack.append(PlayCards(state.active))
    return events
