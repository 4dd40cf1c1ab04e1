"""Set-up, each ruling by its number."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rules.chance import Chance
from rules.iwari import IWARI, Settings, setup
from rules.iwari.board import board
from rules.iwari.components import FILE, ComponentError, components, deck_for, read
from rules.iwari.events import DisplayRefilled
from rules.iwari.hidden import unseen
from rules.iwari.setup import draw_mountains
from tests.iwari.tables import ALL_FEATS, kind, of, options, play, table
from tests.refused import refused


def test_components_as_the_rulebook_lists_them() -> None:
    box = components().printed
    assert box.cards == {"tundra": 13, "forest": 12, "glaciers": 11, "coast": 11, "desert": 10}
    assert (sum(box.cards.values()), box.tents, box.totems, box.hand, box.display) == (57, 21, 8, 3, 4)


@pytest.mark.parametrize(("seats", "cards", "left"), [(2, 47, 37), (3, 47, 34), (4, 52, 36), (5, 57, 38)])
def test_setup_6_and_7_cards_removed_dealt_and_displayed(seats: int, cards: int, left: int) -> None:
    state = IWARI.setup(Settings(), seats, 3)
    assert len(deck_for(seats)) == cards
    assert [len(hand) for hand in state.hands] == [3] * seats
    assert (len(state.display), len(state.deck)) == (4, left)
    everything = Counter(state.deck + state.display + "".join(state.hands))
    assert everything == Counter(deck_for(seats))


@pytest.mark.parametrize(("seats", "covered"), [(2, 4), (3, 3), (4, 2), (5, 1)])
def test_b1_mountains_cover_one_of_each_pair_from_the_lowest_symbol_on(seats: int, covered: int) -> None:
    table_a = board("base_a")
    seen = set()
    for seed in range(60):
        numbers = draw_mountains(table_a, seats, Chance(seed))
        assert len(numbers) == covered
        for peaks in range(1, 5):
            assert sum(number in table_a.twins[peaks] for number in numbers) == (peaks <= covered)
        seen.add(tuple(numbers))
    assert len(seen) == 2**covered, "either connection of a pair may be covered"


def test_b4_the_order_of_play_is_by_lot_and_shown() -> None:
    orders = {tuple(IWARI.setup(Settings(), 3, seed).order) for seed in range(60)}
    assert len(orders) == 6
    state = IWARI.setup(Settings(), 4, 9)
    assert IWARI.view(state, None).order == state.order
    assert state.active == state.order[0] == state.stack[-1].seat


def test_the_deck_is_shuffled() -> None:
    decks = [IWARI.setup(Settings(), 5, seed).deck for seed in range(20)]
    assert len(set(decks)) == 20
    assert all(len(set(deck[-12:])) >= 3 for deck in decks), "biomes are mixed"


def test_b5_dealt_hands_are_known_to_nobody_else() -> None:
    state = IWARI.setup(Settings(), 5, 5)
    assert kind(state) == "PlayCards"
    assert all(hand == "".join(sorted(hand)) for hand in state.hands), "their order tells nothing of the deck's"
    view = IWARI.view(state, state.order[0])
    assert [view.hands[seat] for seat in state.order[1:]] == ["???"] * 4


def test_b5_draft_goes_from_the_last_player_to_the_first_and_fills_the_display_after_each() -> None:
    state = IWARI.setup(Settings(draft=True), 3, 5)
    assert state.hands == ["", "", ""] and len(state.display) == 4
    for seat in reversed(state.order):
        turn = state.turn
        for picks in range(3):
            assert kind(state) == "DrawCard" and state.stack[-1].seat == state.active == seat
            assert len(state.display) == 4 - picks
            assert state.turn == turn
            events = play(state, options(state)[0])
        assert of(events, DisplayRefilled) and len(state.display) == 4
        assert state.turn == turn + 1
    assert kind(state) == "PlayCards" and state.active == state.stack[-1].seat == state.order[0]
    assert len(state.deck) == 34


def test_b5_draft_mixes_display_and_deck() -> None:
    state = IWARI.setup(Settings(draft=True), 2, 5)
    seat = state.active
    shown = options(state)[0]
    play(state, "draw-deck", shown)
    assert len(state.hands[seat]) == 2 and len(state.known[seat]) == 1
    assert "draw-deck" in options(state)


def test_b6_how_many_cards_were_removed_of_each_biome_is_known() -> None:
    for seats, out in ((2, 2), (3, 2), (4, 1), (5, 0)):
        state = IWARI.setup(Settings(), seats, 2)
        view = IWARI.view(state, None)
        printed = components().printed.cards
        assert unseen(view) + Counter(view.display) == Counter(
            {letter: printed[name] - out for letter, name in zip("GTFCD", printed, strict=True)}
        )


def test_b7_twenty_tents_and_eight_totems_each() -> None:
    state = IWARI.setup(Settings(), 4, 1)
    assert state.tents_left == [20] * 4 and state.totems_left == [8] * 4


def test_b8_the_third_tribe_has_its_own_pieces_and_points() -> None:
    state = IWARI.setup(Settings(), 2, 1)
    assert state.tents_left == [20] * 3 and state.totems_left == [8] * 3 and state.half == [0] * 3
    rows = IWARI.standings(state)
    assert [(row.seat, row.side, row.score) for row in rows] == [(0, "", 0), (1, "", 0), (None, "third tribe", 0)]
    assert IWARI.setup(Settings(), 3, 1).third is None


def test_b9_no_sixth_player_and_no_solitary_one_on_a_map_of_the_base_game() -> None:
    for seats in (1, 6):
        with refused("2 to 5"):
            IWARI.setup(Settings(), seats, 1)


def test_b10_points_are_a_plain_number_beyond_fifty_and_hundred() -> None:
    state = table(3, half=[149, 0, 0])
    assert IWARI.standings(state)[0].score == 149


def test_a_map_or_feat_that_is_not_there_is_refused_in_a_sentence() -> None:
    with refused("no map called atlantis"):
        IWARI.setup(Settings(map="atlantis"), 3, 1)
    with refused("no feat called courage"):
        IWARI.setup(Settings(feats=("union", "courage")), 3, 1)
    with refused("twice"):
        IWARI.setup(Settings(feats=("union", "union")), 3, 1)


def test_a_map_whose_rules_are_not_here_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table_a = board("base_a")
    floating = msgspec.structs.replace(table_a.map, name="Isles", modules=("mountains", "connections_are_roads"))
    monkeypatch.setattr(setup, "find_board", lambda name: msgspec.structs.replace(table_a, map=floating))
    with refused(r"The map Isles needs rules that are not here yet: connections_are_roads\."):
        setup.check(Settings(), 3)


@pytest.mark.parametrize("feats", [(), ("union",), ("discovery",), ("honour",), ("respect",), ALL_FEATS])
def test_each_feat_can_be_switched_on_alone(feats: tuple[str, ...]) -> None:
    state = IWARI.setup(Settings(feats=feats), 3, 1)
    assert tuple(state.claims) == feats


@pytest.mark.parametrize(
    ("good", "broken", "line"),
    [
        ('"desert": 10', '"swamp": 10', 3),
        ('"tundra": 13', '"tundra": 12', 4),
        ('"tents": 21', '"tents": 20', 7),
        ('"union": 2', '"union": 3', 9),
        ('"5": 0', '"6": 0', 10),
        ('"5": 1', '"6": 1', 11),
        ('"hand": 3', '"hand": "three"', 1),
    ],
)
def test_components_that_do_not_add_up_are_refused_with_file_and_line(
    tmp_path: Path, good: str, broken: str, line: int
) -> None:
    text = FILE.read_text()
    assert good in text
    file = tmp_path / "box.json"
    file.write_text(text.replace(good, broken))
    with pytest.raises(ComponentError, match=rf"box\.json:{line}: "):
        read(file)


def test_the_same_seed_makes_the_same_match() -> None:
    one, other = (IWARI.setup(Settings(draft=True), 4, 77) for _ in range(2))
    assert IWARI.to_json(one) == IWARI.to_json(other)
    assert IWARI.to_json(IWARI.setup(Settings(draft=True), 4, 78)) != IWARI.to_json(one)
