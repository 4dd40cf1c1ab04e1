"""The outbox, and the settings of people and servers."""

from __future__ import annotations

import asyncio

import pytest

from storage import Conflict, GuildSettings, OutboxRow, PersonSettings, Store, WrongStatus
from storage.people import FORMER_PLAYER
from tests.refused import refused
from tests.storage.conftest import ADA, BEN, NOW, running, steps


async def test_a_notice_is_written_with_the_step_it_tells_of(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.step(0, "add-1", NOW)
        notice = match.announce("turn", {"to": [BEN]}, NOW)
        assert notice.id is None
    (row,) = await store.outbox.pending(NOW)
    assert row.id == notice.id
    assert (row.match_id, row.revision, row.step_count) == (number, 2, 1)
    assert (row.kind, row.payload, row.status) == ("turn", {"to": [BEN]}, "pending")
    assert await store.outbox.get(row.id) == row


async def test_sent_rows_do_not_come_again_and_are_found(store: Store) -> None:
    number = await running(store)
    for _ in range(2):
        async with store.matches.open(number) as match:
            match.announce("turn", {}, NOW)
    first, second = await store.outbox.pending(NOW)
    assert await store.outbox.last_sent(number, "turn") is None
    await store.outbox.sent(first.id, 901, NOW + 1)
    await store.outbox.sent(second.id, 902, NOW + 2)
    await store.outbox.give_up(second.id, "too late: it was sent")
    assert await store.outbox.pending(NOW + 9) == []
    found = await store.outbox.last_sent(number, "turn")
    assert found is not None
    assert (found.message_id, found.sent_at, found.status) == (902, NOW + 2, "sent")
    assert await store.outbox.forget(NOW + 9) == 1
    assert await store.outbox.last_sent(number, "turn") is not None


async def test_a_failed_row_waits_and_those_of_its_lane_behind_it_too(store: Store) -> None:
    first = await store.outbox.add("turn", {"n": 1}, NOW, lane="match:1")
    second = await store.outbox.add("turn", {"n": 2}, NOW, lane="match:1")
    other = await store.outbox.add("turn", {"n": 3}, NOW, lane="match:2")
    await store.outbox.retry(first, NOW + 60, "500")
    assert [row.id for row in await store.outbox.pending(NOW + 59)] == [other]
    back = await store.outbox.pending(NOW + 60)
    assert [row.id for row in back] == [first, second, other]
    assert (back[0].attempts, back[0].error) == (1, "500")
    await store.outbox.give_up(first, "the channel is gone")
    assert [row.id for row in await store.outbox.pending(NOW + 60, limit=1)] == [second]
    dropped = await store.outbox.get(first)
    assert dropped is not None
    assert (dropped.status, dropped.attempts) == ("dropped", 2)


async def test_a_notice_for_later_holds_nobody_up(store: Store) -> None:
    later = await store.outbox.add("reminder", {}, NOW, lane="a", due_at=NOW + 100)
    now = await store.outbox.add("turn", {}, NOW, lane="a")
    assert [row.id for row in await store.outbox.pending(NOW)] == [now]
    assert await store.outbox.next_due() == NOW
    await store.outbox.sent(now, None, NOW)
    assert await store.outbox.next_due() == NOW + 100
    assert await store.outbox.oldest_age(NOW + 99) is None
    assert await store.outbox.oldest_age(NOW + 130) == 130
    await store.outbox.give_up(later, "not needed")
    assert await store.outbox.next_due() is None


async def test_whoever_waits_is_woken(store: Store) -> None:
    number = await running(store)
    waiting = asyncio.create_task(store.outbox.wait(30))
    await asyncio.sleep(0)
    async with store.matches.open(number) as match:
        match.announce("turn", {}, NOW)
    await asyncio.wait_for(waiting, 5)
    await store.outbox.wait(0.01)


async def test_whether_something_newer_was_announced(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        first, second = match.announce("turn", {}, NOW), match.announce("end", {}, NOW)
    assert first.id is not None
    assert second.id is not None
    assert await store.outbox.later(number, first.id, ("turn", "end"))
    assert not await store.outbox.later(number, first.id, ("turn",))
    assert not await store.outbox.later(number, second.id, ("turn", "end"))


def test_nonces_fit_discord_and_differ() -> None:
    def row(match_id: int | None, number: int) -> OutboxRow:
        return OutboxRow(
            id=number,
            match_id=match_id,
            revision=1,
            step_count=1,
            kind="turn",
            payload={},
            lane="",
            status="pending",
            created_at=0,
            due_at=0,
        )

    rows = [row(2**32, 2**40), row(None, 1), row(1, 17), row(17, 1)]
    assert all(len(one.nonce) <= 25 for one in rows)
    assert len({one.nonce for one in rows}) == len(rows)


async def test_settings_of_people_and_servers(store: Store) -> None:
    assert await store.people.get(ADA) == PersonSettings()
    for settings in (PersonSettings(theme="dark", zone="Europe/Istanbul"), PersonSettings(confirm=False)):
        await store.people.put(ADA, settings)
        assert await store.people.get(ADA) == settings
    assert await store.people.get(BEN) == PersonSettings()
    await store.guilds.put(5, GuildSettings(channels=[2**60], deadline_days=3))
    assert (await store.guilds.get(5)).channels == [2**60]
    assert await store.guilds.get(6) == GuildSettings()


async def test_private_notes(store: Store) -> None:
    number = await running(store)
    assert await store.notes.get(number, 0) == {}
    await store.notes.put(number, 0, {"a": [1]})
    await store.notes.put(number, 0, {"a": [2]})
    assert await store.notes.get(number, 0) == {"a": [2]}
    with pytest.raises(Conflict):
        await store.notes.put(999, 0, {})


async def test_somebody_who_wants_to_be_forgotten(store: Store) -> None:
    over, under_way = await running(store, length=1), await running(store)
    await steps(store, over, "end")
    await store.people.put(ADA, PersonSettings(theme="dark"))
    await store.notes.put(over, 0, {"secret": 1})
    with refused("resign", WrongStatus):
        await store.people.forget(ADA)
    assert (await store.people.get(ADA)).theme == "dark"
    async with store.matches.open(under_way) as match:
        match.resign(0, NOW)
    await store.people.forget(ADA)
    assert await store.people.get(ADA) == PersonSettings()
    assert await store.notes.get(over, 0) == {}
    match = await store.matches.read(over)
    assert [(seat.user_id, seat.name) for seat in match.seats] == [(None, FORMER_PLAYER), (BEN, "Ben")]
    assert (match.host_id, match.host_name) == (0, FORMER_PLAYER)


async def test_what_is_announced_long_after_the_last_step_is_not_old(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.announce("remind", {}, NOW + 90_000)
    assert await store.outbox.oldest_age(NOW + 90_005) == 5
