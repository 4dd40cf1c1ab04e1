"""Set-up: the order of play, mountains, the deck, the starting hands."""

from __future__ import annotations

from functools import cache

from rules.chance import Chance
from rules.errors import BadSettings
from rules.iwari import maps
from rules.iwari.board import Board, board
from rules.iwari.components import TENTS, components, deck_for
from rules.iwari.drawing import DrawCard
from rules.iwari.playing import PlayCards
from rules.iwari.position import Position
from rules.iwari.settings import Settings
from rules.iwari.state import State

MODULES = frozenset({"mountains"})
"""The map modules that these rules know; a map that needs another one cannot be played."""


def check(settings: Settings, seats: int) -> None:
    """BadSettings when these settings make no match."""
    table = find_board(settings.map)
    if unknown := set(table.map.modules) - MODULES:
        raise BadSettings("iwari.rules_missing", map=table.map.name, modules=sorted(unknown))
    kinds = components().ours.feats
    for feat in settings.feats:
        if feat not in kinds:
            raise BadSettings("iwari.feat_unknown", feat=feat, feats=list(kinds))
    if len(set(settings.feats)) < len(settings.feats):
        raise BadSettings("iwari.feat_twice")


@cache
def find_board(map_id: str) -> Board:
    """The board of a map. BadSettings when there is no such map, or its file is at fault."""
    try:
        return board(map_id)
    except maps.UnknownMap as error:
        raise BadSettings("iwari.map_unknown", map=map_id, maps=list(maps.ids())) from error
    except maps.MapError as error:
        raise BadSettings("iwari.map_faulty", fault=str(error)) from error


def start(settings: Settings, seats: int, chance: Chance) -> State:
    """The state before the first turn; with a draft, before the first card of it (B-4, B-5)."""
    table = board(settings.map)
    tribes = seats + (seats == 2)
    order = list(range(seats))
    chance.shuffle(order)
    cards = list(deck_for(seats))
    mountains = draw_mountains(table, seats, chance)
    chance.shuffle(cards)
    state = State(
        seats=seats,
        chance=chance,
        settings=settings,
        order=order,
        active=order[-1] if settings.draft else order[0],
        mountains=mountains,
        tents=list(table.empty),
        totems=[""] * len(table.ids),
        tents_left=[TENTS] * tribes,
        totems_left=[components().printed.totems] * tribes,
        hands=[""] * seats,
        known=[""] * seats,
        deck="".join(cards),
        half=[0] * tribes,
        claims={feat: [] for feat in components().ours.feats if feat in settings.feats},
    )
    if settings.draft:
        _reveal_display(state)
        state.phase = "draft"
        state.stack.append(DrawCard(order[-1]))
    else:
        _deal(state)
        _reveal_display(state)
        state.stack.append(PlayCards(order[0]))
    return state


def draw_mountains(table: Board, seats: int, chance: Chance) -> list[int]:
    """The numbers of the covered connections: one of each pair, from the symbol with the fewest peaks on (B-1)."""
    if "mountains" not in table.map.modules:
        return []
    peaks = components().printed.mountains[seats]
    pairs = [numbers for _, numbers in sorted(table.twins.items())][:peaks]
    return sorted(pair[chance.below(len(pair))] for pair in pairs)


def _deal(state: Position) -> None:
    hand = components().printed.hand
    for seat in state.order:
        state.hands[seat] = "".join(sorted(state.deck[-hand:]))
        state.deck = state.deck[:-hand]


def _reveal_display(state: Position) -> None:
    size = components().printed.display
    state.display = state.deck[-size:][::-1]
    state.deck = state.deck[:-size]
