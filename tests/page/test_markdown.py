"""Discord's markdown, and that nothing written by anybody becomes markup."""

from __future__ import annotations

import asyncio
import time

import pytest
from playwright.async_api import Page, expect

from tests.patience import PATIENCE

from .conftest import Tabs
from .fake import FakePlayground
from .sample import BOT, GAMES, THREAD, Json, button, row, text

RENDER = """async (text) => {
  const { markdown } = await import('/markdown.js');
  const box = document.createElement('div');
  box.append(...markdown(text, {}));
  return box.innerHTML.replaceAll(' class="para"', '');
}"""

CASES = {
    "**bold**": "<div><strong>bold</strong></div>",
    "*it* and _it_": "<div><em>it</em> and <em>it</em></div>",
    "***both***": "<div><strong><em>both</em></strong></div>",
    "__under__ ~~gone~~": "<div><u>under</u> <s>gone</s></div>",
    "snake_case_name": "<div>snake_case_name</div>",
    "2 * 3 * 4": "<div>2 * 3 * 4</div>",
    r"\*plain\* \_here\_": "<div>*plain* _here_</div>",
    "`**raw**`": "<div><code>**raw**</code></div>",
    "``a ` b``": "<div><code>a ` b</code></div>",
    "```py\nx = 1\n```": '<pre tabindex="0" data-language="py"><code>x = 1</code></pre>',
    "a\n```\n**b**\n```\nc": '<div>a</div><pre tabindex="0"><code>**b**</code></pre><div>c</div>',
    "# One\n## Two\n### Three": '<h3 class="md-h1">One</h3><h4 class="md-h2">Two</h4><h5 class="md-h3">Three</h5>',
    "#tag": "<div>#tag</div>",
    "-# small *print*": "<small>small <em>print</em></small>",
    "> a\n> b\nc": "<blockquote><div>a\nb</div></blockquote><div>c</div>",
    "x\n>>> a\nb": "<div>x</div><blockquote><div>a\nb</div></blockquote>",
    "- a\n- b\n  - c\n1. d": "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li>d</li></ol>",
    "3. c\n4. d": '<ol start="3"><li>c</li><li>d</li></ol>',
    "one\n\ntwo": "<div>one\n\ntwo</div>",
    "<not a tag>": "<div>&lt;not a tag&gt;</div>",
    "<@999>": '<div><span class="mention" data-user="999">@Unknown User</span></div>',
    "@everyone": '<div><span class="mention">@everyone</span></div>',
    "<:drum:12345>": '<div><span class="custom-emoji" title=":drum:">:drum:</span></div>',
}


@pytest.mark.parametrize("written", CASES)
async def test_markdown_is_laid_out_as_discord_does(pg: FakePlayground, page_for_markdown: Page, written: str) -> None:
    assert await page_for_markdown.evaluate(RENDER, written) == CASES[written]


async def test_links_lead_to_the_web_alone(page_for_markdown: Page) -> None:
    html = await page_for_markdown.evaluate(
        RENDER, "[a](https://x.test/b_(c)) <https://y.test> https://z.test/p_q_r. [no](javascript:alert(1))"
    )
    for address in ("https://x.test/b_(c)", "https://y.test/", "https://z.test/p_q_r"):
        assert f'href="{address}"' in html
    assert html.count("<a ") == 3
    assert html.count('rel="noopener noreferrer"') == 3


async def test_long_nonsense_does_not_hang(page_for_markdown: Page) -> None:
    for noise in (
        "*_" * 1000,
        "[" * 2000,
        "||" * 1000,
        "*a " * 1300,
        "> " * 1500,
        "`" * 2000,
        "\\" * 2000,
        "__*~~" * 400,
    ):
        await asyncio.wait_for(page_for_markdown.evaluate(RENDER, noise), PATIENCE)


async def test_mentions_know_the_names(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    pg.world.messages[GAMES] = [
        w.message(
            GAMES,
            "202",
            f"<@201> and <@202> in <#{THREAD}>, see </iye new:300> <@&111>",
            mentions=[w.user("201")],
        )
    ]
    page = await tabs.open(pg.url)
    message = page.get_by_test_id("message")
    await expect(message).to_contain_text("@Ada and @Bo in # İye: Ada against Bo, see /iye new @Keeper")
    await expect(message).to_have_class("message first mentioned")
    await expect(message.locator(".mention.self")).to_have_text("@Ada")
    await message.get_by_role("button", name="/iye new").click()
    await expect(page.get_by_test_id("entry-name")).to_have_text("/iye new")
    await page.keyboard.press("Escape")
    await message.get_by_role("button", name="# İye: Ada against Bo").click()
    await expect(page.get_by_test_id("title")).to_have_text("İye: Ada against Bo")


async def test_timestamps_of_all_styles_and_the_relative_one_lives(pg: FakePlayground, tabs: Tabs) -> None:
    at = 1790000000  # 2026-09-21 14:13:20 UTC
    styles = "".join(f"|<t:{at}:{style}>" for style in "tTdDfF") + f"|<t:{at}>|<t:{int(time.time()) - 57}:R>"
    pg.world.messages[GAMES] = [pg.world.message(GAMES, "202", styles)]
    page = await tabs.open(pg.url, locale="en-GB", timezone_id="Europe/Istanbul")
    shown = (await page.get_by_test_id("content").inner_text()).split("|")[1:]
    assert shown[:4] == ["17:13", "17:13:20", "21/09/2026", "21 September 2026"]
    assert [s.replace(" at", "").replace(",", "") for s in shown[4:7]] == [
        "21 September 2026 17:13",
        "Monday 21 September 2026 17:13",
        "21 September 2026 17:13",
    ]
    await expect(page.locator("time[data-relative]")).to_have_text("1 minute ago")


async def test_spoilers_open_on_demand(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [pg.world.message(GAMES, "202", "It is ||the owl||.")]
    page = await tabs.open(pg.url)
    hidden = page.get_by_text("the owl")
    await expect(hidden).to_be_hidden()
    await page.get_by_role("button", name="Spoiler, press to show").press("Enter")
    await expect(hidden).to_be_visible()


EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def evil_message(pg: FakePlayground) -> Json:
    w = pg.world
    select = {
        "type": 3,
        "custom_id": "s",
        "placeholder": EVIL,
        "options": [{"label": EVIL, "value": "v", "description": EVIL}],
    }
    link = {"type": 2, "style": 5, "label": "Link", "url": "javascript:window.hacked=1"}
    embed = {
        "title": EVIL,
        "url": "javascript:window.hacked=1",
        "description": EVIL,
        "author": {"name": EVIL},
        "footer": {"text": EVIL},
        "fields": [{"name": EVIL, "value": EVIL}],
    }
    files = [
        {
            "id": "1",
            "filename": EVIL,
            "url": "javascript:window.hacked=1",
            "size": 1,
            "content_type": "text/plain",
        }
    ]
    parts = [row(button(EVIL, "b"), link), row(select)]
    return w.message(
        GAMES,
        BOT,
        f"{EVIL} [x](javascript:window.hacked=1) `{EVIL}`\n```{EVIL}```\n# {EVIL}",
        embeds=[embed],
        components=parts,
        attachments=files,
    )


async def test_nothing_written_becomes_markup(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    w.people[1]["global_name"] = EVIL
    w.channels[1]["topic"] = EVIL
    w.threads[0]["name"] = EVIL
    w.commands[0]["description"] = EVIL
    w.commands[0]["options"][0]["description"] = EVIL
    w.roles[1]["name"] = EVIL
    w.messages[GAMES] = [
        evil_message(pg),
        w.message(GAMES, "202", EVIL),
        w.message(GAMES, BOT, "", flags=1 << 15, components=[text(EVIL)]),
    ]
    page = await tabs.open(pg.url)
    await expect(page.get_by_test_id("message")).to_have_count(3)
    await expect(page.get_by_test_id("message").nth(1).get_by_test_id("content")).to_have_text(EVIL)
    await page.get_by_role("combobox").click()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Members").click()
    await page.get_by_test_id("composer").fill("/")
    await page.get_by_test_id("suggestion").first.wait_for()
    data = {
        "title": EVIL,
        "custom_id": "m",
        "components": [
            {
                "type": 18,
                "label": EVIL,
                "description": EVIL,
                "component": {"type": 4, "custom_id": "t", "style": 1, "placeholder": EVIL},
            }
        ],
    }
    await pg.push("MODAL", {"interaction": "1", "data": data})
    await page.get_by_test_id("modal").wait_for()
    await page.wait_for_timeout(100)
    assert await page.evaluate("window.hacked") is None
    assert (
        await page.evaluate("document.querySelectorAll('script:not([src=\"app.js\"]), [onerror], img[src=x]').length")
        == 0
    )
    assert (
        await page.evaluate("[...document.querySelectorAll('a')].filter((a) => a.href.startsWith('javascript')).length")
        == 0
    )


async def test_nothing_is_loaded_from_outside(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    outside = {"url": "http://outside.test/a.png", "content_type": "image/png", "width": 10, "height": 10}
    w.messages[GAMES] = [w.message(GAMES, BOT, "", embeds=[{"title": "T", "image": outside}], components=[])]
    tabs.ignored = ("Content Security Policy", "Refused to load", "violates the following")
    asked: list[str] = []
    page = await tabs.open(pg.url)
    page.on("request", lambda request: asked.append(request.url))
    await page.reload()
    await page.get_by_test_id("embed").wait_for()
    await page.wait_for_timeout(100)
    assert asked
    assert not [url for url in asked if not url.startswith(pg.url) and "outside.test" not in url]
    assert await page.evaluate("document.querySelector('.embed img').naturalWidth") == 0
