"""Ratings: how well people play each game, computed once, in the transaction in which a match ends.

Plackett-Luce after Weng and Lin, by `openskill`: for any number of sides, with ties. Computer players are known
players whose rating does not change. Whoever sits at the table in the end is rated by the seat, also after having left
and come back; whoever has left it, and has played, comes last in it, behind all who finish it, and once however often
that was; the computer that stands in for them does not count. Who lose to a side that nobody plays lose alike.
What is not rated: a match alone or together against the game, one that ended before everybody had played, a daily
challenge, whoever does not want to be (PersonSettings.rated), and the computer players of a match in which a turn was
taken back. Where one person sits with computer players alone nobody else's consent is needed for that, so whoever of
those stands before the person counts all the same: what was lost is rated.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DBAPIError

from rules.match import DRAW, RESIGN
from storage.database import Database
from storage.extra import FormerHolder
from storage.open_match import OpenMatch
from storage.records import PersonSettings
from storage.schema import people, rated, ratings, steps
from storage.stored_match import StoredMatch
from storage.upserts import upsert

log = logging.getLogger(__name__)

EVERYWHERE = 0
"""Stands for a server's id where all servers and direct messages count."""

COMPUTERS = {"easy": (17.0, 2.0), "normal": (25.0, 2.0), "hard": (31.0, 2.0)}
"""The fixed ratings of the computer's levels, as mu and sigma. Ours: set, not measured."""

SURE = 5.0
"""Below this sigma a rating is no longer provisional: after about eight matches."""

_MODEL = PlackettLuce()


class Rating(Struct, frozen=True, kw_only=True):
    """How well a person plays a game: `mu` with an uncertainty `sigma`, in openskill's units."""

    user_id: int
    game: str
    guild_id: int = EVERYWHERE
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    played: int = 0
    won: int = 0
    name: str = ""

    @property
    def shown(self) -> int:
        """The rating as a whole number, which people read: a newcomer has 1000."""
        return shown(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too few matches were played to be sure of it."""
        return self.sigma > SURE


class Rated(Struct, frozen=True, kw_only=True):
    """A match that was rated, from one person's side: the rating after it, and the rank among so many sides."""

    match_id: int
    game: str
    mu: float
    sigma: float
    rank: int
    sides: int
    won: bool
    at: int

    @property
    def shown(self) -> int:
        """As `Rating.shown`."""
        return shown(self.mu, self.sigma)


def shown(mu: float, sigma: float) -> int:
    """A rating as people read it: what one can be nearly sure of, so that it rises as matches are played."""
    return round(1000 + 40 * (mu - 3 * sigma))


class Ratings:
    """The ratings as they are read. StorageError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int, guild_id: int = EVERYWHERE) -> list[Rating]:
        """A person's ratings of all games in a server, or everywhere."""
        query = select(ratings).where(ratings.c.user_id == user_id, ratings.c.guild_id == guild_id)
        return await self._database.read(lambda connection: _read(connection, query.order_by(ratings.c.game)))

    async def best(self, game: str, guild_id: int = EVERYWHERE, limit: int = 10) -> list[Rating]:
        """Those rated highest, the best first."""
        by = (ratings.c.mu - 3 * ratings.c.sigma).desc()
        query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.game == game)
        return await self._database.read(
            lambda connection: _read(connection, query.order_by(by, ratings.c.user_id).limit(limit))
        )

    async def history(self, user_id: int, game: str, guild_id: int = EVERYWHERE, limit: int = 100) -> list[Rated]:
        """What a person's newest rated matches did to the rating, the oldest first."""
        mine = (rated.c.user_id == user_id, rated.c.game == game, rated.c.guild_id == guild_id)
        query = select(rated).where(*mine).order_by(rated.c.at.desc(), rated.c.match_id.desc()).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [
            msgspec.convert({str(name): value for name, value in row._mapping.items()}, Rated) for row in reversed(rows)
        ]


def _read(connection: Connection, query: Any) -> list[Rating]:
    return [
        msgspec.convert({str(name): value for name, value in row._mapping.items()}, Rating)
        for row in connection.execute(query)
    ]


# When a match ends.


class _Side(Struct):
    """Who counts in a match: a person or (with a `level`) the computer. `seat` tells the sides apart in the table
    `rated`: those who left have numbers behind those of the seats."""

    seat: int
    user_id: int | None
    name: str
    level: str | None
    rank: int
    won: bool = False


def count(connection: Connection, match: OpenMatch) -> None:
    """Count a match that has just ended, once. A failure of ours is logged: it must not cost the match its end."""
    if match.status != "over" or not match.changes.played:
        return
    try:
        with connection.begin_nested():
            _count(connection, match)
    except DBAPIError:
        raise
    except Exception:
        log.exception("match %s is not rated", match.id)


def _count(connection: Connection, match: OpenMatch) -> None:
    if not is_rated(match) or connection.execute(select(rated).where(rated.c.match_id == match.id)).first():
        return
    taken_back_alone = match.extra.taken_back and _alone(match)  # all had played before it
    if not taken_back_alone and any(not _has_played(connection, match, seat.index) for seat in match.seats):
        return
    sides = _sides(connection, match)
    if len(sides) < 2 or all(side.user_id is None for side in sides):
        return
    for guild_id in {EVERYWHERE, match.place.guild_id or EVERYWHERE}:
        _count_in(connection, match, sides, guild_id)


def is_rated(match: StoredMatch) -> bool:
    """Whether a match counts, for those who want to be rated, if it is played to its end."""
    if match.extra.daily is not None or not match.game.rated(match.settings, len(match.seats)):
        return False
    # Against computers alone a draw is what the one person wants who does not stand behind.
    return not (match.state.drawn and _alone(match))


def _alone(match: StoredMatch) -> bool:
    """Whether no two people sit there."""
    return sum(seat.user_id is not None for seat in match.seats) < 2


def _has_played(connection: Connection, match: OpenMatch, seat: int, since: int = 0, until: int | None = None) -> bool:
    """Whether a choice was made for a seat, not before the time `since` and not after the step `until` (None: the
    last)."""
    own = (steps.c.match_id == match.id, steps.c.seat == seat, steps.c.option.not_in((RESIGN, DRAW)))
    query = select(steps.c.number).where(*own, steps.c.at >= since).limit(1)
    if until is not None:
        query = query.where(steps.c.number <= until)
    return connection.execute(query).first() is not None


def _sides(connection: Connection, match: OpenMatch) -> list[_Side]:
    left = [one for one in _left(match) if _has_played(connection, match, one.seat, one.since, one.steps)]
    no_computers = {one.seat for one in left}
    if match.extra.taken_back:  # the computer was played against twice
        no_computers |= set(range(len(match.seats))) - (_before_the_only_person(match) if _alone(match) else set())
    # Where nobody at the table has won (a side that nobody plays has), all have lost alike.
    won = any(seat.winner for seat in match.seats)
    sides = [
        _Side(seat.index, seat.user_id, seat.name, seat.level, (seat.rank or 1) if won else 1, seat.winner)
        for seat in match.seats
        if (seat.index not in no_computers if seat.computer else _wants(connection, seat.user_id))
    ]
    gone = {one.user_id: one.name for one in left if one.user_id is not None and match.seat_of(one.user_id) is None}
    last = len(match.seats) + 1
    for user_id, name in gone.items():
        if _wants(connection, user_id):
            sides.append(_Side(len(match.seats) + len(sides), user_id, name, None, last))
    return sides


def _before_the_only_person(match: OpenMatch) -> set[int]:
    """The seats that rank higher than that of the one person at the table."""
    mine = min((seat.rank or 1 for seat in match.seats if seat.user_id is not None), default=1)
    return {seat.index for seat in match.seats if (seat.rank or 1) < mine}


def _left(match: OpenMatch) -> list[FormerHolder]:
    return match.extra.left


def _wants(connection: Connection, user_id: int | None) -> bool:
    if user_id is None:
        return False
    raw = connection.scalar(select(people.c.settings).where(people.c.user_id == user_id))
    return raw is None or msgspec.json.decode(raw, type=PersonSettings).rated


def _count_in(connection: Connection, match: OpenMatch, sides: list[_Side], guild_id: int) -> None:
    before = [_rating(connection, match, side, guild_id) for side in sides]
    strengths = [_strength(side, rating) for side, rating in zip(sides, before, strict=True)]
    teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in strengths]
    after = _MODEL.rate(teams, ranks=[float(side.rank) for side in sides])
    most = max(len(match.seats), len(sides))
    for side, rating, (new,) in zip(sides, before, after, strict=True):
        if rating is not None:
            _write(connection, match, side, rating, (new.mu, new.sigma), most)


def _strength(side: _Side, rating: Rating | None) -> tuple[float, float]:
    return COMPUTERS[side.level or "normal"] if rating is None else (rating.mu, rating.sigma)


def _rating(connection: Connection, match: OpenMatch, side: _Side, guild_id: int) -> Rating | None:
    """A person's rating before the match; None for the computer."""
    if side.user_id is None:
        return None
    key = (ratings.c.user_id == side.user_id, ratings.c.game == match.game_key, ratings.c.guild_id == guild_id)
    found = _read(connection, select(ratings).where(*key))
    return found[0] if found else Rating(user_id=side.user_id, game=match.game_key, guild_id=guild_id)


def _write(
    connection: Connection, match: OpenMatch, side: _Side, before: Rating, after: tuple[float, float], sides: int
) -> None:
    mu, sigma = after
    at = match.ended_at or 0
    key = {"user_id": before.user_id, "game": before.game, "guild_id": before.guild_id}
    tally = {"played": before.played + 1, "won": before.won + side.won, "name": side.name, "changed_at": at}
    upsert(connection, ratings, {**key, "mu": mu, "sigma": sigma, **tally})
    row = {"match_id": match.id, "seat": side.seat, "rank": min(side.rank, sides), "sides": sides}
    connection.execute(insert(rated).values(**key, **row, mu=mu, sigma=sigma, won=side.won, at=at))
