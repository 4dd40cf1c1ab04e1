"""The plain records that storage hands out. All times are whole seconds since 1970, UTC; all ids of people, guilds,
channels and messages are Discord's."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

Status = Literal["lobby", "running", "over", "closed"]
"""`lobby`: people gather; `running`; `over`: played to its end; `closed`: ended by hand, without a result."""

STATUS_WORDS: dict[Status, str] = {
    "lobby": "The match has not begun yet.",
    "running": "The match has begun already.",
    "over": "The match is over.",
    "closed": "The match was closed.",
}
"""Each condition as a sentence."""


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat and who holds it: a person (`user_id`), the computer (`level`), or nobody (both None: it is open)."""

    index: int
    user_id: int | None = None
    name: str = ""
    level: str | None = None
    joined_at: int = 0
    muted: bool = False
    score: int | None = None
    rank: int | None = None
    winner: bool = False
    extra: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def computer(self) -> bool:
        """Whether the computer plays this seat."""
        return self.level is not None

    @property
    def open(self) -> bool:
        """Whether nobody holds this seat."""
        return self.user_id is None and self.level is None


class FormerHolder(Struct, frozen=True):
    """Somebody who gave up a seat of a running match: whose seat it was since `since`, until after `steps` steps.

    `user_id` is None where the person has asked to be forgotten.
    """

    user_id: int | None
    name: str
    seat: int
    since: int
    steps: int


class Place(Struct, frozen=True):
    """Where a match is played. `messages` are the ids of its messages by a name of the table's own choice."""

    guild_id: int | None = None
    channel_id: int = 0
    thread_id: int | None = None
    messages: dict[str, int] = {}

    @property
    def target(self) -> int:
        """The channel or thread in which the match is posted."""
        return self.thread_id or self.channel_id


class StepRow(Struct, frozen=True):
    """One step as it is stored. `number` counts from 1. `turn` is the turn in which it was taken, `version` that of
    the rules.

    `reveals`: it showed somebody something hidden. `forced`: there was no other choice, so it was taken for the player.
    """

    number: int
    seat: int
    option: str
    at: int
    turn: int
    version: int
    reveals: bool = False
    forced: bool = False


class PastStep(Struct, frozen=True):
    """A step and what it made happen. `events` is empty when it was taken under other rules, which cannot be replayed.

    Private events are among them: keep those whose `seen_by` is None or holds the reader's seat.
    """

    step: StepRow
    events: list[Any]

    @property
    def number(self) -> int:
        """The step's number, from 1."""
        return self.step.number

    @property
    def seat(self) -> int:
        """Who took the step."""
        return self.step.seat

    @property
    def option(self) -> str:
        """What was chosen."""
        return self.step.option


class MatchSummary(Struct, frozen=True, kw_only=True):
    """What a list of matches shows, without the state. `to_act` is the seat that the match waits for."""

    id: int
    game_key: str
    status: Status
    revision: int
    step_count: int
    turn: int
    to_act: int | None
    host_id: int
    host_name: str
    place: Place
    seats: list[SeatRow]
    created_at: int
    started_at: int | None
    ended_at: int | None
    moved_at: int
    due_at: int | None
    remind_at: int | None
    warned: int
    extra: dict[str, Any]

    def seat_of(self, user_id: int) -> SeatRow | None:
        """This person's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def waits_for(self, user_id: int) -> bool:
        """Whether the match waits for this person."""
        return self.to_act is not None and self.seats[self.to_act].user_id == user_id


class OutboxRow(Struct, frozen=True, kw_only=True):
    """Something to be announced. It was written together with the change that it tells of.

    `revision` and `step_count` are the match's after that change. `attempts` counts the failures so far. `status` is
    `pending`, `sent` (then `message_id` is known, unless there was none) or `dropped`. `superseded`: when it was read,
    a newer row of one of the kinds asked about was there for the same match.
    """

    id: int
    match_id: int | None
    revision: int
    step_count: int
    kind: str
    payload: dict[str, Any]
    lane: str
    status: str
    created_at: int
    due_at: int
    attempts: int = 0
    error: str = ""
    message_id: int | None = None
    sent_at: int | None = None
    superseded: bool = False

    @property
    def nonce(self) -> str:
        """The message's nonce (at most 25 characters): the same at each try, so that a repeated send shows once."""
        return f"lh{self.match_id or 0:x}-{self.id:x}"


class PersonSettings(Struct, frozen=True, kw_only=True):
    """What a person has set. Quiet hours are from-to in whole hours of the person's own `zone` (an IANA name).

    `remind_hours` None: no reminders. `notices`: where the person is told. `digest_hour`: of a daily list, None: none.
    """

    theme: Literal["light", "dark"] = "light"
    confirm: bool = True
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    remind_hours: int | None = 24
    notices: Literal["thread", "direct"] = "thread"
    heads_up: bool = False
    digest_hour: int | None = None
    rated: bool = True
    away_until: int | None = None
    language: str = ""
    extra: dict[str, Any] = {}


class GuildSettings(Struct, frozen=True, kw_only=True):
    """What a server's admins have set. `channels` empty: matches may be opened everywhere. None: no limit, none set."""

    channels: list[int] = []
    ping_role: int | None = None
    max_open: int | None = None
    deadline_days: int | None = None
    language: str = ""
    extra: dict[str, Any] = {}
