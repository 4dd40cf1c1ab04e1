"""A month of fifty matches, with absences, quiet hours, changes of the clock, lost answers and restarts, in which every
notice is counted against what it should be by a second, slower way of telling the time."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rules import GAMES
from storage.extra import PersonExtra
from storage.open_match import OpenMatch
from storage.records import PersonSettings
from table import flow
from table.state import kept
from tests.simulated import Letter, Post, SimulatedBot, open_simulation

HOUR, DAY, GRID = 3600, 86_400, 3600
START = int(datetime(2027, 3, 7, tzinfo=UTC).timestamp())
END = START + 31 * DAY
"""In it the clocks change in America (14 March), Europe (28 March) and Australia (4 April)."""

SLACK = 2 * GRID
"""How late a notice may be: the clock of the simulation jumps by an hour, and a lost answer is tried again."""

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "UTC", "Australia/Lord_Howe")
DOWN = ((START + 9 * DAY, START + 9 * DAY + 2 * HOUR), (START + 20 * DAY, START + 21 * DAY + 5 * HOUR))
"""When the bot is switched off."""


def people() -> dict[int, PersonSettings]:
    """Twenty-four people of all habits, the same each time."""
    chance = random.Random(3)
    made = {}
    for number in range(1, 25):
        quiet = chance.choice([(None, None), (22, 7), (23, 8), (1, 6), (20, 9), (2, 3)])
        made[number] = PersonSettings(
            zone=ZONES[number % len(ZONES)],
            quiet_from=quiet[0],
            quiet_to=quiet[1],
            remind_hours=chance.choice([None, 6, 12, 24, 24, 48]),
            notices="direct" if number % 3 == 0 else "thread",
            heads_up=number % 2 == 0,
            digest_hour=chance.choice([None, None, 2, 8, 18]) if number not in AWAY else None,
            extra=PersonExtra(1),
        )
    return made


AWAY = {4: (START + 5 * DAY + 3 * HOUR, 9), 9: (START + 12 * DAY, 14), 15: (START + 3 * DAY, 3)}
"""Days off: when somebody says so, and how many."""

ABSENT = {7: (START + 6 * DAY, START + 17 * DAY), 10: (START + 2 * DAY, START + 30 * DAY), 18: (START, START + 9 * DAY)}
"""When somebody does not answer, without a word."""


class Question:
    """What a match asked a person, and what it is told until it is answered."""

    def __init__(self, match: int, user: int, at: int, due_at: int | None, muted: bool, after: int | None) -> None:
        self.match, self.user, self.at, self.due_at, self.muted = match, user, at, due_at, muted
        self.after = after  # who is next and wants a heads-up
        self.end = END + 99 * DAY

    @property
    def moved(self) -> bool:
        """Whether its deadline was moved by days off or by a grace: that is tested by itself."""
        away = self.user in AWAY_SAID
        return away or (self.due_at is not None and any(first <= self.due_at < last + DAY for first, last in DOWN))

    @property
    def where(self) -> str:
        """For the report of a failure; times since the beginning."""
        return f"match {self.match}, person {self.user}, asked {self.at - START}, answered {self.end - START}"


class World:
    """The simulation: people who answer when they like, and a bot that is stopped and started."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.patch, self.ask, self.settle = patch, flow.ask, flow.settle
        self.folder, self.chance = folder, random.Random(11)
        self.post = Post(seed=5, losing=0.03)
        self.post.closed = {6, 21}
        self.people = people()
        self.bot: SimulatedBot
        self.questions: list[Question] = []
        self.open: dict[int, Question] = {}
        self.answers: dict[int, int] = {}  # match -> when its question is answered
        self.moves = 0

    # The bot.

    async def start(self) -> None:
        self.bot = await open_simulation(self.folder, self.post)

        def asked(match: OpenMatch, now: int, due_at: int | None = None) -> None:
            self.ask(match, now, due_at)
            self.note(match)

        def settled(match: OpenMatch, before: Any, now: int, *events: Any, **given: Any) -> None:
            self.settle(match, before, now, *events, **given)
            if match.status != "running":
                self.close(match.id)

        self.patch.setattr(flow, "ask", asked)
        self.patch.setattr(flow, "settle", settled)

    async def stop(self) -> None:
        await self.bot.services.store.close()

    def note(self, match: OpenMatch) -> None:
        """A question was put (or its deadline was set anew for the person's own days off)."""
        seat = match.waits_for
        assert seat is not None and seat.user_id is not None
        known = self.open.get(match.id)
        if known is not None and known.user == seat.user_id and known.at == kept(match).asked.at:
            known.due_at = match.due_at
            return
        self.close(match.id)
        if known is not None and known.user == seat.user_id:
            known.end -= 1  # what comes at this moment belongs to the new question
        order = getattr(match.state, "order", range(len(match.seats)))  # Iwari's is drawn by lot
        following = match.seats[order[(order.index(seat.index) + 1) % len(order)]]
        after = following.user_id if len(match.seats) > 2 and not following.muted else None
        wanted = after if after is not None and self.people[after].heads_up else None
        question = Question(match.id, seat.user_id, self.post.now, match.due_at, seat.muted, wanted)
        self.questions.append(question)
        self.open[match.id] = question
        self.answers[match.id] = self.when_answered(seat.user_id)

    def close(self, match: int) -> None:
        if (question := self.open.pop(match, None)) is not None:
            question.end = self.post.now
        self.answers.pop(match, None)

    def when_answered(self, user: int) -> int:
        """Many answer within a day, others take their time, and some are not there."""
        chance = self.chance
        hours = chance.uniform(0.5, 40) if chance.random() < 0.5 else chance.uniform(40, 160)
        at = self.post.now + int(hours * HOUR)
        for first, last in [ABSENT.get(user, (0, 0)), *((s, s + d * DAY) for u, (s, d) in AWAY.items() if u == user)]:
            if first <= at < last:
                at = last + int(hours * HOUR / 4)
        return at

    async def set_up(self) -> None:
        self.post.now = START
        await self.start()
        await self.bot.scheduler.tick()
        store = self.bot.services.store
        for number, person in self.people.items():
            await store.people.put(number, person)
            if person.digest_hour is not None:
                await self.bot.services.table.begin_digest(number, person)
        for number in range(50):
            key = ("iye", "iye", "iwari", "tiwanaku", "iye")[number % 5]
            seats = 2 if key == "iye" else 3 if number % 2 else 4
            sitting = self.chance.sample(sorted(self.people), seats)
            days = (None, None, 1, 3, 7)[(number // 5) % 5]
            extra = {"deadline_days": days, "on_timeout": ("default", "computer")[number % 2]}
            extra["weekends_off"] = number % 3 == 0
            muted = 1 if number % 7 == 0 else None
            await self.bot.begin(key, sitting, GAMES[key].Settings(), muted, **extra)

    # Time.

    async def run(self) -> None:
        await self.set_up()
        down = list(DOWN)
        away = sorted((at, user, days) for user, (at, days) in AWAY.items())
        while self.post.now < END:
            if down and down[0][0] <= self.post.now:
                await self.stop()
                self.post.now = down.pop(0)[1]
                await self.start()
                await self.bot.scheduler.tick()
            await self.bot.round()
            await self.answer()
            await self.bot.send_all()
            if away and away[0][0] <= self.post.now:
                await self.leave(*away.pop(0)[1:])
            await self.pass_time(min([END, *(d[0] for d in down), *(a[0] for a in away)]))

    async def answer(self) -> None:
        for match_id in [match for match, at in self.answers.items() if at <= self.post.now]:
            question = self.open[match_id]
            options = (await self.bot.services.table.look(match_id, question.user)).options
            while self.open.get(match_id) is question:
                outcome = await self.bot.services.table.take(match_id, question.user, self.chance.choice(options))
                options = outcome.perspective.options
                self.moves += 1

    async def leave(self, user: int, days: int) -> None:
        """Somebody takes days off."""
        before = self.people[user]
        after = PersonSettings(
            **{name: getattr(before, name) for name in before.__struct_fields__}
            | {"away_until": self.post.now + days * DAY}
        )
        self.people[user] = after
        AWAY_SAID[user] = (self.post.now + 1, self.post.now + days * DAY)
        await self.bot.services.store.people.put(user, after)
        await self.bot.services.table.days_off(user, before, after)
        for question in self.open.values():
            if question.user == user:
                question.due_at = (await self.bot.services.store.matches.read(question.match)).due_at

    async def pass_time(self, most: int) -> None:
        """To the next moment of the grid at which something can happen."""
        soon = min([most, await self.bot.next_event(), *self.answers.values()])
        now = self.post.now
        self.post.now = max(on_grid(soon), on_grid(now + 1))


def on_grid(at: int) -> int:
    """The first moment from `at` on at which the simulation looks: a time in between may be over by then."""
    return START + -(-(at - START) // GRID) * GRID


AWAY_SAID: dict[int, tuple[int, int]] = {}


def may_be_told(person: PersonSettings, user: int, at: int) -> bool:
    """By the wall clock where the person lives, and while the bot runs."""
    if any(first <= at < last for first, last in DOWN):
        return False
    first, last = AWAY_SAID.get(user, (0, 0))
    if first <= at < last:
        return False
    return not in_quiet_hours(person, at)


def in_quiet_hours(person: PersonSettings, at: int) -> bool:
    if person.quiet_from is None or person.quiet_to is None:
        return False
    hours = set()
    hour = person.quiet_from
    while hour != person.quiet_to:
        hours.add(hour)
        hour = (hour + 1) % 24
    return (datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(person.zone))).hour in hours


def first_chance(person: PersonSettings, user: int, at: int) -> int:
    """The first minute from `at` on at which the person may be told."""
    while not may_be_told(person, user, at):
        at = (at // 60 + 1) * 60
    return at


class Count:
    """The letters, sorted by what they are and whom they reach."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.kinds: Counter[str] = Counter()
        self.by_question: dict[tuple[str, int, int], list[int]] = {}
        self.digests: dict[int, list[int]] = {}
        self.stalls: dict[int, list[int]] = {}
        for letter in world.post.letters:
            self.sort(letter)

    def sort(self, letter: Letter) -> None:
        text = letter.text
        signs = {
            "Reminder:": "remind",
            "Longhouse was away": "grace",  # which reminds, too
            "eads-up:": "headsup",
            "### Waiting for You": "digest",
            "stands still": "still",
        }
        kind = next((kind for sign, kind in signs.items() if sign in text), "call")
        readers = [letter.direct] if letter.direct is not None else list(letter.called)
        self.kinds[kind] += bool(readers) or kind == "still"
        if kind == "still":
            self.stalls.setdefault(letter.channel - 1000, []).append(letter.at)
            return
        for reader in readers:
            if kind == "digest":
                self.digests.setdefault(reader, []).append(letter.at)
            else:
                match = (
                    letter.channel - 1000
                    if letter.direct is None
                    else int(text.split("#")[text.count("-#") + 1].split("*")[0])
                )
                self.by_question.setdefault((kind, match, reader), []).append(letter.at)

    def during(self, kind: str, match: int, user: int, first: int, last: int) -> list[int]:
        """When such notices reached the person between two moments."""
        return [at for at in self.by_question.get((kind, match, user), []) if first <= at <= last]


def check_calls(world: World, count: Count) -> None:
    for question in world.questions:
        person = world.people[question.user]
        notifier = count.during("call", question.match, question.user, question.at, min(question.end, END))
        first = first_chance(person, question.user, question.at)
        where = question.where
        if question.muted or first > min(question.end, END):
            assert not notifier, f"called without need: {where}: {notifier}"
        elif first + SLACK < min(question.end, END):
            assert len(notifier) == 1, f"{len(notifier)} calls: {where}"
            assert notifier[0] <= first + SLACK, f"called late: {where}"
        else:
            assert len(notifier) <= 1, f"called twice: {where}"


def check_reminders(world: World, count: Count) -> None:
    for question in world.questions:
        person, user, end = world.people[question.user], question.user, min(question.end, END)
        found = count.during("remind", question.match, user, question.at, end)
        where = f"reminders {[at - START for at in found]}, {question.where}"
        assert len(found) <= 3 + (question.due_at is not None), where
        if question.muted or person.remind_hours is None:
            assert not found, where
        elif not question.moved:
            check_times(question, person, found, end, called(question, count))
        if user not in AWAY_SAID:
            check_still(question, person, found, end, count)


def called(question: Question, count: Count) -> int:
    """When the person heard of the question, from which reminders count; if never, when it was put."""
    notifier = count.during("call", question.match, question.user, question.at, min(question.end, END))
    return notifier[0] if notifier else question.at


def check_times(question: Question, person: PersonSettings, found: list[int], end: int, last: int) -> None:
    """Each reminder came in its time after the call (`last`) and the one before, and none more."""
    expected: list[int] = []
    while len(expected) < 3 and (at := next_reminder(question, person, last, not expected)) is not None:
        expected.append(first_chance(person, question.user, on_grid(at)))
        last = found[len(expected) - 1] if len(found) >= len(expected) else expected[-1]
    must = [at for at in expected if at + SLACK < end]
    may = [at for at in expected if at <= end]
    where = f"reminders {[at - START for at in found]} and not {[at - START for at in expected]}, {question.where}"
    assert len(must) <= len(found) <= len(may), where
    assert all(wanted <= at <= wanted + SLACK for wanted, at in zip(expected, found, strict=False)), where


def next_reminder(question: Question, person: PersonSettings, last: int, first: bool) -> int | None:
    """As long after the last as the person wants; before a deadline that leaves no room for that, once."""
    assert person.remind_hours is not None
    at = last + person.remind_hours * HOUR
    if question.due_at is None or at < question.due_at:
        return at
    return question.due_at - (question.due_at - last) // 4 if first else None


def check_still(question: Question, person: PersonSettings, reminded: list[int], end: int, count: Count) -> None:
    told = [at for at in count.stalls.get(question.match, []) if question.at < at <= end]
    assert len(told) <= 1, "the table is told once"
    silent = question.muted or person.remind_hours is None
    if question.due_at is not None or (len(reminded) < 3 and not silent):
        assert not told
        return
    at = called(question, count) + 4 * DAY if silent else reminded[-1] + (person.remind_hours or 0) * HOUR
    at = next((last for first, last in DOWN if first <= at < last), at)
    if at + SLACK < end:
        assert len(told) == 1 and at <= told[0] <= at + SLACK, question.where
    else:
        assert not told or told[0] >= at, question.where


def check_quiet(world: World) -> None:
    for letter in world.post.letters:
        readers = [letter.direct] if letter.direct is not None else letter.called
        for reader in readers:
            assert may_be_told(world.people[reader], reader, letter.at), f"{letter} in quiet hours"


def check_digests(world: World, count: Count) -> None:
    for user, person in world.people.items():
        found = count.digests.get(user, [])
        if person.digest_hour is None or user in world.post.closed:
            assert not found
            continue
        day = datetime.fromtimestamp(START, ZoneInfo(person.zone)) - timedelta(days=1)
        left, at_last = list(found), 0
        for _ in range(33):
            day += timedelta(days=1)
            at = int(day.replace(hour=person.digest_hour, minute=0, second=0).timestamp())
            before, at = at_last, first_chance(person, user, at)
            at_last = at
            if at == before or not START < at < END - SLACK:
                continue  # two lists that were held back come as one
            mine = [q for q in world.questions if q.user == user and not q.muted]
            surely = any(q.at < at and q.end > at + SLACK for q in mine)
            perhaps = any(q.at <= at + SLACK and q.end >= at for q in mine)
            came = [sent for sent in left if at <= sent <= at + SLACK][:1]
            for sent in came:
                left.remove(sent)
            assert surely <= len(came) <= perhaps, f"person {user}, day {day}: {len(came)} lists"
        assert not [at for at in left if at < END - SLACK], f"lists for person {user} that nobody asked for"


def check_heads_up(world: World, count: Count) -> None:
    for question in world.questions:
        if question.after is None:
            continue
        person, end = world.people[question.after], min(question.end, END)
        found = count.during("headsup", question.match, question.after, question.at, end)
        at = first_chance(person, question.after, first_chance(PersonSettings(), 0, question.at))
        assert len(found) <= 1
        if at + SLACK < end:
            assert len(found) == 1 and found[0] <= at + SLACK, f"match {question.match} at {question.at - START}"


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_month_of_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path, monkeypatch)
    await world.run()
    await world.stop()
    count = Count(world)
    print(world.moves, len(world.questions), count.kinds)
    check_quiet(world)
    check_calls(world, count)
    check_reminders(world, count)
    check_digests(world, count)
    check_heads_up(world, count)
    assert len(world.questions) > 400
    assert all(count.kinds[kind] > 10 for kind in ("call", "remind", "headsup", "digest")), count.kinds
    assert count.kinds["still"], count.kinds
