"""Iwari for people: the map as a picture, and words for all that happens on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from render.iwari import handbook, position, words
from render.look import LONG, Chapter, Look, Who
from rules.game import Decision, Event
from rules.iwari.state import IwariState, Settings

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName


class IwariLook(Look):
    """The look of Iwari: events and choices in `words`, the position in `position`, the picture in `picture`."""

    key: ClassVar[str] = "iwari"

    def draw(self, view: IwariState, ask: Decision | None, theme: ThemeName, who: Who) -> Image:
        from render.iwari import picture  # Pillow is loaded only where pictures are drawn.

        return picture.draw(view, ask, theme, who)

    def draw_chapter(self, view: IwariState, name: str, theme: ThemeName, who: Who) -> Image:
        from render.iwari import count

        return count.draw(view, name, theme, who)

    def tell_own(self, event: Event, view: IwariState, who: Who) -> str:
        return words.tell(event, view, who)

    def question(self, decision: Decision, view: IwariState, who: Who) -> str:
        return words.question(decision, view, who) + words.held(decision, view, who)

    def label(self, option: str, decision: Decision, view: IwariState) -> str:
        return words.label(option, view)

    def group(self, option: str, decision: Decision, view: IwariState) -> str:
        return words.group(option, decision, view)

    def warn(self, option: str, decision: Decision, view: IwariState) -> str:
        return words.warn(option, decision, view)

    def describe(self, view: IwariState, who: Who) -> str:
        return position.describe(view, who)

    def alt(self, view: IwariState, who: Who) -> str:
        return position.alt(view, who)

    def alt_chapter(self, view: IwariState, name: str, who: Who) -> str:
        return position.alt_chapter(view, name, who)

    def standing(self, view: IwariState, who: Who) -> str:
        return position.standing(view, who)

    def result(self, view: IwariState, who: Who) -> str:
        return position.result(view, who)

    def scoring(self, view: IwariState, who: Who) -> str:
        return position.scoring(view, who)

    def chapters(self, view: IwariState, who: Who, most: int = LONG) -> list[Chapter]:
        return position.chapters(view, who, most)

    def rules(self) -> list[tuple[str, str]]:
        return handbook.pages()

    def summary(self, settings: Settings) -> str:
        return words.summary(settings)
