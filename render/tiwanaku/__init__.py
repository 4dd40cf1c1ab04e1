"""Tiwanaku for people: the valley as a picture, and words for all that happens in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from render.look import Look, Who
from render.tiwanaku import handbook, position, telling, words
from rules.game import Decision, Event
from rules.tiwanaku import Match, TiwanakuSettings

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName


class TiwanakuLook(Look):
    """The look of Tiwanaku: words in `telling`, `words`, `position` and `handbook`, the picture in `picture`."""

    key: ClassVar[str] = "tiwanaku"

    def draw(self, view: Match, ask: Decision | None, theme: ThemeName, who: Who) -> Image:
        from render.tiwanaku import picture  # Pillow is loaded only where pictures are drawn.

        return picture.draw(view, ask, theme, who)

    def tell_own(self, event: Event, view: Match, who: Who) -> str:
        return telling.tell(event, view, who)

    def question(self, decision: Decision, view: Match, who: Who) -> str:
        return words.question(decision, view)

    def label(self, option: str, decision: Decision, view: Match) -> str:
        return words.label(option, decision, view)

    def group(self, option: str, decision: Decision, view: Match) -> str:
        return words.group(option, decision, view)

    def warn(self, option: str, decision: Decision, view: Match) -> str:
        return words.warn(option)

    def describe(self, view: Match, who: Who) -> str:
        return position.describe(view, who)

    def alt(self, view: Match, who: Who) -> str:
        return position.alt(view, who)

    def standing(self, view: Match, who: Who) -> str:
        return position.standing(view, who)

    def result(self, view: Match, who: Who) -> str:
        return position.result(view, who)

    def scoring(self, view: Match, who: Who) -> str:
        return position.scoring(view, who)

    def rules(self) -> list[tuple[str, str]]:
        return handbook.pages()

    def summary(self, settings: TiwanakuSettings) -> str:
        return words.summary(settings)
