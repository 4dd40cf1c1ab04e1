"""What the page looks like where it is narrow, and where its list stands while one types."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from .conftest import Tabs
from .fake import FakePlayground
from .sample import GAMES, board_post

AT_END = """() => {
  const s = document.querySelector(".scroller");
  return s.scrollHeight - s.scrollTop - s.clientHeight < 2;
}"""

BARS = """() => [...document.querySelectorAll("body *")].filter((n) => {
  const { overflowX, overflowY } = getComputedStyle(n);
  const down = /auto|scroll/.test(overflowY) && n.scrollHeight > n.clientHeight;
  const across = /auto|scroll/.test(overflowX) && n.scrollWidth > n.clientWidth;
  return n.clientHeight && (down || across);
}).map((n) => n.className)"""
"""What has a bar to scroll by."""


def talk(pg: FakePlayground) -> None:
    w = pg.world
    w.messages[GAMES] = [w.message(GAMES, "202", f"Message {n}", 5000 - n) for n in range(80)]


async def test_pictures_reach_the_edge_of_their_card_on_the_phone(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [board_post(pg.world, GAMES)]
    page = await tabs.open(pg.url, phone=True)
    card, picture = page.get_by_test_id("container"), page.get_by_test_id("gallery")
    around, box = await card.bounding_box(), await picture.bounding_box()
    edge = "(n) => [getComputedStyle(n).borderLeftWidth, getComputedStyle(n).borderRightWidth].map(parseFloat)"
    left, right = await card.evaluate(edge)
    assert around and box
    assert abs(box["x"] - around["x"] - left) < 1
    assert abs(around["x"] + around["width"] - right - box["x"] - box["width"]) < 1


@pytest.mark.parametrize("draft", ["", "One line", "/iye", "Two\nlines"])
async def test_there_is_no_bar_beside_what_fits(pg: FakePlayground, tabs: Tabs, draft: str) -> None:
    talk(pg)
    page = await tabs.open(pg.url, phone=True)
    await page.get_by_test_id("composer").fill(draft)
    assert set(await page.evaluate(BARS)) <= {"scroller", "options"}
    assert await page.locator(".box").evaluate("(n) => getComputedStyle(n).overflowY") == "hidden"


async def test_a_long_draft_can_be_scrolled(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url, phone=True)
    await page.get_by_test_id("composer").fill("Line\n" * 60)
    assert "box full" in await page.evaluate(BARS)


async def command(pg: FakePlayground, page: Page) -> None:
    """Type a command; the answer comes with a board."""
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/iye new ", delay=5)
    await page.get_by_test_id("entry").wait_for()
    await page.get_by_test_id("send").click()
    by = {"id": "1", "type": 2, "user": pg.world.user("201"), "name": "iye new"}
    await pg.say(board_post(pg.world, GAMES, interaction_metadata=by))
    await expect(page.get_by_role("button", name="Play")).to_be_in_viewport()
    await page.wait_for_function(AT_END)


@pytest.mark.parametrize("phone", [False, True])
async def test_a_typed_command_leaves_the_list_at_its_end(pg: FakePlayground, tabs: Tabs, phone: bool) -> None:
    talk(pg)
    page = await tabs.open(pg.url, phone=phone)
    await page.wait_for_function(AT_END)
    await command(pg, page)


async def test_who_was_further_up_sees_what_the_own_command_brought(pg: FakePlayground, tabs: Tabs) -> None:
    talk(pg)
    page = await tabs.open(pg.url)
    first, last = page.get_by_test_id("message").first, page.get_by_test_id("message").last
    await expect(last).to_be_in_viewport()
    await first.scroll_into_view_if_needed()
    await expect(last).not_to_be_in_viewport()
    await command(pg, page)


async def test_what_grows_in_the_list_does_not_count_as_scrolling_away(pg: FakePlayground, tabs: Tabs) -> None:
    """A picture that comes in while the list still reports where it stood."""
    talk(pg)
    page = await tabs.open(pg.url)
    await page.wait_for_function(AT_END)
    await page.evaluate("""() => {
      const tall = document.createElement("div");
      tall.style.height = "500px";
      document.querySelector(".log").append(tall);
      document.querySelector(".scroller").dispatchEvent(new Event("scroll"));
    }""")
    await page.wait_for_function(AT_END)


async def test_the_preview_of_a_reply_keeps_its_lines_apart(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    lobby = w.message(GAMES, "202", "1. **Ada**\n2. *free*\n3. *free*\n-# 1 more player to begin", 100)
    w.messages[GAMES] = [lobby, w.message(GAMES, "203", "Yes", 50, type=19, referenced_message=lobby)]
    page = await tabs.open(pg.url)
    await expect(page.locator(".reply-line")).to_contain_text("@Bo Ada free free 1 more player to begin")
