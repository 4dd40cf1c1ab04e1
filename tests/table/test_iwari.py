"""Matches of Iwari at the table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from playground import components
from playground.people import Channel, Person
from playground.visible import Message
from render import PRESENTERS, Audience
from render.encode import Picture
from render.jobs import Job
from render.worker_pool import WorkerError
from rules.iwari import IWARI
from storage.stored_match import StoredMatch
from tests.table.conftest import Scene, newest_post
from tests.table.quick import QuickPool


async def test_a_match_for_two_to_its_end(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="iwari new", players=2)
    last = await scene.play_out(thread, "iwari")
    assert not last.mentions
    assert last.labels == ["Rematch", "Describe"]
    assert len(last.images) == len(set(last.images)) == len(last.alts) > 1, "each chapter, and the board"


async def journey(scene: Scene, thread: Channel, turns: int = 1000) -> StoredMatch:
    """Play so many turns, or to the end, with a liking for tents and totems."""
    chance = random.Random(3)
    summary = await scene.store.matches.in_thread(int(thread.id))
    assert summary is not None
    match = await scene.store.matches.read(summary.id)
    while match.waits_for is not None and match.waits_for.user_id is not None and match.turn < turns:
        options = IWARI.options(match.state)
        liked = [option for option in options if not option.startswith(("discard", "done", "decline"))]
        await scene.bot.services.table.take(match.id, match.waits_for.user_id, chance.choice(liked or options))
        await scene.quiet()
        match = await scene.store.matches.read(summary.id)
    return match


def counted(match: StoredMatch) -> list[str]:
    """The chapters of its score that have pictures."""
    return [found.picture for found in PRESENTERS["iwari"].chapters(match.state, Audience(())) if found.picture]


async def test_the_last_post_counts_chapter_by_chapter(quick: Scene) -> None:
    """A picture for each chapter with the sums so far, and the board at its end; told in words as well."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2, feats="all")
    match = await journey(quick, thread)
    last = newest_post(thread)
    assert match.status == "over" and last.labels == ["Rematch", "Describe"]
    chapters = counted(match)
    assert chapters[:2] == ["tents", "totems"]
    names = [f"iwari-{match.id}-{match.revision}{end}.webp" for end in ("", *(f"-{name}" for name in chapters))]
    assert [found["filename"] for found in last.data["attachments"]] == names
    assert len(last.images) == len(last.alts) == len(names)
    assert last.alts[0].startswith("Tents counted on the map of ") and last.alts[-1].startswith("Map of ")
    kinds = [part["type"] for part in last.parts if part["type"] in (components.TEXT, components.GALLERY)]
    text, shown = components.TEXT, components.GALLERY
    settled = [text, shown] if "settlements" in chapters else [text]
    assert kinds == [text, text, shown, text, shown, *settled, text, shown, text]


async def test_the_score_is_told_chapter_by_chapter(quick: Scene) -> None:
    """`/iwari score`: text for all, pictures of what there is to see, to nobody but the asker."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2)
    match = await journey(quick, thread, 8)
    chapters = counted(match)
    assert match.status == "running" and chapters[0] == "tents" and isinstance(quick.pool, QuickPool)
    for person in (ada, quick.person("Cem")):
        drawn = len(quick.pool.drawn)
        score = await person.command(thread, "iwari score")
        assert isinstance(score, Message) and score.ephemeral
        assert [job.chapter for job in quick.pool.drawn[drawn:]] == chapters
        assert len(score.images) == len(score.alts) == len(chapters)
        assert "if the match ended now" in score.text
        for title in ("Tents", "Totems", "Settlements", "In All"):
            assert score.text.count(f"**{title}**") == 1


async def test_a_score_without_pictures_is_told_all_the_same(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2)
    await journey(quick, thread, 8)

    async def broken(job: Job) -> Picture:
        raise WorkerError("no worker answers")

    monkeypatch.setattr(quick.pool, "draw", broken)
    score = await ada.command(thread, "iwari score")
    assert isinstance(score, Message) and "**Tents**" in score.text and not score.images


async def test_a_match_that_was_given_up_is_not_counted(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2)
    await journey(quick, thread, 8)
    await ada.press(await ada.command(thread, "match resign"), "Resign")  # type: ignore[arg-type]
    await quick.quiet()
    last = newest_post(thread)
    assert counted(await quick.store.matches.read(1)) == []
    assert len(last.images) == 1 and "Bo** won the match: **Ada** resigned." in last.text


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
    own, asked = (hand, other) if scene.to_move(post) is bo else (other, hand)
    assert "Your hand: " in own.text and "You hold " in asked.text and "You hold " in panel.text
    assert "hand" not in post.text and "hold" not in post.text
    stranger = await scene.person("Cem").command(thread, "iwari hand")
    assert isinstance(stranger, Message) and "Your hand" not in stranger.text
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


@pytest.mark.parametrize("command", [("iwari place", "choice"), ("iwari play", "option")])
@pytest.mark.parametrize("change", [str, str.lower, str.upper])
async def test_a_placement_is_typed_whatever_its_capitals(
    quick: Scene, command: tuple[str, str], change: Callable[[str], str]
) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2)
    line, named = command
    person = quick.to_move(newest_post(thread))
    choices = await person.autocomplete(thread, line, focused=named, value=change("tent-"))
    option = choices[0]["value"]
    assert option.startswith("tent-") and option != option.lower()
    assert await person.autocomplete(thread, line, focused=named, value=change(option)) == choices[:1]
    await person.command(thread, line, **{named: f" {change(option)} "})
    match = await quick.store.matches.in_thread(int(thread.id))
    assert match is not None
    steps = await (await quick.store.matches.read(match.id)).steps()
    assert [row.option for row in steps][:1] == [option]


@pytest.mark.parametrize("typed", ["resign", "Draw"])
async def test_a_match_is_not_ended_by_typing_what_is_no_choice(quick: Scene, typed: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    for line in ("iwari new", "iye new"):
        thread = await quick.begin(ada, bo, line=line)
        person = quick.to_move(newest_post(thread))
        answer = await person.command(thread, f"{line.removesuffix(' new')} play", option=typed)
        assert isinstance(answer, Message) and "That is no move" in answer.text
        match = await quick.store.matches.in_thread(int(thread.id))
        assert match is not None and match.status == "running" and match.step_count == 0


async def with_three_computers(quick: Scene, ada: Person, **options: Any) -> Channel:
    """A match of one person and a computer player of each level, with all feats."""
    lobby = await ada.command(quick.games, "iwari new", players=4, feats="all", **options)
    assert isinstance(lobby, Message)
    for level in ("Easy", "Normal", "Hard"):
        levels = await ada.press(lobby, "Add Computer")
        assert isinstance(levels, Message)
        await ada.press(levels, level)
        await quick.playground.wait_for(lambda level=level: f"({level})" in lobby.text)
    await quick.playground.wait_for(lambda: not lobby.button("Start").disabled)
    await ada.press(lobby, "Start")
    await quick.quiet()
    return quick.games.threads[-1]


async def test_one_person_and_three_computers_to_the_end(quick: Scene) -> None:
    ada = quick.person("Ada")
    thread = await with_three_computers(quick, ada, draft=True)
    last = await quick.play_out(thread, "iwari", typed=3)
    assert last.labels == ["Rematch", "Describe"] and not last.mentions
    for chapter in ("Final points: ", "**In All**", "**Tents**", "**Totems**", "**Settlements**"):
        assert last.text.count(chapter) == 1
    assert "things more before" not in last.text, "what was played last is told with the count"
    halves = [post.text for post in thread.messages if "After the half journey: " in post.text]
    assert len(halves) == 1
