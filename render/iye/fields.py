"""What can be chosen for a match of İye."""

from __future__ import annotations

from render.fields import Field, Fields

FIELDS: Fields = (
    Field("cycles", "Cycles to win the match", ((1, "One"), (2, "Two"))),
    Field("first", "Who begins", (("random", "By lot"), ("host", "The host"), ("guest", "The guest"))),
    Field(
        "layout",
        "A fixed first board",
        hint="25 letters of O W T H S, row 1 first; empty: dealt",
        length=25,
        capitals=True,
    ),
)
