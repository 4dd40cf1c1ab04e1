"""The private panel: the board with the legal places marked, and the decision as buttons or menus.

A panel keeps nothing in memory: which heading is open and which choice is shown for confirmation stand in the ids of
its buttons, so that it works after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from cogs.ui import post
from cogs.ui.presses import button, menu, press_id
from render.messages import markup, turns
from render.messages import panel as words
from render.messages.buttons import label
from render.presenter import shorten
from rules.game import Picks
from table.perspective import Perspective, bold, seat_name
from table.table import Preview

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
    preview: Preview | None = None,
    shown: Any = None,
) -> ui.LayoutView:
    """The panel for whoever the perspective is of. `said` is what is told first; `heading` the open group of choices.

    With `preview` it asks for confirmation of that choice instead. `shown` is the view that the picture shows, where
    that is another than the perspective's: the board as it would be.
    """
    view = perspective.view if shown is None else shown
    parts: list[ui.Item[Any]] = [ui.TextDisplay(shorten(_head(perspective, said, preview), 2500))]
    if picture is not None:
        parts.append(post.gallery(picture, perspective.alt(view)))
    parts.append(ui.TextDisplay(shorten(perspective.presenter.standing(view, perspective.audience_in_text), 500)))
    parts += _confirmation(perspective, preview) if preview is not None else _choices(perspective, heading)
    if preview is None:
        parts += post.sheet_rows(perspective, "turnsheet")
    if tools := _tools(perspective, heading, preview):
        parts.append(ui.ActionRow(*tools))
    message = ui.LayoutView(timeout=None)
    message.add_item(post.container(perspective, *parts))
    return message


def _head(perspective: Perspective, said: str, preview: Preview | None) -> str:
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
        presenter, view = perspective.presenter, perspective.view
        lines.append(words.to_confirm([presenter.label(option, decision, view) for option in preview.options]))
        warnings = [presenter.warn(option, decision, view) for option in preview.options]
        lines += [markup.small(warning) for warning in warnings if warning]
    return "\n".join(lines)


def _nothing_to_do(perspective: Perspective) -> str:
    if perspective.status == "running" and perspective.waits_for is not None:
        return turns.waiting_for(bold(seat_name(perspective.waits_for)))
    return (
        perspective.presenter.result(perspective.view, perspective.audience_in_text)
        if perspective.status == "over"
        else turns.match_over()
    )


def _confirmation(perspective: Perspective, preview: Preview) -> list[ui.Item[Any]]:
    """Of options that are chosen together the id holds the numbers, since their names may be too long for it."""
    action, argument = "confirm", preview.options[0]
    if preview.together:
        action, argument = "confirmpicks", ".".join(map(str, numbers_of(perspective, preview.options)))
    confirm = press_id(action, perspective.match, perspective.revision, argument)
    back = press_id("panel", perspective.match, perspective.revision)
    return [ui.ActionRow(button(label("confirm"), confirm, discord.ButtonStyle.success), button(label("back"), back))]


def numbers_of(perspective: Perspective, picked: Sequence[str]) -> list[int]:
    """Where options stand among those that may be chosen together."""
    picks = perspective.decision.picks(perspective.view) if perspective.decision else None
    return [picks.options.index(option) for option in picked] if picks else []


def picked_by(perspective: Perspective, numbers: str) -> list[str]:
    """The options that the id of a confirmation names; none where something else is asked by now."""
    picks = perspective.decision.picks(perspective.view) if perspective.decision else None
    found = [int(number) for number in numbers.split(".") if number.isdecimal() and len(number) < 4]
    return [picks.options[number] for number in found if number < len(picks.options)] if picks else []


def _choices(perspective: Perspective, heading: str | None) -> list[ui.Item[Any]]:
    """The choices: those that are chosen together, what the turn is about, and what is possible at any time."""
    decision = perspective.decision
    if decision is None:
        return []
    anytime = decision.anytime(perspective.view)
    picks = decision.picks(perspective.view)
    together = picks.options if picks is not None and len(picks.options) <= MENU else []
    options = [option for option in perspective.options if option not in anytime and option not in together]
    groups = grouped(perspective, options)
    if heading is not None and heading in groups:
        return _listed(perspective, groups[heading])
    parts: list[ui.Item[Any]] = []
    if picks is not None and together:
        parts.append(_several(perspective, picks))
    if options:
        parts += _main(perspective, options, groups)
    chunks = [anytime[start : start + MENU] for start in range(0, len(anytime), MENU)]
    for number, chunk in enumerate(chunks):
        press = press_id("option", perspective.match, perspective.revision, f"anytime-{number}")
        parts.append(ui.ActionRow(menu(words.anytime(number + 1, len(chunks)), press, _named(perspective, chunk))))
    return parts


def _main(perspective: Perspective, options: list[str], groups: dict[str, list[str]]) -> list[ui.Item[Any]]:
    if len(options) <= MENU and (len(options) <= BUTTONS or len(groups) == 1):
        return _listed(perspective, options)
    if len(groups) <= BUTTONS:
        buttons = [
            button(shorten(name, 80), press_id("group", perspective.match, perspective.revision, name), _style(number))
            for number, name in enumerate(groups)
        ]
        return [ui.ActionRow(*buttons)]
    choices = [(name, name, words.so_many_choices(len(found))) for name, found in groups.items()]
    press = press_id("group", perspective.match, perspective.revision)
    return [ui.ActionRow(menu(words.choose(), press, choices[:MENU]))]


def _several(perspective: Perspective, picks: Picks) -> ui.ActionRow[Any]:
    fewest, press = max(1, picks.fewest), press_id("picks", perspective.match, perspective.revision)
    choices = _named(perspective, picks.options)
    return ui.ActionRow(menu(words.several(fewest, picks.most), press, choices, fewest, picks.most))


def _named(perspective: Perspective, options: list[str]) -> list[tuple[str, str, str]]:
    """Options for a menu: value, label, and a warning where there is one."""
    decision, presenter, view = perspective.decision, perspective.presenter, perspective.view
    assert decision is not None
    return [
        (option, presenter.label(option, decision, view), presenter.warn(option, decision, view)) for option in options
    ]


def grouped(perspective: Perspective, options: list[str]) -> dict[str, list[str]]:
    """The options by heading, in order; no group is larger than a menu and no heading longer than an id can hold."""
    decision = perspective.decision
    assert decision is not None
    named: dict[str, list[str]] = {}
    for option in options:
        name = perspective.presenter.group(option, decision, perspective.view) or words.choices()
        named.setdefault(name[:50], []).append(option)
    found: dict[str, list[str]] = {}
    for name, members in named.items():
        if len(members) <= MENU:
            found[name] = members
            continue
        for number, part in groupby(range(len(members)), key=lambda index: index // MENU):
            found[words.numbered(name, number + 1)] = [members[index] for index in part]
    return found


def _listed(perspective: Perspective, options: list[str]) -> list[ui.Item[Any]]:
    choices = _named(perspective, options)
    if len(options) <= BUTTONS:
        buttons = [
            button(name, press_id("option", perspective.match, perspective.revision, option), _style(number))
            for number, (option, name, _) in enumerate(choices)
        ]
        return [ui.ActionRow(*buttons)]
    press = press_id("option", perspective.match, perspective.revision)
    return [ui.ActionRow(menu(words.choose(), press, choices))]


def _style(number: int) -> discord.ButtonStyle:
    return discord.ButtonStyle.primary if number == 0 else discord.ButtonStyle.secondary


def _tools(perspective: Perspective, heading: str | None, preview: Preview | None) -> list[ui.Button[Any]]:
    tools = []
    if heading is not None and preview is None:
        tools.append(button(label("back"), press_id("panel", perspective.match, perspective.revision)))
    if perspective.can_undo and preview is None:
        tools.append(button(label("undo"), press_id("undo", perspective.match, perspective.revision)))
    if perspective.can_redo and preview is None:
        tools.append(button(label("redo"), press_id("redo", perspective.match, perspective.revision)))
    tools.append(button(label("describe"), press_id("describe", perspective.match, perspective.revision)))
    return tools
