"""After a time without the bot whoever ran out of time is told of it once."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.hours import DAY
from playground.people import Channel, Person
from storage.records import PersonSettings
from tests.table.conftest import Scene
from tests.table.test_notices import later
from tests.table.test_seats import match_in

HOUR = 3600


async def away_too_long(scene: Scene, **person: Any) -> tuple[Person, Channel, list[str]]:
    """The bot was down for two days, in which Ada's day ran out; gives what the thread was told after that."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    await scene.store.people.put(int(ada.id), PersonSettings(**person))
    thread = await scene.begin(ada, bo, first="host")
    match = await match_in(scene, thread)
    async with scene.store.matches.open(match.id) as opened:
        opened.extra["deadline_days"] = 1
        scene.house.table.ask(opened, scene.now)
    await scene.quiet()
    before = len(thread.messages)
    await scene.stop()
    scene.now += 2 * DAY
    await scene.start()
    await scene.house.caretaker.tick()
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


@pytest.mark.parametrize("person", [{"notices": "direct"}, {"quiet_from": 7, "quiet_to": 10}])
async def test_who_is_told_elsewhere_or_later_is_reminded_once(quick: Scene, person: dict[str, Any]) -> None:
    ada, thread, told = await away_too_long(quick, **person)
    assert len(told) == 1 and "**Ada**" in told[0]
    await later(quick, 2 * HOUR)
    place = await ada.dm() if "notices" in person else thread
    assert sum("Reminder" in message.text for message in place.messages) == 1
    assert sum("Reminder" in notice.text for notice in ada.notices) == 1


async def test_who_wants_no_reminders_is_named_only(quick: Scene) -> None:
    ada, thread, told = await away_too_long(quick, remind_hours=None)
    assert len(told) == 1 and "**Ada**" in told[0] and not thread.last.notified
    assert not any("Reminder" in notice.text for notice in ada.notices)
