"""What a turn needs to be told is told whole in the history, also of five people with the longest names."""

from __future__ import annotations

import random

import pytest

from playground.visible import Message
from render import PRESENTERS
from render.presenter import Audience
from rules.iwari import IWARI, Settings, events, maps
from rules.iwari.components import components
from storage.stored_match import StoredMatch
from table import past
from table.perspective import bold
from tests.table.conftest import Scene
from tests.table.test_history import played

NAMES = tuple(f"*_`~{number}*_`~|<>[]#~`*_|<>[]#~`*_|<>"[:32] for number in range(5))
"""As long as Discord allows, and almost every character twice as long in a message."""


async def match_of_five(scene: Scene) -> tuple[StoredMatch, Message, Message]:
    """A whole match of Iwari, with its history and the earlier board after its half journey."""
    people = [scene.person(name) for name in NAMES]
    thread = await scene.begin(*people, line="iwari new", feats="all", players=5)
    match = await played(scene, thread, seed=1)
    number = await half_journey(match)
    half = next(turn for turn in past.turns(await match.steps()) if turn.last >= number)
    board = await people[0].command(thread, "match at", turn=half.number)
    answer = await people[0].command(thread, "match history")
    assert isinstance(answer, Message) and isinstance(board, Message)
    return match, answer, board


async def half_journey(match: StoredMatch) -> int:
    """The number of the choice that brought it."""
    happened = await match.events_since(0)
    return next(step.number for step in happened if any(isinstance(one, events.HalfTotals) for one in step.events))


async def test_nothing_of_a_half_journey_is_cut_in_the_history_of_five_with_long_names(quick: Scene) -> None:
    match, answer, board = await match_of_five(quick)
    lines = await past.history(match, None)
    assert not any("…" in line for line in lines)
    happened = (await match.events_since(0))[await half_journey(match) - 1]
    (totals,) = [event for event in happened.events if isinstance(event, events.HalfTotals)]
    who = Audience(tuple(bold(name) for name in NAMES))
    said = PRESENTERS["iwari"].tell(totals, match.state, who)
    assert len(said) > 300 and all(name in said for name in who.names)
    (line,) = [line for line in lines if "After the half journey" in line]
    assert said in line and len(line) > 600
    assert said in board.text
    while said not in answer.text:
        earlier = answer.button("Earlier")
        assert earlier is not None and not earlier.disabled
        again = await quick.person(NAMES[0]).press(answer, "Earlier")
        assert isinstance(again, Message)
        answer = again


@pytest.mark.parametrize("land", maps.ids())
def test_a_line_holds_the_longest_turn_by_a_half(land: str) -> None:
    who = Audience(tuple(bold(name) for name in NAMES))
    longest = 0
    for seed in range(8):
        chance = random.Random(seed)
        state = IWARI.setup(Settings(map=land, feats=tuple(components().ours.feats)), 5, seed)
        told, turn = 0, state.turn
        while (decision := IWARI.decision(state)) is not None:
            if state.turn != turn:
                longest, told, turn = max(longest, told), 0, state.turn
            for event in IWARI.apply(state, chance.choice(decision.options(state))):
                told += len(PRESENTERS["iwari"].tell(event, state, who)) + 1
        longest = max(longest, told)
    assert 600 < longest < past.LINE / 1.5
    assert past.LINE < past.PAGE
