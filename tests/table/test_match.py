"""A match of İye at the table, from the slash command to the winner's post."""

from __future__ import annotations

import pytest

from cogs.ui import post
from playground.errors import Refused
from playground.visible import Message
from table.perspective import see_state
from tests.table.conftest import Scene, newest_post

LAYOUT = "SHSTHSHWTSHOSTHSWHSTSWHTS"


async def test_a_match_from_the_command_to_the_last_post(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, opponent=bo, cycles=1)
    first = newest_post(thread)
    assert first.images and first.alts[0]
    assert first.text.startswith("### İye #1\nThe match begins.\n")
    assert first.mentions in ([ada], [bo])
    last = await scene.play_out(thread, "iye")
    assert "won the match" in last.text
    assert not last.mentions
    assert last.labels == ["Rematch", "Describe"]
    boards = [message for message in thread.messages if message.images]
    assert len({name for message in boards for name in message.files}) == len(boards), "each picture its own name"
    assert all(not message.labels for message in boards[:-1]), "old posts lose their buttons"


async def test_only_the_seat_to_act_is_mentioned_once_a_turn(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    notifier = len(ada.notices), len(bo.notices)
    await scene.play(newest_post(thread))
    await scene.quiet()
    assert (len(ada.notices), len(bo.notices)) == (notifier[0], notifier[1] + 1)
    assert bo.notices[-1].channel == thread


async def test_the_preview_shows_the_choice_and_back_leaves_it(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    post = newest_post(thread)
    panel = await ada.press(post, "Play")
    assert isinstance(panel, Message) and panel.ephemeral
    panel = await ada.press(panel, next(label for label in panel.labels if label.startswith("Give")))
    assert isinstance(panel, Message)
    if panel.selects:
        panel = await ada.choose(panel, panel.selects[0].options[0].value)
    else:
        panel = await ada.press(panel, panel.labels[0])
    assert isinstance(panel, Message)
    assert panel.labels[:2] == ["Confirm", "Back"]
    # Words and alt text tell of the board in the picture: as it would be after the move.
    assert "**Ada** 0, **Bo** 0" not in panel.text and "Bo is to move" in panel.alts[0]
    panel = await ada.press(panel, "Back")
    assert isinstance(panel, Message)
    assert "Confirm" not in panel.labels
    assert newest_post(thread) == post


async def test_typed_moves_with_suggestions(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    choices = await ada.autocomplete(thread, "iye move", focused="to")
    assert {choice["value"] for choice in choices} == {"a3", "b3", "d3", "e3", "c1", "c2", "c4", "c5"}
    assert all(" · Gives " in choice["name"] and "Natural" in choice["name"] for choice in choices)
    assert await bo.autocomplete(thread, "iye move", focused="to") == []
    answer = await ada.command(thread, "iye move", to="c4")
    assert isinstance(answer, Message) and answer.ephemeral
    await scene.quiet()
    assert newest_post(thread).mentions == [bo]
    assert "c4" in newest_post(thread).text


@pytest.mark.parametrize("written", ["Horses", "horse", "Spend Horses"])
async def test_a_spirit_may_be_typed_as_it_is_shown(quick: Scene, written: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", first="host")
    await ada.fill(await ada.press(lobby, "Options"), layout=LAYOUT)
    await bo.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    thread = quick.games.threads[-1]
    await ada.command(thread, "iye move", to="c4")  # gives Bo a tile of Horses
    choices = await bo.autocomplete(thread, "iye move", focused="with", to="e5")
    assert choices == [{"name": "Spend Horses", "value": "horse"}]
    choices = await bo.autocomplete(thread, "iye move", focused="to", with_="horse", value="e")
    assert {"name": "e5 · Gives Sun (Spend Horses)", "value": "e5"} in choices
    assert {choice["value"][0] for choice in choices} == {"e"}
    await bo.command(thread, "iye move", to="e5", with_=written)
    await quick.quiet()
    assert "**Bo** spent Horses to reach e5" in newest_post(thread).text


@pytest.mark.parametrize(
    ("who", "options", "sentence"),
    [
        ("Bo", {"to": "c4"}, "It is not your turn"),
        ("Ada", {"to": "e5"}, "none of what is possible now; the nearest is"),
        ("Ada", {"to": "c4", "with_": "dragon"}, "no spirit called"),
        ("Cem", {"to": "c4"}, "You do not play in this match"),
    ],
)
async def test_wrong_moves_are_answered_in_a_sentence(
    scene: Scene, who: str, options: dict[str, str], sentence: str
) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    post = newest_post(thread)
    answer = await scene.person(who).command(thread, "iye move", **options)
    assert isinstance(answer, Message) and answer.ephemeral
    assert sentence in answer.text
    assert newest_post(thread) == post


async def test_a_restart_between_two_moves(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    await scene.play(newest_post(thread))
    await scene.quiet()
    panel = await bo.press(newest_post(thread), "Play")
    assert isinstance(panel, Message)
    await scene.stop()
    await scene.start()
    panel = await bo.press(panel, next(label for label in panel.labels if label.startswith("Give")))
    assert isinstance(panel, Message) and panel.ephemeral
    await scene.play(newest_post(thread))
    await scene.quiet()
    assert newest_post(thread).mentions == [ada]


async def test_the_same_press_twice_moves_once(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    post = newest_post(thread)
    match = int(post.buttons[0].custom_id.split(":")[2])
    revision = int(post.buttons[0].custom_id.split(":")[3])
    press = f"lh:confirm:{match}:{revision}:c4"
    panel = await ada.press(post, "Play")
    again = await ada.press(post, "Play")
    for message in (panel, again):
        answer = await ada.press(message, press, anyway=True)
        assert isinstance(answer, Message)
        assert "not" not in answer.text.split("\n")[1]
    await scene.quiet()
    stored = await scene.store.matches.read(match)
    assert stored.step_count == 1


async def test_a_press_on_an_old_post_changes_nothing(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, first="host")
    old = await ada.press(newest_post(thread), "Play")
    await ada.command(thread, "iye move", to="c4")
    await bo.command(thread, "iye move", to="c2")
    await scene.quiet()
    match = await scene.store.matches.in_thread(int(thread.id))
    assert match is not None
    before = match.step_count
    answer = await ada.press(old, next(b.custom_id for b in old.buttons if b.label.startswith("Give")))  # type: ignore[union-attr]
    assert isinstance(answer, Message)
    assert "changed since" in answer.text
    press = f"lh:confirm:{match.id}:1:a3"
    answer = await ada.press(answer, press, anyway=True)
    assert isinstance(answer, Message) and "changed since" in answer.text
    after = await scene.store.matches.read(match.id)
    assert after.step_count == before


async def test_a_disabled_start_cannot_be_pressed(scene: Scene) -> None:
    ada = scene.person("Ada")
    lobby = await ada.command(scene.games, "iye new")
    with pytest.raises(Refused):
        await ada.press(lobby, "Start")


async def test_nobody_is_asked_to_move_for_a_computer(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = await ada.command(quick.games, "iye new", first="guest")
    await ada.press(await ada.press(lobby, "Add Computer"), "Easy")
    assert isinstance(lobby, Message)
    await quick.playground.wait_for(lambda: "Computer 2" in lobby.text)
    await ada.press(lobby, "Start")
    await quick.quiet()
    boards = [message for message in quick.games.threads[-1].messages if message.images]
    match = await quick.store.matches.read(1)
    start = see_state(match, await match.state_at(0), None)
    assert post.call(start) == "It is **Computer 2 (Easy)**'s turn." and boards[0].mentions == []
    assert boards[-1].mentions == [ada] and "Move the drum." in boards[-1].text


async def test_solo_in_a_direct_message(scene: Scene) -> None:
    ada = scene.person("Ada")
    place = await ada.dm()
    answer = await ada.command(place, "iye solo", level="easy", cycles=1)
    assert isinstance(answer, Message)
    await scene.quiet()
    last = await scene.play_out(place, "iye")
    assert "won the match" in last.text
