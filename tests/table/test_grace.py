"""After a time without the bot whoever ran out of time is told of it once."""

from __future__ import annotations

from typing import Any

from playground.people import Channel, Person
from storage.records import PersonSettings
from table import flow
from table.hours import DAY
from table.state import kept
from tests.table.conftest import Scene
from tests.table.test_notices import later
from tests.table.test_seats import match_in

HOUR = 3600


async def away_too_long(scene: Scene, down: int = 2 * DAY, **person: Any) -> tuple[Person, Channel, list[str]]:
    """The bot was down for so long, and Ada's day ran out; gives what the thread was told after that."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    await scene.store.people.put(int(ada.id), PersonSettings(**person))
    thread = await scene.begin(ada, bo, first="host")
    match = await match_in(scene, thread)
    async with scene.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        flow.ask(opened, scene.now)
    await scene.quiet()
    before = len(thread.messages)
    await scene.stop()
    scene.now += down
    await scene.start()
    await scene.bot.scheduler.tick()
    await scene.quiet()
    return ada, thread, [message.text for message in thread.messages[before:]]


async def test_one_notice_tells_of_the_grace_and_reminds(quick: Scene) -> None:
    ada, thread, told = await away_too_long(quick)
    assert len(told) == 1 and "Longhouse was away" in told[0]
    assert thread.last.notified == [ada]
    await later(quick, 17 * HOUR)
    assert "Reminder" not in thread.last.text
    await later(quick, HOUR)
    assert "Reminder" in thread.last.text, "when a quarter of the new time is left"
    await later(quick, 3 * HOUR)
    assert sum("Reminder" in message.text for message in thread.messages) == 1


async def test_who_is_told_elsewhere_is_reminded_there(quick: Scene) -> None:
    ada, _, told = await away_too_long(quick, notices="direct")
    assert len(told) == 1 and "**Ada**" in told[0]
    await later(quick, 2 * HOUR)
    assert sum("Reminder" in message.text for message in (await ada.dm()).messages) == 1
    assert sum("Reminder" in notice.text for notice in ada.notices) == 1


async def test_who_is_not_to_be_disturbed_is_reminded_later(quick: Scene) -> None:
    ada, thread, told = await away_too_long(quick, down=2 * DAY + 2 * HOUR, quiet_from=9, quiet_to=12)
    assert len(told) == 1 and "**Ada**" in told[0] and len(ada.notices) == 1
    await later(quick, 2 * HOUR)
    assert len(ada.notices) == 2 and "Reminder" in thread.last.text and thread.last.notified == [ada]


async def test_who_was_not_called_yet_is_called_later_and_not_reminded_too(quick: Scene) -> None:
    ada, thread, told = await away_too_long(quick, quiet_from=7, quiet_to=10)
    assert len(told) == 1 and "**Ada**" in told[0] and not ada.notices
    await later(quick, 2 * HOUR)
    await later(quick, 60)
    (call,) = ada.notices
    assert call == thread.last and "Reminder" not in call.text


async def test_who_wants_no_reminders_is_named_only(quick: Scene) -> None:
    ada, thread, told = await away_too_long(quick, remind_hours=None)
    assert len(told) == 1 and "**Ada**" in told[0] and not thread.last.notified
    assert not any("Reminder" in notice.text for notice in ada.notices)
