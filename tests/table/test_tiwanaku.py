"""Matches of Tiwanaku at the table, in its three modes."""

from __future__ import annotations

import pytest

from cogs.commands.tiwanaku import offering
from cogs.ui import lobby
from playground.people import Channel, Person
from playground.visible import Message
from render.worker_pool import WorkerError
from rules.tiwanaku import State, setup
from rules.tiwanaku.notation import CROPS
from rules.tiwanaku.offer import Offer
from storage.stored_match import StoredMatch
from tests.table.conftest import Scene, newest_post


async def test_a_short_match_for_two_to_its_end(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="tiwanaku new", players=2, size="short")
    last = await scene.play_out(thread, "tiwanaku")
    assert not last.mentions
    assert last.labels == ["Rematch", "Describe"]


async def test_a_solo_match_to_its_end(scene: Scene) -> None:
    ada = scene.person("Ada")
    place = await ada.dm()
    await ada.command(place, "tiwanaku solo", level="easy", disc="")
    last = await scene.play_out(place, "tiwanaku", typed=3)
    assert not last.mentions
    assert "Otoma" in last.text


async def test_the_first_round_together_shows_stacks_to_their_owner_alone(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="tiwanaku coop", level="normal", players=2)
    match = await scene.store.matches.in_thread(int(thread.id))
    assert match is not None
    for _ in range(2):
        person = scene.to_move(newest_post(thread))
        other = bo if person is ada else ada
        mine = await person.command(thread, "tiwanaku board")
        theirs = await other.command(thread, "tiwanaku board")
        assert isinstance(mine, Message) and isinstance(theirs, Message)
        assert mine.ephemeral and theirs.ephemeral
        await scene.finish_turn(match.id, int(person.id))
        await scene.quiet()
        assert newest_post(thread).mentions == [other]


async def test_scenarios_are_made_by_a_worker(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making one takes up to a second, for which nobody else must wait."""
    monkeypatch.setattr(setup, "_generate", None)
    monkeypatch.setattr(lobby, "WORKER_SECONDS", 60)
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="tiwanaku coop", level="normal", players=2)
    match = await scene.store.matches.in_thread(int(thread.id))
    assert match is not None and match.status == "running"


async def test_without_a_worker_the_match_begins_all_the_same(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise WorkerError("The worker pool is closed.")

    monkeypatch.setattr(quick.pool, "run", fail)
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="tiwanaku new", players=2, size="short")
    match = await quick.store.matches.in_thread(int(thread.id))
    assert match is not None and match.status == "running"


async def test_private_notes(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="tiwanaku new", players=2, size="short")
    match = await scene.store.matches.in_thread(int(thread.id))
    assert match is not None
    state = (await scene.store.matches.read(match.id)).state
    # On a planted space the crop would be shown instead.
    space = next(name for cell, name in enumerate(state.ground.names) if not state.planted >> cell & 1)
    before = await ada.command(thread, "tiwanaku board")
    noted = await ada.command(thread, "tiwanaku notes", space=space.upper(), crops="5, 1 chili")
    assert isinstance(before, Message) and isinstance(noted, Message)
    assert f"{space}: 135" in noted.text
    assert noted.images != before.images
    theirs = await bo.command(thread, "tiwanaku board")
    assert isinstance(theirs, Message) and "135" not in theirs.text
    wrong = await ada.command(thread, "tiwanaku notes", space="z9", crops="1")
    assert isinstance(wrong, Message) and "no space" in wrong.text
    cleared = await ada.command(thread, "tiwanaku notes", space=space)
    assert isinstance(cleared, Message) and "none" in cleared.text and "left out" not in cleared.text
    tidied = await ada.command(thread, "tiwanaku notes", tidy=True)
    assert isinstance(tidied, Message) and "What planted crops rule out is left out" in tidied.text


async def with_a_token(scene: Scene) -> tuple[Channel, Person, str, Message]:
    """A match in which whoever began holds one token and is asked for an offering: the thread, the person, the
    token's crop, and the panel."""
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="tiwanaku new", players=2, size="short", disc="")
    match = await scene.store.matches.in_thread(int(thread.id))
    assert match is not None
    first = scene.to_move(newest_post(thread))
    spaces = []
    for person in (first, bo if first is ada else ada):
        state = (await scene.store.matches.read(match.id)).state
        free = next(name for name in state.ground.names if f"enter-{name}" in _discoveries(state))
        spaces.append(free)
        await person.command(thread, "tiwanaku explore", choice=f"enter-{free}")
    state = (await scene.store.matches.read(match.id)).state
    crop = CROPS[int(state.crops[state.ground.index[spaces[0]]]) - 1]
    panel = await first.command(thread, "tiwanaku divine", space=spaces[0].upper(), crop=crop)
    assert isinstance(panel, Message)
    return thread, first, crop, panel


def _discoveries(state: State) -> list[str]:
    options = state.stack[-1].options(state)
    return [option for option in options if not state.tiles >> state.ground.index[option[-2:]] & 1]


async def test_G31_one_token_is_offered_only_after_a_warning(quick: Scene) -> None:
    thread, person, _, panel = await with_a_token(quick)
    (offer,) = [label for label in panel.labels if label.startswith("Offer ")]
    asked = await person.press(panel, offer)
    assert isinstance(asked, Message)
    assert "One token alone scores nothing" in asked.text
    assert asked.labels == ["Confirm", "Back", "Describe"]
    match = await quick.store.matches.in_thread(int(thread.id))
    assert match is not None
    before = await quick.store.matches.read(match.id)
    assert isinstance(before.decision, Offer), "nothing is done before it is confirmed"
    done = await person.press(asked, "Confirm")
    assert isinstance(done, Message)
    await quick.quiet()
    assert "0 points" in newest_post(thread).text


async def test_G31_one_token_typed_is_warned_of_too(quick: Scene) -> None:
    thread, person, crop, _ = await with_a_token(quick)
    asked = await person.command(thread, "tiwanaku offer", tokens=crop)
    assert isinstance(asked, Message) and asked.labels == ["Confirm", "Back", "Describe"]
    await person.press(asked, "Confirm")
    await quick.quiet()
    assert "0 points" in newest_post(thread).text


async def test_less_than_a_whole_choice_may_be_typed(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="tiwanaku new", players=2, size="short", disc="")
    match = await quick.store.matches.in_thread(int(thread.id))
    assert match is not None
    first = quick.to_move(newest_post(thread))
    second = bo if first is ada else ada
    nothing = await first.command(thread, "tiwanaku divine", space="c3", crop="corn")
    assert isinstance(nothing, Message) and "a meeple of yours on bare terrain" in nothing.text
    state = (await quick.store.matches.read(match.id)).state
    one, two, three = [option[-2:] for option in _discoveries(state)][:3]
    await first.command(thread, "tiwanaku explore", choice=one.upper())
    await second.command(thread, "tiwanaku explore", choice=f"enter {two}")
    other = "c3" if one != "c3" else "c2"
    wrong = await first.command(thread, "tiwanaku divine", space=other, crop="corn")
    assert isinstance(wrong, Message) and wrong.text == f"You can divine on {one} now."
    unclear = await first.command(thread, "tiwanaku explore", choice=_both(await quick.store.matches.read(match.id)))
    assert isinstance(unclear, Message) and unclear.text.startswith("Which do you mean: `explore-")
    await first.command(thread, "tiwanaku explore", choice=f"enter {three}")
    state = (await quick.store.matches.read(match.id)).state
    found = {name for name in (one, two, three) if state.tiles >> state.ground.index[name] & 1}
    assert found == {one, two, three}


def _both(match: StoredMatch) -> str:
    """A space that can be moved to and entered at."""
    options = match.game.options(match.state)
    entered = {option[-2:] for option in options if option.startswith("enter")}
    return next(option[-2:] for option in options if option.startswith("explore") and option[-2:] in entered)


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("corn+chili", "offer-corn+chili"),
        (" Chili, CORN ", "offer-corn+chili"),
        ("offer-chili+corn", "offer-corn+chili"),
        ("sweet potato and coca leaf", "offer-coca+potato"),
        ("done", "done"),
        ("wheat", "wheat"),
        ("chili and wheat", "chili and wheat"),
        ("", ""),
    ],
)
def test_offerings_may_be_typed_in_any_order(typed: str, option: str) -> None:
    assert offering(typed) == option


async def test_an_unknown_disc_is_refused_in_a_sentence(scene: Scene) -> None:
    ada = scene.person("Ada")
    answer = await ada.command(scene.games, "tiwanaku new", disc="short-????")
    assert isinstance(answer, Message) and answer.ephemeral
    assert "disc" in answer.text or "code" in answer.text
    choices = await ada.autocomplete(scene.games, "tiwanaku new", focused="disc", value="")
    assert len(choices) == 20
