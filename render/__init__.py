"""From a view of a match to what a person perceives: picture, words, alt text."""

from __future__ import annotations

from render.iwari import IwariLook
from render.iye import IyeLook
from render.look import Look, Who
from render.tiwanaku import TiwanakuLook

LOOKS: dict[str, Look] = {look.key: look for look in (IyeLook(), TiwanakuLook(), IwariLook())}
"""The look of every game by its key."""

__all__ = ["LOOKS", "Look", "Who"]
