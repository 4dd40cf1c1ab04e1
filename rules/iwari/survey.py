"""Let computer players play many matches on a map, and print what a map's maker looks for.

`python -m rules.iwari.survey base_a --matches 100 --seats 2 3 4 5`, or `--ladder` to compare the levels.

Who plays late wins a little less often: the half journey is counted at once when the deck is used up (B-36), and until
then the early seats may have had a turn more.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from msgspec import Struct, field

from rules.game import LEVELS
from rules.iwari import IWARI, maps
from rules.iwari.board import FREE
from rules.iwari.scoring import link_counts
from rules.iwari.settings import Settings
from rules.iwari.state import State

THIRD = "third tribe"


class Tally(Struct):
    """What was counted in some matches.

    `wins` (a shared one in parts) and `early` (turns before the half journey was counted) are by place in the order of
    play, `links` by connection number.
    """

    matches: int = 0
    turns: int = 0
    winner: int = 0
    unopened: Counter[str] = field(default_factory=Counter)
    full: int = 0
    tents: int = 0
    totems: int = 0
    links: Counter[int] = field(default_factory=Counter)
    open_links: Counter[int] = field(default_factory=Counter)
    wins: dict[int, float] = field(default_factory=dict)
    early: Counter[int] = field(default_factory=Counter)
    third: int = 0
    by_tents: int = 0
    longest: float = 0.0


class Played(NamedTuple):
    """A finished match: its last state, the longest time for one choice in seconds, the turns before the half."""

    state: State
    longest: float
    half: int


def play(levels: Sequence[str], map_id: str, seed: int) -> Played:
    """A whole match between computer players."""
    state = IWARI.setup(Settings(map=map_id), len(levels), seed)
    dice = random.Random(seed)
    longest, half = 0.0, 0
    while (decision := IWARI.decision(state)) is not None:
        if state.journey == 1 or state.scoring_due:
            half = state.turn + 1
        began = time.perf_counter()
        view = IWARI.view(state, decision.seat)
        option = IWARI.choose(view, decision.seat, levels[decision.seat], dice, lambda: False)
        longest = max(longest, time.perf_counter() - began)
        IWARI.apply(state, option)
    return Played(state, longest, half)


def survey(map_id: str, seats: int, matches: int, level: str) -> Tally:
    """Matches between players of one level."""
    tally = Tally()
    for seed in range(matches):
        count(tally, play([level] * seats, map_id, seed))
    return tally


def count(tally: Tally, played: Played) -> None:
    """Add a finished match."""
    state, board = played.state, played.state.board
    rows = IWARI.standings(state)
    tally.matches += 1
    tally.turns += state.turn + 1
    tally.winner += max(row.score for row in rows)
    tally.unopened.update(
        name for name, row, empty in zip(board.ids, state.tents, board.empty, strict=True) if row == empty
    )
    tally.full += sum(FREE not in row for row in state.tents)
    tally.tents += sum(len(row) - row.count(FREE) for row in state.tents)
    tally.totems += sum(map(len, state.totems))
    counts = link_counts(state)
    tally.open_links.update(board.links[link.link].no for link in counts)
    tally.links.update(board.links[link.link].no for link in counts if any(link.points))
    winners = [state.order.index(row.seat) for row in rows if row.winner and row.seat is not None]
    for place in winners:
        tally.wins[place] = tally.wins.get(place, 0.0) + 1 / len(winners)
    for place in range(state.seats):
        tally.early[place] += len(range(place, played.half, state.seats))
    tally.longest = max(tally.longest, played.longest)
    tally.third += rows[-1].side != "" and rows[-1].winner and not any(row.winner for row in rows[:-1])
    tally.by_tents += state.last_round == "tents"


def table(map_id: str, seats: Sequence[int], matches: int, level: str) -> str:
    """The survey as a table, one column for each number of players."""
    tallies = [survey(map_id, number, matches, level) for number in seats]
    rows: list[tuple[str, list[str]]] = [
        ("players", [str(number) for number in seats]),
        ("matches", [str(tally.matches) for tally in tallies]),
        (
            "turns a player",
            [f"{one.turns / one.matches / number:.1f}" for one, number in zip(tallies, seats, strict=True)],
        ),
        ("winner's points", [f"{one.winner / one.matches:.1f}" for one in tallies]),
        ("tents placed", [f"{one.tents / one.matches:.1f}" for one in tallies]),
        ("totems placed", [f"{one.totems / one.matches:.1f}" for one in tallies]),
        ("full territories", [f"{one.full / one.matches:.1f}" for one in tallies]),
        ("unopened territories", [f"{sum(one.unopened.values()) / one.matches:.2f}" for one in tallies]),
        ("least opened", [_worst(one.unopened, one.matches) for one in tallies]),
        ("scoring connections", [f"{sum(one.links.values()) / one.matches:.1f}" for one in tallies]),
        ("scored under 5 %", [_rare(one) for one in tallies]),
        ("turns before the half", [_early(one, number) for one, number in zip(tallies, seats, strict=True)]),
        ("wins by order of play", [_shares(one, number) for one, number in zip(tallies, seats, strict=True)]),
        ("one standard error", [_error(one, number) for one, number in zip(tallies, seats, strict=True)]),
        ("third tribe wins", [f"{one.third / one.matches:.0%}" for one in tallies]),
        ("ended by tents", [f"{one.by_tents / one.matches:.0%}" for one in tallies]),
        ("longest choice, s", [f"{one.longest:.2f}" for one in tallies]),
    ]
    return "\n".join(f"{name:22}" + "".join(f"{cell:>20}" for cell in cells) for name, cells in rows)


def ladder(map_id: str, matches: int, numbers: Sequence[int]) -> Iterator[str]:
    """Each level against the one above, the seats changed about; a line for each number of players."""
    for weak, strong in pairwise(LEVELS):
        for seats in numbers:
            won = dict.fromkeys((strong, weak, THIRD) if seats == 2 else (strong, weak), 0.0)
            for seed in range(matches):
                levels = [weak if (seat + seed) % 2 else strong for seat in range(seats)]
                state = play(levels, map_id, seed // 2).state
                rows = IWARI.standings(state)
                share = 1 / max(1, sum(row.winner for row in rows))
                for row in rows:
                    won[row.side if row.seat is None else levels[row.seat]] += share if row.winner else 0.0
            shares = ", ".join(f"{name} {wins / matches:.0%}" for name, wins in won.items())
            yield f"{seats} players, {matches} matches: {shares}"


def _worst(unopened: Counter[str], matches: int) -> str:
    return ", ".join(f"{name} {number / matches:.0%}" for name, number in unopened.most_common(1)) or "-"


def _rare(tally: Tally) -> str:
    rare = [no for no, opened in sorted(tally.open_links.items()) if opened and tally.links[no] < 0.05 * opened]
    return " ".join(map(str, rare)) or "none"


def _shares(tally: Tally, seats: int) -> str:
    return " ".join(f"{tally.wins.get(place, 0.0) / tally.matches:.0%}" for place in range(seats))


def _early(tally: Tally, seats: int) -> str:
    return " ".join(f"{tally.early[place] / tally.matches:.1f}" for place in range(seats))


def _error(tally: Tally, seats: int) -> str:
    """How far a share of wins lies from the true one by mere chance."""
    share = 1 / seats
    return f"{sqrt(share * (1 - share) / tally.matches):.1%}"


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("map", nargs="?", default=maps.default())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--level", choices=LEVELS, default="hard")
    parser.add_argument("--ladder", action="store_true", help="compare the levels instead")
    given = parser.parse_args()
    if given.ladder:
        for line in ladder(given.map, given.matches, given.seats):
            print(line, flush=True)
    else:
        print(table(given.map, given.seats, given.matches, given.level))


if __name__ == "__main__":
    main()
