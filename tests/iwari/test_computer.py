"""Computer players: what they reckon with is right, they answer in time, and each level beats the one below."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.game import LEVELS
from rules.iwari import IWARI, Settings, State
from rules.iwari.board import Move, spend
from rules.iwari.components import deck_for
from rules.iwari.computer import CARD, Line, Turns
from rules.iwari.drawing import DrawCard
from rules.iwari.feats import ChooseFeat, Earned
from rules.iwari.hidden import unseen
from rules.iwari.outlook import Outlook, expected_points, expected_stack
from rules.iwari.playing import is_explored, placements, placements_in
from rules.iwari.scoring import parts
from rules.iwari.survey import Played, Tally, count, play, table
from rules.iwari.third_tribe import THIRD, PlayThirdTribeMore
from tests.iwari.tables import ALL_FEATS, full_rows, middle
from tests.iwari.tables import table as position


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_points_of_the_moment_are_the_score(seats: int) -> None:
    for seed in range(20):
        state = middle(seats, seed)
        outlook = Outlook(state, 0, future=False)
        assert outlook.expected_scores(state.half) == parts(state).total


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_change_of_a_placement_is_the_change_of_the_score(seats: int) -> None:
    tried = 0
    for seed in range(20):
        state = middle(seats, seed, 60 + seed)
        decision = IWARI.decision(state)
        if decision is None:
            continue
        outlook = Outlook(state, decision.seat, future=False)
        tribe = 2 if "Third" in decision.kind else decision.seat
        before = parts(state).total
        for option in IWARI.options(state):
            move = state.board.moves.get(option)
            if move is None:
                continue
            after = IWARI.copy(state)
            IWARI.apply(after, option)
            if after.journey != state.journey or after.phase == "over":
                continue
            gain = [new - old for new, old in zip(parts(after).total, before, strict=True)]
            value = sum(weight * more for weight, more in zip(outlook.weights, gain, strict=True))
            assert outlook.delta(tribe, move) == pytest.approx(value)
            tried += 1
        assert outlook.tents == state.tents and outlook.totems == state.totems
    assert tried > 50


def test_expectations_lie_between_what_can_happen() -> None:
    assert expected_points((3, 2, 1), 0, 0.9) == (6, 3, 2)
    ahead, behind, none = expected_points((2, 1, 0), 3, 0.5)
    assert ahead > behind > none > 0 and 3 < ahead < 6
    assert expected_points((1, 1, 0), 2, 0.5)[0] == expected_points((1, 1, 0), 2, 0.5)[1]
    chances, height = expected_stack((2, 0), 2, 0.5)
    assert 0.9 < chances[0] <= 1 and 0 < chances[1] < 0.5 and 2 < height < 4


def time_for(looks: int) -> Callable[[], bool]:
    """A `hurry` that says so when it was asked so many times."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_is_an_option_and_leaves_the_view_alone(level: str) -> None:
    for seats in (2, 4):
        for seed in range(6):
            state = middle(seats, seed, 20 * seed)
            decision = IWARI.decision(state)
            if decision is None:
                continue
            view = IWARI.view(state, decision.seat)
            before = IWARI.to_json(view)
            for looks in (100_000, 0):
                answer = IWARI.choose(view, decision.seat, level, random.Random(1), time_for(looks))
                assert answer in decision.options(state)
            assert IWARI.to_json(view) == before


@pytest.mark.parametrize("level", LEVELS)
def test_whole_matches_in_a_hurry(level: str) -> None:
    """Every decision is answered with an option, whether time is up at once, after a few looks, or not at all."""
    for seats, draft in ((2, True), (3, False), (5, True)):
        state = IWARI.setup(Settings(feats=ALL_FEATS, draft=draft), seats, seats)
        dice = random.Random(seats)
        kinds = set()
        while (decision := IWARI.decision(state)) is not None:
            kinds.add(decision.kind)
            view = IWARI.view(state, decision.seat)
            answer = IWARI.choose(view, decision.seat, level, dice, time_for(dice.choice((0, 0, 3))))
            assert answer in IWARI.options(state)
            IWARI.apply(state, answer)
        assert {"PlayCards", "PlayMore", "DrawCard", "ChooseFeat"} <= kinds
        assert (seats == 2) == ("PlayThirdTribe" in kinds)


def test_when_time_is_up_the_hard_player_looks_at_one_turn_only(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    weigh = Turns._from

    def counted(self: Turns, option: str, tribe: int, hand: str, first: bool) -> Line:
        looked.append(option)
        return weigh(self, option, tribe, hand, first)

    monkeypatch.setattr(Turns, "_from", counted)
    drawing = position(2, tents={"G1": "0"}, hands=("TT",), phase="draw", stack=[DrawCard(0)])
    playing = position(2, tents={"G1": "0"}, hands=("CGT", "TTT"))
    for state, number in ((playing, 1), (drawing, 0)):
        IWARI.choose(IWARI.view(state, 0), 0, "hard", random.Random(1), lambda: True)
        assert len(looked) == number
        looked.clear()
        IWARI.choose(IWARI.view(state, 0), 0, "hard", random.Random(1), lambda: False)
        assert len(looked) > 30
        looked.clear()


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_make_no_difference(level: str) -> None:
    """In every kind of decision the answer is the same, whatever the others hold and the deck brings."""
    kinds = set()
    for seats in (2, 3):
        for seed in range(30):
            state = middle(seats, seed, 30 + seed)
            decision = IWARI.decision(state)
            assert decision is not None
            kinds.add(decision.kind)
            other = IWARI.determinize(state, decision.seat, random.Random(seed))
            worlds = [IWARI.view(state, decision.seat), IWARI.view(other, decision.seat)]
            if decision.kind != "DrawCard":  # there the hard player counts the cards that it does not see
                worlds += [state, other]
            answers = {IWARI.choose(world, decision.seat, level, random.Random(1), lambda: False) for world in worlds}
            assert len(answers) == 1
    assert {"PlayCards", "PlayMore", "DrawCard", "ChooseFeat", "PlayThirdTribe"} <= kinds


NONE_LEFT: dict[str, Any] = {"last_round": "deck", "journey": 2, "deck": ""}
"""The last round: what is placed now is all that counts."""


def chosen(state: State, level: str) -> set[str]:
    """What a level answers, whatever its dice say."""
    decision = IWARI.decision(state)
    assert decision is not None
    view = IWARI.view(state, decision.seat)
    return {IWARI.choose(view, decision.seat, level, random.Random(seed), lambda: False) for seed in range(6)}


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_player_takes_a_plain_gift(level: str, seats: int) -> None:
    """At the very end a totem that wins two connections is better than any tent, and stands last among the options."""
    state = position(
        seats,
        tents={"C2": "111", "D1": "111"},
        totems={"F3": "000", "D1": "000"},
        hands=("CGT", "TTT", "FFF")[:seats],
        **NONE_LEFT,
    )
    assert chosen(state, level) == {"totem-C2-coast"}


def test_the_easy_player_overlooks_things() -> None:
    """It looks at some of its options alone, and draws and places feats by its dice."""
    totems = {"F3": "00", "D1": "00"}
    state = position(3, tents={"C2": "111", "G1": "000"}, totems=totems, hands=("CGT", "", ""), **NONE_LEFT)
    assert chosen(state, "normal") == {"totem-C2-coast"} and len(chosen(state, "easy")) > 1
    state.stack = [ChooseFeat(0, [Earned("discovery", ("C2", "G1", "F1"))])]
    assert chosen(state, "normal") == {"discovery-G1"} and len(chosen(state, "easy")) > 1
    state = position(3, hands=("FG", "TTT", "TTT"), phase="draw", stack=[DrawCard(0)], display="TTGC")
    assert len(chosen(state, "easy")) > 1


def last_spaces(tribes: dict[str, str], **fields: Any) -> State:
    """The last round of a map that is full but in these territories, where no totem can be placed."""
    state = position(fields.pop("seats", 3), tents=tribes, **NONE_LEFT, **fields)
    full_rows(state, 1, but=tuple(tribes))
    state.totems_left = [0] * state.tribes
    return state


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_no_pair_is_paid_for_what_one_card_buys(level: str) -> None:
    state = last_spaces({"G1": "00022"}, hands=("GTT", "TTT", "TTT"))
    assert {"tent-G1f-glaciers", "tent-G1f-tundra+tundra"} <= set(IWARI.options(state))
    assert chosen(state, level) == {"tent-G1f-glaciers"}


def test_the_hard_player_weighs_both_pieces_of_a_turn() -> None:
    """The best single tent is in T1; two tents in G1 are worth more together, and only the hard player sees it."""
    state = last_spaces({"G1": "0022", "T1": "1111."}, hands=("GGT", "TTT", "TTT"))
    outlook = Outlook(state, 0, future=False)
    moves = state.board.moves
    in_t1, in_g1 = moves["tent-T1e-tundra"], moves["tent-G1e-glaciers"]
    single, first = outlook.delta(0, in_t1), outlook.delta(0, in_g1)
    outlook.put(0, in_g1)
    assert first + 1 < single < first + outlook.delta(0, moves["tent-G1f-glaciers"]) - 1
    assert chosen(state, "normal") == {"tent-T1e-tundra"}
    assert chosen(state, "hard") <= {"tent-G1e-glaciers", "tent-G1f-glaciers"}


def test_the_hard_player_thinks_of_the_third_tribe() -> None:
    """Either space may be had now, and the third tribe takes the other: where it does less harm."""
    state = last_spaces({"G1": "01122.", "T1": "0022."}, seats=2, hands=("GT", "TTT"))
    outlook = Outlook(state, 0, future=False)
    moves = state.board.moves
    in_g1, in_t1 = moves["tent-G1f-glaciers"], moves["tent-T1e-tundra"]
    assert outlook.delta(0, in_g1) > outlook.delta(0, in_t1) + 0.5
    assert outlook.delta(0, in_g1) + outlook.delta(2, in_t1) < outlook.delta(0, in_t1) + outlook.delta(2, in_g1) - 0.5
    assert chosen(state, "normal") == {"tent-G1f-glaciers"}
    assert chosen(state, "hard") == {"tent-T1e-tundra"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_T2_4_the_third_tribe_gets_no_second_piece_that_helps_nobody_but_it(level: str) -> None:
    """Near the lead it gets none; far behind it may have one that brings its player a point."""
    for half, wanted in (([0, 0, 100], "done"), ([0, 0, 0], "tent")):
        state = last_spaces({"T2": "002."}, seats=2, hands=("T", "TTT"), half=half)
        state.phase, state.stack = "third", [PlayThirdTribeMore(0, state.board.index["T2"])]
        assert {answer.split("-")[0] for answer in chosen(state, level)} == {wanted}


def test_T2_4_the_normal_player_spares_itself_a_piece_of_the_third_tribe_that_harms_a_little() -> None:
    state = last_spaces({"T2": "002."}, seats=2, hands=("T", "TTT"))
    total = parts(state).total
    state.half[2] = max(total[:2]) - total[2] - 8
    place = state.board.index["T2"]
    state.phase, state.stack = "third", [PlayThirdTribeMore(0, place)]
    assert -0.5 < Outlook(state, 0, future=False).delta(2, state.board.moves["tent-T2d-tundra"]) < 0
    assert chosen(state, "normal") == {"done"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_F2_a_feat_goes_where_it_gains_most_and_is_declined_where_it_gains_nothing(level: str) -> None:
    state = position(3, tents={"G1": "0001", "T1": "00", "F1": "111", "F2": "112"}, **NONE_LEFT)
    for sites, wanted in (
        (("G1", "T1", "F1"), "discovery-G1"),
        (("F1", "T1"), "discovery-T1"),
        (("F1", "F2"), "decline"),
    ):
        state.stack = [ChooseFeat(0, [Earned("discovery", sites)])]
        assert chosen(state, level) == {wanted}
    state.stack = [ChooseFeat(0, [Earned("discovery", ("F1",)), Earned("union", ("F2",))])]
    assert chosen(state, level) == {"decline-discovery", "decline-union"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_feat_on_a_connection_goes_where_it_gains_most(level: str) -> None:
    """Connection 1 joins G1 and T1, 2 joins T1 and F1."""
    tents = {"G1": "0000", "T1": "000", "F1": "000"}
    state = position(3, tents=tents, totems={"G1": "0000", "T1": "00", "F1": "0"}, **NONE_LEFT)
    state.stack = [ChooseFeat(0, [Earned("honour", ("1", "2"))])]
    assert chosen(state, level) == {"honour-1"}


def test_the_normal_player_draws_pairs() -> None:
    state = position(3, hands=("FG", "TTT", "TTT"), phase="draw", stack=[DrawCard(0)], display="TTGC")
    assert chosen(state, "normal") == {"draw-glaciers"}
    state.display = "TTCD"
    assert len(chosen(state, "normal")) > 1


def test_the_hard_player_draws_the_card_of_its_next_turn() -> None:
    """A totem in G1 wins two connections; where the display has no card for it, the deck may."""
    state = position(
        3,
        tents={"G1": "11", "F2": "111"},
        totems={"T1": "00", "F2": "00"},
        hands=("DT", "TTT", "TTT"),
        phase="draw",
        stack=[DrawCard(0)],
        display="TCGC",
        journey=2,
    )
    assert chosen(state, "hard") == {"draw-glaciers"}
    state.display = "CCCC"
    state.deck = "GGG"
    seen = Counter("".join(state.hands) + state.display + state.deck)
    state.discard = "".join((Counter(deck_for(3)) - seen).elements())
    assert chosen(state, "hard") == {"draw-deck"}


def test_the_hard_player_draws_when_every_card_is_in_sight() -> None:
    state = position(3, hands=("DT", "TTT", "TTT"), known=["", "TTT", "TTT"], display="CG", **NONE_LEFT)
    state.phase, state.stack = "draw", [DrawCard(0)]
    seen = Counter("".join(state.hands) + state.display)
    state.discard = "".join((Counter(deck_for(3)) - seen).elements())
    assert sum(unseen(IWARI.view(state, 0)).values()) == 0
    assert chosen(state, "hard") <= {"draw-coast", "draw-glaciers"}


def turns(seats: int, kind: str, cards: int, number: int) -> Iterator[tuple[State, Turns, bool]]:
    """Positions where this is decided with so many cards, how the hard player weighs, and whether the turn is its own.

    They come out of random matches.
    """
    dice = random.Random(seats)
    while number:
        state = middle(seats, dice.randrange(1000), dice.randrange(20, 80))
        while (decision := IWARI.decision(state)) is not None:
            seat = decision.seat
            if decision.kind == kind and len(state.hands[seat]) >= cards:
                outlook = Outlook(state, seat, future=True)
                yield state, Turns(state, outlook, seat, lambda: False), "Third" not in kind
                number -= 1
                break
            IWARI.apply(state, dice.choice(IWARI.options(state)))


@pytest.mark.parametrize(("seats", "kind"), [(2, "PlayCards"), (3, "PlayCards"), (2, "PlayThirdTribe")])
def test_a_turn_is_worth_the_best_that_its_first_piece_allows(seats: int, kind: str) -> None:
    """That is the piece alone, or with any second piece, where the rules allow one."""
    both = 0
    for state, weighing, own in turns(seats, kind, cards=2, number=6 if kind == "PlayCards" else 20):
        tribe = weighing.seat if own else THIRD
        hand = state.hands[weighing.seat]
        for option in IWARI.options(state):
            if (move := state.board.moves.get(option)) is None:
                continue
            alone = weighing.outlook.delta(tribe, move)
            left = spend(hand, move[3])
            lines: list[tuple[float, tuple[Move, ...], str]] = [(alone + CARD * len(left), (move,), left)]
            if is_explored(state, move[1]):
                undo = weighing.outlook.put(tribe, move)
                for other in placements_in(weighing.view, tribe, left, move[1]):
                    more = state.board.moves[other]
                    rest = spend(left, more[3])
                    lines.append((alone + weighing.outlook.delta(tribe, more) + CARD * len(rest), (move, more), rest))
                weighing.outlook.take_back(undo)
            found = weighing._from(option, tribe, hand, True)
            assert found.value == pytest.approx(max(line[0] for line in lines)) and found.option == option
            assert any(found.value == pytest.approx(line[0]) and found[2:] == line[1:] for line in lines)
            both += len(found.moves) == 2
            assert weighing._from(option, tribe, hand, False).moves == (move,)
    assert both


def test_T2_1_a_turn_is_worth_what_the_third_tribe_then_does_at_best() -> None:
    for state, weighing, _ in turns(2, "PlayCards", cards=3, number=4):
        for option in IWARI.options(state)[::3]:
            line = weighing._from(option, weighing.seat, state.hands[weighing.seat], True)
            undos = [weighing.outlook.put(weighing.seat, move) for move in line.moves]
            replies = [weighing._from(reply, THIRD, line.left, True).value
                       for reply in placements(weighing.view, THIRD, line.left)]  # fmt: skip
            for undo in reversed(undos):
                weighing.outlook.take_back(undo)
            cards = len(line.left)
            wanted = (
                line.value - CARD * cards + (max(replies) if replies else CARD * (cards - 1)) if cards else line.value
            )
            assert weighing._with_third(line).value == pytest.approx(wanted)


def test_a_discard_spends_a_card_and_being_done_none() -> None:
    state = position(3, hands=("CGT", "TTT", "TTT"))
    weighing = Turns(state, Outlook(state, 0, future=True), 0, lambda: False)
    for option, left in (("discard-glaciers", "CT"), ("done", "CGT")):
        assert weighing._from(option, 0, "CGT", True) == Line(CARD * len(left), option, (), left)


def test_T2_2_the_third_tribe_discards_a_card_where_it_can_place_nothing() -> None:
    state = last_spaces({"G1": "00022"}, seats=2, hands=("GTT", "TTT"))
    weighing = Turns(state, Outlook(state, 0, future=True), 0, lambda: False)
    line = weighing._from("tent-G1f-glaciers", 0, "GTT", True)
    assert line.left == "TT"
    assert weighing._with_third(line).value == pytest.approx(line.value - CARD)


@pytest.mark.parametrize("kind", ["PlayThirdTribe", "PlayThirdTribeMore"])
def test_the_hard_player_takes_the_third_tribes_best_turn(kind: str) -> None:
    for state, weighing, _ in turns(2, kind, cards=1, number=6):
        hand = state.hands[weighing.seat]
        values = {
            option: weighing._from(option, THIRD, hand, kind == "PlayThirdTribe").value
            for option in IWARI.options(state)
        }
        best = {option for option, value in values.items() if value >= max(values.values()) - 1e-9}
        assert chosen(state, "hard") <= best


def wins(strong: str, weak: str, seats: int, matches: int) -> float:
    won = 0.0
    for seed in range(matches):
        levels = [weak if (seat + seed) % 2 else strong for seat in range(seats)]
        state = play(levels, "base_a", seed).state
        winners = [row for row in IWARI.standings(state) if row.winner]
        won += sum(row.seat is not None and levels[row.seat] == strong for row in winners) / len(winners)
    return won / matches


def test_normal_beats_easy() -> None:
    assert wins("normal", "easy", 2, 20) >= 0.7


@pytest.mark.slow
def test_hard_beats_normal() -> None:
    assert wins("hard", "normal", 2, 8) >= 0.6


def test_the_survey_counts_and_prints() -> None:
    text = table("base_a", [2, 3], 2, "easy")
    rows = {line[:22].strip(): line[22:].split() for line in text.splitlines()}
    assert rows["players"] == ["2", "3"] and rows["matches"] == ["2", "2"]
    assert float(rows["tents placed"][1]) > 20 and float(rows["scoring connections"][0]) >= 0
    tally = Tally()
    played = play(["easy"] * 3, "base_a", 1)
    count(tally, played)
    assert tally.matches == 1 and sum(tally.open_links.values()) == 13
    assert tally.longest == played.longest > 0


def test_B36_the_survey_counts_the_turns_before_the_half_journey() -> None:
    """It is counted at once, so that who plays early had a turn more."""
    for seed in range(4):
        tally = Tally()
        played = play(["easy"] * 4, "base_a", seed)
        count(tally, played)
        assert sum(tally.early.values()) == played.half
        assert 1 < tally.early[3] <= tally.early[2] <= tally.early[1] <= tally.early[0] <= tally.early[3] + 1


def test_a_shared_win_is_counted_in_parts() -> None:
    state = position(3, half=[30, 30, 0], **NONE_LEFT)
    state.phase, state.stack, state.tents_left = "over", [], [10, 10, 10]
    tally = Tally()
    count(tally, Played(state, 0.0, 13))
    assert tally.wins == {0: 0.5, 1: 0.5}
    assert [tally.early[place] for place in range(3)] == [5, 4, 4]
