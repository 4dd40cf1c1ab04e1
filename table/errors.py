"""What cannot be done at a table."""

from __future__ import annotations


class Refusal(Exception):
    """Something that a person asked for cannot be done; the text is the sentence that the person reads."""
