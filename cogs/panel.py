"""The private panel: the board with the legal places marked, and the decision as buttons or menus.

A panel keeps nothing in memory: which heading is open and which choice is shown for confirmation stand in the ids of
its buttons, so that it works after a restart.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import discord
from discord import ui

from cogs import post
from cogs.presses import button, menu, press_id
from cogs.sight import Sight, bold, seat_name
from render import notices
from render.look import counted, shorten

BUTTONS = 5
"""Up to so many choices are buttons, more are a menu."""

MENU = 25
"""The most choices that one menu takes."""


def panel(
    sight: Sight,
    picture: str | None,
    *,
    heading: str | None = None,
    said: str = "",
    preview: str | None = None,
    shown: Any = None,
) -> ui.LayoutView:
    """The panel for whoever `sight` is for. `said` is what is told first; `heading` the open group of choices.

    With `preview` (one of the options) it asks for confirmation of that choice instead. `shown` is the view that the
    picture shows, where that is another than the sight's: the board as it would be.
    """
    view = sight.view if shown is None else shown
    parts: list[ui.Item[Any]] = [ui.TextDisplay(shorten(_head(sight, said, preview), 2500))]
    if picture is not None:
        parts.append(post.gallery(picture, sight.look.alt(view, sight.who)))
    parts.append(ui.TextDisplay(shorten(sight.look.standing(view, sight.who_in_text), 500)))
    parts += _confirmation(sight, preview) if preview is not None else _choices(sight, heading)
    if tools := _tools(sight, heading, preview):
        parts.append(ui.ActionRow(*tools))
    message = ui.LayoutView(timeout=None)
    message.add_item(post.container(sight, *parts))
    return message


def _head(sight: Sight, said: str, preview: str | None) -> str:
    lines = [f"### {sight.title}"]
    if said:
        lines.append(said)
    decision = sight.decision
    if decision is None:
        lines.append(_nothing_to_do(sight))
    elif preview is None:
        question = sight.look.question(decision, sight.view, sight.who_in_text)
        lines.append(question[:1].upper() + question[1:] + "." + notices.due(sight.due_at))
    else:
        lines.append(f"**{sight.look.label(preview, decision, sight.view)}**?")
        if warning := sight.look.warn(preview, decision, sight.view):
            lines.append(f"-# {warning}")
    return "\n".join(lines)


def _nothing_to_do(sight: Sight) -> str:
    if sight.status == "running" and sight.waits_for is not None:
        return notices.waiting_for(bold(seat_name(sight.waits_for)))
    return sight.look.result(sight.view, sight.who_in_text) if sight.status == "over" else notices.MATCH_OVER


def _confirmation(sight: Sight, option: str) -> list[ui.Item[Any]]:
    confirm = press_id("confirm", sight.match, sight.revision, option)
    back = press_id("panel", sight.match, sight.revision)
    return [ui.ActionRow(button("Confirm", confirm, discord.ButtonStyle.success), button("Back", back))]


def _choices(sight: Sight, heading: str | None) -> list[ui.Item[Any]]:
    decision = sight.decision
    if decision is None:
        return []
    options = sight.options
    groups = grouped(sight, options)
    if heading is not None and heading in groups:
        return _listed(sight, groups[heading])
    if len(options) <= MENU and (len(options) <= BUTTONS or len(groups) == 1):
        return _listed(sight, options)
    if len(groups) <= BUTTONS:
        buttons = [
            button(shorten(name, 80), press_id("group", sight.match, sight.revision, name), _style(number))
            for number, name in enumerate(groups)
        ]
        return [ui.ActionRow(*buttons)]
    choices = [(name, name, counted(len(found), "choice")) for name, found in groups.items()]
    return [ui.ActionRow(menu("Choose…", press_id("group", sight.match, sight.revision), choices[:MENU]))]


def grouped(sight: Sight, options: list[str]) -> dict[str, list[str]]:
    """The options by heading, in order; no group is larger than a menu and no heading longer than an id can hold."""
    decision = sight.decision
    assert decision is not None
    named: dict[str, list[str]] = {}
    for option in options:
        name = sight.look.group(option, decision, sight.view) or "Choices"
        named.setdefault(name[:50], []).append(option)
    found: dict[str, list[str]] = {}
    for name, members in named.items():
        if len(members) <= MENU:
            found[name] = members
            continue
        for number, part in groupby(range(len(members)), key=lambda index: index // MENU):
            found[f"{name} ({number + 1})"] = [members[index] for index in part]
    return found


def _listed(sight: Sight, options: list[str]) -> list[ui.Item[Any]]:
    decision = sight.decision
    assert decision is not None
    labels = {option: sight.look.label(option, decision, sight.view) for option in options}
    if len(options) <= BUTTONS:
        buttons = [
            button(labels[option], press_id("option", sight.match, sight.revision, option), _style(number))
            for number, option in enumerate(options)
        ]
        return [ui.ActionRow(*buttons)]
    choices = [(option, labels[option], sight.look.warn(option, decision, sight.view)) for option in options]
    return [ui.ActionRow(menu("Choose…", press_id("option", sight.match, sight.revision), choices))]


def _style(number: int) -> discord.ButtonStyle:
    return discord.ButtonStyle.primary if number == 0 else discord.ButtonStyle.secondary


def _tools(sight: Sight, heading: str | None, preview: str | None) -> list[ui.Button[Any]]:
    tools = []
    if heading is not None and preview is None:
        tools.append(button("Back", press_id("panel", sight.match, sight.revision)))
    if sight.can_undo and preview is None:
        tools.append(button("Undo", press_id("undo", sight.match, sight.revision)))
    if sight.can_redo and preview is None:
        tools.append(button("Redo", press_id("redo", sight.match, sight.revision)))
    tools.append(button("Describe", press_id("describe", sight.match, sight.revision)))
    return tools
