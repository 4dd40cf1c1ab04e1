"""What time it is for a person: quiet hours, days off, and until when an answer is due. Pure; times are UTC seconds.

Zones are IANA names, so that clocks may be put forward and back: an hour that a day lacks is skipped, one that it has
twice counts from its first beginning.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from msgspec import Struct

from storage.records import PersonSettings
from storage.stored_match import StoredMatch
from table.state import kept

MINUTE = 60
DAY = 86_400

WhenOut = Literal["default", "computer", "open"]
"""What becomes of a turn whose time is out: a default choice, the computer plays the turn, or the seat is opened."""

WHEN_OUT: tuple[WhenOut, ...] = get_args(WhenOut)


class TimeControl(Struct, frozen=True):
    """What a table agreed on: days for a turn (None: no limit), whether weekends count, what happens when it is out."""

    days: int | None = None
    weekends_off: bool = False
    when_out: WhenOut = "default"

    def due(self, start: int, person: PersonSettings | None = None) -> int | None:
        """When a turn that is put to this person at `start` is due; None: never. Weekends are those of their zone."""
        if not self.days:
            return None
        person = person or PersonSettings()
        start = max(start, person.away_until or 0)
        if not self.weekends_off:
            return start + self.days * DAY
        return _working(start, self.days * DAY, zone_of(person.zone))


def time_control_of(match: StoredMatch) -> TimeControl:
    """What the match's table agreed on."""
    table = kept(match)
    when_out: WhenOut = next((one for one in WHEN_OUT if one == table.on_timeout), "default")
    return TimeControl(table.deadline_days or None, table.weekends_off, when_out)


def _working(start: int, seconds: int, zone: ZoneInfo) -> int:
    """So many seconds after `start`, Saturdays and Sundays of the zone left out."""
    now = start
    while True:
        here = datetime.fromtimestamp(now, zone)
        midnight = at_hour(here + timedelta(days=1), 0)
        if here.weekday() >= 5:
            now = midnight
        elif midnight - now >= seconds:
            return now + seconds
        else:
            seconds -= midnight - now
            now = midnight


def at_hour(day: datetime, hour: int) -> int:
    """The moment at which a full hour of this local day begins."""
    return int(day.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0).timestamp())


@lru_cache(maxsize=700)
def zone_of(name: str) -> ZoneInfo:
    """The zone of this name; UTC when there is none (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@lru_cache(maxsize=1)
def zones() -> list[str]:
    """All names that can be chosen, in order."""
    return sorted(name for name in available_timezones() if "/" in name or name == "UTC")


def is_quiet(person: PersonSettings, now: int) -> bool:
    """Whether the person wants no notices at this moment: in quiet hours and on days off."""
    return (person.away_until or 0) > now or _in_quiet_hours(person, now)


def _in_quiet_hours(person: PersonSettings, now: int) -> bool:
    first, end = person.quiet_from, person.quiet_to
    if first is None or end is None:
        return False
    hour = datetime.fromtimestamp(now, zone_of(person.zone)).hour
    return first <= hour < end if first <= end else hour >= first or hour < end


def quiet_until(person: PersonSettings, now: int) -> int:
    """The first moment from `now` on at which the person may be told something."""
    while is_quiet(person, now):
        if (person.away_until or 0) > now:
            now = person.away_until or now
        else:
            now = max(now + 1, _end_of_quiet(person, now))
    return now


def _end_of_quiet(person: PersonSettings, now: int) -> int:
    assert person.quiet_to is not None
    here = datetime.fromtimestamp(now, zone_of(person.zone))
    end = at_hour(here, person.quiet_to)
    return end if end > now else at_hour(here + timedelta(days=1), person.quiet_to)


def next_digest(person: PersonSettings, now: int) -> int | None:
    """When the person's next daily list is due, after `now`; None when there is none."""
    if person.digest_hour is None:
        return None
    here = datetime.fromtimestamp(now, zone_of(person.zone))
    today = at_hour(here, person.digest_hour)
    return today if today > now else at_hour(here + timedelta(days=1), person.digest_hour)
