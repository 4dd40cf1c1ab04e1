"""A command of the bot itself, typed in one go with the name of its required option."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import expect

from tests.table.conftest import Scene
from tests.table.quick import QuickPool

from .conftest import Tabs


@pytest_asyncio.fixture(loop_scope="session")
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    scene = Scene(tmp_path, QuickPool())
    await scene.open()
    yield scene
    await scene.close()


async def test_a_solo_match_is_begun_by_typing_its_command_in_full(scene: Scene, tabs: Tabs) -> None:
    page = await tabs.open(scene.playground.page_url, "Ada", scene.games.id)
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/iye solo level:hard", delay=5)
    await expect(page.get_by_label("level", exact=True)).to_have_value("hard")
    await page.get_by_test_id("send").click()
    await expect(page.get_by_text("begins in a direct message")).to_be_visible()
    (match,) = await scene.store.matches.of_user(int(scene.person("Ada").id))
    assert [seat.level for seat in match.seats] == [None, "hard"]
