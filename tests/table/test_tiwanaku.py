"""Matches of Tiwanaku at the table, in its three modes."""

from __future__ import annotations

from playground.sight import Message
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


async def test_private_notes(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="tiwanaku new", players=2, size="short")
    before = await ada.command(thread, "tiwanaku board")
    noted = await ada.command(thread, "tiwanaku notes", space="C3", crops="5, 1 chili")
    assert isinstance(before, Message) and isinstance(noted, Message)
    assert "c3: 135" in noted.text
    assert noted.images != before.images
    theirs = await bo.command(thread, "tiwanaku board")
    assert isinstance(theirs, Message) and "135" not in theirs.text
    wrong = await ada.command(thread, "tiwanaku notes", space="z9", crops="1")
    assert isinstance(wrong, Message) and "no space" in wrong.text
    cleared = await ada.command(thread, "tiwanaku notes", space="c3")
    assert isinstance(cleared, Message) and "none" in cleared.text


async def test_an_unknown_disc_is_refused_in_a_sentence(scene: Scene) -> None:
    ada = scene.person("Ada")
    answer = await ada.command(scene.games, "tiwanaku new", disc="short-????")
    assert isinstance(answer, Message) and answer.ephemeral
    assert "disc" in answer.text or "code" in answer.text
    choices = await ada.autocomplete(scene.games, "tiwanaku new", focused="disc", value="")
    assert len(choices) == 20
