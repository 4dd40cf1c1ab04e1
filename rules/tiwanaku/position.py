"""What a match of Tiwanaku keeps, in all modes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules import game
from rules.tiwanaku.notation import CROPS
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.settings import Settings
from rules.tiwanaku.valley import Valley, valley

LAST_LEVEL = 9
"""The last level of the diversity tracks. The rulebook does not tell it; this is ours (G4)."""

START_POINTS = 10
"""Where a score marker begins (T6, G11)."""

OTOMA = 1
"""The side of the Otoma in the solo and co-operative modes."""

HIDDEN = "."
"""Stands in a view for a terrain or a crop that has not been found."""

UNKNOWN = -1
"""Stands in a view for a tile whose arrow cannot be seen, and on the board for a tile without an arrow in sight."""

TERRAIN_NUMBER = {letter: number for number, letter in enumerate(TERRAINS)}


class Party(Struct):
    """One that scores: a player, or the people or the Otoma as a whole.

    `levels` are the four diversity pawns by terrain; bit `level - 1` of `tokens` is the offering token of a
    crop. The points come from `START_POINTS` and the parts that follow: discovery, right and wrong divination
    (or the crops that Otoma planted), offerings, and spaces left without terrain (T74).
    """

    levels: list[int]
    points: int = START_POINTS
    tokens: int = 0
    discovery: int = 0
    divination: int = 0
    mistakes: int = 0
    offerings: int = 0
    untouched: int = 0

    @property
    def progress(self) -> int:
        """All levels together: the tie-break (T37)."""
        return sum(self.levels)

    @property
    def held(self) -> list[str]:
        """The crops of the tokens held, by rising level."""
        return [crop for number, crop in enumerate(CROPS) if self.tokens >> number & 1]

    def parts(self) -> dict[str, int]:
        """The score by its parts, which sum up to `points`."""
        return {
            "start": START_POINTS,
            "discovery": self.discovery,
            "divination": self.divination,
            "mistakes": self.mistakes,
            "offerings": self.offerings,
            "untouched": self.untouched,
        }


class Trace(Struct, gc=False):
    """What a turn touched, for pictures: its seat, the Quechua's route, spaces found, planted or left for the supply,
    the Otoma's routes."""

    seat: int
    route: list[int] = []
    cells: list[int] = []
    otoma: list[list[int]] = []


class Reaction(Struct, frozen=True):
    """An Otoma meeple that is about to run. Number -1: the player chooses which (solo, hard). `distance` as T70."""

    otoma: int
    way: int
    distance: int = 0


class Position(game.State, kw_only=True):
    """A match of Tiwanaku, but for the types of its decisions, which `State` gives.

    Sets of spaces are masks: bit `row * columns + column`.

    World: `terrain` (letters) and `crops` (digits) are the whole solution, HIDDEN in a view where not yet
    found; `code` names the scenario, "" in a view until the end unless the settings tell it. `tiles` and
    `planted` are the spaces with a terrain tile and with a crop; `left[terrain]` are the tiles still to be
    placed (public, T8); `starts` are the starting tiles.

    Pieces: `meeples[colour]` are the spaces of a colour, `reserve[colour]` the meeples not on the board.
    `otoma[number]` are the spaces of the Otoma; alone their colours are number + 1, together they are all of
    one colour.

    Tiles with arrows: `arrows[space]` those in sight on the board, `piles[terrain]` face down (solo),
    `hands[seat][terrain]` the stacks behind the screens and `spent[terrain]` those on the Diversity board
    (co-op), top last.

    Course: `phase` and `stage` say where a match and a turn are; `active` is the seat whose turn it is; `ended`
    is the space where this turn's Explore ended, -1 without one; `pending` are the Otoma still to run;
    `first_to_end` (who placed the last terrain tile), `passed` and `queue` belong to the end; `trace` is the
    running turn, `last` the one before.
    """

    settings: Settings
    size: str
    code: str
    terrain: str
    crops: str
    starts: list[int]
    tiles: int
    planted: int
    left: list[int]
    meeples: list[int]
    reserve: list[int]
    parties: list[Party]
    first: int
    active: int
    otoma: list[int] = []
    arrows: list[int] = []
    piles: list[list[int]] = []
    hands: list[list[list[int]]] = []
    spent: list[list[int]] = []
    phase: Literal["turns", "divining", "offering", "over"] = "turns"
    stage: Literal["act", "react", "offer", "end"] = "act"
    ended: int = -1
    pending: list[Reaction] = []
    first_to_end: int = -1
    passed: list[int] = []
    queue: list[int] = []
    trace: Trace
    last: Trace | None = None

    @property
    def ground(self) -> Valley:
        """The geometry of the board that is played on."""
        return valley(self.size)

    @property
    def competitive(self) -> bool:
        """Everyone for themselves."""
        return not self.otoma

    def colour(self, seat: int) -> int:
        """The colour of the seat's meeples; at four in the co-operative mode two seats share one (T62)."""
        return seat % len(self.meeples)

    def side(self, seat: int) -> int:
        """The party that the seat scores for."""
        return 0 if self.otoma else seat

    def party(self, seat: int) -> Party:
        """The seat's party itself."""
        return self.parties[0 if self.otoma else seat]

    def otoma_colour(self, number: int) -> int:
        """The colour of an Otoma meeple: all different alone (T41), one unused colour together (T63)."""
        return number + 1 if self.settings.mode == "solo" else len(self.meeples)

    def occupied(self) -> int:
        """The spaces with a meeple of anybody."""
        found = 0
        for places in self.meeples:
            found |= places
        for cell in self.otoma:
            found |= 1 << cell
        return found

    def bare(self, seat: int) -> int:
        """The spaces where the seat may divine: own meeples on terrain without a crop (T28)."""
        return self.meeples[seat % len(self.meeples)] & self.tiles & ~self.planted

    def next_turn(self, seat: int) -> None:
        """Hand over to a seat."""
        self.turn += 1
        self.last = self.trace
        self.trace = Trace(seat)
        self.active = seat
        self.ended = -1
        self.stage = "act"
