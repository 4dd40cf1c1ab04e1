"""The playground's world on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground import Playground
from playground.model import LOADING

from .bot import TrialBot, board, png
from .conftest import point_discord_at


async def test_a_playground_that_is_started_again_is_the_same_one(tmp_path: Path) -> None:
    folder = tmp_path / "world"
    async with Playground(keep=folder) as first:
        ada = first.person("Ada")
        said = await ada.say(first.channel("games"), "Shall we play?")
        thread = first.threads.create(first.channel("games").place, ada.id, {"name": "A match"}, said.stored)
        ids = (ada.id, first.guild.id, thread.id, said.id)
    async with Playground(keep=folder) as second:
        ada = second.person("Ada")
        (again,) = second.channel("games").messages
        assert (ada.id, second.guild.id, second.channel("A match").id, again.id) == ids
        assert again.text == "Shall we play?"
        assert again.author == "Ada"
        assert second.world.bot.id == first.world.bot.id
        assert second.guild.members[ada.id].user is ada.user


async def test_pictures_are_kept_and_their_links_follow_the_address(tmp_path: Path) -> None:
    folder = tmp_path / "world"
    async with Playground(keep=folder) as first:
        point_discord_at(first)
        bot = TrialBot()
        async with bot:
            await bot.login(first.token)
            channel = await bot.fetch_channel(int(first.channel("games").id))
            await channel.send(view=board(), file=png())  # type: ignore[union-attr]
        before = first.channel("games").last.images
        assert before
    async with Playground(keep=folder) as second:
        message = second.channel("games").last
        assert message.images == before
        assert first.page_url not in str(message.data)
        assert second.page_url in str(message.data)


async def test_what_only_one_person_sees_is_kept_for_them_alone(tmp_path: Path) -> None:
    folder = tmp_path / "world"
    async with Playground(keep=folder) as first:
        said = await first.person("Ada").say(first.channel("games"), "secret")
        said.stored.ephemeral_for = first.person("Ada").id
    async with Playground(keep=folder) as second:
        games = second.channel("games").place
        ada, bo = (second.person(name).user for name in ("Ada", "Bo"))
        assert [m.data["content"] for m in second.actions.visible(ada, games)] == ["secret"]
        assert second.actions.visible(bo, games) == []


@pytest.mark.parametrize("why", ["dismissed", "thinking"])
async def test_what_was_dismissed_or_was_only_thinking_is_not_kept(tmp_path: Path, why: str) -> None:
    folder = tmp_path / "world"
    async with Playground(keep=folder) as first:
        said = await first.person("Ada").say(first.channel("games"), "secret")
        said.stored.ephemeral_for = first.person("Ada").id
        if why == "dismissed":
            said.stored.gone = True
        else:
            said.stored.data["flags"] = LOADING
    assert b"secret" not in (folder / "world.json").read_bytes()


async def test_a_damaged_world_is_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / "world"
    folder.mkdir()
    (folder / "world.json").write_text('{"base": ')
    async with Playground(keep=folder) as playground:
        assert playground.person("Ada").id
    assert (folder / "world.damaged").exists()
    assert (folder / "world.json").stat().st_size > 100
