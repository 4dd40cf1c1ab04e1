"""What can be chosen when a match is set up: one list of fields a game, for the commands and for the lobby's form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec import Struct

from cogs.services import Interaction
from cogs.ui import errors
from render.messages import deadlines
from render.messages import forms as words
from render.messages.names import level_name
from rules.iwari import Settings as IwariSettings
from rules.iwari import maps
from rules.iwari.components import components
from rules.iye import Settings as IyeSettings
from rules.tiwanaku import Settings as TiwanakuSettings
from storage.stored_match import StoredMatch
from table.errors import Refusal
from table.hours import time_control_of


class Field(Struct, frozen=True):
    """A setting of a game that people can change: its name in Settings, a label, and its choices (value, label).

    With `many` any number of the choices make up a list; `flags` are choices beside them that are settings of their
    own, each on or off. Without choices it is a text of at most `length` characters.
    """

    name: str
    label: str
    choices: tuple[tuple[Any, str], ...] = ()
    hint: str = ""
    length: int = 100
    many: bool = False
    flags: tuple[tuple[str, str], ...] = ()


Fields = tuple[Field, ...]

MOST = 5
"""How many parts a form may have."""


def _iye(settings: IyeSettings) -> Fields:
    return (
        Field("cycles", "Cycles to win the match", ((1, "One"), (2, "Two"))),
        Field("first", "Who begins", (("random", "By lot"), ("host", "The host"), ("guest", "The guest"))),
        Field("layout", "A fixed first board", hint="25 letters of O W T H S, row 1 first; empty: dealt", length=25),
    )


def _tiwanaku(settings: TiwanakuSettings) -> Fields:
    disc = Field("disc", "Disc or scenario code", hint="Empty: drawn by lot")
    if settings.mode == "competitive":
        return (Field("size", "Size", (("", "As the disc"), ("short", "Short"), ("long", "Long"))), disc)
    levels = ("easy", "normal", "expert") if settings.mode == "coop" else ("easy", "hard")
    return (Field("level", "How hard it is", tuple((level, level_name(level)) for level in levels)), disc)


def _iwari(settings: IwariSettings) -> Fields:
    feats = tuple((feat, feat.title()) for feat in components().ours.feats)
    return (
        Field("map", "Land", tuple((key, maps.load(key).name) for key in maps.ids())),
        Field("feats", "Feats and starting hands", feats, many=True, flags=(("draft", "Starting hands are drafted"),)),
    )


FORMS: dict[str, Callable[[Any], Fields]] = {"iye": _iye, "tiwanaku": _tiwanaku, "iwari": _iwari}
"""What can be set of each game, by its key and the present settings: three at most, and two where the number of players
can be chosen too.

A form has room for five: with one more the time-out's choice is left out, and a default choice is made."""

DAYS = (1, 2, 3, 7)


def time_field() -> Field:
    """How long a turn may take; with a `w` weekends are left out."""
    choices = [("0", deadlines.days(0))]
    choices += [(f"{days}", deadlines.days(days)) for days in DAYS]
    choices += [(f"{days}w", deadlines.days(days, weekends_off=True)) for days in DAYS]
    return Field("deadline", words.time(), tuple(choices))


def when_out_field() -> Field:
    """What happens when that time is out."""
    return Field("on_timeout", words.when_out(), tuple(deadlines.when_out_choices().items()))


def players_field(allowed: range) -> Fields:
    """For how many the table is, where there is a choice; 0 stands for as many as come."""
    if len(allowed) < 2:
        return ()
    any_number = words.as_many_as_come(allowed.start, allowed.stop - 1)
    choices = ((0, any_number), *((number, words.so_many(number)) for number in allowed))
    return (Field("players", words.players(), choices),)


Change = Callable[..., Awaitable[None]]
"""Saves what was chosen: the interaction, the match's number, the settings by name; what the table keeps by keyword."""


class OptionsForm(ui.Modal):
    """The form behind the lobby's Options button."""

    def __init__(self, change: Change, match: StoredMatch) -> None:
        super().__init__(title=words.options(match.game.title)[:45])
        self.change = change
        self.match_id = match.id
        self.fields = FORMS[match.game_key](match.settings)
        self.players = players_field(match.game.seat_range(match.settings))
        settings = msgspec.to_builtins(match.settings)
        self.inputs: dict[str, ui.Select[Any] | ui.TextInput[Any]] = {}
        for field in self.fields:
            value = settings.get(field.name)
            self._add(field, [*value, *(name for name, _ in field.flags if settings[name])] if field.many else value)
        for field in self.players:
            self._add(field, match.extra.get("players") or 0)
        terms = time_control_of(match)
        self.time, self.when_out = time_field(), when_out_field()
        self._add(self.time, f"{terms.days or 0}{'w' if terms.weekends_off else ''}")
        if len(self.inputs) < MOST:
            self._add(self.when_out, terms.when_out)

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
        changes = {field.name: self._chosen(field) for field in self.fields}
        changes |= {name: on for field in self.fields for name, on in self._flags(field)}
        deadline = self._chosen(self.time)
        terms: dict[str, Any] = {
            "deadline_days": int(deadline.rstrip("w")) or None,
            "weekends_off": deadline.endswith("w"),
        }
        if self.when_out.name in self.inputs:
            terms["on_timeout"] = self._chosen(self.when_out)
        terms |= {field.name: self._chosen(field) or None for field in self.players}
        with interaction.client.services.work.going_on():
            await self.change(interaction, self.match_id, changes, **terms)

    def _chosen(self, field: Field) -> Any:
        item = self.inputs[field.name]
        if isinstance(item, ui.TextInput):
            return item.value.strip().upper() if field.name == "layout" else item.value.strip()
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
