"""Commands, components, modals and autocomplete of a real discord.py bot on the playground."""

from __future__ import annotations

import asyncio

import pytest

from playground import Message, Modal, NoAnswer, Playground, Refused

from .bot import TrialBot, picture


async def test_command_answers_in_the_channel(pg: Playground, bot: TrialBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    reply = await ada.command(games, "trial echo", text="hello", times=2)
    assert isinstance(reply, Message)
    assert reply.text == "hello hello"
    assert reply.from_bot
    assert pg.person("Bo").sees(games)[-1] == reply


async def test_ephemeral_answer_is_seen_by_one_and_goes_when_dismissed(pg: Playground, bot: TrialBot) -> None:
    ada, bo, games = pg.person("Ada"), pg.person("Bo"), pg.channel("games")
    reply = await ada.command(games, "trial whisper", to=bo)
    assert reply.ephemeral and reply.text == f"Hush, {bo.mention}"
    assert ada.sees(games)[-1] == reply
    assert reply not in bo.sees(games)
    assert bo.notices == []
    with pytest.raises(Refused):
        await bo.dismiss(reply)
    await ada.dismiss(reply)
    assert ada.sees(games) == []


async def test_layout_with_pictures(pg: Playground, bot: TrialBot) -> None:
    ada = pg.person("Ada")
    post = await ada.command(pg.channel("games"), "trial board", alt="A lake")
    assert post.text == "## Turn 0\nRound one"
    assert post.labels == ["Count 0", "Closed"]
    assert post.images == [picture(), picture()]
    assert post.alts == ["A token", "A lake"]
    media = next(part for part in post.parts if part["type"] == 12)["items"][0]["media"]
    assert (media["width"], media["height"], media["content_type"]) == (40, 30, "image/png")
    assert media["url"].startswith(pg.page_url + "attachments/")


async def test_dynamic_button_edits_its_message_with_a_new_picture(pg: Playground, bot: TrialBot) -> None:
    ada, bo = pg.person("Ada"), pg.person("Bo")
    post = await ada.command(pg.channel("games"), "trial board")
    after = await bo.press(post, "Count 0")
    assert after == post and post.edits == 1
    assert list(post.files) == ["b0.png"]
    assert post.text.startswith("## Turn 1")
    with pytest.raises(Refused, match="Closed is disabled"):
        await bo.press(post, "Closed")
    with pytest.raises(Refused, match="There is no button 'Count 0'"):
        await bo.press(post, "Count 0")
    await bo.press(post, "count:0", anyway=True)
    assert post.edits == 2


async def test_deferred_answer_is_filled_by_the_first_follow_up(pg: Playground, bot: TrialBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    task = asyncio.create_task(ada.command(games, "trial slow", seconds=0.2))
    await pg.wait_for(lambda: games.messages and games.last.pending)
    reply = await task
    assert reply.text == "Thought" and not reply.pending
    assert reply.alts == ["Thoughts"]
    more = await games.next_message(lambda m: m != reply)
    assert more.text == "And more"
    hidden = await ada.command(games, "trial slow", hidden=True)
    assert hidden.ephemeral and hidden.text == "Thought"


async def test_deferred_update_returns_the_changed_message(pg: Playground, bot: TrialBot) -> None:
    ada = pg.person("Ada")
    ask = await ada.command(pg.channel("games"), "trial ask")
    assert await ada.press(ask, "🥁") == ask
    assert ask.text == "Boom" and ask.buttons == []


async def test_silence_is_no_answer(pg: Playground, bot: TrialBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    ask = await ada.command(games, "trial ask")
    pg.interactions.answer_within = 0.2
    with pytest.raises(NoAnswer, match="Ada got no answer"):
        await ada.command(games, "trial mute")
    with pytest.raises(NoAnswer):
        await ada.press(ask, "Silent")


async def test_modal_with_old_and_new_fields(pg: Playground, bot: TrialBot) -> None:
    ada, bo, games = pg.person("Ada"), pg.person("Bo"), pg.channel("games")
    for modal in (
        await ada.command(games, "trial form"),
        await ada.press(await ada.command(games, "trial ask"), "Name It"),
    ):
        assert isinstance(modal, Modal)
        assert modal.title == "Name the match"
        assert list(modal.labels.values()) == ["Name", "Level", "Rival"]
        reply = await ada.fill(modal, name="First", Level="3", rival=bo)
        assert reply.text == "First at 3 vs Bo"
    for wrong in ({"level": "3"}, {"name": "x" * 21, "level": "3"}, {"name": "x", "level": "9"}, {"what": "x"}):
        with pytest.raises(Refused):
            await ada.fill(modal, **wrong)
    with pytest.raises(Refused):
        await bo.fill(modal, name="Mine", level="1")


async def test_selects(pg: Playground, bot: TrialBot) -> None:
    ada, bo, games = pg.person("Ada"), pg.person("Bo"), pg.channel("games")
    ask = await ada.command(games, "trial ask")
    reply = await ada.choose(ask, bo, ada)
    assert reply.text == "Ada and Bo"
    post = await ada.command(games, "trial board")
    assert [option.label for option in post.selects[0].options] == ["Natural c4", "Horse d5"]
    with pytest.raises(Refused, match="there are Natural c4, Horse d5"):
        await ada.choose(post, "b1")


async def test_autocomplete(pg: Playground, bot: TrialBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    choices = await ada.autocomplete(games, "trial move", focused="to", value="c", with_="drum")
    assert [choice["value"] for choice in choices] == ["c1", "c2", "c3", "c4", "c5"]
    assert len(await ada.autocomplete(games, "trial move", focused="to")) == 25
    assert (await ada.command(games, "trial move", to="zz", with_="drum")).text == "zz drum"
    with pytest.raises(Refused, match="no completion"):
        await ada.autocomplete(games, "trial echo", focused="text")


async def test_what_a_client_does_not_send(pg: Playground, bot: TrialBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    for line, options in {
        "nothing": {},
        "trial": {},
        "trial nothing": {},
        "trial echo": {},
        "trial move": {"to": "c4", "from": "c3"},
        "trial echo ": {"text": "x", "times": 4},
        "trial  echo": {"text": "x", "times": "many"},
        "trial whisper": {"to": "1"},
    }.items():
        with pytest.raises(Refused):
            await ada.command(games, line, **options)


async def test_context_menu(pg: Playground, bot: TrialBot) -> None:
    reply = await pg.person("Ada").menu(pg.channel("games"), "Wave", pg.person("Bo"))
    assert reply.text == "Hello Bo" and reply.ephemeral


async def test_direct_messages_and_a_server_without_the_bot(pg: Playground, bot: TrialBot) -> None:
    ada, bo = pg.person("Ada"), pg.person("Bo")
    direct = await ada.dm()
    reply = await ada.command(direct, "trial board")
    assert (await ada.press(reply, "Count 0")).text.startswith("## Turn 1")
    with pytest.raises(Refused):
        bo.sees(direct)
    elsewhere = pg.add_guild("Elsewhere", ada, with_bot=False)
    pg.world.join(elsewhere, bo.user)
    porch = pg.add_channel("porch", elsewhere)
    reply = await bo.command(porch, "trial echo", text="hi")
    assert reply.text == "hi" and not reply.ephemeral
    pg.deny(porch, "use_external_apps", who=bo)
    assert (await bo.command(porch, "trial echo", text="hi")).ephemeral
    bo.user.installed = False
    with pytest.raises(Refused):
        await bo.command(porch, "trial echo", text="hi")
