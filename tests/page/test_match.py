"""Two people play a whole match of İye in two tabs of a real browser, by clicking alone, with the bot itself."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from render.worker_pool import WorkerPool
from tests.table.conftest import Scene

from .conftest import Tabs

MOST = 60
"""More turns than a cycle can have: 25 tiles, and a choice of who begins."""

PRESSED = """([id, before]) => {
  const node = document.querySelector(`[data-message-id="${id}"]`);
  const ids = [...node.querySelectorAll("[data-custom-id]")];
  return ids.map((item) => item.dataset.customId).join(" ") !== before && !node.querySelector("[aria-busy]");
}"""
"""Whether a message has other buttons than before, and none that waits."""


@pytest_asyncio.fixture(loop_scope="session")
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with WorkerPool() as pool:
        scene = Scene(tmp_path, pool)
        await scene.open()
        yield scene
        await scene.close()


@pytest.mark.timeout(600)
async def test_a_match_of_iye_from_its_command_to_the_winner(scene: Scene, tabs: Tabs) -> None:
    games = scene.games.id
    pages = {name: await tabs.open(scene.playground.page_url, name, games) for name in ("Ada", "Bo")}
    await open_table(pages["Ada"])
    await pages["Bo"].get_by_role("button", name="Join").click()
    await pages["Ada"].get_by_role("button", name="Start").click()
    for page in pages.values():
        await page.get_by_test_id("channel").filter(has_text="İye").click()
    seen: set[str] = set()
    for _ in range(MOST):
        post = await newest_post(pages["Ada"], seen)
        called = re.search(r"@(Ada|Bo)\b", await post.inner_text())
        if called is None:
            break
        seen.add(str(await post.get_attribute("data-message-id")))
        await take_turn(pages[called[1]], seen)
    for page in pages.values():
        last = page.get_by_test_id("message").filter(has=page.get_by_role("button", name="Rematch"))
        await expect(last).to_contain_text(re.compile(r"(Ada|Bo) won the match"))
        await expect(last.get_by_role("button", name="Open picture")).to_be_visible()
        await expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    assert len(seen) > 5, "a cycle takes more turns than that"


async def open_table(page: Page) -> None:
    """Type the command, as a person would, and send it."""
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/iye new cycles:", delay=5)
    await page.get_by_test_id("suggestion").filter(has_text="1").click()
    await page.get_by_test_id("send").click()


async def newest_post(page: Page, seen: set[str]) -> Locator:
    """The board that was posted after those that were seen."""
    fresh = "".join(f":not([data-message-id='{number}'])" for number in seen)
    buttons = page.get_by_role("button", name=re.compile("^(Play|Rematch)$"))
    post = page.locator(f"[data-testid=message]{fresh}").filter(has=buttons)
    await expect(post).to_have_count(1)
    return post


async def take_turn(page: Page, seen: set[str]) -> None:
    """Open the private panel, choose what is listed first, and confirm it."""
    post = await newest_post(page, seen - {max(seen, key=int)})
    await post.get_by_role("button", name="Play", exact=True).click()
    panel = page.get_by_test_id("message").filter(has=page.get_by_test_id("only-you"))
    await expect(panel).to_have_count(1)
    for _ in range(5):
        await expect(panel.get_by_test_id("container")).to_be_visible()
        before = " ".join(
            await panel.locator("[data-custom-id]").evaluate_all("(all) => all.map(n => n.dataset.customId)")
        )
        confirm = panel.get_by_role("button", name="Confirm")
        if confirming := await confirm.is_visible():
            await confirm.click()
        else:
            await choose(page, panel)
        await page.wait_for_function(PRESSED, arg=[await panel.get_attribute("data-message-id"), before])
        if confirming:
            await panel.get_by_role("button", name="Dismiss message").click()
            await expect(panel).to_have_count(0)
            return
    raise AssertionError("nothing asks for confirmation")


async def choose(page: Page, panel: Locator) -> None:
    """The first choice of the panel's menu, or its first button."""
    menu = panel.get_by_test_id("select")
    if await menu.count():
        await menu.click()
        await page.get_by_role("option").first.click()
    else:
        await panel.get_by_test_id("button").first.click()
