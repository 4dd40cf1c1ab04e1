"""What stands on buttons and above menus, in Title Case."""

from __future__ import annotations

from typing import Literal

from render.language import say, translatable

Button = Literal[
    "add_computer",
    "agree",
    "back",
    "cancel",
    "close_match",
    "close_table",
    "confirm",
    "decline",
    "describe",
    "earlier",
    "join",
    "keep_it",
    "later",
    "leave",
    "next",
    "offer_draw",
    "open_kept_seats",
    "options",
    "play",
    "play_on",
    "redo",
    "rematch",
    "remove_everything",
    "resign",
    "start",
    "take_back",
    "take_over",
    "todays_challenges",
    "undo",
]

_LABELS: dict[Button, str] = {
    "add_computer": translatable("Add Computer"),
    "agree": translatable("Agree"),
    "back": translatable("Back"),
    "cancel": translatable("Cancel"),
    "close_match": translatable("Close Match"),
    "close_table": translatable("Close Table"),
    "confirm": translatable("Confirm"),
    "decline": translatable("Decline"),
    "describe": translatable("Describe"),
    "earlier": translatable("Earlier"),
    "join": translatable("Join"),
    "keep_it": translatable("Keep It"),
    "later": translatable("Later"),
    "leave": translatable("Leave"),
    "next": translatable("Next"),
    "offer_draw": translatable("Offer Draw"),
    "open_kept_seats": translatable("Open Kept Seats"),
    "options": translatable("Options"),
    "play": translatable("Play"),
    "play_on": translatable("Play On"),
    "redo": translatable("Redo"),
    "rematch": translatable("Rematch"),
    "remove_everything": translatable("Remove Everything"),
    "resign": translatable("Resign"),
    "start": translatable("Start"),
    "take_back": translatable("Take Back"),
    "take_over": translatable("Take Over"),
    "todays_challenges": translatable("Today's Challenges"),
    "undo": translatable("Undo"),
}


def label(button: Button) -> str:
    """What stands on a button."""
    return say(_LABELS[button])
