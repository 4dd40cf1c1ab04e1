"""What a match of Iwari keeps."""

from __future__ import annotations

from msgspec import Struct

from rules.game import State
from rules.iwari.board import Board, board
from rules.iwari.settings import Settings


class Feat(Struct, frozen=True):
    """A feat on the map: `site` is a territory's id, or a connection's number as text."""

    kind: str
    seat: int
    site: str


class Position(State, kw_only=True):
    """A match of Iwari, but for the types of its decisions, which `State` gives.

    Tribe `i` is seat `i`; with two seats tribe 2 is the third tribe. Lists are by tribe (`tents_left`, `totems_left`,
    `half`), by seat (`hands`, `known`) or by territory in the map's order (`tents`, `totems`: see `board`). Cards are
    the letters of their biomes, `?` where the viewer may not see them; the deck's last letter is its top.

    `order` is the order of play and `active` the seat whose turn it is. `known` is the part of each hand that everybody
    saw being taken; `half` the points of the half journey. `phase` is what is being done: draft, play, third, draw or
    over. `scoring_due` says that the half journey is counted before the next turn, `last_round` why the current round
    is the last ("deck", "tents" or ""). `claims` are the seats that earned each kind of feat, placed or declined.
    `touched` are the territories (totems) and spaces (tents) that the running turn changed, `last` those of the turn
    before.
    """

    settings: Settings
    order: list[int]
    active: int
    mountains: list[int]
    tents: list[str]
    totems: list[str]
    tents_left: list[int]
    totems_left: list[int]
    hands: list[str]
    known: list[str]
    deck: str
    display: str = ""
    discard: str = ""
    half: list[int]
    phase: str = "play"
    journey: int = 1
    scoring_due: bool = False
    last_round: str = ""
    feats: list[Feat] = []
    claims: dict[str, list[int]] = {}
    touched: list[str] = []
    last: list[str] = []

    @property
    def board(self) -> Board:
        """The tables of the map."""
        return board(self.settings.map)

    @property
    def tribes(self) -> int:
        """How many tribes take part, the third tribe of two players included."""
        return len(self.tents_left)

    @property
    def third(self) -> int | None:
        """The tribe that nobody owns; None with three players or more."""
        return 2 if self.seats == 2 else None

    def after(self, seat: int) -> int:
        """The seat that plays after this one."""
        return self.order[(self.order.index(seat) + 1) % self.seats]
