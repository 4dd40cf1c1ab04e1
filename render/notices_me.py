"""What is said to a person about his own settings."""

from __future__ import annotations

from typing import Protocol

DIRECT_FROM_NOW = "From now on you are told here when a match waits for you."
DIGEST_FROM_NOW = "Here you will find a daily list of the matches that wait for you."

INTERVALS = {
    0: "Never",
    6: "Every 6 hours",
    12: "Every 12 hours",
    24: "Every day",
    48: "Every 2 days",
    72: "Every 3 days",
}
"""How often somebody can be reminded, by hours."""


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


def settings(person: Settings, *, resting: bool, away: bool) -> str:
    """Everything that the person has set. `resting`: it is a time at which he is told nothing; `away`: on days off."""
    hours = person.remind_hours or 0
    quiet = "none"
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = f"{person.quiet_from}:00 to {person.quiet_to}:00" + (" (now)" if resting and not away else "")
    digest = "none" if person.digest_hour is None else f"at {person.digest_hour}:00"
    lines = [
        "### Your Settings",
        f"Pictures: {person.theme}",
        f"Confirm what cannot be undone: {'yes' if person.confirm else 'no'}",
        f"Notices: {'in direct messages' if person.notices == 'direct' else 'in the thread of the match'}",
        f"Reminders: {INTERVALS.get(hours, f'every {hours} hours').lower()}",
        f"Heads-up when the player before you has the turn: {'yes' if person.heads_up else 'no'}",
        f"Daily list: {digest}",
        f"Quiet hours: {quiet}",
        f"Time zone: {person.zone}",
    ]
    if away:
        lines.append(f"Days off: until <t:{person.away_until}:F>. No notices; your deadlines wait.")
    return "\n".join(lines)


def muted(title: str) -> str:
    """A match was muted."""
    return f"**{title}** is muted for you: no calls and no reminders. `/match mute muted:False` ends that."


def unmuted(title: str) -> str:
    """A match is heard of again."""
    return f"You are told again when **{title}** waits for you."
