"""Looking back: history, earlier boards, films and logs, each as far as the person may know."""

from __future__ import annotations

import asyncio
import io
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from playground.people import Channel, Person
from playground.visible import Message
from render.encode import Picture
from render.jobs import film
from render.presenter import Audience
from render.replay import LIMIT, Replay
from rules import GAMES
from rules.iwari.events import CardSeen, DeckDrawn
from rules.match import from_text, random_record, replay
from storage.records import PastStep, StepRow
from storage.stored_match import StoredMatch
from table import past
from tests.table.conftest import Scene, newest_post
from tests.table.quick import POINT


async def match_in(scene: Scene, thread: Channel) -> StoredMatch:
    found = await scene.store.matches.in_thread(int(thread.id))
    assert found is not None
    return await scene.store.matches.read(found.id)


async def iye(scene: Scene) -> tuple[Person, Person, Channel]:
    """A match of İye in which each has moved once."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host", cycles=1)
    match = await match_in(scene, thread)
    for person in (ada, bo):
        await scene.finish_turn(match.id, int(person.id))
    await scene.quiet()
    return ada, bo, thread


async def played(scene: Scene, thread: Channel, seed: int = 0, most: int = 5000) -> StoredMatch:
    """Random choices until the match is over."""
    chance = random.Random(seed)
    for _ in range(most):
        match = await match_in(scene, thread)
        seat = match.waits_for
        if match.status != "running" or seat is None:
            await scene.quiet()
            scene.now += 60  # a post that was overtaken is tried again after a pause
            await scene.quiet()
            return match
        assert seat.user_id is not None
        options = match.game.options(match.state)
        await scene.bot.services.table.take(match.id, seat.user_id, chance.choice(options))
    raise AssertionError("the match does not end")


def shown(answer: Any) -> Message:
    assert isinstance(answer, Message)
    return answer


async def test_the_history_has_a_line_for_each_turn(quick: Scene) -> None:
    ada, bo, thread = await iye(quick)
    answer = shown(await bo.command(thread, "match history"))
    assert answer.ephemeral
    lines = [line for line in answer.text.split("\n") if line.startswith("**")]
    assert [line.split(" ")[0] for line in lines] == ["**1.**", "**2.**"]
    assert "**Ada**" in lines[0] and "**Bo**" in lines[1]
    begun = shown(await ada.command(quick.games, "match history", match="1"))
    assert begun.text == answer.text


@pytest.mark.parametrize("key", ["iye", "iwari", "tiwanaku"])
async def test_a_whole_match_is_paged_and_every_turn_is_told(quick: Scene, key: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line=f"{key} new")
    match = await played(quick, thread)
    lines = await past.history(match, 0)
    found = past.turns(await match.steps())
    assert len(lines) == len(found) > 5
    assert not any("not known" in line for line in lines)
    pages = past.pages(lines)
    assert [line for page in pages for line in page] == lines
    answer = shown(await bo.command(thread, "match history"))
    assert lines[-1].split(" ")[0] in answer.text, "the last page comes first"
    if len(pages) > 1:
        first = answer
        for _ in range(len(pages) - 1):
            first = shown(await bo.press(first, "Earlier"))
        assert "**1.**" in first.text
        assert first.ephemeral


async def test_an_earlier_board_and_its_neighbours(quick: Scene) -> None:
    ada, _, thread = await iye(quick)
    answer = shown(await ada.command(thread, "match at", turn=1))
    assert answer.ephemeral and answer.images
    assert "after turn 1 of 2" in answer.text and "**Ada**" in answer.text
    match = await match_in(quick, thread)
    job = quick.pool.drawn[-1]  # type: ignore[attr-defined]
    assert job.view == match.game.to_json(match.game.view(await match.state_at(1), 0))
    assert not job.ask
    before = shown(await ada.press(answer, "Earlier"))
    assert "before the first turn" in before.text
    assert [button.disabled for button in before.buttons] == [True, False]
    names = set(before.files)
    last = shown(await ada.press(shown(await ada.press(before, "Later")), "Later"))
    assert "after turn 2 of 2" in last.text and set(last.files) != names
    assert [button.disabled for button in last.buttons] == [False, True]
    refused = shown(await ada.command(thread, "match at", turn=3))
    assert "has had 2 turns" in refused.text


async def test_boards_and_films_hold_what_the_asker_may_know(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Iwari: one's own hand is in one's own pictures, in nobody else's, and not in a public film."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new")
    match = await match_in(quick, thread)
    for _ in range(2):
        for row in sorted(match.seats, key=lambda row: row.index != match.to_act):
            assert row.user_id is not None
            await quick.finish_turn(match.id, row.user_id)
    await quick.quiet()
    match = await match_in(quick, thread)
    reels: list[Replay] = []

    async def filmed(replay: Replay, seconds: float = 0) -> Any:
        reels.append(replay)
        return Picture(POINT, "webp", 1, 1)

    monkeypatch.setattr(quick.pool, "film", filmed)
    await ada.command(thread, "match replay")
    await ada.command(thread, "match replay", public=True)
    await quick.person("Cem").command(thread, "match replay")
    own, public, spectator = ([match.game.from_json(raw) for raw in replay.views] for replay in reels)
    seat = match.seat_of(int(ada.id))
    assert seat is not None
    other = 1 - seat.index
    assert all("?" not in view.hands[seat.index] for view in own)
    assert any("?" in view.hands[other] for view in own)
    for views in (public, spectator):
        assert any("?" in view.hands[seat.index] for view in views)
        assert views == [match.game.view(match.game.from_json(raw), None) for raw in reels[1].views]
    assert all(view.chance is None for view in [*own, *public])
    for shown in reels:
        assert len(shown.views) == len(past.turns(await match.steps())) + 1
    for person in (bo, quick.person("Cem")):
        await person.command(thread, "match at", turn=2)
        view = match.game.from_json(quick.pool.drawn[-1].view)  # type: ignore[attr-defined]
        assert "?" in view.hands[seat.index]


async def test_a_replay_is_a_film_of_the_match(scene: Scene) -> None:
    scene.playground.settle = 120  # the machine may be busy
    ada, _, thread = await iye(scene)
    answer = shown(await ada.command(thread, "match replay"))
    assert answer.ephemeral
    (name,) = answer.files
    assert name == "iye-1-replay.gif"
    picture = Image.open(io.BytesIO(answer.files[name]))
    assert getattr(picture, "n_frames", 1) == 3
    assert len(answer.files[name]) <= LIMIT
    assert "3 in all" in answer.alts[0]
    public = shown(await ada.command(thread, "match replay", public=True))
    assert not public.ephemeral


@pytest.mark.parametrize("key", ["iwari", "tiwanaku"])
def test_the_film_of_a_long_match_keeps_its_size(key: str) -> None:
    record = random_record(key, 3, seats=2)
    game = GAMES[key]
    views: list[bytes] = []
    turn = -1
    for _, state, _ in replay(record):
        if state.turn != turn and state.turn % 8 == 0 and len(views) < 6:
            views.append(game.to_json(game.view(state, None)))
        turn = state.turn
    picture = film(Replay(key, tuple(views), audience=Audience(("Ada", "Bo"))))
    assert picture.suffix == "gif"
    assert len(picture.data) <= LIMIT


async def test_the_log_of_a_running_match_has_no_seed(quick: Scene) -> None:
    ada, bo, thread = await iye(quick)
    match = await match_in(quick, thread)
    for person in (ada, bo, quick.person("Cem")):
        answer = shown(await person.command(thread, "match export"))
        assert answer.ephemeral
        (text,) = (data.decode() for data in answer.files.values())
        assert "seed:" not in text and str(match.seed) not in text
        assert "end:" not in text
        assert [line for line in text.splitlines() if line.startswith("1 0 ")]
        assert "# seat 0: Ada" in text


@pytest.mark.parametrize("key", ["iwari", "tiwanaku"])
async def test_the_log_of_a_running_match_holds_only_what_is_open(quick: Scene, key: str) -> None:
    """It follows from the public parts alone: any world that a seat cannot tell from the real one gives the same."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line=f"{key} new")
    match = await match_in(quick, thread)
    for _ in range(6):
        seat = (await match_in(quick, thread)).waits_for
        assert seat is not None and seat.user_id is not None
        await quick.finish_turn(match.id, seat.user_id)
    match = await match_in(quick, thread)
    outside = await past.log(match, None)
    assert str(match.seed) not in outside and "seed:" not in outside
    happened = await match.events_since(0)
    known = [step for step in happened if any(event.seen_by is None for event in step.events)]
    for number, step in enumerate(known, start=1):
        assert f"\n{number} {step.seat} {step.option}\n" in outside
    assert f"\n{len(known) + 1} " not in outside, "nothing says that there was more"
    code = getattr(match.state, "code", "")
    assert not code or code not in outside


def test_a_choice_that_only_others_saw_is_not_in_the_log() -> None:
    """Whatever game comes: a choice whose every trace is private is nobody else's business."""
    row = StepRow(1, 0, "secret-choice", 0, 0, 1)
    private = PastStep(row, [CardSeen(0, "coast")])
    assert [past.known(private, seat) for seat in (0, 1, None)] == [True, False, False]
    assert past.known(PastStep(row, [DeckDrawn(0, 3), CardSeen(0, "coast")]), 1)
    assert not past.known(PastStep(row, []), 1), "nothing is known of a step under older rules"


@pytest.mark.parametrize("key", ["iye", "iwari", "tiwanaku"])
async def test_the_log_of_a_finished_match_replays_by_the_command(quick: Scene, tmp_path: Path, key: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line=f"{key} new")
    match = await played(quick, thread, seed=5)
    answer = shown(await quick.person("Cem").command(thread, "match export"))
    ((name, data),) = answer.files.items()
    file = tmp_path / name
    file.write_bytes(data)
    record = from_text(data.decode())
    assert record.seed == match.seed and len(record.steps) == match.step_count
    command = [sys.executable, "-m", "rules", str(file)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert f"{match.step_count} steps of {match.game.title}, replayed" in done.stdout
    changed = data.decode().replace("end: ", "end: 0")
    file.write_text(changed, encoding="utf-8")
    with pytest.raises(ValueError, match="the match ends in"):
        from_text(changed)


async def test_a_running_log_is_refused_by_the_command_in_a_sentence(quick: Scene, tmp_path: Path) -> None:
    ada, _, thread = await iye(quick)
    answer = shown(await ada.command(thread, "match export"))
    file = tmp_path / "log.txt"
    file.write_bytes(next(iter(answer.files.values())))
    with pytest.raises(ValueError, match="it is told when the match is over"):
        from_text(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", ["match history", "match at", "match replay", "match export", "match board"])
async def test_matches_of_direct_messages_are_closed_to_others(quick: Scene, line: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    place = await ada.dm()
    await ada.command(place, "iye solo", level="easy")
    await quick.quiet()
    options = {"turn": 0} if line == "match at" else {}
    refused = shown(await bo.command(quick.games, line, match="1", **options))
    assert "played elsewhere" in refused.text and not refused.files
    lobby = shown(await ada.command(quick.games, "iye new"))
    assert lobby.labels
    refused = shown(await ada.command(quick.games, line, match="2", **options))
    assert "not begun" in refused.text


async def test_finished_matches_are_suggested(quick: Scene) -> None:
    ada, bo, thread = await iye(quick)
    asked = await ada.command(thread, "match resign")
    await ada.press(asked, "Resign")
    await quick.quiet()
    choices = await bo.autocomplete(quick.games, "match history", focused="match")
    assert [choice["name"] for choice in choices] == ["İye #1 (over, with Ada)"]
    assert "resigned" in shown(await bo.command(quick.games, "match history", match="1")).text


async def test_the_last_post_has_the_result_and_a_rematch(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new")
    match = await played(quick, thread)
    post = newest_post(thread)
    assert post.labels == ["Rematch", "Describe"] and post.images
    perspective = await quick.bot.services.table.look(match.id, None)
    first = perspective.presenter.scoring(perspective.view, perspective.audience_in_text).split("\n")[0]
    assert first in post.text
    assert perspective.presenter.result(perspective.view, perspective.audience_in_text) in post.text
    assert not post.mentions
