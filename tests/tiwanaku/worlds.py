"""Small worlds for the tests. They need not keep the rules for scenarios: each shows one rule of play."""

from __future__ import annotations

from typing import Any

from rules.game import Event
from rules.tiwanaku import TIWANAKU, Settings, State
from rules.tiwanaku.coop import GroupAct, SpendTile
from rules.tiwanaku.ending import FinalDivine
from rules.tiwanaku.explore import Act
from rules.tiwanaku.tiles import COLOURS
from rules.tiwanaku.valley import DIRECTIONS

SHORT = ("ddsgg", "ddsgr", "rrssr", "grrds", "ggdds")
SHORT_CROPS = ("12345", "34512", "51234", "23451", "45123")
LONG = ("ddsggrrds", "ddsgrrdds", "rrssrddgg", "grrdssggr", "ggddssrrd")
LONG_CROPS = ("123451234", "345123451", "512345123", "234512345", "451234512")

SOLO = Settings(mode="solo", level="easy")
HARD_SOLO = Settings(mode="solo", level="hard")
COOP = Settings(mode="coop", level="normal")


def mask(state: State, names: str) -> int:
    """The set of the spaces named in a text, like "a1 c3"."""
    return sum(1 << state.ground.index[name] for name in names.split())


def names(state: State, places: int) -> str:
    """The way back from `mask`."""
    return " ".join(name for cell, name in enumerate(state.ground.names) if places >> cell & 1)


def tile(arrow: str) -> int:
    """The number of a tile with an arrow like "blue-north"."""
    colour, way = arrow.split("-")
    return COLOURS.index(colour) * 4 + DIRECTIONS.index(way)


def world(
    settings: Settings | None = None,
    seats: int = 2,
    *,
    crops: str = "",
    bare: str = "",
    meeples: tuple[str, ...] = (),
    otoma: str | None = None,
    turn: int = 0,
) -> Any:
    """A match in play: crops planted and bare terrain where named, meeples by colour, the Otoma, and whose turn it is.

    Each colour keeps the meeples in reserve that it does not have on the board.
    """
    state = TIWANAKU.setup(settings or Settings(), seats, 1)
    short = state.size == "short"
    state.terrain = "".join(SHORT if short else LONG)
    state.crops = "".join(SHORT_CROPS if short else LONG_CROPS)
    state.planted = mask(state, crops)
    state.tiles = state.planted | mask(state, bare)
    for colour, spaces in enumerate(meeples):
        state.meeples[colour] = mask(state, spaces)
        state.reserve[colour] -= len(spaces.split())
    if otoma is not None:
        state.otoma = [state.ground.index[name] for name in otoma.split()]
    state.active = turn
    state.trace.seat = turn
    if settings is not None and settings.mode == "coop":
        state.hands = [[[] for _ in range(4)] for _ in range(seats)]
    else:
        state.stack = [Act(turn)]
    count_tiles(state)
    return state


def count_tiles(state: State) -> None:
    """Make the tiles that are left agree with the world: face down alone, on the Diversity board otherwise."""
    state.left = [
        sum(letter == kind and not state.tiles >> cell & 1 for cell, letter in enumerate(state.terrain))
        for kind in "dsgr"
    ]
    if state.piles:
        state.piles = [[tile("orange-north")] * left for left in state.left]
    if state.spent:
        state.spent = [[tile("orange-north")] * left for left in state.left]


def fill(state: State, *, but: str = "", bare: str = "") -> None:
    """Put terrain with crops everywhere, but not on some spaces, and only terrain on others."""
    state.tiles = state.ground.full & ~mask(state, but)
    state.planted = state.tiles & ~mask(state, bare)
    count_tiles(state)


def hold(state: State, seat: int, *stacks: str) -> None:
    """Give a seat stacks of tiles, "dirt:orange-north blue-east", bottom first, taken from the Diversity board."""
    terrains = ("dirt", "sand", "grass", "rock")
    for stack in stacks:
        terrain, arrows = stack.split(":")
        number = terrains.index(terrain)
        for arrow in arrows.split():
            state.hands[seat][number].append(tile(arrow))
            state.spent[number].pop()


def spend_turn(state: State, seat: int) -> None:
    """Make it the seat's turn to spend a tile."""
    state.active = seat
    state.stack = [SpendTile(seat)]


def act_turn(state: State, seat: int, way: str) -> None:
    """Make it the seat's turn to act with an arrow in hand."""
    state.active = seat
    state.stack = [GroupAct(seat, DIRECTIONS.index(way))]


def final_turn(state: State, seat: int) -> None:
    """Make it the seat's turn in the final divinations."""
    state.phase = "divining"
    state.first_to_end = state.active = seat
    state.stack = [FinalDivine(seat)]


def options(state: State, verb: str = "") -> list[str]:
    """The options that wait, or those that begin with a verb."""
    return [option for option in state.stack[-1].options(state) if option.startswith(verb)]


def play(state: State, *choices: str) -> list[Event]:
    """Take these options one after the other; all that happened."""
    events: list[Event] = []
    for choice in choices:
        events += TIWANAKU.apply(state, choice)  # type: ignore[arg-type]
    return events


def only(events: list[Event], kind: type[Any]) -> Any:
    """The one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found
