"""Iwari for people: the map as a picture, and words for all that happens on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from render.fields import Fields
from render.iwari import fields, handbook, position, sides, words
from render.iwari.commands import COMMANDS
from render.iwari.errors import ERRORS
from render.language import together, translatable
from render.presenter import LONG, Audience, Beginning, Chapter, Presenter
from rules.game import Decision, Event
from rules.iwari import Settings, State

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName


class IwariPresenter(Presenter):
    """The presenter of Iwari: events and choices in `words`, the position in `position`, the picture in `picture`."""

    key: ClassVar[str] = "iwari"
    accent = 0x3D6FA5
    errors = ERRORS
    commands = COMMANDS
    beginnings = (Beginning("iwari new", translatable("tribes settle a land, for two to five")),)
    typed = ("iwari place",)

    def draw(self, view: State, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        from render.iwari import picture  # Pillow is loaded only where pictures are drawn.

        return picture.draw(view, ask, theme, audience)

    def draw_chapter(self, view: State, name: str, theme: ThemeName, audience: Audience) -> Image:
        from render.iwari import score_pictures

        return score_pictures.draw(view, name, theme, audience)

    def tell_own(self, event: Event, view: State, audience: Audience) -> str:
        return words.tell(event, view, audience)

    def question(self, decision: Decision, view: State, audience: Audience) -> str:
        return together([words.question(decision, view, audience), words.held(decision, view, audience)])

    def label(self, option: str, decision: Decision, view: State) -> str:
        return words.label(option, view)

    def group(self, option: str, decision: Decision, view: State) -> str:
        return words.group(option, decision, view)

    def warn(self, option: str, decision: Decision, view: State) -> str:
        return words.warn(option, decision, view)

    def describe(self, view: State, audience: Audience) -> list[str]:
        return position.describe(view, audience)

    def alt(self, view: State, audience: Audience) -> str:
        return position.alt(view, audience)

    def alt_chapter(self, view: State, name: str, audience: Audience) -> str:
        return position.alt_chapter(view, name, audience)

    def standing(self, view: State, audience: Audience) -> str:
        return position.standing(view, audience)

    def result(self, view: State, audience: Audience) -> str:
        return position.result(view, audience)

    def side(self, name: str) -> str:
        return sides.third_tribe()

    def scoring(self, view: State, audience: Audience) -> str:
        return position.scoring(view, audience)

    def chapters(self, view: State, audience: Audience, most: int = LONG) -> list[Chapter]:
        return position.chapters(view, audience, most)

    def rules(self) -> list[tuple[str, str]]:
        return handbook.pages()

    def summary(self, settings: Settings) -> str:
        return words.summary(settings)

    def fields(self, settings: Settings) -> Fields:
        return fields.fields()
