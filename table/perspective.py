"""What one person sees of a match: the only thing that pictures, panels and posts are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from render import PRESENTERS, Audience, Presenter
from render.messages import names
from render.presenter import Sheet
from rules import GAMES
from rules.game import Decision, Event, Game
from storage.records import PersonSettings, SeatRow
from storage.stored_match import StoredMatch


class Perspective(Struct):
    """A match from one seat (None: from outside). `view` holds nothing that the seat may not know.

    `decision` is what this person is asked, None when the match waits for somebody else or is over.
    """

    match: int
    key: str
    revision: int
    status: str
    seat: int | None
    seats: list[SeatRow]
    view: Any
    decision: Decision | None
    waits_for: SeatRow | None
    due_at: int | None
    step_count: int
    notes: dict[str, str] = {}
    can_undo: bool = False
    can_redo: bool = False
    can_take_back: bool = False  # somebody may ask for the last turn, and could have it
    daily: bool = False  # a try at a day's challenge
    settings: PersonSettings | None = None  # the person's, where they were read with the match
    sheet: str = ""  # which picture is shown, of a game that has several

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return GAMES[self.key]

    @property
    def presenter(self) -> Presenter:
        """The pictures and words."""
        return PRESENTERS[self.key]

    @property
    def sheets(self) -> list[Sheet]:
        """The pictures that there are of this position; none where there is but one."""
        found = self.presenter.sheets(self.view)
        return list(found) if len(found) > 1 else []

    def show_sheet(self, events: Sequence[Event] = ()) -> None:
        """Show the sheet that these events changed most; without any, the one on which the decision is taken."""
        if self.sheets:
            self.sheet = self.presenter.sheet_for(events, self.game.decision(self.view), self.view)

    def alt(self, view: Any = None) -> str:
        """The picture that is shown in words; `view` is what it shows, where that is another position."""
        seen = self.view if view is None else view
        if self.sheet:
            return self.presenter.alt_sheet(seen, self.sheet, self.audience)
        return self.presenter.alt(seen, self.audience)

    @property
    def title(self) -> str:
        """The match's short title."""
        return title(self.key, self.match)

    @property
    def audience(self) -> Audience:
        """Names as they are drawn."""
        return Audience(tuple(seat_name(seat) for seat in self.seats), self.seat, self.title, self.notes)

    @property
    def audience_in_text(self) -> Audience:
        """Names as they stand in a message: bold, and safe from markdown."""
        return Audience(tuple(bold(seat_name(seat)) for seat in self.seats), self.seat, self.title, self.notes)

    @property
    def options(self) -> list[str]:
        """What this person can choose now."""
        return self.decision.options(self.view) if self.decision else []


def see(match: StoredMatch, user_id: int | None, notes: dict[str, str] | None = None) -> Perspective:
    """The match as this person (None: a spectator) may see it now."""
    mine = match.seat_of(user_id) if user_id is not None else None
    return see_state(match, match.state, mine.index if mine else None, notes or {})


def see_state(match: StoredMatch, state: Any, seat: int | None, notes: dict[str, str] | None = None) -> Perspective:
    """A state of the match (the present one, or one of its past) from a seat."""
    game = match.game
    view = game.view(state, seat)
    waiting = game.decision(view) if match.status == "running" else None
    perspective = Perspective(
        match=match.id,
        key=game.key,
        revision=match.revision,
        status=match.status,
        seat=seat,
        seats=match.seats,
        view=view,
        decision=waiting if waiting is not None and seat is not None and waiting.seat == seat else None,
        waits_for=match.seats[waiting.seat] if waiting is not None else None,
        due_at=match.due_at,
        step_count=match.step_count,
        notes=notes or {},
        daily=match.extra.daily is not None,
    )
    perspective.show_sheet()
    return perspective


def title(key: str, match: int) -> str:
    """The short title of a match, by which people tell it from others."""
    return f"{GAMES[key].title} #{match}"


def seat_name(seat: SeatRow) -> str:
    """How a seat is called: its player's name, or the computer's level."""
    if seat.user_id is None and seat.level:
        return names.computer(seat.index, seat.level)
    return plain(seat.name) or names.player(seat.index)


def plain(name: str) -> str:
    """A name as it stands anywhere but in the database: without the characters that turn the rest of a line around."""
    return _TURNS.sub("", name).strip()


def bold(name: str) -> str:
    """A name in a message: nothing in it is markdown, a link or a mention, or turns the line around."""
    marked = _MARKS.sub(r"\\\g<0>", plain(name) or "?")
    return f"**{marked.replace('@', f'@{_NOTHING}').replace('://', f':{_NOTHING}//')}**"


# discord.py's own `escape_markdown` leaves everything after a link as it is.
_MARKS = re.compile(r"[\\*_~`|<>\[\]#]")
_NOTHING = "\N{ZERO WIDTH SPACE}"
# Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX 9, 2).
_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
