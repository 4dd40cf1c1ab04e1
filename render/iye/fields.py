"""What can be chosen for a match of İye."""

from __future__ import annotations

from render.fields import Field, Fields
from render.language import say


def fields() -> Fields:
    """See `Presenter.fields`."""
    first = (("random", say("By lot")), ("host", say("The host")), ("guest", say("The guest")))
    return (
        Field("cycles", say("Cycles to win the match"), ((1, say("One")), (2, say("Two")))),
        Field("first", say("Who begins"), first),
        Field(
            "layout",
            say("A fixed first board"),
            hint=say("25 letters of O W T H S, row 1 first; empty: dealt"),
            length=25,
            capitals=True,
        ),
    )
