"""Ratings: how well people play each game, computed once, in the transaction in which a match ends.

Plackett-Luce after Weng and Lin, by `openskill`: for any number of sides, with ties. Computer players are known
players whose rating does not change. What is not rated: a match alone or together against the game, one that ended
before everybody had played, a daily challenge, and whoever does not want to be (PersonSettings.rated).
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DBAPIError

from rules.match import DRAW, RESIGN
from storage.database import Database
from storage.opened import OpenMatch
from storage.records import PersonSettings, SeatRow
from storage.schema import people, rated, ratings, steps

log = logging.getLogger(__name__)

EVERYWHERE = 0
"""Stands for a server's id where all servers and direct messages count."""

COMPUTERS = {"easy": (17.0, 2.0), "normal": (25.0, 2.0), "hard": (31.0, 2.0)}
"""The fixed ratings of the computer's levels, as mu and sigma. Ours: set, not measured."""

SURE = 5.0
"""Below this sigma a rating is no longer provisional: after about eight matches."""

TOGETHER = ("solo", "coop")
"""Modes of a game in which people do not play against each other."""

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
    """A seat that counts: a person's rating before, or a computer's (`row` None)."""

    seat: SeatRow
    before: Any
    rating: Rating | None


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
    if not _is_rated(match) or connection.execute(select(rated).where(rated.c.match_id == match.id)).first():
        return
    own = (steps.c.match_id == match.id, steps.c.option.not_in((RESIGN, DRAW)))
    played = set(connection.scalars(select(steps.c.seat).where(*own).distinct()))
    if any(seat.index not in played for seat in match.seats):
        return
    wanted = [seat for seat in match.seats if seat.computer or _wants(connection, seat)]
    if len(wanted) < 2 or all(seat.computer for seat in wanted):
        return
    for guild_id in {EVERYWHERE, match.place.guild_id or EVERYWHERE}:
        _count_in(connection, match, wanted, guild_id)


def _is_rated(match: OpenMatch) -> bool:
    alone = getattr(match.settings, "mode", "") in TOGETHER
    people = sum(seat.user_id is not None for seat in match.seats)
    # Against computers alone a draw is agreed by the one person who wants it.
    return (
        len(match.seats) > 1 and not alone and not match.extra.get("daily") and not (match.state.drawn and people < 2)
    )


def _wants(connection: Connection, seat: SeatRow) -> bool:
    if seat.user_id is None:
        return False
    raw = connection.scalar(select(people.c.settings).where(people.c.user_id == seat.user_id))
    return raw is None or msgspec.json.decode(raw, type=PersonSettings).rated


def _count_in(connection: Connection, match: OpenMatch, wanted: list[SeatRow], guild_id: int) -> None:
    sides = [_side(connection, match, seat, guild_id) for seat in wanted]
    ranks = [float(side.seat.rank or 1) for side in sides]
    after = _MODEL.rate([[side.before] for side in sides], ranks=ranks)
    for side, (new,) in zip(sides, after, strict=True):
        if side.rating is not None:
            _write(connection, match, side.seat, side.rating, (new.mu, new.sigma), len(match.seats))


def _side(connection: Connection, match: OpenMatch, seat: SeatRow, guild_id: int) -> _Side:
    if seat.user_id is None:
        mu, sigma = COMPUTERS[seat.level or "normal"]
        return _Side(seat, _MODEL.rating(mu=mu, sigma=sigma), None)
    key = (ratings.c.user_id == seat.user_id, ratings.c.game == match.game_key, ratings.c.guild_id == guild_id)
    found = _read(connection, select(ratings).where(*key))
    rating = found[0] if found else Rating(user_id=seat.user_id, game=match.game_key, guild_id=guild_id)
    return _Side(seat, _MODEL.rating(mu=rating.mu, sigma=rating.sigma), rating)


def _write(
    connection: Connection, match: OpenMatch, seat: SeatRow, before: Rating, after: tuple[float, float], sides: int
) -> None:
    mu, sigma = after
    at = match.ended_at or 0
    key = {"user_id": before.user_id, "game": before.game, "guild_id": before.guild_id}
    connection.execute(delete(ratings).where(*(ratings.c[name] == value for name, value in key.items())))
    tally = {"played": before.played + 1, "won": before.won + seat.winner, "name": seat.name, "changed_at": at}
    connection.execute(insert(ratings).values(**key, mu=mu, sigma=sigma, **tally))
    row = {"match_id": match.id, "seat": seat.index, "rank": seat.rank or 1, "sides": sides}
    connection.execute(insert(rated).values(**key, **row, mu=mu, sigma=sigma, won=seat.winner, at=at))
