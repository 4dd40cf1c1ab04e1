"""Undo and redo within a turn, takebacks after it, and the rematch."""

from __future__ import annotations

from typing import Any

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from storage.stored_match import StoredMatch
from table import flow
from table.state import kept
from tests.table.conftest import Scene, newest_post


async def match_in(scene: Scene, thread: Channel) -> StoredMatch:
    found = await scene.store.matches.in_thread(int(thread.id))
    assert found is not None
    return await scene.store.matches.read(found.id)


def shown(answer: Any) -> Message:
    assert isinstance(answer, Message)
    return answer


def with_button(thread: Channel, label: str) -> Message:
    return [message for message in thread.messages if label in message.labels][-1]


async def begun(scene: Scene, key: str) -> tuple[Channel, Person, Person, StoredMatch]:
    """A match of two; whoever is to act comes first."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line=f"{key} new")
    match = await match_in(scene, thread)
    assert match.waits_for is not None
    first, second = (ada, bo) if match.waits_for.user_id == int(ada.id) else (bo, ada)
    return thread, first, second, match


async def half_turn(scene: Scene, match_id: int, person: Person) -> StoredMatch:
    """One choice that leaves the turn open and reveals nothing: the first such, tried on copies."""
    match = await scene.store.matches.read(match_id)
    for option in match.game.options(match.state):
        after = match.game.copy(match.state)
        events = match.game.apply(after, option)
        decision = match.game.decision(after)
        if decision is None or after.turn != match.state.turn or any(event.reveals for event in events):
            continue
        if len(match.game.options(after)) > 1:
            await scene.bot.services.table.take(match_id, int(person.id), option)
            return await scene.store.matches.read(match_id)
    raise AssertionError("no choice of this position leaves the turn open")


async def test_undo_from_the_panel_after_a_restart_and_redo(quick: Scene) -> None:
    thread, ada, _, before = await begun(quick, "iwari")
    opened = shown(await ada.press(newest_post(thread), "Play"))
    assert "Undo" not in opened.labels
    after = await half_turn(quick, before.id, ada)
    panel = shown(await ada.press(newest_post(thread), "Play"))
    assert "Undo" in panel.labels
    await quick.stop()
    await quick.start()
    panel = shown(await ada.press(panel, "Undo"))
    assert panel.ephemeral and "Undo" not in panel.labels and "Redo" in panel.labels
    undone = await match_in(quick, thread)
    assert undone.game.to_json(undone.state) == before.game.to_json(before.state)
    panel = shown(await ada.press(panel, "Redo"))
    redone = await match_in(quick, thread)
    assert redone.game.to_json(redone.state) == after.game.to_json(after.state)
    undone_again = shown(await ada.command(thread, "match undo"))
    assert "Redo" in undone_again.labels
    await quick.finish_turn(before.id, int(ada.id))
    refused = shown(await ada.command(thread, "match redo"))
    assert "nothing to do again" in refused.text


async def test_nobody_undoes_what_was_revealed_or_is_not_his(quick: Scene) -> None:
    thread, ada, bo, before = await begun(quick, "iwari")
    await half_turn(quick, before.id, ada)
    assert "Somebody else" in shown(await bo.command(thread, "match undo")).text
    await quick.finish_turn(before.id, int(ada.id))
    answer = shown(await ada.command(thread, "match undo"))
    assert "nothing to undo" in answer.text or "revealed" in answer.text
    assert (await match_in(quick, thread)).to_act != before.to_act


async def test_a_takeback_in_ones_own_turn_needs_nobody(quick: Scene) -> None:
    thread, ada, _, before = await begun(quick, "iwari")
    await half_turn(quick, before.id, ada)
    answer = shown(await ada.command(thread, "match takeback"))
    assert "nobody had to be asked" in answer.text
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.game.to_json(match.state) == before.game.to_json(before.state)
    assert not any("Agree" in message.labels for message in thread.messages)


async def test_a_takeback_by_consent_keeps_whose_turn_it_would_have_been(quick: Scene) -> None:
    thread, ada, bo, before = await begun(quick, "iye")
    first = newest_post(thread)
    await quick.finish_turn(before.id, int(ada.id))
    await quick.quiet()
    await quick.finish_turn(before.id, int(bo.id))
    await quick.quiet()
    boards = [message for message in thread.messages if message.images and message != first]
    shown(await ada.command(thread, "match takeback"))
    await quick.quiet()
    notice = with_button(thread, "Agree")
    assert notice.mentions == [bo]
    assert "The others must answer" in shown(await ada.press(notice, "Agree")).text
    assert "You agreed" in shown(await bo.press(notice, "Agree")).text
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.step_count == 0
    assert match.to_act == before.to_act
    assert match.game.to_json(match.state) == before.game.to_json(before.state)
    assert newest_post(thread).mentions == [ada]
    assert all("taken back" in message.text for message in boards), "old posts say that they were taken back"
    assert "taken back" not in first.text
    assert "earlier position" in shown(await bo.press(notice, "lh:agree:1:1", anyway=True)).text


async def test_a_declined_takeback_changes_nothing(quick: Scene) -> None:
    thread, ada, bo, before = await begun(quick, "iye")
    await quick.finish_turn(before.id, int(ada.id))
    await quick.quiet()
    await ada.command(thread, "match takeback")
    await quick.quiet()
    shown(await bo.press(with_button(thread, "Agree"), "Decline"))
    await quick.quiet()
    match = await match_in(quick, thread)
    assert match.step_count == 1 and not kept(match).proposal
    assert "rather play on" in thread.last.text


@pytest.mark.parametrize("key", ["iwari", "tiwanaku"])
async def test_a_takeback_behind_a_reveal_is_refused_with_the_reason(quick: Scene, key: str) -> None:
    thread, ada, bo, before = await begun(quick, key)
    people = {int(ada.id): ada, int(bo.id): bo}
    for _ in range(12):
        match = await match_in(quick, thread)
        assert match.waits_for is not None and match.waits_for.user_id is not None
        person = people[match.waits_for.user_id]
        await quick.finish_turn(before.id, int(person.id))
        rows = [row for row in await (await match_in(quick, thread)).steps() if row.number > match.step_count]
        if any(row.reveals for row in rows):
            break
    await quick.quiet()
    stood = (await match_in(quick, thread)).step_count
    answer = shown(await person.command(thread, "match takeback"))
    assert "revealed" in answer.text
    assert not any("Agree" in message.labels for message in thread.messages)
    assert (await match_in(quick, thread)).step_count == stood


async def test_a_choice_that_a_post_has_shown_is_untold_when_it_is_undone(quick: Scene) -> None:
    """A seat that is left to somebody in mid-turn makes a post; undoing what it shows makes another."""
    thread, ada, _, before = await begun(quick, "iwari")
    cem = quick.person("Cem")
    await half_turn(quick, before.id, ada)
    await ada.command(thread, "match leave", to=cem)
    await quick.quiet()
    await cem.press(with_button(thread, "Take Over"), "Take Over")
    await quick.quiet()
    told = newest_post(thread)
    assert "takes over" in told.text
    await cem.command(thread, "match undo")
    await quick.quiet()
    assert "taken back" in told.text
    again = newest_post(thread)
    assert again != told and "Play" in again.labels
    match = await match_in(quick, thread)
    assert kept(match).told == match.step_count == before.step_count


# Rematch.


async def over(scene: Scene, *names: str, key: str = "iye") -> tuple[Channel, StoredMatch, list[Person]]:
    people = [scene.person(name) for name in names]
    options: dict[str, Any] = {"players": len(names)} if key == "iwari" else {}
    thread = await scene.begin(*people, line=f"{key} new", **options)
    match = await match_in(scene, thread)
    async with scene.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 3
        kept(opened).on_timeout = "computer"
        before = (opened.turn, opened.to_act)
        opened.resign(0, scene.now)
        flow.settle(opened, before, scene.now)
    await scene.quiet()
    return thread, match, people


async def test_a_rematch_turns_the_seats_by_one_whoever_asks_first(quick: Scene) -> None:
    thread, old, (ada, bo, cem) = await over(quick, "Ada", "Bo", "Cem", key="iwari")
    answer = shown(await cem.press(newest_post(thread), "Rematch"))
    assert "is open" in answer.text
    lobby = quick.games.last
    assert set(lobby.mentions) == {ada, bo}
    await ada.press(lobby, "Join")
    await bo.press(lobby, "Join")
    await cem.press(lobby, "Start")
    await quick.quiet()
    (new,) = [match for match in await quick.store.matches.of_user(int(ada.id)) if match.id != old.id]
    assert [seat.name for seat in new.seats] == ["Bo", "Cem", "Ada"]
    assert new.status == "running"
    stored = await quick.store.matches.read(new.id)
    assert stored.settings_json == old.settings_json
    assert kept(stored).deadline_days == 3 and kept(stored).on_timeout == "computer"
    assert stored.due_at is not None


async def test_a_rematch_is_opened_once(quick: Scene) -> None:
    thread, old, (ada, bo) = await over(quick, "Ada", "Bo")
    await ada.press(newest_post(thread), "Rematch")
    again = shown(await bo.press(newest_post(thread), "Rematch"))
    assert "opened already" in again.text and "discord.com/channels" in again.text
    assert len(await quick.store.matches.of_user(int(ada.id))) == 1
    await ada.press(await ada.press(quick.games.last, "Cancel"), "Close Table")
    assert "is open" in shown(await bo.press(newest_post(thread), "Rematch")).text
    assert "do not play" in shown(await quick.person("Cem").press(newest_post(thread), "Rematch")).text
    (new,) = await quick.store.matches.of_user(int(bo.id))
    assert new.host_id == int(bo.id) and new.id != old.id


async def test_a_rematch_against_the_computer_begins_at_once(quick: Scene) -> None:
    ada = quick.person("Ada")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    asked = await ada.command(place, "match resign")
    await ada.press(asked, "Resign")
    await quick.quiet()
    old = await quick.store.matches.read(1)
    answer = shown(await ada.press(newest_post(place), "Rematch"))
    assert "begins" in answer.text
    await quick.quiet()
    new = await quick.store.matches.read(2)
    assert new.status == "running"
    assert [seat.computer for seat in new.seats] == [seat.computer for seat in (*old.seats[1:], *old.seats[:1])]
    assert newest_post(place).mentions == [ada]
