"""One battery for every game. A new game is one line in `TABLES`, or one for each of its modes."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from rules import GAMES, IllegalOption, match
from rules.game import LEVELS, Decision, Game, State
from tests.toy.registered import toy as toy

pytestmark = pytest.mark.usefixtures("toy")


class Table(NamedTuple):
    """A way to play that goes through the battery: game, seats, settings, how many random matches."""

    game: str
    seats: int
    settings: dict[str, Any] = {}
    matches: int = 12


TABLES = [
    Table("iye", 2),
    Table("iye", 2, {"cycles": 1, "first": "host"}, 20),
    Table("iwari", 2, {}, 20),
    Table("iwari", 2, {"draft": True, "feats": ["union", "discovery", "honour", "respect"]}),
    Table("iwari", 3, {"feats": ["union", "honour"]}),
    Table("iwari", 4, {"draft": True, "map": "base_b2"}),
    Table("iwari", 5, {"feats": ["union", "discovery", "honour", "respect"]}),
    Table("tiwanaku", 2),
    Table("tiwanaku", 3, {"disc": "Reed Boat"}),
    Table("tiwanaku", 4, {"size": "long"}, 4),
    Table("tiwanaku", 1, {"mode": "solo", "level": "easy"}, 4),
    Table("tiwanaku", 1, {"mode": "solo", "level": "hard"}, 4),
    Table("tiwanaku", 2, {"mode": "coop", "level": "easy"}, 4),
    Table("tiwanaku", 3, {"mode": "coop", "level": "normal"}, 4),
    Table("tiwanaku", 4, {"mode": "coop", "level": "expert"}, 4),
    Table("toy", 2),
    Table("toy", 3, {"rounds": 3, "purse": 5, "goods": ["fig", "oat", "yam", "rye"], "collector": False}),
]


def title(table: Table) -> str:
    return "-".join([table.game, str(table.seats), *(f"{value}" for value in table.settings.values())])


@pytest.fixture(params=TABLES, ids=title)
def table(request: pytest.FixtureRequest) -> Table:
    found: Table = request.param
    return found


def test_every_game_is_in_the_battery() -> None:
    assert {table.game for table in TABLES} == set(GAMES)


def begin(table: Table, seed: int) -> tuple[Game[Any, Any], State]:
    record = match.Record(table.game, GAMES[table.game].version, table.settings, table.seats, seed)
    return GAMES[table.game], match.start(record)


def walk(table: Table, seed: int) -> Any:
    """Play at random to the end; yields (game, state, decision, option) before each step is taken."""
    game, state = begin(table, seed)
    chance = random.Random(seed)
    while (decision := game.decision(state)) is not None:
        option = chance.choice(decision.options(state))
        yield game, state, decision, option
        game.apply(state, option)


def sample(table: Table, seed: int, share: float) -> Any:
    """Some of the positions of `walk`, the first among them."""
    chance = random.Random(seed)
    for number, position in enumerate(walk(table, seed)):
        if number == 0 or chance.random() < share:
            yield position


def watchers(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def test_random_matches_come_to_an_end(table: Table) -> None:
    for seed in range(table.matches):
        state = None
        for number, (_, state, decision, option) in enumerate(walk(table, seed)):
            options = decision.options(state)
            assert options, "options are never empty"
            assert len(set(options)) == len(options), "each option once"
            assert all(0 < len(found) <= 60 and found.isascii() and " " not in found for found in options)
            assert options == decision.options(state), "stable order"
            assert not {match.RESIGN, match.DRAW} & set(options), "words that every match knows"
            assert 0 <= decision.seat < table.seats
            assert option in options
            assert number < 5000, "the match does not end"
        assert state is not None
        game = GAMES[table.game]
        assert game.options(state) == []
        standings = game.standings(state)
        assert [row.seat for row in standings[: table.seats]] == list(range(table.seats))
        assert any(row.rank == 1 for row in standings)
        assert all(row.rank == 1 for row in standings if row.winner)


@pytest.mark.parametrize("number", [0, -1], ids=["first", "last"])
def test_a_match_that_asks_can_still_come_to_an_end(table: Table, number: int) -> None:
    """An option is not yet a way on: whoever takes the first (or the last) option for long may go round in circles,
    but from where that leads the match must still be able to end."""
    game, state = begin(table, 8)
    for _ in range(300):
        if (decision := game.decision(state)) is None:
            return
        game.apply(state, decision.options(state)[number])
    chance = random.Random(8)
    for _ in range(5000):
        if (decision := game.decision(state)) is None:
            return
        game.apply(state, chance.choice(decision.options(state)))
    raise AssertionError("the match does not end")


def test_nobody_has_won_while_the_match_runs(table: Table) -> None:
    for game, state, _, _ in sample(table, 1, 0.2):
        assert not any(row.winner for row in game.standings(state))


def test_illegal_options_leave_the_state_unchanged(table: Table) -> None:
    everything = {option for game, state, decision, _ in walk(table, 2) for option in decision.options(state)}
    chance = random.Random(2)
    for game, state, decision, _ in sample(table, 2, 0.2):
        before = game.to_json(state)
        wrong = sorted(everything - set(decision.options(state)))
        for option in [*chance.sample(wrong, min(20, len(wrong))), "", "nonsense", "a9", "é" * 70]:
            assert not decision.legal(state, option)
            with pytest.raises(IllegalOption):
                game.apply(state, option)
        assert game.to_json(state) == before


def test_legal_agrees_with_options(table: Table) -> None:
    for _, state, decision, _ in sample(table, 3, 0.3):
        assert all(decision.legal(state, option) for option in decision.options(state))


def test_json_round_trip_at_every_step(table: Table) -> None:
    for game, state, decision, _ in walk(table, 4):
        raw = game.to_json(state)
        again = game.from_json(raw)
        assert again == state
        assert game.to_json(again) == raw
        twin = game.decision(again)
        assert isinstance(twin, Decision) and type(twin) is type(decision)
        assert twin.options(again) == decision.options(state)


def test_same_seed_and_steps_give_the_same_bytes(table: Table) -> None:
    record = match.random_record(table.game, 5, table.seats, table.settings)
    first = [GAMES[table.game].to_json(state) for _, state, _ in match.replay(record)]
    second = [GAMES[table.game].to_json(state) for _, state, _ in match.replay(record)]
    assert first == second
    assert len(set(first)) == len(first), "every step changes the state"
    other = match.random_record(table.game, 6, table.seats, table.settings)
    assert match.to_text(other) != match.to_text(record)


def test_undo_of_every_prefix(table: Table) -> None:
    """The state after n steps, saved and played on, ends as the match did: no step keeps anything outside the state."""
    record = match.random_record(table.game, 7, table.seats, table.settings)
    game = GAMES[table.game]
    saved = [game.to_json(match.start(record))] + [game.to_json(state) for _, state, _ in match.replay(record)]
    for number in range(0, len(saved), max(1, len(saved) // 12)):
        state = game.from_json(saved[number])
        for step, expected in zip(record.steps[number:], saved[number + 1 :], strict=True):
            match.play(game, state, step.seat, step.option)
            assert game.to_json(state) == expected


def test_a_copy_is_independent(table: Table) -> None:
    for game, state, _, option in sample(table, 8, 0.2):
        before = game.to_json(state)
        game.apply(game.copy(state), option)
        assert game.to_json(state) == before


def test_views_do_not_tell_what_is_hidden(table: Table) -> None:
    """Non-interference: a view is the same bytes for the state and for any determinization of it."""
    for game, state, _, _ in sample(table, 9, 0.1):
        for seat in watchers(state):
            view = game.view(state, seat)
            assert view.chance is None
            other = game.determinize(state, seat, random.Random(9))
            assert game.to_json(game.view(other, seat)) == game.to_json(view)
            assert game.to_json(game.view(view, seat)) == game.to_json(view), "a view of a view is the view"


def test_the_deciding_seat_sees_its_options(table: Table) -> None:
    for game, state, decision, _ in sample(table, 10, 0.3):
        view = game.view(state, decision.seat)
        seen = game.decision(view)
        assert seen is not None
        assert seen.options(view) == decision.options(state)


def test_options_that_are_open_are_seen_by_everybody(table: Table) -> None:
    """Else somebody would be told of a hidden hand by the words that there was no other choice."""
    for game, state, decision, _ in sample(table, 19, 0.2):
        if decision.open_options:
            for seat in watchers(state):
                view = game.view(state, seat)
                seen = game.decision(view)
                assert seen is not None and seen.options(view) == decision.options(state), decision.kind


def test_options_at_any_time_are_some_of_the_options(table: Table) -> None:
    for _, state, decision, _ in sample(table, 20, 0.3):
        options, anytime = decision.options(state), decision.anytime(state)
        assert [option for option in options if option in anytime] == anytime, "the same order, each once"
        assert len(anytime) < len(options), "something must be what the turn is about"


def together(game: Game[Any, Any], state: State, chosen: list[str]) -> bool:
    """Whether these options can be chosen together; then the steps they come to are legal one after the other."""
    decision = game.decision(state)
    picks = decision.picks(state) if decision is not None else None
    assert picks is not None
    try:
        steps = game.steps_of(state, chosen)
    except IllegalOption:
        return False
    assert steps[: len(chosen)] == [option for option in picks.options if option in chosen]
    assert steps[len(chosen) :] in ([], [picks.done])
    after = game.copy(state)
    for step in steps:
        game.apply(after, step)
    return True


def test_options_that_may_be_chosen_together_are_ordinary_steps(table: Table) -> None:
    chance = random.Random(21)
    for game, state, decision, _ in sample(table, 21, 0.3):
        if (picks := decision.picks(state)) is None:
            continue
        options = decision.options(state)
        assert [option for option in options if option in picks.options] == picks.options
        assert 0 <= picks.fewest <= picks.most <= len(picks.options) and picks.most > 1
        assert not picks.done or (picks.done in options) == (not picks.fewest)
        assert not {picks.done, *decision.anytime(state)} & set(picks.options)
        before = game.to_json(state)
        least = max(1, picks.fewest)
        assert any(together(game, state, list(chosen)) for chosen in combinations(picks.options, least))
        for count in range(least, picks.most + 1):
            together(game, state, chance.sample(picks.options, count))
        for wrong in ([], picks.options[:1] * 2, [*picks.options[:1], "nonsense"]):
            with pytest.raises(IllegalOption):
                game.steps_of(state, wrong)
        assert game.to_json(state) == before


def test_a_determinization_plays_to_the_end(table: Table) -> None:
    chance = random.Random(11)
    for game, state, decision, _ in sample(table, 11, 0.03):
        world = game.determinize(state, decision.seat, chance)
        while game.decision(world) is not None:
            game.apply(world, chance.choice(game.options(world)))
        assert len(game.standings(world)) == len(game.standings(state))


def test_a_view_is_left_alone_by_what_is_made_of_it(table: Table) -> None:
    for game, state, decision, _ in sample(table, 12, 0.02):
        view = game.view(state, decision.seat)
        before = game.to_json(view)
        option = game.choose(view, decision.seat, "easy", random.Random(1), lambda: True)
        assert option in decision.options(state)
        assert game.to_json(view) == before


@pytest.mark.parametrize("level", LEVELS)
def test_computer_players_answer_at_once_when_they_must(table: Table, level: str) -> None:
    for game, state, decision, _ in sample(table, 13, 0.02):
        view = game.view(state, decision.seat)
        assert game.choose(view, decision.seat, level, random.Random(1), lambda: True) in decision.options(state)


def test_the_default_is_an_option(table: Table) -> None:
    for _, state, decision, _ in sample(table, 14, 0.3):
        assert decision.default(state) in decision.options(state)


def test_a_match_played_by_defaults_ends(table: Table) -> None:
    game, state = begin(table, 15)
    for _ in range(5000):
        decision = game.decision(state)
        if decision is None:
            return
        game.apply(state, decision.default(state))
    pytest.fail("the defaults go on for ever")


def test_resigning_ends_the_match(table: Table) -> None:
    for seat in range(table.seats):
        game, state = begin(table, 16)
        match.play(game, state, seat, match.RESIGN)
        assert game.decision(state) is None
        rows = game.standings(state)
        assert not rows[seat].winner
        assert game.from_json(game.to_json(state)) == state
        with pytest.raises(match.NotYourTurn):
            match.play(game, state, seat, match.RESIGN)


def test_turns_are_counted_by_hand_over(table: Table) -> None:
    """The turn never goes back and rises by one at most, or the deadline and the undo would be wrong."""
    for game, state, _, option in walk(table, 17):
        before = state.turn
        after = game.copy(state)
        game.apply(after, option)
        assert before <= after.turn <= before + 1


def test_the_log_as_text(table: Table) -> None:
    record = match.random_record(table.game, 18, table.seats, table.settings)
    text = match.to_text(record, with_end=True)
    assert match.from_text(text) == record
    assert "seed" not in match.to_text(record, with_seed=False)
