"""The first message in a playground: what a newcomer may try."""

from __future__ import annotations

from pathlib import Path

from playground import Playground

TEXT = "Go to #games, or talk in #table-talk."


async def test_the_bot_says_it_in_the_first_channel_with_links() -> None:
    async with Playground(welcome=TEXT) as playground:
        (said,) = playground.channel("welcome").messages
        games, talk = playground.channel("games").id, playground.channel("table-talk").id
        assert said.text == f"Go to <#{games}>, or talk in <#{talk}>."
        assert said.author == "Longhouse"
        assert not playground.channel("games").messages


async def test_it_is_said_once(tmp_path: Path) -> None:
    folder = tmp_path / "world"
    async with Playground(welcome=TEXT, keep=folder):
        pass
    async with Playground(welcome=TEXT, keep=folder) as again:
        assert len(again.channel("welcome").messages) == 1


async def test_without_a_text_nothing_is_said() -> None:
    async with Playground() as playground:
        assert not playground.channel("welcome").messages
