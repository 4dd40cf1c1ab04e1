"""Rules: random play through the contract, and Tiwanaku's generator of scenarios."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.report import Row
from bench.timing import Scale, in_turns, optional, processor_ms, rate
from rules import GAMES
from rules.game import Game
from rules.tiwanaku.scenario import generate

TARGETS = {"iye": 200_000}
TARGET = 100_000
STEPS = 12_000
STARTS = 5
ROUNDS = 5
UNIT = "steps/s"


def random_play(scale: Scale) -> list[Row]:
    """Steps a second of processor time, with the full list of options at each, beside python-chess and catanatron."""
    steps = scale.count(STEPS, 50)
    players: dict[str, Callable[[], int]] = {key: _player(game, steps) for key, game in GAMES.items()}
    known = {"chess": chess_player(steps // 2), "catanatron": catan_player(steps // 8)}
    players |= {name: player for name, player in known.items() if player is not None}
    rates = dict(
        zip(players, in_turns(*(_rated(play) for play in players.values()), rounds=scale.count(ROUNDS)), strict=True)
    )
    rows = [_row(GAMES[key].title, rates[key], TARGETS.get(key, TARGET), rates) for key in GAMES]
    for name, player in known.items():
        if player is None:
            rows.append(Row(what=f"random play, {name}", missing="not installed"))
        else:
            rows.append(Row(what=f"random play, {name}", figure=rates[name], unit=UNIT))
    return rows


def _row(title: str, figure: float, target: int, rates: dict[str, float]) -> Row:
    chess = rates.get("chess")
    ratio = figure / chess if chess else None
    return Row(
        what=f"random play, {title}",
        figure=figure,
        unit=UNIT,
        budget=target,
        at_least=True,
        ratio=ratio,
        beside="python-chess",
    )


def _rated(play: Callable[[], int]) -> Callable[[], float]:
    return lambda: rate(play)


def _player(game: Game[Any, Any], steps: int) -> Callable[[], int]:
    """Plays matches of the game's usual settings with its fewest seats, one after the other, each from a copy of a
    state that was set up before (to make a scenario of Tiwanaku is a row of its own)."""
    settings = game.Settings()
    seats = game.seat_range(settings).start
    starts = itertools.cycle([game.to_json(game.setup(settings, seats, seed)) for seed in range(STARTS)])
    chance = random.Random(1).random

    def play() -> int:
        done = 0
        while done < steps:
            state = game.from_json(next(starts))
            while found := game.options(state):
                game.apply(state, found[int(chance() * len(found))])
                done += 1
        return done

    return play


def chess_player(steps: int) -> Callable[[], int] | None:
    """The same with python-chess: a list of all legal moves, one of them pushed."""
    chess = optional("chess")
    if chess is None:
        return None
    chance = random.Random(1).random
    boards = chess.Board

    def play() -> int:
        done = 0
        while done < steps:
            board = boards()
            while (found := list(board.legal_moves)) and board.fullmove_number < 150:
                board.push(found[int(chance() * len(found))])
                done += 1
        return done

    return play


def catan_player(steps: int) -> Callable[[], int] | None:
    """The same with catanatron: two random players, each given all its actions at every step."""
    catan = optional("catanatron")
    if catan is None:
        return None

    def play() -> int:
        done = 0
        while done < steps:
            game = catan.Game([catan.RandomPlayer(catan.Color.RED), catan.RandomPlayer(catan.Color.BLUE)])
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                done += 1
        return done

    return play


def generator(scale: Scale) -> list[Row]:
    """Milliseconds of processor time for a scenario of Tiwanaku: the slowest of several is held against the budget."""
    rows = []
    for size, name, count, budget in (("short", "5 x 5", 60, 100.0), ("long", "5 x 9", 40, 1000.0)):
        times = [processor_ms(partial(generate, size, seed)) for seed in range(scale.count(count))]
        mean = sum(times) / len(times)
        what = f"scenario of Tiwanaku, {name}, slowest of {len(times)}"
        rows.append(
            Row(what=what, figure=max(times), unit="ms", budget=budget, ratio=max(times) / mean, beside="the mean")
        )
    return rows
