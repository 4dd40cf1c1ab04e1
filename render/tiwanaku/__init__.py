"""Tiwanaku for people: the valley as a picture, and words for all that happens in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from render.fields import Fields
from render.language import translatable
from render.presenter import Audience, Beginning, Presenter
from render.tiwanaku import fields, handbook, names, position, telling, words
from render.tiwanaku.commands import COMMANDS
from render.tiwanaku.errors import ERRORS
from rules.game import Decision, Event, Goal
from rules.tiwanaku import Settings, State

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName


class TiwanakuPresenter(Presenter):
    """The presenter of Tiwanaku: words in `telling`, `words`, `position` and `handbook`, the picture in `picture`."""

    key: ClassVar[str] = "tiwanaku"
    accent = 0xB8862B
    errors = ERRORS
    commands = COMMANDS
    beginnings = (
        Beginning("tiwanaku new", translatable("rivals explore a valley, for two to four")),
        Beginning("tiwanaku coop", translatable("together against the Otoma")),
        Beginning("tiwanaku solo", translatable("against the Otoma"), alone=True),
    )
    typed = ("tiwanaku explore", "tiwanaku divine")

    def draw(self, view: State, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        from render.tiwanaku import picture  # Pillow is loaded only where pictures are drawn.

        return picture.draw(view, ask, theme, audience)

    def tell_own(self, event: Event, view: State, audience: Audience) -> str:
        return telling.tell(event, view, audience)

    def question(self, decision: Decision, view: State, audience: Audience) -> str:
        return words.question(decision, view)

    def label(self, option: str, decision: Decision, view: State) -> str:
        return words.label(option, decision, view)

    def group(self, option: str, decision: Decision, view: State) -> str:
        return words.group(option, decision, view)

    def warn(self, option: str, decision: Decision, view: State) -> str:
        return words.warn(option)

    def describe(self, view: State, audience: Audience) -> list[str]:
        return position.describe(view, audience)

    def alt(self, view: State, audience: Audience) -> str:
        return position.alt(view, audience)

    def standing(self, view: State, audience: Audience) -> str:
        return position.standing(view, audience)

    def result(self, view: State, audience: Audience) -> str:
        return position.result(view, audience)

    def side(self, name: str) -> str:
        return names.otoma_side()

    def scoring(self, view: State, audience: Audience) -> str:
        return position.scoring(view, audience)

    def task(self, goal: Goal) -> str:
        return words.task(goal.level)

    def outcome(self, goal: Goal, won: bool, score: int, moves: int) -> str:
        return words.outcome(won, score, moves)

    def rules(self) -> list[tuple[str, str]]:
        return handbook.pages()

    def summary(self, settings: Settings) -> str:
        return words.summary(settings)

    def fields(self, settings: Settings) -> Fields:
        return fields.fields(settings)
