"""Discord on a bad day: limits, failures, lost answers, lost connections, late answers."""

from __future__ import annotations

import asyncio
import logging

import pytest

from playground.errors import NoAnswer
from playground.people import Channel, Person
from playground.visible import Message
from tests.patience import PATIENCE
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in

POSTS = r"^/channels/\d+/messages$"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py's own pauses between tries, shortened."""
    sleep = asyncio.sleep
    monkeypatch.setattr("discord.http.asyncio.sleep", lambda delay, *given: sleep(min(delay, 0.02), *given))


async def begun(scene: Scene) -> tuple[Person, Person, Channel]:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    return ada, bo, await scene.begin(ada, bo, first="host")


async def told_once(scene: Scene, thread: Channel, bo: Person) -> None:
    """After some time the move of Ada was posted, once, and Bo called, once."""
    for _ in range(4):
        await scene.quiet()
        scene.now += 700
    boards = [message for message in thread.messages if message.images]
    assert len(boards) == 2 and boards[-1].mentions == [bo]
    assert len(bo.notices) == 1
    assert (await match_in(scene, thread)).step_count == 1


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_rate_limit_is_waited_for(quick: Scene, everywhere: bool) -> None:
    ada, bo, thread = await begun(quick)
    fault = quick.playground.faults.limit("POST", POSTS, 0.1, everywhere=everywhere)
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)
    assert fault.hits == 1


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("times", [1, 12])
async def test_failures_of_discord_are_tried_again(quick: Scene, times: int) -> None:
    ada, bo, thread = await begun(quick)
    fault = quick.playground.faults.fail("POST", POSTS, 500, times=times)
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)
    assert fault.hits == times


@pytest.mark.parametrize("after", [False, True])
async def test_a_connection_that_breaks_while_a_post_is_sent(quick: Scene, after: bool) -> None:
    """With `after` the post is there and only the answer was lost: it is not sent a second time."""
    ada, bo, thread = await begun(quick)
    quick.playground.faults.drop("POST", POSTS, after=after)
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)


async def test_an_old_post_that_cannot_be_edited_keeps_its_buttons_and_that_is_all(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    first = newest_post(thread)
    quick.playground.faults.fail("PATCH", r"^/channels/\d+/messages/", 400, code=30046)
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)
    panel = await bo.press(first, "Play")
    assert isinstance(panel, Message) and "move the drum" in panel.text.lower()


@pytest.mark.usefixtures("hurried")
async def test_an_answer_that_discord_refuses_at_first(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    quick.playground.faults.fail("POST", r"/callback$", 500)
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message) and answer.text
    await told_once(quick, thread, bo)


async def test_the_answer_to_our_first_word_is_lost(quick: Scene) -> None:
    """Discord shows that the bot is thinking, and the bot does not know it: the person is told, and may try again."""
    ada, bo, thread = await begun(quick)
    quick.playground.faults.drop("POST", r"/callback$", after=True)
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message) and "try again" in answer.text
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)


@pytest.mark.usefixtures("hurried")
async def test_the_move_stands_when_its_panel_cannot_be_shown(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    quick.playground.settle = 2
    quick.playground.faults.fail("PATCH", r"/messages/@original", 500, times=5)
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message)
    await told_once(quick, thread, bo)


async def test_an_answer_that_comes_too_late_changes_nothing(quick: Scene, caplog: pytest.LogCaptureFixture) -> None:
    ada, bo, thread = await begun(quick)
    match = await match_in(quick, thread)
    quick.playground.interactions.answer_within = 0.2
    quick.playground.faults.delay("POST", r"/callback$", 0.6)
    with caplog.at_level(logging.INFO), pytest.raises(NoAnswer):
        await ada.command(thread, "iye move", to="c4")
    await asyncio.sleep(0.6)
    late = [record for record in caplog.records if "answered too late" in record.getMessage()]
    assert len(late) == 1 and not [record for record in caplog.records if record.exc_info]
    assert (await quick.store.matches.read(match.id)).step_count == 0
    quick.playground.interactions.answer_within = PATIENCE
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)


async def test_a_connection_to_the_gateway_that_drops_is_resumed(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    gateway = quick.playground.gateway
    await gateway.drop()
    await quick.playground.wait_for(lambda: not gateway.connected)
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)
    assert (gateway.resumes, gateway.identifies) == (1, 1)


@pytest.mark.usefixtures("hurried")
async def test_a_session_that_is_lost_begins_anew(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    gateway = quick.playground.gateway
    await gateway.drop(resumable=False)
    await quick.playground.wait_for(lambda: gateway.identifies == 2 and gateway.connected)
    panel = await ada.press(newest_post(thread), "Play")
    assert isinstance(panel, Message) and panel.ephemeral
    await ada.command(thread, "iye move", to="c4")
    await told_once(quick, thread, bo)
    assert gateway.resumes == 0


async def test_a_worker_pool_that_fails_leaves_the_words(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    from render.worker_pool import WorkerError

    ada, bo, thread = await begun(quick)

    async def broken(job: object) -> None:
        raise WorkerError("The worker could not do draw: it ended.")

    with monkeypatch.context() as patched:
        patched.setattr(quick.pool, "draw", broken)
        panel = await ada.press(newest_post(thread), "Play")
        assert isinstance(panel, Message) and "move the drum" in panel.text.lower() and not panel.images
        await ada.command(thread, "iye move", to="c4")
        await quick.quiet()
    await told_once(quick, thread, bo)
