"""Who is the host when the host is gone."""

from __future__ import annotations

from table import flow
from table.state import kept
from tests.table.conftest import Scene
from tests.table.test_seats import DAY, match_in, said, with_button


async def test_the_hosts_rights_pass_on_when_his_own_seat_is_opened(quick: Scene) -> None:
    ada, bo, cem = quick.person("Ada"), quick.person("Bo"), quick.person("Cem")
    thread = await quick.begin(ada, bo, first="host")
    match = await match_in(quick, thread)
    assert match.host_id == int(ada.id)
    async with quick.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        kept(opened).on_timeout = "open"
        flow.ask(opened, quick.now)
    quick.now += 2 * DAY
    quick.bot.scheduler._last = quick.now - 60
    await quick.bot.scheduler.tick()
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.seats[0].open
    assert (match.host_id, match.host_name) == (int(bo.id), "Bo")
    told = [message for message in thread.messages if "host of this match is now **Bo**" in message.text]
    assert len(told) == 1
    said(await cem.press(with_button(thread, "Take Over"), "Take Over"), "The seat is yours")
    assert (await match_in(quick, thread)).host_id == int(bo.id), "whoever takes the seat over is not the host by that"


async def test_the_host_stays_the_host_when_another_seat_is_opened(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="guest")
    match = await match_in(quick, thread)
    async with quick.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        kept(opened).on_timeout = "open"
        flow.ask(opened, quick.now)
    quick.now += 2 * DAY
    quick.bot.scheduler._last = quick.now - 60
    await quick.bot.scheduler.tick()
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.seats[1].open and match.host_id == int(ada.id)
    assert not any("host of this match" in message.text for message in thread.messages)
