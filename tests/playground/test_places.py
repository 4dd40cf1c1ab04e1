"""Channels, threads, permissions and direct messages with a real discord.py bot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import discord
import pytest

from playground import Channel, Playground, Refused
from playground.model import NEWS, STAGE, VOICE
from playground.permissions import BITS

from .bot import TrialBot, png


def text_channel(bot: TrialBot, channel: Channel) -> discord.TextChannel:
    return cast(discord.TextChannel, bot.get_channel(int(channel.id)))


async def refused(doing: object, code: int) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await doing  # type: ignore[misc]
    assert caught.value.code == code


def test_permission_bits_are_those_of_discord_py() -> None:
    for name, bit in BITS.items():
        assert getattr(discord.Permissions(1 << bit), name), name


async def test_thread_out_of_a_message(pg: Playground, bot: TrialBot) -> None:
    games, ada, bo = pg.channel("games"), pg.person("Ada"), pg.person("Bo")
    lobby = await text_channel(bot, games).send("A match begins")
    waiting = asyncio.create_task(games.next_thread())
    thread = await lobby.create_thread(name="Ada vs Bo", auto_archive_duration=10080)
    assert (await waiting).id == str(thread.id)
    assert thread.id == lobby.id
    await thread.send(f"{ada.mention} begins", file=png())
    place = games.last.thread
    assert place is not None
    assert games.threads == [place]
    post = await place.next_message()
    assert post.notified == [ada]
    assert place.members == [ada]
    await thread.add_user(discord.Object(int(bo.id)))
    assert place.members == [ada, bo]
    await refused(lobby.create_thread(name="Again"), 160004)
    await thread.edit(name="Ada beat Bo", archived=True)
    assert place.archived and place.name == "Ada beat Bo"


async def test_archived_and_locked_threads(pg: Playground, bot: TrialBot) -> None:
    games, ada = pg.channel("games"), pg.person("Ada")
    thread = await text_channel(bot, games).create_thread(name="t", type=discord.ChannelType.public_thread)
    place = pg.channel("t")
    post = await thread.send("a board")
    pg.archive(place)
    await refused(post.edit(content="new"), 50083)
    await refused(thread.add_user(discord.Object(int(ada.id))), 50083)
    with pytest.raises(Refused, match="archived"):
        await ada.command(place, "trial echo", text="x")
    await thread.send("still there")
    assert not place.archived
    pg.archive(place)
    await pg.person("Bo").say(place, "awake")
    assert not place.archived
    pg.archive(place, locked=True)
    await refused(thread.send("x"), 50083)
    with pytest.raises(Refused):
        await pg.person("Bo").say(place, "x")
    await ada.say(place, "the owner may")
    assert not place.archived
    await refused(thread.send("x"), 160005)


async def test_each_permission_is_needed(pg: Playground, bot: TrialBot) -> None:
    games = pg.channel("games")
    channel = text_channel(bot, games)
    post = await channel.send("here")
    thread = await post.create_thread(name="t")

    async def without(permission: str, doing: object, code: int = 50013) -> None:
        pg.deny(games, permission)
        await refused(doing, code)
        pg.allow(games, permission)

    await without("send_messages", channel.send("x"))
    await without("view_channel", channel.send("x"), 50001)
    await without("view_channel", post.edit(content="x"), 50001)
    await without("view_channel", thread.send("x"), 50001)
    await without("attach_files", channel.send(file=png()))
    await without("embed_links", channel.send(embed=discord.Embed(title="x")))
    await without("create_public_threads", (await channel.send("y")).create_thread(name="u"))
    await without("create_private_threads", channel.create_thread(name="u"))
    await without("send_messages_in_threads", thread.send("x"))
    pg.deny(games, "send_messages")
    await thread.send("a thread asks for its own permission")
    await refused(thread.delete(), 50013)
    await asyncio.sleep(0.05)
    me = channel.guild.me
    assert not channel.permissions_for(me).send_messages


async def test_permissions_are_told_with_each_interaction(pg: Playground, bot: TrialBot) -> None:
    games, bo = pg.channel("games"), pg.person("Bo")
    pg.deny(games, "attach_files")
    seen: list[discord.Interaction] = []

    async def note(interaction: discord.Interaction) -> bool:
        seen.append(interaction)
        return True

    bot.tree.interaction_check = note  # type: ignore[method-assign]
    await bo.command(games, "trial echo", text="x")
    (interaction,) = seen
    assert not interaction.app_permissions.attach_files and interaction.app_permissions.send_messages
    assert interaction.permissions.attach_files and not interaction.permissions.manage_threads
    pg.deny(games, "use_application_commands", who=bo)
    with pytest.raises(Refused):
        await bo.command(games, "trial echo", text="x")
    pg.deny(games, "view_channel", who=bo)
    with pytest.raises(Refused, match="cannot see"):
        bo.sees(games)


async def test_deleted_places(pg: Playground, bot: TrialBot) -> None:
    games, ada = pg.channel("games"), pg.person("Ada")
    channel = text_channel(bot, games)
    post = await channel.send("here")
    thread = await post.create_thread(name="t")
    inner = await thread.send("x")
    place = pg.channel("t")
    pg.delete_channel(place)
    await refused(thread.send("x"), 10003)
    await refused(inner.edit(content="x"), 10003)
    pg.delete_message(games.last)
    await refused(post.edit(content="x"), 10008)
    asking = asyncio.create_task(ada.command(games, "trial slow", seconds=0.3))
    await pg.wait_for(lambda: games.messages)
    pg.delete_channel(games)
    await asyncio.sleep(0.4)
    asking.cancel()
    await refused(channel.send("x"), 10003)
    with pytest.raises(Refused, match="deleted"):
        ada.sees(games)
    assert games.deleted and place.deleted


def _kept(found: list[discord.Guild]) -> Callable[[discord.Guild], Awaitable[None]]:
    async def keep(guild: discord.Guild) -> None:
        found.append(guild)

    return keep


async def test_the_bot_is_thrown_out_and_comes_back(pg: Playground, bot: TrialBot) -> None:
    channel = text_channel(bot, pg.channel("games"))
    pg.remove_bot()
    await pg.wait_for(lambda: not bot.guilds)
    await refused(channel.send("x"), 50001)
    bo = pg.person("Bo")
    assert not (await bo.command(pg.channel("games"), "trial echo", text="by my own install")).ephemeral
    joined: list[discord.Guild] = []
    bot.add_listener(_kept(joined), "on_guild_join")
    pg.add_bot()
    await pg.wait_for(lambda: joined)
    await text_channel(bot, pg.channel("games")).send("x")


async def test_private_thread(pg: Playground, bot: TrialBot) -> None:
    games, bo, cem = pg.channel("games"), pg.person("Bo"), pg.person("Cem")
    thread = await text_channel(bot, games).create_thread(name="hand", invitable=False)
    await thread.add_user(discord.Object(int(bo.id)))
    await thread.send(f"{bo.mention} {cem.mention}")
    place = pg.channel("hand")
    assert [m.content for m in bo.sees(place)] == [f"{bo.mention} {cem.mention}"]
    assert place.last.notified == [bo]
    with pytest.raises(Refused):
        cem.sees(place)


async def test_direct_messages(pg: Playground, bot: TrialBot) -> None:
    bo = pg.person("Bo")
    user = await bot.fetch_user(int(bo.id))
    post = await user.send("Your turn")
    direct = await bo.dm()
    assert direct.last.content == "Your turn" and direct.last.notified == [bo]
    await bo.say(direct, "Thanks")
    await pg.wait_for(lambda: bot.heard and bot.heard[-1].content == "Thanks")
    bo.close_dms()
    await refused(user.send("Hello"), 50007)
    bo.open_dms()
    await post.edit(content="Done")
    assert direct.messages[0].content == "Done"


async def test_the_bot_hears_words_only_where_it_is_called(pg: Playground, bot: TrialBot) -> None:
    games, ada = pg.channel("games"), pg.person("Ada")
    await ada.say(games, "between us")
    await ada.say(games, f"<@{pg.world.bot.id}> hello")
    await pg.wait_for(lambda: len(bot.heard) == 2)
    assert [m.content for m in bot.heard] == ["", f"<@{pg.world.bot.id}> hello"]
    reply = await bot.heard[1].reply("yes", mention_author=True)
    assert reply.reference is not None
    assert games.last.data["type"] == 19 and games.last.notified == [ada]
    history = [m.content async for m in bot.heard[0].channel.history()]
    assert history[0] == "yes" and len(history) == 3


async def test_ephemeral_messages_are_in_no_channel_route(pg: Playground, bot: TrialBot) -> None:
    games, ada = pg.channel("games"), pg.person("Ada")
    reply = await ada.command(games, "trial whisper", to=pg.person("Bo"))
    channel = text_channel(bot, games)
    await refused(channel.fetch_message(int(reply.id)), 10008)
    assert [m async for m in channel.history()] == []
    assert bot.heard == []


async def test_the_first_line_of_a_thread_follows_the_message_it_came_from(pg: Playground, bot: TrialBot) -> None:
    games = pg.channel("games")
    lobby = await text_channel(bot, games).send("A table is open")
    thread = await lobby.create_thread(name="Ada vs Bo")
    (starter,) = pg.world.channels[str(thread.id)].messages.values()
    answer = await lobby.reply("I come")

    async def referred(channel: discord.abc.Messageable, message: int) -> str | None:
        found = (await channel.fetch_message(message)).reference
        assert found is not None
        return found.resolved.content if isinstance(found.resolved, discord.Message) else None

    assert starter.data["referenced_message"]["content"] == "A table is open"
    await lobby.edit(content="The match has begun")
    assert starter.data["referenced_message"]["content"] == "The match has begun"
    assert await referred(lobby.channel, answer.id) == "The match has begun"
    await lobby.delete()
    assert starter.data["referenced_message"] is None
    assert await referred(lobby.channel, answer.id) is None


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_there_are_no_threads_in_voice_channels(pg: Playground, bot: TrialBot, kind: int) -> None:
    ada, voice = pg.person("Ada"), pg.add_channel("lounge", kind=kind)
    post = await bot.get_partial_messageable(int(voice.id), guild_id=int(pg.guild.id)).send("a word in the lounge")
    await refused(post.create_thread(name="t"), 50024)
    start = bot.http.start_thread_without_message
    await refused(start(int(voice.id), name="t", auto_archive_duration=1440, type=11), 50024)
    assert [message.text for message in ada.sees(voice)] == ["a word in the lounge"]


async def test_threads_of_announcement_channels_are_of_their_own_kind(pg: Playground, bot: TrialBot) -> None:
    news = pg.add_channel("news", kind=NEWS)
    start = bot.http.start_thread_without_message
    await refused(start(int(news.id), name="t", auto_archive_duration=1440, type=11), 50024)
    assert (await start(int(news.id), name="t", auto_archive_duration=1440, type=10))["type"] == 10
    await refused(start(int(pg.channel("games").id), name="t", auto_archive_duration=1440, type=10), 50024)
    post = await bot.get_partial_messageable(int(news.id), guild_id=int(pg.guild.id)).send("hear, hear")
    assert (await post.create_thread(name="t")).id == post.id
    assert [thread.place.type for thread in news.threads] == [10, 10]


async def test_a_server_has_so_many_active_threads_and_no_more(pg: Playground, bot: TrialBot) -> None:
    games, pg.world.most_threads = pg.channel("games"), 1
    post = await text_channel(bot, games).send("a table")
    first = await post.create_thread(name="first")
    start = bot.http.start_thread_without_message
    await refused(start(int(games.id), name="second", auto_archive_duration=1440, type=11), 160006)
    await first.edit(archived=True)
    await start(int(games.id), name="second", auto_archive_duration=1440, type=11)
