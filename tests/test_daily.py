"""The challenges of the day: sixty days of them, solvable as said, the same everywhere, and versioned."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import msgspec
import pytest

from rules import GAMES, daily
from rules.daily import Challenge
from rules.game import Goal
from rules.iye import IYE, ProblemMove, State, puzzles
from rules.iye.challenge import WITHIN
from rules.iye.solver import Cycle, option, pack
from rules.iye.tiles import NATURAL, SPENT
from rules.tiwanaku.challenge import LEVELS

FIRST = daily.number_of(date(2026, 12, 1))
DAYS = range(FIRST, FIRST + 60)


@pytest.fixture(scope="module")
def problems() -> dict[int, Challenge]:
    """Sixty days of İye: takes most of a minute."""
    return {number: daily.challenge("iye", number) for number in DAYS}


SOME_DAYS = {
    ("iye", 1): "f7082e6677391564",
    ("iye", 2): "7bbfd95dbf015b48",
    ("iye", 3): "3bc314153c927a79",
    ("iye", 4): "1a36522b4f139cce",
    ("iye", 5): "6b85dda96509efc7",
    ("iye", 6): "6ffc2e04c2dc8dc4",
    ("iye", 7): "a6e32b1ac0f0cd5e",
    ("iye", 59): "c50434ff5f33963b",
    ("iye", 60): "c4f68dab75bd3f11",
    ("iye", 100): "3e719a3c66a84c2c",
    ("iye", 181): "31342a16e22f4af7",
    ("iye", 200): "815a556ec7bd8011",
    ("iye", 260): "b7851a6e04d846db",
    ("iye", 300): "2ba6b69572a7d438",
    ("iye", 365): "7385cea6218bb19f",
    ("iye", 366): "6346c24ef8cf5f49",
    ("iye", 500): "2c3e9be4d33464d1",
    ("iye", 1000): "16c259f16f848bb9",
    ("tiwanaku", 1): "8226dbc6dae1c14d",
    ("tiwanaku", 2): "47d2f55847c5cde7",
    ("tiwanaku", 3): "a7c50310cc4b69b9",
    ("tiwanaku", 4): "ddb0862ab11a5211",
    ("tiwanaku", 5): "ffbc0f3c308a3eb3",
    ("tiwanaku", 6): "b3ea058bba882a11",
    ("tiwanaku", 7): "6db82f7475baffe6",
    ("tiwanaku", 59): "924f1ebbd27bdc42",
    ("tiwanaku", 60): "bf4ab7ca58fe645f",
    ("tiwanaku", 100): "2f723ae9c796fe04",
    ("tiwanaku", 181): "ad50b46c0c578d0d",
    ("tiwanaku", 200): "3b2d105e481fbbb9",
    ("tiwanaku", 260): "f1997ba1fced5099",
    ("tiwanaku", 300): "963c6b155f496e76",
    ("tiwanaku", 365): "be61dde01a0bd160",
    ("tiwanaku", 366): "d7e80bb4a5cbf32d",
    ("tiwanaku", 500): "0bef5eb85afc2e76",
    ("tiwanaku", 1000): "238d18904dd330fa",
}
"""Challenges as they were made when this was written down, by digest."""


def begun(challenge: Challenge) -> State:
    return IYE.setup(IYE.settings_from(challenge.settings.encode()), challenge.seats, challenge.seed)


def position(state: State) -> Cycle:
    hands = [pack(hand) for hand in state.hands]
    seat = state.stack[-1].seat
    return Cycle(state.layout, state.drum, state.tiles, hands[seat], hands[1 - seat])


def solved_against_everything(state: State) -> bool:
    """Whether the moves that the search names win whatever the guest does, by the rules themselves."""
    decision = state.stack[-1]
    assert isinstance(decision, ProblemMove)
    for key in puzzles.keys(position(state), decision.left)[:1]:
        after = IYE.copy(state)
        IYE.apply(after, option(key))
        if not after.stack:
            return bool(after.wins(0))
        for reply in IYE.options(after):
            further = IYE.copy(after)
            IYE.apply(further, reply)
            if not further.stack or not solved_against_everything(further):
                return False
        return True
    return False


def catches(tiles: int, drum: int, hands: tuple[list[int], list[int]], layout: list[int], left: int) -> bool:
    """A second search, written from the rules alone: whether who moves can catch the other in `left` moves."""
    return any(
        (replies := landings(*after)) == []
        or (left > 1 and all(catches(*moved(after, reply), layout, left - 1) for reply in replies))
        for move in landings(tiles, drum, hands, layout)
        for after in [(*moved((tiles, drum, hands, layout), move), layout)]
    )


Place = tuple[int, int, tuple[list[int], list[int]], list[int]]


def landings(
    tiles: int, drum: int, hands: tuple[list[int], list[int]], layout: list[int]
) -> list[tuple[int, int | None]]:
    ways = [(NATURAL[drum], None), *((SPENT[spirit][drum], spirit) for spirit in range(5) if hands[0][spirit])]
    return [(cell, spirit) for reach, spirit in ways for cell in range(25) if tiles & reach & 1 << cell]


def moved(place: Place, move: tuple[int, int | None]) -> tuple[int, int, tuple[list[int], list[int]]]:
    tiles, _, (mine, theirs), layout = place
    cell, spirit = move
    mine, theirs = mine.copy(), theirs.copy()
    if spirit is not None:
        mine[spirit] -= 1
    theirs[layout[cell]] += 1
    return tiles & ~(1 << cell), cell, (theirs, mine)


def test_each_problem_is_won_in_its_number_of_moves_whatever_the_guest_does(problems: dict[int, Challenge]) -> None:
    for challenge in problems.values():
        assert solved_against_everything(begun(challenge)), challenge


def test_each_problem_has_one_key_and_needs_all_its_moves(problems: dict[int, Challenge]) -> None:
    for challenge in problems.values():
        state = begun(challenge)
        root = position(state)
        assert len(puzzles.keys(root, challenge.goal)) == 1
        assert not puzzles.keys(root, challenge.goal - 1)
        assert len(root.moves()) >= puzzles.FEWEST_MOVES
        assert state.tiles.bit_count() >= puzzles.FEWEST_TILES[challenge.goal]


def test_a_second_search_finds_no_shorter_way_and_no_other_key(problems: dict[int, Challenge]) -> None:
    for challenge in [problem for problem in problems.values() if problem.goal == 2][:12]:
        state = begun(challenge)
        place: Place = (state.tiles, state.drum, (state.hands[0], state.hands[1]), state.layout)
        assert catches(*place, 2)
        assert not catches(*place, 1)
        good = set()
        for move in landings(*place):
            after: Place = (*moved(place, move), state.layout)
            replies = landings(*after)
            if all(catches(*moved(after, reply), state.layout, 1) for reply in replies):
                good.add(move[0])
        (key,) = puzzles.keys(position(state), 2)
        assert good == {key[0]}


def test_a_day_is_as_hard_as_its_weekday_says(problems: dict[int, Challenge]) -> None:
    for number, challenge in problems.items():
        settings = IYE.settings_from(challenge.settings.encode())
        assert daily.goal("iye", number) == Goal(moves=challenge.goal)
        assert settings.within == challenge.goal == WITHIN[daily.day_of(number).weekday()]


def test_no_two_days_are_alike(problems: dict[int, Challenge]) -> None:
    discs = {daily.challenge("tiwanaku", number).settings for number in DAYS}
    assert len(discs) == len({challenge.settings for challenge in problems.values()}) == len(DAYS)


def test_the_same_in_another_process_with_another_hash_seed(problems: dict[int, Challenge]) -> None:
    numbers = list(DAYS)[:3]
    script = f"from rules import daily\nfor n in {numbers}:\n for g in daily.games(): print(daily.challenge(g, n))"
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, "PYTHONHASHSEED": "77", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [str(daily.challenge(game, number)) for number in numbers for game in daily.games()]
    assert found.stdout.splitlines() == here


def test_version_1_makes_what_it_always_made(problems: dict[int, Challenge]) -> None:
    """When this fails the generator must get a new version, or tries of one day are of different challenges."""
    text = "".join(challenge.settings + str(challenge.seed) for challenge in problems.values())
    text += "".join(daily.challenge("tiwanaku", number).settings for number in DAYS)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "e79ca5c6c49137c5"
    assert {challenge.version for challenge in problems.values()} == {IYE.challenge_version}


@pytest.mark.parametrize(("game", "number"), SOME_DAYS)
def test_a_day_brings_what_it_always_brought(game: str, number: int) -> None:
    made = daily.challenge(game, number)
    told = [made.game, made.number, made.version, made.settings, made.seats, made.seed, made.goal]
    assert hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:16] == SOME_DAYS[game, number]


def test_an_unknown_game_or_version_is_refused() -> None:
    for game, version in (("iwari", 1), ("iye", 99)):
        with pytest.raises(ValueError, match="no challenge"):
            daily.challenge(game, FIRST, version)


def test_days_change_at_midnight_utc_and_count_from_one() -> None:
    assert daily.number_of(daily.FIRST_DAY) == 1
    assert daily.day_of(daily.number_of(date(2027, 2, 28))) == date(2027, 2, 28)
    assert daily.number_at(1_798_761_599) + 1 == daily.number_at(1_798_761_600)


def test_tiwanaku_is_played_alone_on_a_disc_of_the_day() -> None:
    game = GAMES["tiwanaku"]
    for number in list(DAYS)[:7]:
        challenge = daily.challenge("tiwanaku", number)
        settings = game.settings_from(challenge.settings.encode())
        assert (settings.mode, challenge.seats, challenge.levels) == ("solo", 1, [])
        assert settings.level == LEVELS[daily.day_of(number).weekday()]
    state = game.setup(settings, 1, challenge.seed)
    assert game.to_json(state) == game.to_json(game.setup(settings, 1, challenge.seed))


def test_every_series_of_chance_is_one_game_s_own() -> None:
    series = [game.challenges for game in GAMES.values() if game.challenges is not None]
    assert len(set(series)) == len(series)
    assert all(0 <= number < 256 for number in series)


def test_tries_are_compared_by_what_counts_in_the_game() -> None:
    """Points do not count in a problem of İye; on a disc of Tiwanaku they come before moves. Who won comes first."""
    iye, tiwanaku = GAMES["iye"].achieved, GAMES["tiwanaku"].achieved
    assert iye(True, 0, 3) > iye(True, 1, 4) > iye(False, 9, 1)
    assert tiwanaku(True, 40, 30) > tiwanaku(True, 40, 31) > tiwanaku(True, 39, 10) > tiwanaku(False, 60, 1)
