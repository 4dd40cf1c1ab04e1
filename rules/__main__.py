"""Play, watch or check a match in the terminal: `python -m rules iye --seed 7 --random`, `--play`, or a log file."""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from rules import GAMES, match
from rules.errors import BadSettings
from rules.game import LEVELS


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 done, 1 a log that does not replay, 2 words that cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    parser.add_argument("what", help=f"a game ({', '.join(GAMES)}) or the file of a match log to replay and check")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the match (1)")
    parser.add_argument("--seats", type=int, help="how many seats (the fewest the game takes)")
    parser.add_argument(
        "--settings", type=json.loads, default={}, help='the settings as JSON, for example {"cycles": 1}'
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--random", action="store_true", help="play by random choices and print the log (the default)")
    way.add_argument("--computer", choices=LEVELS, help="let computer players of this level play and print the log")
    way.add_argument("--play", action="store_true", help="ask for each choice")
    given = parser.parse_args(arguments)
    try:
        if given.what not in GAMES:
            return check(Path(given.what))
        seats = given.seats or GAMES[given.what].seats.start
        if given.play:
            record = by_hand(match.Record(given.what, GAMES[given.what].version, given.settings, seats, given.seed))
        elif given.computer:
            record = match.computer_record(given.what, given.seed, [given.computer] * seats, given.settings)
        else:
            record = match.random_record(given.what, given.seed, seats, given.settings)
    except (match.BadRecord, BadSettings) as error:
        print(f"{given.what}: {error}", file=sys.stderr)
        return 1
    print(match.to_text(record, with_end=True), end="")
    print_standings(record)
    return 0


def check(file: Path) -> int:
    """Replay a log file and say how it ends."""
    try:
        record = match.from_text(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(
            f"{file} is no game ({', '.join(GAMES)}) and cannot be read as a match log: {error}",
            file=sys.stderr,
        )
        return 2
    print(f"{file}: {len(record.steps)} steps of {GAMES[record.game].title}, replayed")
    print_standings(record)
    return 0


def print_standings(record: match.Record) -> None:
    """A line a side: rank, score, winner."""
    game = GAMES[record.game]
    for row in game.standings(match.final(record)):
        name = f"seat {row.seat}" if row.seat is not None else row.side
        print(f"# {row.rank}. {name}: {row.score}{' (winner)' if row.winner else ''} {row.parts}")


def by_hand(record: match.Record) -> match.Record:
    """Ask in the terminal for each choice until the match or the input ends."""
    game = GAMES[record.game]
    state = match.start(record)
    while (decision := game.decision(state)) is not None:
        options = game.options(state)
        print(f"\nseat {decision.seat}, {decision.kind}: {' '.join(options)}")
        try:
            option = input("> ").strip() or random.choice(options)
        except EOFError:
            break
        if option not in options:
            print("That is not one of the choices. An empty line chooses for you.")
            continue
        record.steps.append(match.Step(decision.seat, option))
        for event in game.apply(state, option):
            print(f"  {event}")
    return record


if __name__ == "__main__":
    raise SystemExit(main())
