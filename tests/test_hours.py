"""Quiet hours, daily lists and deadlines by the wall clock, also on the days on which clocks are changed."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from storage.records import PersonSettings
from table.hours import DAY, TimeControl, is_quiet, next_digest, quiet_until, zone_of, zones


def at(text: str, zone: str = "UTC", fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


def night(zone: str, first: int = 22, to: int = 7) -> PersonSettings:
    return PersonSettings(zone=zone, quiet_from=first, quiet_to=to)


@pytest.mark.parametrize(
    ("person", "now", "until"),
    [
        (night("Europe/Berlin"), "2027-01-15 23:30", "2027-01-16 07:00"),
        (night("Europe/Berlin"), "2027-01-16 06:59", "2027-01-16 07:00"),
        (night("Europe/Berlin"), "2027-01-16 07:00", "2027-01-16 07:00"),
        (night("Europe/Berlin"), "2027-01-15 21:59", "2027-01-15 21:59"),
        (night("Europe/Berlin", 9, 17), "2027-01-15 12:00", "2027-01-15 17:00"),
        (night("Asia/Kolkata"), "2027-01-15 22:00", "2027-01-16 07:00"),
        # the night on which clocks are put forward is an hour shorter, the other an hour longer
        (night("Europe/Berlin"), "2027-03-27 23:00", "2027-03-28 07:00"),
        (night("Europe/Berlin"), "2027-10-30 23:00", "2027-10-31 07:00"),
        # quiet hours that end in the hour that is skipped end where it would have been
        (night("Europe/Berlin", 22, 2), "2027-03-27 23:00", "2027-03-28 03:00"),
        (night("Australia/Lord_Howe", 22, 2), "2027-10-02 23:00", "2027-10-03 02:30"),
    ],
)
def test_quiet_hours_end(person: PersonSettings, now: str, until: str) -> None:
    assert quiet_until(person, at(now, person.zone)) == at(until, person.zone)


def test_the_hour_that_comes_twice_is_quiet_twice() -> None:
    person = night("Europe/Berlin", 2, 3)
    first, second = at("2027-10-31 02:30", "Europe/Berlin"), at("2027-10-31 02:30", "Europe/Berlin", fold=1)
    assert second - first == 3600
    assert is_quiet(person, first) and is_quiet(person, second)
    assert quiet_until(person, first) == at("2027-10-31 03:00", "Europe/Berlin")


def test_nobody_is_told_anything_in_quiet_hours_all_year_round() -> None:
    for zone in ("America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Tehran", "Pacific/Apia"):
        for first, to in ((22, 7), (1, 3), (2, 3), (0, 6), (23, 0)):
            person = night(zone, first, to)
            for now in range(at("2027-01-01"), at("2028-01-01"), 7 * 3600 + 1234):
                until = quiet_until(person, now)
                assert now <= until <= now + 13 * 3600
                hour = datetime.fromtimestamp(until, ZoneInfo(zone)).hour
                assert not (first <= hour < to if first < to else hour >= first or hour < to)


def test_days_off_are_quiet_and_then_the_night_counts() -> None:
    person = PersonSettings(zone="UTC", quiet_from=22, quiet_to=7, away_until=at("2027-01-20 23:00"))
    assert quiet_until(person, at("2027-01-15 12:00")) == at("2027-01-21 07:00")
    assert quiet_until(person, at("2027-01-22 12:00")) == at("2027-01-22 12:00")


def test_the_daily_list_comes_each_day_at_its_hour() -> None:
    person = PersonSettings(zone="America/New_York", digest_hour=2)
    now = at("2027-03-12 12:00", person.zone)
    for day in ("2027-03-13 02:00", "2027-03-14 03:00", "2027-03-15 02:00"):  # on the 14th there is no hour of two
        now = next_digest(person, now) or 0
        assert now == at(day, person.zone)
    assert next_digest(PersonSettings(), now) is None


def test_a_deadline_leaves_weekends_out_where_the_person_lives() -> None:
    friday = at("2027-01-15 12:00")
    assert TimeControl(2).due(friday) == friday + 2 * DAY
    assert TimeControl(2, weekends_off=True).due(friday) == at("2027-01-19 12:00")
    assert TimeControl(1, weekends_off=True).due(at("2027-01-16 12:00")) == at("2027-01-19 00:00")
    sydney = PersonSettings(zone="Australia/Sydney")
    late = at("2027-01-15 18:00")  # there it is Saturday already
    assert TimeControl(1, weekends_off=True).due(late, sydney) == at("2027-01-19 00:00", "Australia/Sydney")
    assert TimeControl(None).due(friday) is None


def test_a_deadline_waits_for_the_end_of_days_off() -> None:
    now = at("2027-01-11 12:00")
    assert TimeControl(1).due(now, PersonSettings(away_until=now + 3 * DAY)) == now + 4 * DAY


def test_zones_are_names_that_can_be_looked_up() -> None:
    assert "Europe/Istanbul" in zones() and "UTC" in zones()
    assert zone_of("Mars/Olympus").key == "UTC"
    assert zone_of("../../etc/passwd").key == "UTC"
