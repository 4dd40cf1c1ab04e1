"""The forms of the lobby: what can be chosen of a game, and what the table agrees on, five parts a page."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec import Struct

from cogs.services import Interaction
from cogs.ui import errors
from render import PRESENTERS
from render.fields import Field, Fields
from render.messages import deadlines
from render.messages import forms as words
from storage.stored_match import StoredMatch
from table.errors import Refusal
from table.hours import time_control_of
from table.state import TableOptions, kept

PLAYERS = "players"

MOST = 5
"""How many parts a form may have."""


DAYS = (1, 2, 3, 7)

TIME, WHEN_OUT = "deadline", "on_timeout"
"""The names of the fields about time."""


def time_field() -> Field:
    """How long a turn may take; with a `w` weekends are left out."""
    choices = [("0", deadlines.days(0))]
    choices += [(f"{days}", deadlines.days(days)) for days in DAYS]
    choices += [(f"{days}w", deadlines.days(days, weekends_off=True)) for days in DAYS]
    return Field(TIME, words.time(), tuple(choices))


def when_out_field() -> Field:
    """What happens when that time is out."""
    return Field(WHEN_OUT, words.when_out(), tuple(deadlines.when_out_choices().items()))


def players_field(allowed: range) -> Fields:
    """For how many the table is, where there is a choice; 0 stands for as many as come."""
    if len(allowed) < 2:
        return ()
    any_number = words.as_many_as_come(allowed.start, allowed.stop - 1)
    choices = ((0, any_number), *((number, words.so_many(number)) for number in allowed))
    return (Field(PLAYERS, words.players(), choices),)


class Page(Struct, frozen=True):
    """What one form asks for: fields of the game's settings, and fields of what the table agrees on beside them."""

    title: str
    game: Fields = ()
    table: Fields = ()


def pages(match: StoredMatch) -> list[Page]:
    """All that can be chosen for a match: on one page where a form has room for it, else dealt evenly on several."""
    game = PRESENTERS[match.game_key].fields(match.settings)
    table = (*players_field(match.game.seat_range(match.settings)), time_field(), when_out_field())
    if len(game) + len(table) <= MOST:
        return [Page("", game, table)]
    count = math.ceil(len(game) / MOST)
    size = math.ceil(len(game) / count)
    dealt = [Page(words.game_page(n + 1, count), game[n * size : (n + 1) * size]) for n in range(count)]
    return [*dealt, Page(words.table_page(), (), table)]


Change = Callable[[Interaction, int, dict[str, Any], TableOptions], Awaitable[None]]
"""Saves what was chosen: the interaction, the match's number, the settings by name, and what the table keeps."""


class OptionsForm(ui.Modal):
    """A page of the form behind the lobby's Options button."""

    def __init__(self, change: Change, match: StoredMatch, page: Page) -> None:
        super().__init__(title=words.title(match.game.title, page.title)[:45])
        self.change = change
        self.match_id = match.id
        self.page = page
        settings = msgspec.to_builtins(match.settings)
        terms = time_control_of(match)
        agreed = {
            PLAYERS: kept(match).players or 0,
            TIME: f"{terms.days or 0}{'w' if terms.weekends_off else ''}",
            WHEN_OUT: terms.when_out,
        }
        self.inputs: dict[str, ui.Select[Any] | ui.TextInput[Any]] = {}
        for field in page.game:
            value = settings.get(field.name)
            self._add(field, [*value, *(name for name, _ in field.flags if settings[name])] if field.many else value)
        for field in page.table:
            self._add(field, agreed[field.name])

    def _add(self, field: Field, value: Any) -> None:
        if field.choices:
            chosen = value if field.many else [value]
            options = [
                discord.SelectOption(label=label[:100], value=f"={choice}", default=choice in chosen)
                for choice, label in (*field.choices, *field.flags)
            ]
            low, high = (0, len(options)) if field.many else (1, 1)
            item: ui.Select[Any] | ui.TextInput[Any] = ui.Select(
                options=options, custom_id=field.name, min_values=low, max_values=high, required=not field.many
            )
        else:
            text = "" if value is None else str(value)
            item = ui.TextInput(custom_id=field.name, required=False, default=text, max_length=field.length)
        self.inputs[field.name] = item
        self.add_item(ui.Label(text=field.label[:45], description=field.hint[:100] or None, component=item))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Take the choices over. Refusal or BadSettings say what does not fit."""
        changes = {field.name: self._chosen(field) for field in self.page.game}
        changes |= {name: on for field in self.page.game for name, on in self._flags(field)}
        agreed = {field.name: self._chosen(field) for field in self.page.table}
        options = TableOptions()
        if PLAYERS in agreed:
            options.players = agreed[PLAYERS] or None
        if TIME in agreed:
            deadline = agreed[TIME]
            options.deadline_days, options.weekends_off = int(deadline.rstrip("w")) or None, deadline.endswith("w")
        if WHEN_OUT in agreed:
            options.on_timeout = agreed[WHEN_OUT]
        with interaction.client.services.work.going_on():
            await self.change(interaction, self.match_id, changes, options)

    def _chosen(self, field: Field) -> Any:
        item = self.inputs[field.name]
        if isinstance(item, ui.TextInput):
            return item.value.strip().upper() if field.capitals else item.value.strip()
        chosen = [choice for choice, _ in field.choices if f"={choice}" in item.values]
        if field.many:
            return chosen
        if not chosen:
            raise Refusal("answer_missing", question=field.label)
        return chosen[0]

    def _flags(self, field: Field) -> list[tuple[str, bool]]:
        item = self.inputs[field.name]
        chosen = item.values if isinstance(item, ui.Select) else []
        return [(name, f"={name}" in chosen) for name, _ in field.flags]

    async def on_error(self, interaction: Interaction, error: Exception, /) -> None:  # type: ignore[override]
        """A sentence instead of a silent failure."""
        await errors.answer(interaction, error, f"form match={self.match_id}")
