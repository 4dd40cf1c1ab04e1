"""What ends or degrades a match is asked first, with its consequence named."""

from __future__ import annotations

from discord import ButtonStyle, ui

from cogs.ui.presses import button, press_id
from render.messages.buttons import Button, label
from storage.records import MatchSummary
from storage.stored_match import StoredMatch


def sure(
    match: StoredMatch | MatchSummary, asked: str, yes: tuple[Button, str], no: tuple[Button, str], argument: str = ""
) -> ui.LayoutView:
    """The question with its two buttons, each with the action that it takes; `argument` is that of the first one."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(asked))
    go = button(label(yes[0]), press_id(yes[1], match.id, match.revision, argument), ButtonStyle.danger)
    stay = button(label(no[0]), press_id(no[1], match.id, match.revision))
    view.add_item(ui.ActionRow(go, stay))
    return view
