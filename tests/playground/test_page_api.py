"""The page's protocol: what it gets, what it may do, what it hears."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import Person, Playground
from tests.patience import PATIENCE

from .bot import TrialBot

Json = dict[str, Any]


class Page:
    """One person's open page."""

    def __init__(self, pg: Playground, person: Person, session: aiohttp.ClientSession) -> None:
        self.pg, self.person, self.session = pg, person, session
        self.events: list[tuple[str, Json]] = []
        self.ws: aiohttp.ClientWebSocketResponse | None = None

    async def listen(self) -> None:
        self.ws = await self.session.ws_connect(self.pg.page_url + f"page/events?as={self.person.id}")
        async for frame in self.ws:
            event = frame.json()
            self.events.append((event["t"], event["d"]))

    async def get(self, what: str, **query: str) -> Any:
        url = self.pg.page_url + f"page/{what}"
        async with self.session.get(url, params={"as": self.person.id, **query}) as response:
            assert response.status == 200
            return await response.json()

    async def post(self, what: str, **body: Any) -> Any:
        url = self.pg.page_url + f"page/{what}"
        async with self.session.post(url, json={"as": self.person.id, **body}) as response:
            answer = await response.json()
            assert (response.status == 200) == ("error" not in answer)
            return answer

    async def heard(self, kind: str, index: int = -1) -> Json:
        """The data of the newest event of a kind, once there is one."""
        await self.pg.wait_for(lambda: any(t == kind for t, _ in self.events))
        return [d for t, d in self.events if t == kind][index]


@pytest.fixture
async def pages(pg: Playground) -> AsyncIterator[tuple[Page, Page]]:
    async with aiohttp.ClientSession() as session:
        ada, bo = (Page(pg, pg.person(name), session) for name in ("Ada", "Bo"))
        tasks = [asyncio.create_task(page.listen()) for page in (ada, bo)]
        await pg.wait_for(lambda: len(pg.event_bus.pages) == 2)
        yield ada, bo
        for task in tasks:
            task.cancel()


async def test_world(pg: Playground, bot: TrialBot, pages: tuple[Page, Page]) -> None:
    _, bo = pages
    pg.add_channel("secret")
    pg.deny(pg.channel("secret"), "view_channel", who=pg.person("Bo"))
    world = await bo.get("world")
    assert world["me"]["global_name"] == "Bo" and world["bot"]["online"]
    assert [p["global_name"] for p in world["people"]] == ["Ada", "Bo", "Cem", "Dilara", "Emre"]
    (guild,) = world["guilds"]
    assert guild["name"] == "The Longhouse"
    assert [c["name"] for c in guild["channels"]] == ["welcome", "games", "table-talk"]
    assert int(guild["channels"][0]["my_permissions"]) & 1 << 11
    assert [m["user"]["username"] for m in guild["members"]][:3] == ["ada", "Longhouse", "bo"]
    assert {c["name"] for c in world["commands"]} == {"trial", "Wave"}
    assert (await bo.session.get(pg.page_url + "page/world?as=5")).status == 400


async def test_talk_unread_and_read(pg: Playground, pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    games = pg.channel("games").id
    await ada.post("say", channel=games, content=f"hello {pg.person('Bo').mention}")
    message = await bo.heard("MESSAGE_CREATE")
    assert message["content"].startswith("hello") and message["member"]["roles"] == []
    assert await bo.heard("UNREAD") == {"channel": games, "count": 1, "mentions": 1}
    assert (await bo.get("world"))["unread"] == {games: {"count": 1, "mentions": 1}}
    assert (await ada.get("world"))["unread"] == {}
    await bo.post("read", channel=games, message=message["id"])
    assert (await bo.get("world"))["unread"] == {}
    for i in range(5):
        await ada.post("say", channel=games, content=str(i))
    shown = await bo.get("messages", channel=games, limit="2")
    assert [m["content"] for m in shown] == ["3", "4"]
    earlier = await bo.get("messages", channel=games, limit="2", before=shown[0]["id"])
    assert [m["content"] for m in earlier] == ["1", "2"]
    assert "error" in await ada.post("say", channel=games, content="x" * 2001)
    assert "error" in await ada.post("say", channel="5", content="x")


async def test_commands_ephemeral_and_dismiss(pg: Playground, bot: TrialBot, pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    games = pg.channel("games").id
    whisper: Json = {"channel": games, "name": "trial", "path": ["whisper"]}
    assert "required" in (await ada.post("command", **whisper))["error"]
    answer = await ada.post("command", **whisper, options={"to": pg.person("Bo").id})
    assert answer["ok"] and answer["interaction"]
    message = await ada.heard("MESSAGE_CREATE")
    assert message["flags"] & 64
    assert (await ada.get("messages", channel=games))[-1]["id"] == message["id"]
    assert await bo.get("messages", channel=games) == []
    assert "error" in await bo.post("dismiss", message=message["id"])
    await ada.post("dismiss", message=message["id"])
    assert (await ada.heard("MESSAGE_DELETE"))["id"] == message["id"]
    assert await ada.get("messages", channel=games) == []
    completion = {"channel": games, "name": "trial", "path": ["move"], "focused": "to"}
    answer = await ada.post("autocomplete", **completion, options={"to": "c"})
    assert answer["choices"][0] == {"name": "c1", "value": "c1"}


async def test_press_thinking_and_failure(pg: Playground, bot: TrialBot, pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    games = pg.channel("games").id
    await ada.post("command", channel=games, name="trial", path=["slow"], options={})
    await pg.wait_for(lambda: pg.channel("games").messages and pg.channel("games").last.content == "And more")
    assert (await bo.heard("MESSAGE_CREATE", 0))["interaction_pending"]
    assert "interaction_pending" not in await bo.heard("MESSAGE_UPDATE", 0)
    post = await pg.person("Ada").command(pg.channel("games"), "trial ask")
    press: Json = {"channel": games, "message": post.id}
    await asyncio.sleep(0.05)
    started = await bo.post("press", **press, custom_id="drum")
    assert (await bo.heard("INTERACTION_DONE")) == {"interaction": started["interaction"], "message": post.id}
    assert "error" in await bo.post("press", **press, custom_id="nothing")
    other = await pg.person("Ada").command(pg.channel("games"), "trial ask")
    pg.interactions.answer_within = 0.1
    await asyncio.sleep(0.05)
    started = await bo.post("press", channel=games, message=other.id, custom_id="silent")
    failed = await bo.heard("INTERACTION_FAILED")
    assert (failed["interaction"], failed["message"]) == (started["interaction"], other.id)
    pg.interactions.answer_within = PATIENCE
    chosen = await bo.post("press", channel=games, message=other.id, custom_id="who", values=[bo.person.id])
    assert chosen["ok"]
    await pg.wait_for(lambda: any(d.get("content") == "Bo" for t, d in bo.events))


async def test_modal(pg: Playground, bot: TrialBot, pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    games = pg.channel("games").id
    await ada.post("command", channel=games, name="trial", path=["form"], options={})
    shown = await ada.heard("MODAL")
    assert shown["data"]["title"] == "Name the match"
    entries = {"name": "First", "level": ["3"], "rival": [pg.person("Bo").id]}
    assert "error" in await bo.post("modal", interaction=shown["interaction"], fields=entries)
    assert "error" in await ada.post("modal", interaction=shown["interaction"], fields={"name": ""})
    await ada.post("modal", interaction=shown["interaction"], fields=entries)
    assert (await bo.heard("MESSAGE_CREATE"))["content"] == "First at 3 vs Bo"


async def test_direct_messages_threads_and_settings(pg: Playground, bot: TrialBot, pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    direct = await bo.post("dm", user=pg.world.bot.id)
    assert [u["username"] for u in direct["recipients"]] == ["Longhouse"]
    assert (await bo.heard("CHANNEL_CREATE"))["recipients"] == direct["recipients"]
    await ada.post("dm", user=pg.person("Bo").id)
    await pg.wait_for(lambda: [t for t, _ in bo.events].count("CHANNEL_CREATE") == 2)
    assert [u["username"] for u in (await bo.heard("CHANNEL_CREATE"))["recipients"]] == ["ada"]
    assert len((await bo.get("world"))["dms"]) == 2
    await bo.post("settings", dms_open=False)
    with pytest.raises(Exception, match="50007"):
        await (await bot.fetch_user(int(pg.person("Bo").id))).send("x")
    channel: Any = bot.get_channel(int(pg.channel("games").id))
    thread = await (await channel.send("x")).create_thread(name="t")
    assert (await bo.heard("THREAD_CREATE"))["name"] == "t"
    assert "error" in await bo.post("thread", channel=str(thread.id), action="delete")
    await bo.post("thread", channel=str(thread.id), action="join")
    assert (await bo.get("world"))["guilds"][0]["threads"][0]["member"]
    await ada.post("thread", channel=str(thread.id), action="archive")
    assert (await bo.heard("THREAD_UPDATE"))["thread_metadata"]["archived"]
    await bo.post("thread", channel=str(thread.id), action="unarchive")
    await ada.post("thread", channel=str(thread.id), action="delete")
    assert (await bo.heard("THREAD_DELETE"))["id"] == str(thread.id)


async def test_people_join_and_the_bot_comes_and_goes(pg: Playground, bot: TrialBot, pages: tuple[Page, Page]) -> None:
    _, bo = pages
    url = pg.page_url + "page/people"
    async with bo.session.post(url, json={"name": "Filiz"}) as response:
        filiz = await response.json()
    assert filiz["global_name"] == "Filiz" and not filiz["bot"]
    assert (await bo.heard("GUILD_MEMBER_ADD"))["user"]["id"] == filiz["id"]
    for name in ("Filiz", "", "x" * 33):
        async with bo.session.post(url, json={"name": name}) as response:
            assert response.status == 400
    pg.deny(pg.channel("games"), "send_messages", who=bo.person)
    assert not int((await bo.heard("CHANNEL_UPDATE"))["my_permissions"]) & 1 << 11
    pg.deny(pg.channel("games"), "view_channel", who=bo.person)
    assert (await bo.heard("CHANNEL_DELETE"))["name"] == "games"
    await bot.close()
    await bo.heard("BOT_GONE")
    assert not (await bo.get("world"))["bot"]["online"]


async def test_other_sites_are_refused(pg: Playground, pages: tuple[Page, Page]) -> None:
    ada, _ = pages
    for headers in ({"Origin": "https://example.org"}, {"Host": "example.org"}):
        async with ada.session.get(pg.page_url + "page/people", headers=headers) as response:
            assert response.status == 403
    async with ada.session.post(pg.page_url + "page/say", data=b"no json") as response:
        assert response.status == 400
