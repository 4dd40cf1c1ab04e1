"""Modals: the fields of a real bot, the limits, and what a person may enter."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground import ApiError, Modal, Playground, Refused, modals
from playground.interactions import accept_choices

from .bot import TrialBot

Json = dict[str, Any]


async def test_radio_checkboxes_and_texts_between(pg: Playground, bot: TrialBot) -> None:
    ada = pg.person("Ada")
    post = await ada.command(pg.channel("games"), "trial pick")
    modal = await ada.press(post, "Options")
    assert isinstance(modal, Modal)
    assert modal.text == "How shall it be played?"
    assert modal.labels == {"first": "Who Starts", "parts": "Expansions", "timed": "Timed"}
    with pytest.raises(Refused, match="first must be chosen"):
        await ada.fill(modal)
    assert await ada.fill(modal, first="guest") == post
    assert post.text == "guest b False"
    modal = await ada.press(post, "Options")
    await ada.fill(modal, **{"Who Starts": "host"}, parts=["a", "c"], timed=True)
    assert post.text == "host ac True"


async def test_selects_of_roles_channels_and_mentionables(pg: Playground, bot: TrialBot) -> None:
    ada, bo = pg.person("Ada"), pg.person("Bo")
    post = await ada.command(pg.channel("games"), "trial pick")
    role = pg.guild.members[pg.world.bot.id].roles[0]
    assert (await ada.choose(post, role, menu="A role")).text == "Longhouse"
    assert (await ada.choose(post, pg.channel("welcome"), menu="A channel")).text == "welcome"
    reply = await ada.choose(post, bo, menu="Somebody")
    assert reply.text == bo.mention and reply.mentions == [bo]
    assert (await ada.choose(post, role, menu="Somebody")).text == f"<@&{role}>"
    with pytest.raises(Refused):
        await ada.choose(post, "5", menu="Somebody")


def text_input(**more: Any) -> Json:
    return {"type": 4, "custom_id": "name", "style": 1, "label": "Name"} | more


def row(**more: Any) -> Json:
    return {"type": 1, "components": [text_input(**more)]}


def label(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "Level", "component": component} | more


def modal_with(*parts: Json, **more: Any) -> Json:
    return {"title": "T", "custom_id": "t", "components": list(parts)} | more


RADIO = {"type": 21, "custom_id": "radio", "options": [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]}


@pytest.mark.parametrize(
    "modal",
    [
        modal_with(row(), title="x" * 46),
        modal_with(row(), title=""),
        modal_with(row(), custom_id="x" * 101),
        modal_with(),
        modal_with(*(row(custom_id=str(i)) for i in range(6))),
        modal_with(row(), row()),
        modal_with(row(label="x" * 46)),
        modal_with(row(style=3)),
        modal_with(row(placeholder="x" * 101)),
        modal_with(row(value="x" * 4001)),
        modal_with(text_input()),
        modal_with(label({})),
        modal_with(label(RADIO, label="x" * 46)),
        modal_with(label(RADIO, description="x" * 101)),
        modal_with(label(RADIO | {"options": RADIO["options"][:1]})),
        modal_with(label({"type": 2, "custom_id": "b", "style": 1, "label": "b"})),
        modal_with(label({"type": 3, "custom_id": "s", "options": []})),
        modal_with({"type": 10, "content": ""}),
    ],
    ids=lambda modal: json.dumps(modal)[:60],
)
def test_what_is_no_modal(modal: Json) -> None:
    with pytest.raises(ApiError) as caught:
        modals.accept(modal)
    assert caught.value.code == 50035


def test_entries() -> None:
    shown = modals.accept(modal_with(row(min_length=2, max_length=4, value="abc"), label(RADIO | {"required": False})))
    data, ids = modals.submission(shown, {})
    assert data["components"][0]["components"][0]["value"] == "abc"
    assert data["components"][1]["component"]["value"] is None and ids == {}
    for entries in ({"name": "a"}, {"name": "abcde"}, {"name": ""}, {"radio": "c"}, {"other": "x"}):
        with pytest.raises(Refused):
            modals.submission(shown, entries)


def test_choices_of_an_autocomplete() -> None:
    good = [{"name": "x" * 100, "value": "x" * 100}] * 25
    assert accept_choices(good) == good
    for bad in (good + good[:1], [{"name": "", "value": "x"}], [{"name": "x", "value": "x" * 101}], None):
        with pytest.raises(ApiError):
            accept_choices(bad)
