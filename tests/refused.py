"""Errors as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from render.errors import words
from rules.errors import BadSettings, CodedError


@contextmanager
def refused(sentence: str = "", kind: type[CodedError] = BadSettings) -> Iterator[None]:
    """What is done within raises such an error, and the pattern `sentence` is found in its words."""
    with pytest.raises(kind) as caught:
        yield
    assert re.search(sentence, words(caught.value)), words(caught.value)


def said(error: BaseException | None) -> str:
    """What a person reads of an error that carries a code; "" when there is none."""
    assert error is None or isinstance(error, CodedError)
    return "" if error is None else words(error)
