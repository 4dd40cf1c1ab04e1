"""Components and Setup: T1-T9, T40-T44, T60-T64, and the rulings on them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rules.tiwanaku import TIWANAKU, Settings, explore, tiles
from rules.tiwanaku.code import SEEDS
from rules.tiwanaku.discs import DISCS
from rules.tiwanaku.position import LAST_LEVEL, OTOMA, Party
from rules.tiwanaku.regions import CROP_TILES, TERRAIN_TILES
from rules.tiwanaku.scenario import generate
from tests.refused import refused
from tests.tiwanaku.worlds import COOP, SOLO, names, options, play, world

LONG = Settings(size="long")
EASY_COOP = Settings(mode="coop", level="easy")
EXPERT = Settings(mode="coop", level="expert")


def test_T1_terrain_tiles_have_two_sides() -> None:
    assert [len(box) for box in tiles.BOX] == list(TERRAIN_TILES) == [15, 17, 15, 15]
    assert sum(TERRAIN_TILES) == 62


def test_T2_crop_tiles() -> None:
    assert CROP_TILES == (13, 12, 12, 10, 10)
    assert sum(CROP_TILES) == 57


def test_T3_meeples_never_exceed_the_box() -> None:
    for seats in (2, 3, 4):
        state = TIWANAKU.setup(LONG, seats, 1)
        assert len(state.meeples) <= 4
        assert all(reserve <= 5 for reserve in state.reserve)
    assert Counter(disc.size for disc in DISCS) == {"short": 5, "long": 15}


@pytest.mark.parametrize("settings", [Settings(mode="solo", level="easy", size="short"), COOP])
def test_T4_short_scenarios_are_for_the_competitive_mode_alone(settings: Settings) -> None:
    seats = 1 if settings.mode == "solo" else 2
    short = Settings(mode=settings.mode, level=settings.level, size="short")
    with refused("no Otoma"):
        TIWANAKU.setup(short, seats, 1)
    by_disc = Settings(mode=settings.mode, level=settings.level, disc="Reed Boat")
    with refused("no Otoma"):
        TIWANAKU.setup(by_disc, seats, 1)


def test_T4_the_length_is_chosen() -> None:
    assert TIWANAKU.setup(Settings(), 2, 1).ground.cells == 25
    assert TIWANAKU.setup(LONG, 2, 1).ground.cells == 45
    assert TIWANAKU.setup(SOLO, 1, 1).ground.cells == 45


@pytest.mark.parametrize(("seats", "meeples"), [(2, 5), (3, 4), (4, 3)])
def test_T5_meeples_a_player(seats: int, meeples: int) -> None:
    assert TIWANAKU.setup(Settings(), seats, 1).reserve == [meeples] * seats


def test_T6_score_and_pawns_at_the_start() -> None:
    assert TIWANAKU.setup(Settings(), 3, 1).parties == [Party([0, 0, 0, 0])] * 3
    assert Party([]).points == 10


def test_T7_each_player_can_hold_one_token_of_each_type() -> None:
    assert TIWANAKU.setup(Settings(), 2, 1).parties[0].tokens == 0


def test_T8_the_supply_is_the_scenarios_and_starting_tiles_have_their_crops() -> None:
    state = TIWANAKU.setup(LONG, 2, 1)
    started = sum(1 << cell for cell in state.starts)
    assert state.tiles == state.planted == started
    for number, letter in enumerate("dsgr"):
        placed = sum(state.terrain[cell] == letter for cell in state.starts)
        assert state.left[number] + placed == state.terrain.count(letter)
    assert all(party.points == 10 for party in state.parties), "starting tiles score nothing"


def test_T9_the_first_player_is_drawn() -> None:
    assert {TIWANAKU.setup(Settings(), 4, seed).first for seed in range(30)} == {0, 1, 2, 3}


def test_T9_the_scenario_follows_from_the_seed_or_the_disc() -> None:
    drawn = {TIWANAKU.setup(Settings(), 2, seed).terrain for seed in range(10)}
    assert len(drawn) == 10
    named = [TIWANAKU.setup(Settings(disc=name), 2, 1) for name in ("Salt Wind", "salt wind", "Frog Rain")]
    assert named[0].terrain == named[1].terrain != named[2].terrain
    assert named[0].terrain == generate("long", DISCS[7].seed).terrain
    again = TIWANAKU.setup(Settings(disc=named[0].code), 2, 99)
    assert again.terrain == named[0].terrain


def test_settings_that_do_not_go_together() -> None:
    for settings, seats, word in [
        (Settings(level="hard"), 2, "Levels"),
        (Settings(mode="solo"), 1, "easy or hard"),
        (Settings(mode="solo", level="normal"), 1, "easy or hard"),
        (Settings(mode="coop", level="hard"), 2, "easy, normal or expert"),
        (Settings(size="short", disc="Salt Wind"), 2, "long scenario, not a short"),
        (Settings(disc="Nowhere"), 2, "No disc"),
        (Settings(), 1, "2 to 4"),
        (SOLO, 2, "1 player"),
        (COOP, 1, "2 to 4"),
    ]:
        with refused(word):
            TIWANAKU.setup(settings, seats, 1)


def test_T40_T41_solo_setup() -> None:
    state = TIWANAKU.setup(SOLO, 1, 1)
    assert state.reserve == [5]
    assert len(state.otoma) == 5
    assert [tiles.COLOURS[state.otoma_colour(number)] for number in range(5)] == list(tiles.COLOURS[1:])
    assert state.parties[0] == Party([0, 0, 0, 0])


def test_T42_solo_tiles_are_shuffled_into_four_stacks() -> None:
    state, other = TIWANAKU.setup(SOLO, 1, 1), TIWANAKU.setup(SOLO, 1, 1)
    assert [len(pile) for pile in state.piles] == state.left
    assert state.piles == other.piles
    assert state.piles != TIWANAKU.setup(SOLO, 1, 2).piles
    for pile, box in zip(state.piles, tiles.BOX, strict=True):
        assert not Counter(pile) - Counter(box)


def test_T43_G11_the_otoma_score_their_starts() -> None:
    state = TIWANAKU.setup(SOLO, 1, 1)
    scenario = generate(state.size, _seed_of(state.code))
    assert sorted(state.otoma) == [start.cell for start in scenario.otoma]
    crops = sum(int(state.crops[cell]) for cell in state.otoma)
    otoma = state.parties[OTOMA]
    assert otoma.divination == crops
    assert otoma.points == 10 + crops + otoma.discovery
    assert otoma.progress == 5
    assert 8 <= otoma.discovery <= 11
    for number, role in ((0, "first"), (1, "second"), (2, "third"), (3, "purple"), (4, "yellow")):
        assert next(start.cell for start in scenario.otoma if start.role == role) == state.otoma[number]


def _seed_of(code: str) -> int:
    from rules.tiwanaku.code import find

    seed = find(code)[1]
    assert 0 <= seed < SEEDS
    return seed


def _diversity(order: str) -> int:
    """Points of pawns that advance in this order of terrains."""
    state = world()
    return sum(explore.advance_pawn(state, 0, "dsgr".index(letter)).points for letter in order)


def test_T44_the_rulebooks_example_gives_nine() -> None:
    assert [_diversity("grrds"[:count]) for count in range(1, 6)] == [1, 3, 4, 6, 9]


def test_G10_starts_are_scored_in_reading_order() -> None:
    for seed in range(5):
        state = TIWANAKU.setup(SOLO, 1, seed)
        order = "".join(state.terrain[cell] for cell in sorted(state.otoma))
        assert state.parties[OTOMA].discovery == _diversity(order)


def test_T60_one_side_for_all_in_the_cooperative_mode() -> None:
    state = TIWANAKU.setup(COOP, 3, 1)
    assert len(state.parties) == 2
    assert all(state.party(seat) is state.parties[0] for seat in range(3))
    assert state.parties[0] == Party([0, 0, 0, 0])


@pytest.mark.parametrize(
    ("level", "seats", "colours", "each"),
    [
        ("normal", 2, 2, 4),
        ("normal", 3, 3, 3),
        ("normal", 4, 2, 4),
        ("expert", 2, 2, 3),
        ("expert", 3, 3, 2),
        ("expert", 4, 2, 3),
    ],
)
def test_T61_meeples_of_the_group(level: str, seats: int, colours: int, each: int) -> None:
    settings = {"normal": COOP, "expert": EXPERT}[level]
    assert TIWANAKU.setup(settings, seats, 1).reserve == [each] * colours


@pytest.mark.parametrize(("seats", "each"), [(2, 4), (3, 3), (4, 4)])
def test_G28_easy_has_the_meeples_of_normal(seats: int, each: int) -> None:
    assert set(TIWANAKU.setup(EASY_COOP, seats, 1).reserve) == {each}


def test_T62_G35_four_play_in_two_pairs_that_alternate() -> None:
    state = TIWANAKU.setup(COOP, 4, 1)
    assert [state.colour(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize(("settings", "count"), [(EASY_COOP, 4), (COOP, 5), (EXPERT, 5)])
def test_T63_otoma_meeples_of_one_unused_colour(settings: Settings, count: int) -> None:
    state = TIWANAKU.setup(settings, 3, 1)
    assert len(state.otoma) == count
    assert {state.otoma_colour(number) for number in range(count)} == {3}
    assert state.parties[OTOMA].progress == count


def test_T63_the_rulebooks_example_gives_ten() -> None:
    assert _diversity("grds") == 10


def test_G9_the_purple_start_stays_empty_at_the_easy_level() -> None:
    for seed in range(5):
        state = TIWANAKU.setup(EASY_COOP, 2, seed)
        scenario = generate("long", _seed_of(state.code))
        purple = next(start.cell for start in scenario.otoma if start.role == "purple")
        assert purple not in state.otoma
        assert {state.terrain[cell] for cell in state.otoma} == set("dsgr")
        assert state.parties[OTOMA].discovery == 10, "each terrain once, so 1 + 2 + 3 + 4 in any order"


def test_G29_no_tokens_at_the_setup() -> None:
    assert [party.tokens for party in TIWANAKU.setup(COOP, 2, 1).parties] == [0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_T64_G34_tiles_are_dealt_evenly(seats: int) -> None:
    state = TIWANAKU.setup(COOP, seats, 3)
    totals = [sum(map(len, stacks)) for stacks in state.hands]
    assert max(totals) - min(totals) <= 1
    assert sum(totals) == sum(state.left) == 45 - len(state.starts)
    assert max(range(seats), key=lambda seat: totals[seat]) == state.first or len(set(totals)) == 1
    for terrain in range(4):
        dealt = [len(stacks[terrain]) for stacks in state.hands]
        assert max(dealt) - min(dealt) <= 1
        assert sum(dealt) == state.left[terrain]
        everything = Counter(tile for stacks in state.hands for tile in stacks[terrain])
        assert not everything - Counter(tiles.BOX[terrain])
    assert all(not column for column in state.spent)


def test_G5_every_arrow_two_or_three_times_and_spread_evenly() -> None:
    everything = Counter(tile for box in tiles.BOX for tile in box)
    assert len(everything) == 24
    assert set(everything.values()) == {2, 3}
    for box in tiles.BOX:
        assert max(Counter(box).values()) == 1
        for part in (Counter(tile // 4 for tile in box), Counter(tile % 4 for tile in box)):
            assert max(part.values()) - min(part.values()) <= 1


def test_G6_the_fourth_colour_is_a_colour_of_its_own() -> None:
    assert len(set(tiles.COLOURS)) == 6
    assert tiles.COLOURS[tiles.PURPLE] == "purple"
    assert tiles.COLOURS[tiles.YELLOW] == "yellow"


def test_G37_the_short_board_has_the_first_five_columns_and_all_rows() -> None:
    assert names(world(), world().ground.full).split()[:6] == ["a1", "b1", "c1", "d1", "e1", "a2"]


def test_G4_the_last_level_is_told_in_one_place() -> None:
    assert LAST_LEVEL == 9


def test_the_first_choice_is_the_first_players() -> None:
    state = TIWANAKU.setup(Settings(), 2, 1)
    assert state.stack[-1].seat == state.first
    assert len(options(state, "enter-")) >= 16
    play(state, options(state)[0])
    assert state.stack[-1].seat == 1 - state.first


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("15,", "16,"), "dirt is 16, the box has 15"),
        (('"potato": 13', '"potato": 14'), "potato is 14, the box has 13"),
        (
            ('"orange-north", "orange-south"', '"orange-nord", "orange-south"'),
            "line 20: no arrow is called 'orange-nord'",
        ),
        (('"orange-north", ', ""), "dirt has 14 arrows, the box has 15 tiles"),
        (('"orange-north", "orange-south"', '"orange-south", "orange-south"'), "orange-north is on 1 tiles"),
        (('"arrows": {', '"arrows" {'), "line 17"),
    ],
)
def test_a_wrong_table_of_tiles_is_refused(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    text = Path(tiles.__file__).with_name("tiles.json").read_text(encoding="utf-8")
    file = tmp_path / "tiles.json"
    file.write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(tiles.BadTiles, match=message):
        tiles.load(file)


def test_the_table_of_tiles_says_what_is_printed() -> None:
    table = json.loads(Path(tiles.__file__).with_name("tiles.json").read_text(encoding="utf-8"))
    assert [part["printed"] for part in table.values()] == [True, True, False]
