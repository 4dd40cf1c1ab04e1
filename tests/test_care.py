"""Calls, reminders and deadlines, one rule a test, on a Discord that only writes down what it is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.outbox.scheduler import Scheduler
from rules import GAMES
from storage.errors import DatabaseBusy
from storage.extra import PersonExtra
from storage.open_match import OpenMatch
from storage.records import PersonSettings
from storage.schema import matches as matches_table
from table import deadlines, flow
from table.hours import DAY
from table.state import kept
from tests.simulated import Letter, Post, SimulatedBot, open_simulation

HOUR = 3600
NOW = 1_800_000_000  # Friday, 15 January 2027, 08:00 UTC
ADA, BO, CEM = 1, 2, 3


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[SimulatedBot]:
    post = Post()
    post.now = NOW
    bot = await open_simulation(tmp_path, post)
    await bot.scheduler.tick()  # it has just begun, and was not down
    yield bot
    await bot.services.store.close()


async def begin(
    bot: SimulatedBot, *people: int, key: str = "iye", settings: dict[str, Any] | None = None, **extra: Any
) -> int:
    """A match (of İye: one in which the first of these people is to act)."""
    settings = settings or {"iye": {"first": "host"}, "iwari": {}}[key]
    number = await bot.begin(key, list(people), msgspec.convert(settings, GAMES[key].Settings), **extra)
    await bot.send_all()
    return number


async def move(bot: SimulatedBot, match: int) -> None:
    """Whoever is to act takes the first choices until the turn is over."""
    stored = await bot.services.store.matches.read(match)
    turn = stored.turn
    while stored.status == "running" and stored.turn == turn:
        seat = stored.waits_for
        assert seat is not None and seat.user_id is not None
        await bot.services.table.take(match, seat.user_id, stored.game.options(stored.state)[0])
        stored = await bot.services.store.matches.read(match)
    await bot.send_all()


async def wait(bot: SimulatedBot, seconds: int) -> None:
    """Time passes; the scheduler makes its rounds."""
    await bot.wait(seconds)


def to(bot: SimulatedBot, person: int) -> list[Letter]:
    """The letters that reached somebody."""
    return [letter for letter in bot.post.letters if person in letter.called or letter.direct == person]


async def put(bot: SimulatedBot, person: int, **settings: Any) -> None:
    await bot.services.store.people.put(person, PersonSettings(**settings))


# Calls.


async def test_a_post_calls_whoever_must_act_once(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO)
    assert len(to(bot, ADA)) == 1 and not to(bot, BO)
    await move(bot, match)
    await wait(bot, 5 * HOUR)
    assert (len(to(bot, ADA)), len(to(bot, BO))) == (1, 1)


async def test_a_call_waits_for_the_end_of_quiet_hours_and_names_match_and_question(bot: SimulatedBot) -> None:
    await put(bot, BO, zone="UTC", quiet_from=7, quiet_to=12)
    match = await begin(bot, ADA, BO)
    await move(bot, match)
    board = bot.post.letters[-1]
    assert not board.called and "<@2>" not in board.text
    await wait(bot, 4 * HOUR - 600)
    assert not to(bot, BO)
    await wait(bot, 1200)
    (call,) = to(bot, BO)
    assert f"İye #{match}" in call.text and "<@2>, " in call.text
    assert call.at == NOW + 4 * HOUR


async def test_no_call_when_the_turn_was_taken_meanwhile(bot: SimulatedBot) -> None:
    await put(bot, BO, zone="UTC", quiet_from=7, quiet_to=12)
    match = await begin(bot, ADA, BO)
    await move(bot, match)
    await move(bot, match)
    await wait(bot, 6 * HOUR)
    assert not to(bot, BO)
    await move(bot, match)
    assert len(to(bot, BO)) == 1, "the next turn calls again"


async def test_a_direct_message_and_its_way_back_to_the_thread(bot: SimulatedBot) -> None:
    await put(bot, BO, notices="direct")
    match = await begin(bot, ADA, BO)
    await move(bot, match)
    (call,) = to(bot, BO)
    assert call.direct == BO and f"/{1000 + match}/" in call.text and not call.called
    bot.post.closed.add(BO)
    await move(bot, match)
    await move(bot, match)
    _, call = to(bot, BO)
    assert call.channel == 1000 + match and call.called == (BO,)
    await wait(bot, HOUR)
    assert len(to(bot, BO)) == 2


async def test_a_muted_match_says_nothing_to_that_person(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO)
    async with bot.services.store.matches.open(match) as opened:
        opened.mute(1, True)
    await move(bot, match)
    await wait(bot, 9 * DAY)
    assert not to(bot, BO)
    assert sum("stands still" in letter.text for letter in bot.post.letters) == 1


async def test_a_post_that_is_sent_again_mentions_as_before(bot: SimulatedBot) -> None:
    """The answer to the first try was lost in the last second before the quiet hours."""
    await put(bot, ADA, zone="UTC", quiet_from=9, quiet_to=12)
    bot.post.now = NOW + HOUR - 1
    bot.post._losing = 1.0
    await begin(bot, ADA, BO)
    bot.post._losing = 0.0
    await wait(bot, 4 * HOUR)
    assert len(to(bot, ADA)) == 1


async def test_a_heads_up_for_the_one_after(bot: SimulatedBot) -> None:
    """Iwari is played in an order drawn by lot, not in that of the seats."""
    for person in (ADA, BO, CEM):
        await put(bot, person, heads_up=True)
    orders = set()
    for _ in range(5):
        match = await begin(bot, ADA, BO, CEM, key="iwari")
        order = (await bot.services.store.matches.read(match)).state.order
        orders.add(tuple(order))
        for following in (order[1], order[2], order[0]):
            found = [letter for letter in bot.post.letters if "eads-up:" in letter.text and f"#{match}" in letter.text]
            assert found[-1].called == ([ADA, BO, CEM][following],)
            await move(bot, match)
    assert not orders <= {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


async def test_a_heads_up_in_a_draft_goes_backwards(bot: SimulatedBot) -> None:
    """The last in the order drafts first (B-5); the last to draft is the first to play."""
    match = await begin(bot, ADA, BO, CEM, key="iwari", settings={"draft": True})
    stored = await bot.services.store.matches.read(match)
    first, second, third = stored.state.order
    assert [stored.game.after(stored.state, seat) for seat in (third, second, first)] == [second, first, first]


# Reminders.


async def test_three_reminders_then_the_table_is_told_once(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO)
    await wait(bot, 20 * DAY)
    found = [letter for letter in to(bot, ADA) if "Reminder:" in letter.text]
    assert [round((letter.at - NOW) / DAY, 1) for letter in found] == [1, 2, 3]
    assert all(letter.text.startswith("-# ") and f"İye #{match}" in letter.text for letter in found)
    (still,) = [letter for letter in bot.post.letters if "stands still" in letter.text]
    assert round((still.at - NOW) / DAY, 1) == 4 and not still.called


async def test_no_reminders_for_who_wants_none_or_has_answered(bot: SimulatedBot) -> None:
    await put(bot, ADA, remind_hours=None)
    await put(bot, BO, remind_hours=6)
    match = await begin(bot, ADA, BO)
    await wait(bot, 2 * DAY)
    assert len(to(bot, ADA)) == 1
    await move(bot, match)
    await wait(bot, 5 * HOUR)
    await move(bot, match)
    await wait(bot, 2 * HOUR)
    assert not [letter for letter in to(bot, BO) if "Reminder" in letter.text]


async def test_a_reminder_comes_before_a_short_deadline(bot: SimulatedBot) -> None:
    await begin(bot, ADA, BO, deadline_days=1)
    await wait(bot, 20 * HOUR)
    (found,) = [letter for letter in to(bot, ADA) if "Reminder" in letter.text]
    assert found.at == NOW + 18 * HOUR and f"<t:{NOW + DAY}:R>" in found.text


async def test_nobody_is_reminded_who_plays_alone(bot: SimulatedBot) -> None:
    number = await begin(bot, ADA, BO)
    async with bot.services.store.matches.open(number) as match:
        match.replace(1, None, "", level="easy", now=NOW)
        flow.ask(match, NOW)
    await wait(bot, 9 * DAY)
    assert len(to(bot, ADA)) == 1


# The daily list.


async def test_the_daily_list_names_what_waits(bot: SimulatedBot) -> None:
    person = PersonSettings(digest_hour=9, extra=PersonExtra(1))
    await bot.services.store.people.put(ADA, person)
    await bot.services.table.begin_digest(ADA, person)
    first, second = await begin(bot, ADA, BO), await begin(bot, ADA, CEM)
    other = await begin(bot, BO, ADA)
    await wait(bot, 2 * HOUR)
    (daily,) = [letter for letter in to(bot, ADA) if letter.direct]
    assert f"#{first}" in daily.text and f"#{second}" in daily.text and f"#{other}" not in daily.text
    await move(bot, first)
    await move(bot, second)
    await wait(bot, DAY)
    assert len([letter for letter in to(bot, ADA) if letter.direct]) == 1, "nothing waits, nothing is sent"


async def test_only_the_newest_daily_list_goes_on(bot: SimulatedBot) -> None:
    await begin(bot, ADA, BO)
    for mark, hour in ((1, 9), (2, 10), (3, 10)):
        person = PersonSettings(digest_hour=hour, extra=PersonExtra(mark))
        await bot.services.store.people.put(ADA, person)
        await bot.services.table.begin_digest(ADA, person)
    await wait(bot, 3 * DAY)
    assert len([letter for letter in to(bot, ADA) if letter.direct]) == 3


# Deadlines.


async def test_a_default_choice_when_time_is_out(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1)
    assert f"<t:{NOW + DAY}:R>" in bot.post.letters[-1].text
    await wait(bot, DAY - 600)
    assert (await bot.services.store.matches.read(match)).to_act == 0
    await wait(bot, 600)
    stored = await bot.services.store.matches.read(match)
    assert stored.to_act == 1 and stored.due_at == bot.post.now + DAY
    assert stored.seats[0].extra.missed == 1
    (board,) = [letter for letter in bot.post.letters if "The time of **P1** was out" in letter.text]
    assert board.called == (BO,)


async def test_the_computer_plays_the_turn_when_time_is_out(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1, on_timeout="computer")
    await wait(bot, DAY)
    stored = await bot.services.store.matches.read(match)
    assert stored.to_act == 1 and stored.seats[0].user_id == ADA
    assert sum("the computer played this turn" in letter.text for letter in bot.post.letters) == 1


async def test_the_seat_is_opened_when_time_is_out(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1, on_timeout="open")
    await wait(bot, 2 * DAY)
    stored = await bot.services.store.matches.read(match)
    assert stored.seats[0].open and stored.due_at is None and stored.to_act == 0
    assert sum("the seat is open" in letter.text for letter in bot.post.letters) == 1
    async with bot.services.store.matches.open(match) as opened:
        opened.replace(0, CEM, "P3", now=bot.post.now)
        opened.announce("turn", None, bot.post.now)
    await bot.send_all()
    stored = await bot.services.store.matches.read(match)
    assert len(to(bot, CEM)) == 1 and stored.due_at == bot.post.now + DAY


async def test_who_plays_again_is_not_counted_as_absent(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1)
    await wait(bot, DAY)
    await move(bot, match)
    await move(bot, match)
    assert not (await bot.services.store.matches.read(match)).seats[0].extra.missed


async def test_a_deadline_that_passed_while_the_bot_was_down_gets_a_grace(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1)
    bot.post.now += 2 * DAY
    await Scheduler(bot).tick()  # type: ignore[arg-type]
    await bot.send_all()
    stored = await bot.services.store.matches.read(match)
    assert stored.to_act == 0 and stored.due_at == bot.post.now + deadlines.GRACE
    assert sum("Longhouse was away" in letter.text for letter in bot.post.letters) == 1
    bot.post.now += 2 * DAY
    await Scheduler(bot).tick()  # type: ignore[arg-type]
    assert (await bot.services.store.matches.read(match)).to_act == 1, "a grace is given once"


async def test_a_grace_does_not_call_whoever_was_called_a_moment_ago(bot: SimulatedBot) -> None:
    """The post of the turn waited for the start too, and went out first."""
    match = await begin(bot, ADA, BO, deadline_days=1)
    stored = await bot.services.store.matches.read(match)
    await bot.services.table.take(match, ADA, stored.game.options(stored.state)[0])
    bot.post.now += 2 * DAY
    await bot.send_all()
    bot.post.now += 2
    await Scheduler(bot).tick()  # type: ignore[arg-type]
    await bot.send_all()
    (call,) = to(bot, BO)
    assert "Longhouse was away" not in call.text
    assert sum("Longhouse was away" in letter.text for letter in bot.post.letters) == 1


async def test_a_grace_is_no_reminder_for_who_wants_none(bot: SimulatedBot) -> None:
    await put(bot, ADA, remind_hours=None)
    await begin(bot, ADA, BO, deadline_days=1)
    bot.post.now += 2 * DAY
    await Scheduler(bot).tick()  # type: ignore[arg-type]
    await bot.send_all()
    assert len(to(bot, ADA)) == 1
    assert sum("Longhouse was away" in letter.text for letter in bot.post.letters) == 1


async def test_days_off_move_a_deadline_and_coming_back_moves_it_again(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=2)
    await wait(bot, DAY)
    away = PersonSettings(away_until=bot.post.now + 10 * DAY)
    await bot.services.store.people.put(ADA, away)
    await bot.services.table.days_off(ADA, PersonSettings(), away)
    await bot.send_all()
    stored = await bot.services.store.matches.read(match)
    assert stored.due_at == bot.post.now + 11 * DAY
    assert f"<t:{stored.due_at}:F>" in bot.post.letters[-1].text
    notifier = len(to(bot, ADA))
    await wait(bot, 5 * DAY)
    assert len(to(bot, ADA)) == notifier
    await bot.services.store.people.put(ADA, PersonSettings())
    await bot.services.table.days_off(ADA, away, PersonSettings())
    assert (await bot.services.store.matches.read(match)).due_at == bot.post.now + DAY


async def test_days_off_move_all_deadlines_that_can_be_moved(bot: SimulatedBot) -> None:
    broken, sound = await begin(bot, ADA, BO, deadline_days=2), await begin(bot, ADA, CEM, deadline_days=2)
    await bot.services.store._database.write(  # type: ignore[attr-defined]
        lambda connection: connection.execute(
            matches_table.update().where(matches_table.c.id == broken).values(game="a game of tomorrow")
        ).close()
    )
    away = PersonSettings(away_until=bot.post.now + 10 * DAY)
    await bot.services.store.people.put(ADA, away)
    await bot.services.table.days_off(ADA, PersonSettings(), away)
    assert (await bot.services.store.matches.read(sound)).due_at == NOW + 12 * DAY


async def test_a_turn_that_comes_on_days_off_is_due_after_them(bot: SimulatedBot) -> None:
    await put(bot, BO, away_until=NOW + 5 * DAY)
    match = await begin(bot, ADA, BO, deadline_days=1)
    await move(bot, match)
    assert (await bot.services.store.matches.read(match)).due_at == NOW + 6 * DAY
    assert f"<t:{NOW + 6 * DAY}:R>" in bot.post.letters[-1].text
    await wait(bot, 5 * DAY + 600)
    assert len(to(bot, BO)) == 1 and to(bot, BO)[0].at == NOW + 5 * DAY


async def test_a_deadline_goes_by_the_weekends_of_whoever_is_to_act(bot: SimulatedBot) -> None:
    await put(bot, ADA, zone="Pacific/Auckland")
    await begin(bot, ADA, BO, deadline_days=1, weekends_off=True)
    stored = await bot.services.store.matches.read(1)
    # 08:00 UTC on Friday is 21:00 there: three hours of the day, then Monday's other twenty-one
    assert stored.due_at == NOW + 3 * HOUR + 2 * DAY + 21 * HOUR


async def test_time_does_not_run_out_where_nobody_can_see_the_board(bot: SimulatedBot) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1)
    bot.post.gone.add(1000 + match)
    await move(bot, match)
    await wait(bot, 5 * DAY)
    stored = await bot.services.store.matches.read(match)
    assert stored.to_act == 1 and kept(stored).lost
    (told,) = [letter for letter in bot.post.letters if letter.direct == ADA]
    assert "/match here" in told.text


# The rounds.


async def test_a_match_that_cannot_be_looked_after_does_not_hold_up_the_others(
    bot: SimulatedBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await begin(bot, ADA, BO, deadline_days=1), await begin(bot, CEM, BO, deadline_days=1)
    real = deadlines.time_out

    def fail(match: OpenMatch, *rest: Any, **named: Any) -> None:
        if match.id == broken:
            raise RuntimeError("this match is broken")
        real(match, *rest, **named)

    monkeypatch.setattr(deadlines, "time_out", fail)
    await wait(bot, DAY)
    assert (await bot.services.store.matches.read(sound)).to_act == 1
    assert f"match={broken}" in caplog.text
    caplog.clear()
    await wait(bot, 1200)
    assert "could not look after" not in caplog.text, "it is left alone for a while"
    monkeypatch.undo()
    await wait(bot, HOUR)
    assert (await bot.services.store.matches.read(broken)).to_act == 1


async def test_a_database_that_is_locked_for_a_moment_costs_no_match_its_care(
    bot: SimulatedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(bot, ADA, BO, deadline_days=1)
    bot.post.now += DAY
    bot.scheduler._last = bot.post.now - 60

    async def locked(work: Any) -> None:
        raise DatabaseBusy("The database is locked.")

    with monkeypatch.context() as patched:
        patched.setattr(bot.services.store._database, "write", locked)
        with pytest.raises(DatabaseBusy):
            await bot.scheduler.tick()
    await bot.scheduler.tick()
    assert (await bot.services.store.matches.read(match)).to_act == 1


async def test_a_round_over_ten_thousand_matches_asks_only_its_index(bot: SimulatedBot) -> None:
    number = await begin(bot, ADA, BO)
    database: Any = bot.services.store._database

    def fill(connection: Any) -> None:
        row = dict(connection.execute(matches_table.select()).one()._mapping)
        rows = [
            {**row, "id": number + n, "remind_at": NOW + DAY + n, "due_at": NOW + DAY + n} for n in range(1, 10_000)
        ]
        connection.execute(matches_table.insert(), rows)

    await database.write(fill)
    plans: list[str] = []

    def explain(connection: Any) -> None:
        for column in ("due_at", "remind_at"):
            query = f"SELECT * FROM matches WHERE {column} IS NOT NULL AND {column} <= 1 ORDER BY {column}"
            plans.extend(row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}"))

    await database.read(explain)
    assert all("USING INDEX" in plan for plan in plans), plans
    assert await bot.services.store.matches.due(bot.post.now) == []
    await bot.scheduler.tick()


async def test_reminders_keep_their_distance_after_the_bot_was_down_into_quiet_hours(bot: SimulatedBot) -> None:
    await put(bot, ADA, zone="UTC", quiet_from=20, quiet_to=7, remind_hours=6)
    await begin(bot, ADA, BO)
    bot.post.now = NOW + 20 * HOUR  # four in the night; the first reminder was due at two in the afternoon
    await Scheduler(bot).tick()  # type: ignore[arg-type]
    await bot.wait(DAY)
    found = [letter.at for letter in to(bot, ADA) if "Reminder:" in letter.text]
    assert [at - NOW for at in found] == [23 * HOUR, 29 * HOUR, 35 * HOUR]
