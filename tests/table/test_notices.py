"""Each command about notices on the playground: what a person sets, and what they are then told."""

from __future__ import annotations

import pytest

from playground.people import Channel, Person
from playground.visible import Message, Modal
from storage.stored_match import StoredMatch
from table import flow
from table.hours import DAY
from table.state import kept
from tests.table.conftest import Scene, newest_post

HOUR = 3600
# The scene begins on Friday, 15 January 2027, at 08:00 UTC.


async def ask(person: Person, place: Channel, line: str, **options: object) -> str:
    """Run a command and read its private answer."""
    answer = await person.command(place, line, **options)
    assert isinstance(answer, Message) and answer.ephemeral
    return answer.text


async def match_in(scene: Scene, thread: Channel) -> StoredMatch:
    found = await scene.store.matches.in_thread(int(thread.id))
    assert found is not None
    return await scene.store.matches.read(found.id)


async def take_turns(scene: Scene, thread: Channel, *people: Person) -> None:
    """These people take a turn each, in this order."""
    match = await match_in(scene, thread)
    for person in people:
        await scene.finish_turn(match.id, int(person.id))
        await scene.quiet()


async def later(scene: Scene, seconds: int) -> None:
    """Time passes, and the scheduler makes a round."""
    scene.now += seconds
    scene.bot.scheduler._last = scene.now - 60  # it was not down meanwhile
    await scene.bot.scheduler.tick()
    await scene.quiet()


async def test_settings_are_shown_and_changed(quick: Scene) -> None:
    ada, games = quick.person("Ada"), quick.games
    text = await ask(ada, games, "me show")
    assert "Pictures: light" in text and "Reminders: every day" in text and "Quiet hours: none" in text
    assert "Pictures: dark" in await ask(ada, games, "me theme", colours="dark")
    assert "Confirm what cannot be undone: no" in await ask(ada, games, "me confirm", first=False)
    assert "Reminders: never" in await ask(ada, games, "me reminders", every=0)
    assert "Reminders: every 6 hours" in await ask(ada, games, "me reminders", every=6)
    assert "Time zone: Europe/Istanbul" in await ask(ada, games, "me zone", zone="europe/istanbul")
    assert "player before you has the turn: yes" in await ask(ada, games, "me headsup", wanted=True)
    assert "Quiet hours: 22:00 to 7:00" in await ask(ada, games, "me quiet", **{"from": 22, "to": 7})
    assert "Quiet hours: none" in await ask(ada, games, "me quiet")
    person = await quick.store.people.get(int(ada.id))
    assert (person.theme, person.remind_hours, person.zone, person.heads_up) == ("dark", 6, "Europe/Istanbul", True)
    assert "Pictures: light" in await ask(quick.person("Bo"), games, "me show"), "nobody else's"


@pytest.mark.parametrize(
    ("line", "options", "sentence"),
    [
        ("me zone", {"zone": "Mars/Olympus"}, "is no time zone"),
        ("me quiet", {"from": 22}, "both their beginning and their end"),
        ("me quiet", {"from": 5, "to": 5}, "cannot last the whole day"),
        ("match mute", {"match": "nonsense"}, "is no match"),
        ("match mute", {}, "You have no match"),
    ],
)
async def test_what_cannot_be_set_is_answered_in_a_sentence(
    quick: Scene, line: str, options: dict[str, object], sentence: str
) -> None:
    assert sentence in await ask(quick.person("Ada"), quick.games, line, **options)


async def test_zones_are_suggested_by_city(quick: Scene) -> None:
    ada = quick.person("Ada")
    found = await ada.autocomplete(quick.games, "me zone", focused="zone", value="new y")
    assert found[0]["value"] == "America/New_York"
    found = await ada.autocomplete(quick.games, "me quiet", focused="zone", value="istan")
    assert "Europe/Istanbul" in [choice["value"] for choice in found]
    assert len(await ada.autocomplete(quick.games, "me digest", focused="zone", value="")) == 25


async def test_quiet_hours_hold_the_call_back(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    await ask(bo, quick.games, "me quiet", **{"from": 7, "to": 10, "zone": "Europe/London"})
    thread = await quick.begin(ada, bo, first="host")
    before = len(bo.notices)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    board = newest_post(thread)
    assert not board.notified and "**Bo**" in board.text
    await later(quick, 2 * HOUR)
    assert len(bo.notices) == before + 1
    assert "İye #1" in bo.notices[-1].text and bo.mention in bo.notices[-1].text
    await later(quick, HOUR)
    assert len(bo.notices) == before + 1


async def test_a_restart_keeps_a_call_that_is_held_back(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    await ask(bo, quick.games, "me quiet", **{"from": 7, "to": 10})
    thread = await quick.begin(ada, bo, first="host")
    before = len(bo.notices)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    await quick.stop()
    quick.now += 2 * HOUR
    await quick.start()
    await quick.quiet()
    assert len(bo.notices) == before + 1


async def test_notices_in_direct_messages(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    assert "in direct messages" in await ask(bo, quick.games, "me notices", where="direct")
    place = await bo.dm()
    assert "told here" in place.last.text
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert not newest_post(thread).notified
    assert "**İye #1**: it is your turn" in place.last.text and newest_post(thread).id in place.last.text
    bo.close_dms()
    await take_turns(quick, thread, bo, ada)
    assert thread.last.notified == [bo] and "İye #1" in thread.last.text


async def test_direct_notices_are_refused_to_whoever_takes_none(quick: Scene) -> None:
    bo = quick.person("Bo")
    bo.close_dms()
    assert "cannot send you direct messages" in await ask(bo, quick.games, "me notices", where="direct")
    assert "cannot send you direct messages" in await ask(bo, quick.games, "me digest", hour=9)
    assert "in the thread" in await ask(bo, quick.games, "me show")


async def test_a_muted_match(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    assert "is muted for you" in await ask(bo, thread, "match mute", muted=True)
    before = len(bo.notices)
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    await later(quick, DAY)
    await later(quick, DAY)
    assert len(bo.notices) == before
    assert "told again" in await ask(bo, thread, "match mute", muted=False)
    await take_turns(quick, thread, bo, ada)
    assert len(bo.notices) == before + 1
    assert "You do not play" in await ask(quick.person("Cem"), thread, "match mute", muted=True)


async def test_a_reminder_in_small_print(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ask(ada, thread, "me reminders", every=12)
    await later(quick, 12 * HOUR)
    await later(quick, 60)
    reminder = thread.last
    assert reminder.text.startswith("-# Reminder") and reminder.notified == [ada]
    assert sum("Reminder" in message.text for message in thread.messages) == 1


async def test_the_daily_list(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    assert "Daily list: at 9:00" in await ask(ada, thread, "me digest", hour=9, zone="UTC")
    place = await ada.dm()
    await later(quick, HOUR)
    assert "### Waiting for You: 1 Match" in place.last.text and f"{thread.id}/" in place.last.text
    count = len(place.messages)
    await later(quick, DAY)
    assert len(place.messages) == count + 1
    assert "Daily list: none" in await ask(ada, thread, "me digest")
    await later(quick, DAY)
    assert len(place.messages) == count + 1


async def test_the_table_agrees_on_time_in_its_form(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", opponent=bo, first="host")
    assert isinstance(lobby, Message)
    form = await ada.press(lobby, "Options")
    assert isinstance(form, Modal)
    await ada.fill(form, **{"Time for each turn": "=1w", "When the time is out": "=computer"})
    lobby = quick.games.last
    assert "Time for each turn: 1 day, weekends not counted" in lobby.text
    assert "the computer plays the turn" in lobby.text
    await bo.press(lobby, "Join")
    await ada.press(quick.games.last, "Start")
    await quick.quiet()
    thread = quick.games.threads[-1]
    # from Friday 08:00, without the weekend
    assert f"<t:{quick.now + 3 * DAY}:R>" in newest_post(thread).text
    await later(quick, 3 * DAY)
    assert "The time of **Ada** was out, so the computer played this turn." in newest_post(thread).text
    assert newest_post(thread).notified == [bo]


async def test_a_restart_after_the_deadline_gives_a_grace(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    match = await match_in(quick, thread)
    async with quick.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        flow.ask(opened, quick.now)
    await quick.stop()
    quick.now += 2 * DAY
    await quick.start()
    await quick.bot.scheduler.tick()
    await quick.quiet()
    assert sum("Longhouse was away" in message.text for message in thread.messages) == 1
    assert (await match_in(quick, thread)).to_act == 0
    await later(quick, DAY)
    assert "a default choice was made" in newest_post(thread).text


async def test_days_off_move_the_deadline(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    match = await match_in(quick, thread)
    async with quick.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        flow.ask(opened, quick.now)
    assert "Days off: until" in await ask(ada, thread, "me vacation", days=7)
    await quick.quiet()
    assert f"<t:{quick.now + 8 * DAY}:F>" in thread.last.text and not thread.last.notified
    assert "Days off" not in await ask(ada, thread, "me vacation", days=0)
    assert (await match_in(quick, thread)).due_at == quick.now + DAY


async def test_a_deleted_thread_stops_nothing(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lost = await quick.begin(ada, bo, first="host")
    other = await quick.begin(bo, ada, first="host")
    await ada.thread(lost, "delete")
    await later(quick, DAY)
    await later(quick, DAY)
    assert sum("Reminder" in message.text for message in other.messages) == 2
    place = await ada.dm()
    assert sum("/match here" in message.text for message in place.messages) == 1, "the host is told once"
