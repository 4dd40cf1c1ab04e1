"""Buttons and menus that outlive the program: everything that a press needs is in its id.

An id is `lh:ACTION:MATCH:REVISION` or `lh:ACTION:MATCH:REVISION:ARGUMENT`. The revision is that of the match when the
button was made, so a press on an old post is told from a press on the present one. Ids hold nothing hidden.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import ui
from msgspec import Struct

from cogs.ui import errors
from cogs.work import OpenWork
from render.messages.errors import restarting
from table.errors import Refusal

# No more digits than the database's whole numbers take.
_ID = r"lh:(?P<action>[a-z]+):(?P<match>\d{1,15}):(?P<revision>\d{1,15})(?::(?P<argument>.*))?"


class Press(Struct, frozen=True):
    """What was pressed: the action, its match and revision, the argument (a menu's choice, or what the id holds).

    `values` are all choices of a menu, where several may be chosen; the first one is the argument.
    """

    action: str
    match: int
    revision: int
    argument: str = ""
    values: tuple[str, ...] = ()


Handler = Callable[[discord.Interaction[Any], Press], Awaitable[None]]


class Presses:
    """Who answers which action. Every press is answered, whatever happens."""

    def __init__(self, work: OpenWork) -> None:
        self.work = work
        self.handlers: dict[str, Handler] = {}
        self.private: set[str] = set()

    def on(self, action: str, handler: Handler, *, private: bool = False) -> None:
        """Have `handler` called for every press of this action. ValueError when the action is taken.

        `private`: its buttons are on messages that one person sees, and the handler edits the message that was pressed.
        """
        if action in self.handlers:
            raise ValueError(f"two handlers for {action}")
        self.handlers[action] = handler
        if private:
            self.private.add(action)

    async def handle(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Answer a press on one of our buttons and menus."""
        if self.work.again(interaction.id):
            return
        if self.work.closing:
            await errors.say(interaction, restarting())
            return
        try:
            with self.work.going_on():
                handler = self.handlers.get(press.action)
                if handler is None:
                    raise Refusal("button_of_other_version")
                if press.action in self.private and not on_private(interaction):
                    raise Refusal("button_of_panel")
                await handler(interaction, press)
        except Exception as error:
            where = f"press={press.action} match={press.match} revision={press.revision}"
            await errors.answer(interaction, error, where)


def _registry(interaction: discord.Interaction[Any]) -> Presses:
    registry: Presses = interaction.client.services.presses
    return registry


def press_id(action: str, match: int, revision: int, argument: str = "") -> str:
    """The id of a button or menu, at most 99 characters. ValueError when it would be longer."""
    made = f"lh:{action}:{match}:{revision}" + (f":{argument}" if argument else "")
    if len(made) > 99:
        raise ValueError(f"the id {made!r} is too long for Discord")
    return made


def button(
    label: str,
    press: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> ui.Button[Any]:
    """A button with an id from `press_id`."""
    return ui.Button(label=label, custom_id=press, style=style, disabled=disabled, emoji=emoji)


def menu(
    placeholder: str, press: str, choices: list[tuple[str, str, str]], fewest: int = 1, most: int = 1
) -> ui.Select[Any]:
    """A menu of at most 25 (value, label, description); the id is from `press_id`, the choice becomes the argument.

    Where several may be chosen, `fewest` to `most` of them, they become the values.
    """
    options = [
        discord.SelectOption(value=value, label=label[:100], description=description[:100] or None)
        for value, label, description in choices
    ]
    return ui.Select(
        placeholder=placeholder[:150], custom_id="m" + press, options=options, min_values=fewest, max_values=most
    )


class PressedButton(ui.DynamicItem[ui.Button[Any]], template=_ID):
    """Any of our buttons, made anew for each press."""

    def __init__(self, item: ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: discord.Interaction[Any], item: ui.Button[Any], match: re.Match[str], /
    ) -> PressedButton:
        """Called by discord.py for a press on one of our ids."""
        return cls(item, _read(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to whoever registered for its action."""
        await _registry(interaction).handle(interaction, self.press)


class ChosenFromMenu(ui.DynamicItem[ui.Select[Any]], template="m" + _ID):
    """Any of our menus. Its ids begin with `mlh:` so that buttons and menus are told apart."""

    def __init__(self, item: ui.Select[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: discord.Interaction[Any], item: ui.Select[Any], match: re.Match[str], /
    ) -> ChosenFromMenu:
        """Called by discord.py for a choice from one of our menus."""
        return cls(item, _read(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to whoever registered for the menu's action."""
        await _registry(interaction).handle(interaction, _choosing(self.press, self.item.values))


def late_press(interaction: discord.Interaction[Any]) -> Press | None:
    """The press on a button that is not on its message any more, because the message was edited meanwhile, or whose
    id is of another version of ours.

    discord.py hands such a press to nobody, so that the person would read that the interaction failed.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    custom_id = data.get("custom_id", "")
    found = re.fullmatch("m?" + _ID, custom_id)
    if found is None and custom_id.startswith(("lh:", "mlh:")):
        return Press("unknown", 0, 0)
    if interaction.message is None or found is None:
        return None
    view = ui.LayoutView if interaction.message.flags.components_v2 else ui.View
    items = view.from_message(interaction.message, timeout=None).walk_children()
    if any(getattr(item, "custom_id", None) == custom_id for item in items):
        return None
    press = _read(found)
    return _choosing(press, data["values"]) if data.get("values") else press


def on_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that was pressed is one that nobody else sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _choosing(press: Press, values: Sequence[str]) -> Press:
    """The press on a menu, with what was chosen from it."""
    return Press(press.action, press.match, press.revision, values[0] if values else "", tuple(values))


def _read(match: re.Match[str]) -> Press:
    return Press(match["action"], int(match["match"]), int(match["revision"]), match["argument"] or "")
