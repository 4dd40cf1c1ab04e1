"""What cannot be done at a table."""

from __future__ import annotations

from rules.errors import CodedError


class Refusal(CodedError):
    """Something that a person asked for cannot be done; the code and its values say why."""
