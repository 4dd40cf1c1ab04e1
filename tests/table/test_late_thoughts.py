"""What a computer player chose for a position that is there no more is not played."""

from __future__ import annotations

from tests.table.conftest import Scene
from tests.table.test_races import match_in


async def test_a_choice_for_an_older_position_is_left_alone(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    before = await match_in(quick, thread)
    option = before.game.options(before.state)[0]
    await ada.command(thread, "iye move", to="c4")
    await bo.command(thread, "iye move", to="c2")
    after = await match_in(quick, thread)
    assert after.to_act == before.to_act == 0
    late = next(one for one in after.game.options(after.state) if one != option)
    await quick.bot.services.table.computed(after.id, before.revision, 0, late)
    assert (await match_in(quick, thread)).step_count == after.step_count, "the revision is an older one"
    await quick.bot.services.table.computed(after.id, after.revision, 1, late)
    assert (await match_in(quick, thread)).step_count == after.step_count, "it is another seat's turn"
    await quick.bot.services.table.computed(after.id, after.revision, 0, late)
    assert (await match_in(quick, thread)).step_count == after.step_count + 1
