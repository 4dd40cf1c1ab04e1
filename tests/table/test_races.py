"""Two people, or two hands of one, at the same moment; the same press twice; a press on an old post."""

from __future__ import annotations

import asyncio

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from storage.stored_match import StoredMatch
from tests.table.conftest import Scene, newest_post


async def match_in(scene: Scene, thread: Channel) -> StoredMatch:
    found = await scene.store.matches.in_thread(int(thread.id))
    assert found is not None
    return await scene.store.matches.read(found.id)


async def panel_of(person: Person, thread: Channel) -> Message:
    panel = await person.press(newest_post(thread), "Play")
    assert isinstance(panel, Message) and panel.ephemeral
    return panel


def second_line(answer: object) -> str:
    assert isinstance(answer, Message)
    return answer.text.split("\n")[1]


async def test_both_move_at_the_same_moment(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    answers = await asyncio.gather(
        ada.command(thread, "iye move", to="c4"),
        bo.command(thread, "iye move", to="c4"),
        ada.command(thread, "iye move", to="a3"),
        quick.person("Cem").command(thread, "iye move", to="c2"),
    )
    assert all(isinstance(answer, Message) and answer.ephemeral and answer.text for answer in answers)
    await quick.quiet()
    match = await match_in(quick, thread)
    steps = await match.steps()
    # Whoever of the two hands of Ada came first has moved; Bo may have moved after that, nobody twice.
    assert [step.seat for step in steps] in ([0], [0, 1])
    assert steps[0].option in ("c4", "a3")
    boards = [message for message in thread.messages if message.images]
    assert len({name for message in boards for name in message.files}) == len(boards)
    assert newest_post(thread).mentions == [(ada, bo)[match.to_act or 0]]


async def test_one_person_on_two_devices(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    phone, service = await panel_of(ada, thread), await panel_of(ada, thread)
    match = await match_in(quick, thread)
    press = f"lh:confirm:{match.id}:{match.revision}:"
    first, second = await asyncio.gather(
        ada.press(phone, press + "c4", anyway=True), ada.press(service, press + "a3", anyway=True)
    )
    await quick.quiet()
    steps = await (await match_in(quick, thread)).steps()
    assert len(steps) == 1 and steps[0].option in ("c4", "a3")
    stale = [answer for answer in (first, second) if "changed since" in second_line(answer)]
    assert len(stale) == 1, "the one that came second is told that the board has changed"
    assert stale == [second if steps[0].option == "c4" else first]


@pytest.mark.parametrize("together", [True, False])
async def test_the_same_press_twice_is_answered_as_done(quick: Scene, together: bool) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    panel, again = await panel_of(ada, thread), await panel_of(ada, thread)
    match = await match_in(quick, thread)
    press = f"lh:confirm:{match.id}:{match.revision}:c4"
    presses = [ada.press(message, press, anyway=True) for message in (panel, again)]
    answers = await asyncio.gather(*presses) if together else [await one for one in presses]
    for answer in answers:
        assert second_line(answer) == "It is **Bo**'s turn."
    await quick.quiet()
    assert (await match_in(quick, thread)).step_count == 1
    assert len(bo.notices) == 1


async def test_everybody_joins_at_once(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = await ada.command(quick.games, "iye new")
    names = ("Bo", "Cem", "Dilara", "Emre")
    await asyncio.gather(*(quick.person(name).press(lobby, "Join") for name in names))
    (summary,) = await quick.store.matches.of_user(int(ada.id), ("lobby",))
    assert len(summary.seats) == 2
    refused = [
        message.text
        for name in names
        for message in quick.person(name).sees(quick.games)
        if message.ephemeral and message.text
    ]
    assert refused == ["Every seat at this table is taken."] * 3


async def test_start_pressed_by_both_at_once_begins_one_match(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new")
    await bo.press(lobby, "Join")
    assert isinstance(lobby, Message)
    start = next(button.custom_id for button in lobby.buttons if button.label == "Start")
    await asyncio.gather(ada.press(lobby, start, anyway=True), bo.press(lobby, start, anyway=True))
    await quick.quiet()
    (thread,) = quick.games.threads
    assert len([message for message in thread.messages if message.images]) == 1


async def test_an_old_post_and_an_old_panel_change_nothing(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    first = newest_post(thread)
    old_play = first.buttons[0].custom_id
    old_panel = await panel_of(ada, thread)
    await ada.command(thread, "iye move", to="c4")
    await bo.command(thread, "iye move", to="c2")
    await quick.quiet()
    before = await match_in(quick, thread)
    assert "Play" not in first.labels, "the old post has lost its buttons"
    panel = await ada.press(first, old_play, anyway=True)
    assert isinstance(panel, Message) and panel.ephemeral
    assert "move the drum" in panel.text.lower(), "Play on an old post opens the panel as it is now"
    for action in ("option", "confirm"):
        answer = await ada.press(old_panel, f"lh:{action}:{before.id}:1:a3", anyway=True)
        assert "changed since" in second_line(answer)
    for action in ("undo", "redo", "panel", "group"):
        answer = await ada.press(old_panel, f"lh:{action}:{before.id}:1", anyway=True)
        assert isinstance(answer, Message) and "changed since" in answer.text
    after = await match_in(quick, thread)
    assert (after.revision, after.step_count) == (before.revision, before.step_count)


async def test_presses_of_unknown_versions_are_answered(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    panel = await panel_of(ada, thread)
    match = await match_in(quick, thread)
    presses = {
        f"lh:dance:{match.id}:1": "from another version",
        f"lh:play:{match.id + 7}:1": "There is no match",
        f"lh:play:{10**14}:1": "There is no match",
        f"lh:play:{10**30}:1": "from another version",
        "lh:PLAY-2": "from another version",
        f"lh:confirm:{match.id}:{match.revision}:": "not possible now",
        f"lh:confirm:{match.id}:{match.revision}:drop-table": "not possible now",
        f"lh:level:{match.id}:1:godlike": "no such level",
        f"lh:join:{match.id}:1": "has begun already",
        "lh:rules:0:99:chess": "no such game",
        f"lh:agree:{match.id}:{match.revision}": "nothing to answer",
    }
    for press, sentence in presses.items():
        answer = await ada.press(panel, press, anyway=True)
        shown = [message.text for message in ada.sees(thread) if message.ephemeral]
        assert isinstance(answer, Message)
        assert any(sentence in text for text in [answer.text, *shown[-1:]]), (press, shown[-1:])
    assert (await match_in(quick, thread)).step_count == 0
