"""Components of messages and forms: how they look, what a press sends, and what becomes of it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from .conftest import Tabs
from .fake import FakePlayground
from .sample import BOT, GAMES, Json, attachment, board_post, button, row, text


def v2(pg: FakePlayground, *components: Json) -> Json:
    message = pg.world.message(GAMES, BOT, "", flags=1 << 15, components=list(components))
    pg.world.messages[GAMES] = [message]
    return message


async def test_a_turn_post(pg: FakePlayground, tabs: Tabs) -> None:
    pg.world.messages[GAMES] = [board_post(pg.world, GAMES)]
    page = await tabs.open(pg.url, "Bo")
    container = page.get_by_test_id("container")
    await expect(container.get_by_role("heading", name="İye: Ada against Bo")).to_be_visible()
    assert await container.evaluate("(node) => getComputedStyle(node).borderLeftColor") == "rgb(201, 138, 43)"
    await expect(container.get_by_role("img", name="Board after 7 moves")).to_be_visible()
    await expect(container).to_contain_text(re.compile("@Bo: Choose where the drum goes next. Due in 2 days."))
    await expect(container.get_by_role("button", name="Undo")).to_be_disabled()
    await expect(page.get_by_test_id("message")).to_have_class(re.compile("mentioned"))


async def test_every_component_is_shown(pg: FakePlayground, tabs: Tabs) -> None:
    thumb = {"type": 11, "media": attachment(GAMES, "t.png"), "description": "A tent"}
    gallery = {
        "type": 12,
        "items": [
            {"media": attachment(GAMES, f"{n}.png"), "description": f"Map {n}", "spoiler": n == 2} for n in range(3)
        ],
    }
    v2(
        pg,
        {"type": 9, "components": [text("**Section**")], "accessory": thumb},
        {"type": 9, "components": [text("Beside a button")], "accessory": button("Open", "o")},
        {"type": 14, "divider": True, "spacing": 2},
        {"type": 14, "divider": False},
        gallery,
        {"type": 13, "file": attachment(GAMES, "log.txt"), "name": "log.txt", "size": 2048},
        row(
            {"type": 2, "style": 5, "label": "Rules", "url": "https://rules.test/"},
            {"type": 2, "style": 2, "emoji": {"name": "🥁"}, "custom_id": "d"},
        ),
        {"type": 17, "accent_color": 0, "components": [text("Black edge")]},
        {"type": 99},
    )
    page = await tabs.open(pg.url)
    await expect(page.get_by_text("Section", exact=True)).to_be_visible()
    for name in ("Open picture: A tent", "Open", "🥁"):
        await expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    await expect(page.locator(".components hr")).to_have_count(1)
    await expect(page.get_by_test_id("gallery").get_by_test_id("picture")).to_have_count(3)
    await expect(page.get_by_test_id("file")).to_contain_text("2.00 KB")
    link = page.get_by_role("link", name="Rules")
    await expect(link).to_have_attribute("href", "https://rules.test/")
    await expect(link).to_have_attribute("target", "_blank")
    assert (
        await page.get_by_test_id("container").evaluate("(node) => getComputedStyle(node).borderLeftColor")
        == "rgb(0, 0, 0)"
    )
    await page.get_by_role("button", name="Spoiler").click()
    await expect(page.get_by_role("button", name="Spoiler")).to_have_count(0)


async def test_a_press_waits_for_the_answer(pg: FakePlayground, tabs: Tabs) -> None:
    message = v2(pg, row(button("Play", "play:7", 1), button("Undo", "undo:7")))
    page = await tabs.open(pg.url)
    play, undo = page.get_by_role("button", name="Play"), page.get_by_role("button", name="Undo")
    await play.focus()
    await page.keyboard.press("Enter")
    body = await pg.wait_post("press")
    assert body == {"as": "201", "channel": GAMES, "message": message["id"], "custom_id": "play:7"}
    await expect(page.get_by_test_id("button").first).to_have_attribute("aria-busy", "true")
    await expect(undo).to_have_attribute("aria-disabled", "true")
    await undo.click(force=True)
    await page.get_by_test_id("button").first.click(force=True)
    assert len(pg.posts("press")) == 1  # One at a time.
    await pg.push(
        "MESSAGE_UPDATE",
        {**message, "components": [row(button("Play", "play:7", 1), button("Undo", "undo:8"))]},
    )
    await expect(play).not_to_have_attribute("aria-busy", "true")
    await expect(play).to_be_focused()  # The keyboard stays where it was, though the message was drawn anew.
    await undo.click()
    assert (await pg.wait_post("press", 2))["custom_id"] == "undo:8"


@pytest.mark.parametrize("answer", ["done", "private", "modal"])
async def test_whatever_answers_ends_the_waiting(pg: FakePlayground, tabs: Tabs, answer: str) -> None:
    w = pg.world
    message = v2(pg, row(button("Play", "play", 1)))
    page = await tabs.open(pg.url)
    play = page.get_by_test_id("button")
    await play.click()
    await expect(play).to_have_attribute("aria-busy", "true")
    about = {"id": "1", "type": 3, "user": w.user("201"), "interacted_message_id": message["id"]}
    if answer == "done":
        await pg.push("INTERACTION_DONE", {"interaction": "1", "message": message["id"]}, "201")
    elif answer == "private":
        await pg.push("MESSAGE_CREATE", w.message(GAMES, BOT, "Your hand", flags=64, interaction_metadata=about), "201")
        await expect(page.get_by_text("Only you can see this")).to_be_visible()
    else:
        await pg.push("MODAL", {"interaction": "1", "data": {"title": "T", "custom_id": "m", "components": []}}, "201")
        await page.get_by_test_id("modal").get_by_role("button", name="Cancel").click()
    await expect(play).not_to_have_attribute("aria-busy", "true")


async def test_a_press_without_answer_fails_in_sight_until_the_next(pg: FakePlayground, tabs: Tabs) -> None:
    message = v2(pg, row(button("Play", "play", 1)))
    page = await tabs.open(pg.url)
    play = page.get_by_test_id("button")
    await play.click()
    await pg.push("INTERACTION_FAILED", {"interaction": "1", "message": message["id"]}, "201")
    failed = page.get_by_text("This interaction failed")
    await expect(failed).to_be_visible()
    await expect(play).not_to_have_attribute("aria-busy", "true")
    await play.click()
    await expect(failed).to_have_count(0)


async def test_a_refused_press_says_why(pg: FakePlayground, tabs: Tabs) -> None:
    async def refuse(body: Json) -> Json:
        return {"error": "This message is not there any more."}

    pg.answers["press"] = refuse
    tabs.ignored = ("400 (Bad Request)",)
    v2(pg, row(button("Play", "play", 1)))
    page = await tabs.open(pg.url)
    await page.get_by_test_id("button").click()
    await expect(page.locator("#notice")).to_have_text("This message is not there any more.")
    await expect(page.get_by_test_id("button")).not_to_have_attribute("aria-busy", "true")


def square_select(**more: Json | int | str) -> Json:
    options = [{"label": f"Square {s}", "value": s, "description": f"To {s}"} for s in ("a1", "b2", "c3")]
    return {"type": 3, "custom_id": "to", "placeholder": "Choose a square", "options": options, **more}


async def test_a_single_select_sends_at_once(pg: FakePlayground, tabs: Tabs) -> None:
    message = v2(pg, row(square_select()))
    page = await tabs.open(pg.url)
    select = page.get_by_role("combobox", name="Choose a square")
    await select.click()
    await expect(page.get_by_role("option")).to_have_count(3)
    await page.get_by_role("option", name="Square b2").click()
    body = await pg.wait_post("press")
    assert body["values"] == ["b2"]
    assert body["message"] == message["id"]
    await expect(page.get_by_test_id("select")).to_have_attribute("aria-busy", "true")


async def test_a_select_by_keyboard(pg: FakePlayground, tabs: Tabs) -> None:
    v2(pg, row(square_select()))
    page = await tabs.open(pg.url)
    select = page.get_by_role("combobox", name="Choose a square")
    await select.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Escape")
    await expect(select).to_be_focused()
    assert not pg.posts("press")
    await page.keyboard.press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    assert (await pg.wait_post("press"))["values"] == ["c3"]


async def test_several_are_sent_when_done(pg: FakePlayground, tabs: Tabs) -> None:
    v2(pg, row(square_select(min_values=1, max_values=2)))
    page = await tabs.open(pg.url)
    await page.get_by_role("combobox", name="Choose a square").click()
    for square in ("a1", "b2", "c3"):
        await page.get_by_role("option", name=f"Square {square}").click()
    chosen = page.get_by_role("option", selected=True)
    await expect(chosen).to_have_count(2)  # The third was one too many.
    assert not pg.posts("press")
    await page.get_by_role("button", name="Done").click()
    assert (await pg.wait_post("press"))["values"] == ["a1", "b2"]


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [(5, "Cem", "203"), (6, "Keeper", "111"), (8, "table-talk", "103"), (7, "Dilara", "204")],
)
async def test_selects_of_people_roles_and_channels(
    pg: FakePlayground, tabs: Tabs, kind: int, name: str, value: str
) -> None:
    v2(pg, row({"type": kind, "custom_id": "x", "channel_types": [0]}))
    page = await tabs.open(pg.url)
    await page.get_by_test_id("select").click()
    await page.keyboard.type(name[:3].lower())
    await expect(page.get_by_role("option", name=name)).to_have_count(1)
    await page.keyboard.press("Enter")
    assert (await pg.wait_post("press"))["values"] == [value]


async def test_embeds(pg: FakePlayground, tabs: Tabs) -> None:
    image = attachment(GAMES, "b.png", "The board")
    embed = {
        "title": "Rules",
        "url": "https://rules.test/",
        "description": "**One** drum",
        "color": 0x2F9E6E,
        "author": {"name": "Longhouse"},
        "image": image,
        "fields": [{"name": "Seats", "value": "2", "inline": True}, {"name": "Text", "value": "*Long*"}],
        "footer": {"text": "Page 1"},
    }
    pg.world.messages[GAMES] = [pg.world.message(GAMES, BOT, "", embeds=[embed], attachments=[image])]
    page = await tabs.open(pg.url)
    shown = page.get_by_test_id("embed")
    for words in ("Longhouse", "Rules", "One drum", "Seats", "Long", "Page 1"):
        await expect(shown).to_contain_text(words)
    await expect(page.get_by_test_id("picture")).to_have_count(1)  # Not once more as an attachment.


MODAL: Json = {
    "title": "Match Options",
    "custom_id": "m",
    "components": [
        {"type": 10, "content": "Choose **well**."},
        {
            "type": 1,
            "components": [
                {"type": 4, "custom_id": "old", "label": "Motto", "style": 2, "required": False, "value": "Gently"}
            ],
        },
        {
            "type": 18,
            "label": "Title",
            "description": "What it is called",
            "component": {"type": 4, "custom_id": "title", "style": 1, "min_length": 3, "max_length": 20},
        },
        {
            "type": 18,
            "label": "Level",
            "component": {
                "type": 3,
                "custom_id": "level",
                "options": [{"label": "Easy", "value": "1"}, {"label": "Hard", "value": "3"}],
            },
        },
        {"type": 18, "label": "Rival", "component": {"type": 5, "custom_id": "rival", "required": False}},
        {
            "type": 18,
            "label": "Starts",
            "component": {
                "type": 21,
                "custom_id": "starts",
                "options": [{"label": "Host", "value": "h"}, {"label": "Guest", "value": "g"}],
            },
        },
        {
            "type": 18,
            "label": "Extras",
            "component": {
                "type": 22,
                "custom_id": "extras",
                "required": False,
                "options": [{"label": n, "value": n, "default": n == "Wind"} for n in ("Wind", "Rain")],
            },
        },
        {"type": 18, "label": "Tell everybody", "component": {"type": 23, "custom_id": "tell"}},
    ],
}


async def open_form(pg: FakePlayground, tabs: Tabs) -> Page:
    page = await tabs.open(pg.url)
    await pg.push("MODAL", {"interaction": "77", "channel": GAMES, "data": MODAL}, "201")
    await page.get_by_role("dialog", name="Match Options").wait_for()
    return page


async def test_a_form_is_filled_in_and_sent(pg: FakePlayground, tabs: Tabs) -> None:
    page = await open_form(pg, tabs)
    form = page.get_by_test_id("modal")
    await expect(form.get_by_label("Motto")).to_have_value("Gently")
    await form.get_by_label("Title").fill("Evening")
    await form.get_by_role("combobox", name="Level").click()
    await page.get_by_role("option", name="Hard").click()
    await form.get_by_role("combobox", name="Rival").click()
    await page.get_by_role("option", name="Bo").click()
    await form.get_by_label("Guest").check()
    await form.get_by_label("Rain").check()
    await form.get_by_label("Tell everybody").check()
    await form.get_by_role("button", name="Submit").click()
    body = await pg.wait_post("modal")
    assert body["interaction"] == "77"
    assert body["fields"] == {
        "old": "Gently",
        "title": "Evening",
        "level": ["3"],
        "rival": ["202"],
        "starts": "g",
        "extras": ["Wind", "Rain"],
        "tell": True,
    }
    await expect(form).to_have_count(0)


async def test_a_form_names_what_is_missing(pg: FakePlayground, tabs: Tabs) -> None:
    page = await open_form(pg, tabs)
    form = page.get_by_test_id("modal")
    await form.get_by_role("button", name="Submit").click()
    fields = form.get_by_test_id("field")
    await expect(fields.nth(1)).to_contain_text("This field is required.")
    await expect(fields.nth(2)).to_contain_text("Make a choice.")
    await expect(fields.nth(4)).to_contain_text("Make a choice.")
    await expect(form.get_by_label("Title")).to_be_focused()
    await page.keyboard.type("ab")
    await form.get_by_role("button", name="Submit").click()
    await expect(fields.nth(1)).to_contain_text("Write at least 3 characters.")
    assert not pg.posts("modal")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_a_form_that_is_refused_stays_with_its_entries(pg: FakePlayground, tabs: Tabs) -> None:
    async def refuse(body: Json) -> Json:
        return {"error": "This form is too old to be sent."}

    pg.answers["modal"] = refuse
    tabs.ignored = ("400 (Bad Request)",)
    page = await tabs.open(pg.url)
    data = {
        "title": "Name",
        "custom_id": "m",
        "components": [{"type": 18, "label": "Title", "component": {"type": 4, "custom_id": "t", "style": 1}}],
    }
    await pg.push("MODAL", {"interaction": "5", "data": data})
    await page.get_by_label("Title").fill("Evening")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("modal")).to_contain_text("This form is too old to be sent.")
    await expect(page.get_by_label("Title")).to_have_value("Evening")
    await expect(page.get_by_role("button", name="Submit")).to_be_enabled()


async def test_pictures_do_not_flicker_when_a_message_changes(pg: FakePlayground, tabs: Tabs) -> None:
    message = board_post(pg.world, GAMES)
    pg.world.messages[GAMES] = [message]
    page = await tabs.open(pg.url)
    await page.locator(".picture img").evaluate("(img) => { img.decode(); window.shown = img; }")
    await page.get_by_role("button", name="Play").click()
    await pg.wait_post("press")
    body = [*message["components"][0]["components"][:-1], row(button("Again", "again"))]
    await pg.push("MESSAGE_UPDATE", {**message, "components": [{"type": 17, "components": body}]})
    await page.get_by_role("button", name="Again", exact=True).wait_for()
    assert await page.evaluate("document.querySelector('.picture img') === window.shown")
