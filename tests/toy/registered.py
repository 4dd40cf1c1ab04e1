"""The toy added to the program in the four places where a game is: rules, render, cogs, and a table of the tests."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import pytest

import cogs.commands.daily
from render import PRESENTERS
from rules import GAMES
from tests.toy.game import TOY
from tests.toy.look import ToyPresenter


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line each in `rules/__init__.py` and `render/__init__.py`."""
    monkeypatch.setitem(GAMES, TOY.key, TOY)
    monkeypatch.setitem(PRESENTERS, TOY.key, ToyPresenter())


@pytest.fixture
def toy_commands(toy: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """And one in `cogs/commands/__init__.py`. Choices among games are made when their module is read."""
    from tests.toy import commands

    monkeypatch.setattr("cogs.bot.GAMES", (*cogs.commands.GAMES, commands))
    importlib.reload(cogs.commands.daily)
    yield
    monkeypatch.undo()
    importlib.reload(cogs.commands.daily)
