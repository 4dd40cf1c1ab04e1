"""İye for people: the board as a picture, and words for all that happens on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from render.fields import Fields
from render.iye import fields, handbook, words
from render.iye.commands import COMMANDS
from render.iye.errors import ERRORS
from render.language import translatable
from render.presenter import Audience, Beginning, Presenter
from rules.game import Decision, Event, Goal
from rules.iye import Settings, State

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName


class IyePresenter(Presenter):
    """The presenter of İye; the words are in `render.iye.words`, the picture in `render.iye.picture`."""

    key: ClassVar[str] = "iye"
    accent = 0x3F7D6E
    errors = ERRORS
    commands = COMMANDS
    beginnings = (
        Beginning("iye new", translatable("a duel around one drum, for two")),
        Beginning("iye solo", translatable("against the computer, at three levels"), alone=True),
    )
    typed = ("iye move",)

    def draw(self, view: State, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        from render.iye import picture  # Pillow is loaded only where pictures are drawn.

        return picture.draw(view, ask, theme, audience)

    def tell_own(self, event: Event, view: State, audience: Audience) -> str:
        return words.tell(event, audience)

    def question(self, decision: Decision, view: State, audience: Audience) -> str:
        return words.question(decision, view)

    def label(self, option: str, decision: Decision, view: State) -> str:
        return words.label(option, view)

    def group(self, option: str, decision: Decision, view: State) -> str:
        return words.group(option, view)

    def warn(self, option: str, decision: Decision, view: State) -> str:
        return words.warn(option, view)

    def describe(self, view: State, audience: Audience) -> list[str]:
        return words.describe(view, audience)

    def alt(self, view: State, audience: Audience) -> str:
        return words.alt(view, audience)

    def standing(self, view: State, audience: Audience) -> str:
        return words.standing(view, audience)

    def result(self, view: State, audience: Audience) -> str:
        return words.result(view, audience)

    def scoring(self, view: State, audience: Audience) -> str:
        return words.scoring(view, audience)

    def task(self, goal: Goal) -> str:
        return words.task(goal.moves)

    def outcome(self, goal: Goal, won: bool, score: int, moves: int) -> str:
        return words.outcome(won, moves)

    def rules(self) -> list[tuple[str, str]]:
        return handbook.pages()

    def summary(self, settings: Settings) -> str:
        return words.summary(settings)

    def fields(self, settings: Settings) -> Fields:
        return fields.fields()
