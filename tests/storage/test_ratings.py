"""Ratings and tries: counted once, in the transaction in which a match ends, and only where they should be."""

from __future__ import annotations

import msgspec
import pytest

from rules import daily
from rules.game import Standing
from storage import PersonSettings, Place, Store, ratings
from storage.attempts import AttemptTaken
from storage.extra import DailyChallenge, MatchExtra
from storage.ratings import COMPUTERS, EVERYWHERE, Rating
from tests.storage.conftest import ADA, BEN, CLEO, NOW, lobby, running, steps
from tests.storage.toy import Toy, ToyState

GUILD = 5
IYE_DAY = daily.challenge("iye", 360)


async def played(store: Store, *people: int | str, loser: int = 1, at: int = NOW) -> int:
    """A toy match in which everybody moves once and then a seat resigns."""
    number = await lobby(store)
    async with store.matches.open(number) as match:
        for person in people:
            level = person if isinstance(person, str) else None
            match.sit(None if level else int(person), f"P{person}", level=level, now=NOW)
        match.start(7, NOW)
    await steps(store, number, *["end"] * len(people))
    async with store.matches.open(number) as match:
        match.resign(loser, at)
    return number


async def rating(store: Store, user: int, guild: int = EVERYWHERE) -> Rating:
    (found,) = await store.ratings.of(user, guild)
    return found


async def test_the_winner_rises_and_the_loser_falls_in_the_server_and_everywhere(store: Store) -> None:
    await played(store, ADA, BEN)
    for guild in (EVERYWHERE, GUILD):
        ada, ben = await rating(store, ADA, guild), await rating(store, BEN, guild)
        assert ada.mu > 25 > ben.mu
        assert ada.sigma < 25 / 3 > ben.sigma
        assert (ada.played, ada.won, ben.played, ben.won) == (1, 1, 1, 0)
        assert ada.shown > ben.shown
        assert ada.provisional
    assert [row.user_id for row in await store.ratings.best("toy", GUILD)] == [ADA, BEN]
    assert await store.ratings.of(ADA, GUILD + 1) == []


async def test_a_newcomer_has_a_thousand() -> None:
    assert Rating(user_id=ADA, game="toy").shown == 1000


async def test_a_match_is_counted_once(store: Store) -> None:
    number = await played(store, ADA, BEN)
    before = await rating(store, ADA)
    async with store.matches.open(number) as match:
        match.changes.played = True  # as if the end were saved again
        match.warned = 9
    assert (await store.matches.read(number)).warned == 9
    assert await rating(store, ADA) == before
    assert len(await store.ratings.history(ADA, "toy")) == 1


async def test_the_end_and_the_ratings_are_saved_together_or_not_at_all(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "end", "end")
    with pytest.raises(RuntimeError, match="changed my mind"):
        async with store.matches.open(number) as match:
            match.resign(1, NOW)
            raise RuntimeError("changed my mind")
    assert await store.ratings.of(ADA) == []
    assert (await store.matches.read(number)).status == "running"


async def test_that_rating_fails_costs_no_match(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "_count_in", lambda *_: 1 / 0)
    number = await played(store, ADA, BEN)
    assert (await store.matches.read(number)).status == "over"
    assert await store.ratings.of(ADA) == []


async def test_a_tie_brings_equals_no_change_of_mu(store: Store) -> None:
    number = await running(store)
    await steps(store, number, "end", "end")
    async with store.matches.open(number) as match:
        match.agree_draw(0, NOW)
    ada, ben = await rating(store, ADA), await rating(store, BEN)
    assert ada.mu == pytest.approx(ben.mu) == pytest.approx(25)
    assert ada.sigma < 25 / 3


async def test_several_players_are_rated_by_rank(store: Store) -> None:
    number = await lobby(store)
    async with store.matches.open(number) as match:
        for user in (ADA, BEN, CLEO):
            match.sit(user, str(user), now=NOW)
        match.start(7, NOW)
    await steps(store, number, "add-1", "end", "end", "end")
    async with store.matches.open(number) as match:
        match.resign(2, NOW)
    ada, ben, cleo = [await rating(store, user) for user in (ADA, BEN, CLEO)]
    assert ada.mu > ben.mu > cleo.mu
    assert [row.rank for row in await store.ratings.history(CLEO, "toy")] == [3]


async def test_computer_levels_are_known_players_and_stay_as_they_are(store: Store) -> None:
    gains = {}
    for user, level in zip((ADA, BEN, CLEO), ("easy", "normal", "hard"), strict=True):
        await played(store, user, level)
        gains[level] = (await rating(store, user)).mu - 25
    assert 0 < gains["easy"] < gains["normal"] < gains["hard"]
    assert {mu for mu, _ in COMPUTERS.values()} == {17.0, 25.0, 31.0}
    assert sorted(row.user_id for row in await store.ratings.best("toy")) == [ADA, BEN, CLEO]


async def test_who_does_not_want_to_be_rated_is_not_and_nobody_through_him(store: Store) -> None:
    await store.people.put(BEN, PersonSettings(rated=False))
    await played(store, ADA, BEN)
    assert await store.ratings.of(ADA) == await store.ratings.of(BEN) == []


async def test_matches_of_computers_and_those_given_up_before_all_had_played_do_not_count(store: Store) -> None:
    await played(store, "easy", "hard")
    number = await running(store)
    await steps(store, number, "end")
    async with store.matches.open(number) as match:
        match.resign(1, NOW)
    assert await store.ratings.best("toy") == []


async def test_the_history_is_in_order_and_ends_with_the_present_rating(store: Store) -> None:
    for round in range(5):
        await played(store, ADA, BEN, loser=round % 2, at=NOW + round)
    history = await store.ratings.history(ADA, "toy", GUILD)
    assert [row.won for row in history] == [False, True, False, True, False]
    assert [row.at for row in history] == [NOW + round for round in range(5)]
    assert history[-1].shown == (await rating(store, ADA, GUILD)).shown
    assert len(await store.ratings.history(ADA, "toy", limit=2)) == 2


async def test_a_person_is_forgotten_with_ratings_and_tries(store: Store) -> None:
    await played(store, ADA, BEN)
    await end_try(store, await begin_try(store, ADA))
    await store.attempts.appear(GUILD, ADA)
    await store.people.forget(ADA)
    assert await store.ratings.of(ADA) == await store.ratings.history(ADA, "toy") == []
    assert await store.attempts.get("iye", 360, ADA) is None
    assert await store.ratings.of(BEN) != []


# Tries.


async def begin_try(store: Store, user: int, number: int = 360) -> int:
    extra = MatchExtra(daily=DailyChallenge(number, 1))
    match_id = await store.matches.create("iye", IYE_DAY.settings, user, "P", None, 6, NOW, extra=extra)
    async with store.matches.open(match_id) as match:
        match.sit(user, f"P{user}", now=NOW)
        match.sit(None, "", level="hard", now=NOW)
        match.start(IYE_DAY.seed, NOW)
    return match_id


async def end_try(store: Store, match_id: int, *, won: bool = False, at: int = NOW + 60) -> None:
    async with store.matches.open(match_id) as match:
        match.resign(1 if won else 0, at)


async def test_a_try_begins_and_ends_with_its_match(store: Store) -> None:
    match_id = await begin_try(store, ADA)
    begun = await store.attempts.get("iye", 360, ADA)
    assert begun is not None
    assert (begun.match_id, begun.over, begun.name, begun.version) == (match_id, False, f"P{ADA}", 1)
    await end_try(store, match_id, won=True)
    ended = await store.attempts.get("iye", 360, ADA)
    assert ended is not None
    assert ended.over
    assert (ended.won, ended.ended_at) == (True, NOW + 60)
    assert await store.ratings.of(ADA) == []


async def test_there_is_one_try_and_the_second_match_does_not_begin(store: Store) -> None:
    await begin_try(store, ADA)
    with pytest.raises(AttemptTaken):
        await begin_try(store, ADA)
    assert [match.status for match in await store.matches.of_user(ADA)] == ["running"]
    await begin_try(store, BEN)
    await begin_try(store, ADA, 361)


async def test_a_board_lists_who_is_of_the_server_the_best_first(store: Store) -> None:
    for user, won, at in ((ADA, False, 30), (BEN, True, 90), (CLEO, True, 50), (44, True, 1)):
        await end_try(store, await begin_try(store, user), won=won, at=NOW + at)
        if user != 44:
            await store.attempts.appear(GUILD, user)
            await store.attempts.appear(GUILD, user)
    await begin_try(store, ADA, 361)
    assert [row.user_id for row in await store.attempts.board("iye", 360, GUILD)] == [CLEO, BEN, ADA]
    assert await store.attempts.board("iye", 361, GUILD) == []
    assert await store.attempts.board("iye", 360, GUILD + 1) == []


async def test_a_streak_counts_days_in_a_row_up_to_today_or_yesterday(store: Store) -> None:
    for number in (350, 357, 358, 359):
        await end_try(store, await begin_try(store, ADA, number))
    assert await store.attempts.streak("iye", 359, ADA) == 3
    assert await store.attempts.streak("iye", 360, ADA) == 3
    assert await store.attempts.streak("iye", 361, ADA) == 0
    await begin_try(store, ADA)
    assert await store.attempts.streak("iye", 360, ADA) == 3
    assert await store.attempts.streak("tiwanaku", 360, ADA) == 0


async def test_place_of_a_direct_message_counts_only_everywhere(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.place = Place(None, 6)
    await steps(store, number, "end", "end")
    async with store.matches.open(number) as match:
        match.resign(1, NOW)
    found = await store.ratings.of(ADA)
    assert [msgspec.structs.replace(row, mu=0, sigma=0).guild_id for row in found] == [EVERYWHERE]
    assert await store.ratings.of(ADA, GUILD) == []


async def test_T2_7_who_lose_to_a_side_that_nobody_plays_lose_alike(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third tribe won alone: whoever has more points than the other has not beaten them."""
    scores = Toy.scores

    def third_wins(game: Toy, state: ToyState) -> list[Standing]:
        rows = [msgspec.structs.replace(row, rank=row.rank + 1, winner=False) for row in scores(game, state)]
        return [*rows, Standing(None, 99, {}, 1, not state.stack, "third tribe")]

    monkeypatch.setattr(Toy, "scores", third_wins)
    number = await running(store, length=3)
    await steps(store, number, "end", "add-1", "end", "end")
    match = await store.matches.read(number)
    assert match.status == "over" and [seat.score for seat in match.seats] == [0, 1]
    ada, ben = [(await store.ratings.of(user))[0] for user in (ADA, BEN)]
    assert ada.mu == ben.mu and (ada.played, ada.won) == (ben.played, ben.won) == (1, 0)
