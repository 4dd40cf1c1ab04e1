"""The page on the playground itself, with a discord.py bot: the two ends of the protocol fit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest_asyncio
import yarl
from playwright.async_api import Page, expect

from playground import Playground
from tests.patience import PATIENCE
from tests.playground.bot import TrialBot

from .conftest import Tabs


@pytest_asyncio.fixture(loop_scope="session")
async def real() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        playground.interactions.answer_within = PATIENCE
        discord.http.Route.BASE = playground.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway_url)
        bot = TrialBot()
        running = asyncio.create_task(bot.start(playground.token))
        await playground.bot_ready()
        await asyncio.wait_for(bot.heard_ready.wait(), PATIENCE)
        yield playground
        await bot.close()
        await asyncio.wait([running], timeout=5)


async def run(page: Page, command: str) -> None:
    await page.get_by_test_id("composer").click()
    await page.keyboard.type(f"/trial {command} ", delay=5)
    await page.get_by_test_id("entry").wait_for()
    await page.get_by_test_id("send").click()


async def at(real: Playground, tabs: Tabs, who: str = "Ada", channel: str = "games", *, phone: bool = False) -> Page:
    return await tabs.open(real.page_url, who, real.channel(channel).id, phone=phone)


async def test_two_people_in_two_tabs_and_a_bot(real: Playground, tabs: Tabs) -> None:
    ada, bo = await at(real, tabs), await at(real, tabs, "Bo")
    await run(ada, "board")
    for page in (ada, bo):
        await expect(page.get_by_role("heading", name="Turn 0")).to_be_visible()
        await expect(page.get_by_role("button", name="Open picture: A brown board")).to_be_visible()
    await expect(bo.get_by_test_id("message").last).to_contain_text("Ada used /trial board")
    await bo.get_by_role("button", name="Count 0").click()
    for page in (ada, bo):
        await expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
        await expect(page.get_by_role("button", name="Count 1")).to_be_enabled()
    loaded = "() => [...document.querySelectorAll('.picture img')].every((n) => n.complete && n.naturalWidth > 0)"
    await ada.wait_for_function(loaded)


async def test_a_whisper_is_seen_by_one_alone_until_dismissed(real: Playground, tabs: Tabs) -> None:
    ada, bo = await at(real, tabs), await at(real, tabs, "Bo")
    await ada.get_by_test_id("composer").click()
    await ada.keyboard.type("/trial whisper Bo", delay=5)
    await ada.keyboard.press("Enter")
    await ada.keyboard.press("Enter")
    whisper = ada.get_by_test_id("message").filter(has_text="Hush, @Bo")
    await expect(whisper.get_by_test_id("only-you")).to_be_visible()
    await expect(bo.get_by_test_id("message")).to_have_count(0)
    await ada.reload()
    await whisper.get_by_role("button", name="Dismiss message").click()
    await expect(whisper).to_have_count(0)
    await ada.reload()
    await expect(ada.get_by_role("heading", name="Welcome to #games")).to_be_visible()
    await expect(whisper).to_have_count(0)


async def test_the_bot_completes_thinks_and_asks(real: Playground, tabs: Tabs) -> None:
    page = await at(real, tabs)
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/trial move c4", delay=5)
    await expect(page.get_by_test_id("suggestion")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("content").last).to_have_text("c4")
    await page.keyboard.type("/trial slow seconds:2", delay=5)
    await page.get_by_test_id("send").click()
    await expect(page.get_by_test_id("thinking")).to_be_visible()
    await expect(page.get_by_test_id("content").last).to_have_text("And more")
    await expect(page.get_by_test_id("thinking")).to_have_count(0)
    await run(page, "form")
    form = page.get_by_role("dialog", name="Name the match")
    await form.get_by_label("Name", exact=True).fill("Evening")
    await form.get_by_role("combobox", name="Level").click()
    await page.get_by_role("option", name="Hard").click()
    await form.get_by_role("combobox", name="Rival").click()
    await page.get_by_role("option", name="Cem").click()
    await form.get_by_role("button", name="Submit").click()
    await expect(page.get_by_test_id("content").last).to_have_text("Evening at 3 vs Cem")


async def test_old_components_a_silent_button_and_a_select_of_two(real: Playground, tabs: Tabs) -> None:
    page = await at(real, tabs)
    await run(page, "ask")
    silent = page.get_by_role("button", name="Silent")
    await silent.wait_for()
    real.interactions.answer_within = 0.5
    await silent.click()
    await expect(page.get_by_text("This interaction failed")).to_be_visible()
    await run(page, "mute")
    await expect(page.get_by_text("The application did not respond")).to_be_visible()
    real.interactions.answer_within = PATIENCE
    await page.get_by_role("combobox", name="Select a user").click()
    for name in ("Cem", "Bo"):
        await page.get_by_role("option", name=name).click()
    await page.get_by_role("button", name="Done").click()
    await expect(page.get_by_text("Bo and Cem")).to_be_visible()
    await page.get_by_role("button", name="🥁").click()
    await expect(page.get_by_text("Boom")).to_be_visible()


async def test_a_phone_in_direct_messages(real: Playground, tabs: Tabs) -> None:
    page = await at(real, tabs, "Emre", phone=True)
    await page.get_by_test_id("drawer").tap()
    await page.get_by_role("button", name="Direct Messages").tap()
    await page.get_by_role("button", name="Message Longhouse").tap()
    await expect(page.get_by_test_id("title")).to_have_text("Longhouse")
    await page.get_by_role("button", name="Use a Command").tap()
    await page.get_by_test_id("suggestion").filter(has_text="/trial board").tap()
    await page.get_by_role("button", name="Send").tap()
    await expect(page.get_by_role("heading", name="Turn 0")).to_be_visible()


async def test_mentions_reach_the_other_and_are_read(real: Playground, tabs: Tabs) -> None:
    ada, bo = await at(real, tabs), await at(real, tabs, "Bo", "welcome")
    await ada.get_by_test_id("composer").fill("@Bo come here")
    await ada.keyboard.press("Escape")
    await ada.keyboard.press("Enter")
    await expect(ada.get_by_role("button", name="Be Bo, 1 mention")).to_be_visible()
    await bo.get_by_role("button", name="games, 1 mention").click()
    await expect(bo.get_by_test_id("message")).to_contain_text("@Bo come here")
    await expect(bo.get_by_test_id("channels").get_by_test_id("badge")).to_have_count(0)
    await expect(ada.get_by_role("button", name="Be Bo", exact=True)).to_be_visible()


async def test_the_real_server_restarts(real: Playground, tabs: Tabs) -> None:
    tabs.ignored = ("WebSocket", "Failed to load resource", "ERR_")
    page = await at(real, tabs)
    port = int(real.page_url.rsplit(":", 1)[1].strip("/"))
    await real.close()
    await expect(page.locator("#notice")).to_have_text("The connection was lost. Reconnecting…")
    await real.start(port)
    await expect(page.locator("#notice")).to_have_text("Connected again.")
    await page.get_by_test_id("composer").fill("Still here")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("content").last).to_have_text("Still here")


async def test_a_form_opens_in_the_tab_where_it_was_asked_for(real: Playground, tabs: Tabs) -> None:
    """The same person has a second tab open, which hears of everything too."""
    page, other = await at(real, tabs), await at(real, tabs)
    await run(page, "form")
    await page.get_by_role("dialog", name="Name the match").get_by_role("button", name="Cancel").click()
    await run(page, "ask")
    await page.get_by_role("button", name="Name").first.click()
    await page.get_by_role("dialog").wait_for()
    await expect(other.get_by_role("button", name="Name").first).to_be_visible()
    assert await other.get_by_role("dialog").count() == 0


async def test_a_private_panel_is_there_after_a_restart_until_dismissed(tmp_path: Path, tabs: Tabs) -> None:
    """Seen by who saw it before, and by nobody else."""
    tabs.ignored = ("WebSocket", "Failed to load resource", "ERR_")
    folder = tmp_path / "world"
    async with Playground(keep=folder) as first:
        said = await first.person("Ada").say(first.channel("games"), "My panel")
        said.stored.ephemeral_for = first.person("Ada").id
        said.stored.data["flags"] = 64
    async with Playground(keep=folder) as second:
        ada, bo = await at(second, tabs), await at(second, tabs, "Bo")
        panel = ada.get_by_test_id("message").filter(has_text="My panel")
        await panel.get_by_role("button", name="Dismiss message").click()
        await expect(panel).to_have_count(0)
        await expect(bo.get_by_role("heading", name="Welcome to #games")).to_be_visible()
        assert await bo.get_by_text("My panel").count() == 0
    assert b"My panel" not in (folder / "world.json").read_bytes()
