"""What happened at a table, told to one person."""

from __future__ import annotations

from render.messages import turns
from rules.game import Event
from storage.records import PastStep
from table.perspective import Perspective


class AlwaysTold(str):
    """A line that is told however many others there are."""

    __slots__ = ()


def happened(perspective: Perspective, past: list[PastStep]) -> list[str]:
    """A line for each thing that happened and that this person may know."""
    lines = []
    for step in past:
        # That there was no other choice would tell others something of a hidden hand.
        forced = step.step.forced and (step.open_options or perspective.seat == step.seat)
        for event in step.events:
            if event.seen_by is not None and perspective.seat not in event.seen_by:
                continue
            if line := perspective.presenter.tell(event, perspective.view, perspective.audience_in_text):
                line = turns.forced(line) if forced and event is step.events[0] else line
                lines.append(AlwaysTold(line) if event.always_told else line)
    return lines


def public(past: list[PastStep]) -> list[Event]:
    """What everybody may know of that which happened."""
    return [event for step in past for event in step.events if event.seen_by is None]
