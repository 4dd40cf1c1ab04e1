"""What each game gives to be perceived: a picture, and every word that is said about it. All of it from a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from render.language import say
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


class Presenter(ABC):
    """One game, for people. Stateless; the one instance stands in `render.PRESENTERS`.

    Only `draw` needs Pillow, and imports it when called: the words work in a process that never draws.
    """

    key: ClassVar[str]
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

    # The picture.

    @abstractmethod
    def draw(self, view: Any, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        """The board, RGB, at most 1600 pixels wide, with the legal places of `ask` marked when it is given."""

    def draw_chapter(self, view: Any, name: str, theme: ThemeName, audience: Audience) -> Image:
        """The picture of one of the `chapters`, by the name that is given there, as large as the board."""
        raise KeyError(name)

    # Words about what happens.

    def tell(self, event: Event, view: Any, audience: Audience) -> str:
        """One short line of what happened, "" when there is nothing to say. Names are in it as `who` has them."""
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
    def describe(self, view: Any, audience: Audience) -> str:
        """The whole position in words, at most 3500 characters, enough to play without the picture."""

    @abstractmethod
    def alt(self, view: Any, audience: Audience) -> str:
        """The picture in at most 256 characters."""

    def alt_chapter(self, view: Any, name: str, audience: Audience) -> str:
        """The picture of one of the `chapters` in at most 256 characters."""
        raise KeyError(name)

    @abstractmethod
    def standing(self, view: Any, audience: Audience) -> str:
        """How everybody stands, in one line."""

    @abstractmethod
    def result(self, view: Any, audience: Audience) -> str:
        """The last words of a finished match: who won, and by what."""

    @abstractmethod
    def scoring(self, view: Any, audience: Audience) -> str:
        """What everything would score if the match ended now, in at most 3500 characters, a line a part."""

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


def shorten(text: str, limit: int) -> str:
    """The text cut to `limit` characters at a word, with an ellipsis when something was cut."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    return (head[: head.rfind(" ")] if " " in head[limit // 2 :] else head).rstrip(" ,;.:") + "…"
