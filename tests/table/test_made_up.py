"""A press is not trusted: an id that we never made can be sent all the same."""

from __future__ import annotations

import pytest

from playground.visible import Message
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in, panel_of


@pytest.mark.parametrize("line", ["iye new", "iwari new"])
@pytest.mark.parametrize("word", ["resign", "draw"])
@pytest.mark.parametrize("action", ["confirm", "option", "mlh:option", "mlh:picks"])
async def test_a_word_of_the_log_is_no_choice(quick: Scene, line: str, word: str, action: str) -> None:
    ada, bo, cem = (quick.person(name) for name in ("Ada", "Bo", "Cem"))
    thread = await quick.begin(ada, bo, *([cem] if line == "iwari new" else []), line=line)
    person = quick.to_move(newest_post(thread))
    panel, match = await panel_of(person, thread), await match_in(quick, thread)
    start = action if action.startswith("mlh") else f"lh:{action}"
    answer = await person.press(panel, f"{start}:{match.id}:{match.revision}:{word}", anyway=True)
    assert isinstance(answer, Message) and answer.text
    after = await match_in(quick, thread)
    assert (after.status, after.step_count, after.revision) == ("running", 0, match.revision)
