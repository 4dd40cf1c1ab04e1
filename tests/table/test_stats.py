"""`/stats` and `/me rated` over the loopback Discord."""

from __future__ import annotations

from playground.people import Person
from playground.visible import Message
from tests.table.conftest import Scene


async def won_by(scene: Scene, winner: Person, loser: Person) -> None:
    """A match of both in the server: each moves once, then the loser resigns."""
    thread = await scene.begin(winner, loser)
    (summary,) = await scene.store.matches.of_user(int(winner.id), ("running",))
    for _ in range(2):
        match = await scene.store.matches.read(summary.id)
        assert match.to_act is not None
        user = match.seats[match.to_act].user_id
        assert user is not None
        await scene.bot.services.table.take(summary.id, user, match.game.options(match.state)[0])
    await scene.bot.services.table.resign(summary.id, int(loser.id))
    await scene.quiet()
    assert thread.messages


def text(message: object) -> str:
    assert isinstance(message, Message)
    return message.text


async def test_ratings_are_shown_and_listed(quick: Scene) -> None:
    ada, ben = quick.person("Ada"), quick.person("Ben")
    assert "no rated match yet" in text(await ada.command(quick.games, "stats me"))
    await won_by(quick, ada, ben)
    mine = text(await ada.command(quick.games, "stats me"))
    assert "**İye**: " in mine
    assert "1 match, 1 won" in mine
    assert "In this server" in mine
    listed = text(await ben.command(quick.games, "stats game", game="iye"))
    assert listed.index("1. **Ada**") < listed.index("2. **Ben**")
    assert "Nobody has played a rated match" in text(await ben.command(quick.games, "stats game", game="iwari"))
    assert "1 match, 0 won" in text(await ben.command(await ben.dm(), "stats game", game="iye"))


async def test_a_history_of_several_matches_has_a_picture(quick: Scene) -> None:
    ada, ben = quick.person("Ada"), quick.person("Ben")
    for _ in range(2):
        await won_by(quick, ada, ben)
    answer = await ada.command(quick.games, "stats me", game="iye")
    assert isinstance(answer, Message)
    assert len(answer.images) == 1
    assert answer.alts[0].startswith("Ada's rating at İye over 2 matches: from ")


async def test_whoever_does_not_want_to_be_rated_is_not(quick: Scene) -> None:
    ada, ben = quick.person("Ada"), quick.person("Ben")
    await ada.command(quick.games, "me rated", wanted=False)
    await won_by(quick, ada, ben)
    assert await quick.store.ratings.of(int(ben.id)) == []
    assert "do not want to be rated" in text(await ada.command(quick.games, "stats me"))
    await ada.command(quick.games, "me rated", wanted=True)
    assert (await quick.store.people.get(int(ada.id))).rated
