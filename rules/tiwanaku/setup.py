"""Setup of every mode: scenario, starting tiles, meeples, tokens, stacks, and the Otoma (T4-T9, T40-T43, T60-T64)."""

from __future__ import annotations

from functools import lru_cache

from rules.chance import Chance
from rules.errors import BadSettings
from rules.tiwanaku import code, otoma
from rules.tiwanaku.coop import SpendTile
from rules.tiwanaku.explore import Act
from rules.tiwanaku.position import UNKNOWN, Party, Position, Trace
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.scenario import Scenario, generate
from rules.tiwanaku.settings import Settings
from rules.tiwanaku.state import State
from rules.tiwanaku.tiles import BOX, COLOURS

SEATS = {"competitive": range(2, 5), "solo": range(1, 2), "coop": range(2, 5)}

LEVELS = {"competitive": ("",), "solo": ("easy", "hard"), "coop": ("easy", "normal", "expert")}

MEEPLES = {2: 5, 3: 4, 4: 3}
"""Meeples a player by the number of players (T5)."""

SOLO_MEEPLES = 5
"""Alone as for two (T40)."""

GROUP_MEEPLES = {"normal": {2: 4, 3: 3, 4: 4}, "expert": {2: 3, 3: 2, 4: 3}}
"""Meeples a colour in the co-operative mode: a player's, or at four a pair's (T61). Easy has those of normal (G28)."""

EASY_OTOMA = 4
"""Otoma meeples at the easy co-operative level; else all five that the disc marks (T63)."""

_generate = lru_cache(maxsize=64)(generate)
"""A replay sets the same scenario up again; making a long one takes many times as long as the rest of it."""


def check(settings: Settings) -> None:
    """BadSettings when mode, level, size and disc do not go together."""
    mode = settings.mode
    if settings.level not in LEVELS[mode]:
        if mode == "competitive":
            raise BadSettings("tiwanaku.level_needless")
        raise BadSettings("tiwanaku.level_needed", levels=LEVELS[mode])
    size: str = settings.size
    if settings.disc:
        disc_size, _ = code.find(settings.disc)
        if size and size != disc_size:
            raise BadSettings("tiwanaku.disc_of_other_size", disc=disc_size, size=size)
        size = disc_size
    if size == "short" and mode != "competitive":
        raise BadSettings("tiwanaku.short_without_otoma")


def choose_scenario(settings: Settings, chance: Chance) -> tuple[Scenario, str]:
    """The scenario that the settings name, or one drawn by lot; and its code."""
    if settings.disc:
        size, seed = code.find(settings.disc)
    else:
        size = settings.size or ("short" if settings.mode == "competitive" else "long")
        seed = chance.below(code.SEEDS)
    return _generate(size, seed), code.write(size, seed)


def start(settings: Settings, seats: int, chance: Chance) -> State:
    """A fresh state, its first decision on the stack."""
    scenario, name = choose_scenario(settings, chance)
    colours, each = _meeples(settings, seats)
    started = sum(1 << cell for cell in scenario.starts)
    first = chance.below(seats)
    state = State(
        seats=seats,
        chance=chance,
        settings=settings,
        size=scenario.size,
        code=name,
        terrain=scenario.terrain,
        crops=scenario.crops,
        starts=list(scenario.starts),
        tiles=started,
        planted=started,
        left=_left(scenario),
        meeples=[0] * colours,
        reserve=[each] * colours,
        parties=[Party([0] * len(TERRAINS)) for _ in range(seats if settings.mode == "competitive" else 2)],
        first=first,
        active=first,
        trace=Trace(first),
    )
    if settings.mode == "competitive":
        state.stack.append(Act(first))
    else:
        _set_up_otoma(state, scenario)
        _set_up_tiles(state, chance)
    return state


def _meeples(settings: Settings, seats: int) -> tuple[int, int]:
    """How many colours the players have, and how many meeples of each."""
    if settings.mode == "competitive":
        return seats, MEEPLES[seats]
    if settings.mode == "solo":
        return 1, SOLO_MEEPLES
    table = GROUP_MEEPLES["expert" if settings.level == "expert" else "normal"]
    return (2 if seats == 4 else seats), table[seats]


def _left(scenario: Scenario) -> list[int]:
    """Terrain tiles still to be placed, by terrain: those of the disc without the starting ones (T8)."""
    return [
        count - sum(scenario.terrain[cell] == letter for cell in scenario.starts)
        for letter, count in scenario.counts.items()
    ]


def _set_up_otoma(state: Position, scenario: Scenario) -> None:
    """Place the Otoma on the marked starting tiles and score them (T43, T63)."""
    if state.settings.mode == "solo":
        # "first", "second" and "third" are the Quechua colours that the player, who is orange, leaves.
        colours = {"first": 1, "second": 2, "third": 3}
        by_colour = {colours.get(start.role) or COLOURS.index(start.role): start.cell for start in scenario.otoma}
        state.otoma = [by_colour[colour] for colour in sorted(by_colour)]
    else:
        easy = state.settings.level == "easy"
        # G9: at the easy level the purple start stays empty.
        state.otoma = [start.cell for start in scenario.otoma if not (easy and start.role == "purple")]
    otoma.score_starts(state)


def _set_up_tiles(state: Position, chance: Chance) -> None:
    """Shuffle the tiles that are left; alone they are four stacks (T42), together they are dealt (T64)."""
    state.arrows = [UNKNOWN] * state.ground.cells
    stacks = []
    for box, count in zip(BOX, state.left, strict=True):
        tiles = box.copy()
        chance.shuffle(tiles)
        stacks.append(tiles[:count])
    if state.settings.mode == "solo":
        state.piles = stacks
        state.stack.append(Act(state.first))
        return
    state.hands = [[[] for _ in stacks] for _ in range(state.seats)]
    state.spent = [[] for _ in stacks]
    seat = state.first
    # G34: type by type, one by one round the table, each type going on where the one before stopped.
    for terrain, tiles in enumerate(stacks):
        for tile in tiles:
            state.hands[seat][terrain].append(tile)
            seat = (seat + 1) % state.seats
    state.stack.append(SpendTile(state.first))
