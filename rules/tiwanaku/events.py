"""What happens in a match of Tiwanaku. Spaces, levels and colours are numbers as in the state.

A `side` is a place in the state's `parties`: the seat in the competitive mode, else 0 for the people and 1 for
the Otoma.
"""

from __future__ import annotations

from typing import ClassVar

from rules.game import Event


class MeepleMoved(Event, frozen=True):
    """A Quechua walked `path`, from its space (when `entered`: from the edge space where it came in) to its last."""

    seat: int
    colour: int
    path: tuple[int, ...]
    entered: bool


class MeepleRetrieved(Event, frozen=True):
    """A Quechua went back to the supply (T24)."""

    seat: int
    colour: int
    cell: int


class TileDiscovered(Event, frozen=True):
    """A terrain tile was found and laid (T25). `seat` is None for the Otoma.

    `arrow` is the number of a tile whose arrow lies open (see `tiles`), -1 where there is none.
    """

    reveals: ClassVar[bool] = True
    seat: int | None
    cell: int
    terrain: int
    arrow: int


class TrackAdvanced(Event, frozen=True):
    """A diversity pawn came to `level`, or was `stuck` there already, and scored (T26, T27)."""

    side: int
    terrain: int
    level: int
    points: int
    stuck: bool


class CropDivined(Event, frozen=True):
    """A player named a crop; the true one was planted (T29-T31). `points` were won, or lost when below zero.

    `token`: an offering token of that crop was won.
    """

    reveals: ClassVar[bool] = True
    seat: int
    cell: int
    named: int
    crop: int
    points: int
    token: bool


class CropPlanted(Event, frozen=True):
    """The Otoma planted the right crop where they had discovered (T50); `token` as T71."""

    reveals: ClassVar[bool] = True
    cell: int
    crop: int
    points: int
    token: bool


class OfferingMade(Event, frozen=True):
    """A side gave back tokens of these levels for points (T32). `seat` is None for the Otoma."""

    seat: int | None
    side: int
    crops: tuple[int, ...]
    points: int


class OtomaMoved(Event, frozen=True):
    """An Otoma meeple (its number in the state) ran `path`, trails included (T49)."""

    otoma: int
    path: tuple[int, ...]


class ArrowIgnored(Event, frozen=True):
    """The arrow shows the player's own colour: at the easy level nothing happens (T47)."""

    seat: int
    cell: int


class TileSpent(Event, frozen=True):
    """Co-op: a player put the top tile of a stack on the Diversity board (T66)."""

    seat: int
    terrain: int
    arrow: int


class TerrainFound(Event, frozen=True):
    """Co-op: a terrain is known, but the Diversity board has no tile of it (T69). `seat` None: the Otoma."""

    reveals: ClassVar[bool] = True
    seat: int | None
    cell: int
    terrain: int


class TileSupplied(Event, frozen=True):
    """Co-op: a missing tile came from the top of a player's stack (T69)."""

    seat: int
    terrain: int
    arrow: int


class TileSeen(Event, frozen=True):
    """Co-op: the next tile of an own stack came to the top; only its owner sees it (T64)."""

    reveals: ClassVar[bool] = True
    seat: int
    terrain: int
    arrow: int

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        """The owner alone."""
        return (self.seat,)


class ActionLapsed(Event, frozen=True):
    """Co-op: no tile of the player allows an action, so one was spent for nothing (G19)."""

    seat: int


class TurnSkipped(Event, frozen=True):
    """Co-op: a player without tiles is passed over (G20)."""

    seat: int


class LastTilePlaced(Event, frozen=True):
    """The last terrain tile lies: the final divinations begin with this seat (T33, T34)."""

    seat: int


class Passed(Event, frozen=True):
    """A seat is out of the final divinations. `forced`: it had nothing left to divine, or had erred (T34, T35)."""

    seat: int
    forced: bool


class Stuck(Event, frozen=True):
    """Solo: nothing can be found or planted any more, so the match ends at the current scores (G19). `walks`: moves
    from crop to crop would still be legal."""

    seat: int
    walks: bool = False


class UntouchedScored(Event, frozen=True):
    """Co-op: the Otoma score a point for each space without terrain (T74)."""

    spaces: int


class MatchEnded(Event, frozen=True):
    """The match is over, and the whole world is shown."""

    reveals: ClassVar[bool] = True
