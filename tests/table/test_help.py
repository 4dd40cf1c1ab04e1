"""The help that people read in Discord."""

from __future__ import annotations

import re

from playground.visible import Message
from render.help import pages
from tests.table.conftest import Scene


async def test_every_page_can_be_read(scene: Scene) -> None:
    ada = scene.person("Ada")
    answer = await ada.command(scene.games, "help")
    assert isinstance(answer, Message) and answer.ephemeral
    for title, text in pages():
        if title != pages()[0][0]:
            answer = await ada.press(answer, title)
        assert isinstance(answer, Message)
        assert text.split("\n")[0] in answer.text


async def test_help_names_commands_that_exist(scene: Scene) -> None:
    known = {command.qualified_name for command in scene.bot.tree.walk_commands()}
    named = set(re.findall(r"`/([a-z ]+)`", "\n".join(text for _, text in pages())))
    assert named
    assert named <= known, named - known
