"""The private panel: the board with the legal places marked, and the decision as buttons or menus.

A panel keeps nothing in memory: which heading is open and which choice is shown for confirmation stand in the ids of
its buttons, so that it works after a restart.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import discord
from discord import ui

from cogs.ui import post
from cogs.ui.presses import button, menu, press_id
from render.messages import markup, turns
from render.messages.buttons import choices as unnamed
from render.messages.buttons import choose, label, numbered
from render.presenter import shorten
from table.perspective import Perspective, bold, seat_name

BUTTONS = 5
"""Up to so many choices are buttons, more are a menu."""

MENU = 25
"""The most choices that one menu takes."""


def panel(
    perspective: Perspective,
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
    view = perspective.view if shown is None else shown
    parts: list[ui.Item[Any]] = [ui.TextDisplay(shorten(_head(perspective, said, preview), 2500))]
    if picture is not None:
        parts.append(post.gallery(picture, perspective.presenter.alt(view, perspective.audience)))
    parts.append(ui.TextDisplay(shorten(perspective.presenter.standing(view, perspective.audience_in_text), 500)))
    parts += _confirmation(perspective, preview) if preview is not None else _choices(perspective, heading)
    if tools := _tools(perspective, heading, preview):
        parts.append(ui.ActionRow(*tools))
    message = ui.LayoutView(timeout=None)
    message.add_item(post.container(perspective, *parts))
    return message


def _head(perspective: Perspective, said: str, preview: str | None) -> str:
    lines = [markup.heading(perspective.title)]
    if said:
        lines.append(said)
    decision = perspective.decision
    if decision is None:
        lines.append(_nothing_to_do(perspective))
    elif preview is None:
        question = perspective.presenter.question(decision, perspective.view, perspective.audience_in_text)
        lines.append(turns.asked(question, perspective.due_at))
    else:
        lines.append(turns.really(perspective.presenter.label(preview, decision, perspective.view)))
        if warning := perspective.presenter.warn(preview, decision, perspective.view):
            lines.append(markup.small(warning))
    return "\n".join(lines)


def _nothing_to_do(perspective: Perspective) -> str:
    if perspective.status == "running" and perspective.waits_for is not None:
        return turns.waiting_for(bold(seat_name(perspective.waits_for)))
    return (
        perspective.presenter.result(perspective.view, perspective.audience_in_text)
        if perspective.status == "over"
        else turns.match_over()
    )


def _confirmation(perspective: Perspective, option: str) -> list[ui.Item[Any]]:
    confirm = press_id("confirm", perspective.match, perspective.revision, option)
    back = press_id("panel", perspective.match, perspective.revision)
    return [ui.ActionRow(button(label("confirm"), confirm, discord.ButtonStyle.success), button(label("back"), back))]


def _choices(perspective: Perspective, heading: str | None) -> list[ui.Item[Any]]:
    decision = perspective.decision
    if decision is None:
        return []
    options = perspective.options
    groups = grouped(perspective, options)
    if heading is not None and heading in groups:
        return _listed(perspective, groups[heading])
    if len(options) <= MENU and (len(options) <= BUTTONS or len(groups) == 1):
        return _listed(perspective, options)
    if len(groups) <= BUTTONS:
        buttons = [
            button(shorten(name, 80), press_id("group", perspective.match, perspective.revision, name), _style(number))
            for number, name in enumerate(groups)
        ]
        return [ui.ActionRow(*buttons)]
    choices = [(name, name, turns.choices(len(found))) for name, found in groups.items()]
    return [ui.ActionRow(menu(choose(), press_id("group", perspective.match, perspective.revision), choices[:MENU]))]


def grouped(perspective: Perspective, options: list[str]) -> dict[str, list[str]]:
    """The options by heading, in order; no group is larger than a menu and no heading longer than an id can hold."""
    decision = perspective.decision
    assert decision is not None
    named: dict[str, list[str]] = {}
    for option in options:
        name = perspective.presenter.group(option, decision, perspective.view) or unnamed()
        named.setdefault(name[:50], []).append(option)
    found: dict[str, list[str]] = {}
    for name, members in named.items():
        if len(members) <= MENU:
            found[name] = members
            continue
        for number, part in groupby(range(len(members)), key=lambda index: index // MENU):
            found[numbered(name, number + 1)] = [members[index] for index in part]
    return found


def _listed(perspective: Perspective, options: list[str]) -> list[ui.Item[Any]]:
    decision = perspective.decision
    assert decision is not None
    labels = {option: perspective.presenter.label(option, decision, perspective.view) for option in options}
    if len(options) <= BUTTONS:
        buttons = [
            button(labels[option], press_id("option", perspective.match, perspective.revision, option), _style(number))
            for number, option in enumerate(options)
        ]
        return [ui.ActionRow(*buttons)]
    choices = [
        (option, labels[option], perspective.presenter.warn(option, decision, perspective.view)) for option in options
    ]
    return [ui.ActionRow(menu(choose(), press_id("option", perspective.match, perspective.revision), choices))]


def _style(number: int) -> discord.ButtonStyle:
    return discord.ButtonStyle.primary if number == 0 else discord.ButtonStyle.secondary


def _tools(perspective: Perspective, heading: str | None, preview: str | None) -> list[ui.Button[Any]]:
    tools = []
    if heading is not None and preview is None:
        tools.append(button(label("back"), press_id("panel", perspective.match, perspective.revision)))
    if perspective.can_undo and preview is None:
        tools.append(button(label("undo"), press_id("undo", perspective.match, perspective.revision)))
    if perspective.can_redo and preview is None:
        tools.append(button(label("redo"), press_id("redo", perspective.match, perspective.revision)))
    tools.append(button(label("describe"), press_id("describe", perspective.match, perspective.revision)))
    return tools
