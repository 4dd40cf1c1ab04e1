"""Whole matches of every mode as text files, replayed to their exact end.

`python -m tests.tiwanaku.test_golden` writes the files anew; do so only when the rules' `version` rises.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules import GAMES, match

FOLDER = Path(__file__).with_name("golden")

MATCHES: dict[str, tuple[int, list[str], dict[str, Any]]] = {
    "competitive_two_short": (21, ["hard", "normal"], {}),
    "competitive_three_short": (31, ["normal", "hard", "easy"], {"disc": "Llama Path"}),
    "competitive_two_long": (22, ["hard", "hard"], {"size": "long"}),
    "competitive_four_long": (41, ["hard", "normal", "easy", "normal"], {"disc": "Thunder Steps"}),
    "solo_easy": (11, ["hard"], {"mode": "solo", "level": "easy"}),
    "solo_hard": (12, ["normal"], {"mode": "solo", "level": "hard"}),
    "coop_two_easy": (51, ["hard", "normal"], {"mode": "coop", "level": "easy"}),
    "coop_three_normal": (52, ["normal", "hard", "easy"], {"mode": "coop", "level": "normal", "disc": "Two Rainbows"}),
    "coop_four_expert": (53, ["hard", "normal", "hard", "normal"], {"mode": "coop", "level": "expert"}),
}


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    record = match.from_text(text)  # checks the digest of the last state
    assert GAMES["tiwanaku"].decision(match.final(record)) is None
    ends = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
    assert ends == standings(record)


def standings(record: match.Record) -> list[str]:
    """A line for each side: rank, who, points and their parts."""
    rows = GAMES["tiwanaku"].standings(match.final(record))
    return [
        f"{row.rank}. {row.side or row.seat}: {row.score}"
        + "".join(f" {part} {points}" for part, points in row.parts.items() if points)
        for row in rows
    ]


def write() -> None:
    """Play the golden matches and write them down."""
    FOLDER.mkdir(exist_ok=True)
    for name, (seed, levels, settings) in MATCHES.items():
        record = match.computer_record("tiwanaku", seed, levels, settings)
        lines = [f"# {line}" for line in standings(record)]
        (FOLDER / f"{name}.txt").write_text(match.to_text(record, with_end=True) + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
