"""The one place where something of discord.py is used that it does not promise; `tests/test_discord_internals.py` fails
when a release changes it."""

from __future__ import annotations

from typing import Any

import discord


def waits_for_form(client: discord.Client, custom_id: Any) -> bool:
    """Whether a form of this id was opened since the program started, so that somebody here waits for it."""
    return custom_id in client._connection._view_store._modals
