"""What people type: one file a subject, a group for each game."""

from __future__ import annotations

from cogs.commands import (
    admin,
    cancel,
    daily,
    help,
    history,
    iwari,
    iye,
    match,
    me,
    privacy,
    seats,
    stats,
    tiwanaku,
)

GAMES = (iye, tiwanaku, iwari)
"""The commands of each game."""

SUBJECTS = (match, seats, cancel, history, me, help, admin, privacy, stats, daily)
"""The commands of everything else; `match` first, since others join its group."""
