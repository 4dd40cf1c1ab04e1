"""A server's matches as one file: a table of all, and of each that is over its log, which `python -m rules` replays.

Nothing in it can tell somebody more about a match under way than its own thread does: no choices, no seed.
"""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import msgspec

from rules.match import to_text
from storage import Store
from storage.errors import MatchError
from storage.records import GuildSettings, MatchSummary
from table.perspective import plain, seat_name

MOST_BYTES = 24 * 1024 * 1024
"""Of logs before they are packed: text shrinks to a third or less, and a message takes 10 MiB of files."""


async def picked(store: Store, matches: list[MatchSummary]) -> tuple[dict[str, str], int]:
    """The logs of the matches that are over, by their file's name, the newest first until the file is full; and of
    how many there was no room for."""
    logs: dict[str, str] = {}
    size = left_out = 0
    for match in reversed([match for match in matches if match.status == "over"]):
        if size > MOST_BYTES:
            left_out += 1
            continue
        try:
            text = to_text(await (await store.matches.read(match.id)).record())
        except MatchError:
            continue  # a game that this bot does not know any more
        size += len(text)
        logs[f"matches/{match.game_key}-{match.id}.txt"] = text
    return logs, left_out


def pack(rules: GuildSettings, matches: list[MatchSummary], logs: dict[str, str]) -> bytes:
    """The zip file with `server.json`, `matches.json` and the logs."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("server.json", _pretty(msgspec.to_builtins(rules)))
        file.writestr("matches.json", _pretty([_match(match) for match in matches]))
        for name, text in logs.items():
            file.writestr(name, text)
    return packed.getvalue()


def _match(match: MatchSummary) -> dict[str, Any]:
    return {
        "match": match.id,
        "game": match.game_key,
        "status": match.status,
        "channel": match.place.channel_id,
        "thread": match.place.thread_id,
        "host": plain(match.host_name),
        "opened": when(match.created_at),
        "begun": when(match.started_at),
        "ended": when(match.ended_at),
        "players": [
            {"name": seat_name(seat), "computer": seat.computer, "score": seat.score, "rank": seat.rank}
            for seat in match.seats
        ],
    }


def when(seconds: int | None) -> str | None:
    """A time as people and programs read it, UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _pretty(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2)
