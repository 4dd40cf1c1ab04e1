"""What is said to a person about an error that carries a code: one sentence that says what is wrong and what to do.

The words for the codes of one game are contributed by its presenter (`Presenter.errors`); all others stand in
`render.messages.errors` and, for whoever runs the program, in `render.messages.host`. A text names the error's values
in braces; where more than that is to be done, a function takes them by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from render import PRESENTERS
from render.language import say, translatable
from render.messages import errors, host
from render.presenter import ErrorWords
from rules.errors import CodedError

UNKNOWN = translatable("That cannot be done now.")
"""For a code without words, which there is none of as long as the tests are green."""


def tables() -> list[Mapping[str, ErrorWords]]:
    """Every table of words."""
    return [errors.ERRORS, host.ERRORS, *(presenter.errors for presenter in PRESENTERS.values())]


def words(error: CodedError) -> str:
    """The sentence for an error."""
    for table in tables():
        if (found := table.get(error.code)) is not None:
            return say(found, **error.values) if isinstance(found, str) else found(**error.values)
    return say(UNKNOWN)
