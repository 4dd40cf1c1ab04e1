"""Errors that reach people. They carry a code and values; the words for both stand in `render`."""

from __future__ import annotations


class CodedError(ValueError):
    """What is wrong, as data: a `code` and the `values` that the words for it name (see `render.errors.words`).

    >>> error = CodedError("too_many", found=3, most=2)
    >>> error.code, error.values, str(error)
    ('too_many', {'found': 3, 'most': 2}, 'too_many (found=3, most=2)')
    """

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        """For a log and for the terminal."""
        told = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.code} ({told})" if told else self.code


class IllegalOption(CodedError):
    """The option is not among those of the decision; the state is as it was."""


class BadSettings(CodedError):
    """The settings do not make a match."""


class NotYourTurn(CodedError):
    """The match waits for another seat, or for none."""
