"""Matches of Iwari at the table."""

from __future__ import annotations

import pytest

from playground.sight import Message
from tests.table.conftest import Scene, newest_post


async def test_a_match_for_two_to_its_end(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="iwari new", players=2)
    last = await scene.play_out(thread, "iwari")
    assert not last.mentions
    assert last.labels == ["Rematch", "Describe"]


async def test_the_hand_is_in_the_private_panel_alone(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="iwari new", players=2)
    match = await scene.store.matches.in_thread(int(thread.id))
    assert match is not None
    post = newest_post(thread)
    panel = await scene.to_move(post).press(post, "Play")
    assert isinstance(panel, Message) and panel.ephemeral
    hand = await ada.command(thread, "iwari hand")
    other = await bo.command(thread, "iwari hand")
    assert isinstance(hand, Message) and isinstance(other, Message)
    assert hand.ephemeral and hand.images != other.images
    score = await bo.command(thread, "iwari score")
    assert isinstance(score, Message) and "Ada" in score.text


@pytest.mark.parametrize("line", ["iwari place", "iwari discard", "iwari draw"])
async def test_typed_choices_are_suggested(scene: Scene, line: str) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="iwari new", players=2)
    person = scene.to_move(newest_post(thread))
    focused = "choice" if line.endswith("place") else "card"
    choices = await person.autocomplete(thread, line, focused=focused)
    assert bool(choices) is not line.endswith("draw")
