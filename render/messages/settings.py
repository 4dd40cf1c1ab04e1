"""What is said to a person about their own settings."""

from __future__ import annotations

from typing import Protocol

from render.language import plural, say, translatable
from render.messages import markup

INTERVALS = (6, 12, 24, 48, 72)
"""How often somebody can be reminded, in hours."""

_THEMES = {"light": translatable("Pictures: light"), "dark": translatable("Pictures: dark")}


class Settings(Protocol):
    """A person's settings, as they are stored."""

    @property
    def theme(self) -> str: ...
    @property
    def confirm(self) -> bool: ...
    @property
    def zone(self) -> str: ...
    @property
    def quiet_from(self) -> int | None: ...
    @property
    def quiet_to(self) -> int | None: ...
    @property
    def remind_hours(self) -> int | None: ...
    @property
    def notices(self) -> str: ...
    @property
    def heads_up(self) -> bool: ...
    @property
    def digest_hour(self) -> int | None: ...
    @property
    def away_until(self) -> int | None: ...


def overview(person: Settings, *, resting: bool, away: bool) -> str:
    """Everything that the person has set. `resting`: they are told nothing at this time; `away`: on days off."""
    lines = [
        markup.heading(say("Your Settings")),
        say(_THEMES[person.theme]),
        say("Confirm what cannot be undone: yes") if person.confirm else say("Confirm what cannot be undone: no"),
        say("Notices: in direct messages")
        if person.notices == "direct"
        else say("Notices: in the thread of the match"),
        _reminders(person.remind_hours or 0),
        say("Heads-up when the player before you has the turn: yes")
        if person.heads_up
        else say("Heads-up when the player before you has the turn: no"),
        say("Daily list: none")
        if person.digest_hour is None
        else say("Daily list: at {hour}:00", hour=person.digest_hour),
        _quiet_hours(person, now=resting and not away),
        say("Time zone: {zone}", zone=person.zone),
    ]
    if away and person.away_until is not None:
        until = markup.moment(person.away_until)
        lines.append(say("Days off: until {time}. No notices; your deadlines wait.", time=until))
    return "\n".join(lines)


def _reminders(hours: int) -> str:
    if not hours:
        return say("Reminders: never")
    if hours % 24:
        return plural(hours, "Reminders: every {count} hour", "Reminders: every {count} hours")
    return plural(hours // 24, "Reminders: every day", "Reminders: every {count} days")


def _quiet_hours(person: Settings, *, now: bool) -> str:
    first, end = person.quiet_from, person.quiet_to
    if first is None or end is None:
        return say("Quiet hours: none")
    if now:
        return say("Quiet hours: {first}:00 to {end}:00 (now)", first=first, end=end)
    return say("Quiet hours: {first}:00 to {end}:00", first=first, end=end)


def themes() -> dict[str, str]:
    """The themes of pictures, as choices."""
    return {"light": say("Light"), "dark": say("Dark")}


def places() -> dict[str, str]:
    """Where somebody can be told that a match waits for them, as choices."""
    return {"thread": say("In the match's thread"), "direct": say("In a direct message")}


def interval(hours: int) -> str:
    """How often somebody is reminded, as a choice; 0: never."""
    if not hours:
        return say("Never")
    if hours % 24:
        return plural(hours, "Every {count} hour", "Every {count} hours")
    return plural(hours // 24, "Every day", "Every {count} days")


def told_here_from_now() -> str:
    """The first notice in a direct message."""
    return say("From now on you are told here when a match waits for you.")


def listed_here_from_now() -> str:
    """The first word of daily lists."""
    return say("Here you will find a daily list of the matches that wait for you.")


def muted(title: str) -> str:
    """A match was muted."""
    return say(
        "**{title}** is muted for you: no calls and no reminders. `/match mute muted:False` ends that.", title=title
    )


def unmuted(title: str) -> str:
    """A match is heard of again."""
    return say("You are told again when **{title}** waits for you.", title=title)
