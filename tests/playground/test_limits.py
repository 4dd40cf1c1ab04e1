"""Discord's limits on messages, components, embeds, files, modals and commands, asked over HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import Playground

from .bot import picture

V2 = 1 << 15
Json = dict[str, Any]


class Caller:
    """Sends requests to the API as the bot would."""

    def __init__(self, pg: Playground, session: aiohttp.ClientSession) -> None:
        self.pg, self.session = pg, session
        self.headers = {"Authorization": "Bot playground"}

    async def __call__(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Status and decoded answer."""
        options: Json = {"json": body} if body is not None else {}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            for i, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{i}]", content, filename=name)
            options = {"data": form}
        url = self.pg.api_url + path
        async with self.session.request(method, url, headers=self.headers, **options) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def send(self, body: Json, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
        channel = self.pg.channel("games").id
        return await self("POST", f"/channels/{channel}/messages", body, files)


@pytest.fixture
async def call(pg: Playground) -> AsyncIterator[Caller]:
    async with aiohttp.ClientSession() as session:
        yield Caller(pg, session)


def button(**more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | more


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(count: int = 2, **more: Any) -> Json:
    offered = [{"label": str(i), "value": str(i)} for i in range(count)]
    return {"type": 3, "custom_id": "menu", "options": offered} | more


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=str(i)) for i in range(count)]


GOOD: list[Json] = [
    {"content": "x" * 2000},
    {"content": "hi", "components": [row(*buttons(5))] + [row(button(custom_id=f"r{i}")) for i in range(4)]},
    {"components": [row(button(custom_id="x" * 100, label="x" * 80))]},
    {"components": [row(button(label=None, emoji={"name": "🥁"}))]},
    {"components": [row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"})]},
    {"components": [row(menu(25, min_values=0, max_values=25))]},
    {"components": [text("x" * 4000)], "flags": V2},
    {"components": [text() for _ in range(40)], "flags": V2},
    {"components": [{"type": 17, "components": [text(), row(menu())]}], "flags": V2},
    {"embeds": [{"title": "x" * 256, "description": "x" * 4096}]},
]
BAD: list[tuple[Json, int, str]] = [
    ({"content": "x" * 2001}, 50035, "BASE_TYPE_MAX_LENGTH"),
    ({"content": "  "}, 50006, ""),
    ({}, 50006, ""),
    ({"flags": V2, "components": []}, 50006, ""),
    ({"components": [row(*buttons(6))]}, 50035, "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(custom_id=str(i))) for i in range(6)]}, 50035, "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(custom_id="x" * 101))]}, 50035, "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(custom_id=""))]}, 50035, "BASE_TYPE_MIN_LENGTH"),
    ({"components": [row(button(label="x" * 81))]}, 50035, "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(label=""))]}, 50035, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ({"components": [row(button(emoji={"name": "drum"}))]}, 50035, "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"components": [row(button(emoji={"name": "drum", "id": "5"}))]}, 50035, "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"components": [row(button(url="https://example.org"))]}, 50035, "MUTUALLY_EXCLUSIVE"),
    ({"components": [row(button(), button())]}, 50035, "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"components": [row(button()), row(menu(custom_id="go"))]}, 50035, "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"components": [row(menu(), button())]}, 50035, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [row(menu(26))]}, 50035, "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(menu(0))]}, 50035, "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(menu(2, max_values=3))]}, 50035, "BASE_TYPE_MAX"),
    ({"components": [row(menu(placeholder="x" * 151))]}, 50035, "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(menu(options=[{"label": "a", "value": "1"}] * 2))]}, 50035, "OPTION_VALUE_DUPLICATED"),
    ({"components": [row(menu(options=[{"label": "x" * 101, "value": "1"}]))]}, 50035, "BASE_TYPE_MAX_LENGTH"),
    ({"components": [text()]}, 50035, "BASE_TYPE_CHOICES"),
    ({"components": [button()], "flags": V2}, 50035, "BASE_TYPE_CHOICES"),
    ({"content": "hi", "components": [text()], "flags": V2}, 50035, "LEGACY_FIELDS"),
    ({"embeds": [{"title": "a"}], "components": [text()], "flags": V2}, 50035, "LEGACY_FIELDS"),
    ({"components": [text("x" * 2001), text("x" * 2000)], "flags": V2}, 50035, "TEXT_SIZE_EXCEEDED"),
    ({"components": [{"type": 17, "components": [text()] * 40}], "flags": V2}, 50035, "TOTAL_COMPONENTS"),
    ({"components": [{"type": 17, "components": []}], "flags": V2}, 50035, "BASE_TYPE_BAD_LENGTH"),
    ({"components": [{"type": 9, "components": [text()]}], "flags": V2}, 50035, "BASE_TYPE_REQUIRED"),
    (
        {"components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}], "flags": V2},
        50035,
        "REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    ({"embeds": [{"title": "x" * 257}]}, 50035, "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, 50035, "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"title": "x"}] * 11}, 50035, "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "x", "value": ""}]}]}, 50035, "BASE_TYPE_MIN_LENGTH"),
    ({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, 50035, "ATTACHMENT_NOT_FOUND"),
    ({"content": "x", "message_reference": {"message_id": "5"}}, 50035, "REPLIES_UNKNOWN_MESSAGE"),
]


@pytest.mark.parametrize("body", GOOD, ids=range(len(GOOD)))
async def test_at_the_limit(call: Caller, body: Json) -> None:
    status, message = await call.send(body)
    assert status == 200, message


async def test_over_the_limit(call: Caller, pg: Playground) -> None:
    for body, code, words in BAD:
        status, answer = await call.send(body)
        assert (status, answer["code"]) == (400, code), (body, answer)
        assert words in json.dumps(answer), (body, answer)
    assert pg.channel("games").messages == []


async def test_files(call: Caller) -> None:
    alt = {"attachments": [{"id": 0, "filename": "b.png", "description": "x" * 1024}]}
    status, message = await call.send(alt, {"b.png": picture()})
    assert status == 200
    kept = message["attachments"][0]
    assert (kept["width"], kept["height"], kept["content_type"]) == (40, 30, "image/png")
    async with call.session.get(kept["url"]) as response:
        assert await response.read() == picture()
    alt["attachments"][0]["description"] += "x"
    status, answer = await call.send(alt, {"b.png": picture()})
    assert answer["code"] == 50035
    limit = 10 * 1024 * 1024
    assert (await call.send({}, {"b.bin": bytes(limit)}))[0] == 200
    status, answer = await call.send({}, {"b.bin": bytes(limit + 1)})
    assert (status, answer["code"]) == (413, 40005)
    assert (await call.send({}, {f"{i}.txt": b"x" for i in range(10)}))[0] == 200
    assert (await call.send({}, {f"{i}.txt": b"x" for i in range(11)}))[1]["code"] == 50035


async def test_an_edit_keeps_drops_and_adds_files(call: Caller) -> None:
    status, message = await call.send({"content": "x"}, {"a.png": picture(), "b.txt": b"b"})
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    _, second = message["attachments"]

    async def names(body: Json, files: dict[str, bytes] | None = None) -> list[str]:
        status, edited = await call("PATCH", path, body, files)
        assert status == 200, edited
        return [file["filename"] for file in edited["attachments"]]

    assert await names({"content": "y"}) == ["a.png", "b.txt"]
    kept = [{"id": int(second["id"])}, {"id": 0, "filename": "c.png"}]
    assert await names({"attachments": kept}, {"c.png": picture()}) == ["b.txt", "c.png"]
    assert await names({"attachments": []}) == []
    status, answer = await call("PATCH", path, {"content": "", "components": []})
    assert answer["code"] == 50006
    status, answer = await call("PATCH", path, {"components": [text()], "flags": V2})
    assert "LEGACY_FIELDS" in json.dumps(answer)
    status, answer = await call("PATCH", path, {"content": None, "components": [text()], "flags": V2})
    assert status == 200 and answer["flags"] == V2


async def test_custom_emoji_must_exist(call: Caller, pg: Playground) -> None:
    _, emoji = await call("POST", f"/applications/{pg.world.bot.id}/emojis", {"name": "drum", "image": ""})
    part = button(emoji={"name": "drum", "id": emoji["id"]})
    assert (await call.send({"components": [row(part)]}))[0] == 200
    await call("DELETE", f"/applications/{pg.world.bot.id}/emojis/{emoji['id']}")
    assert (await call.send({"components": [row(part)]}))[0] == 400


async def test_nonce_makes_a_repeat_harmless(call: Caller, pg: Playground) -> None:
    body = {"content": "once", "nonce": "7-12", "enforce_nonce": True}
    _, first = await call.send(body)
    _, second = await call.send(body | {"content": "twice"})
    assert first["id"] == second["id"] and second["content"] == "once"
    await call.send(body | {"nonce": "7-13"})
    await call.send({"content": "free", "nonce": "7-12"})
    assert [m.content for m in pg.channel("games").messages] == ["once", "once", "free"]


async def test_allowed_mentions(call: Caller, pg: Playground) -> None:
    ada, bo, games = pg.person("Ada"), pg.person("Bo"), pg.channel("games")
    line = f"{ada.mention} {bo.mention} @everyone"
    await call.send({"content": line, "allowed_mentions": {"parse": [], "users": [int(bo.id)]}})
    assert games.last.mentions == [bo] and games.last.notified == [bo]
    await call.send({"content": line, "allowed_mentions": {"parse": []}})
    assert games.last.mentions == [] and games.last.notified == []
    await call.send({"components": [text(line)], "flags": V2})
    assert games.last.notified == [ada, bo]
    assert not games.last.data["mention_everyone"]
    assert [m.id for m in bo.notices] == [games.messages[0].id, games.messages[2].id]
    pg.allow(games, "mention_everyone")
    await call.send({"content": line})
    assert len(games.last.notified) == 5
    path = f"/channels/{games.id}/messages/{games.messages[1].id}"
    await call("PATCH", path, {"content": ada.mention})
    assert games.messages[1].mentions == [ada] and games.messages[1].notified == []


COMMAND: Json = {"name": "iye", "description": "A game", "type": 1}
OPTION: Json = {"name": "to", "description": "Where", "type": 3}


@pytest.mark.parametrize(
    "more",
    [
        {"name": "Iye"},
        {"name": "x" * 33},
        {"description": ""},
        {"description": "x" * 101},
        {"options": [OPTION | {"name": f"o{i}"} for i in range(26)]},
        {"options": [OPTION, OPTION]},
        {"options": [OPTION, OPTION | {"name": "then", "required": True}]},
        {"options": [OPTION | {"choices": [{"name": str(i), "value": str(i)} for i in range(26)]}]},
        {"options": [OPTION | {"choices": [{"name": "a", "value": "x" * 101}]}]},
        {"options": [OPTION | {"autocomplete": True, "choices": [{"name": "a", "value": "a"}]}]},
        {
            "options": [
                {"name": f"s{i}", "description": "x" * 100, "type": 1, "options": [
                    OPTION | {"name": f"o{j}", "description": "x" * 100} for j in range(8)
                ]}
                for i in range(12)
            ]
        },
    ],
    ids=str,
)  # fmt: skip
async def test_command_limits(call: Caller, pg: Playground, more: Json) -> None:
    path = f"/applications/{pg.world.bot.id}/commands"
    assert (await call("PUT", path, [COMMAND]))[0] == 200
    status, answer = await call("PUT", path, [COMMAND | more])
    assert (status, answer["code"]) == (400, 50035)


async def test_commands_keep_their_ids(call: Caller, pg: Playground) -> None:
    path = f"/applications/{pg.world.bot.id}/commands"
    _, (first,) = await call("PUT", path, [COMMAND])
    _, second = await call("PUT", path, [COMMAND | {"name": "other"}, COMMAND | {"description": "Another text"}])
    assert second[1]["id"] == first["id"] != second[0]["id"]
    assert (await call("PUT", path, [COMMAND, COMMAND]))[0] == 400
    many = [COMMAND | {"name": f"c{i}"} for i in range(101)]
    assert (await call("PUT", path, many))[1]["code"] == 30032
    assert (await call("GET", path))[1] == second
