"""Who one is, the frame around the messages, light and dark, the phone, the keyboard, and lost connections."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from .conftest import Tabs
from .fake import FakePlayground
from .sample import BOT, GAMES, TALK, Json, attachment, board_post, button, row


async def test_one_switches_between_people(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await expect(page.get_by_test_id("me")).to_contain_text("Ada")
    await page.get_by_role("button", name="Be Bo").click()
    await expect(page.get_by_test_id("me")).to_contain_text("Bo")
    assert "as=bo" in page.url
    await page.get_by_test_id("composer").fill("Hi")
    await page.keyboard.press("Enter")
    assert (await pg.wait_post("say"))["as"] == "202"
    await page.keyboard.press("Alt+3")
    await expect(page.get_by_test_id("me")).to_contain_text("Cem")
    await page.locator("body[data-connected]").wait_for()
    await page.go_back()
    await expect(page.get_by_test_id("me")).to_contain_text("Bo")
    await page.locator("body[data-connected]").wait_for()


async def test_each_tab_is_somebody_and_is_remembered(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url, "dilara", TALK)
    other = await page.context.new_page()
    await other.goto(f"{pg.url}?as=Emre")
    await expect(other.get_by_test_id("me")).to_contain_text("Emre")
    await expect(page.get_by_test_id("me")).to_contain_text("Dilara")
    await page.reload()
    await expect(page.get_by_test_id("me")).to_contain_text("Dilara")
    await expect(page.get_by_test_id("title")).to_have_text("table-talk")
    third = await page.context.new_page()
    await third.goto(pg.url)  # Without ?as=, the last one chosen in this browser.
    await expect(third.get_by_test_id("me")).to_contain_text("Dilara")
    await expect(third.get_by_test_id("title")).to_have_text("table-talk")


async def test_one_sees_which_of_the_others_was_called(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await pg.listened("202")
    await pg.push("UNREAD", {"channel": GAMES, "count": 1, "mentions": 1}, "202")
    bo = page.get_by_role("button", name="Be Bo, 1 mention")
    await expect(bo.get_by_test_id("badge")).to_have_text("1")
    await expect(page.get_by_test_id("channels").get_by_test_id("badge")).to_have_count(0)


async def test_a_call_heard_while_the_page_loads_stays(pg: FakePlayground, tabs: Tabs) -> None:
    pg.slow["202"] = asyncio.Event()
    page = await tabs.open(pg.url)
    await pg.listened("202")
    bo = page.get_by_role("button", name="Be Bo, 1 mention")
    async with page.expect_response(lambda response: "world?as=202" in response.url):
        await pg.push("UNREAD", {"channel": GAMES, "count": 1, "mentions": 1}, "202")
        await bo.wait_for()
        pg.slow["202"].set()
    await page.evaluate("() => new Promise(requestAnimationFrame)")
    await expect(bo).to_be_visible()


async def test_a_new_person_joins(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await page.get_by_role("button", name="Switch Person", exact=True).click()
    await expect(page.get_by_role("link", name="Open as Bo in a New Tab")).to_have_attribute("href", "?as=bo")
    await page.get_by_label("Name of a new person").fill("Füsun")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("me")).to_contain_text("Füsun")
    await expect(page.get_by_test_id("face")).to_have_count(6)


async def test_direct_messages_are_opened(pg: FakePlayground, tabs: Tabs) -> None:
    async def opened(body: Json) -> Json:
        return pg.world.dm()

    pg.answers["dm"] = opened
    page = await tabs.open(pg.url)
    await page.get_by_role("button", name="Direct Messages").click()
    await page.get_by_role("button", name="Message Longhouse").click()
    await expect(page.get_by_test_id("title")).to_have_text("Longhouse")
    assert await pg.wait_post("dm") == {"as": "201", "user": BOT}
    await expect(page.get_by_test_id("composer")).to_have_attribute("aria-label", "Message @Longhouse")
    await page.get_by_role("button", name="The Longhouse").click()
    await expect(page.get_by_test_id("title")).to_have_text("games")


async def background(page: Page) -> str:
    color: str = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    return color


@pytest.mark.parametrize(("scheme", "color"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(49, 51, 56)")])
async def test_the_theme_follows_the_system_until_one_is_chosen(
    pg: FakePlayground, tabs: Tabs, scheme: str, color: str
) -> None:
    page = await tabs.open(pg.url, color_scheme=scheme)
    assert await background(page) == color
    await page.get_by_test_id("theme").click()
    changed = await background(page)
    assert changed != color
    await page.reload()
    await page.get_by_test_id("me").wait_for()
    assert await background(page) == changed
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("System").check()
    assert await background(page) == color


async def test_settings_close_direct_messages(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("switch").uncheck()
    assert await pg.wait_post("settings") == {"as": "201", "dms_open": False}


async def test_the_phone_has_a_drawer(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url, phone=True)
    channels = page.get_by_test_id("channels")
    await expect(channels).to_be_hidden()
    await page.get_by_role("button", name="Open Channel List").tap()
    await expect(channels).to_be_visible()
    await page.get_by_role("button", name="table-talk").tap()
    await expect(page.get_by_test_id("title")).to_have_text("table-talk")
    await expect(channels).to_be_hidden()
    await page.get_by_test_id("drawer").tap()
    await page.keyboard.press("Escape")
    await expect(channels).to_be_hidden()
    await expect(page.get_by_test_id("drawer")).to_be_focused()
    await page.get_by_test_id("head-face").tap()
    await page.get_by_test_id("person").filter(has_text="Bo").tap()
    await expect(page.get_by_test_id("head-face")).to_have_attribute("aria-label", "You are Bo. Switch person")


TOO_WIDE = """() => [...document.querySelectorAll('.log *')]
  .filter((n) => n.getBoundingClientRect().right > innerWidth + 1 && !n.closest('pre'))
  .map((n) => n.className)"""


async def test_nothing_is_wider_than_the_phone_and_targets_are_big(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    long = "Averylongwordwithoutanyspaceinit" * 5
    w.messages[GAMES] = [
        w.message(GAMES, "202", f"{long}\n```\n{long}\n```\n# {long}"),
        w.message(
            GAMES,
            BOT,
            "",
            components=[row(*[button(f"Choice number {n}", f"c{n}") for n in range(5)])],
            embeds=[{"title": long, "fields": [{"name": long, "value": long, "inline": True}]}],
        ),
        board_post(w, GAMES),
    ]
    page = await tabs.open(pg.url, phone=True)
    await page.get_by_role("button", name="Play").wait_for()
    assert await page.evaluate(TOO_WIDE) == []
    assert await page.evaluate("document.documentElement.scrollWidth") == 400
    targets = page.locator("main button:visible:not(.picture, .mention, .reply-line)")
    # All at one moment: an element may be drawn anew between being found and being measured.
    sizes = await targets.evaluate_all("all => all.map(one => [one.innerText, one.getBoundingClientRect().height])")
    assert sizes and [name for name, height in sizes if height < 40] == []


async def test_a_command_by_touch(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url, phone=True)
    await page.get_by_role("button", name="Use a Command").tap()
    await page.get_by_test_id("suggestion").filter(has_text="/iye new").tap()
    await page.get_by_test_id("suggestion").filter(has_text="opponent").tap()
    await page.get_by_test_id("suggestion").filter(has_text="Bo").first.tap()
    await page.get_by_role("button", name="Send").tap()
    assert (await pg.wait_post("command"))["options"] == {"opponent": "202"}


async def test_selects_are_sheets_on_the_phone(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [pg.world.message(GAMES, BOT, "", components=[row({"type": 5, "custom_id": "who"})])]
    page = await tabs.open(pg.url, phone=True)
    await page.get_by_test_id("select").tap()
    sheet = page.get_by_role("dialog", name="Select a user")
    box = await sheet.bounding_box()
    assert box
    assert box["width"] == 400
    assert box["y"] + box["height"] == pytest.approx(800, abs=1)
    await page.get_by_role("option", name="Bo").tap()
    assert (await pg.wait_post("press"))["values"] == ["202"]


async def scale(page: Page) -> float:
    return float(await page.locator(".stage").get_attribute("data-scale") or 0)


@pytest.mark.parametrize("phone", [False, True])
async def test_a_picture_opens_large_and_zooms(pg: FakePlayground, tabs: Tabs, phone: bool) -> None:
    pg.world.messages[GAMES] = [board_post(pg.world, GAMES)]
    page = await tabs.open(pg.url, phone=phone)
    await page.get_by_role("button", name=re.compile("Open picture: Board after 7")).click()
    box = page.get_by_test_id("lightbox")
    await expect(box.get_by_role("img")).to_be_visible()
    await expect(box).to_contain_text("Board after 7 moves")
    assert await scale(page) == 1
    await box.get_by_role("img").click(position={"x": 100, "y": 100})
    assert await scale(page) >= (2.5 if phone else 1.3)
    await box.get_by_role("img").click(force=True)
    assert await scale(page) == 1
    await page.keyboard.press("Enter")
    assert await scale(page) > 1
    await page.keyboard.press("Escape")
    await expect(box).to_have_count(0)
    await expect(page.get_by_test_id("picture")).to_be_focused()


async def test_two_fingers_enlarge_a_picture(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [board_post(pg.world, GAMES)]
    page = await tabs.open(pg.url, phone=True)
    await page.get_by_test_id("picture").tap()
    touch = await page.context.new_cdp_session(page)

    async def fingers(kind: str, *places: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await fingers("touchStart", (180, 400), (220, 400))
    await fingers("touchMove", (140, 400), (260, 400))
    await fingers("touchEnd")
    assert await scale(page) == pytest.approx(3, abs=0.3)


async def test_the_pictures_of_a_gallery_follow_each_other(pg: FakePlayground, tabs: Tabs) -> None:
    items = [{"media": attachment(GAMES, f"{n}.png"), "description": f"Map {n}"} for n in range(3)]
    pg.world.messages[GAMES] = [
        pg.world.message(GAMES, BOT, "", flags=1 << 15, components=[{"type": 12, "items": items}])
    ]
    page = await tabs.open(pg.url)
    await page.get_by_role("button", name="Open picture: Map 2").click()
    await expect(page.get_by_text("3 of 3")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_test_id("lightbox").get_by_role("img", name="Map 0")).to_be_visible()
    await page.get_by_role("button", name="Next").click()
    await expect(page.get_by_text("2 of 3")).to_be_visible()


async def test_the_page_comes_back_after_the_server_restarts(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    w.messages[GAMES] = [w.message(GAMES, "202", "Before")]
    tabs.ignored = ("WebSocket", "Failed to load resource", "ERR_")
    page = await tabs.open(pg.url)
    await pg.close()
    notice = page.locator("#notice")
    await expect(notice).to_have_text("The connection was lost. Reconnecting…")
    w.messages[GAMES].append(w.message(GAMES, "202", "Meanwhile"))
    w.unread[TALK] = {"count": 1, "mentions": 1}
    await page.get_by_test_id("composer").fill("A draft")
    await pg.start()
    await expect(notice).to_have_text("Connected again.")
    await expect(page.get_by_text("Meanwhile")).to_be_visible()
    await expect(page.get_by_role("button", name="table-talk, 1 mention")).to_be_visible()
    await expect(page.get_by_test_id("composer")).to_have_value("A draft")
    await pg.say(w.message(GAMES, "202", "After"))
    await expect(page.get_by_text("After")).to_be_visible()


async def test_a_new_world_with_the_same_names_is_taken_up(pg: FakePlayground, tabs: Tabs) -> None:
    tabs.ignored = ("WebSocket", "Failed to load resource", "ERR_")
    page = await tabs.open(pg.url, "Bo")
    await pg.close()
    await expect(page.locator("#notice")).to_contain_text("The connection was lost.")
    for number, person in enumerate(pg.world.people):
        person["id"] = str(900 + number)
    refused = pg.world.people[1]["id"]
    pg.known_people_only = True
    await pg.start()
    await expect(page.locator("#notice")).to_have_text("Connected again.")
    await page.get_by_test_id("composer").fill("Hi")
    await page.keyboard.press("Enter")
    assert (await pg.wait_post("say"))["as"] == refused


async def test_the_bot_being_away_is_said(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    away = page.get_by_test_id("offline")
    await expect(away).to_be_hidden()
    await pg.push("BOT_GONE", {})
    await expect(away).to_contain_text("Longhouse is not connected.")
    await pg.push("READY_BOT", {})
    await expect(away).to_be_hidden()


UNNAMED = """() => {
  const acting = 'button, a[href], input, textarea, [role=button], [role=combobox], img';
  const inside = (n) => n.textContent.trim() || n.labels?.length || n.closest('button[aria-label]');
  return [...document.querySelectorAll(acting)]
    .filter((n) => n.checkVisibility() && !n.closest('[inert]'))
    .filter((n) => !(n.getAttribute('aria-label') || n.alt || inside(n)))
    .map((n) => n.outerHTML.slice(0, 120));
}"""


async def test_everything_that_acts_has_a_name(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    w.messages[GAMES] = [
        board_post(w, GAMES),
        w.message(
            GAMES,
            BOT,
            "",
            components=[row({"type": 2, "style": 2, "emoji": {"name": "🥁"}, "custom_id": "d"})],
        ),
    ]
    page = await tabs.open(pg.url)
    await page.get_by_role("button", name="Members").click()
    assert await page.evaluate(UNNAMED) == []
    log = page.get_by_role("log", name="Messages in games")
    await expect(log).to_have_attribute("aria-live", "polite")
    await expect(log.get_by_role("article")).to_have_count(2)
    for role, name in (("navigation", "Servers"), ("navigation", "Channels"), ("main", "Chat")):
        await expect(page.get_by_role(role, name=name)).to_be_visible()  # type: ignore[arg-type]


FOCUSED = """() => {
  const node = document.activeElement;
  if (node === document.body) return ['', true];
  const inBox = node.matches('textarea') && getComputedStyle(node.closest('.field-row')).borderStyle === 'solid';
  const outlined = getComputedStyle(node).outlineStyle === 'solid';
  return [node.getAttribute('aria-label') || node.textContent, inBox || outlined];
}"""


async def test_the_keyboard_reaches_what_is_there_and_shows_where_it_is(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [board_post(pg.world, GAMES)]
    page = await tabs.open(pg.url)
    reached: set[str] = set()
    await page.evaluate("document.activeElement.blur()")
    for _ in range(45):
        await page.keyboard.press("Tab")
        name, visible = await page.evaluate(FOCUSED)
        reached.add(name.strip())
        assert visible, name
    assert {
        "Play",
        "Describe",
        "table-talk",
        "Be Bo",
        "Settings",
        "Threads",
        "Message #games",
        "Direct Messages",
    } <= reached
    await page.keyboard.press("Alt+ArrowDown")
    await expect(page.get_by_test_id("title")).not_to_have_text("games")
