"""From a view of a match to what a person perceives: picture, words, alt text."""

from __future__ import annotations

from render.iwari import IwariPresenter
from render.iye import IyePresenter
from render.presenter import Audience, Presenter
from render.tiwanaku import TiwanakuPresenter

PRESENTERS: dict[str, Presenter] = {
    presenter.key: presenter for presenter in (IyePresenter(), TiwanakuPresenter(), IwariPresenter())
}
"""The presenter of every game by its key."""

__all__ = ["PRESENTERS", "Audience", "Presenter"]
