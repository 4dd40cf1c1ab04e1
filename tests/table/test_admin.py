"""What those who manage a server can set, and that it holds."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from playground.model import Role
from playground.people import Channel, Person
from playground.visible import Message, Modal
from rules.match import from_text
from storage.records import GuildSettings
from tests.table.conftest import Scene
from tests.table.test_races import match_in


async def change(scene: Scene, **fields: str | list[str]) -> Message:
    """Ada, whose server it is, fills in the form; numbers that are not given stay "no limit"."""
    ada = scene.person("Ada")
    form = await ada.command(scene.games, "table settings")
    assert isinstance(form, Modal)
    answer = await ada.fill(form, **{"most": ["0"], "days": ["0"], **fields})
    assert isinstance(answer, Message) and answer.ephemeral
    return answer


async def rules_of(scene: Scene) -> GuildSettings:
    return await scene.store.guilds.get(int(scene.playground.guild.id))


async def open_table(person: Person, channel: Channel) -> Message:
    answer = await person.command(channel, "iye new")
    assert isinstance(answer, Message)
    return answer


async def test_only_those_who_manage_the_server_see_the_commands(quick: Scene) -> None:
    assert "table" in quick.person("Ada").commands(quick.games)
    assert "table" not in quick.person("Bo").commands(quick.games)


async def test_a_server_that_gives_the_commands_to_others_does_not_give_them_the_right(quick: Scene) -> None:
    for command in quick.playground.book.everything():
        if command["name"] == "table":
            command["default_member_permissions"] = None
    for line in ("table settings", "table show", "table export"):
        answer = await quick.person("Bo").command(quick.games, line)
        assert isinstance(answer, Message) and "manage the server" in answer.text


async def test_what_was_set_is_shown_and_stays(quick: Scene) -> None:
    talk = quick.playground.channel("table-talk")
    answer = await change(quick, channels=[talk.id, quick.games.id], most=["2"], days=["3"])
    assert f"<#{talk.id}>" in answer.text and "2 open matches" in answer.text and "3 days" in answer.text
    await quick.stop()
    await quick.start()
    rules = await rules_of(quick)
    assert (set(rules.channels), rules.max_open, rules.deadline_days) == ({int(talk.id), int(quick.games.id)}, 2, 3)
    form = await quick.person("Ada").command(quick.games, "table settings")
    assert isinstance(form, Modal)
    unchanged = await quick.person("Ada").fill(form)
    assert isinstance(unchanged, Message) and unchanged.text == answer.text
    assert await rules_of(quick) == rules


async def test_matches_are_opened_in_the_channels_for_them_only(quick: Scene) -> None:
    talk = quick.playground.channel("table-talk")
    await change(quick, channels=[talk.id])
    refused = await open_table(quick.person("Bo"), quick.games)
    assert refused.ephemeral and f"<#{talk.id}>" in refused.text
    assert not (await open_table(quick.person("Bo"), talk)).ephemeral


async def test_the_role_is_called_when_a_table_is_opened_and_not_again(quick: Scene) -> None:
    guild = quick.playground.guild
    guild.roles["471100000000000000"] = Role("471100000000000000", "players", 0)
    guild.members[quick.person("Cem").id].roles.append("471100000000000000")
    await change(quick, role=["471100000000000000"])
    lobby = await open_table(quick.person("Ada"), quick.games)
    assert "<@&471100000000000000>" in lobby.text
    assert [person.name for person in lobby.notified] == ["Cem"]
    await quick.person("Bo").press(lobby, "Join")
    assert len(quick.person("Cem").notices) == 1


async def test_everybody_is_never_called(quick: Scene) -> None:
    form = await quick.person("Ada").command(quick.games, "table settings")
    assert isinstance(form, Modal)
    answer = await quick.person("Ada").fill(form, most=["0"], days=["0"], role=[quick.playground.guild.id])
    assert isinstance(answer, Message) and "does not ping everybody" in answer.text
    assert (await rules_of(quick)).ping_role is None


async def test_a_person_may_have_so_many_open_matches_and_others_theirs(quick: Scene) -> None:
    await change(quick, most=["1"])
    ada, bo = quick.person("Ada"), quick.person("Bo")
    first = await open_table(ada, quick.games)
    refused = await open_table(ada, quick.games)
    assert refused.ephemeral and "1 open match" in refused.text
    second = await open_table(bo, quick.games)
    await ada.press(second, "Join")  # the refusal is private; the table is what counts
    assert [len(match.seats) for match in await quick.store.matches.of_user(int(bo.id))] == [1]
    await ada.press(await ada.press(first, "Leave"), "Close Table")
    await ada.press(second, "Join")
    assert [len(match.seats) for match in await quick.store.matches.of_user(int(bo.id))] == [2]


async def test_the_default_deadline_holds_for_new_tables(quick: Scene) -> None:
    await change(quick, days=["2"])
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"))
    assert (await match_in(quick, thread)).due_at == quick.now + 2 * 86_400


async def test_a_stuck_match_is_closed_and_its_table_told_once(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one whose state cannot be read any more."""
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"))
    number = (await match_in(quick, thread)).id
    ada = quick.person("Ada")
    choices = await ada.autocomplete(quick.games, "table close", focused="match")
    assert [choice["value"] for choice in choices] == [str(number)]
    with monkeypatch.context() as patched:
        patched.setattr("storage.stored_match.revive", lambda *given: 1 / 0)
        asked = await ada.command(quick.games, "table close", match=choices[0]["value"])
        assert (await quick.store.matches.read(number)).status == "running"
        answer = await ada.press(asked, "Close Match")
        await quick.quiet()
    assert isinstance(answer, Message) and "was closed" in answer.text
    assert (await quick.store.matches.read(number)).status == "closed"
    assert len([post for post in thread.messages if "closed by somebody who manages" in post.text]) == 1


async def test_a_table_where_people_gather_is_closed_too(quick: Scene) -> None:
    lobby = await open_table(quick.person("Bo"), quick.games)
    asked = await quick.person("Ada").command(quick.games, "table close", match="1")
    await quick.person("Ada").press(asked, "Close Match")
    await quick.quiet()
    assert "closed by somebody who manages" in lobby.text and not lobby.buttons


async def test_keeping_it_changes_nothing_and_other_matches_are_not_found(quick: Scene) -> None:
    await open_table(quick.person("Bo"), quick.games)
    ada = quick.person("Ada")
    asked = await ada.command(quick.games, "table close", match="1")
    await ada.press(asked, "Keep It")
    assert (await quick.store.matches.read(1)).status == "lobby"
    alone = await quick.store.matches.create("iye", b"{}", 1, "Zoe", 999, 5, quick.now)
    refused = await ada.command(quick.games, "table close", match=str(alone))
    assert isinstance(refused, Message) and "no such match in this server" in refused.text


async def test_the_export_holds_the_logs_of_what_is_over_and_no_secrets_of_what_runs(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    over = await quick.begin(ada, bo, line="iye new", cycles=1)
    await ada.press(await ada.command(over, "match resign"), "Resign")
    finished = await match_in(quick, over)
    running = await match_in(quick, await quick.begin(ada, bo))
    answer = await ada.command(quick.games, "table export")
    assert isinstance(answer, Message) and answer.ephemeral and "2 matches" in answer.text
    (raw,) = answer.files.values()
    with zipfile.ZipFile(io.BytesIO(raw)) as file:
        told = {name: file.read(name).decode() for name in file.namelist()}
    assert set(told) == {"server.json", "matches.json", f"matches/iye-{finished.id}.txt"}
    record = from_text(told[f"matches/iye-{finished.id}.txt"])
    assert (record.game, record.seed, record.steps[-1].option) == ("iye", finished.seed, "resign")
    rows = json.loads(told["matches.json"])
    assert [row["status"] for row in rows] == ["over", "running"]
    assert [player["name"] for player in rows[0]["players"]] == ["Ada", "Bo"]
    assert str(running.seed) not in "".join(told.values())
