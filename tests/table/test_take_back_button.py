"""Take Back stands under a post only where it could be granted when the post was made."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from playground.people import Channel
from storage import stored_match
from storage.errors import CannotUndo
from storage.stored_match import StoredMatch
from table import consent
from tests.table.conftest import Scene, newest_post
from tests.table.test_seats import match_in


async def granted(scene: Scene, match: StoredMatch) -> bool:
    """Whether anybody would get a turn back now, by what the command does."""
    found = False
    async with scene.store.matches.open(match.id) as opened:
        for seat in opened.seats:
            try:
                await consent.takeback_target(opened, seat)
            except CannotUndo:
                continue
            found = True
    return found


async def some_turns(scene: Scene, thread: Channel, turns: int, seed: int) -> Counter[bool]:
    """So many turns by lot; gives how often the button stood there, and holds each post against the command."""
    chance, seen = random.Random(seed), Counter[bool]()
    for _ in range(turns):
        match = await match_in(scene, thread)
        before = (match.turn, match.to_act)
        while match.status == "running" and (match.turn, match.to_act) == before:
            seat = match.waits_for
            assert seat is not None and seat.user_id is not None
            await scene.bot.services.table.take(match.id, seat.user_id, chance.choice(match.game.options(match.state)))
            match = await match_in(scene, thread)
        await scene.quiet()
        if match.status != "running":
            break
        shown = "Take Back" in newest_post(thread).labels
        assert shown == await granted(scene, match), newest_post(thread).text
        seen[shown] += 1
    return seen


@pytest.mark.parametrize("key", ["iye", "tiwanaku", "iwari"])
async def test_the_button_stands_where_the_command_would_be_granted(quick: Scene, key: str) -> None:
    people = [quick.person(name) for name in (("Ada", "Bo") if key == "iye" else ("Ada", "Bo", "Cem"))]
    options: dict[str, Any] = {} if key == "iye" else {"players": 3}
    thread = await quick.begin(*people, line=f"{key} new", **options)
    assert newest_post(thread).labels == ["Play", "Describe"], "nothing has been played yet"
    seen = await some_turns(quick, thread, 24, seed=3)
    if key == "iye":
        assert seen[True] > seen[False], "it reveals a new board only, after a cycle"
    else:
        assert seen[False] > seen[True], "nearly every turn reveals something"


async def test_it_comes_and_goes_with_a_takeback(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    post = newest_post(thread)
    assert post.labels == ["Play", "Describe", "Take Back"]
    await ada.press(post, "Take Back")
    await quick.quiet()
    question = [message for message in thread.messages if "Agree" in message.labels][-1]
    await bo.press(question, "Agree")
    await quick.quiet()
    assert newest_post(thread).labels == ["Play", "Describe"], "there is nothing to be taken back"


async def test_only_the_last_choices_are_looked_at_and_nothing_is_played_again(
    quick: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"), line="iwari new", players=2)
    number = (await match_in(quick, thread)).id
    while (match := await quick.store.matches.read(number)).step_count < 120 and match.status == "running":
        seat = match.waits_for
        assert seat is not None and seat.user_id is not None
        await quick.finish_turn(number, seat.user_id)
    await quick.quiet()
    assert match.status == "running" and match.step_count >= 120
    read: list[int] = []
    real = stored_match.loading.load_steps

    def load_steps(connection: Any, match_id: int, after: int) -> Any:
        read.append(after)
        return real(connection, match_id, after)

    def replayed(*_: Any) -> Any:
        raise AssertionError("the match was played again")

    monkeypatch.setattr(stored_match.loading, "load_steps", load_steps)
    monkeypatch.setattr(stored_match, "replayed", replayed)
    assert await consent.may_take_back(match) in (True, False)
    assert read and min(read) >= match.step_count - 60
