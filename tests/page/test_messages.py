"""The list of messages: authors, replies, private notes, what is new, and the way back in time."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import Tabs
from .fake import FakePlayground
from .sample import BOT, GAMES, TALK, THREAD, WELCOME, attachment, board_post


async def test_one_head_for_what_one_person_says_in_a_row(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    w.messages[GAMES] = [
        w.message(GAMES, "202", "One", 1000),
        w.message(GAMES, "202", "Two", 990),
        w.message(GAMES, "203", "Three", 980),
        w.message(GAMES, "203", "Four", 10),
    ]
    page = await tabs.open(pg.url)
    messages = page.get_by_test_id("message")
    await expect(messages).to_have_count(4)
    heads = [await messages.nth(i).locator(".message-head").count() for i in range(4)]
    assert heads == [1, 0, 1, 1]  # Four came a quarter of an hour after Three.
    await expect(messages.first).to_contain_text(re.compile(r"Bo\s*(Today|Yesterday) at"))


async def test_the_bot_is_marked_and_roles_colour_names(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [pg.world.message(GAMES, BOT, "Hello")]
    page = await tabs.open(pg.url, color_scheme="dark")
    await expect(page.locator(".message-head")).to_contain_text("LonghouseAPP")
    assert await page.locator(".message .author").evaluate("(n) => getComputedStyle(n).color") == "rgb(47, 158, 110)"


async def test_messages_come_change_and_go_while_one_looks(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    message = await pg.say(pg.world.message(GAMES, "202", "Hello"))
    content = page.get_by_test_id("content")
    await expect(content).to_have_text("Hello")
    await pg.push(
        "MESSAGE_UPDATE", {**message, "content": "Hello all", "edited_timestamp": "2026-11-30T12:00:00+00:00"}
    )
    await expect(content).to_have_text("Hello all(edited)")
    await pg.push("MESSAGE_DELETE", {"id": message["id"], "channel_id": GAMES})
    await expect(content).to_have_count(0)


async def test_a_reply_leads_to_what_it_answers(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    asked = w.message(GAMES, "202", "Shall we **play**?", 100)
    w.messages[GAMES] = [
        asked,
        w.message(GAMES, "203", "Yes", 50, type=19, referenced_message=asked),
        w.message(GAMES, "203", "No", 40, type=19, referenced_message=None),
    ]
    page = await tabs.open(pg.url)
    replies = page.locator(".reply-line")
    await expect(replies.first).to_contain_text("@Bo Shall we play?")
    await expect(replies.last).to_have_text("Original message was deleted")
    await replies.first.click()
    await expect(page.get_by_test_id("message").first).to_have_class(re.compile("flash"))


async def test_a_private_message_is_marked_and_dismissed(pg: FakePlayground, tabs: Tabs) -> None:
    message = pg.world.message(GAMES, BOT, "Your hand", flags=64)
    pg.world.messages[GAMES] = [message]
    page = await tabs.open(pg.url)
    note = page.get_by_test_id("message")
    await expect(note.get_by_test_id("only-you")).to_contain_text("Only you can see this")
    await note.get_by_role("button", name="Dismiss message").click()
    assert await pg.wait_post("dismiss") == {"as": "201", "message": message["id"]}
    await expect(note).to_have_count(0)


async def test_pictures_and_files_of_ordinary_messages(pg: FakePlayground, tabs: Tabs) -> None:
    files = [
        attachment(GAMES, "one.png", "First"),
        attachment(GAMES, "two.png"),
        attachment(GAMES, "notes.txt"),
    ]
    pg.world.messages[GAMES] = [pg.world.message(GAMES, "202", "", attachments=files)]
    page = await tabs.open(pg.url)
    await expect(page.get_by_test_id("picture")).to_have_count(2)
    await expect(page.get_by_role("link", name="notes.txt")).to_have_attribute("download", "notes.txt")


async def test_unread_channels_and_mentions_are_marked_and_reading_clears_them(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    old = w.message(TALK, "202", "Old", 900)
    new = w.message(TALK, "202", "<@201> new", 100, mentions=[w.user("201")])
    w.messages[TALK] = [old, new]
    w.read[TALK], w.unread[TALK] = old["id"], {"count": 1, "mentions": 1}
    w.unread[WELCOME] = {"count": 2, "mentions": 0}
    page = await tabs.open(pg.url)
    talk = page.get_by_role("button", name="table-talk, 1 mention")
    await expect(talk.get_by_test_id("badge")).to_have_text("1")
    await expect(page.get_by_role("button", name="welcome, unread")).to_be_visible()
    await expect(page.get_by_test_id("rail").last.get_by_test_id("badge")).to_have_text("1")
    assert await page.title() == "(1) #games | Ada"
    await talk.click()
    await expect(page.get_by_role("separator", name="New messages")).to_be_visible()
    assert await pg.wait_post("read") == {"as": "201", "channel": TALK, "message": new["id"]}
    await expect(page.get_by_test_id("channels").get_by_test_id("badge")).to_have_count(0)
    await pg.push("UNREAD", {"channel": GAMES, "count": 4, "mentions": 2}, "201")
    await expect(page.get_by_role("button", name="games, 2 mentions")).to_be_visible()


async def test_a_private_note_is_not_news_but_is_read(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    old, note = w.message(GAMES, "202", "Old", 900), w.message(GAMES, BOT, "Your hand", 100, flags=64)
    w.messages[GAMES], w.read[GAMES], w.unread[GAMES] = [old, note], old["id"], {"count": 1, "mentions": 0}
    page = await tabs.open(pg.url)
    await expect(page.get_by_test_id("only-you")).to_be_visible()
    await expect(page.get_by_role("separator", name="New messages")).to_have_count(0)
    assert (await pg.wait_post("read"))["message"] == note["id"]


async def test_earlier_messages_load_when_one_scrolls_up(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    w.messages[GAMES] = [w.message(GAMES, str(202 + n % 3), f"Message {n}", 5000 - n) for n in range(120)]
    page = await tabs.open(pg.url)
    messages = page.get_by_test_id("message")
    await expect(messages).to_have_count(50)
    await expect(messages.last).to_be_in_viewport()
    top = messages.first
    await top.scroll_into_view_if_needed()
    await expect(messages).to_have_count(100)
    await expect(page.get_by_text("Message 70", exact=True)).to_be_in_viewport()  # What was read stays in sight.
    await expect(page.get_by_role("button", name="Jump to Present")).to_be_visible()
    await messages.first.scroll_into_view_if_needed()
    await expect(messages).to_have_count(120)
    await messages.first.scroll_into_view_if_needed()
    await expect(page.get_by_role("heading", name="Welcome to #games")).to_be_visible()
    await pg.say(w.message(GAMES, "202", "A new one"))
    await expect(page.get_by_text("A new one")).not_to_be_in_viewport()
    await page.get_by_role("button", name="Jump to Present").click()
    await expect(page.get_by_text("A new one")).to_be_in_viewport()


async def test_who_reads_the_newest_goes_on_doing_so(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    w.messages[GAMES] = [w.message(GAMES, "202", f"Message {n}", 5000 - n) for n in range(40)]
    page = await tabs.open(pg.url)
    await pg.say(board_post(w, GAMES))
    await expect(page.get_by_role("button", name="Play")).to_be_in_viewport()


async def test_threads_hang_under_their_channel_and_messages(pg: FakePlayground, tabs: Tabs) -> None:
    w = pg.world
    opened = w.message(GAMES, BOT, "A match begins")
    w.messages[GAMES] = [opened]
    page = await tabs.open(pg.url)
    await expect(page.get_by_role("button", name="İye: Ada against Bo, thread")).to_be_visible()
    thread = w.thread(opened["id"], "Tiwanaku")
    await pg.push("THREAD_CREATE", thread)
    await expect(page.get_by_role("button", name="Tiwanaku, thread")).to_be_visible()
    await page.get_by_test_id("thread-card").click()
    await expect(page.get_by_test_id("title")).to_have_text("Tiwanaku")
    await pg.push("THREAD_UPDATE", {**thread, "thread_metadata": {"archived": True, "locked": False}})
    await expect(page.get_by_test_id("typing")).to_have_text("This thread is archived. A message opens it again.")
    await pg.push("THREAD_DELETE", {"id": thread["id"], "guild_id": thread["guild_id"], "parent_id": GAMES})
    await expect(page.get_by_test_id("title")).to_have_text("games")
    await expect(page.locator("#notice")).to_have_text("This channel was deleted.")


async def test_a_thread_is_left_closed_and_found_again(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url, channel=THREAD)
    for label, action in (("Leave Thread", "leave"), ("Join Thread", "join"), ("Close Thread", "archive")):
        await page.get_by_role("button", name="Thread Options").click()
        await page.get_by_role("menuitem", name=label).click()
        await expect(page.get_by_role("menu")).to_have_count(0)
        assert (await pg.wait_post("thread", len(pg.posts("thread")) or 1))["action"] == action
    await pg.push("THREAD_UPDATE", {**pg.world.threads[0], "thread_metadata": {"archived": True, "locked": False}})
    await page.get_by_role("button", name="games", exact=True).first.click()
    await expect(page.get_by_role("button", name="İye: Ada against Bo, thread")).to_have_count(0)
    await page.get_by_role("button", name="Threads").click()
    await expect(page.get_by_text("Closed Threads")).to_be_visible()
    await page.get_by_test_id("thread-row").click()
    await expect(page.get_by_test_id("title")).to_have_text("İye: Ada against Bo")


async def test_who_may_not_write_is_told_so(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.channels[0]["my_permissions"] = str(1 << 10)
    page = await tabs.open(pg.url, channel=WELCOME)
    box = page.get_by_test_id("composer")
    await expect(box).to_have_attribute(
        "placeholder", "You do not have permission to send messages here. Commands work."
    )


async def test_somebody_types(pg: FakePlayground, tabs: Tabs) -> None:
    page = await tabs.open(pg.url)
    await pg.push("TYPING", {"channel_id": GAMES, "user_id": BOT})
    await expect(page.get_by_test_id("typing")).to_have_text("Longhouse is typing…")
    await pg.say(pg.world.message(GAMES, BOT, "Here"))
    await expect(page.get_by_test_id("typing")).to_have_text("")


async def test_a_reply_and_the_head_of_a_thread_follow_the_message_that_they_show(
    pg: FakePlayground, tabs: Tabs
) -> None:
    w = pg.world
    asked = w.message(GAMES, "202", "Shall we play?", 100)
    w.messages[GAMES] = [
        w.message(GAMES, "202", "", 60, type=21, referenced_message=asked),
        w.message(GAMES, "203", "Yes", 50, type=19, referenced_message=asked),
    ]
    page = await tabs.open(pg.url)
    first = page.get_by_test_id("message").first
    await expect(first).to_contain_text("Shall we play?")
    await pg.push("MESSAGE_UPDATE", {**asked, "channel_id": "elsewhere", "content": "It has begun"})
    await expect(first).to_contain_text("It has begun")
    await expect(page.locator(".reply-line")).to_contain_text("It has begun")
    await pg.push("MESSAGE_DELETE", {"id": asked["id"], "channel_id": "elsewhere"})
    await expect(page.locator(".reply-line")).to_have_text("Original message was deleted")
    await expect(page.get_by_text("It has begun")).to_have_count(0)
    await expect(page.get_by_test_id("message").first).to_contain_text("a message that was deleted")
