"""The state of a match of İye."""

from __future__ import annotations

from rules.iye.cycle import ChooseStarter
from rules.iye.movement import MoveDrum
from rules.iye.position import Position
from rules.iye.problem import ProblemMove


class State(Position, kw_only=True):
    """The position with its decisions by type, so that JSON gives them back."""

    stack: list[MoveDrum | ChooseStarter | ProblemMove] = []
