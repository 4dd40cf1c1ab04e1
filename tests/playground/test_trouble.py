"""Lost connections, late and lost answers, rate limits: what a bot meets on a bad day."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from typing import Any, cast

import aiohttp
import discord
import pytest

from playground import NoAnswer, Playground
from tests.patience import PATIENCE

from .bot import TrialBot
from .conftest import StartBot


def games_of(pg: Playground, bot: TrialBot) -> discord.TextChannel:
    return cast(discord.TextChannel, bot.get_channel(int(pg.channel("games").id)))


# -- the gateway -----------------------------------------------------------------------------------------------


async def test_resume_brings_what_was_missed(pg: Playground, bot: TrialBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    await ada.say(games, "before")
    await pg.gateway.drop()
    await pg.wait_for(lambda: not pg.gateway.connected)
    reply = await ada.command(games, "trial echo", text="missed")
    assert reply.text == "missed"
    assert (pg.gateway.resumes, pg.gateway.identifies, bot.resumes) == (1, 1, 1)
    await pg.wait_for(lambda: len(bot.heard) == 2)
    assert [m.author.name for m in bot.heard] == ["ada", "Longhouse"]


async def test_reconnect_on_request(pg: Playground, bot: TrialBot) -> None:
    await pg.gateway.ask_reconnect()
    await pg.wait_for(lambda: bot.resumes == 1)
    await pg.gateway.invalidate(resumable=True)
    await pg.wait_for(lambda: bot.resumes == 2)
    assert pg.gateway.identifies == 1
    assert (await pg.person("Ada").command(pg.channel("games"), "trial echo", text="x")).text == "x"


async def test_lost_session_identifies_anew(pg: Playground, bot: TrialBot, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr("discord.client.asyncio.sleep", lambda delay, *a: sleep(min(delay, 0.05), *a))
    await pg.gateway.drop(resumable=False)
    await pg.wait_for(lambda: pg.gateway.identifies == 2)
    assert pg.gateway.resumes == 0
    assert (await pg.person("Ada").command(pg.channel("games"), "trial echo", text="x")).text == "x"


async def test_heartbeat_keeps_a_quiet_connection(pg: Playground, start_bot: StartBot) -> None:
    pg.gateway.heartbeat_ms = 100
    bot = await start_bot(heartbeat_timeout=PATIENCE)
    await asyncio.sleep(0.8)
    assert (bot.resumes, pg.gateway.resumes, pg.gateway.identifies) == (0, 0, 1)
    assert bot.latency < PATIENCE  # it is infinite before the first beat is acknowledged


async def test_wrong_token_and_privileged_intents(pg: Playground) -> None:
    bot = TrialBot()
    with pytest.raises(discord.LoginFailure):
        await bot.start("wrong")
    await bot.close()
    eager = TrialBot(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await eager.start(pg.token)
    await eager.close()
    assert pg.gateway.identifies == 0


async def test_the_wire_is_one_zlib_stream(pg: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        url = pg.gateway_url + "?v=10&encoding=json&compress=zlib-stream"
        async with session.ws_connect(url) as ws:
            inflate = zlib.decompressobj()

            async def receive() -> Any:
                frame = await ws.receive_bytes(timeout=PATIENCE)
                assert frame.endswith(b"\x00\x00\xff\xff")
                return json.loads(inflate.decompress(frame))

            assert (await receive())["op"] == 10
            await ws.send_json({"op": 1, "d": None})
            assert (await receive())["op"] == 11
            await ws.send_json({"op": 2, "d": {"token": "playground", "intents": 513, "properties": {}}})
            ready = await receive()
            assert (ready["t"], ready["s"]) == ("READY", 1)
            guild = await receive()
            assert guild["t"] == "GUILD_CREATE"
            assert [m["user"]["username"] for m in guild["d"]["members"]] == ["Longhouse"]
            await ws.send_json({"op": 8, "d": {"guild_id": guild["d"]["id"], "query": "a", "limit": 5, "nonce": "n"}})
            chunk = (await receive())["d"]
            assert [m["user"]["username"] for m in chunk["members"]] == ["ada"] and chunk["nonce"] == "n"
        async with session.ws_connect(pg.gateway_url + "?v=10") as ws:
            assert (await ws.receive_json())["op"] == 10
            await ws.send_json({"op": 6, "d": {"token": "playground", "session_id": "none", "seq": 3}})
            assert await ws.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
            await ws.send_json({"op": 3, "d": {}})
            assert (await ws.receive()).data == 4003


# -- requests --------------------------------------------------------------------------------------------------


async def test_one_429_is_waited_for(pg: Playground, bot: TrialBot) -> None:
    fault = pg.faults.limit("POST", r"/channels/\d+/messages$", 0.1)
    began = time.monotonic()
    await games_of(pg, bot).send("x")
    assert fault.hits == 1 and time.monotonic() - began >= 0.1
    assert [e.status for e in pg.record.of("POST", "/channels/{channel_id}/messages")] == [429, 200]
    everywhere = pg.faults.limit("POST", r"/messages$", 0.1, everywhere=True)
    await asyncio.gather(*(games_of(pg, bot).send(str(i)) for i in range(3)))
    assert everywhere.hits == 1
    assert sorted(m.content for m in pg.channel("games").messages) == ["0", "1", "2", "x"]


async def test_429_for_an_answer_to_a_person(pg: Playground, bot: TrialBot) -> None:
    pg.faults.limit("POST", r"/callback$", 0.05)
    reply = await pg.person("Ada").command(pg.channel("games"), "trial echo", text="x")
    assert reply.text == "x"


async def test_real_buckets_slow_the_bot_without_a_429(pg: Playground, bot: TrialBot) -> None:
    pg.limits.rule("POST", "/messages$", 2, 0.3)
    channel = games_of(pg, bot)
    began = time.monotonic()
    for i in range(5):
        await channel.send(str(i))
    assert time.monotonic() - began > 0.5
    assert pg.limits.refused == 0


async def test_a_bucket_refuses_who_does_not_obey(pg: Playground) -> None:
    pg.limits.rule("GET", "^/users", 2, 5.0)
    headers = {"Authorization": "Bot playground"}
    async with aiohttp.ClientSession(headers=headers) as session:
        statuses = []
        for _ in range(3):
            async with session.get(pg.api_url + "/users/@me") as response:
                statuses.append(response.status)
        assert statuses == [200, 200, 429]
        assert response.headers["Via"] and float(response.headers["X-RateLimit-Reset-After"]) > 4
    assert pg.limits.refused == 1


async def test_500_is_tried_again(pg: Playground, bot: TrialBot, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr("discord.http.asyncio.sleep", lambda delay, *a: sleep(delay / 20, *a))
    fault = pg.faults.fail("POST", "/messages$", 500, times=2)
    await games_of(pg, bot).send("x")
    assert fault.hits == 2 and len(pg.channel("games").messages) == 1


async def test_answer_lost_after_the_message_was_sent(pg: Playground, bot: TrialBot) -> None:
    channel, games = games_of(pg, bot), pg.channel("games")
    pg.faults.drop("POST", "/messages$", after=True)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("once", nonce="match-7-12")
    assert len(games.messages) == 1
    again = await channel.send("once", nonce="match-7-12")
    assert str(again.id) == games.last.id and len(games.messages) == 1
    pg.faults.drop("POST", "/messages$")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("never")
    assert len(games.messages) == 1


async def test_error_with_a_code_of_its_own(pg: Playground, bot: TrialBot) -> None:
    pg.faults.fail("POST", "/messages$", 400, code=30046, message="Maximum number of edits reached")
    with pytest.raises(discord.HTTPException) as caught:
        await games_of(pg, bot).send("x")
    assert (caught.value.status, caught.value.code) == (400, 30046)


async def test_held_request_goes_on_when_released(pg: Playground, bot: TrialBot) -> None:
    held = pg.faults.hold("POST", "/messages$")
    sending = asyncio.create_task(games_of(pg, bot).send("x"))
    await pg.wait_for(lambda: held.hits == 1)
    assert pg.channel("games").messages == []
    held.release()
    await sending
    assert len(pg.channel("games").messages) == 1


async def test_held_request_of_a_killed_bot_never_arrives(pg: Playground) -> None:
    held = pg.faults.hold("POST", "/messages$")
    headers = {"Authorization": "Bot playground"}
    url = f"{pg.api_url}/channels/{pg.channel('games').id}/messages"
    async with aiohttp.ClientSession(headers=headers) as session:
        sending = asyncio.create_task(session.post(url, json={"content": "x"}))
        await pg.wait_for(lambda: held.hits == 1)
        sending.cancel()
        await asyncio.sleep(0.05)
    held.release()
    await pg.wait_for(lambda: pg.record.exchanges)
    assert pg.record.exchanges[-1].status == 0
    assert pg.channel("games").messages == []


async def test_an_answer_that_comes_too_late_is_unknown(pg: Playground, bot: TrialBot) -> None:
    pg.interactions.answer_within = 0.15
    pg.faults.delay("POST", "/callback$", 0.3)
    with pytest.raises(NoAnswer):
        await pg.person("Ada").command(pg.channel("games"), "trial echo", text="x")
    await pg.wait_for(lambda: pg.record.exchanges[-1].status == 404)
    assert pg.record.exchanges[-1].response["code"] == 10062


async def test_second_answer_and_expired_token(pg: Playground, bot: TrialBot) -> None:
    held: list[discord.Interaction] = []

    async def keep(interaction: discord.Interaction) -> bool:
        held.append(interaction)
        await interaction.response.send_message("first")
        return False

    bot.tree.interaction_check = keep  # type: ignore[method-assign]
    await pg.person("Ada").command(pg.channel("games"), "trial echo", text="x")
    interaction = held[0]
    callback = f"/interactions/{interaction.id}/{interaction.token}/callback"
    async with (
        aiohttp.ClientSession() as session,
        session.post(pg.api_url + callback, json={"type": 4, "data": {"content": "second"}}) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (400, 40060)
    await interaction.followup.send("later")
    pg.interactions.token_valid = 0.0
    with pytest.raises(discord.HTTPException) as caught:
        await interaction.edit_original_response(content="too late")
    assert caught.value.code == 50027


async def test_five_follow_ups_where_the_bot_is_not(pg: Playground, bot: TrialBot) -> None:
    ada = pg.person("Ada")
    porch = pg.add_channel("porch", pg.add_guild("Elsewhere", ada, with_bot=False))
    kept: list[discord.Interaction] = []

    async def keep(interaction: discord.Interaction) -> bool:
        kept.append(interaction)
        return True

    bot.tree.interaction_check = keep  # type: ignore[method-assign]
    await ada.command(porch, "trial echo", text="x")
    assert kept[0].is_user_integration() and not kept[0].is_guild_integration()
    for i in range(5):
        await kept[0].followup.send(str(i))
    with pytest.raises(discord.HTTPException) as caught:
        await kept[0].followup.send("six")
    assert caught.value.code == 40094


async def test_shards_share_the_servers(pg: Playground, start_bot: StartBot) -> None:
    pg.add_guild("Second", pg.person("Ada"))
    third = pg.add_guild("Third", pg.person("Ada"))
    bots = [await start_bot(shard_id=i, shard_count=2) for i in range(2)]
    assert sum(len(bot.guilds) for bot in bots) == 3
    porch = pg.add_channel("porch", third)
    assert (await pg.person("Ada").command(porch, "trial echo", text="x")).text == "x"
    direct = await pg.person("Ada").dm()
    assert (await pg.person("Ada").command(direct, "trial echo", text="y")).text == "y"
    assert [e.status for e in answers(pg)] == [200, 200]


async def test_everybody_at_once(pg: Playground, bot: TrialBot) -> None:
    games = pg.channel("games")
    people = [pg.person(f"P{i}") for i in range(20)]
    replies = await asyncio.gather(*(p.command(games, "trial echo", text=p.name) for p in people))
    assert sorted(reply.text for reply in replies) == sorted(p.name for p in people)


async def test_a_second_instance_answers_in_vain(pg: Playground, start_bot: StartBot) -> None:
    await start_bot()
    await start_bot()
    reply = await pg.person("Ada").command(pg.channel("games"), "trial echo", text="x")
    assert reply.text == "x"
    await pg.wait_for(lambda: any(e.response and e.response.get("code") == 40060 for e in answers(pg)))
    assert len(pg.channel("games").messages) == 1


def answers(pg: Playground) -> list[Any]:
    return pg.record.of("POST", "/interactions/{interaction_id}/{interaction_token}/callback")


async def test_restart_of_the_bot_and_of_the_playground(pg: Playground, start_bot: StartBot) -> None:
    ada, games = pg.person("Ada"), pg.channel("games")
    first = await start_bot()
    post = await ada.command(games, "trial board")
    await first.close()
    await pg.wait_for(lambda: not pg.gateway.connected)
    second = await start_bot()
    assert (await ada.press(post, "Count 0")).text.startswith("## Turn 1")
    await second.close()
    port = int(pg.page_url.rsplit(":", 1)[1].strip("/"))
    await pg.close()
    await pg.start(port)
    assert pg.channel("games").last == post


async def test_only_loopback_is_served() -> None:
    for host in ("0.0.0.0", "192.168.1.5", "example.org", "::"):
        with pytest.raises(ValueError, match="loopback"):
            await Playground().start(host=host)
