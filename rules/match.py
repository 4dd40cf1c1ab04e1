"""A match as its log: settings, seed and steps, from which every state follows; and the log as a text file.

Beside the options of its game a log knows two words that a seat may say at any time: `resign` and `draw`.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from rules import GAMES
from rules.errors import BadSettings, IllegalOption, NotYourTurn
from rules.game import Events, Game, State

RESIGN = "resign"
DRAW = "draw"

_HEAD = "longhouse match"


class BadRecord(ValueError):
    """A text is no match log, or its steps break the rules; the text says where and why, to whoever checks logs."""


class Step(Struct, frozen=True):
    """One choice: who, what, and when (UTC, seconds since 1970; 0 when not known)."""

    seat: int
    option: str
    at: int = 0


class Record(Struct):
    """All that makes a match. `settings` is the JSON object of the game's Settings."""

    game: str
    version: int
    settings: dict[str, Any]
    seats: int
    seed: int
    steps: list[Step] = []


def play(game: Game[Any, Any], state: State, seat: int, written: str) -> Events:
    """Take one step in place, as it is written in a log: an option, `resign` or `draw`.

    For logs alone: what somebody presses or types is taken by `choose`. NotYourTurn or IllegalOption, and an unchanged
    state, when it may not be taken.
    """
    if written not in (RESIGN, DRAW):
        return choose(game, state, seat, written)
    if game.decision(state) is None:
        raise NotYourTurn("match_over")
    return game.resign(state, seat) if written == RESIGN else game.agree_draw(state)


def choose(game: Game[Any, Any], state: State, seat: int, option: str) -> Events:
    """Take an option of the decision that waits, in place. NotYourTurn or IllegalOption, and an unchanged state, when
    it may not be taken."""
    decision = game.decision(state)
    if decision is None:
        raise NotYourTurn("match_over")
    if decision.seat != seat:
        raise NotYourTurn("not_your_turn")
    return game.apply(state, option)


def start(record: Record) -> State:
    """The state before the first step. BadRecord when game or settings do not fit."""
    game = GAMES.get(record.game)
    if game is None:
        raise BadRecord(f"no game is called {record.game!r}")
    try:
        settings = game.settings_from(msgspec.json.encode(record.settings))
        state: State = game.setup(settings, record.seats, record.seed)
    except BadSettings as error:
        raise BadRecord(str(error)) from error
    return state


def replay(record: Record) -> Iterator[tuple[int, State, Events]]:
    """Each step's number (from 1), the state after it (the same object, changed in place) and what happened.

    BadRecord names the first step that the rules refuse.
    """
    state = start(record)
    game = GAMES[record.game]
    for number, step in enumerate(record.steps, start=1):
        try:
            events = play(game, state, step.seat, step.option)
        except (IllegalOption, NotYourTurn) as error:
            raise BadRecord(f"step {number}, {step.option!r} by seat {step.seat}: {error}") from error
        yield number, state, events


def final(record: Record) -> State:
    """The state after the last step."""
    state = start(record)
    for _, after, _ in replay(record):
        state = after
    return state


def digest(game: Game[Any, Any], state: State) -> str:
    """Sixteen hex digits that tell one state from another."""
    return hashlib.sha256(game.to_json(state)).hexdigest()[:16]


def random_record(key: str, seed: int, seats: int | None = None, settings: dict[str, Any] | None = None) -> Record:
    """A whole match of random options, the same for the same arguments."""
    game = GAMES[key]
    record = Record(key, game.version, settings or {}, seats or game.seats.start, seed)
    state = start(record)
    chance = random.Random(seed)
    while (decision := game.decision(state)) is not None:
        options = game.options(state)
        option = options[int(chance.random() * len(options))]
        record.steps.append(Step(decision.seat, option))
        game.apply(state, option)
    return record


def to_text(record: Record, *, with_seed: bool = True, with_end: bool = False) -> str:
    """The log as a text file: a head of `name: value` lines, an empty line, then `number seat option` a step.

    `with_end` adds the digest of the last state, which `from_text` checks; leave the seed out while a match runs.
    """
    lines = [
        _HEAD,
        f"game: {record.game}",
        f"version: {record.version}",
        f"seats: {record.seats}",
        f"settings: {msgspec.json.encode(record.settings, order='sorted').decode()}",
    ]
    if with_seed:
        lines.append(f"seed: {record.seed}")
    if with_end:
        lines.append(f"end: {digest(GAMES[record.game], final(record))}")
    lines.append("")
    lines += [f"{number} {step.seat} {step.option}" for number, step in enumerate(record.steps, start=1)]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Record:
    """The record back from `to_text`; an end that the file tells is checked by replay. BadRecord otherwise."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != _HEAD:
        raise BadRecord(f"line 1: a match log begins with {_HEAD!r}")
    head: dict[str, str] = {}
    steps: list[Step] = []
    for number, line in enumerate(lines[1:], start=2):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not steps and words[0].endswith(":"):
            head[words[0][:-1]] = line.split(":", 1)[1].strip()
        elif len(words) == 3 and words[0] == str(len(steps) + 1) and words[1].isdecimal():
            steps.append(Step(int(words[1]), words[2]))
        else:
            raise BadRecord(f"line {number}: expected `{len(steps) + 1} SEAT OPTION`")
    record = _record(head, steps)
    if "end" in head and (found := digest(GAMES[record.game], final(record))) != head["end"]:
        raise BadRecord(f"the match ends in {found}, the file says {head['end']}")
    return record


def _record(head: dict[str, str], steps: list[Step]) -> Record:
    if missing := [name for name in ("game", "version", "seats", "settings") if name not in head]:
        raise BadRecord(f"the head lacks {', '.join(missing)}")
    if "seed" not in head:
        raise BadRecord("the log has no seed, so it cannot be replayed: it is told when the match is over")
    try:
        settings = msgspec.json.decode(head["settings"], type=dict[str, Any])
        return Record(head["game"], int(head["version"]), settings, int(head["seats"]), int(head["seed"]), steps)
    except (ValueError, msgspec.DecodeError) as error:
        raise BadRecord(f"the head cannot be read: {error}") from error


def computer_record(
    key: str,
    seed: int,
    levels: list[str],
    settings: dict[str, Any] | None = None,
    hurry: Callable[[], bool] = lambda: False,
) -> Record:
    """A whole match between computer players, one level a seat; the same each time unless `hurry` is a clock."""
    game = GAMES[key]
    record = Record(key, game.version, settings or {}, len(levels), seed)
    state = start(record)
    chance = random.Random(seed)
    while (decision := game.decision(state)) is not None:
        seat = decision.seat
        option = game.choose(game.view(state, seat), seat, levels[seat], chance, hurry)
        record.steps.append(Step(seat, option))
        game.apply(state, option)
    return record
