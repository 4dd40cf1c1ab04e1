"""Rules that need no bot to be tried: permissions, who has which command where, what a sender is told."""

from __future__ import annotations

import itertools

import pytest

from playground import Playground, permissions
from playground.model import DM, Channel, Overwrite

VIEW, SEND = (permissions.mask([name]) for name in ("view_channel", "send_messages"))


def overwrite(playground: Playground, who: str, kind: int, *, allow: int = 0, deny: int = 0) -> None:
    playground.channel("games").place.overwrites[who] = Overwrite(who, kind, allow, deny)


def test_overwrites_go_from_everyone_over_roles_to_the_member() -> None:
    pg = Playground()
    world, guild, games = pg.world, pg.guild, pg.channel("games").place
    bot = world.bot.id
    role = guild.members[bot].roles[0]
    assert world.may(bot, games, "send_messages")
    overwrite(pg, guild.id, 0, deny=SEND)
    assert not world.may(bot, games, "send_messages")
    overwrite(pg, role, 0, allow=SEND)
    assert world.may(bot, games, "send_messages")
    assert not world.may(pg.person("Bo").id, games, "send_messages")
    overwrite(pg, bot, 1, deny=SEND)
    assert not world.may(bot, games, "send_messages")
    assert world.permissions_in(pg.person("Ada").id, games) == permissions.ALL, "the owner may all"


def test_without_seeing_or_sending_the_rest_is_worth_nothing() -> None:
    pg = Playground()
    world, games, bo = pg.world, pg.channel("games").place, pg.person("Bo").id
    overwrite(pg, bo, 1, deny=SEND)
    assert not world.may(bo, games, "attach_files") and world.may(bo, games, "read_message_history")
    overwrite(pg, bo, 1, deny=VIEW)
    assert world.permissions_in(bo, games) == 0
    pg.guild.roles[pg.guild.id].permissions |= permissions.mask(["administrator"])
    assert world.permissions_in(bo, games) == permissions.ALL
    assert world.permissions_in("5", games) == 0


@pytest.mark.parametrize(
    ("where", "contexts", "installs", "by_person", "there"),
    [
        ("games", [0], [0], False, True),
        ("games", [1], [0], True, False),
        ("games", [0], [1], False, False),
        ("games", [0], [1], True, True),
        ("direct", [0], [0, 1], True, False),
        ("direct", [1], [0], False, True),
        ("direct", [1], [1], False, False),
        ("direct", [0, 1, 2], [1], True, True),
        ("elsewhere", [0], [0], True, False),
        ("elsewhere", [0], [0, 1], True, True),
        ("elsewhere", [0], [0, 1], False, False),
        ("friends", [0, 1], [0, 1], True, False),
        ("friends", [2], [0], True, False),
        ("friends", [2], [0, 1], True, True),
    ],
)
async def test_where_a_command_is(
    where: str, contexts: list[int], installs: list[int], by_person: bool, there: bool
) -> None:
    pg = Playground()
    bo = pg.person("Bo")
    bo.user.installed = by_person
    places = {
        "games": pg.channel("games"),
        "direct": await bo.dm(),
        "elsewhere": pg.add_channel("porch", pg.add_guild("Elsewhere", bo, with_bot=False)),
        "friends": pg.handle(pg.actions.open_direct(bo.user, pg.person("Cem").user).id),
    }
    command = {"name": "iye", "description": "A game", "contexts": contexts, "integration_types": installs}
    pg.book.replace([command])
    assert bo.commands(places[where]) == (["iye"] if there else [])


async def test_commands_of_one_server_and_for_few() -> None:
    pg = Playground()
    ada, bo, games = pg.person("Ada"), pg.person("Bo"), pg.channel("games")
    admin = {"name": "admin", "description": "x", "default_member_permissions": str(permissions.mask(["manage_guild"]))}
    pg.book.replace([admin], pg.guild.id)
    assert ada.commands(games) == ["admin"] and bo.commands(games) == []
    assert ada.commands(await ada.dm()) == []


def test_snowflakes_rise() -> None:
    ids = Playground().world.ids
    made = [int(ids.new()) for _ in range(5000)]
    assert all(a < b for a, b in itertools.pairwise(made))


def test_unread_counts_what_others_wrote() -> None:
    pg = Playground()
    ada, bo, games = pg.person("Ada"), pg.person("Bo"), pg.channel("games").place
    for text in ("one", f"two {bo.mention}"):
        pg.actions.say(ada.user, games, text)
    assert pg.world.unread(bo.id, games) == (2, 1)
    assert pg.world.unread(ada.id, games) == (0, 0)
    pg.actions.say(bo.user, games, "three")
    assert pg.world.unread(bo.id, games) == (0, 0)
    assert pg.world.unread(ada.id, games) == (1, 0)


def test_one_direct_channel_for_two() -> None:
    pg = Playground()
    first, made = pg.world.direct(pg.world.bot, pg.person("Bo").user)
    second, again = pg.world.direct(pg.person("Bo").user, pg.world.bot)
    assert made and not again and first is second
    assert isinstance(first, Channel) and first.type == DM
    assert pg.world.audience(first) == [pg.person("Bo").id]
