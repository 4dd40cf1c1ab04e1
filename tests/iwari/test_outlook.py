"""What the computer players reckon with: exact where the rules are, and steady where it is an expectation."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.iwari import IWARI, State
from rules.iwari.board import cap
from rules.iwari.components import deck_for
from rules.iwari.outlook import Outlook, expected_points, expected_stack, points_of
from rules.iwari.position import Feat
from rules.iwari.scoring import parts, tent_points
from tests.iwari.tables import ALL_FEATS, full_rows, middle, table

NONE_LEFT: dict[str, Any] = {"deck": "", "journey": 2, "last_round": "deck"}
"""The last round: nothing is drawn any more."""


def outlooks(seats: int, future: bool = True) -> list[tuple[State, Outlook]]:
    """Positions of random matches, and what the seat that decides there makes of them."""
    found = []
    for seed in range(12):
        state = middle(seats, seed, 25 + 12 * seed)
        decision = IWARI.decision(state)
        if decision is not None:
            found.append((state, Outlook(IWARI.view(state, decision.seat), decision.seat, future)))
    return found


def weighed(outlook: Outlook, points: list[float]) -> float:
    return sum(weight * worth for weight, worth in zip(outlook.weights, points, strict=True))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_when_no_card_is_left_the_expectation_is_the_score(seats: int) -> None:
    for seed in range(12):
        state = middle(seats, seed)
        state.deck, state.journey, state.scoring_due = "", 2, False
        assert Outlook(state, 1, future=True).expected_scores(state.half) == parts(state).total


@pytest.mark.parametrize("future", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_change_is_the_difference_of_what_is_expected(seats: int, future: bool) -> None:
    """So for every tribe's piece on every space, and again when one piece is tried out already."""
    dice = random.Random(seats)
    for state, outlook in outlooks(seats, future):
        moves = list(state.board.moves.values())
        for _ in range(4):
            undo = None
            for _ in range(4):
                kind, place, spot, _ = move = dice.choice(moves)
                if kind == "tent" and outlook.tents[place][spot] != ".":
                    continue
                tribe = dice.randrange(state.tribes)
                before = weighed(outlook, outlook.expected_scores(state.half))
                change = outlook.delta(tribe, move)
                again = outlook.put(tribe, move)
                assert weighed(outlook, outlook.expected_scores(state.half)) - before == pytest.approx(change)
                if undo is None:
                    undo = again
                else:
                    outlook.take_back(again)
                    assert outlook.delta(tribe, move) == pytest.approx(change)
            if undo is not None:
                outlook.take_back(undo)
            assert outlook.tents == state.tents and outlook.totems == state.totems


@pytest.mark.parametrize("tribe", [0, 1])
def test_a_chain_that_a_space_touches_twice_is_counted_once(tribe: int) -> None:
    """F1d, F1e, D1c and D1b lie in a ring; another chain begins at F1a."""
    state = table(3, tents={"F1": "1...1", "D1": ".11"})
    for future in (False, True):
        outlook = Outlook(state, 0, future)
        move = state.board.moves["tent-F1d-forest"]
        before = weighed(outlook, outlook.expected_scores(state.half))
        change = outlook.delta(tribe, move)
        outlook.put(tribe, move)
        assert weighed(outlook, outlook.expected_scores(state.half)) - before == pytest.approx(change)


def test_a_full_territory_counts_at_the_half_and_at_the_end() -> None:
    """Tents stay, so that in the first journey they are counted twice; feats double them at the end alone (F-13)."""
    rows, feat = {"F2": "001"}, [Feat("union", 0, "F2")]
    wanted: list[tuple[dict[str, Any], list[float]]] = [
        ({"journey": 1}, [6.0, 4.0, 0.0]),
        ({"journey": 2, "scoring_due": True}, [6.0, 4.0, 0.0]),
        ({"journey": 2}, [3.0, 2.0, 0.0]),
        ({"journey": 1, "feats": feat}, [9.0, 6.0, 0.0]),
        ({"journey": 2, "feats": feat}, [6.0, 4.0, 0.0]),
    ]
    for fields, points in wanted:
        state = table(3, tents=rows)
        for name, value in fields.items():
            setattr(state, name, value)
        outlook = Outlook(state, 0, future=True)
        place = state.board.index["F2"]
        assert list(outlook._tents(place, outlook.tents[place])) == points
        assert list(Outlook(state, 0, future=False)._tents(place, state.tents[place])) == [
            worth * (2 if "feats" in fields else 1) for worth in (3, 2, 0)
        ]


def test_stacks_that_cannot_grow_are_worth_what_they_count() -> None:
    """The cap is reached in both territories and no tent can raise it: the majority is certain."""
    state = table(3, tents={"T3": "001", "F3": "112"}, totems={"T3": "00", "F3": "01"})
    outlook = Outlook(state, 0, future=True)
    assert outlook.higher > 0
    for place, wanted in (("T3", (1.0, 0.0, 0.0)), ("F3", (1.0, 1.0, 0.0))):
        assert outlook._stack(state.board.index[place]) == (wanted, 2.0)


def test_a_stack_with_room_may_yet_grow_and_change_hands() -> None:
    """By as many totems as the cap allows, and by one more where a tent could raise that."""
    for tents, room in (("0", 1), ("00", 2), ("001", 1), ("000", 2)):
        state = table(3, tents={"T3": tents}, totems={"T3": "0"})
        chances, height = Outlook(state, 0, future=True)._stack(state.board.index["T3"])
        assert 0.5 < chances[0] <= 1 and 0 < chances[1] == chances[2] < chances[0]
        assert (chances[0] == 1) == (room == 1) and room < height < room + 1


def test_a_covered_connection_is_worth_nothing() -> None:
    where = {"G1": "00", "T1": "00"}
    state = table(3, tents=where, totems=where, **NONE_LEFT)
    link = next(number for number, link in enumerate(state.board.links) if link.no == 1)
    assert list(Outlook(state, 0, future=True)._link(link)) == [4.0, 0.0, 0.0]
    state.mountains = [1]
    assert list(Outlook(state, 0, future=True)._link(link)) == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_feat_is_worth_is_what_it_adds_to_the_score(seats: int) -> None:
    """On each territory and connection, a first feat and a second."""
    looked = 0
    for seed in range(6):
        state = middle(seats, seed, 70)
        state.deck, state.journey, state.scoring_due = "", 2, False
        for _ in range(2):
            before = parts(state).total
            for site in (*state.board.ids, *(str(link.no) for link in state.board.links)):
                outlook = Outlook(state, 0, future=seed % 2 == 0)
                worth = outlook.feat(site)
                state.feats.append(Feat("union", 0, site))
                gain = [float(new - old) for new, old in zip(parts(state).total, before, strict=True)]
                assert worth == pytest.approx(weighed(outlook, gain))
                state.feats.pop()
                looked += worth != 0
            state.feats += [Feat("union", 0, site) for site in state.board.ids]
    assert looked > 50


def test_the_fewer_cards_are_left_the_less_is_expected_to_change() -> None:
    state = table(3, tents={"D1": "01", "G1": "0", "T1": "1"})
    cards = state.deck
    for journey in (1, 2):
        state.journey = journey
        chances = []
        for left in (len(cards), 20, 10, 3, 0):
            state.deck = cards[:left]
            outlook = Outlook(state, 0, future=True)
            row = (outlook.soon, outlook.late, outlook.higher, outlook.longer)
            assert all(0 <= chance <= 1 for chance in row) and outlook.soon <= outlook.late
            chances.append(row)
        columns = list(zip(*chances, strict=True))
        assert all(list(column) == sorted(column, reverse=True) for column in columns)
        assert chances[0][1] > 0.2 and chances[0][2] > 0 and (chances[0][0] > 0) == (journey == 1)
        # The second journey's cards are still to come in the first.
        assert chances[-1][0] == 0 and (chances[-1][1] > 0) == (journey == 1)
    assert all(row[0] == 0 for row in chances)


def test_on_a_full_map_nothing_is_left_to_expect() -> None:
    """Cards are left, but no space for a tent or for a totem."""
    state = table(3, tents={"D1": "000111222", "G1": "000000"}, journey=2)
    full_rows(state, 1)
    state.totems = ["1" * cap(row) for row in state.tents]
    assert state.deck
    assert Outlook(state, 0, future=True).expected_scores(state.half) == parts(state).total


def test_no_more_pieces_are_expected_than_there_are_cards() -> None:
    """A piece costs a card at least; most cards become pieces, and more of them tents than totems."""
    for seats in (2, 3, 4, 5):
        for seed in range(6):
            state = middle(seats, seed, 60)
            state.journey, state.scoring_due = 2, False
            for cards in (10, 20, 30):
                state.deck = "T" * cards
                outlook = Outlook(state, 0, future=True)
                free = "".join(state.tents).count(".")
                room = sum(outlook._room(place) for place in range(len(state.tents)))
                # The chances are rounded to tenths, and certain of nothing.
                tents, totems = (min(cards * share / 0.9, free) for share in (0.6, 0.3))
                assert 0 < (outlook.late - 0.05) * free <= tents
                assert (outlook.higher - 0.05) * room <= min(totems, room)
                assert outlook.late * free + outlook.higher * room > 0.4 * min(cards, free)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_in_the_first_journey_the_cards_of_the_second_are_still_to_come(seats: int) -> None:
    """All but those in the hands and in the display."""
    state = table(seats, tents={"D1": "0101", "G1": "00", "T1": "1", "C1": "1", "C2": "010", "F1": "01"})
    state.deck = ""
    first = Outlook(state, 0, future=True)
    state.journey, state.deck = 2, "T" * (len(deck_for(seats)) - 3 * seats - 4)
    second = Outlook(state, 0, future=True)
    assert (first.late, first.higher, first.longer) == (second.late, second.higher, second.longer)
    assert second.longer < 1 or seats == 2


def test_a_chain_grows_the_less_likely_the_fewer_cards_are_left() -> None:
    states = [table(4, journey=2, deck="T" * cards) for cards in (40, 20, 8, 1)]
    found = [Outlook(state, 0, future=True).longer for state in states]
    assert found == sorted(set(found), reverse=True) and found[0] < 1 and found[3] < 0.1


def test_a_lead_is_worth_more_the_less_can_happen_to_it() -> None:
    lead = [expected_points((2, 1, 0), free, 0.5) for free in (0, 1, 3)]
    assert list(lead[0]) == [3, 2, 0] and lead[1][2] > 0
    shares = [points[0] / sum(points) for points in lead]
    assert shares == sorted(shares, reverse=True)
    chances = [expected_stack((2, 1), room, 0.5)[0][0] for room in (0, 2, 5)]
    assert chances[0] == 1.0 > chances[1] > chances[2] > 0.5


def test_the_order_of_the_tribes_does_not_matter() -> None:
    """Tribes that stand alike are worth the same, and who has what follows the tribe."""
    for counts in ((3, 1, 1), (0, 0, 2), (1, 2, 1), (0, 0, 0)):
        points = expected_points(counts, 3, 0.4)
        for other in range(3):
            turned = tuple(counts[(tribe + other) % 3] for tribe in range(3))
            assert expected_points(turned, 3, 0.4) == tuple(points[(tribe + other) % 3] for tribe in range(3))
        chances, _ = expected_stack(counts, 2, 0.4)
        assert all(
            (chances[one] == chances[two]) == (counts[one] == counts[two]) for one in range(3) for two in range(3)
        )


def test_points_of_numbers_of_tents_are_those_of_the_rules() -> None:
    dice = random.Random(3)
    for _ in range(300):
        row = "".join(dice.choice("0123.") for _ in range(dice.randrange(1, 10)))
        assert points_of(tuple(row.count(mark) for mark in "0123")) == tent_points(row)[:4]


def test_a_chain_is_worth_more_with_each_tent_and_nothing_when_it_cannot_become_a_settlement() -> None:
    outlook = Outlook(table(3), 0, future=True)
    worths = [outlook._chain(size, 2) for size in (1, 2, 3, 4, 5, 6)]
    assert worths == sorted(set(worths)) and worths[0] > 0
    assert [outlook._chain(size, 0) for size in (1, 2, 3, 4, 5)] == [0, 0, 0, 4, 5]
    assert 4 < outlook._chain(4, 1) < 5
    assert all(outlook._chain(size, 1) > 0 for size in (1, 2, 3))


def test_exits_are_the_free_spaces_next_to_a_chain() -> None:
    """F2a leads to G1f and F2b; F2b also to F2c and D1d."""
    state = table(3, tents={"F2": "00", "D1": "...1"})
    outlook = Outlook(state, 0, future=True)
    first = state.board.first[state.board.index["F2"]]
    assert outlook._exits("".join(state.tents), [first, first + 1]) == 2
    assert outlook._exits("".join(state.tents), [first]) == 1


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_only_the_own_points_are_wanted_and_the_leading_rivals_least(seats: int) -> None:
    state = table(seats)
    for seat in range(seats):
        for leader in range(seats):
            if leader == seat:
                continue
            state.half = [5] * state.tribes
            state.half[leader] = 20
            weights = Outlook(state, seat, future=False).weights
            rivals = [weights[other] for other in range(seats) if other not in (seat, leader)]
            assert weights[seat] == 1 and all(weights[leader] < weight < 0 for weight in rivals)
            assert sum(weights[:seats]) < 1


def test_the_third_tribes_points_are_unwanted_the_more_the_nearer_it_is() -> None:
    state = table(2)
    found = []
    for points in (0, 15, 20, 24, 30, 60):
        state.half = [30, 20, points]
        found.append(Outlook(state, 1, future=False).weights[2])
    assert found == sorted(found, reverse=True) and 0 > found[0] > found[3] > found[4] == found[5]


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_hidden_is_looked_at(seats: int) -> None:
    for seed in range(6):
        state = middle(seats, seed, 50)
        seat = seed % seats
        for future in (False, True):
            one = Outlook(IWARI.view(state, seat), seat, future)
            world = IWARI.determinize(state, seat, random.Random(seed))
            other = Outlook(world, seat, future)
            assert vars(one) == vars(other)


def test_feats_are_in_the_positions_looked_at() -> None:
    assert any(state.feats for seats in (2, 3) for state, _ in outlooks(seats)) and len(ALL_FEATS) == 4
