"""At the table before a match: joining, leaving, inviting, computers, options, names, several matches at once."""

from __future__ import annotations

import re

import pytest

from playground.people import Person
from playground.visible import Message, Modal
from storage.records import MatchSummary
from tests.table.conftest import Scene, newest_post


async def table_of(scene: Scene, person: Person) -> MatchSummary:
    (summary,) = await scene.store.matches.of_user(int(person.id), ("lobby", "running"))
    return summary


def private(person: Person, scene: Scene) -> list[str]:
    """What only this person reads in the channel."""
    return [message.text for message in person.sees(scene.games) if message.ephemeral]


async def press(scene: Scene, person: Person, lobby: object, label: str) -> str:
    """Press by the button's id, as somebody may whose screen is old; gives what they alone read then."""
    assert isinstance(lobby, Message)
    (match, revision) = lobby.buttons[0].custom_id.split(":")[2:4] if lobby.buttons else ("1", "1")
    await person.press(lobby, f"lh:{label}:{match}:{revision}", anyway=True)
    return (private(person, scene) or [""])[-1]


async def test_joining_leaving_and_a_table_that_is_full(quick: Scene) -> None:
    ada, bo, cem = (quick.person(name) for name in ("Ada", "Bo", "Cem"))
    lobby = await ada.command(quick.games, "iye new")
    assert isinstance(lobby, Message)
    assert await press(quick, ada, lobby, "join") == "You sit in this match already."
    await press(quick, bo, lobby, "join")
    assert lobby.button("Join").disabled and not lobby.button("Start").disabled  # type: ignore[union-attr]
    assert await press(quick, cem, lobby, "join") == "Every seat at this table is taken."
    assert await press(quick, cem, lobby, "leave") == "You do not sit at this table."
    assert await press(quick, cem, lobby, "start") == "Only those who sit at the table can begin the match."
    await press(quick, bo, lobby, "leave")
    assert "Bo" not in lobby.text and lobby.button("Start").disabled  # type: ignore[union-attr]
    assert "1 more must sit down" in await press(quick, ada, lobby, "start")
    assert (await table_of(quick, ada)).status == "lobby"


async def test_the_hosts_rights_pass_on_and_an_empty_table_closes(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new")
    await bo.press(lobby, "Join")
    assert "Only the host, **Ada**" in await press(quick, bo, lobby, "cancel")
    await ada.press(lobby, "Leave")
    assert isinstance(lobby, Message) and "a table by **Bo**" in lobby.text
    assert "Only the host, **Bo**" in await press(quick, ada, lobby, "cancel")
    assert isinstance(await bo.press(lobby, "Options"), Modal)
    asked = await bo.press(lobby, "Leave")
    assert isinstance(asked, Message) and "Do you want to close the table" in asked.text
    assert (await table_of(quick, bo)).status == "lobby"
    await bo.press(asked, "Close Table")
    await quick.playground.wait_for(lambda: not lobby.buttons)
    assert "**Bo** closed this table." in lobby.text
    assert await press(quick, ada, lobby, "join") == "This table is closed."


async def test_cancel(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new")
    asked = await ada.press(lobby, "Cancel")
    assert isinstance(lobby, Message) and isinstance(asked, Message)
    assert "cannot be taken back" in asked.text and asked.ephemeral and lobby.buttons
    await ada.press(asked, "Keep It")
    assert asked.text == "Nothing was changed." and lobby.buttons
    await ada.press(await ada.press(lobby, "Cancel"), "Close Table")
    await quick.playground.wait_for(lambda: not lobby.buttons)
    assert "**Ada** closed this table." in lobby.text
    for label in ("join", "leave", "computer", "start", "options", "cancel"):
        assert await press(quick, bo, lobby, label) == "This table is closed."
    assert await quick.store.matches.of_user(int(ada.id), ("lobby", "running")) == []


async def test_an_invited_seat_is_kept(quick: Scene) -> None:
    ada, bo, cem = (quick.person(name) for name in ("Ada", "Bo", "Cem"))
    lobby = await ada.command(quick.games, "iye new", opponent=bo)
    assert isinstance(lobby, Message)
    assert lobby.notified == [bo] and "invites you" in lobby.text
    assert bo.mention in await press(quick, cem, lobby, "join")
    await bo.press(lobby, "Join")
    assert "invites you" not in lobby.text
    await bo.press(lobby, "Leave")
    await cem.press(lobby, "Join")
    assert "Cem" in lobby.text
    assert bo.notices == [lobby], "Bo was called once"


async def test_whom_one_cannot_invite(quick: Scene) -> None:
    ada = quick.person("Ada")
    answer = await ada.command(quick.games, "iye new", opponent=ada)
    assert isinstance(answer, Message) and "cannot invite yourself" in answer.text and answer.ephemeral
    bot = quick.playground.world.bot.id
    answer = await ada.command(quick.games, "iye new", opponent=bot)
    assert isinstance(answer, Message) and "Bots do not play" in answer.text


@pytest.mark.parametrize("level", ["Easy", "Normal", "Hard"])
async def test_a_computer_player_sits_down(quick: Scene, level: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new", first="host")
    assert isinstance(lobby, Message)
    await bo.press(lobby, lobby.button("Add Computer").custom_id)  # type: ignore[union-attr]
    assert "Only the host, **Ada**" in private(bo, quick)[-1]
    ask = await ada.press(lobby, "Add Computer")
    assert isinstance(ask, Message) and ask.ephemeral and ask.labels == ["Easy", "Normal", "Hard"]
    await ada.press(ask, level)
    await quick.playground.wait_for(lambda: f"Computer 2 ({level})" in lobby.text)
    again = await ada.press(lobby, lobby.button("Add Computer").custom_id, anyway=True)  # type: ignore[union-attr]
    assert isinstance(again, Message)
    await ada.press(lobby, "Start")
    await quick.quiet()
    thread = quick.games.threads[-1]
    assert newest_post(thread).mentions == [ada]
    await ada.command(thread, "iye move", to="c4")
    await quick.quiet()
    assert newest_post(thread).mentions == [ada] and f"Computer 2 ({level})" in newest_post(thread).text


async def test_the_form_refuses_a_wrong_layout_with_the_reason(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new")
    assert isinstance(lobby, Message)
    assert "Only the host" in await press(quick, bo, lobby, "options")
    before = lobby.text
    for layout, reason in (
        ("OWTHS", "this one has 5"),
        ("X" * 25, "not with X"),
        ("O" * 25, "this one has 25"),
    ):
        form = await ada.press(lobby, "Options")
        assert isinstance(form, Modal)
        answer = await ada.fill(form, layout=layout)
        assert isinstance(answer, Message) and answer.ephemeral and reason in answer.text
        assert lobby.text == before
    form = await ada.press(lobby, "Options")
    await ada.fill(form, layout="o" + "w" * 3 + "t" * 5 + "h" * 7 + "s" * 9, first="=guest")
    assert lobby.text != before
    await bo.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    assert newest_post(quick.games.threads[-1]).mentions == [bo]


async def test_a_form_that_is_sent_after_the_start(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iye new")
    form = await ada.press(lobby, "Options")
    await bo.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    answer = await ada.fill(form, cycles="=1")
    assert isinstance(answer, Message) and "has begun already" in answer.text


NAMES = [
    "**_~`|> # [x](y)_~`|> # [x](y)**",
    "@everyone @here <@1234567890123>",
    "👩‍👩‍👧‍👦🦉💧🌳🐎☀️👩‍👩‍👧‍👦🦉💧🌳🐎",
    "Z̸̢a̷l̶g̵o̷ ‮gnihtemos‬ ‏ş",
]


def clean(text: str) -> str:
    """Without what is markdown on purpose: our own marks for a free seat and small print hold none of these."""
    return text.replace("-# ", "").replace("### ", "")


@pytest.mark.parametrize("name", NAMES)
async def test_any_name_can_play(quick: Scene, name: str) -> None:
    odd, bo = quick.person(name[:32]), quick.person("Bo")
    lobby = await odd.command(quick.games, "iye new", first="host")
    assert isinstance(lobby, Message) and lobby.notified == []
    await bo.press(lobby, "Join")
    await odd.press(lobby, "Start")
    await quick.quiet()
    thread = quick.games.threads[-1]
    assert len(thread.name) <= 100
    await odd.command(thread, "iye move", to="c4")
    await quick.quiet()
    post = newest_post(thread)
    described = await bo.press(post, "Describe")
    listed = await bo.command(thread, "match list")
    assert isinstance(described, Message) and isinstance(listed, Message)
    for message in (lobby, post, described, listed):
        found = re.search(r"@everyone|(?<!\\)<@12|(?<!\\)[_~`\[]", clean(message.text))
        assert not found, message.text
    assert post.mentions == [bo]


async def test_two_matches_at_once(quick: Scene) -> None:
    ada, bo, cem = (quick.person(name) for name in ("Ada", "Bo", "Cem"))
    first = await quick.begin(ada, bo, first="host")
    second = await quick.begin(ada, cem, first="host")
    answer = await ada.command(quick.games, "iye move", to="c4")
    assert isinstance(answer, Message) and "more than one match" in answer.text and "`match`" in answer.text
    choices = await ada.autocomplete(quick.games, "iye move", focused="match")
    assert [choice["value"] for choice in choices] == ["1", "2"] or [c["value"] for c in choices] == ["2", "1"]
    assert all("your turn" in choice["name"] for choice in choices)
    assert {"with Bo", "with Cem"} == {choice["name"].split(", ")[1].rstrip(")") for choice in choices}
    squares = await ada.autocomplete(quick.games, "iye move", focused="to", match="2")
    assert "c4" in {choice["value"] for choice in squares}
    assert await ada.autocomplete(quick.games, "iye move", focused="to") == []
    await ada.command(quick.games, "iye move", to="c4", match="İye #2")
    await quick.quiet()
    assert newest_post(second).mentions == [cem] and newest_post(first).mentions == [ada]
    # Only one waits for her now, so there is nothing to choose between.
    await ada.command(quick.games, "iye move", to="c2")
    await quick.quiet()
    assert newest_post(first).mentions == [bo]


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("77", "There is no match 77"),
        ("the one with Bo", "is no match"),
        ("9" * 40, "is no match"),
        ("²", "is no match"),
        ("-1", "is no match"),
        ("", "is no match"),
    ],
)
async def test_nonsense_for_a_match(quick: Scene, named: str, sentence: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo)
    for line, options in (("iye move", {"to": "c4"}), ("iye board", {}), ("match undo", {}), ("match resign", {})):
        answer = await ada.command(thread, line, match=named, **options)
        assert isinstance(answer, Message) and answer.ephemeral and sentence in answer.text, (line, answer.text)


@pytest.mark.parametrize("typed", ["nonsense", "'; drop table steps; --", "💥" * 50, " C4 ", "x" * 3000])
async def test_suggestions_for_nonsense(quick: Scene, typed: str) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, first="host")
    for line, focused in (("iye move", "to"), ("iye move", "with"), ("iye play", "option"), ("match board", "match")):
        choices = await ada.autocomplete(thread, line, focused=focused, value=typed)
        assert [choice["value"] for choice in choices] in ([], ["c4"])
    answer = await ada.command(thread, "iye play", option=typed)
    assert isinstance(answer, Message) and answer.ephemeral
    match = await quick.store.matches.in_thread(int(thread.id))
    assert match is not None and match.step_count == int(typed.strip().lower() == "c4")
