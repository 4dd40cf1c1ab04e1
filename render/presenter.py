"""What each game gives to be perceived: a picture, and every word that is said about it. All of it from a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from render.fields import Fields
from render.language import enumeration, say
from render.messages.commands import Description
from render.messages.names import player
from rules import GAMES
from rules.game import Decision, DrawAgreed, Event, Game, Goal, Resigned

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName

ALT = 256
"""The longest alt text a gallery takes, in characters."""
LONG = 3500
"""The longest description or rules page, in characters."""
BUTTON = 80
"""The longest label, in characters."""


ErrorWords = str | Callable[..., str]
"""The words for the code of an error: a text with the error's values in braces, or a function that takes them."""


class Audience(Struct, frozen=True):
    """Who sits at the table and who looks: `names` by seat, `viewer` (None: a spectator), the match's short title.

    `notes` are marks that the viewer made for themselves.
    """

    names: tuple[str, ...]
    viewer: int | None = None
    match: str = ""
    notes: dict[str, str] = {}

    def name(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.names[seat] if seat < len(self.names) else player(seat)


class Chapter(Struct, frozen=True):
    """A part of a score that is told by itself. `picture` names it for `Presenter.draw_chapter`, if it has one."""

    title: str
    text: str
    picture: str = ""


class Sheet(Struct, frozen=True):
    """One of the pictures of a position: a `key` of a few small letters, and its name in Title Case, for a button."""

    key: str
    title: str


BOARD = Sheet("board", "Board")
"""The one sheet of a game that has no more."""


class Beginning(Struct, frozen=True):
    """A command that begins a match: as it is typed, without the slash, and in a few words what it plays, for `say`.

    `alone`: by one person in direct messages; else a table is opened, where others join.
    """

    command: str
    what: str
    alone: bool = False


class Presenter(ABC):
    """One game, for people. Stateless; the one instance stands in `render.PRESENTERS`.

    Only `draw` needs Pillow, and imports it when called: the words work in a process that never draws.
    """

    key: ClassVar[str]
    accent: ClassVar[int] = 0x7A6A58
    """The colour at the side of the game's messages, as 0xRRGGBB."""
    beginnings: ClassVar[tuple[Beginning, ...]]
    """The commands that begin a match; the first one opens a table, as an example of all."""
    typed: ClassVar[tuple[str, ...]]
    """Some of the commands by which a choice is typed, as examples, without the slash."""
    errors: ClassVar[Mapping[str, ErrorWords]] = {}
    """The words for the codes of the game's own errors; see `render.errors`."""
    commands: ClassVar[Mapping[str, Description]] = {}
    """What the game's own slash commands say of themselves, by their whole names; see `render.messages.commands`."""

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of this game."""
        return GAMES[self.key]

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.game.title

    @property
    def tables(self) -> list[Beginning]:
        """What opens a table that others join."""
        return [found for found in self.beginnings if not found.alone]

    @property
    def alone(self) -> list[Beginning]:
        """What one person plays alone."""
        return [found for found in self.beginnings if found.alone]

    @property
    def example(self) -> str:
        """A command that begins a match."""
        return self.beginnings[0].command

    @property
    def solo(self) -> str:
        """The command by which one person plays alone; "" where nobody can."""
        return self.alone[0].command if self.alone else ""

    # The picture, or several of one position. A game with one writes `draw` and `alt` alone.

    @abstractmethod
    def draw(self, view: Any, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        """The board, RGB, at most 1600 pixels wide, with the legal places of `ask` marked when it is given.

        Of a game with several sheets the first one.
        """

    def sheets(self, view: Any) -> tuple[Sheet, ...]:
        """The pictures that there are of this position, the most important first; never none, and at most five."""
        return (BOARD,)

    def draw_sheet(self, view: Any, sheet: str, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        """As `draw`: the sheet of this key."""
        return self.draw(view, ask, theme, audience)

    def sheet_for(self, events: Sequence[Event], decision: Decision | None, view: Any) -> str:
        """The key of the sheet that is shown first: the one that the events changed most, or, where nothing has
        happened, the one on which the decision is taken."""
        return self.sheets(view)[0].key

    def draw_chapter(self, view: Any, name: str, theme: ThemeName, audience: Audience) -> Image:
        """The picture of one of the `chapters`, by the name that is given there, as large as the board."""
        raise KeyError(name)

    # Words about what happens.

    def tell(self, event: Event, view: Any, audience: Audience) -> str:
        """One short line of what happened, "" when there is nothing to say. Names are in it as `audience` has them."""
        if isinstance(event, Resigned):
            return say("{name} resigned.", name=audience.name(event.seat))
        if isinstance(event, DrawAgreed):
            return say("The match ended in an agreed draw.")
        return self.tell_own(event, view, audience)

    @abstractmethod
    def tell_own(self, event: Event, view: Any, audience: Audience) -> str:
        """`tell` for the game's own events."""

    @abstractmethod
    def question(self, decision: Decision, view: Any, audience: Audience) -> str:
        """What is asked, as a whole sentence to whoever is asked: "Place your first tent."."""

    @abstractmethod
    def label(self, option: str, decision: Decision, view: Any) -> str:
        """How an option is named on a button, in Title Case, at most 80 characters."""

    def group(self, option: str, decision: Decision, view: Any) -> str:
        """The heading under which an option is listed, "" where the list needs none."""
        return ""

    def warn(self, option: str, decision: Decision, view: Any) -> str:
        """A sentence of advice about a legal but poor option, else ""."""
        return ""

    # Words about the position.

    @abstractmethod
    def describe(self, view: Any, audience: Audience) -> list[str]:
        """The whole position in words, enough to play without the picture: one page or more (see `paged`), each of at
        most 3500 characters."""

    @abstractmethod
    def alt(self, view: Any, audience: Audience) -> str:
        """The picture in at most 256 characters."""

    def alt_sheet(self, view: Any, sheet: str, audience: Audience) -> str:
        """The sheet of this key in at most 256 characters."""
        return self.alt(view, audience)

    def alt_chapter(self, view: Any, name: str, audience: Audience) -> str:
        """The picture of one of the `chapters` in at most 256 characters."""
        raise KeyError(name)

    @abstractmethod
    def standing(self, view: Any, audience: Audience) -> str:
        """How everybody stands, in one line."""

    @abstractmethod
    def result(self, view: Any, audience: Audience) -> str:
        """The last words of a finished match: who won, and by what."""

    def scoring(self, view: Any, audience: Audience) -> str:
        """What everything would score if the match ended now, in at most 3500 characters, a line a part."""
        lines = []
        for row in self.game.standings(view):
            name = audience.name(row.seat) if row.seat is not None else self.side(row.side)
            parts = enumeration(f"{self.part(part)} {points}" for part, points in row.parts.items())
            lines.append(say("{name}: {score} ({parts})", name=name, score=row.score, parts=parts))
        return "\n".join(lines)

    def part(self, name: str) -> str:
        """How a part of a score (`Standing.parts`) is called, within a line."""
        raise KeyError(name)

    def side(self, name: str) -> str:
        """How a side that nobody plays (`Standing.side`) is called at the beginning of a line."""
        raise KeyError(name)

    def chapters(self, view: Any, audience: Audience, most: int = LONG) -> list[Chapter]:
        """`scoring` in parts that are read, and looked at, one after the other; in all at most `most` characters."""
        return [Chapter("", shorten(self.scoring(view, audience), most))]

    # Words about the challenge of the day, for a game that has one. Nothing in them may give a challenge away.

    def task(self, goal: Goal) -> str:
        """What is to be done, as a whole sentence."""
        raise NotImplementedError

    def outcome(self, goal: Goal, won: bool, score: int, moves: int) -> str:
        """How a try ended: "Solved in 3 moves"; what it tells is what `Game.achieved` compares."""
        raise NotImplementedError

    # Words about the game.

    @abstractmethod
    def rules(self) -> list[tuple[str, str]]:
        """The rules as pages (title, text of at most 3500 characters), with our own rulings marked as ours."""

    @abstractmethod
    def summary(self, settings: Any) -> str:
        """What these settings will play, in one line for the lobby."""

    @abstractmethod
    def fields(self, settings: Any) -> Fields:
        """What people can change of these settings, in the order of their weight; a form deals them on pages."""


def shorten(text: str, limit: int) -> str:
    """The text cut to `limit` characters at a word, with an ellipsis when something was cut."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    return (head[: head.rfind(" ")] if " " in head[limit // 2 :] else head).rstrip(" ,;.:") + "…"


def paged(lines: Iterable[str], most: int = LONG) -> list[str]:
    """Lines as pages of at most `most` characters: as few as can be, with nothing left out, and no line broken unless
    it is longer than a page."""
    pages: list[str] = []
    for line in lines:
        text = shorten(line, most)
        if pages and len(pages[-1]) + 1 + len(text) <= most:
            pages[-1] += "\n" + text
        elif pages or text:
            pages.append(text)
    return [page.strip("\n") for page in pages if page.strip("\n")]
