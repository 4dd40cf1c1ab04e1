"""Slash commands: completion, option pills, autocomplete, what is refused, and what is sent in the end."""

from __future__ import annotations

from playwright.async_api import Page, expect

from .conftest import Tabs
from .fake import FakePlayground
from .sample import BOT, GAMES, Json


async def start(page: Page, typed: str) -> None:
    box = page.get_by_test_id("composer")
    await box.click()
    await page.keyboard.type(typed)


async def suggestions(page: Page) -> list[str]:
    labels = page.get_by_test_id("suggestion").locator(".option-label")
    found: list[str] = await labels.evaluate_all("(nodes) => nodes.map((node) => node.firstChild.textContent)")
    return found


async def test_slash_lists_the_commands_that_can_be_used_here(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/")
    rows = page.get_by_test_id("suggestion")
    await expect(rows).to_have_count(5)
    assert await suggestions(page) == ["/iye board", "/iye move", "/iye new", "/match list", "/match remind"]
    # What an option is called is shown, required ones first, although the bot gave them in another order.
    assert await rows.nth(1).locator(".hint").all_inner_texts() == ["to", "with"]
    await page.keyboard.type("mo")
    await expect(rows).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("suggestions")).to_be_hidden()
    await expect(page.get_by_test_id("composer")).to_have_value("/mo")


async def test_commands_for_direct_messages_are_listed_there_alone(pg: FakePlayground, tabs: Tabs) -> None:
    direct = pg.world.dm()
    page = await tabs.open(pg.url, channel=direct["id"])
    await start(page, "/")
    await expect(page.get_by_test_id("suggestion").filter(has_text="/solo")).to_be_visible()


async def test_arrows_and_enter_choose_a_command(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/iye")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("entry-name")).to_have_text("/iye new")
    await expect(page.get_by_test_id("pill")).to_have_count(0)
    await expect(page.get_by_text("+3 optional")).to_be_visible()
    await page.keyboard.press("Enter")  # Nothing is required, so this sends.
    body = await pg.wait_post("command")
    assert body == {"as": "201", "channel": GAMES, "name": "iye", "path": ["new"], "options": {}}
    await expect(page.get_by_test_id("composer")).to_be_focused()


async def test_options_of_every_kind(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/match remind ")
    await expect(page.get_by_label("hours", exact=True)).to_be_focused()
    await page.keyboard.type("12 private:")
    await expect(page.get_by_label("private", exact=True)).to_be_focused()
    assert await suggestions(page) == ["True", "False"]
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await expect(page.get_by_test_id("more-options")).to_be_focused()
    await page.keyboard.type("cha")
    await page.keyboard.press("Enter")
    await page.keyboard.type("table")
    assert await suggestions(page) == ["table-talk"]
    await page.keyboard.press("Tab")
    await page.keyboard.type("note:")
    await page.keyboard.type("call me")
    await page.keyboard.press("Enter")
    body = await pg.wait_post("command")
    assert body["path"] == ["remind"]
    assert body["options"] == {"hours": 12, "private": False, "channel": "103", "note": "call me"}


async def test_a_person_and_a_choice_are_picked_by_name(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/iye new opponent:")
    await page.keyboard.type("bo")
    await page.get_by_test_id("suggestion").filter(has_text="Bo").first.click()
    await expect(page.get_by_label("opponent", exact=True)).to_have_value("Bo")
    await page.keyboard.type("cycles:")
    await page.keyboard.type("tw")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    body = await pg.wait_post("command")
    assert body["options"] == {"opponent": "202", "cycles": 2}


async def test_a_command_typed_or_pasted_in_full_is_sent_as_typed(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await page.get_by_test_id("composer").fill("/iye move to:c4 with:horse")
    await expect(page.get_by_label("to", exact=True)).to_have_value("c4")
    await expect(page.get_by_label("with", exact=True)).to_have_value("horse")
    await page.get_by_test_id("send").click()
    body = await pg.wait_post("command")
    assert body["options"] == {"to": "c4", "with": "horse"}


async def test_the_bot_completes_an_option(pg: FakePlayground, tabs: Tabs) -> None:
    async def complete(body: Json) -> Json:
        typed = body["options"][body["focused"]]
        return {
            "choices": [
                {"name": f"{square} by horse", "value": square}
                for square in ("c4", "c5", "d5")
                if square.startswith(typed)
            ]
        }

    pg.answers["autocomplete"] = complete
    page = await tabs.open(pg.url)
    await start(page, "/iye move ")
    rows = page.get_by_test_id("suggestion")
    await expect(rows).to_have_count(3)
    await page.keyboard.type("c")
    await expect(rows).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("to", exact=True)).to_have_value("c5 by horse")
    asked = pg.posts("autocomplete")[-1]
    assert asked["name"] == "iye"
    assert asked["focused"] == "to"
    assert asked["options"] == {"to": "c"}
    await page.keyboard.press("Enter")
    body = await pg.wait_post("command")
    assert body["options"] == {"to": "c5"}  # The value, not its name.


async def test_completion_that_fails_says_so_and_the_text_can_be_sent(pg: FakePlayground, tabs: Tabs) -> None:
    async def fail(body: Json) -> Json:
        return {"error": "The bot did not answer."}

    pg.answers["autocomplete"] = fail
    tabs.ignored = ("400 (Bad Request)",)
    page = await tabs.open(pg.url)
    await start(page, "/iye move c4")
    await expect(page.get_by_text("Loading options failed.")).to_be_visible()
    await page.keyboard.press("Enter")
    body = await pg.wait_post("command")
    assert body["options"] == {"to": "c4"}


async def test_a_missing_or_wrong_option_is_named_and_nothing_is_sent(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/match remind ")
    await page.keyboard.press("Enter")
    problem = page.get_by_role("alert")
    await expect(problem).to_have_text("hours This option is required. Specify a value.")
    hours = page.get_by_label("hours", exact=True)
    await expect(hours).to_be_focused()
    await expect(hours).to_have_attribute("aria-invalid", "true")
    for typed, words in (
        ("x", "whole number"),
        ("1.5", "whole number"),
        ("0", "The least is 1."),
        ("49", "The most is 48."),
    ):
        await hours.fill(typed)
        await expect(hours).not_to_have_attribute("aria-invalid", "true")
        await page.keyboard.press("Enter")
        await expect(problem).to_contain_text(words)
    await hours.fill("3 note:")
    await page.keyboard.type("a note that is far too long")
    await page.keyboard.press("Enter")
    await expect(problem).to_contain_text("at most 20 characters")
    assert not pg.posts("command")


async def test_escape_and_backspace_leave_a_command(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/match remind ")
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("entry")).to_have_count(0)
    await expect(page.get_by_test_id("composer")).to_have_value("")
    await page.keyboard.type("/match remind ")
    await page.keyboard.press("Backspace")
    await expect(page.get_by_test_id("composer")).to_have_value("/match remind")


async def test_an_optional_pill_is_taken_back(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/iye new first:")
    await expect(page.get_by_test_id("pill")).to_have_count(1)
    await page.keyboard.press("Backspace")
    await expect(page.get_by_test_id("pill")).to_have_count(0)
    await expect(page.get_by_text("+3 optional")).to_be_visible()


async def test_what_the_server_refuses_is_said_and_the_command_stays(pg: FakePlayground, tabs: Tabs) -> None:
    async def refuse(body: Json) -> Json:
        return {"error": "This thread is archived."}

    pg.answers["command"] = refuse
    tabs.ignored = ("400 (Bad Request)",)
    page = await tabs.open(pg.url)
    await start(page, "/iye move c4")
    await page.get_by_test_id("send").click()
    await expect(page.get_by_role("alert")).to_have_text("This thread is archived.")
    await expect(page.get_by_label("to", exact=True)).to_have_value("c4")


async def test_a_command_without_answer_fails_as_in_discord(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/iye board")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await pg.wait_post("command")
    await expect(page.get_by_test_id("typing")).to_have_text("Sending command…")
    await pg.push("INTERACTION_FAILED", {"interaction": "1", "channel": GAMES}, "201")
    failed = page.get_by_test_id("message").filter(has_text="The application did not respond")
    await expect(failed.get_by_test_id("only-you")).to_be_visible()
    await expect(page.get_by_test_id("typing")).to_have_text("")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(failed).to_have_count(0)
    assert not pg.posts("dismiss")  # The server knows nothing of this note.


async def test_an_answer_shows_which_command_it_answers(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    page = await tabs.open(pg.url)
    await start(page, "/iye board")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await pg.wait_post("command")
    about = {"id": "1", "type": 2, "user": w.user("201")}
    waiting = w.message(
        GAMES,
        BOT,
        "",
        flags=128,
        type=20,
        interaction_metadata=about,
        interaction={**about, "name": "iye board"},
        interaction_pending=True,
    )
    await pg.say(waiting)
    message = page.get_by_test_id("message")
    await expect(message.get_by_test_id("thinking")).to_have_text("Longhouse is thinking…")
    await expect(message).to_contain_text("Ada used /iye board")
    done = {k: v for k, v in waiting.items() if k != "interaction_pending"} | {
        "flags": 0,
        "content": "The board.",
    }
    await pg.push("MESSAGE_UPDATE", done)
    await expect(message.get_by_test_id("content")).to_have_text("The board.")
    await expect(message.get_by_test_id("thinking")).to_have_count(0)


async def test_new_commands_appear_while_the_page_is_open(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await pg.push(
        "COMMANDS",
        {"commands": [{"id": "9", "name": "ping", "type": 1, "description": "Pong", "contexts": None}]},
    )
    await start(page, "/p")
    await expect(page.get_by_test_id("suggestion")).to_have_count(1)


async def test_names_in_messages_become_mentions(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "Hello @di")
    await page.keyboard.press("Tab")
    await expect(page.get_by_test_id("composer")).to_have_value("Hello @Dilara ")
    await page.keyboard.type("and @Bo, see #table-talk")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    body = await pg.wait_post("say")
    assert body["content"] == "Hello <@204> and <@202>, see <#103>"
    await expect(page.get_by_test_id("content")).to_have_text("Hello @Dilara and @Bo, see # table-talk")


async def test_shift_enter_makes_a_line_and_too_long_is_refused(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "one")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("two")
    await page.keyboard.press("Enter")
    assert (await pg.wait_post("say"))["content"] == "one\ntwo"
    await page.get_by_test_id("composer").fill("x" * 2001)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("at most 2000 characters")
    assert len(pg.posts("say")) == 1


async def test_a_required_option_can_be_typed_with_its_name(pg: FakePlayground, tabs: Tabs) -> None:
    """Its field is open already when its name is typed: the name is no part of the value."""
    page = await tabs.open(pg.url)
    await start(page, "/iye move to:c4 with:horse")
    await expect(page.get_by_label("to", exact=True)).to_have_value("c4")
    await expect(page.get_by_label("with", exact=True)).to_have_value("horse")
    await page.get_by_test_id("send").click()
    body = await pg.wait_post("command")
    assert body["options"] == {"to": "c4", "with": "horse"}


async def test_what_is_pasted_into_a_field_goes_to_the_options_that_it_names(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/match remind ")
    await page.get_by_label("hours", exact=True).fill("hours:12 note:call me")
    await expect(page.get_by_label("hours", exact=True)).to_have_value("12")
    await expect(page.get_by_label("note", exact=True)).to_have_value("call me")
    await expect(page.get_by_label("note", exact=True)).to_be_focused()
    await page.get_by_test_id("more-options").fill("private:True")
    await expect(page.get_by_label("private", exact=True)).to_have_value("True")
    await page.get_by_test_id("send").click()
    body = await pg.wait_post("command")
    assert body["options"] == {"hours": 12, "note": "call me", "private": True}


async def test_a_name_within_the_value_of_its_own_option_stays(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await start(page, "/match remind 3 note:a second note: hm")
    await expect(page.get_by_label("note", exact=True)).to_have_value("a second note: hm")
