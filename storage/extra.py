"""What a match, a seat and a person have beside the columns: the part that storage itself acts on.

The table adds its own to `MatchExtra` (`table.state.TableState`), and tells `open_store` so.
"""

from __future__ import annotations

from msgspec import Struct


class FormerHolder(Struct, frozen=True):
    """Somebody who gave up a seat of a running match: whose seat it was since `since`, until after `steps` steps.

    `user_id` is None where the person has asked to be forgotten.
    """

    user_id: int | None
    name: str
    seat: int
    since: int
    steps: int


class DailyChallenge(Struct, frozen=True):
    """Which day's challenge a match is a try at: the day's number, and the version of its making."""

    number: int
    version: int


class MatchExtra(Struct, kw_only=True, omit_defaults=True):
    """`left`: who gave up a seat while the match ran, the last ones last. `taken_back`: a turn was taken back by
    consent. `daily`: set for a try at a day's challenge."""

    left: list[FormerHolder] = []
    taken_back: bool = False
    daily: DailyChallenge | None = None


class SeatExtra(Struct, frozen=True, omit_defaults=True):
    """`missed`: turns in a row that its person has missed. `stands_in`: a computer player that came for a person, so
    that anybody may take over from it."""

    missed: int = 0
    stands_in: bool = False


class PersonExtra(Struct, frozen=True, omit_defaults=True):
    """`digest`: how often the daily list was begun anew; the rows of earlier settings carry a lower number.
    `invited`: when the person called others to a table or to a seat last."""

    digest: int = 0
    invited: tuple[int, ...] = ()
