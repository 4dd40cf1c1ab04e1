"""What a whole move asks of the database, from the press on Confirm until the next player is called."""

from __future__ import annotations

from playground.visible import Message
from tests.storage.counting import counting
from tests.table.conftest import Scene, newest_post, pick


async def test_a_confirmed_move_takes_at_most_twenty_statements_and_two_commits(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    panel = await ada.press(newest_post(thread), "Play")
    while isinstance(panel, Message) and panel.button("Confirm") is None:
        choice = pick(panel, "")
        assert choice is not None
        kind, name = choice
        panel = await (ada.press(panel, name) if kind == "button" else ada.choose(panel, name))
    assert isinstance(panel, Message)
    with counting(quick.store) as counted:
        await ada.press(panel, "Confirm")
        await quick.playground.wait_for(lambda: newest_post(thread).mentions == [bo])
        await quick.bot.services.lanes.idle()
    assert counted.commits <= 2, counted
    assert len(counted.statements) <= 20, counted
