"""A restart at any moment: whatever was on the screen before goes on working."""

from __future__ import annotations

import asyncio

import pytest

from playground.visible import Message, Modal
from tests.patience import PATIENCE
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in


async def restart(scene: Scene) -> None:
    await scene.stop()
    await scene.start()


async def test_a_match_with_a_restart_between_any_two_moves(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", opponent=bo, first="host")
    await restart(quick)
    await bo.press(lobby, "Join")
    await restart(quick)
    await ada.press(lobby, "Start")
    await quick.quiet()
    thread = quick.games.threads[-1]
    await restart(quick)
    panel = await ada.press(newest_post(thread), "Play")
    await restart(quick)
    assert isinstance(panel, Message)
    match = await match_in(quick, thread)
    await ada.press(panel, f"lh:confirm:{match.id}:{match.revision}:c4", anyway=True)
    await quick.quiet()
    await restart(quick)
    await quick.quiet()
    assert newest_post(thread).mentions == [bo]
    assert len([message for message in thread.messages if message.images]) == 2
    assert len(bo.notices) == 2, "once invited, once called"


async def test_a_form_that_was_open_is_answered_in_a_sentence(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = await ada.command(quick.games, "iye new")
    form = await ada.press(lobby, "Options")
    assert isinstance(form, Modal)
    await restart(quick)
    answer = await ada.fill(form, cycles="=1")
    assert isinstance(answer, Message) and answer.ephemeral
    assert "open it again" in answer.text
    form = await ada.press(lobby, "Options")
    await ada.fill(form, cycles="=1")
    assert isinstance(lobby, Message) and "One cycle" in lobby.text


async def test_what_was_not_sent_yet_is_sent_once_after_the_restart(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    held = quick.playground.faults.hold("POST", f"/channels/{thread.id}/messages$")
    await ada.command(thread, "iye move", to="c4")
    await quick.playground.wait_for(lambda: held.hits)
    await quick.stop()
    quick.playground.faults.clear()
    quick.now += 60
    assert len([message for message in thread.messages if message.images]) == 1
    await quick.start()
    await quick.quiet()
    boards = [message for message in thread.messages if message.images]
    assert len(boards) == 2 and boards[-1].mentions == [bo]
    assert len(bo.notices) == 1


async def test_a_computer_player_that_was_thinking_thinks_again(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    assert newest_post(place).mentions == [ada]
    begun = asyncio.Event()

    async def think_for_ever(*given: object) -> str:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    choices = await ada.autocomplete(place, "iye play", focused="option")
    with monkeypatch.context() as patched:
        patched.setattr(quick.pool, "think", think_for_ever)
        await ada.command(place, "iye play", option=choices[0]["value"])
        await begun.wait()
        await quick.stop()
    await quick.start()
    await quick.quiet()
    (summary,) = await quick.store.matches.of_user(int(ada.id))
    assert summary.to_act == 0 and summary.step_count >= 2
    assert newest_post(place).mentions == [ada]


async def test_stopping_while_there_is_news_does_not_hang(quick: Scene) -> None:
    for _ in range(3):
        quick.store.outbox.wake()
        async with asyncio.timeout(PATIENCE):
            await restart(quick)
