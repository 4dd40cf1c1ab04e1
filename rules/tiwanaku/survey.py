"""Let computer players of two levels play against each other, or against the Otoma, and count who wins.

`python -m rules.tiwanaku.survey --matches 100` compares the levels, each against the one below, on both sizes.
`python -m rules.tiwanaku.survey --otoma --matches 20` tells how often each level beats the Otoma.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import pairwise

from msgspec import Struct

from rules.game import LEVELS, Standing
from rules.tiwanaku import TIWANAKU, Settings
from rules.tiwanaku.setup import LEVELS as OTOMA_LEVELS


class Tally(Struct):
    """Wins and ties of the first side, both sides' points, the longest choice in seconds, and choices made."""

    wins: int = 0
    ties: int = 0
    points: int = 0
    others: int = 0
    longest: float = 0.0
    choices: int = 0

    def add(self, mine: Standing, other: Standing) -> None:
        """Count a match."""
        self.wins += mine.rank < other.rank
        self.ties += mine.rank == other.rank
        self.points += mine.score
        self.others += other.score

    def line(self, matches: int) -> str:
        """The tally in words."""
        lost = matches - self.wins - self.ties
        return (
            f"{self.wins} won, {lost} lost, {self.ties} shared; {self.points / matches:.1f} to "
            f"{self.others / matches:.1f} points; {self.choices / matches:.0f} choices a match, "
            f"the longest {1000 * self.longest:.0f} ms"
        )


def play(settings: Settings, levels: list[str], seed: int, tally: Tally) -> list[Standing]:
    """A whole match between computer players."""
    state = TIWANAKU.setup(settings, len(levels), seed)
    dice = random.Random(seed)
    while (decision := TIWANAKU.decision(state)) is not None:
        view = TIWANAKU.view(state, decision.seat)
        began = time.perf_counter()
        option = TIWANAKU.choose(view, decision.seat, levels[decision.seat], dice, lambda: False)
        tally.longest = max(tally.longest, time.perf_counter() - began)
        tally.choices += 1
        TIWANAKU.apply(state, option)
    return TIWANAKU.standings(state)


def duel(better: str, worse: str, settings: Settings, matches: int) -> Tally:
    """Matches of two; each scenario is played twice, with the seats changed."""
    tally = Tally()
    for number in range(matches):
        levels = [better, worse] if number % 2 == 0 else [worse, better]
        rows = play(settings, levels, number // 2, tally)
        tally.add(rows[levels.index(better)], rows[levels.index(worse)])
    return tally


def against_the_otoma(level: str, settings: Settings, seats: int, matches: int) -> Tally:
    """Matches of the solo or co-operative mode, all seats of one level."""
    tally = Tally()
    for seed in range(matches):
        rows = play(settings, [level] * seats, seed, tally)
        tally.add(rows[0], rows[-1])
    return tally


def main() -> None:
    """Print the table that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m rules.tiwanaku.survey", description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--otoma", action="store_true", help="play against the Otoma instead")
    given = parser.parse_args()
    if not given.otoma:
        for size in ("short", "long"):
            for worse, better in pairwise(LEVELS):
                tally = duel(better, worse, Settings(size=size), given.matches)
                print(f"{size}, {better} against {worse}: {tally.line(given.matches)}")
        return
    for mode, seats in (("solo", 1), ("coop", 2), ("coop", 3), ("coop", 4)):
        for level in OTOMA_LEVELS[mode]:
            settings = Settings(mode=mode, level=level)  # type: ignore[arg-type]
            for player in LEVELS:
                tally = against_the_otoma(player, settings, seats, given.matches)
                print(f"{mode} {level}, {seats} seats of {player}: {tally.line(given.matches)}")


if __name__ == "__main__":
    main()
