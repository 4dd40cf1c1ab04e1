"""All that a match keeps beside its rules, as typed structs. JSON of older versions decodes unchanged."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType, field

from storage.extra import MatchExtra
from storage.records import MatchSummary
from storage.stored_match import StoredMatch
from table.announcements import TurnPayload
from table.events import AnyTableEvent, Proposal


class Question(Struct, kw_only=True, omit_defaults=True):
    """The question that a match puts at present. It exists from the first question of a match on.

    `user` was asked (None: a seat without a person) at the time `at`, at the match's `revision`: every notice about the
    question carries that. `own`: its deadline was counted by the person's own days off. `called`, `reminded`: when the
    person was called (or will be) and reminded last. `graced`: more time was given because nobody could play. `still`:
    the table was told that it stands still. `gone`: it was told that the person has left the server.
    """

    user: int | None = None
    at: int = 0
    revision: int = 0
    own: bool = False
    called: int = 0
    reminded: int | None = None
    graced: bool = False
    still: bool = False
    gone: bool = False


class LastPress(Struct, array_like=True, frozen=True):
    """The press that was carried out last: a repeat of it is told from a stale one."""

    revision: int
    seat: int
    option: str

    def is_of(self, other: LastPress) -> bool:
        """Whether it was made by the same seat at the same revision."""
        return (self.revision, self.seat) == (other.revision, other.seat)


class OpenNotice(Struct, kw_only=True, omit_defaults=True):
    """A notice that has buttons: a question to the table (`seat` None), or a seat that can be had (by `to` alone, or
    by anybody). `id` and `channel` are known once it was sent, `ended` once there is nothing to press any more.

    `said` is what it tells; notices of older versions have its `text` instead, and their outcome as a text.
    """

    seat: int | None = None
    to: int | None = None
    said: AnyTableEvent | None = None
    text: str = ""
    ended: AnyTableEvent | str | None = None
    id: int | None = None
    channel: int | None = None


class Offer(Struct, frozen=True):
    """A seat is offered to one person: `to` whom, and `by` whose holder (None: a seat without a person)."""

    to: int
    by: int | None


class PostMemo(Struct, kw_only=True, omit_defaults=True):
    """A turn post, as far as it is needed to write it once more without its buttons: its message `id`, the position
    after `steps` steps, what it told (`said`, then the steps after `told_from`), the file name and the `sheet` of its
    picture, and whether it was marked as taken back. Posts of older versions have their words instead."""

    id: int
    steps: int = 0
    told_from: int | None = None
    said: list[AnyTableEvent] = []
    picture: str = ""
    sheet: str = ""
    undone: bool = False
    head: str = ""
    standing: str = ""
    alt: str = ""


class PostAttempt(Struct, frozen=True):
    """The outbox row that is being posted: whether it mentions was decided at the time `at`, before it was sent."""

    row: int
    mention: bool
    at: int


class TableState(MatchExtra, kw_only=True, omit_defaults=True):
    """The tree of it all.

    While people gather: `invited` (for whom seats are kept), `players` (for how many; None: as many as come), `ping`
    (the role that was called), `order` (of a rematch: who sits where, 0 for a computer), `rematch` (of which match).
    What was agreed on about time: `deadline_days`, `weekends_off`, `on_timeout`.
    While it runs: `asked`, `press`, `proposal` (what the table is asked), `asking` (notices with buttons, by numbers
    that are never given twice: `asked_so_far`), `offers` (by seat).
    Of its posts: `told` (so many steps were told), `unsaid` (what rows that were left out would have told, by row),
    `posts`, `calling`, `lost` (Discord's code when the place cannot be written). After it: `next`, its rematch.
    """

    deadline_days: int | None = None
    weekends_off: bool = False
    on_timeout: str | None = None
    invited: list[int] = []
    players: int | None = None
    ping: int | None = None
    order: list[int] = []
    rematch: int | None = None
    asked: Question | None = None
    press: LastPress | None = None
    proposal: Proposal | None = None
    asking: dict[int, OpenNotice] = {}
    asked_so_far: int = 0
    offers: dict[int, Offer] = {}
    told: int = 0
    unsaid: dict[int, TurnPayload] = {}
    posts: list[PostMemo] = []
    calling: PostAttempt | None = None
    lost: int | None = None
    next_match: int | None = field(default=None, name="next")


class TableOptions(Struct, kw_only=True):
    """What a host chooses beside the game's settings; what is not set stays as it is."""

    deadline_days: int | UnsetType | None = UNSET
    weekends_off: bool | UnsetType = UNSET
    on_timeout: str | UnsetType = UNSET
    players: int | UnsetType | None = UNSET

    def apply(self, table: TableState) -> None:
        """Take the choices over."""
        for name in self.__struct_fields__:
            if (value := getattr(self, name)) is not UNSET:
                setattr(table, name, value)


def kept(match: StoredMatch | MatchSummary) -> TableState:
    """What the table keeps of a match; of an open one it may be changed, and is saved with it."""
    extra = match.extra
    assert isinstance(extra, TableState), "the store was opened without the table's state"
    return extra
