"""Whoever is just called for a decision is not reminded of it at the same time."""

from __future__ import annotations

from typing import Any

import pytest

from playground.people import Channel, Person
from storage.records import PersonSettings
from table.hours import DAY
from tests.table.conftest import Scene
from tests.table.test_faults import POSTS
from tests.table.test_faults import hurried as hurried
from tests.table.test_notices import HOUR, later, match_in

QUIET = {"quiet_from": 7, "quiet_to": 15, "remind_hours": 6}
"""The scene begins at 8:00: the first reminder would be due in the quiet hours."""


async def moved(scene: Scene, **person: Any) -> tuple[Person, Channel, int]:
    """Ada has moved, and Bo, who has these settings, is to be called; gives how often they were told something"""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    await scene.store.people.put(int(bo.id), PersonSettings(**person))
    thread = await scene.begin(ada, bo, first="host")
    before = len(await told(bo))
    await ada.command(thread, "iye move", to="c4")
    await scene.quiet()
    return bo, thread, before


async def told(person: Person) -> list[str]:
    """What the person was told, in the thread and directly."""
    place = await person.dm()
    return [message.text for message in person.notices] + [
        message.text for message in place.messages if message not in person.notices
    ]


async def restart_after(scene: Scene, seconds: int, *, first: str) -> None:
    """The bot was down for so long; then the scheduler makes its round, or the dispatcher does its work, first."""
    await scene.stop()
    scene.now += seconds
    await scene.start()
    if first == "dispatcher":
        await scene.quiet()
    await scene.bot.scheduler.tick()
    await scene.quiet()


async def reminded_after(scene: Scene, bo: Person, seconds: int) -> None:
    """Bo is reminded so long after the call, and not before."""
    count = len(await told(bo))
    await later(scene, seconds - 60)
    assert len(await told(bo)) == count
    await later(scene, 120)
    (text,) = (await told(bo))[count:]
    assert "Reminder" in text


@pytest.mark.parametrize("notices", ["thread", "direct"])
@pytest.mark.parametrize("first", ["dispatcher", "scheduler"])
async def test_at_the_end_of_quiet_hours(quick: Scene, notices: str, first: str) -> None:
    bo, _, before = await moved(quick, notices=notices, **QUIET)
    await later(quick, 6 * HOUR)
    assert len(await told(bo)) == before
    quick.now += HOUR
    if first == "dispatcher":
        quick.store.outbox.wake()
        await quick.quiet()
    await later(quick, 0)
    (call,) = (await told(bo))[before:]
    assert "Reminder" not in call
    await reminded_after(quick, bo, 6 * HOUR)


@pytest.mark.parametrize("first", ["dispatcher", "scheduler"])
async def test_after_a_time_without_the_bot(quick: Scene, first: str) -> None:
    bo, _, before = await moved(quick, **QUIET)
    await restart_after(quick, 2 * DAY + 8 * HOUR, first=first)
    (call,) = (await told(bo))[before:]
    assert "Reminder" not in call
    await reminded_after(quick, bo, 6 * HOUR)


@pytest.mark.parametrize("notices", ["thread", "direct"])
@pytest.mark.parametrize("first", ["dispatcher", "scheduler"])
async def test_the_grace_does_not_call_once_more(quick: Scene, notices: str, first: str) -> None:
    bo, thread, before = await moved(quick, notices=notices, **QUIET)
    async with quick.store.matches.open(1) as match:
        match.due_at = quick.now + DAY
    await restart_after(quick, 2 * DAY + 8 * HOUR, first=first)
    await later(quick, 60)
    (call,) = (await told(bo))[before:]
    assert "Reminder" not in call and "Longhouse was away" not in call
    due = (await match_in(quick, thread)).due_at
    assert due is not None and f"<t:{due}" in call
    assert sum("Longhouse was away" in message.text for message in thread.messages) == 1


@pytest.mark.usefixtures("hurried")
async def test_a_post_that_could_not_be_sent_calls_and_does_not_remind(quick: Scene) -> None:
    bo, thread, _ = await moved(quick)
    ada = quick.person("Ada")
    await quick.store.people.put(int(ada.id), PersonSettings(remind_hours=6))
    before = len(await told(ada))
    fault = quick.playground.faults.fail("POST", POSTS, 500, times=1_000_000)
    await quick.finish_turn(1, int(bo.id))
    for _ in range(9):
        await later(quick, HOUR)
    assert fault.hits > 5
    quick.playground.faults.clear()
    fault.times = 0
    await later(quick, 700)
    await later(quick, 60)
    (call,) = (await told(ada))[before:]
    assert "Reminder" not in call and thread.last.mentions == [ada]
    await reminded_after(quick, ada, 6 * HOUR - 60)


async def test_a_reminder_that_is_overtaken_by_a_new_call_is_left_out(quick: Scene) -> None:
    """It was written and could not be sent; meanwhile the match moved to another channel, whose post calls."""
    bo, thread, before = await moved(quick, remind_hours=6)

    async def never(row: Any) -> None:
        raise OSError("the connection is gone")

    senders = quick.bot.dispatcher.senders
    remind, senders["remind"] = senders["remind"], never
    await later(quick, 6 * HOUR)
    senders["remind"] = remind
    await bo.command(quick.games, "match here", match="1")
    await quick.quiet()
    await later(quick, 700)
    assert not any("Reminder" in text for text in (await told(bo))[before:])
    assert quick.games.threads[-1] != thread and quick.games.threads[-1].last.mentions == [bo]
