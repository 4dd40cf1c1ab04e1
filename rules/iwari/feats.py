"""Feats: Union, Discovery, Honour and Respect, earned by a placement and placed before anything else is done (F-3)."""

from __future__ import annotations

from msgspec import Struct

from rules.game import Decision, Events
from rules.iwari.board import DIGITS, FREE, Move
from rules.iwari.components import components
from rules.iwari.events import FeatDeclined, FeatPlaced
from rules.iwari.position import Feat, Position
from rules.iwari.scoring import SETTLEMENT, group_at, majority

DECLINE = "decline"

ON_LINKS = {"honour": "land", "respect": "water"}
"""The feats that stand on a connection, and the kind of connection each needs."""


class Earned(Struct, frozen=True):
    """A feat that waits to be placed, and where it may stand."""

    kind: str
    sites: tuple[str, ...]


class ChooseFeat(Decision):
    """Place an earned feat or decline it; several in the player's own order (F-2, F-11)."""

    earned: list[Earned]

    def options(self, state: Position) -> list[str]:
        placing = [f"{feat.kind}-{site}" for feat in self.earned for site in feat.sites]
        if len(self.earned) == 1:
            return [*placing, DECLINE]
        return placing + [f"{DECLINE}-{feat.kind}" for feat in self.earned]

    def resolve(self, state: Position, option: str) -> Events:
        verb, _, rest = option.partition("-")
        declined = verb == DECLINE
        kind = (rest or self.earned[0].kind) if declined else verb
        state.claims[kind].append(self.seat)
        waiting = [feat for feat in self.earned if feat.kind != kind]
        if waiting:
            state.stack.append(ChooseFeat(self.seat, waiting))
        if declined:
            return [FeatDeclined(self.seat, kind)]
        state.feats.append(Feat(kind, self.seat, rest))
        return [FeatPlaced(self.seat, kind, rest)]

    def default(self, state: Position) -> str:
        return self.options(state)[-1]


def offer(state: Position, seat: int, move: Move) -> None:
    """Ask the seat where to put the feats that its placement has just earned, if any."""
    if not state.claims:
        return
    kind, place, spot, _ = move
    if kind == "tent":
        number = state.board.first[place] + spot
        earned = [_union(state, seat, number), _discovery(state, seat, place)]
    else:
        earned = [_on_link(state, seat, place, "honour"), _on_link(state, seat, place, "respect")]
    if found := [feat for feat in earned if feat is not None]:
        state.stack.append(ChooseFeat(seat, found))


def _is_open(state: Position, seat: int, kind: str) -> bool:
    """Whether this kind is in the match, has one left, and the seat has not had its own (F-1, F-4)."""
    claims = state.claims.get(kind)
    return claims is not None and seat not in claims and len(claims) < components().ours.feats[kind]


def _union(state: Position, seat: int, number: int) -> Earned | None:
    """The first settlement of the seat: on any territory that holds a tent of it (F-5, F-6)."""
    if not _is_open(state, seat, "union"):
        return None
    table = state.board
    group = group_at(table, "".join(state.tents), number)
    if len(group) < SETTLEMENT:
        return None
    places = sorted({table.home[space] for space in group})
    return Earned("union", tuple(table.ids[place] for place in places))


def _discovery(state: Position, seat: int, place: int) -> Earned | None:
    """The last free tent space of an explored territory: on any other territory (F-7, F-8)."""
    row = state.tents[place]
    if FREE in row or len(row) == 1 or not _is_open(state, seat, "discovery"):
        return None
    return Earned("discovery", tuple(name for other, name in enumerate(state.board.ids) if other != place))


def _on_link(state: Position, seat: int, place: int, kind: str) -> Earned | None:
    """A shared majority of totems at both ends of an uncovered connection: on that connection (F-9, F-10, B-3)."""
    if not _is_open(state, seat, kind):
        return None
    table = state.board
    mine = DIGITS[seat]
    sites = []
    for number in table.links_of[place]:
        link = table.links[number]
        if link.kind != ON_LINKS[kind] or link.no in state.mountains:
            continue
        if mine in majority(state.totems[link.a]) and mine in majority(state.totems[link.b]):
            sites.append(str(link.no))
    return Earned(kind, tuple(sites)) if sites else None
