"""What is said is true: an error after the commit tells that it was done, one before it that nothing was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from storage.records import PersonSettings
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in, panel_of
from tests.table.test_seats import with_button

Act = Callable[[], Awaitable[object]]
DONE, NOTHING = "This was done and is saved", "nothing was changed"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py's own pauses between tries, shortened."""
    sleep = asyncio.sleep
    monkeypatch.setattr("discord.http.asyncio.sleep", lambda delay, *given: sleep(min(delay, 0.02), *given))


async def two(scene: Scene) -> tuple[Person, Person, Channel]:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    return ada, bo, await scene.begin(ada, bo, first="host")


async def typed_move(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    return ada, lambda: ada.command(thread, "iye move", to="c4")


async def chosen(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    await scene.store.people.put(int(ada.id), PersonSettings(confirm=False))
    panel, match = await panel_of(ada, thread), await match_in(scene, thread)
    return ada, lambda: ada.press(panel, f"lh:option:{match.id}:{match.revision}:c4", anyway=True)


async def confirmed(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    panel, match = await panel_of(ada, thread), await match_in(scene, thread)
    return ada, lambda: ada.press(panel, f"lh:confirm:{match.id}:{match.revision}:c4", anyway=True)


async def joined(scene: Scene) -> tuple[Person, Act]:
    bo = scene.person("Bo")
    lobby = await scene.person("Ada").command(scene.games, "iye new")
    return bo, lambda: bo.press(lobby, "Join")


async def started(scene: Scene) -> tuple[Person, Act]:
    ada = scene.person("Ada")
    lobby = await ada.command(scene.games, "iye new")
    await scene.person("Bo").press(lobby, "Join")
    return ada, lambda: ada.press(lobby, "Start")


async def stood_up(scene: Scene) -> tuple[Person, Act]:
    bo, act = await joined(scene)
    await act()
    lobby = scene.games.last
    return bo, lambda: bo.press(lobby, "Leave")


async def closed_table(scene: Scene) -> tuple[Person, Act]:
    ada = scene.person("Ada")
    asked = await ada.press(await ada.command(scene.games, "iye new"), "Cancel")
    return ada, lambda: ada.press(asked, "Close Table")


async def seated_computer(scene: Scene) -> tuple[Person, Act]:
    ada = scene.person("Ada")
    levels = await ada.press(await ada.command(scene.games, "iye new"), "Add Computer")
    return ada, lambda: ada.press(levels, "Easy")


async def taken_over(scene: Scene) -> tuple[Person, Act]:
    _, bo, thread = await two(scene)
    await bo.press(await bo.command(thread, "match leave"), "Leave")
    await scene.quiet()
    cem, notice = scene.person("Cem"), with_button(thread, "Take Over")
    return cem, lambda: cem.press(notice, "Take Over")


async def resigned(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    asked = await ada.command(thread, "match resign")
    return ada, lambda: ada.press(asked, "Resign")


async def left(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    asked = await ada.command(thread, "match leave")
    return ada, lambda: ada.press(asked, "Leave")


async def asked_back(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    await ada.command(thread, "iye move", to="c4")
    await scene.quiet()
    return ada, lambda: ada.command(thread, "match takeback")


async def agreed(scene: Scene) -> tuple[Person, Act]:
    _, act = await asked_back(scene)
    await act()
    await scene.quiet()
    bo, notice = scene.person("Bo"), with_button(scene.games.threads[-1], "Agree")
    return bo, lambda: bo.press(notice, "Agree")


async def offered_draw(scene: Scene) -> tuple[Person, Act]:
    ada, _, thread = await two(scene)
    asked = await ada.command(thread, "match draw")
    return ada, lambda: ada.press(asked, "Offer Draw")


async def rematched(scene: Scene) -> tuple[Person, Act]:
    ada, act = await resigned(scene)
    await act()
    await scene.quiet()
    post = newest_post(scene.games.threads[-1])
    return ada, lambda: ada.press(post, "Rematch")


async def alone(scene: Scene) -> tuple[Person, Act]:
    ada = scene.person("Ada")
    place = await ada.dm()
    return ada, lambda: ada.command(place, "iye solo", level="easy")


async def changed_settings(scene: Scene) -> tuple[Person, Act]:
    ada = scene.person("Ada")
    return ada, lambda: ada.command(scene.games, "me confirm", first=False)


WAYS = [
    typed_move, chosen, confirmed, joined, started, stood_up, closed_table, seated_computer, taken_over, resigned,
    left, asked_back, agreed, offered_draw, rematched, alone, changed_settings,
]  # fmt: skip
AT_ONCE = (joined, started, stood_up, seated_computer, changed_settings)
"""They answer in one word, after the commit; all others say first that they are at it."""


def told(scene: Scene, person: Person) -> list[str]:
    """All that this person was told in private, wherever that was."""
    places = scene.playground.world.channels
    seen = [message for place in places for message in person.sees(scene.playground.handle(place))]
    return [message.text for message in seen if message.ephemeral]


async def failing(scene: Scene, person: Person, act: Act) -> str:
    """What the person is told in the end, whether or not the playground sees an answer."""
    before = len(told(scene, person))
    scene.playground.settle = 0.3
    acting = asyncio.ensure_future(act())
    for _ in range(600):
        await asyncio.sleep(0.02)
        if len(new := told(scene, person)[before:]) and any(DONE in text or NOTHING in text for text in new):
            break
    await asyncio.wait([acting])
    acting.exception()
    return "\n".join(told(scene, person)[before:])


@pytest.mark.parametrize("trouble", ["500", "400", "cut"])
@pytest.mark.parametrize("way", WAYS)
async def test_an_answer_that_fails_after_the_commit(quick: Scene, way: Callable, trouble: str) -> None:  # type: ignore[type-arg]
    person, act = await way(quick)
    method, path = ("POST", r"/callback$") if way in AT_ONCE else ("PATCH", r"/messages/@original$")
    faults = quick.playground.faults
    if trouble == "cut":
        fault = faults.drop(method, path)
    else:
        fault = faults.fail(method, path, int(trouble), times=5 if trouble == "500" else 1, code=50035)
    said = await failing(quick, person, act)
    assert fault.hits, "the fault was met"
    assert DONE in said and NOTHING not in said, said
    assert "Look at" in said or "Open it once more" in said


@pytest.mark.parametrize("way", [way for way in WAYS if way not in AT_ONCE])
async def test_a_first_word_that_fails_comes_before_the_commit(quick: Scene, way: Callable) -> None:  # type: ignore[type-arg]
    person, act = await way(quick)
    fault = quick.playground.faults.drop("POST", r"/callback$")
    before = [(match.id, match.revision, match.status) for match in await quick.store.matches._summaries()]
    said = await failing(quick, person, act)
    assert fault.hits and NOTHING in said and DONE not in said, said
    assert [(match.id, match.revision, match.status) for match in await quick.store.matches._summaries()] == before


@pytest.mark.parametrize("way", WAYS)
async def test_an_interaction_that_comes_twice_is_carried_out_once(
    quick: Scene,
    monkeypatch: pytest.MonkeyPatch,
    way: Callable,  # type: ignore[type-arg]
) -> None:
    person, act = await way(quick)
    state = quick.bot._connection
    once = type(state).parse_interaction_create
    monkeypatch.setattr(
        type(state), "parse_interaction_create", lambda self, data: (once(self, data), once(self, data))[0]
    )
    before = len(told(quick, person))
    await act()
    await quick.quiet()
    new = "\n".join(told(quick, person)[before:])
    assert NOTHING not in new and "already" not in new and "reached us twice" not in new


async def test_an_answer_that_was_taken_though_we_did_not_hear_of_it(quick: Scene) -> None:
    """Discord says that the interaction was answered: by whom, and with what, is not known here."""
    _, act = await typed_move(quick)
    quick.playground.faults.fail("POST", r"/callback$", 400, code=40060, after=True)
    answer = await act()
    assert isinstance(answer, Message)
    assert "reached us twice" in answer.text and NOTHING not in answer.text


@pytest.mark.parametrize("where", ["direct", "server"])
async def test_solo_written_again_after_a_failed_answer_begins_no_second_match(quick: Scene, where: str) -> None:
    ada = quick.person("Ada")
    place = await ada.dm() if where == "direct" else quick.games
    quick.playground.faults.fail("PATCH", r"/messages/@original$", 500, times=5)
    said = await failing(quick, ada, lambda: ada.command(place, "iye solo", level="easy"))
    assert DONE in said and "direct messages" in said
    again = await ada.command(place, "iye solo", level="easy")
    assert isinstance(again, Message) and "You have just begun **İye #1**" in again.text
    assert len(await quick.store.matches.of_user(int(ada.id))) == 1
    await quick.quiet()
    await ada.command(place, "iye solo", level="hard")
    assert len(await quick.store.matches.of_user(int(ada.id))) == 2, "another match is another match"
