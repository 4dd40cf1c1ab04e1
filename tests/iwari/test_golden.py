"""Whole matches as text files, replayed to their exact end.

`python -m tests.iwari.test_golden` writes the files anew; do so only when the rules' `version` rises.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules import GAMES, match

FOLDER = Path(__file__).with_name("golden")

ALL = ["union", "discovery", "honour", "respect"]
MATCHES: dict[str, tuple[int, list[str], dict[str, Any]]] = {
    "two": (21, ["hard", "normal"], {}),
    "two_drafted_with_feats": (22, ["hard", "hard"], {"draft": True, "feats": ALL}),
    "three": (31, ["hard", "normal", "easy"], {"feats": ["honour", "respect"]}),
    "four": (41, ["normal", "hard", "normal", "hard"], {"draft": True, "feats": ALL}),
    "four_on_base_b2": (43, ["hard", "normal", "hard", "easy"], {"map": "base_b2", "feats": ALL}),
    "five": (51, ["normal", "hard", "easy", "normal", "hard"], {"feats": ["union", "discovery"]}),
}


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    record = match.from_text(text)  # checks the digest of the last state
    ends = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
    assert ends == standings(record)
    assert GAMES["iwari"].decision(match.final(record)) is None


def standings(record: match.Record) -> list[str]:
    """A line for each side: who, points and their parts."""
    rows = GAMES["iwari"].standings(match.final(record))
    return [
        f"{row.rank}. {row.side or row.seat}: {row.score} "
        + " ".join(f"{part} {points}" for part, points in row.parts.items())
        for row in rows
    ]


def write() -> None:
    """Play the golden matches and write them down."""
    FOLDER.mkdir(exist_ok=True)
    for name, (seed, levels, settings) in MATCHES.items():
        record = match.computer_record("iwari", seed, levels, settings)
        lines = [f"# {line}" for line in standings(record)]
        (FOLDER / f"{name}.txt").write_text(match.to_text(record, with_end=True) + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
