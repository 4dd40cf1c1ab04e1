"""What happens in a match of Iwari, as data. Territories, spaces and cards go by their names: `F2`, `F2a`, `coast`."""

from __future__ import annotations

from typing import ClassVar

from rules.game import Event


class TentPlaced(Event, frozen=True):
    """A tent was placed. `tribe` is the seat's own, or 2 for the third tribe; `paid` names one card or two."""

    seat: int
    tribe: int
    territory: str
    space: str
    paid: tuple[str, ...]
    opened: bool


class TotemPlaced(Event, frozen=True):
    """A totem was placed; `height` is the stack's new height."""

    seat: int
    tribe: int
    territory: str
    height: int
    paid: tuple[str, ...]


class CardDiscarded(Event, frozen=True):
    """A card was discarded instead of a placement; `tribe` tells in whose turn."""

    seat: int
    tribe: int
    card: str


class CardTaken(Event, frozen=True):
    """A card was taken from the display: everybody sees it."""

    seat: int
    card: str


class DeckDrawn(Event, frozen=True):
    """A card was drawn from the deck, which only the seat itself sees. `left` cards remain in the deck."""

    reveals: ClassVar[bool] = True
    seat: int
    left: int


class CardSeen(Event, frozen=True):
    """Private: which card the seat drew from the deck."""

    reveals: ClassVar[bool] = True
    seat: int
    card: str

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.seat,)


class DisplayRefilled(Event, frozen=True):
    """New cards lie in the display. `left` cards remain in the deck."""

    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]
    left: int


class DeckReshuffled(Event, frozen=True):
    """The deck was used up for the first time: all discards, so many cards, are the new deck."""

    always_told: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    cards: int


class LastRound(Event, frozen=True):
    """The end is near: `cause` is "deck" (used up for the second time) or "tents" (the seat placed its last one).

    `until` is the last seat to move; it is the seat itself when no further turn is due.
    """

    always_told: ClassVar[bool] = True
    seat: int
    cause: str
    until: int


class FeatPlaced(Event, frozen=True):
    """A feat stands on the map: on a territory (Union, Discovery) or on a connection, named by its number."""

    seat: int
    feat: str
    site: str


class FeatDeclined(Event, frozen=True):
    """A feat was earned and not wanted; it is out of the game."""

    seat: int
    feat: str


class HalfJourney(Event, frozen=True):
    """The half journey scoring begins; the territories follow."""

    always_told: ClassVar[bool] = True


class JourneyEnd(Event, frozen=True):
    """The final scoring begins; territories, connections, settlements and totals follow."""

    always_told: ClassVar[bool] = True


class TerritoryScored(Event, frozen=True):
    """The tents of a territory were counted. Lists are by tribe; `points` include the `times` of its feats."""

    territory: str
    tents: list[int]
    points: list[int]
    times: int
    half: bool


class ConnectionScored(Event, frozen=True):
    """A connection was counted: totems by tribe at its two ends, and points, which include the `times` of its feat."""

    no: int
    ends: tuple[str, str]
    totems: tuple[list[int], list[int]]
    points: list[int]
    times: int


class SettlementScored(Event, frozen=True):
    """A settlement was counted: one point for each of its tents."""

    tribe: int
    spaces: tuple[str, ...]
    points: int


class HalfTotals(Event, frozen=True):
    """Points of each tribe after the half journey, and how they came about: of each territory, by tribe."""

    always_told: ClassVar[bool] = True
    points: list[int]
    territories: dict[str, list[int]]


class FinalTotals(Event, frozen=True):
    """Points of each tribe, from the half journey and from each final chapter, and the pieces left that break ties."""

    always_told: ClassVar[bool] = True
    half: list[int]
    tents: list[int]
    totems: list[int]
    settlements: list[int]
    total: list[int]
    unused: list[int]
