"""Every message that the table makes keeps Discord's limits, for every game, with the longest names."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import ui

from cogs.bot import LonghouseBot
from cogs.ui import forms, panel, post
from cogs.ui.lobby import Lobby
from cogs.ui.play import description, rules_page
from cogs.ui.presses import press_id
from render import PRESENTERS
from render.messages import turns
from rules import GAMES
from rules.game import LEVELS, Event
from storage import Store, open_store
from storage.records import PastStep, SeatRow, StepRow
from table import narration
from table.perspective import Perspective
from table.state import TableState
from table.table import Preview
from tests.render.positions import LONG
from tests.table.quick import QuickPool
from tests.table.views import SELECT, TEXT, check, parts

MATCH, REVISION = 9_999_999, 99_999
NAMES = ["*" * 32, "_`~|>#[](@everyone)<@1234567890>", *LONG, "🦉" * 32]
"""The longest names that Discord takes; the first grow to twice as much when they are made safe from markdown."""

KINDS = [
    ("iye", b"{}"),
    ("iwari", b"{}"),
    ("iwari", b'{"draft":true,"feats":["union","discovery"]}'),
    ("tiwanaku", b"{}"),
    ("tiwanaku", b'{"mode":"coop","level":"normal"}'),
    ("tiwanaku", b'{"mode":"solo","level":"easy"}'),
]
TABLES = [
    pytest.param(key, settings, seats, id=f"{key}-{number}-{seats}")
    for number, (key, settings) in enumerate(KINDS)
    if key in PRESENTERS
    for seats in sorted({*GAMES[key].seat_range(GAMES[key].settings_from(settings))})[:: 1 if key == "iye" else 2]
]


def perspective(key: str, view: Any, seat: int | None, seats: int) -> Perspective:
    game = GAMES[key]
    waiting = game.decision(view)
    rows = [SeatRow(index=index, user_id=10**18 + index, name=NAMES[index]) for index in range(seats)]
    return Perspective(
        match=MATCH,
        key=key,
        revision=REVISION,
        status="over" if waiting is None else "running",
        seat=seat,
        seats=rows,
        view=view,
        decision=waiting if waiting is not None and waiting.seat == seat else None,
        waits_for=rows[waiting.seat] if waiting is not None else None,
        due_at=4_000_000_000,
        step_count=300,
        can_undo=True,
        can_redo=True,
    )


def moments(key: str, settings: bytes, seats: int, seed: int) -> Iterator[tuple[Any, list[Event]]]:
    """A random match: each state and all the events that led to it."""
    game = GAMES[key]
    state = game.setup(game.settings_from(settings), seats, seed)
    chance = random.Random(seed)
    past: list[Event] = []
    while (decision := game.decision(state)) is not None:
        yield state, past
        past = past + list(game.apply(state, chance.choice(decision.options(state))))
    yield state, past


def some_moments(key: str, settings: bytes, seats: int) -> Iterator[tuple[Any, list[Event]]]:
    """The beginning, the end, and what lies between at some distance."""
    every = 3 if key == "iye" else 17
    for seed in range(2):
        last = None
        for number, (state, past) in enumerate(moments(key, settings, seats, seed)):
            last = state, past
            if number < 3 or number % every == 0:
                yield state, past
        assert last is not None
        yield last


def steps(past: list[Event]) -> list[PastStep]:
    row = StepRow(1, 0, "x", 0, 0, 1, forced=True)
    return [PastStep(row, [event]) for event in past[-40:]]


@pytest.mark.parametrize(("key", "settings", "seats"), TABLES)
def test_turn_posts(key: str, settings: bytes, seats: int) -> None:
    game = GAMES[key]
    for state, past in some_moments(key, settings, seats):
        shown = perspective(key, game.view(state, None), None, seats)
        lines = ["Said first: " + NAMES[0], *narration.happened(shown, steps(past))]
        name = post.picture_name(shown, "webp")
        assert re.fullmatch(rf"{key}-{MATCH}-{REVISION}\.webp", name), "a file's name tells nothing of the match"
        pictures = [found.picture for found in shown.presenter.chapters(shown.view, shown.audience) if found.picture]
        count = {chapter: post.picture_name(shown, "webp", chapter) for chapter in pictures}
        view = post.turn_post(shown, lines, name, count)
        found = check(view)
        ids = [part["custom_id"] for part in found if "custom_id" in part]
        assert all(re.fullmatch(rf"lh:[a-z]+:{MATCH}:{REVISION}", one) for one in ids), "public ids tell no choice"
        match = cast(Any, SimpleNamespace(id=MATCH, game_key=key))
        for words in (post.old_words(shown, lines), post.OldWords()):
            for undone in (False, True):
                check(post.retired(match, name, words, undone))


@pytest.mark.parametrize(("key", "settings", "seats"), TABLES)
def test_panels_offer_every_option(key: str, settings: bytes, seats: int) -> None:
    game = GAMES[key]
    for state, _ in some_moments(key, settings, seats):
        decision = game.decision(state)
        seat = decision.seat if decision else 0
        shown = perspective(key, game.view(state, seat), seat, seats)
        check(panel.panel(shown, "x.webp", said=turns.board_changed()))
        if decision is None:
            continue
        assert offered(shown, panel.panel(shown, "x.webp")) == set(shown.options)
        for option in random.Random(1).sample(shown.options, min(3, len(shown.options))):
            check(panel.panel(shown, "x.webp", preview=Preview(shown, shown.view, (option,))))
        other = perspective(key, game.view(state, None), None, seats)
        assert not [part for part in check(panel.panel(other, "x.webp")) if part["type"] == SELECT]


def offered(shown: Perspective, view: ui.LayoutView, depth: int = 0) -> set[str]:
    """All options that a panel leads to, by its buttons and menus, however many headings lie between."""
    assert depth < 4
    found: set[str] = set()
    headings: list[str] = []
    for part in check(view):
        custom_id = part.get("custom_id", "")
        values = [option["value"] for option in part.get("options", ())] or [custom_id.partition(f":{REVISION}:")[2]]
        if ":option:" in custom_id:
            found |= set(values)
        elif ":group:" in custom_id:
            headings += values
    for heading in headings:
        found |= offered(shown, panel.panel(shown, "x.webp", heading=heading), depth + 1)
    return found


@pytest.mark.parametrize("key", sorted(PRESENTERS))
def test_rules_pages(key: str) -> None:
    count = len(PRESENTERS[key].rules())
    for page in range(-1, count + 1):
        found = check(rules_page(key, page))
        assert any(f"of {count}" in part["content"] for part in found if part["type"] == TEXT)


@pytest.mark.parametrize("key", sorted(PRESENTERS))
def test_descriptions_and_scores(key: str) -> None:
    for _, settings in (kind for kind in KINDS if kind[0] == key):
        seats = GAMES[key].seat_range(GAMES[key].settings_from(settings)).stop - 1
        for state, _ in some_moments(key, settings, seats):
            shown = perspective(key, GAMES[key].view(state, 0), 0, seats)
            for page in range(len(shown.presenter.describe(shown.view, shown.audience_in_text))):
                check(description(shown, page))
            chapters = shown.presenter.chapters(shown.view, shown.audience_in_text, post.SCORING)
            assert sum(len(found.title) + len(found.text) + 6 for found in chapters) <= post.SCORING
            count = {found.picture: f"{found.picture}.webp" for found in chapters if found.picture}
            view = ui.LayoutView()
            view.add_item(post.container(shown, *post.scored(shown, post.TEXT - 200, count)))
            check(view)


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    async with await open_store(f"sqlite:///{tmp_path / 'longhouse.db'}", extra=TableState) as store:
        yield store


def lobby() -> Lobby:
    return Lobby(cast(LonghouseBot, SimpleNamespace(on_press=lambda *given, **named: None)))


@pytest.mark.parametrize("key", sorted(PRESENTERS))
async def test_lobbies_and_forms(store: Store, key: str) -> None:
    for _, settings in (kind for kind in KINDS if kind[0] == key):
        most = GAMES[key].seat_range(GAMES[key].settings_from(settings)).stop - 1
        guests = [10**18 + number for number in range(1, most)]
        match_id = await store.matches.create(
            key, settings, 10**18, NAMES[0], 1, 2, 0, extra=TableState(invited=guests, deadline_days=3)
        )
        for index in range(most):
            async with store.matches.open(match_id) as match:
                check(lobby().message(match, REVISION))
                if index % 2:
                    match.sit(None, "", level=LEVELS[index % 3])
                else:
                    match.sit(10**18 + index, NAMES[index])
        match = await store.matches.read(match_id)
        check(lobby().message(match, REVISION))
        for page in forms.pages(match):
            check_form(forms.OptionsForm(lobby().change, match, page).to_dict())


def check_form(form: dict[str, Any]) -> None:
    """A form's limits: five parts, each with a label, and no menu beyond what it takes."""
    assert 1 <= len(form["title"]) <= 45
    assert 1 <= len(form["components"]) <= 5
    inner = [label["component"] for label in form["components"]]
    ids = [part["custom_id"] for part in inner]
    assert len(set(ids)) == len(ids)
    for label, part in zip(form["components"], inner, strict=True):
        assert 1 <= len(label["label"]) <= 45 and len(label.get("description") or "") <= 100
        if part["type"] == SELECT:
            assert 1 <= len(part["options"]) <= 25
            assert part["max_values"] <= len(part["options"])
            values = [option["value"] for option in part["options"]]
            assert len(set(values)) == len(values)
            chosen = [option for option in part["options"] if option.get("default")]
            assert len(chosen) <= part["max_values"]
            assert all(1 <= len(option["label"]) <= 100 for option in part["options"])
        else:
            assert len(part.get("value") or "") <= part["max_length"] <= 4000


async def test_commands(store: Store) -> None:
    bot = LonghouseBot(store, QuickPool())
    await bot.register()
    commands = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    assert 4 <= len(commands) <= 100
    for command in commands:
        assert len(json.dumps(texts(command), ensure_ascii=False)) <= 8000
        check_command(command)


def texts(command: dict[str, Any]) -> list[str]:
    """All that counts towards the 8,000 characters of a command."""
    own = [command.get("name", ""), command.get("description", ""), str(command.get("value", ""))]
    for child in [*(command.get("options") or ()), *(command.get("choices") or ())]:
        own += texts(child)
    return own


def check_command(command: dict[str, Any]) -> None:
    if command.get("type", 1) != 1 and "options" not in command:
        return  # a command of a context menu
    _named(command)
    options = command.get("options") or []
    assert len(options) <= 25
    names = [option["name"] for option in options]
    assert len(set(names)) == len(names)
    required = [bool(option.get("required")) for option in options]
    assert required == sorted(required, reverse=True), "what must be given comes first"
    for option in options:
        if option["type"] in (1, 2):
            check_command(option | {"type": 1})
            continue
        _named(option)
        choices = option.get("choices") or []
        assert len(choices) <= 25 and not (choices and option.get("autocomplete"))
        for choice in choices:
            assert 1 <= len(choice["name"]) <= 100 and len(str(choice["value"])) <= 100


def _named(part: dict[str, Any]) -> None:
    assert re.fullmatch(r"[-_\w]{1,32}", part["name"]) and part["name"] == part["name"].lower(), part["name"]
    assert 1 <= len(part["description"]) <= 100, part["name"]
    assert part["description"] != "…", f"{part['name']} says nothing of itself"


def test_an_id_that_is_too_long_is_never_sent() -> None:
    assert len(press_id("confirm", MATCH, REVISION, "x" * 60)) <= 99
    with pytest.raises(ValueError, match="too long"):
        press_id("confirm", MATCH, REVISION, "x" * 90)


def test_plain_posts_cut_what_is_too_long() -> None:
    shown = perspective("iye", GAMES["iye"].view(GAMES["iye"].setup(GAMES["iye"].Settings(), 2, 1), None), None, 2)
    check(post.plain_post(shown, "word " * 2000))
    check(post.note("word " * 2000))
    (text,) = [part for part in parts(post.note("word " * 2000)) if part["type"] == TEXT]
    assert text["content"].endswith("…")
